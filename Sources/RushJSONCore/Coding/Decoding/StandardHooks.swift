/// How values of the type `T` are decoded, if not by its `init(from:)`.
package final class DecodingHook<T>: TypeHook, @unchecked Sendable {
  fileprivate let decode: (ValueDecoder) throws -> T

  package convenience init(
    _ type: T.Type, _ decode: @escaping @Sendable (ValueDecoder) throws -> T
  ) {
    self.init(ofOneSession: type, decode)
  }

  /// A hook that stays on the thread of the session that has made it.
  init(ofOneSession type: T.Type, _ decode: @escaping (ValueDecoder) throws -> T) {
    self.decode = decode
    super.init(ObjectIdentifier(type))
  }
}

extension TypeHook {
  /// Decodes a value of the type that the hook is for.
  ///
  /// The class is generic because its function returns the value where the caller wants it. One that stores the value
  /// at an address took 39 % more instructions (decode, citm_catalog.json).
  @inline(__always)
  final func value<T>(_ type: T.Type, from decoder: ValueDecoder) throws -> T {
    // Invariant: all hooks of decoders are of this class, and this one was entered under its type.
    try unsafe unsafeDowncast(self, to: DecodingHook<T>.self).decode(decoder)
  }
}

// The hooks of the core's own types.
//
// Each kind of hook is a class that the runtime makes, which takes some 16,000 instructions in a process. So
// sessions make a hook when they meet its type.

/// Searches for the scalar that a type is, or that an array has for elements.
private struct ScalarHookSearch: ScalarVisitor {
  let type: ObjectIdentifier
  let isElement: Bool
  var hook: TypeHook?

  @inline(__always)
  mutating func visit<T: JSONScalar>(_ scalar: T.Type) {
    guard type == ObjectIdentifier(T.self) else { return }
    hook =
      isElement
      ? DecodingHook([T].self) { try T.elements($0) }
      : DecodingHook(T.self) { try $0.scalar(T.self) }
  }
}

extension JSONScalar {
  /// The hook for dictionaries. Each takes 6 KB of a program, so only the frequent ones have it.
  @inline(__always)
  fileprivate static func dictionaryHook(_ value: ObjectIdentifier) -> TypeHook? {
    value == ObjectIdentifier(Self.self)
      ? DecodingHook([String: Self].self) { try members($0) } : nil
  }

  @inline(__always)
  fileprivate static func rowHook(_ element: ObjectIdentifier) -> TypeHook? {
    element == ObjectIdentifier([Self].self) ? DecodingHook([[Self]].self) { try rows($0) } : nil
  }
}

extension JSONScalar {
  /// The hook for arrays of optional scalars. As above.
  @inline(__always)
  fileprivate static func optionalsHook(_ element: ObjectIdentifier) -> TypeHook? {
    element == ObjectIdentifier(Self?.self)
      ? DecodingHook([Self?].self) { try optionals($0) } : nil
  }
}

extension DecodingSnapshot {
  /// The hook for a scalar, or `nil` if `type` is another type.
  fileprivate static func hook(ofScalar type: ObjectIdentifier) -> TypeHook? {
    var search = ScalarHookSearch(type: type, isElement: false)
    search.visitScalars()
    return search.hook
  }

  /// The hook for arrays of a scalar, or of arrays of a frequent one. `nil` for other elements.
  fileprivate static func hook(ofArrayOf element: ObjectIdentifier) -> TypeHook? {
    var search = ScalarHookSearch(type: element, isElement: true)
    search.visitScalars()
    if let hook = search.hook { return hook }
    if element == ObjectIdentifier([[Double]].self) {
      return DecodingHook([[[Double]]].self) { try Double.planes($0) }
    }
    return String.rowHook(element) ?? Double.rowHook(element) ?? Float.rowHook(element)
      ?? Int.rowHook(element) ?? String.optionalsHook(element) ?? Int.optionalsHook(element)
      ?? Double.optionalsHook(element) ?? Bool.optionalsHook(element)
  }

  /// The hook for dictionaries of a frequent scalar, by strings. `nil` for other values.
  fileprivate static func hook(ofDictionaryOf value: ObjectIdentifier) -> TypeHook? {
    String.dictionaryHook(value) ?? Int.dictionaryHook(value) ?? Double.dictionaryHook(value)
      ?? Bool.dictionaryHook(value)
  }

  /// The hooks that a decoder has from the beginning, because options may replace them.
  static var treeHooks: [TypeHook] {
    [
      DecodingHook(RawJSON.self) { try $0.decodeRawJSON() },
      DecodingHook(JSONNumber.self) { try $0.jsonNumber() },
      DecodingHook(JSONTimestamp.self) {
        try $0.timestamp(.timestamps, for: JSONTimestamp.self, message: "Not a timestamp:")
      },
    ]
  }
}

// MARK: - Collections

extension DecodingSnapshot {
  /// The hook for an array, or `nil` if its elements are not known.
  fileprivate func hook(ofArray type: any Decodable.Type) -> TypeHook? {
    func readingHook<E: JSONReadable>(_ element: E.Type) -> TypeHook { .reading([E].self) }
    func hook<E: Decodable>(_ element: E.Type) -> TypeHook {
      if let hook = DecodingSnapshot.hook(ofArrayOf: ObjectIdentifier(element)) { return hook }
      if let element = readable(element) { return readingHook(element) }
      return DecodingHook(ofOneSession: [E].self) { try $0.array() }
    }
    return elementType(ofArray: type).map { hook($0) }
  }

