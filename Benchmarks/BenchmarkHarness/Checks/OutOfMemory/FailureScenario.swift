import Foundation
import RushJSON
import RushJSONEditing
import RushJSONStreams

/// Work during which a request for memory fails.
struct FailureScenario: CheckRow {
  static let kind = "scenario"

  let name: String
  /// Whether the work writes to the file that it is given.
  var writesFile = false
  /// Prepares the work. What the work returns must be the same each time.
  let prepare: @Sendable (URL) throws -> () throws -> Int

  static let all = reading + writing + files

  private static let count = 40
  private static let text = OrdinaryText.array.text(3000)

  private static let reading = [
    scenario("document") {
      let document = try JSONDocument(parsing: $0)
      return try document.root.elements().reduce(0) { try $0 + ($1["name"]?.string().count ?? 0) }
    },
    scenario("tree") { try sum(RawJSON(parsing: $0)) },
    scenario("wide-object", of: { GrowthText.members(200) }) {
      try JSONDocument(parsing: $0).root["m77"]?.int() ?? 0
    },
    scenario("decoder") {
      try RushJSONDecoder().decode([OrdinaryText.Record].self, from: $0).reduce(0) {
        $0 + $1.name.count
      }
    },
    scenario("events") { try RushJSONStream.eventCount(of: GrowthText.pieces(16, of: $0)) },
    scenario("partial-value") {
      var partial = PartialJSON()
      var names = 0
      for piece in GrowthText.pieces(200, of: $0) {
        try partial.feed(piece)
        names += partial.snapshot()?.jsonArrayValue?.count ?? 0
      }
      try partial.finish()
      return names
    },
    scenario("lines", of: { OrdinaryText.lines.text(2000) }) {
      try JSONLines(GrowthText.pieces(100, of: $0)).documents().reduce(0) {
        try $0 + $1.get().root.count
      }
    },
    scenario("projection") {
      try JSONProjection(["/3/name", "/5/tags"]).values(in: $0).count { $0 != nil }
    },
  ]

  private static let writing = [
    scenario("encoder", of: items) { try hash(RushJSONEncoder().encodeToBytes($0)) },
    scenario("canonical", of: tree) { try hash($0.jsonBytes(.canonical)) },
    scenario(
      "patch",
      of: {
        let operations = (0..<count).map {
          JSONPatch.Operation.add(
            JSONPointer(tokens: ["\($0 / 2)", "name"]), .string("new \($0)"))
        }
        return (try tree(), JSONPatch(operations))
      }
    ) { tree, patch in try sum(tree.applying(patch)) },
    scenario(
      "difference",
      of: {
        let old = try tree()
        return (
          old, try old.applying([.replace("/1/name", "x"), .remove("/2/tags"), .remove("/3")])
        )
      }
    ) { old, new in new.difference(from: old).operations.count },
  ]

  private static let files = [
    file("encode-to-file", of: items) { try RushJSONEncoder().encode($0, to: $1) },
    file("tree-to-file", of: tree) { try $0.writeJSON(to: $1) },
    file("document-to-file", of: { try JSONDocument(parsing: text) }) {
      try $0.writeJSON(.pretty, to: $1)
    },
  ]

  @Sendable private static func items() throws -> [OrdinaryText.Record] {
    try RushJSONDecoder().decode([OrdinaryText.Record].self, from: text)
  }

  @Sendable private static func tree() throws -> RawJSON { try RawJSON(parsing: text) }

  /// Work on the text of ordinary records.
  private static func scenario(
    _ name: String, _ work: @escaping @Sendable ([UInt8]) throws -> Int
  ) -> FailureScenario { scenario(name, of: { text }, work) }

  /// Work on what is prepared.
  private static func scenario<Prepared>(
    _ name: String, of prepare: @escaping @Sendable () throws -> Prepared,
    _ work: @escaping @Sendable (Prepared) throws -> Int
  ) -> FailureScenario {
    FailureScenario(name: name) { _ in
      let prepared = try prepare()
      return { try work(prepared) }
    }
  }

  private static func file<Prepared>(
    _ name: String, of prepare: @escaping @Sendable () throws -> Prepared,
    _ write: @escaping @Sendable (Prepared, URL) throws -> Void
  ) -> FailureScenario {
    FailureScenario(name: name, writesFile: true) { url in
      let prepared = try prepare()
      return {
        try write(prepared, url)
        return 1
      }
    }
  }

  /// A number that depends on all names.
  private static func sum(_ tree: RawJSON) -> Int {
    tree.jsonArrayValue?.reduce(0) { $0 + ($1["name"]?.stringValue?.utf8.count ?? 0) } ?? 0
  }

  private static func hash(_ bytes: [UInt8]) -> Int {
    bytes.reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xffff_ffff }
  }
}

/// What a process reports if it survives a failure.
struct FailureOutcome: Codable {
  var result: Int?
  var requests: Int
}

extension FailureScenario {
  /// Does the work while a request for memory fails, in a process of its own.
  /// - Parameter requests: The number of requests that succeed first. All later ones fail if `forever`.
  func run(
    failingAfter requests: Int, forever: Bool, file: String, _ counter: AllocationCounter
  ) throws(UsageError) -> FailureOutcome {
    let file = URL(fileURLWithPath: file)
    return try attempt("\(name) cannot be prepared") {
      let work = try prepare(file)
      // What is done once per process comes first: the Swift runtime does not check whether it gets the
      // memory for its own tables.
      let old = writesFile ? try Data(contentsOf: file) : nil
      blackHole(try work())
      try old?.write(to: file)
      var result: Int?
      var failed = false
      let count = counter.allocations {
        failed = counter.withFailure(after: requests, forever: forever) {
          do { result = try work() } catch { result = nil }
        }
      }
      guard failed, let count else { throw UsageError("requests cannot fail here") }
      return FailureOutcome(result: result, requests: count)
    }
  }
}
