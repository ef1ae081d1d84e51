import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// Editing a tree that is deeper than any stack.
@Suite struct DeepEditingTests {
  // Both depths exceed by far what half a megabyte of stack can recurse.
  #if DEBUG
    static let depth = 30_000
  #else
    static let depth = 100_000
  #endif

  /// `{"a":[{"a":[… value …]}]}`
  private static func tree(_ innermost: RawJSON) -> RawJSON {
    var value = innermost
    for _ in 0..<depth / 2 { value = ["a": .array([value] as RawJSON.Array)] }
    return value
  }

  private static let pointer = JSONPointer(
    tokens: (0..<depth).map { $0 % 2 == 0 ? "a" : "0" })

  private static func steps() -> [JSONPointer.Step] {
    (0..<depth).map { $0 % 2 == 0 ? .name("a") : .index(0) }
  }

  @Test func settingAndRemoving() throws {
    let isRight = try onSmallStack { () throws -> Bool in
      let pointer = Self.pointer
      var value = Self.tree(1)
      var isRight = value[pointer] == 1
      value[pointer] = 2
      isRight = isRight && value == Self.tree(2)
      try value.set(3, at: pointer)
      isRight = try isRight && value.value(at: pointer) == 3
      value[path: Self.steps()] = 4
      isRight = isRight && value[path: Self.steps()] == 4
      try value.remove(at: pointer)
      isRight = try isRight && value.value(at: #require(pointer.parent)) == []
      var created: RawJSON = nil
      created[path: Self.steps()] = 5
      return isRight && created == Self.tree(5)
    }
    #expect(isRight)
  }

  @Test func walkingAndTransforming() throws {
    let counts = try onSmallStack { () -> [Int] in
      var value = Self.tree(1)
      var visited = 0
      value.walk { pointer, _ in
        visited += 1
        return .descend
      }
      var changed = 0
      value.transform { value in
        changed += 1
        if value == 1 { value = 2 }
      }
      value.sortNames()
      let isChanged = value == Self.tree(2)
      return [
        visited, changed, isChanged ? 1 : 0, value.valueCount(limit: .max),
        value.isDeeper(than: Self.depth) ? 1 : 0, value.isDeeper(than: Self.depth - 1) ? 1 : 0,
      ]
    }
    #expect(counts == [Self.depth + 1, Self.depth + 1, 1, Self.depth + 1, 0, 1])
  }

  @Test func patching() throws {
    let isRight = try onSmallStack { () throws -> Bool in
      let pointer = Self.pointer
      var value = Self.tree(1)
      let patch: JSONPatch = [
        .test(pointer, 1), .replace(pointer, 2), .copy(from: pointer, to: "/b"),
        .move(from: "/a", to: "/c"),
      ]
      try value.apply(patch)
      try value.apply([.move(from: "/c", to: "/a"), .remove("/b")])
      var isRight = value == Self.tree(2)
      let failing = JSONPatch(patch.operations + [.test("", 1)])
      do {
        try value.apply(failing)
        isRight = false
      } catch {
        isRight = isRight && value == Self.tree(2)
      }
      // The difference, and a patch as deep as the value.
      let difference = Self.tree(3).difference(from: value)
      isRight =
        try isRight && difference.operations.count == 1
        && value.applying(difference) == Self.tree(3)
      var merge: RawJSON = 7
      for _ in 0..<Self.depth { merge = ["a": merge] }
      let merged = value.applyingMergePatch(merge)
      return isRight && merged == merge && merge.mergePatch(from: [:]) == merge
        && merge.mergePatch(from: value) != nil
    }
    #expect(isRight)
  }

  @Test func describing() throws {
    let count = try onSmallStack { Self.tree(1).debugDescription.utf8.count }
    // Each level has an opening and a closing line, indented by at most 64 spaces.
    #expect(count < Self.depth * 2 * 70)
  }

  @Test func sideBySide() throws {
    // There are many changes at every depth, and paths stay bounded.
    let isRight = try onSmallStack { () throws -> Bool in
      func tree(_ number: Int) -> RawJSON {
        var value: RawJSON = .number(number)
        for level in 0..<Self.depth / 10 { value = ["n": .number(number + level), "a": value] }
        return value
      }
      let patch = tree(2).difference(from: tree(1))
      let tokens = patch.operations.reduce(0) { $0 + $1.path.tokens.count }
      return try tree(1).applying(patch) == tree(2) && tokens < 512 * 512
    }
    #expect(isRight)
  }
}
