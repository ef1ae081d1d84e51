import RushJSONCore
import Testing

/// Numbers of events as `Double`.
@Suite struct EventNumberTests {
  @Test(
    arguments: [
      ("1e400", nil), ("-1e400", nil), ("1e308", 1e308), ("1e-400", 0), ("12", 12),
      ("Infinity", .infinity), ("-Infinity", -.infinity),
      ("0x" + String(repeating: "F", count: 32), 0x1p128),
    ] as [(String, Double?)])
  func numbersBeyondDoubleHaveNone(_ text: String, _ value: Double?) throws {
    var reader = JSONEventReader(options: .json5)
    reader.feed(Array("[\(text)]".utf8))
    reader.finish()
    #expect(try reader.next() == .beginArray)
    #expect(reader.double() == nil)
    #expect(try reader.next() == .number)
    #expect(reader.double() == value)
    #expect(reader.number() != nil)
  }
}
