import Foundation
import RushJSON

/// Work during which a request for memory fails.
struct FailureScenario: Sendable {
  let name: String
  /// Whether the work writes to the file that it is given.
  var writesFile = false
  /// Prepares the work. What the work returns must be the same each time.
  let prepare: @Sendable (URL) throws -> () throws -> Int

  static let all = reading + writing + files

  static func named(_ name: String) throws(UsageError) -> FailureScenario {
    guard let scenario = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UsageError("unknown scenario '\(name)'; the scenarios are \(names)")
    }
    return scenario
  }

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
      { try AttackReader.eventCount(GrowthText.pieces(16, of: text), .strict) }
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
