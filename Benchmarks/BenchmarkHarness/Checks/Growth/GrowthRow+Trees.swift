import RushJSON
import RushJSONEditing

extension GrowthRow {
  /// Trees that are changed, compared and hashed.
  static let trees = [
    changes("tree-appending", 2000, of: ["list": []]) { tree, count in
      for index in 0..<count { tree["/list/-" as JSONPointer] = .integer(index) }
      return tree["list"]?.jsonArrayValue?.count ?? 0
    },
    changes("tree-inserting-names", 1000, of: [:]) { tree, count in
      for index in 0..<count { tree["m\(index)"] = .integer(index) }
      return tree.objectValue?.count ?? 0
    },
    row("object-insertions-before-the-last", 1000, of: { $0 }) { count in
      var object: RawJSON.Object = [:]
      for index in 0..<count {
        object.insert(
          RawJSON.Object.Member(name: "m\(index)", value: .integer(index)),
          at: max(object.count - 1, 0)
        )
      }
      return object.count
    },
    row("object-removals-before-the-last", 1000, expected: one, of: object) { tree in
      var object = tree.objectValue ?? [:]
      while object.count > 1 { object.remove(at: object.count - 2) }
      return object.count
    },
    patch("patch-removals", object: true, expected: { _ in 0 }) { .remove(member($0)) },
    patch("patch-additions") { .add(member($0), .integer($0)) },
    patch("patch-removals-undone", object: true, fails: true) { .remove(member($0)) },
    patch("patch-additions-undone", fails: true, expected: { _ in 0 }) {
      .add(member($0), .integer($0))
    },
    patch("patch-replacements", object: true) { .replace(member($0), true) },
    row("patch-appending", 500, of: { JSONPatch((0..<$0).map { .add("/-", .integer($0)) }) }) {
      try RawJSON.array([]).applying($0).jsonArrayValue?.count ?? -1
    },
    pair(
      "merge-patch", 500, GrowthText.members, { GrowthText.object($0) { #""m\#($0)":null"# } }
    ) { ($0.objectValue?.count ?? 0) - ($0.applyingMergePatch($1).objectValue?.count ?? -1) },
    // Where more members change, the object is replaced as a whole.
    pair(
      "difference-of-objects", 500, expected: { ($0 + 7) / 8 }, GrowthText.members,
      { GrowthText.object($0) { #""m\#($0)":\#($0 % 8 == 0 ? "true" : "\($0)")"# } }
    ) { $1.difference(from: $0).operations.count },
    pair(
      "difference-of-arrays", 500, expected: { _ in 2 }, numbers,
      { count in GrowthText.list(count) { $0 == 1 || $0 == count - 2 ? "null" : "\($0)" } }
    ) { $1.difference(from: $0).operations.count },
    pair(
      "difference-of-other-arrays", 2000, numbers, { GrowthText.list($0) { "\(-1 - $0)" } }
    ) { try $0.applying($1.difference(from: $0)) == $1 ? $1.jsonArrayValue?.count ?? -1 : 0 },
    set("set-of-deep-trees") { index in
      let begin = String(repeating: "[", count: 70)
      return begin + "\(index)" + String(repeating: "]", count: 70)
    },
    set("set-of-wide-trees") { index in
      "[" + (0..<100).map { "\($0 == 99 ? index : $0)" }.joined(separator: ",") + "]"
    },
    pair(
      "comparing-trees", 500, expected: one, GrowthText.members,
      { count in GrowthText.object(count) { #""m\#(count - 1 - $0)":\#(count - 1 - $0)"# } }
    ) { $0 == $1 ? 1 : 0 },
    row("sorting-names", 500, of: object) { $0.withSortedNames().objectValue?.count ?? 0 },
    row("walking", 500, expected: { $0 + 1 }, of: { try RawJSON(parsing: numbers($0)) }) { tree in
      var visits = 0
      tree.walk { _, _ in
        visits += 1
        return .descend
      }
      return visits
    },
  ]

  private static func numbers(_ count: Int) -> [UInt8] { GrowthText.list(count) { "\($0)" } }

  @Sendable private static func object(_ count: Int) throws -> RawJSON {
    try RawJSON(parsing: GrowthText.objectText(count))
  }

  private static func changes(
    _ name: String, _ count: Int, of tree: RawJSON,
    _ change: @escaping @Sendable (inout RawJSON, Int) -> Int
  ) -> GrowthRow {
    row(name, count, of: { $0 }) { count in
      var tree = tree
      return change(&tree, count)
    }
  }

  private static func pair(
    _ name: String, _ count: Int, expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ one: @escaping @Sendable (Int) -> [UInt8], _ other: @escaping @Sendable (Int) -> [UInt8],
    _ operation: @escaping @Sendable (RawJSON, RawJSON) throws -> Int
  ) -> GrowthRow {
    row(
      name, count, expected: expected,
      of: { (try RawJSON(parsing: one($0)), try RawJSON(parsing: other($0))) }, operation)
  }

  private static func set(
    _ name: String, _ text: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    row(name, 100, of: { try (0..<$0).map { try RawJSON(parsing: text($0)) } }) { Set($0).count }
  }

  private static func member(_ index: Int) -> JSONPointer { JSONPointer(tokens: ["m\(index)"]) }

  /// The number of members after a patch of an object, which is full or empty. One that fails is undone.
  private static func patch(
    _ name: String, object isFull: Bool = false, fails: Bool = false,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ operation: @escaping @Sendable (Int) -> JSONPatch.Operation
  ) -> GrowthRow {
    let end: [JSONPatch.Operation] = fails ? [.test("/none", true)] : []
    return row(
      name, 500, expected: expected,
      of: { (try object(isFull ? $0 : 0), JSONPatch((0..<$0).map(operation) + end)) }
    ) { object, patch in
      var tree = object
      var hasFailed = false
      do throws(JSONPatch.Failure) { try tree.apply(patch) } catch { hasFailed = true }
      return hasFailed == fails ? tree.objectValue?.count ?? -1 : -1
    }
  }
}
