import Testing

@testable import RushJSONCore

/// The room for the records of a window.
@Suite struct TapeRoomTests {
  /// One record for each token, one for the token before them, and one that stays free.
  @Test(arguments: [0, 1, 30, 59, 60, 61, 62, 63, 64, 65, 66, 127, 128, 129, 8_192])
  func reservesARecordForEachTokenAndTwoMore(_ tokens: Int) {
    var sink = TapeSink(CheckedBytes(), kernel: BlockKernel.fastest)
    let isThere = sink.reserve(tokens: tokens)
    #expect(isThere)
    let tape = sink.buffer
    #expect(tape.capacity - sink.recordCount >= tokens + 2)
    tape.free()
  }

  /// A tape that is used for the next text has the room that it was allocated with.
  @Test func keepsItsCapacity() {
    let text = CheckedBytes()
    var sink = TapeSink(
      text, kernel: BlockKernel.fastest, reusing: TapeBuffer(capacity: 100))
    #expect(sink.buffer.capacity == 100)
    let isThere = sink.reserve(tokens: 500)
    #expect(isThere)
    let grown = sink.buffer
    #expect(grown.capacity >= 502)
    sink = TapeSink(text, kernel: BlockKernel.fastest, reusing: grown)
    #expect(sink.buffer.capacity == grown.capacity)
    grown.free()
  }
}
