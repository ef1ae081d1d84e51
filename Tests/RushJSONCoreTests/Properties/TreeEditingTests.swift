import RushJSONCore
import RushJSONEditing
import Testing

/// Changing a value in place gives the same tree as building it anew with that value.
@Suite struct TreeEditingTests {
  /// The tree with another value at a path, built anew from the outside in.
  private func rebuilt(_ tree: RawJSON, _ path: ArraySlice<String>, _ value: RawJSON?) -> RawJSON? {
    guard let token = path.first else { return value }
    let rest = path.dropFirst()
    switch tree {
    case .dictionary(let object):
      var members: [RawJSON.Object.Member] = []
      for member in object {
        if !member.name.utf8.elementsEqual(token.utf8) {
          members.append(member)
        } else if let value = rebuilt(member.value, rest, value) {
          members.append(.init(name: member.name, value: value))
        }
      }
      return .dictionary(RawJSON.Object(members))
    case .array(let array):
      var elements: [RawJSON] = []
      for (index, element) in array.enumerated() {
        if String(index) != token {
          elements.append(element)
        } else if let value = rebuilt(element, rest, value) {
          elements.append(value)
        }
      }
      return .array(RawJSON.Array(elements))
    default: return tree
    }
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func inPlaceEqualsRebuilt(_ seed: PropertySeed) throws {
    var generator = TreeGenerator(seed: seed.value)
    for _ in 0..<40 {
      let tree = generator.tree()
      let text = tree.description
      let pointer = generator.pointer(in: tree)
      let new = generator.tree(depth: 2, bytes: 60)
      let expected = rebuilt(tree, pointer.tokens[...], new)

      var bySubscript = tree
      bySubscript[pointer] = new
      var bySet = tree
      try bySet.set(new, at: pointer)
      var byPatch = tree
      try byPatch.apply([.replace(pointer, new)])
      var byTransform = tree
      var path: [JSONPointer.Step] = []
      var around = tree
      for token in pointer.tokens {
        let index = JSONPointer.index(of: token)
        if case .array = around, let index {
          path.append(.index(index))
        } else {
          path.append(.name(token))
        }
        around = around[[token]] ?? .null
      }
      byTransform[path: path] = new
      for changed in [bySubscript, bySet, byPatch, byTransform] {
        changed._checkInvariants()
        // In this order as well.
        #expect(changed.description == expected?.description, "\(pointer) in \(tree)")
      }

      if !pointer.isEmpty {
        var removed = tree
        let old = try removed.remove(at: pointer)
        removed._checkInvariants()
        #expect(.some(old) == tree[pointer])
        #expect(removed.description == rebuilt(tree, pointer.tokens[...], nil)?.description)
        // And back to the original.
        #expect(throws: JSONPatch.Failure.self) {
          try bySubscript.apply([.remove(pointer), .test("", "not this")])
        }
        #expect(bySubscript.description == expected?.description)
      }
      #expect(tree.description == text)
    }
  }
}

extension RawJSON {
  fileprivate subscript(tokens: [String]) -> RawJSON? { self[JSONPointer(tokens: tokens)] }
}
