import Foundation
import Testing

@testable import RushJSONEditing
@testable import RushJSONTool

/// `rushjson edit` of several files, and its differences.
@Suite struct EditFilesTests {
  private static let files: [String: [UInt8]] = [
    "a.json": Array("{\n  \"v\": 1,\n  \"d\": {\"left-pad\": \"1\"}\n}\n".utf8),
    "b.json": Array("{\"v\": 1}".utf8),
    "bad": Array("{\"v\": 1".utf8),
    "list": Array("[1]".utf8),
  ]

  @Test func brokenFileIsReportedAndTheOthersAreEdited() throws {
    let run = try ToolRun(
      ["edit", "--set", ".v", "2", "%a.json", "%bad", "%no", "%list", "%b.json", "%b.json"],
      files: Self.files)
    #expect(run.code == 1)
    #expect(run.output == "%a.json: changed\n%b.json: changed\n%b.json: unchanged\n")
    let messages = run.errors.split(separator: "\n").filter { $0.hasPrefix("rushjson: ") }
    #expect(messages.count == 3, "\(run.errors)")
    #expect(messages[0].contains("%bad:1:8: ") && messages[1].contains("cannot read %no"))
    #expect(messages[2].contains("%list: the edit does not apply"))
  }

  /// More files than wait to be put in place together, some of them twice.
  @Test func manyFilesAreEdited() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { ToolRun.remove(folder) }
    var paths: [String] = []
    for number in 0..<150 {
      let place = folder.appendingPathComponent("\(number).json")
      try Data("{\"list\": [\(number)]}".utf8).write(to: place)
      paths.append(place.path)
      if number % 50 == 7 { paths.append(folder.path + "/./\(number).json") }
    }
    let run = try ToolRun(["edit", "--append", ".list", "0"] + paths)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == paths.map { "\($0): changed\n" }.joined())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 150)
    for number in 0..<150 {
      let text = try String(
        contentsOf: folder.appendingPathComponent("\(number).json"), encoding: .utf8)
      #expect(text == "{\"list\": [\(number), 0\(number % 50 == 7 ? ", 0" : "")]}")
    }
  }

  @Test func onlyFilesThatPassAreEdited() throws {
    let run = try ToolRun(
      [
        "edit", "--if", ".d.left-pad", "--if", ".v = 1", "--set", ".v", "3", "--list", "%a.json",
        "%b.json",
      ], files: Self.files)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == "{\"offset\":9,\"length\":1,\"text\":\"3\",\"file\":\"%a.json\"}\n")
    let lines = try ToolRun(
      ["edit", "--if", ".d.left-pad", "--set", ".v", "3", "%a.json", "%b.json"], files: Self.files)
    #expect(lines.output == "%a.json: changed\n%b.json: skipped\n")
  }

  @Test(arguments: [
    (["--remove", ".w"], "{\"v\": 1}"), (["--rename", ".w", "x"], "{\"v\": 1}"),
    (["--append", ".w", "1"], "{\"v\": 1}"), (["--set", ".w.x", "1"], "{\"v\": 1}"),
    (["--move", ".w", ".x"], "{\"v\": 1}"), (["--remove", ".w[]"], "{\"v\": 1}"),
    (["--remove", ".w", "--remove", ".v"], "{}"), (["--set", ".w", "2"], "{\"v\": 1, \"w\": 2}"),
  ])
  func missingValueIsPassedOver(_ edit: [String], _ result: String) throws {
    let run = try ToolRun(["edit", "--missing", "ok", "-"] + edit, input: "{\"v\": 1}")
    #expect(run.code == 0 && run.output == result, "\(edit): \(run.output) \(run.errors)")
    let strict = try ToolRun(["edit", "-"] + edit, input: "{\"v\": 1}")
    #expect(strict.code == (edit.contains("--set") && edit[1] == ".w" ? 0 : 1), "\(edit)")
  }

  @Test func valueOfTheWrongKindIsNotMissing() throws {
    let run = try ToolRun(
      ["edit", "--missing", "ok", "--remove", ".v.x", "-"], input: "{\"v\": 1}")
    #expect(run.code == 1 && run.errors.contains("the edit does not apply"), "\(run.errors)")
  }

  @Test func textsAndVersions() throws {
    let arguments = ["edit", "--set", ".v"]
    let texts = try ToolRun(arguments + ["2.0.0", "--text", "-"], input: "{\"v\": 1}")
    #expect(texts.output == "{\"v\": \"2.0.0\"}")
    #expect(texts.errors.isEmpty)
    let number = try ToolRun(arguments + ["1.10", "-"], input: "{}")
    #expect(number.code == 0 && number.output.contains("1.10"))
    #expect(
      number.errors
        == "rushjson: 1.10 is set as a number; for the text, write '\"1.10\"', or add --text\n")
    for quiet in ["1.5", "10", "0", "true"] {
      #expect(try ToolRun(arguments + [quiet, "-"], input: "{}").errors.isEmpty, "\(quiet)")
    }
    let version = try ToolRun(["edit", "--set", ".swiftVersion", "6.2", "-"], input: "{}")
    #expect(version.errors.contains("6.2 is set as a number"))
  }

  // MARK: - Differences

  @Test func differenceOfTwoPlaces() throws {
    let text = (1...20).map { "  \"m\($0)\": \($0)" }.joined(separator: ",\n")
    let run = try ToolRun(
      ["edit", "--dry-run", "--set", ".m2", "0", "--remove", ".m18", "%c d.json", "%a.json"],
      files: ["c d.json": Array("{\n\(text)\n}".utf8), "a.json": Array("{\"m18\": 1}".utf8)])
    #expect(run.code == 0)
    #expect(
      run.output == """
        --- %c d.json\t
        +++ %c d.json\t
        @@ -1,6 +1,6 @@
         {
           "m1": 1,
        -  "m2": 2,
        +  "m2": 0,
           "m3": 3,
           "m4": 4,
           "m5": 5,
        @@ -16,7 +16,6 @@
           "m15": 15,
           "m16": 16,
           "m17": 17,
        -  "m18": 18,
           "m19": 19,
           "m20": 20
         }
        \\ No newline at end of file
        --- %a.json
        +++ %a.json
        @@ -1,1 +1,1 @@
        -{"m18": 1}
        \\ No newline at end of file
        +{"m2": 0}
        \\ No newline at end of file

        """)
  }

  @Test func differenceNeedsEachFileOnce() throws {
    let run = try ToolRun(
      ["edit", "--dry-run", "--set", ".v", "2", "%a.json", "%./a.json"], files: Self.files)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains("--dry-run needs each file once, and '%./a.json'"), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1, "\(run.errors)")
  }

  /// `patch` changes no file through a link.
  @Test func differenceOfALinkNamesItsTarget() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { ToolRun.remove(folder) }
    try Data("1".utf8).write(to: folder.appendingPathComponent("a.json"))
    let link = folder.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.json")
    let run = try ToolRun(["edit", "--dry-run", "--set", ".", "2", link])
    let first = run.output.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("--- /") && first.hasSuffix("/a.json"), "\(run.output) \(run.errors)")
  }

  /// `patch` makes of each text and its difference what the edits make.
  @Test func patchAppliesDifferences() throws {
    let program = URL(fileURLWithPath: "/usr/bin/patch")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { ToolRun.remove(folder) }
    var difference: [UInt8] = []
    var results: [String: [UInt8]] = [:]
    for number in 0..<60 {
      var random = SeededNumbers(seed: UInt64(number))
      let (old, replacements) = Self.randomEdit(using: &random)
      var new: [UInt8] = []
      var place = 0
      for edit in replacements {
        new += old[place..<edit.range.lowerBound] + edit.bytes
        place = edit.range.upperBound
      }
      new += old[place...]
      let name =
        ["a b\(number)", "é\"\(number)", "x\(number)", " s\(number)", "e\(number) "][number % 5]
      try Data(old).write(to: folder.appendingPathComponent(name))
      results[name] = new
      let piece = folder.appendingPathComponent("difference")
      try Data().write(to: piece)
      let handle = try FileHandle(forWritingTo: piece)
      let output = Output(handle.fileDescriptor)
      try LineDiff(old, replacements).write(name: name, to: output)
      try output.flush()
      try handle.close()
      difference += try Data(contentsOf: piece)
    }
    let place = folder.appendingPathComponent("all")
    try Data(difference).write(to: place)
    let process = Process()
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.arguments = ["-s", "-p0", "--fuzz=0", "-i", place.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for (name, new) in results {
      let file = folder.appendingPathComponent(name)
      // `patch` removes a file that becomes empty.
      let found =
        FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : Data()
      #expect(Array(found) == new, "seed of \(name)")
    }
  }

  /// Lines, and replaced ranges anywhere in them.
  private static func randomEdit(
    using random: inout SeededNumbers
  ) -> ([UInt8], [JSONText.Replacement]) {
    var old: [UInt8] = []
    for line in 0..<Int.random(in: 1...40, using: &random) {
      old += "line \(line % 7)\n".utf8
    }
    if Bool.random(using: &random) { old.removeLast() }
    var replacements: [JSONText.Replacement] = []
    var place = 0
    while place <= old.count, replacements.count < 6 {
      let start = Int.random(in: place...min(old.count, place + 60), using: &random)
      let end = Int.random(in: start...min(old.count, start + 20), using: &random)
      let text = ["", "x", "\n", "a\nb", "line 1\n", "\n\n"].randomElement(using: &random) ?? ""
      replacements.append(.init(range: start..<end, bytes: Array(text.utf8)))
      place = end + 1
    }
    return (old, replacements)
  }
}

/// Numbers by a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
