import RushJSON

extension GrowthRow {
  /// Trees that are changed, compared and hashed.
  static let trees = [
    GrowthRow("tree-appending", 2000) { count in
      return {
        var tree: RawJSON = ["list": []]
        for index in 0..<count { tree["/list/-" as JSONPointer] = .integer(index) }
        return tree["list"]?.jsonArrayValue?.count ?? 0
      }
    },
    GrowthRow("tree-inserting-names", 1000) { count in
      return {
        var tree: RawJSON = [:]
        for index in 0..<count { tree["m\(index)"] = .integer(index) }
        return tree.objectValue?.count ?? 0
      }
    },
    GrowthRow("object-insertions-before-the-last", 1000) { count in
      return {
        var object: JSONObject = [:]
        for index in 0..<count {
          object.insert(
            JSONObject.Member(name: "m\(index)", value: .integer(index)),
            at: max(object.count - 1, 0))
        }
        return object.count
      }
    },
    GrowthRow("object-removals-before-the-last", 1000, expected: { _ in 1 }) { count in
      let tree = try RawJSON(parsing: GrowthText.objectText(count))
      return {
        var object = tree.objectValue ?? [:]
        while object.count > 1 { object.remove(at: object.count - 2) }
        return object.count
      }
    },
    patch("patch-removals", object: true, expected: { _ in 0 }) { .remove(member($0)) },
    patch("patch-additions") { .add(member($0), .integer($0)) },
    patch("patch-removals-undone", object: true, fails: true) { .remove(member($0)) },
    patch("patch-additions-undone", fails: true, expected: { _ in 0 }) {
      .add(member($0), .integer($0))
    },
    patch("patch-replacements", object: true) { .replace(member($0), true) },
    GrowthRow("patch-appending", 500) { count in
      let patch = JSONPatch((0..<count).map { .add("/-", .integer($0)) })
      return { try RawJSON.array([]).applying(patch).jsonArrayValue?.count ?? -1 }
    },
    GrowthRow("merge-patch", 500) { count in
      let tree = try RawJSON(parsing: GrowthText.objectText(count))
      let patch = try RawJSON(parsing: GrowthText.object(count) { #""m\#($0)":null"# })
      return { count - (tree.applyingMergePatch(patch).objectValue?.count ?? -1) }
    },
    // Where more members change, the object is replaced as a whole.
    GrowthRow("difference-of-objects", 500, expected: { ($0 + 7) / 8 }) { count in
      let old = try RawJSON(parsing: GrowthText.objectText(count))
      let new = try RawJSON(
        parsing: GrowthText.object(count) { #""m\#($0)":\#($0 % 8 == 0 ? "true" : "\($0)")"# })
      return { new.difference(from: old).operations.count }
    },
    GrowthRow("difference-of-arrays", 500, expected: { _ in 2 }) { count in
      let old = try RawJSON(parsing: GrowthText.list(count) { "\($0)" })
      let new = try RawJSON(
        parsing: GrowthText.list(count) { $0 == 1 || $0 == count - 2 ? "null" : "\($0)" })
      return { new.difference(from: old).operations.count }
    },
    GrowthRow("difference-of-other-arrays", 2000) { count in
      let old = try RawJSON(parsing: GrowthText.list(count) { "\($0)" })
      let new = try RawJSON(parsing: GrowthText.list(count) { "\(-1 - $0)" })
      return { try old.applying(new.difference(from: old)) == new ? count : 0 }
    },
    GrowthRow("set-of-deep-trees", 100) { count in
      let trees = try (0..<count).map { index in
        let text = [UInt8](repeating: 0x5b, count: 70) + Array("\(index)".utf8)
        return try RawJSON(parsing: text + [UInt8](repeating: 0x5d, count: 70))
      }
      return { Set(trees).count }
    },
    GrowthRow("set-of-wide-trees", 100) { count in
      let trees = try (0..<count).map { index in
        try RawJSON(parsing: GrowthText.list(100) { $0 == 99 ? "\(index)" : "\($0)" })
      }
      return { Set(trees).count }
    },
    GrowthRow("comparing-trees", 500, expected: { _ in 1 }) { count in
      let a = try RawJSON(parsing: GrowthText.objectText(count))
      let b = try RawJSON(
        parsing: GrowthText.object(count) { index in
          #""m\#(count - 1 - index)":\#(count - 1 - index)"#
        })
      return { a == b ? 1 : 0 }
    },
    GrowthRow("sorting-names", 500) { count in
      let tree = try RawJSON(parsing: GrowthText.objectText(count))
      return { tree.withSortedNames().objectValue?.count ?? 0 }
    },
    GrowthRow("walking", 500, expected: { $0 + 1 }) { count in
      let tree = try RawJSON(parsing: GrowthText.list(count) { "\($0)" })
      return {
        var visits = 0
        tree.walk { _, _ in
          visits += 1
          return .descend
        }
        return visits
      }
    },
  ]

  private static func member(_ index: Int) -> JSONPointer { JSONPointer(tokens: ["m\(index)"]) }

  /// The number of members after a patch of an object, which is full or empty. One that fails is undone.
  private static func patch(
    _ name: String, object isFull: Bool = false, fails: Bool = false,
    expected: @escaping @Sendable (Int) -> Int = { $0 },
    _ operation: @escaping @Sendable (Int) -> JSONPatch.Operation
  ) -> GrowthRow {
    GrowthRow(name, 500, expected: expected) { count in
      let object = try RawJSON(parsing: GrowthText.objectText(isFull ? count : 0))
      let patch = JSONPatch((0..<count).map(operation) + (fails ? [.test("/none", true)] : []))
      return {
        var tree = object
        do throws(JSONPatch.Failure) { try tree.apply(patch) } catch {
          return fails ? tree.objectValue?.count ?? -1 : -1
        }
        return fails ? -1 : tree.objectValue?.count ?? -1
      }
    }
  }
}
