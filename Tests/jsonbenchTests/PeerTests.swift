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
        try process.check("simdjson", key: key)
          == .accepted([.init(name: "nulls", value: 1), .init(name: "string bytes", value: 12)]))
      #expect(
        try process.check("orjson", key: key) == .refusal(reason: "ValueError: no JSON"))
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

  @Test func contendersThatShareAFootnoteShareALine() throws {
    let peers = PeerContender.all
    let report = Report(
      machine: Sample.machine, tasks: [.walk], contenders: peers,
      measurements: peers.prefix(2).map {
        Sample.measurement("a.json", .walk, $0.name, median: 0.001)
      })
    let section = try #require(report.sections.first)
    #expect(section.footnotes.count == 1)
    #expect(section.footnotes[0].hasPrefix("simdjson, yyjson: parse alone"))
  }

  private func withDriver(_ body: (PeerProcess) throws -> Void) throws {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("jsonbench-driver-\(UUID().uuidString).sh")
    try Data(Self.driver.utf8).write(to: script)
    defer {
      // Nothing depends on the script being gone.
      do { try FileManager.default.removeItem(at: script) } catch {}
    }
    try body(try PeerProcess(interpreter: "sh", script: script))
  }
}
