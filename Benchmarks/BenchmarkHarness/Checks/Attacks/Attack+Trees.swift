import RushJSON
import RushJSONEditing

extension Attack {
  /// Patches, pointers, differences, and what else is done with trees.
  static let trees = [
    Attack(
      name: "patches", summary: "operations that each do more than they say",
      cases: [
        patch("copies that double") { _, _ in .copy(from: "", to: "/-") },
        patch("copies into a deep place") { _, _ in .copy(from: "/0", to: "/0/0") },
        patch("elements inserted at the start", moves) { _, _ in .add("/0", .integer(1)) },
        patch("elements removed at the start", moves, elements: 1) { _, _ in .remove("/0") },
        patch("tests that fail", patchTree) { _, _ in .test("/0", .integer(-1)) },
        patch("moves from the start to the end", moves, elements: 1) { _, _ in
          .move(from: "/0", to: "/-")
        },
        removals("members removed, first to last") { index, _ in index },
        removals("members removed, last to first") { $1 - 1 - $0 },
      ]),
    Attack(
      name: "pointers", summary: "paths of 100,000 steps and more",
      cases: [
        pointer("parsed", shortSteps) { text in { try JSONPointer(text).tokens.count } },
        pointer("escapes", shortSteps, unit: "/~0~1") { text in
          { try JSONPointer(text).tokens.count }
        },
        pointer("followed in a document") { text in
          let document = try JSONDocument(parsing: "{\"a\":{\"a\":1}}")
          let pointer = try JSONPointer(text)
          return { document.root[pointer] == nil ? 1 : 0 }
        },
        pointer("followed in a tree") { text in
          let tree = try RawJSON(parsing: "{\"a\":{\"a\":1}}")
          let pointer = try JSONPointer(text)
          return { tree[pointer] == nil ? 1 : 0 }
        },
        pointer("made in a tree", Allowance(cost: 20, memory: 90, reason: made)) { text in
          let pointer = try JSONPointer(text)
          return {
            var tree: RawJSON = [:]
            try tree.set(true, at: pointer, creatingObjects: true)
            return tree[pointer] == true ? 1 : 0
          }
        },
        pointer("in a patch", shortSteps) { text in
          let pointer = try JSONPointer(text)
          let patch = JSONPatch([.add(pointer, 1)])
          return {
            try RawJSON.dictionary(RawJSON.Object()).applying(patch).objectValue?.count ?? 0
          }
        },
      ]),
    Attack(
      name: "differences", summary: "two values without anything in common",
      cases: [
        difference("arrays of numbers", { "\($0)" }, { "\(-1 - $0)" }),
        difference(
          "arrays in arrays", allowed: pairsOfArrays, { "[\($0),[\($0)]]" }, { "[[\(-$0)],\($0)]" }),
        difference(
          "arrays of 600 in an array", allowed: unlikeArrays, { _ in list(0..<600) },
          { _ in list(600..<1200) }),
        difference(
          "objects in an array", allowed: pairsOfObjects, { "{\"a\":\($0),\"b\":[]}" },
          { "{\"b\":\($0),\"c\":{}}" }),
        difference("numbers 500 levels deep", deep: 500, { "\($0)" }, { "\(-1 - $0)" }),
        difference("numbers 24 levels deep", deep: 24, { "\($0)" }, { "\(-1 - $0)" }),
        difference("the same, turned round", { "\($0)" }, { "\(1_000_000 - $0)" }),
        difference("two values that take turns", { "\($0 % 2)" }, { "\(1 - $0 % 2)" }),
        difference(
          "arrays of 60, the other way round", { list($0..<$0 + 60) },
          { list(($0..<$0 + 60).reversed()) }),
        difference("one of three changes", { "\($0)" }, { "\($0 % 3 == 0 ? -1 - $0 : $0)" }),
      ]),
  ]

  private static let moves = Allowance(
    cost: 60, memory: patchMemory,
    reason: "Each insertion moves the elements after it. Limit the number of operations of a patch."
  )
  private static let made = "An object for each step, of 80 bytes."

