// The hooks of the core's own types.
//
// Each kind of hook is a class that the runtime makes, which takes some 16,000 instructions in a process. So
// those for scalars and their collections are made when a session meets the type.

extension TapeScalar {
  @inline(__always)
  fileprivate static func scalarHook(_ type: ObjectIdentifier) -> TypeHook? {
    type == ObjectIdentifier(Self.self) ? TypedHook<Self> { try $0.scalar(Self.self) } : nil
  }

  @inline(__always)
  fileprivate static func arrayHook(_ element: ObjectIdentifier) -> TypeHook? {
    element == ObjectIdentifier(Self.self) ? TypedHook<[Self]> { try elements($0) } : nil
  }

  /// The hook for dictionaries. Each takes 6 KB of a program, so only the frequent ones have it.
  @inline(__always)
  fileprivate static func dictionaryHook(_ value: ObjectIdentifier) -> TypeHook? {
    value == ObjectIdentifier(Self.self) ? TypedHook<[String: Self]> { try members($0) } : nil
  }

  @inline(__always)
  fileprivate static func rowHook(_ element: ObjectIdentifier) -> TypeHook? {
    element == ObjectIdentifier([Self].self) ? TypedHook<[[Self]]> { try rows($0) } : nil
  }
}

extension TypeHook {
  private typealias Maker = (ObjectIdentifier) -> TypeHook?

  /// The hook for a scalar, or `nil` if `type` is another type.
  static func ofScalar(_ type: ObjectIdentifier) -> TypeHook? {
    let makers: [Maker] = [
      Bool.scalarHook, String.scalarHook, Double.scalarHook, Float.scalarHook, Int.scalarHook,
      Int8.scalarHook, Int16.scalarHook, Int32.scalarHook, Int64.scalarHook, UInt.scalarHook,
      UInt8.scalarHook, UInt16.scalarHook, UInt32.scalarHook, UInt64.scalarHook,
    ]
    for make in makers { if let hook = make(type) { return hook } }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return Int128.scalarHook(type) ?? UInt128.scalarHook(type)
    }
    return nil
  }

  /// The hook for arrays of a scalar of up to 64 bits, or of arrays of a frequent one. `nil` for other elements.
  static func ofArray(of element: ObjectIdentifier) -> TypeHook? {
    let makers: [Maker] = [
      Bool.arrayHook, String.arrayHook, Double.arrayHook, Float.arrayHook, Int.arrayHook,
      Int8.arrayHook, Int16.arrayHook, Int32.arrayHook, Int64.arrayHook, UInt.arrayHook,
      UInt8.arrayHook, UInt16.arrayHook, UInt32.arrayHook, UInt64.arrayHook, String.rowHook,
      Double.rowHook, Float.rowHook, Int.rowHook,
    ]
    for make in makers { if let hook = make(element) { return hook } }
    if element == ObjectIdentifier([[Double]].self) {
      return TypedHook<[[[Double]]]> { try Double.planes($0) }
    }
    return nil
  }

  /// The hook for dictionaries of a frequent scalar, by strings. `nil` for other values.
  static func ofDictionary(of value: ObjectIdentifier) -> TypeHook? {
    String.dictionaryHook(value) ?? Int.dictionaryHook(value) ?? Double.dictionaryHook(value)
      ?? Bool.dictionaryHook(value)
  }

  /// The hooks that a decoder has from the beginning, because options may replace them.
  static var ofTrees: [TypeHook] {
    [
      TypedHook<RawJSON> { try $0.decodeRawJSON() },
      TypedHook<JSONNumber> { try $0.jsonNumber() },
      TypedHook<JSONTimestamp> {
        try $0.timestamp(.timestamps, for: JSONTimestamp.self, message: "Not a timestamp:")
      },
    ]
  }
}

/// An array or a dictionary of anything.
protocol StandardCollection {
  /// The hook for a collection of scalars that has one of its own.
  static var scalarHook: TypeHook? { get }
}

extension Array: StandardCollection {
  static var scalarHook: TypeHook? { .ofArray(of: ObjectIdentifier(Element.self)) }
}

extension Dictionary: StandardCollection {
  static var scalarHook: TypeHook? {
    Key.self == String.self ? .ofDictionary(of: ObjectIdentifier(Value.self)) : nil
  }
}
