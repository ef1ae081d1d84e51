import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Strategies, and types within types that write themselves, see the path that they see within `Codable` types.
@Suite struct DirectPathTests {
  /// Notes the paths that strategies see.
  final class Paths: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String] = []

    func note(_ path: [any CodingKey]) {
      lock.withLock { noted.append(path.map(\.stringValue).joined(separator: "/")) }
    }
    func take() -> [String] {
      lock.withLock {
        defer { noted = [] }
        return noted
      }
    }
  }

  struct Plain: Codable, Equatable {
    var birthDay: Date
    var photo = Data([1])
  }

  struct Twin: Codable, Equatable {
    var name: String
    var birthDay: Date
    var plain: Plain
    var plains: [Plain]
    var days: [Date]
    var byName: [String: Date]
    var rows: [[Twin]]
    var byKey: [String: Twin]
    @DefaultValue<Epoch> var lastDay: Date
    @LossyArray var someDays: [Date]
    @LossyDictionary var namedDays: [String: Date]
    var field: JSONField<Date>
    var maybe: Plain?
  }

  enum Epoch: JSONDefaults.Provider {
    static var defaultValue: Date { Date(timeIntervalSince1970: 0) }
  }

  /// Reads and writes itself, with the members of `Twin`.
  struct Direct: Decodable, Encodable, JSONReadable, JSONWritable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var name: String
    var birthDay: Date
    var plain: Plain
    var plains: [Plain]
    var days: [Date]
    var byName: [String: Date]
    var rows: [[Direct]]
    var byKey: [String: Direct]
    @DefaultValue<Epoch> var lastDay: Date
    @LossyArray var someDays: [Date]
    @LossyDictionary var namedDays: [String: Date]
    var field: JSONField<Date>
    var maybe: Plain?

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      name = try reader.value("name")
      birthDay = try reader.value("birthDay")
      plain = try reader.value("plain")
      plains = try reader.value("plains")
      days = try reader.value("days")
      byName = try reader.value("byName")
      rows = try reader.value("rows")
      byKey = try reader.value("byKey")
      _lastDay = try reader.value("lastDay")
      _someDays = try reader.value("someDays")
      _namedDays = try reader.value("namedDays")
      field = try reader.value("field")
      maybe = try reader.value("maybe")
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("name", name)
      try writer.member("birthDay", birthDay)
      try writer.member("plain", plain)
      try writer.member("plains", plains)
      try writer.member("days", days)
      try writer.member("byName", byName)
      try writer.member("rows", rows)
      try writer.member("byKey", byKey)
      try writer.member("lastDay", _lastDay)
      try writer.member("someDays", _someDays)
      try writer.member("namedDays", _namedDays)
      try writer.member("field", field)
      try writer.member("maybe", maybe)
      try writer.endObject()
    }
  }

  /// Direct values within `Codable` ones.
  struct Around<Value> { var inner: [Value] }
  struct Holder: Codable, Equatable {
    var innerValues: [String: [Both]]
  }

  /// Both kinds: as `Codable` in a path's comparison, the coders take the other.
  struct Both: Codable, Equatable, JSONReadable, JSONWritable {
    var birthDay: Date
    init(birthDay: Date) { self.birthDay = birthDay }
    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      birthDay = try reader.value("birthDay")
    }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("birthDay", birthDay)
      try writer.endObject()
    }
  }

  static func twin(_ depth: Int) -> Twin {
    let day = Date(timeIntervalSince1970: 86400)
    let inner = depth > 0 ? twin(depth - 1) : nil
    return Twin(
      name: "\"birthDay\":{[", birthDay: day, plain: Plain(birthDay: day),
      plains: [Plain(birthDay: day), Plain(birthDay: day)], days: [day, day],
      byName: ["birthDay": day], rows: [[], inner.map { [$0] } ?? []],
      byKey: inner.map { ["someKey": $0] } ?? [:], lastDay: day, someDays: [day, day],
      namedDays: ["theDay": day], field: .value(day), maybe: Plain(birthDay: day))
  }

  enum Names: CaseIterable { case unchanged, snakeCase, kebabCase, tolerant, custom }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static func coders(_ names: Names, _ paths: Paths) -> (RushJSONEncoder, RushJSONDecoder) {
    let (encoder, decoder) = (RushJSONEncoder(), RushJSONDecoder())
    encoder.dateEncodingStrategy = .custom { date, encoder in
      paths.note(encoder.codingPath)
      var container = encoder.singleValueContainer()
      paths.note(container.codingPath)
      try container.encode(date.timeIntervalSince1970)
    }
    encoder.dataEncodingStrategy = .custom { data, encoder in
      var container = encoder.unkeyedContainer()
      for byte in data {
        paths.note(container.codingPath)
        try container.encode(byte)
      }
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      paths.note(decoder.codingPath)
      let container = try decoder.singleValueContainer()
      return Date(timeIntervalSince1970: try container.decode(Double.self))
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      paths.note(decoder.codingPath)
      return Data(try decoder.singleValueContainer().decode([UInt8].self))
    }
    switch names {
    case .unchanged: break
    case .snakeCase:
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    case .kebabCase:
      encoder.nameStyle = .kebabCase
      decoder.nameStyle = .kebabCase
    case .tolerant:
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.nameStyle = .snakeCaseWithAcronyms
    case .custom:
      encoder.keyEncodingStrategy = .custom { path in
        paths.note(path)
        return Key(stringValue: "_" + (path.last?.stringValue ?? ""))
      }
      decoder.keyDecodingStrategy = .custom { path in
        Key(stringValue: String((path.last?.stringValue ?? "").dropFirst()))
      }
    }
    return (encoder, decoder)
  }

  @Test(arguments: Names.allCases)
  func strategiesSeeTheWholePath(_ names: Names) throws {
    let paths = Paths()
    let (encoder, decoder) = Self.coders(names, paths)
    let text = try encoder.encodeToString(Self.twin(2))
    let encoded = paths.take()
    #expect(encoded.contains("rows/Index 1/Index 0/byKey/someKey/plains/Index 1/birthDay"))
    #expect(try decoder.decode(Twin.self, from: text) == Self.twin(2))
    let decoded = paths.take()
    // Without Codable.
    let direct = try decoder.decode(Direct.self, from: text)
    #expect(paths.take().sorted() == decoded.sorted())
    #expect(try encoder.encodeToString(direct) == text)
    let found = paths.take()
    #expect(found.sorted() == encoded.sorted())
    #expect(found.count > 100)
  }

  /// Within Codable types, at once and to a sink.
  @Test(arguments: Names.allCases)
  func directTypesWithinCodableOnes(_ names: Names) throws {
    let day = Date(timeIntervalSince1970: 86400)
    let value = Holder(innerValues: ["aKey": [Both(birthDay: day), Both(birthDay: day)]])
    let paths = Paths()
    let (encoder, decoder) = Self.coders(names, paths)
    let text = try encoder.encodeToString(value)
    let expected = (0..<2).map { "innerValues/aKey/Index \($0)/birthDay" }
    func dates() -> Set<String> {
      Set(paths.take().filter { $0.contains("Index") && $0.hasSuffix("birthDay") })
    }
    #expect(dates() == Set(expected))
    var bytes: [UInt8] = []
    try encoder.encode(value) { piece in
      for index in piece.indices { bytes.append(piece[index]) }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(dates() == Set(expected))
    #expect(try decoder.decode(Holder.self, from: text) == value)
    #expect(dates() == Set(expected))
  }

  /// Errors have the same path.
  @Test(arguments: Names.allCases)
  func errorsHaveTheSamePath(_ names: Names) throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        try container.encode(Double.nan)
      }
    }
    struct Outer: Encodable, JSONWritable {
      func encode(to encoder: any Encoder) throws { try write(into: encoder) }
      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member("firstOne", 1)
        try writer.member("secondOne", ["aName": Failing()])
        try writer.endObject()
      }
    }
    let (encoder, _) = Self.coders(names, Paths())
    #expect {
      try encoder.encodeToString([Outer()])
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      let path = context.codingPath.map(\.stringValue)
      return path == ["Index 0", "secondOne", "aName", "Index 1"]
    }
  }

  /// Each path costs what was written since the last one, not the whole text.
  @Test func manyPathsTakeLinearTime() throws {
    let paths = Paths()
    let (encoder, _) = Self.coders(.unchanged, paths)
    let day = Date(timeIntervalSince1970: 0)
    _ = try encoder.encodeToString(
      Holder(innerValues: ["a": Array(repeating: Both(birthDay: day), count: 20_000)]))
    _ = try encoder.encodeToString(Many(days: Array(repeating: day, count: 20_000)))
    #expect(paths.take().count == 80_000)
  }

  struct Many: Encodable, JSONWritable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var days: [Date]
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginArray()
      for day in days { try writer.value(day) }
      try writer.endArray()
    }
  }

  /// A value that writes itself is complete before it goes to a sink, in pieces of the usual size.
  @Test func sinksGetLongValuesInPieces() throws {
    struct Long: Codable, JSONWritable {
      var days: [Date]
      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member("days", days)
        try writer.endObject()
      }
    }
    let value = [Long(days: Array(repeating: .distantPast, count: 20_000)), Long(days: [])]
    var bytes: [UInt8] = []
    let encoder = RushJSONEncoder()
    try encoder.encode(value) { piece in
      #expect(piece.count <= 64 << 10)
      for index in piece.indices { bytes.append(piece[index]) }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == (try encoder.encodeToString(value)))
    struct Full: Error {}
    var calls = 0
    #expect(throws: Full.self) {
      try encoder.encode(value) { _ in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}

