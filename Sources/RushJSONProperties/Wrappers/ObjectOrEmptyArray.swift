public import RushJSONCore

/// A value that is an object in JSON, or an empty array, as PHP writes an object without members.
///
/// ```swift
/// struct Page: Codable {
///   @ObjectOrEmptyArray var labels: [String: Int]       // {"labels": []} is [:]
///   @ObjectOrEmptyArray var author: Author?             // {"author": []} is nil, if an author needs members
/// }
/// ```
///
/// `[]` is read as `{}`. If the type needs a member, that is an error, and `nil` for an optional type. An optional
/// property is also `nil` if its member is missing or `null`. An array with elements is an error.
///
/// Always written as an object, also without members. An optional property without a value is left out. Works with
/// any coder; only with coders of this library does a type find their `userInfo` when it is read from `[]`.
@propertyWrapper
public struct ObjectOrEmptyArray<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension ObjectOrEmptyArray: Sendable where Value: Sendable {}
extension ObjectOrEmptyArray: Equatable where Value: Equatable {}
extension ObjectOrEmptyArray: Hashable where Value: Hashable {}

extension ObjectOrEmptyArray: Decodable where Value: Decodable {
  /// Decodes an object, or an empty array.
  /// - Throws: What the type throws for the object; `DecodingError.keyNotFound` if the array is empty and the type
  ///   needs a member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if try decoder.holdsEmptyArray, let value = try EmptyObject.decode(Value.self, in: decoder) {
      wrappedValue = value
    } else {
      wrappedValue = try container.decode(Value.self)
    }
  }
}

extension ObjectOrEmptyArray: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension ObjectOrEmptyArray: JSONStyles.DecodableMember
where Value: Decodable & ExpressibleByNilLiteral {
  /// Decodes a member of an optional type, which may be missing or `null`.
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self =
      try container.decodeIfPresent(ObjectOrEmptyArray.self, forKey: key)
      ?? ObjectOrEmptyArray(wrappedValue: nil)
  }
}

extension ObjectOrEmptyArray: JSONStyles.EncodableMember
where Value: Encodable & ExpressibleByNilLiteral {
  /// Encodes a member of an optional type, which is left out if it is `nil`.
  public func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    let isNil = (wrappedValue as? any WritableOptional)?.isNil == true
    // `nil` alone would be a value of the type, which is written as `null`.
    try container.encodeIfPresent(isNil ? Value?.none : wrappedValue, forKey: key)
  }
}

extension JSONWriter {
  /// Writes a member that is left out if it is `nil`.
  public mutating func member<Value: Encodable>(
    _ name: JSONName, _ value: ObjectOrEmptyArray<Value?>
  ) throws(JSONWritingError) {
    guard let value = value.wrappedValue else { return try absentMember(name) }
    try self.name(name)
    try self.value(value)
  }

  /// Whether the value is `nil`.
  public static func _isNil<Value: Encodable>(_ value: ObjectOrEmptyArray<Value?>) -> Bool {
    value.wrappedValue == nil
  }
}

extension ObjectOrEmptyArray: NullIsMissing where Value: NullIsMissing {}

extension ObjectOrEmptyArray: ValueOfMissing where Value: ValueOfMissing {
  package static var ofMissing: ObjectOrEmptyArray {
    ObjectOrEmptyArray(wrappedValue: Value.ofMissing)
  }
}

extension Decoder {
  /// Whether the value is an array without elements.
  fileprivate var holdsEmptyArray: Bool {
    get throws {
      if let decoder = self as? ValueDecoder {
        return decoder.kind == .array && decoder.record.count == 0
      }
      return try ifOfKind { try unkeyedContainer() }?.isAtEnd ?? false
    }
  }
}

/// The text `{}` in place of a decoder's value.
private enum EmptyObject {
  /// Decodes a type from an object without members, with the options of `decoder`, or returns `nil` if the type is
  /// not read from objects.
  static func decode<T: Decodable>(_ type: T.Type, in decoder: any Decoder) throws -> T? {
    do {
      return try value(type, (decoder as? ValueDecoder)?.session.snapshot ?? .initial)
    } catch {
      return try substitute(for: error, in: decoder)
    }
  }

  private static func value<T: Decodable>(_ type: T.Type, _ snapshot: DecodingSnapshot) throws -> T
  {
    let object = try TreeTape.storage(of: .dictionary([:]), options: snapshot.reading)
    let session = DecodingSession(object, snapshot, isTextKnown: false)
    let root = UInt32(truncatingIfNeeded: DocumentStorage.rootIndex)
    return try session.unwrapDetached(type, at: DecodingPlace(index: root, path: 0))
  }

  // Out of line: in one function with the calls above, Swift 6.3.1 crashes when it optimises.
  @inline(never)
  private static func substitute<T>(for error: any Error, in decoder: any Decoder) throws -> T? {
    guard let error = error as? DecodingError else { throw error }
    // The error about the array itself says more than one about an object.
    guard case .keyNotFound(let key, let context) = error else { return nil }
    if let type = T.self as? any ValueOfMissing.Type, let value = type.ofMissing as? T {
      return value
    }
    let (text, path) = (context.debugDescription, decoder.codingPath)
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: path, debugDescription: text))
    }
    let kind = JSONValueError.Kind.missingName(key.stringValue)
    throw DecodingError.keyNotFound(
      key, decoder.session.context(text, path, decoder.place.index, kind))
  }
}
