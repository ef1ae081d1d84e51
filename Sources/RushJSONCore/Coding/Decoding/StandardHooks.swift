/// Decodes values of the type `T` in the place of its `init(from:)`.
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
    unsafe try unsafeDowncast(self, to: DecodingHook<T>.self).decode(decoder)
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
    return innerType(of: type, in: [nil]).map { hook($0) }
  }

  /// The type of the elements of a collection or the value of an optional, or `nil` if that is not known.
  ///
  /// The standard library's own `init(from:)` asks for a value in `tree`, so this session knows the type, and decodes
  /// nothing. That costs a tenth of the look-ups of conformances that would find the type.
  private func innerType(of type: any Decodable.Type, in tree: RawJSON) -> (any Decodable.Type)? {
    struct Answered: Error {}
    func answer<E: Decodable>(_ element: E.Type) -> TypeHook {
      DecodingHook(ofOneSession: E.self) { _ in throw Answered() }
    }
    var elementType: (any Decodable.Type)?
    do {
      let session = DecodingSession(
        try TreeTape.storage(of: tree, options: JSONReadingOptions()), self, isTextKnown: false)
      session.otherHooks = { element in
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

extension DecodingSnapshot {
  /// The hook for a dictionary with strings for keys, or `nil` if its values are not known.
  fileprivate func hook(ofDictionary type: any Decodable.Type) -> TypeHook? {
    func readingHook<V: JSONReadable>(_ value: V.Type) -> TypeHook { .reading([String: V].self) }
    func hook<V: Decodable>(_ value: V.Type) -> TypeHook {
      if let hook = DecodingSnapshot.hook(ofDictionaryOf: ObjectIdentifier(value)) { return hook }
      if let value = readable(value) { return readingHook(value) }
      return DecodingHook(ofOneSession: [String: V].self) { try $0.dictionary() }
    }
    return innerType(of: type, in: ["": nil]).map { hook($0) }
  }

  /// The hook for an optional, or `nil` if its value is not known.
  fileprivate func hook(ofOptional type: any Decodable.Type) -> TypeHook? {
    func readingHook<W: JSONReadable>(_ wrapped: W.Type) -> TypeHook { .reading(W?.self) }
    func hook<W: Decodable>(_ wrapped: W.Type) -> TypeHook {
      if let wrapped = readable(wrapped) { return readingHook(wrapped) }
      return DecodingHook(ofOneSession: W?.self) { try $0.optional() }
    }
    return innerType(of: type, in: 0).map { hook($0) }
  }

  /// The hook for another collection of the standard library if it holds models. They conform because their models do.
  fileprivate func hook(ofModelsIn type: any Decodable.Type) -> TypeHook? {
    guard let inner = innerType(of: type, in: [0]), readable(inner) != nil else { return nil }
    return (type as? any JSONReadable.Type).map { .reading($0) }
  }
}

/// A dictionary whose keys are not strings, or a set. The runtime looks up a conformance for each of these types, which are rare.
private protocol RareCollection {
  /// The hook for values whose parts a session can decode by itself.
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook?
}

extension Dictionary: RareCollection {
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook? {
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
    guard let value = Value.self as? any Decodable.Type else { return nil }
    if Key.self == Int.self { return integersHook(value) }
    // As in Foundation, the standard library's own keys decide by themselves.
    if let key = Key.self as? any (Decodable & JSONName.Convertible).Type {
      return namedHook(key, value)
    }
    guard #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *) else { return nil }
    return (Key.self as? any (CodingKeyRepresentable & Decodable & Hashable).Type).map {
      keysHook($0, value)
    }
  }

  @available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
  private static func keysHook<
    K: CodingKeyRepresentable & Decodable & Hashable, V: Decodable
  >(_ key: K.Type, _ value: V.Type) -> TypeHook {
    DecodingHook(ofOneSession: [K: V].self) { try $0.dictionaryByKeys() }
  }

  private static func integersHook<V: Decodable>(_ value: V.Type) -> TypeHook {
    DecodingHook(ofOneSession: [Int: V].self) { try $0.dictionaryByIntegers() }
  }
}

extension Set: RareCollection {
  static func hook(in snapshot: DecodingSnapshot) -> TypeHook? {
    func hook<E: Decodable & Hashable>(_ element: E.Type) -> TypeHook {
      DecodingHook(ofOneSession: Set<E>.self) { try $0.set() }
    }
    // The most frequent ones are specialised by name. The compiler does not specialise a generic function in this type, which
    // takes 4,400 instructions more for a set.
    if Element.self == Int.self {
      let sets = EmptySets<Int>()
      return DecodingHook(ofOneSession: Set<Int>.self) { try Int.set($0, sets) }
    }
    if Element.self == String.self {
      let sets = EmptySets<String>()
      return DecodingHook(ofOneSession: Set<String>.self) { try String.set($0, sets) }
    }
    return (Element.self as? any (Decodable & Hashable).Type).map { hook($0) }
  }
}

// MARK: - ReadableTypes

// Types that a session decodes other than by their `init(from:)`, found by their conformances among those that
// a decoder is asked for.

extension DecodingSnapshot {
  /// The hook for a type, or `nil` if the type decodes itself.
  func hook(for type: any Decodable.Type) -> TypeHook? {
    // Nothing here asks whether a type conforms to a protocol that it may not conform to (KnownTypes).
    if let hook = hook(of: type) ?? Self.hook(ofScalar: ObjectIdentifier(type)) { return hook }
    switch StandardLibrary.family(of: type) {
    case .none: return readable(type).map { .reading($0) }
    case .array: return hook(ofArray: type)
    case .dictionaryOfStrings: return hook(ofDictionary: type)
    case .dictionary: return (type as? any RareCollection.Type)?.hook(in: self)
    case .optional: return hook(ofOptional: type)
    case .set: return hook(ofModelsIn: type) ?? (type as? any RareCollection.Type)?.hook(in: self)
    case .contiguousArray: return hook(ofModelsIn: type)
    case .other: return nil
    }
  }

  /// A model that is read with these options, or `nil` for any other type. A closure for keys needs the path of each
  /// object, which only containers know.
  fileprivate func readable(_ type: any Any.Type) -> (any JSONReadable.Type)? {
    if hasKeyClosure { return nil }
    guard let model = Self.models[type] else {
      return type is RawJSON.Object.Type ? RawJSON.Object.self : nil
    }
    // Invariant: all entries are of this class.
    let readable = unsafe unsafeDowncast(model, to: ReadableModel.self).readable
    return readable._isDecodedAsCodable ? nil : readable
  }

  /// Enters a model, which has said that it is one.
  fileprivate static func enter<R: JSONReadable>(_ type: R.Type) {
    models.enter(ReadableModel(type), for: type)
  }

  private static let models = KnownTypes()

  private final class ReadableModel: TypeHook, @unchecked Sendable {
    let readable: any JSONReadable.Type

    init<R: JSONReadable>(_ type: R.Type) {
      readable = type
      super.init(ObjectIdentifier(type))
    }
  }

  fileprivate var hasKeyClosure: Bool { if case .custom = names { true } else { false } }
}

extension DecodingSession {
  /// Notes that a type without a hook is a model. Its next values are read by a hook.
  @inline(never)
  func learn<T: JSONReadable>(_ type: T.Type) {
    // Only once: a type that another type's `init(from:)` calls comes here for each value.
    guard isAtWork, lacksHook(for: type) else { return }
    if snapshot.hasKeyClosure || T._isDecodedAsCodable { return }
    guard otherHooks == nil else { return }
    DecodingSnapshot.enter(type)
    learn(.reading(type), for: type)
  }
}

extension TypeHook {
  /// The hook for a type that is read.
  fileprivate static func reading<R: JSONReadable>(_ type: R.Type) -> TypeHook {
    DecodingHook(R.self) { decoder in
      try JSONReader.read(decoder.session, decoder.place) { try R(from: &$0) }
    }
  }
}