extension DirectPathTests {
  struct Even: Codable, Equatable {
    var birthDay: Date
    var oddOnes: [Odd]
  }

  struct Odd: Codable, Equatable, JSONReadable, JSONWritable {
    var birthDay: Date
    var evenOnes: [Even]
    init(birthDay: Date, evenOnes: [Even]) { (self.birthDay, self.evenOnes) = (birthDay, evenOnes) }
    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      birthDay = try reader.value("birthDay")
      evenOnes = try reader.value("evenOnes")
    }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("birthDay", birthDay)
      try writer.member("evenOnes", evenOnes)
      try writer.endObject()
    }
  }

  /// Both kinds in each other, deep enough that the decoder keeps the last path.
  @Test(arguments: Names.allCases)
  func kindsInEachOther(_ names: Names) throws {
    let day = Date(timeIntervalSince1970: 86400)
    var value = Even(birthDay: day, oddOnes: [])
    var expected = ["birthDay"]
    var prefix = ""
    for _ in 0..<6 {
      value = Even(birthDay: day, oddOnes: [Odd(birthDay: day, evenOnes: [value])])
      prefix += "oddOnes/Index 0/"
      expected.append(prefix + "birthDay")
      prefix += "evenOnes/Index 0/"
      expected.append(prefix + "birthDay")
    }
    let paths = Paths()
    let (encoder, decoder) = Self.coders(names, paths)
    let text = try encoder.encodeToString(value)
    #expect(Set(paths.take().filter { $0.hasSuffix("birthDay") }) == Set(expected))
    #expect(try decoder.decode(Even.self, from: text) == value)
    #expect(Set(paths.take()) == Set(expected))
  }
}