  /// The type of the elements of an array type, or `nil` if that is not known.
  ///
  /// The standard library's own `init(from:)` asks for an element, so this session knows the type, and decodes nothing.
  /// That costs a tenth of the look-ups of conformances that would find the type.
  private func elementType(ofArray type: any Decodable.Type) -> (any Decodable.Type)? {
    struct Answered: Error {}
    func answer<E: Decodable>(_ element: E.Type) -> TypeHook {
      DecodingHook(ofOneSession: E.self) { _ in throw Answered() }
    }
    var elementType: (any Decodable.Type)?
    do {
      let session = DecodingSession(
        try TreeTape.storage(of: [nil], options: JSONReadingOptions()), self, isTextKnown: false)
      unsafe session.otherHooks = { element in
        elementType = element
        return answer(element)
      }
      session.begin()
      defer { session.end() }
      let root = UInt32(truncatingIfNeeded: DocumentStorage.rootIndex)
      _ = try type.init(from: ValueDecoder(session, DecodingPlace(index: root, path: 0)))
    } catch {
      // Always: nothing was decoded.
    }
    return elementType
  }
}

/// A dictionary, a set, or an optional.
private protocol StandardCollection {
  /// The hook for values whose parts a session can decode by itself.
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook?
}

extension Dictionary: StandardCollection {
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook? {
    func hook<V: Decodable>(_ value: V.Type) -> TypeHook {
      DecodingHook(ofOneSession: [String: V].self) { try $0.dictionary() }
    }
    func readingHook<V: JSONReadable>(_ value: V.Type) -> TypeHook { .reading([String: V].self) }
    func namedHook<K: Decodable & JSONName.Convertible, V: Decodable>(
      _ key: K.Type, _ value: V.Type
    ) -> TypeHook {
      DecodingHook(ofOneSession: [K: V].self) { decoder in
        // The standard library makes an array of keys and values.
        if decoder.kind == .array { return try [K: V](from: decoder) }
        return try JSONReader.read(decoder.session, decoder.place) {
          try [K: V](from: &$0) { try $0.decode(V.self, at: $0.state.value) }
        }
      }
    }
    if Key.self == String.self {
      if let hook = DecodingSnapshot.hook(ofDictionaryOf: ObjectIdentifier(Value.self)) {
        return hook
      }
      if let value = snapshot.readable(Value.self) { return readingHook(value) }
      return (Value.self as? any Decodable.Type).map { hook($0) }
    }
    guard let value = Value.self as? any Decodable.Type else { return nil }
    if Key.self == Int.self { return integersHook(value) }
    // As in Foundation, the standard library's own keys decide by themselves.
    return (Key.self as? any (Decodable & JSONName.Convertible).Type).map { namedHook($0, value) }
  }

  private static func integersHook<V: Decodable>(_ value: V.Type) -> TypeHook {
    DecodingHook(ofOneSession: [Int: V].self) { try $0.dictionaryByIntegers() }
  }
}

extension Set: StandardCollection {
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook? {
    func hook<E: Decodable & Hashable>(_ element: E.Type) -> TypeHook {
      DecodingHook(ofOneSession: Set<E>.self) { try $0.set() }
    }
    if let set = snapshot.readable(Set.self) { return .reading(set) }
    // The most frequent one is specialised.
    if Element.self == Int.self { return DecodingHook(Set<Int>.self) { try Int.set($0) } }
    return (Element.self as? any (Decodable & Hashable).Type).map { hook($0) }
  }
}

extension Optional: StandardCollection {
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook? {
    func hook<W: Decodable>(_ wrapped: W.Type) -> TypeHook {
      DecodingHook(ofOneSession: W?.self) { try $0.optional() }
    }
    if let optional = snapshot.readable(Optional.self) { return .reading(optional) }
    return (Wrapped.self as? any Decodable.Type).map { hook($0) }
  }
}

// MARK: - ReadableTypes

// Types that a session decodes other than by their `init(from:)`, found by their conformances among those that
// a decoder is asked for.

extension DecodingSnapshot {
  /// The hook for a type, or `nil` if the type decodes itself.
  func hook(for type: any Decodable.Type) -> TypeHook? {
    // The first look-up of a conformance for a type goes through all those of the program: 240,000 instructions.
    // Hooks that need no look-up come first, and only types of the standard library are looked up as dictionaries.
    if let hook = hook(of: type) ?? Self.hook(ofScalar: ObjectIdentifier(type)) { return hook }
    if StandardLibrary.declares(type, named: "Array<") { return hook(ofArray: type) }
    if StandardLibrary.declares(type), let collection = type as? any StandardCollection.Type {
      return collection.hook(in: self)
    }
    return readable(type).map { .reading($0) }
  }

  /// A type that is read with these options, or `nil` for any other type. A closure for keys needs the path of each
  /// object, which only containers know.
  fileprivate func readable(_ type: any Any.Type) -> (any JSONReadable.Type)? {
    guard !hasKeyClosure, let readable = type as? any JSONReadable.Type,
      !readable._isDecodedAsCodable
    else { return nil }
    return readable
  }

  private var hasKeyClosure: Bool { if case .custom = names { true } else { false } }
}

extension TypeHook {
  /// The hook for a type that is read.
  fileprivate static func reading<R: JSONReadable>(_ type: R.Type) -> TypeHook {
    DecodingHook(R.self) { decoder in
      try JSONReader.read(decoder.session, decoder.place) { try R(from: &$0) }
    }
  }
}
