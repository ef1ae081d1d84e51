import Foundation
import RushJSON

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

  // MARK: - Reading

  private static let reading = [
    FailureScenario(name: "document") { _ in
      {
        let document = try JSONDocument(parsing: text)
        return try document.root.elements().reduce(0) { try $0 + ($1["name"]?.string().count ?? 0) }
      }
    },
    FailureScenario(name: "tree") { _ in { try sum(RawJSON(parsing: text)) } },
    FailureScenario(name: "wide-object") { _ in
      let text = GrowthText.objectText(200)
      return {
        let document = try JSONDocument(parsing: text)
        return try document.root["m77"]?.int() ?? 0
      }
    },
    FailureScenario(name: "decoder") { _ in
      { try RushJSONDecoder().decode([Item].self, from: text).reduce(0) { $0 + $1.name.count } }
    },
    FailureScenario(name: "events") { _ in
      { try RushJSONStream.eventCount(of: GrowthText.pieces(16, of: text)) }
    },
    FailureScenario(name: "partial-value") { _ in
      {
        var partial = PartialJSON()
        var names = 0
        for piece in GrowthText.pieces(200, of: text) {
          try partial.feed(piece)
          names += partial.snapshot()?.jsonArrayValue?.count ?? 0
        }
        try partial.finish()
        return names
      }
    },
    FailureScenario(name: "lines") { _ in
      let text = OrdinaryText.lines.text(2000)
      return {
        try JSONLines(GrowthText.pieces(100, of: text)).documents().reduce(0) {
          try $0 + $1.get().root.count
        }
      }
    },
    FailureScenario(name: "projection") { _ in
      { try JSONProjection(["/3/name", "/5/tags"]).values(in: text).count { $0 != nil } }
    },
  ]

  // MARK: - Writing and changing

  private static let writing = [
    FailureScenario(name: "encoder") { _ in
      let items = try RushJSONDecoder().decode([Item].self, from: text)
      return { try hash(RushJSONEncoder().encodeToBytes(items)) }
    },
    FailureScenario(name: "canonical") { _ in
      let tree = try RawJSON(parsing: text)
      return { try hash(tree.jsonBytes(.canonical)) }
    },
    FailureScenario(name: "patch") { _ in
      let tree = try RawJSON(parsing: text)
      let patch = JSONPatch(
        (0..<count).map { .add(JSONPointer(tokens: ["\($0 / 2)", "name"]), .string("new \($0)")) })
      return { try sum(tree.applying(patch)) }
    },
    FailureScenario(name: "difference") { _ in
      let old = try RawJSON(parsing: text)
      let new = try old.applying([.replace("/1/name", "x"), .remove("/2/tags"), .remove("/3")])
      return { new.difference(from: old).operations.count }
    },
  ]

  // MARK: - Files

  private static let files = [
    FailureScenario(name: "encode-to-file", writesFile: true) { url in
      let items = try RushJSONDecoder().decode([Item].self, from: text)
      return {
        try RushJSONEncoder().encode(items, to: url)
        return 1
      }
    },
    FailureScenario(name: "tree-to-file", writesFile: true) { url in
      let tree = try RawJSON(parsing: text)
      return {
        try tree.writeJSON(to: url)
        return 1
      }
    },
    FailureScenario(name: "document-to-file", writesFile: true) { url in
      let document = try JSONDocument(parsing: text)
      return {
        try document.writeJSON(.pretty, to: url)
        return 1
      }
    },
  ]

  private struct Item: Codable {
    var id: Int
    var name: String
    var tags: [String]
    var at: [Double]
    var ok: Bool
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
  /// The result of the work, or `nil` if it threw an error.
  var result: Int?
  /// The requests for memory that it made.
  var requests: Int
}

extension FailureScenario {
  /// Does the work while a request for memory fails, in a process of its own.
  /// - Parameters:
  ///   - requests: The number of requests that succeed first.
  ///   - forever: Whether all later requests fail, too.
  func run(
    failingAfter requests: Int, forever: Bool, file: String, _ counter: AllocationCounter
  ) throws(UsageError) -> FailureOutcome {
    let file = URL(fileURLWithPath: file)
    do {
      let work = try prepare(file)
      // What is done once per process comes first: the Swift runtime does not check whether it gets the
      // memory for its own tables.
      if writesFile {
        let old = try Data(contentsOf: file)
        blackHole(try work())
        try old.write(to: file)
      } else {
        blackHole(try work())
      }
      var result: Int?
      var failed = false
      let count = counter.allocations {
        failed = counter.withFailure(after: requests, forever: forever) {
          do { result = try work() } catch { result = nil }
        }
      }
      guard failed, let count else { throw UsageError("requests cannot fail here") }
      return FailureOutcome(result: result, requests: count)
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(name) cannot be prepared: \(error)")
    }
  }
}
