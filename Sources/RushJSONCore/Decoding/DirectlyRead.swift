/// A value of a type without `Codable`, as one that a decoder decodes.
///
/// Each function for `Decodable` types takes `JSONReadable` types through it, so both have the same options,
/// errors and overridden methods:
///
/// ```swift
/// try decode(DirectlyRead<T>.self, from: document).value
/// ```
package struct DirectlyRead<Value: JSONReadable>: Decodable, JSONReadable {
  package let value: Value

  package init(from reader: inout JSONReader) throws {
    // Errors name the type itself.
    value = try reader.read(Value.self, at: reader.state.value, returningTo: reader.state)
  }

  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else { throw OtherCoder() }
    var reader = JSONReader(decoder.session, decoder.place)
    try self.init(from: &reader)
  }
}

extension JSONField {
  /// The same field with the value itself.
  func unwrapped<T: JSONReadable>() -> JSONField<T> where Value == DirectlyRead<T> {
    switch self {
    case .missing: .missing
    case .null: .null
    case .value(let field): .value(field.value)
    }
  }
}
