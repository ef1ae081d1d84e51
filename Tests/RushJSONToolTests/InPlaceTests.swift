import Foundation
import Testing

@testable import RushJSONTool

/// Files that are replaced: all or nothing, with their permissions.
@Suite final class InPlaceTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rushjson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {
      // The system empties the folder for temporary files.
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [0o644, 0o600, 0o755, 0o640])
  func permissionsAreKept(_ permissions: Int) throws {
    try write("{\"b\":1,\"a\":[ ]}", to: "x.json", permissions: permissions)
    let run = try ToolRun(["format", "--in-place", "--sorted", path("x.json")], color: true)
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(try text(of: "x.json") == "{\n  \"a\": [],\n  \"b\": 1\n}\n")
    #expect(try self.permissions(of: "x.json") == permissions)
    #expect(try names() == ["x.json"])
  }

  @Test func severalFilesAndValues() throws {
    try write("[ 1 ]", to: "a")
    try write("1 2", to: "b")
    let run = try ToolRun(["format", "--in-place", "--compact", "--values", path("a"), path("b")])
    #expect(run.code == 0)
    #expect(try text(of: "a") == "[1]\n" && text(of: "b") == "1\n2\n")
  }

  @Test func fileThatIsNotJSONStays() throws {
    try write("[ 1 ]", to: "a")
    try write("[1,\n2 3]", to: "b", permissions: 0o600)
    let run = try ToolRun(["format", "--in-place", "--compact", path("a"), path("b")])
    #expect(run.code == 2 && run.errors.contains("expected ',' or ']'"))
    #expect(try text(of: "a") == "[1]\n" && text(of: "b") == "[1,\n2 3]")
    #expect(try names() == ["a", "b"])
  }

  @Test func longFile() throws {
    let element = "{ \"id\" : 12345, \"text\" : \"some words\" }"
    try write("[\(Array(repeating: element, count: 20_000).joined(separator: " ,"))]", to: "a")
    #expect(try ToolRun(["format", "--in-place", "--compact", path("a")]).code == 0)
    let compact = "{\"id\":12345,\"text\":\"some words\"}"
    #expect(
      try text(of: "a")
        == "[\(Array(repeating: compact, count: 20_000).joined(separator: ","))]\n")
  }

  @Test func linkStaysALink() throws {
    try write("[ 1 ]", to: "a")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "a")
    #expect(try ToolRun(["format", "--in-place", "--compact", path("link")]).code == 0)
    #expect(try text(of: "a") == "[1]\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a")
  }

  @Test func whatIsNoFileIsRefused() throws {
    let missing = try ToolRun(["format", "--in-place", path("no")])
    #expect(missing.code == 2 && missing.errors.contains("cannot replace"))
    #expect(missing.errors.count { $0 == "\n" } == 1)
    let directory = try ToolRun(["format", "--in-place", folder.path])
    #expect(directory.code == 2 && directory.errors.contains("it is not a regular file"))
    #expect(try names() == [])
  }

  // MARK: - Edits

  private static let settings =
    "{\n  // Colours\n  \"theme\": \"dark\", // or light\n  \"size\": 12.0,\n}\n"

  @Test func editKeepsLayoutAndPermissions() throws {
    try write(Self.settings, to: "a.json", permissions: 0o600)
    let run = try ToolRun([
      "edit", "--set", "/theme", "light", path("a.json"), "--set", ".list", "[1]", "--append",
      "/list", "2", "--rename", "/size", "width", "--insert=/list/0", "0",
    ])
    #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(
      try text(of: "a.json")
        == "{\n  // Colours\n  \"theme\": \"light\", // or light\n  \"width\": 12.0,\n  \"list\": [\n"
        + "    0,\n    1,\n    2,\n  ],\n}\n")
    #expect(try permissions(of: "a.json") == 0o600)
    #expect(try names() == ["a.json"])
  }

  @Test func editThatDoesNotApplyChangesNothing() throws {
    try write(Self.settings, to: "a.json")
    let run = try ToolRun(["edit", "--remove", "/size", "--remove", "/none", path("a.json")])
    #expect(run.code == 1)
    #expect(
      run.errors.contains("the edit does not apply: no member is named \"none\" in the object"))
    #expect(run.errors.contains("(byte 0, line 1, column 1)"), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
    #expect(try text(of: "a.json") == Self.settings)
  }

  @Test func editOfStandardInputIsPrinted() throws {
    let arguments = [
      "edit", "--json5", "--create", "--set", "/a/b", "true", "--move", "/c", "/d", "-",
    ]
    let run = try ToolRun(arguments, input: "{c: 'x'}\n")
    #expect(run.code == 0)
    #expect(run.output == "{a: {b: true}, d: 'x'}\n", "\(run.output)")
  }

  /// In a path as in jq, an index is an element and a name a member, of what exists and of what is made.
  @Test(arguments: [
    ([".l[0]", "9"], "{}", #"{"l": [9]}"#), ([".l[0].a", "9"], "{}", #"{"l": [{"a": 9}]}"#),
    ([#".l["0"]"#, "9"], "{}", #"{"l": {"0": 9}}"#), (["/l/0", "9"], "{}", #"{"l": {"0": 9}}"#),
    ([".l[1]", "9"], #"{"l": [1]}"#, #"{"l": [1, 9]}"#),
    ([".l[-1]", "9"], #"{"l": [1]}"#, #"{"l": [9]}"#),
    ([".l[0]", "9"], #"{"l": null}"#, #"{"l": [9]}"#), ([".", "9"], "null", "9"),
    ([".[0]", "9"], "null", "[9]"), ([".a", "9"], #"{"a": {}}"#, #"{"a": 9}"#),
  ])
  func editsCreateWhatTheirPathSays(_ edit: [String], _ text: String, _ result: String) throws {
    let run = try ToolRun(["edit", "--create", "--set"] + edit + ["-"], input: text)
    let expected = result.filter { $0 != " " }
    #expect(run.output.filter { !$0.isWhitespace } == expected, "\(edit): \(run.errors)")
    #expect(run.code == 0)
  }

  @Test(arguments: [
    (["--set", ".[0]", "9"], #"{"0": 1}"#, "is an element of an array, but the text is an object"),
    (["--create", "--set", ".[0]", "9"], #"{"0": 1}"#, "but the text is an object"),
    (
      ["--set", #".l["0"]"#, "9"], #"{"l": [1]}"#,
      "is the name of a member, but the value at /l is an array"
    ),
    (["--remove", #".l["-"]"#], #"{"l": [1]}"#, "but the value at /l is an array"),
    (["--append", ".[0]", "1"], #"{"0": []}"#, "but the text is an object"),
    (["--rename", ".[0]", "a"], #"{"0": []}"#, "but the text is an object"),
    (["--move", ".a", ".l.0"], #"{"a": 1, "l": []}"#, "[0] for an index"),
    (["--move", ".a", #".l."0""#], #"{"a": 1, "l": []}"#, "but the value at /l is an array"),
    (["--insert", ".l[-2]", "1"], #"{"l": [1]}"#, "before the first of 1 elements"),
    (["--remove", ".l[-1]"], #"{"l": 7}"#, "but the value at /l is not one"),
    (["--create", "--set", ".l[2]", "9"], "{}", "a new array begins with [0]"),
    (["--set", ".l[1:]", "9"], #"{"l": [1, 2]}"#, "a slice is not one value"),
    (["--create", "--set", ".l[:1]", "9"], "{}", "a slice is not one value"),
  ])
  func editsThatMeanAnotherKindAreRefused(
    _ edit: [String], _ text: String, _ message: String
  ) throws {
    let run = try ToolRun(["edit"] + edit + ["-"], input: text)
    #expect(run.code != 0 && run.output.isEmpty, "\(edit)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  @Test func negativeIndexesOfEdits() throws {
    let run = try ToolRun(
      ["edit", "--remove", ".[-1]", "--insert", ".[-1]", "7", "--move", ".[0]", ".[-1]", "-"],
      input: "[1, 2, 3]")
    #expect(run.output == "[7, 2, 1]", "\(run.errors)")
  }

  // MARK: - Names and signals

  /// The name of a file need not be UTF-8, where the file system allows that.
  @Test func namesThatAreNotUTF8() throws {
    let name = Array((folder.path + "/caf").utf8) + [0xe9, 0xf4, 0x8f, 0xbf, 0xa9]
    let argument = FileName.text(of: name)
    #expect(FileName.bytes(of: argument) == name)
    #expect(FileName.shown(argument).hasSuffix(#"/caf\xE9\xF4\x8F\xBF\xA9"#))
    let missing = try ToolRun(["validate", argument])
    #expect(missing.code == 2 && missing.errors.contains(#"caf\xE9"#), "\(missing.errors)")
    // Invariant: the argument is a C string during the call.
    let descriptor = unsafe open(FileName.cString(of: argument), O_CREAT | O_WRONLY, 0o600)
    if descriptor < 0 { return }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(
      contentsOf: Data("{\"a\":[1 ]}\n".utf8))
    for command in [["validate"], ["lines", "--count"], ["stats"], ["diff", argument]] {
      let run = try ToolRun(command + [argument])
      #expect(run.code == 0 && run.errors.isEmpty, "\(command): \(run.errors)")
    }
    #expect(try ToolRun(["format", "--in-place", "--compact", argument]).code == 0)
    #expect(try ToolRun(["edit", "--set", ".a[0]", "2", argument]).code == 0)
    #expect(try ToolRun(["select", ".a", argument]).output == "[2]\n")
    #expect(try names().count == 1)
  }

  /// A signal during `--in-place`, here in a program that a thread with blocked signals has started, ends the program, and leaves the old file alone.
  @Test func signalLeavesNoFile() throws {
    let text =
      "[\(Array(repeating: "{ \"id\" : 12345 }", count: 1_000_000).joined(separator: ","))]"
    try write(text, to: "a")
    let process = Process()
    process.executableURL = try Self.program
    process.arguments = ["format", "--in-place", path("a")]
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try names().count < 2 { sched_yield() }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGTERM)
    #expect(try names() == ["a"])
    #expect(try self.text(of: "a") == text)
  }

  /// The program, which is in the same folder as the tests. Without the package's products, it has the name of
  /// its target.
  private static var program: URL {
    get throws {
      var candidates = CommandLine.arguments.map { URL(fileURLWithPath: $0) }
      #if canImport(Darwin)
        candidates += (Bundle.allBundles + [Bundle.main]).map(\.bundleURL)
      #endif
      for start in candidates {
        for folder in [start, start.deletingLastPathComponent()] {
          for name in ["rushjson", "RushJSONCommand"] {
            let program = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
          }
        }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }

  @Test func listedEditsAreNotWritten() throws {
    try write("[1, 2, 3]", to: "a")
    let run = try ToolRun(["edit", "--list", "--set", "/0", "5", "--remove", "/2", path("a")])
    let expected = """
      {"offset":1,"length":1,"text":"5"}
      {"offset":5,"length":3,"text":""}

      """
    #expect(run.output == expected)
    #expect(try text(of: "a") == "[1, 2, 3]")
  }

  /// What was not committed leaves nothing.
  @Test func discardedReplacementLeavesTheFile() throws {
    try write("old", to: "a")
    let replacement = try Replacement(of: path("a"))
    try replacement.output.write("new")
    #expect(try names().count == 2)
    replacement.discard()
    replacement.discard()
    #expect(try names() == ["a"] && text(of: "a") == "old")
    let second = try Replacement(of: path("a"))
    try second.output.write("new")
    try second.commit()
    second.discard()
    #expect(try names() == ["a"] && text(of: "a") == "new")
  }
}
