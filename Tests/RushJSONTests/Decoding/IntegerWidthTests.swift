import RushJSON
import Testing

/// Integers of every width as members, optional members and elements, without Codable and with it.
@Suite struct IntegerWidthTests {
  /// Compared with the same members by Codable.
  private struct Members<T>: Decodable, Encodable, JSONReadable, JSONWritable, Equatable
  where T: FixedWidthInteger & JSONReadable & JSONWritable & Sendable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var one: T
    var other: T?
    var list: [T]

    init(one: T, other: T?, list: [T]) { (self.one, self.other, self.list) = (one, other, list) }

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      one = try reader.value("one")
      other = try reader.value("other")
      list = try reader.value("list")
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("one", one)
      try writer.member("other", other)
      try writer.member("list", list)
      try writer.endObject()
    }
  }

  private struct Coded<T: Codable>: Codable {
    var one: T
    var other: T?
    var list: [T]
  }

  private func check<T>(_ type: T.Type) throws
  where T: FixedWidthInteger & JSONReadable & JSONWritable & Codable & Sendable {
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    let text = #"{"one":\#(T.min),"other":\#(T.max),"list":[\#(T.min),0,1,\#(T.max)]}"#
    let members = Members<T>(one: .min, other: .max, list: [.min, 0, 1, .max])
    #expect(try decoder.decode(Members<T>.self, from: text) == members)
    #expect(try encoder.encodeToString(members) == text)
    #expect(try members.jsonString() == text)
    #expect(try encoder.encodeToString(Coded(one: T.min, other: T.max, list: members.list)) == text)

    let spelled = #"{"one":120e-1,"other":null,"list":[]}"#
    let empty = Members<T>(one: 12, other: nil, list: [])
    #expect(try decoder.decode(Members<T>.self, from: spelled) == empty)
    #expect(try empty.jsonString() == #"{"one":12,"list":[]}"#)
    #expect(try members.jsonString(.pretty).filter { !$0.isWhitespace } == text)

    let beyond = "\(T.max)0"
    for (text, place) in [
      (#"{"one":\#(beyond)}"#, "/one"), (#"{"one":1.5}"#, "/one"), (#"{"one":"1"}"#, "/one"),
      (#"{"one":1,"other":\#(beyond)}"#, "/other"),
      (#"{"one":1,"list":[1,\#(beyond)]}"#, "/list/1"), (#"{"one":1,"list":[null]}"#, "/list/0"),
    ] {
      let direct = error { try decoder.decode(Members<T>.self, from: text) }
      #expect(direct.pointer == place)
      #expect(direct.text == error { try decoder.decode(Coded<T>.self, from: text) }.text)
    }
  }

  private func error<R>(_ body: () throws -> R) -> (pointer: String?, text: String) {
    do {
      _ = try body()
      return (nil, "none")
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
        let place = context.underlyingError as? JSONValueError
        return (place?.pointer.description, "\(type): \(context.debugDescription)")
      case .dataCorrupted(let context):
        let place = context.underlyingError as? JSONValueError
        return (place?.pointer.description, context.debugDescription)
      default: return (nil, "\(error)")
      }
    } catch {
      return (nil, "\(error)")
    }
  }

  @Test func everyWidthIsReadAndWritten() throws {
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try check(Int128.self)
      try check(UInt128.self)
    }
  }
}
