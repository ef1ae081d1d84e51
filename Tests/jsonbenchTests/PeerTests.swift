import Foundation
import Testing

@testable import BenchmarkHarness

/// The protocol, against a driver of a few lines of shell; Python need not be there.
@Suite struct PeerTests {
  private static let driver = """
    echo ready simdjson orjson
    while read -r word first second third fourth; do
      case "$word $first" in
      "load "*) head -c "$second" > /dev/null; echo ok;;
      "check simdjson") printf 'ok nulls=1\\tstring bytes=12\\n';;
      "check orjson") echo refused ValueError: no JSON;;
      "time document") echo ok 0.25;;
      "time walk") exit;;
      *) echo error unknown request;;
      esac
    done
    """

  private let input = BenchmarkInput(name: "a b.json", bytes: Array("[null]\n[]".utf8))

  @Test func requestsAreAnsweredInTurn() throws {
    try withDriver { process in
      #expect(process.available == ["simdjson", "orjson"])
      let key = try process.load(input)
      #expect(try process.load(input) == key)
      #expect(
        try process.check(.document, "simdjson", key: key)
          == .accepted([.init(name: "nulls", value: 1), .init(name: "string bytes", value: 12)]))
      #expect(
        try process.check(.tree, "orjson", key: key) == .refusal(reason: "ValueError: no JSON"))
      #expect(try process.time(.document, "simdjson", key: key, iterations: 3) == 0.25)
    }
  }

  @Test func failuresAreErrors() throws {
    try withDriver { process in
      let key = try process.load(input)
      #expect(throws: PeerError.self) {
        try process.time(.tree, "orjson", key: key, iterations: 1)
      }
      // The driver ends here instead of answering.
      #expect(throws: PeerError.self) {
        try process.time(.walk, "simdjson", key: key, iterations: 1)
      }
    }
  }

  /// Packages of a few lines of Python, so that the driver itself is tried.
  private static let packages = [
    "orjson.py": """
    import json
    JSONDecodeError, JSONEncodeError = ValueError, TypeError
    OPT_INDENT_2 = 1
    loads = json.loads
    def dumps(value, option=0):
        raise TypeError("Recursion limit reached")
    """,
    "yyjson.py": """
    class Document:
        def __init__(self, data):
            self.as_obj = [None, None]
        def dumps(self):
            raise KeyError("no refusal")
    """,
  ]

  private static let hasPython =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }

  @Test(.enabled(if: hasPython, "python3 is not there"))
  func aLimitAtATaskIsARefusalAndAnyOtherFailureAnError() throws {
    let driver = try #require(PackageFiles.find("Benchmarks/Peers/peers.py"))
    try withFiles(
      Self.packages.merging([
        "peers.sh": #"PYTHONPATH="$(dirname "$0")" exec python3 '\#(driver.path)'"#
      ]) { $1 }
    ) { folder in
      let script = folder.appendingPathComponent("peers.sh")
      let process = try PeerProcess(interpreter: "sh", script: script)
      let key = try process.load(BenchmarkInput(name: "a.json", bytes: Array("[null]".utf8)))
      let refusal = Fingerprint.refusal(reason: "TypeError: Recursion limit reached")
      #expect(try process.check(.write, "orjson", key: key) == refusal)
      #expect(try process.check(.tree, "orjson", key: key).isRefusal == false)
      #expect(throws: PeerError.self) { try process.check(.write, "yyjson", key: key) }
      // What it makes of the text is wrong, and no refusal: the comparison finds it.
      let wrong = try process.check(.document, "yyjson", key: key)
      let right = try process.check(.tree, "orjson", key: key)
      #expect(wrong.difference(from: right, ownName: "a", otherName: "b") != nil)
    }
  }

  @Test func anInterpreterThatIsNotThereIsANote() throws {
    let discovery = PeerDiscovery(
      environment: [PeerDiscovery.interpreterVariable: "no-such-python"])
    let result = discovery.discover(wanted: PeerContender.all)
    #expect(result.contenders.isEmpty)
    let note = try #require(result.note)
    #expect(note.hasPrefix("without simdjson, yyjson, orjson ("))
    #expect(note.contains("pip install -r Benchmarks/Peers/requirements.txt"))
    #expect(!note.contains("\n"))
  }

  @Test func walksThatCouldNotBeCompiledAreLeftOut() throws {
    let words = "ready simdjson yyjson yyjson.walk compiler=cc_3.1"
    let greeting = "#!/bin/sh\necho \(words)\ncat > /dev/null\n"
    try withFiles(["python": greeting]) { folder in
      let interpreter = folder.appendingPathComponent("python").path
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: interpreter)
      let result = PeerDiscovery(environment: [PeerDiscovery.interpreterVariable: interpreter])
        .discover(wanted: PeerContender.all)
      #expect(result.contenders.map(\.name) == ["simdjson", "yyjson"])
      #expect(result.contenders.map { $0.takesPart(in: .walk) } == [false, true])
      #expect(result.contenders.allSatisfy { $0.takesPart(in: .document) })
      let footnote = try #require(result.contenders.last?.footnote(for: .walk))
      #expect(footnote.hasPrefix("from C++, compiled by cc 3.1, with the installed library"))
    }
  }

  @Test func contendersThatShareAFootnoteShareALine() throws {
    let peers = PeerContender.all
    let report = Report(
      machine: Sample.machine, tasks: [.walk], contenders: peers,
      measurements: peers.prefix(2).map {
        Sample.measurement("a.json", .walk, $0.name, median: 0.001)
      })
    let section = try #require(report.sections.first)
    #expect(section.footnotes.count == 1)
    #expect(section.footnotes[0].hasPrefix("simdjson, yyjson: from C++"))
  }

  private func withDriver(_ body: (PeerProcess) throws -> Void) throws {
    try withFiles(["driver.sh": Self.driver]) { folder in
      try body(
        try PeerProcess(interpreter: "sh", script: folder.appendingPathComponent("driver.sh")))
    }
  }

  private func withFiles(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("jsonbench-peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      // Nothing depends on the folder being gone.
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try body(folder)
  }
}
