public import RushJSONCore

/// An array that JSON may hold as its only element, without brackets: `"a"`, or `["a", "b"]`.
///
/// ```swift
/// struct Entry: Codable {
///   @OneOrMany var tags: [String]      // {"tags": "a"}, {"tags": ["a", "b"]}, {"tags": null} and {}
/// }
/// ```
///
/// A member that is missing or `null` has no elements. An array always holds the elements, so an element that is
/// itself an array is never read alone.
///
/// An element that was read alone is written alone while it is the only one. Everything else is written as an array,
/// also none. Set `$tags` to change that. Works with any coder. ``JSONStyles/OneOrMany`` is for optional arrays.
@propertyWrapper
public struct OneOrMany<Element> {
  /// The elements.
  public var wrappedValue: [Element]

  /// Whether a single element is written without an array: as it was read, and `false` for other arrays.
  public var projectedValue: Bool

  /// Creates an array that is written as an array.
  public init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
    projectedValue = false
  }
}

extension OneOrMany: Sendable where Element: Sendable {}
extension OneOrMany: Equatable where Element: Equatable {
  /// Whether both have equal elements, in an array or alone.
  public static func == (a: OneOrMany, b: OneOrMany) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension OneOrMany: Decodable where Element: Decodable {
  /// Decodes an array, an element, or `null`, which has no elements.
  /// - Throws: What decoding the array throws, or for a value of another kind, what decoding an element throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    projectedValue = false
    if container.decodeNil() {
      wrappedValue = []
    } else if try decoder.holdsArray {
      wrappedValue = try container.decode([Element].self)
    } else {
      wrappedValue = [try container.decode(Element.self)]
      projectedValue = true
    }
  }
}

extension OneOrMany: Encodable where Element: Encodable {
  /// Encodes the array, or its only element, if that was decoded alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // Alone, `null` would be read as no elements.
    if projectedValue, wrappedValue.count == 1,
      (wrappedValue[0] as? any WritableOptional)?.isNil != true
    {
      try container.encode(wrappedValue[0])
    } else {
      try container.encode(wrappedValue)
    }
  }
}

extension OneOrMany: JSONStyles.DecodableMember where Element: Decodable {
  /// Decodes a member that may be missing or `null`, and has no elements then.
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self =
      try container.decodeIfPresent(OneOrMany.self, forKey: key) ?? OneOrMany(wrappedValue: [])
  }
}

extension Decoder {
  /// Whether the value is an array. The decoder of another library is asked for a container.
  fileprivate var holdsArray: Bool {
    get throws {
      if let decoder = self as? ValueDecoder { return decoder.kind == .array }
      return try ifOfKind { try unkeyedContainer() } != nil
    }
  }
}

extension JSONStyles {
  /// An array that JSON may hold as its only element, for optional arrays and arrays of arrays:
  /// `@Formatted<JSONStyles.OneOrMany<String>?> var tags: [String]?`.
  ///
  /// Reads as the wrapper `@OneOrMany` does, and always writes an array.
  public enum OneOrMany<Element: Codable>: JSONStyles.Style {
    public static func decode(from decoder: any Decoder) throws -> [Element] {
      try RushJSONProperties.OneOrMany<Element>(from: decoder).wrappedValue
    }

    public static func encode(_ value: [Element], to encoder: any Encoder) throws {
      try RushJSONProperties.OneOrMany(wrappedValue: value).encode(to: encoder)
    }
  }
}

// MARK: - A missing member

extension OneOrMany: NullIsMissing {}

extension OneOrMany: ValueOfMissing {
  package static var ofMissing: OneOrMany { OneOrMany(wrappedValue: []) }
}
