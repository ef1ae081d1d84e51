import Testing

@testable import RushJSONCore

/// The room for the records of a window of a stream.
@Suite struct EventRoomTests {
  /// One record for each token, and one for the token before them.
  @Test(arguments: [0, 1, 254, 255, 256, 257, 511, 512, 513, 8_192])
  func reservesARecordForEachTokenAndOneMore(_ tokens: Int) {
    var sink = EventSink()
    let isThere = sink.reserve(tokens: tokens)
    #expect(isThere)
    #expect(sink.room >= tokens + 1)
    for offset in 0...tokens { sink.null(at: offset) }
    #expect(sink.count == tokens + 1)
    let isStillThere = sink.reserve(tokens: tokens)
    #expect(isStillThere)
    #expect(sink.room >= tokens + 1)
    // Those before are kept.
    #expect((0...tokens).allSatisfy { sink[$0].offset == $0 })
    sink.free()
  }
}
