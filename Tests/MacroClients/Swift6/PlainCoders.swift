import Foundation
import Testing

// Coders of other libraries, as small as they can be: a form whose values are all texts, and a row whose columns are all
// scalars. Each records an issue for what the compiler's own code never asks for.

/// A value of a form or a row.
enum PlainValue: Equatable {
  case null
  case text(String)
  case list([PlainValue])
  case object([String: PlainValue])
}

/// The error that makes a row read a column as JSON.
struct NeedsJSON: Error, Equatable {}

struct PlainDecoder: Decoder {
  enum Style {
    /// A text is a list of itself and an object without members.
    case form
    /// The same, with texts that are also the names of the object, and a list that is an object with an empty name.
    case flags
    /// A text is neither a list nor an object, and a list that is asked for a text is corrupted.
    case parts
    /// Any scalar converts to any other, and there are no containers in columns.
    case row
  }

  let value: PlainValue
  let style: Style
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .object(let members) = value { return keyed(members) }
    if style == .row { throw NeedsJSON() }
    if style == .parts {
      throw DecodingError.typeMismatch([String: Any].self, context("no object"))
    }
    if style == .flags {
      if case .list = value { return keyed(["": value]) }
      if case .text(let text) = value { return keyed([text: .object([:])]) }
    }
    return keyed([:])
  }

  private func keyed<Key>(_ members: [String: PlainValue]) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if style == .row { throw NeedsJSON() }
    if case .list(let list) = value { return Elements(list: list, decoder: self) }
    if case .text = value, style != .parts { return Elements(list: [value], decoder: self) }
    if style == .flags { throw DecodingError.dataCorrupted(context("an object")) }
    throw DecodingError.typeMismatch([Any].self, context("no list"))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  func context(_ text: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: text)
  }

  func inner(_ value: PlainValue, _ key: any CodingKey) -> PlainDecoder {
    PlainDecoder(value: value, style: style, codingPath: codingPath + [key])
  }

  func scalar<T>(_ type: T.Type, _ make: (String) -> T?) throws -> T {
    let text: String
    switch value {
    case .text(let value): text = value
    case .null where style == .row: throw DecodingError.valueNotFound(type, context("null"))
    case .list where style == .parts: throw DecodingError.dataCorrupted(context("a list"))
    default: throw DecodingError.typeMismatch(type, context("no scalar"))
    }
    if let value = make(text) { return value }
    // As a database converts, so that a text is `false` and 0.
    if style == .row, type == Bool.self, let value = false as? T { return value }
    throw DecodingError.typeMismatch(type, context("\(text) is no \(type)"))
  }

  func whole<T: Decodable>(_ type: T.Type) throws -> T {
    let scalars: [Any.Type] = [Bool.self, String.self, Int.self, Double.self]
    if scalars.contains(where: { $0 == type }) {
      Issue.record("the compiler's code does not decode \(type) as a type like any other")
    }
    do {
      return try T(from: self)
    } catch is NeedsJSON where style == .row {
      guard case .text(let text) = value else { throw NeedsJSON() }
      return try JSONDecoder().decode(T.self, from: Data(text.utf8))
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: PlainDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.scalar(type) { Bool($0) } }
    func decode(_ type: String.Type) throws -> String { try decoder.scalar(type) { $0 } }
    func decode(_ type: Int.Type) throws -> Int { try decoder.scalar(type) { Int($0) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.scalar(type) { Int64($0) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.scalar(type) { UInt64($0) } }
    func decode(_ type: Double.Type) throws -> Double { try decoder.scalar(type) { Double($0) } }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.whole(type) }
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: PlainValue]
    let decoder: PlainDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func value(_ key: Key) throws -> PlainDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, decoder.context("no \(key.stringValue)"))
      }
      return decoder.inner(value, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).value == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
      try value(key).scalar(type) { Bool($0) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      try value(key).scalar(type) { $0 }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
      try value(key).scalar(type) { Int($0) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      try value(key).scalar(type) { Double($0) }
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try value(key).whole(type)
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Nested>
    {
      if decoder.style == .row { Issue.record("a row has no nested containers") }
      return try value(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      if decoder.style == .row { Issue.record("a row has no nested containers") }
      return try value(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder {
      Issue.record("the compiler's code asks only subclasses' superclasses")
      return decoder
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let list: [PlainValue]
    let decoder: PlainDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { list.count }
    var isAtEnd: Bool { currentIndex == list.count }

    private struct Index: CodingKey {
      var intValue: Int?
      var stringValue: String { "Index \(intValue ?? 0)" }
      init(intValue: Int) { self.intValue = intValue }
      init?(stringValue: String) { nil }
    }

    private mutating func next<R>(_ body: (PlainDecoder) throws -> R) throws -> R {
      let result = try body(decoder.inner(list[currentIndex], Index(intValue: currentIndex)))
      currentIndex += 1
      return result
    }

    mutating func decodeNil() throws -> Bool {
      guard list[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode(_ type: String.Type) throws -> String {
      try next { try $0.scalar(type) { $0 } }
    }
    mutating func decode(_ type: Int.Type) throws -> Int {
      try next { try $0.scalar(type) { Int($0) } }
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      // Collections of the standard library decode all their elements in this way.
      try next { try T(from: $0) }
    }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws
      -> KeyedDecodingContainer<Nested>
    {
      try next { try $0.container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }
}
