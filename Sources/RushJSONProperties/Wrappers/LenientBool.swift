public import RushJSONCore

/// A boolean that JSON may hold as the number 0 or 1, or as one of the strings "true", "false", "yes",
/// "no", "1" and "0", regardless of case. ``RawJSON/lenientBool`` accepts the same.
///
/// Encoded as a boolean. Works with any coder.
@propertyWrapper
public struct LenientBool: Codable, Sendable, Hashable {
  /// The boolean.
  public var wrappedValue: Bool

  /// Creates a boolean.
  public init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let itself = Result { try container.decode(Bool.self) }
    if case .success(let value) = itself {
      wrappedValue = value
    } else if case .success(let number) = Result(catching: { try container.decode(Int.self) }),
      number == 0 || number == 1
    {
      wrappedValue = number == 1
    } else if case .success(let text) = Result(catching: { try container.decode(String.self) }),
      let value = Bool(lenient: text)
    {
      wrappedValue = value
    } else {
      try container.refuseNull(Bool.self)
      wrappedValue = try itself.get()
    }
  }

  public func encode(to encoder: any Encoder) throws {
    // By the encoder, which has strategies for the type and for names.
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension LenientBool: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(wrappedValue: value) }
}

extension SingleValueDecodingContainer {
  /// Throws for `null`. The error of a boolean would be that of another kind of value.
  func refuseNull(_ type: any Any.Type) throws {
    if !decodeNil() { return }
    throw DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "Cannot get value of type \(type) -- found null value instead"))
  }
}

extension JSONStyles {
  /// A boolean that JSON may hold as a number or a word, for optional properties and arrays:
  /// `@Formatted<JSONStyles.LenientBool?> var isOpen: Bool?`.
  ///
  /// Reads as the wrapper `@LenientBool` does, and writes a boolean.
  public enum LenientBool: JSONStyles.Style {
    public static func decode(from decoder: any Decoder) throws -> Bool {
      try RushJSONProperties.LenientBool(from: decoder).wrappedValue
    }

    public static func encode(_ value: Bool, to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}
