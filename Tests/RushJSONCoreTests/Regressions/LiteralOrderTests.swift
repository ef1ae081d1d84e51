import RushJSONCore
import Testing

/// A dictionary literal passed to `.dictionary(_:)` became a Swift dictionary first, so the order
/// of the members changed from one value to the next.
@Suite struct LiteralOrderTests {
  @Test func aLiteralKeepsItsOrder() {
    for _ in 0..<100 {
      let value = RawJSON.dictionary(["z": 1, "y": 2, "x": 3, "w": [true], "v": nil])
      #expect(value.description == #"{"z":1,"y":2,"x":3,"w":[true],"v":null}"#)
    }
  }

  @Test func dictionariesAndArraysAreAcceptedToo() {
    let members: [String: RawJSON] = ["a": 1]
    let elements: [RawJSON] = [1, 2]
    #expect(RawJSON.dictionary(members) == ["a": 1])
    #expect(RawJSON.array(elements) == [1, 2])
  }
}