  private static func list(_ numbers: some Sequence<Int>) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
  }

  /// A patch whose text has about as many bytes as asked for, on an array.
  private static func patch(
    _ name: String, _ allowance: Allowance? = nil, elements: Int = 0,
    _ operation: @escaping @Sendable (Int, Int) -> JSONPatch.Operation
  ) -> AttackCase {
    patch(name, allowance, ordinary: { index, _ in .add("/-", .integer(index)) }, operation) {
      .array((0..<max(2, elements * $0)).map { .array([.integer($0)]) })
    }
  }

  /// A patch that removes all members of an object, in an order.
  private static func removals(
    _ name: String, _ index: @escaping @Sendable (Int, Int) -> Int
  ) -> AttackCase {
    @Sendable func member(_ index: Int) -> JSONPointer { JSONPointer(tokens: ["m\(index)"]) }
    return patch(
      name, patchTree, ordinary: { index, _ in .replace(member(index), 1) },
      { .remove(member(index($0, $1))) }
    ) { try RawJSON(parsing: GrowthText.objectText($0)) }
  }

  /// - Parameters:
  ///   - operation: The operation of an index, of so many.
  ///   - tree: What so many operations are applied to.
  private static func patch(
    _ name: String, _ allowance: Allowance?,
    ordinary: @escaping @Sendable (Int, Int) -> JSONPatch.Operation,
    _ operation: @escaping @Sendable (Int, Int) -> JSONPatch.Operation,
    of tree: @escaping @Sendable (Int) throws -> RawJSON
  ) -> AttackCase {
    AttackCase(name, allowance: allowance, ordinary: ordinary, hostile: operation) {
      operation, size in
      let count = size / 40
      let text = try JSONPatch((0..<count).map { operation($0, count) }).rawJSON.jsonBytes()
      let tree = try tree(count)
      return AttackInput(bytes: text.count) {
        let result = try tree.applying(JSONPatch(RawJSON(parsing: text)))
        return result.jsonArrayValue?.count ?? result.objectValue?.count ?? 0
      }
    }
  }

  /// An operation with a pointer, compared with the same on many short pointers.
  private static func pointer(
    _ name: String, _ allowance: Allowance? = nil, unit: String = "/a",
    _ prepare: @escaping @Sendable (String) throws -> () throws -> Int
  ) -> AttackCase {
    AttackCase(
      name, allowance: allowance,
      ordinary: { size in
        let text = "/references/favorites/0/name"
        let operation = try prepare(text)
        let count = size / text.utf8.count + 1
        return AttackInput(bytes: count * text.utf8.count) {
          var sum = 0
          for _ in 0..<count {
            do { sum += try operation() } catch { sum -= 1 }
          }
          return sum
        }
      }
    ) { size in
      let text = String(repeating: unit, count: size / unit.utf8.count)
      return AttackInput(bytes: text.utf8.count, operation: try prepare(text))
    }
  }

  /// Two arrays, compared with a pair that differs in a few places.
  private static func difference(
    _ name: String, allowed allowance: Allowance? = nil, deep depth: Int = 0,
    _ old: @escaping @Sendable (Int) -> String, _ new: @escaping @Sendable (Int) -> String
  ) -> AttackCase {
    @Sendable func input(
      _ size: Int, deep depth: Int = 0, _ old: (Int) -> String, _ new: (Int) -> String
    ) throws -> AttackInput {
      let count = size / 2 / (old(1000).utf8.count + 1) + 1
      let begin = String(repeating: "[", count: depth + 1)
      let end = String(repeating: "]", count: depth + 1)
      let oldText = GrowthText.list(count, from: begin, to: end, old)
      let newText = GrowthText.list(count, from: begin, to: end, new)
      let (old, new) = (try RawJSON(parsing: oldText), try RawJSON(parsing: newText))
      let patch = try new.difference(from: old).rawJSON.jsonBytes()
      return AttackInput(bytes: max(oldText.count + newText.count, patch.count)) {
        new.difference(from: old).operations.count
      }
    }
    return AttackCase(
      name, allowance: allowance,
      ordinary: { size in
        try input(
          size, { #"{"id":\#($0),"name":"number \#($0)"}"# },
          { #"{"id":\#($0),"name":"number \#($0 % 50 == 0 ? -$0 : $0)"}"# })
      }
    ) { try input($0, deep: depth, old, new) }
  }
}
