import Testing

@testable import RushJSONCore

@Suite struct TreeArrayTests {
  @Test func behavesAsACollection() {
    var array: RawJSON.Array = [1, "a", nil]
    #expect(array.count == 3)
    #expect(Array(array) == [1, "a", nil])
    #expect(array.first == 1 && array.last == .some(.null))
    array.append([true])
    array.insert("first", at: 0)
    array.remove(at: 2)
    #expect(array == ["first", 1, nil, [true]])
    array.swapAt(0, 1)
    array.replaceSubrange(1...2, with: [5, 6, 7] as [RawJSON])
    #expect(array == [1, 5, 6, 7, [true]])
    array.removeAll { $0.intValue == 6 }
    array.reverse()
    #expect(array == [[true], 7, 5, 1])
    array += [8, 9] as RawJSON.Array
    array.removeFirst(2)
    array.removeLast()
    #expect(array.description == "[5,1,8]")
    #expect(RawJSON.Array(repeating: "x", count: 2) == ["x", "x"])
    #expect(RawJSON.Array((0..<3).lazy.map { RawJSON.integer($0) }) == [0, 1, 2])
    #expect(RawJSON.Array(array[1...]) == [1, 8])
    array.removeAll()
    #expect(array == [] && array.isEmpty)
  }

  @Test func replacingWithItself() {
    var array: RawJSON.Array = [1, 2, 3]
    array.replaceSubrange(1..<2, with: array)
    #expect(array == [1, 1, 2, 3, 3])
    array.append(contentsOf: array)
    #expect(array.count == 10)
    array.append(.array(array))
    #expect(array.count == 11 && array.last?.arrayValue?.count == 10)
  }

  @Test func copiesAreIndependent() {
    let original: RawJSON.Array = [1, 2]
    var copy = original
    copy.append(3)
    copy[0] = "x"
    #expect(original == [1, 2])
    #expect(copy == ["x", 2, 3])
  }

  @Test func growsWithoutCopyingEachTime() {
    var array = RawJSON.Array()
    var moves = 0
    var last: ObjectIdentifier?
    for index in 0..<10_000 {
      array.append(.integer(index))
      let memory = array.storage.map { ObjectIdentifier($0) }
      if memory != last { moves += 1 }
      last = memory
    }
    #expect(moves < 20)
    #expect(array.map(\.intValue) == (0..<10_000).map { $0 })
  }

  @Test func literalsAndArraysTakeWhatTheyNeed() {
    let array = RawJSON.Array([1, 2, 3] as [RawJSON])
    #expect(array.storage?.room == 3)
    #expect(RawJSON.Array([] as [RawJSON]).storage == nil)
  }

  @Test func heightFollowsEveryChange() {
    func height(_ value: RawJSON) -> UInt32 { value.height }
    var array: RawJSON.Array = []
    #expect(RawJSON.array(array).height == 1)
    array.append([[1]])
    #expect(RawJSON.array(array).height == 3)
    array[0] = [[[2]]]
    #expect(RawJSON.array(array).height == 4)
    array.insert([[[[[]]]]], at: 0)
    #expect(RawJSON.array(array).height == 6)
    var value: RawJSON = ["a": .array(array)]
    #expect(value.height == 7)
    value["a"]?[0]?[0]?[0] = [[[[[[]]]]]]
    #expect(value.height >= 10)
  }
}

extension TreeArrayTests {
  @Test func contiguousStorageHasAllElements() {
    let array: RawJSON.Array = [1, "two", nil]
    // Invariant: the elements are used only during the call.
    let texts = unsafe array.withContiguousStorageIfAvailable { elements in
      unsafe elements.map { $0.lenientString ?? "-" }
    }
    #expect(texts == ["1", "two", "-"])
    let count = unsafe RawJSON.Array().withContiguousStorageIfAvailable { $0.count }
    #expect(count == 0)
  }
}
