import Foundation
import RushJSON
import RushJSONProperties

/// An object with one member, `someValue`: a property, plain or with a wrapper.
protocol WrapperHolder: Sendable {
  associatedtype Value: Sendable
  init(_ value: Value)
  var someValue: Value { get }
}

/// What a property gets in place of a missing member.
enum SampleFallback<Value: WrapperSample>: JSONDefaults.Provider {
  static var defaultValue: Value { .fallback }
}

// MARK: - With Codable

struct PlainHolder<Value: Codable & Sendable>: WrapperHolder, Codable {
  var someValue: Value
  init(_ value: Value) { someValue = value }
}

struct DefaultHolder<Value: WrapperSample>: WrapperHolder, Codable {
  @DefaultValue<SampleFallback<Value>> var someValue: Value
  init(_ value: Value) { someValue = value }
}

struct LossyArrayHolder<Element: WrapperSample>: WrapperHolder, Codable {
  @LossyArray var someValue: [Element]
  init(_ value: [Element]) { someValue = value }
}

struct LossyDictionaryHolder<Element: WrapperSample>: WrapperHolder, Codable {
  @LossyDictionary var someValue: [String: Element]
  init(_ value: [String: Element]) { someValue = value }
}

struct StringifiedHolder<Value>: WrapperHolder, Codable
where Value: WrapperSample & LosslessStringConvertible {
  @Stringified var someValue: Value
  init(_ value: Value) { someValue = value }
}

struct LenientHolder: WrapperHolder, Codable {
  @LenientBool var someValue: Bool
  init(_ value: Bool) { someValue = value }
}

struct FormattedHolder<Style: JSONStyles.Style>: WrapperHolder, Codable
where Style.Value: Sendable {
  @Formatted<Style> var someValue: Style.Value
  init(_ value: Style.Value) { someValue = value }
}

// MARK: - Read and written

/// A holder that is read and written by itself.
protocol ModelHolder: WrapperHolder, Codable, JSONReadable, JSONWritable {}

extension ModelHolder {
  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder, for: Self.self)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

struct PlainModel<Value: Codable & Sendable>: ModelHolder {
  var someValue: Value
  init(_ value: Value) { someValue = value }

  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    someValue = try reader.value("someValue")
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member("someValue", someValue)
    try writer.endObject()
  }
}

struct DefaultModel<Value: WrapperSample>: ModelHolder {
  @DefaultValue<SampleFallback<Value>> var someValue: Value
  init(_ value: Value) { someValue = value }

  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    _someValue = try reader.value("someValue")
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member("someValue", _someValue)
    try writer.endObject()
  }
}

/// Any other wrapper, which the type reads and writes as a type that is only `Codable`.
struct WrapperModel<Codes: WrapperHolder & Codable>: ModelHolder {
  var codes: Codes
  var someValue: Codes.Value { codes.someValue }
  init(_ value: Codes.Value) { codes = Codes(value) }

  init(from reader: inout JSONReader) throws { codes = try reader.read(Codes.self) }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(codes) }
}
