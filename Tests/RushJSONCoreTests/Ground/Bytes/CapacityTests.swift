import Testing

@testable import RushJSONCore

/// Capacities that no memory can have. A block of a wrapped size would be written beyond its end.
///
/// Each ends a process of its own. A test reads what that process printed, because one that corrupts its
/// memory ends by a signal, too.
@Suite struct CapacityTests {
  /// The size of as many values of 24 bytes wraps around to 8 bytes.
  static let wrapping = 768_614_336_404_564_651

  /// A sequence that promises more elements than it has.
  struct Boast: Sequence, IteratorProtocol {
    var underestimatedCount: Int
    var left = 3

    mutating func next() -> RawJSON? {
      left -= 1
      return left < 0 ? RawJSON?.none : "an element that owns memory of its own"
    }
  }

  private static func expectEnd(
    _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("out of memory for"), sourceLocation: sourceLocation)
  }

  @Test func anArrayOfAWrappingSizeEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = RawJSON.Array()
      array.reserveCapacity(CapacityTests.wrapping)
      for index in 0..<1000 { array.append(.integer(index)) }
    }
    CapacityTests.expectEnd(result)
  }

  @Test func anArrayOfTheGreatestCapacityEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array: RawJSON.Array = [1]
      array.reserveCapacity(.max)
      array.append(2)
    }
    CapacityTests.expectEnd(result)
  }

  @Test func anObjectOfAWrappingSizeEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var object = RawJSON.Object()
      object.reserveCapacity(CapacityTests.wrapping)
      for index in 0..<1000 { object["\(index)"] = .integer(index) }
    }
    CapacityTests.expectEnd(result)
  }

  @Test func anObjectOfTheGreatestCapacityEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var object: RawJSON.Object = ["a": 1]
      object.reserveCapacity(.max)
      object["b"] = 2
    }
    CapacityTests.expectEnd(result)
  }

  @Test func anArrayOfASequenceThatPromisesTooMuchEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = RawJSON.Array(Boast(underestimatedCount: CapacityTests.wrapping))
    }
    CapacityTests.expectEnd(result)
  }

  @Test func anObjectOfASequenceThatPromisesTooMuchEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = RawJSON.Object(
        Boast(underestimatedCount: .max).lazy.map { RawJSON.Object.Member(name: "a", value: $0) })
    }
    CapacityTests.expectEnd(result)
  }

  @Test func aBlockOfAWrappingSizeEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let block: UnsafeMutablePointer<(Int, Int, Int)> = unsafe reallocate(
        nil, capacity: CapacityTests.wrapping)
      unsafe block[0] = (1, 2, 3)
    }
    CapacityTests.expectEnd(result)
  }

  @Test func aBlockOfANegativeSizeEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let block: UnsafeMutablePointer<(Int, Int, Int)> = unsafe reallocate(
        nil, capacity: -CapacityTests.wrapping)
      unsafe block[0] = (1, 2, 3)
    }
    CapacityTests.expectEnd(result)
  }

  @Test(arguments: [Int.min, -1, 0])
  func capacitiesBelowOneReserveNothing(capacity: Int) {
    var array = RawJSON.Array()
    array.reserveCapacity(capacity)
    #expect(array.storage == nil)
    array = [1]
    array.reserveCapacity(capacity)
    #expect(array == [1])
    var object = RawJSON.Object()
    object.reserveCapacity(capacity)
    #expect(object.storage == nil)
    object = ["a": 1]
    object.reserveCapacity(capacity)
    #expect(object == ["a": 1])
    let shared = array
    array.reserveCapacity(capacity)
    #expect(array == shared)
    #expect(RawJSON.Array(Boast(underestimatedCount: capacity)).count == 3)
  }
}
