/// A way to decode the type `T`.
package final class ValueHook<T>: DecodingHook, @unchecked Sendable {
  fileprivate let decode: (ValueDecoder) throws -> T

  package init(_ decode: @escaping @Sendable (ValueDecoder) throws -> T) {
    self.decode = decode
    super.init(ObjectIdentifier(T.self))
  }

  /// A hook that stays on the thread of the session that has made it.
  static func ofOneSession(_ decode: @escaping (ValueDecoder) throws -> T) -> ValueHook {
    ValueHook(decode, ObjectIdentifier(T.self))
  }

  private init(_ decode: @escaping (ValueDecoder) throws -> T, _ type: ObjectIdentifier) {
    self.decode = decode
    super.init(type)
  }
}

extension DecodingHook {
  /// Decodes a value of the type that the hook is for.
  @inline(__always)
  final func value<T>(_ type: T.Type, from decoder: ValueDecoder) throws -> T {
    // Invariant: the hook was filed under the type that it was made for.
    try unsafe unsafeDowncast(self, to: ValueHook<T>.self).decode(decoder)
  }
}

// MARK: - StandardHooks

// The hooks of the core's own types.
//
// Each kind of hook is a class that the runtime makes, which takes some 16,000 instructions in a process. So
// those for scalars and their collections are made when a session meets the type.

/// Searches for the scalar that a type is, or that an array has for elements.
private struct ScalarHookSearch: ScalarVisitor {
  let type: ObjectIdentifier
  let isElement: Bool
  var hook: DecodingHook?

  @inline(__always)
  mutating func visit<T: JSONScalar>(_ scalar: T.Type) {
    guard type == ObjectIdentifier(T.self) else { return }
    hook =
      isElement
      ? ValueHook<[T]> { try T.elements($0) } : ValueHook<T> { try $0.scalar(T.self) }
  }
}

extension JSONScalar {
  /// The hook for dictionaries. Each takes 6 KB of a program, so only the frequent ones have it.
  @inline(__always)
  fileprivate static func dictionaryHook(_ value: ObjectIdentifier) -> DecodingHook? {
    value == ObjectIdentifier(Self.self) ? ValueHook<[String: Self]> { try members($0) } : nil
  }

  @inline(__always)
  fileprivate static func rowHook(_ element: ObjectIdentifier) -> DecodingHook? {
    element == ObjectIdentifier([Self].self) ? ValueHook<[[Self]]> { try rows($0) } : nil
  }
}

extension DecodingHook {
  /// The hook for a scalar, or `nil` if `type` is another type.
  static func ofScalar(_ type: ObjectIdentifier) -> DecodingHook? {
    var search = ScalarHookSearch(type: type, isElement: false)
    search.visitScalars()
    return search.hook
  }

  /// The hook for arrays of a scalar, or of arrays of a frequent one. `nil` for other elements.
  static func ofArray(of element: ObjectIdentifier) -> DecodingHook? {
    var search = ScalarHookSearch(type: element, isElement: true)
    search.visitScalars()
    if let hook = search.hook { return hook }
    if element == ObjectIdentifier([[Double]].self) {
      return ValueHook<[[[Double]]]> { try Double.planes($0) }
    }
    return String.rowHook(element) ?? Double.rowHook(element) ?? Float.rowHook(element)
      ?? Int.rowHook(element)
  }

  /// The hook for dictionaries of a frequent scalar, by strings. `nil` for other values.
  static func ofDictionary(of value: ObjectIdentifier) -> DecodingHook? {
    String.dictionaryHook(value) ?? Int.dictionaryHook(value) ?? Double.dictionaryHook(value)
      ?? Bool.dictionaryHook(value)
  }

  /// The hooks that a decoder has from the beginning, because options may replace them.
  static var ofTrees: [DecodingHook] {
    [
      ValueHook<RawJSON> { try $0.decodeRawJSON() },
      ValueHook<JSONNumber> { try $0.jsonNumber() },
      ValueHook<JSONTimestamp> {
        try $0.timestamp(.timestamps, for: JSONTimestamp.self, message: "Not a timestamp:")
      },
    ]
  }
}

/// An array or a dictionary of anything.
protocol StandardCollection {
  /// The hook for a collection of scalars that has one of its own.
  static var scalarHook: DecodingHook? { get }
}

extension Array: StandardCollection {
  static var scalarHook: DecodingHook? { .ofArray(of: ObjectIdentifier(Element.self)) }
}

extension Dictionary: StandardCollection {
  static var scalarHook: DecodingHook? {
    Key.self == String.self ? .ofDictionary(of: ObjectIdentifier(Value.self)) : nil
  }
}

// MARK: - ReadableTypes

// Types that a session decodes other than by their `init(from:)`, found by their conformances among those that
// a decoder is asked for.

extension DecodingHook {
  /// The hook for a scalar, a collection that a session fills itself, or a type that is read straight from the
  /// tape, without `Codable`. Returns `nil` for any other type.
  static func found(for type: any Decodable.Type, _ names: NameRule) -> DecodingHook? {
    // The first look-up of a conformance for a type goes through all those of the program: some 0.1 ms. So what
    // needs none comes first.
    if let hook = ofScalar(ObjectIdentifier(type)) { return hook }
    if let collection = type as? any StandardCollection.Type {
      return collection.scalarHook ?? (type as? any TapeCollection.Type).map(filling)
    }
    guard let readable = type as? any JSONReadable.Type, !(type is any CoderManagedType.Type) else {
      return nil
    }
    // A closure for keys needs the path of each object.
    if case .custom = names { return .plain(type) }
    return .reading(readable)
  }

  private static func filling(_ type: any TapeCollection.Type) -> DecodingHook {
    func hook<C: TapeCollection>(_ type: C.Type) -> DecodingHook {
      let kind: TapeKind = type.isArray ? .array : .object
      return ValueHook<C>.ofOneSession { decoder in
        decoder.record.kindByte == kind.rawValue
          ? try type.make(from: decoder) : try type.init(from: decoder)
      }
    }
    return hook(type)
  }

  private static func reading(_ type: any JSONReadable.Type) -> DecodingHook {
    func hook<R: JSONReadable>(_ type: R.Type) -> DecodingHook {
      ValueHook<R> { decoder in
        var reader = JSONReader(decoder.session, decoder.place)
        return try R(from: &reader)
      }
    }
    return hook(type)
  }

  private static func plain(_ type: any Decodable.Type) -> DecodingHook {
    func hook<T: Decodable>(_ type: T.Type) -> DecodingHook {
      ValueHook<T>.ofOneSession { try type.init(from: $0) }
    }
    return hook(type)
  }
}
