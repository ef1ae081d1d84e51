// Large arrays, and dictionaries by name, read without a container for every element.

/// What a type has turned out to be, for the few types that a decoding meets again and again.
struct KnownTypes {
  private var types = InlineArray<16, UInt>(repeating: 0)
  private var kinds = InlineArray<16, UInt8>(repeating: 0)

  enum Kind: UInt8 {
    case unknown
    case other
    case array
    case dictionary
  }

  private static func slot(_ type: UInt) -> Int {
    Int(truncatingIfNeeded: type &>> 4 ^ type &>> 9) & 15
  }

  subscript(type: UInt) -> Kind {
    get {
      let slot = KnownTypes.slot(type)
      return types[slot] == type ? Kind(rawValue: kinds[slot]) ?? .unknown : .unknown
    }
    set {
      let slot = KnownTypes.slot(type)
      types[slot] = type
      kinds[slot] = newValue.rawValue
    }
  }
}

/// An array or a dictionary with names for keys.
protocol TapeCollection {
  static var isArray: Bool { get }
  static func make(from decoder: ValueDecoder) throws -> Self
}

extension Array: TapeCollection where Element: Decodable {
  static var isArray: Bool { true }

  static func make(from decoder: ValueDecoder) throws -> [Element] {
    let session = decoder.session
    guard decoder.record.kind == .array else {
      throw session.noArray(at: decoder.place.index, path: decoder.codingPath)
    }
    var elements: [Element] = []
    elements.reserveCapacity(decoder.record.count)
    var at = decoder.place.index &+ 1
    let end = session.following(decoder.place.index)
    var position = 0
    while at < end {
      elements.append(
        try session.decode(Element.self, at: at, position: position, in: decoder.place))
      at = session.following(at)
      position &+= 1
    }
    return elements
  }
}

extension Dictionary: TapeCollection where Key == String, Value: Decodable {
  static var isArray: Bool { false }

  static func make(from decoder: ValueDecoder) throws -> [String: Value] {
    let session = decoder.session
    guard decoder.record.kind == .object else {
      throw session.noObject(at: decoder.place.index, path: decoder.codingPath)
    }
    var members: [String: Value] = [:]
    members.reserveCapacity(decoder.record.count)
    let isLastWins = unsafe session.storage.options.duplicateNames == .lastWins
    var at = decoder.place.index &+ 1
    let end = session.following(decoder.place.index)
    while at < end {
      let name = session.string(session.record(at))
      let value = try session.decode(
        Value.self, at: at &+ 1, key: JSONPathKey(stringValue: name), in: decoder.place)
      if isLastWins {
        members[name] = value
      } else if let old = members.updateValue(value, forKey: name) {
        members[name] = old
      }
      at = session.following(at &+ 1)
    }
    return members
  }
}

extension DecodingSession {
  /// A way to make an array, or a dictionary with names for keys, if that is what `type` is.
  ///
  /// The conformance is looked up once for each type and decoding, and only for a large value; what is
  /// known is remembered.
  func collection<T: Decodable>(_ type: T.Type, isArray: Bool) -> ((ValueDecoder) throws -> T)? {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    var kind = unsafe knownTypes[identity]
    if kind == .other { return nil }
    guard let collection = type as? any TapeCollection.Type else {
      unsafe knownTypes[identity] = .other
      return nil
    }
    kind = collection.isArray ? .array : .dictionary
    unsafe knownTypes[identity] = kind
    if collection.isArray != isArray { return nil }
    func maker<C: TapeCollection>(_ collection: C.Type) -> (ValueDecoder) throws -> T {
      // Invariant: C is T, which the cast above has found to be a collection.
      { decoder in unsafe unsafeBitCast(try C.make(from: decoder), to: T.self) }
    }
    return maker(collection)
  }
}

// ---- Without looking anything up ----

extension TapeScalar {
  /// The elements of an array of scalars.
  static func elements(_ decoder: ValueDecoder) throws -> [Self] {
    let session = decoder.session
    let index = decoder.place.index
    let record = decoder.record
    guard record.kind == .array else { throw session.noArray(at: index, path: decoder.codingPath) }
    let count = record.count
    // Every element is a scalar, or the first one that is not ends it.
    return try unsafe [Self](unsafeUninitializedCapacity: count) { buffer, initialized in
      var at = index &+ 1
      for position in 0..<count {
        guard let value = Self.read(session, at) else {
          let path = decoder.codingPath + [JSONPathKey(position: position)]
          throw session.failure(Self.self, kind: kind, at: at, path: path)
        }
        // Invariant: there is room for `count`, and nothing at this position yet.
        unsafe buffer.initializeElement(at: position, to: value)
        initialized = position &+ 1
        at &+= 1
      }
    }
  }

  /// The members of an object of scalars.
  static func members(_ decoder: ValueDecoder) throws -> [String: Self] {
    let session = decoder.session
    let index = decoder.place.index
    let record = decoder.record
    guard record.kind == .object else {
      throw session.noObject(at: index, path: decoder.codingPath)
    }
    var members: [String: Self] = [:]
    members.reserveCapacity(record.count)
    let isLastWins = unsafe session.storage.options.duplicateNames == .lastWins
    var at = index &+ 1
    let end = session.following(index)
    while at < end {
      let name = session.string(session.record(at))
      guard let value = Self.read(session, at &+ 1) else {
        let path = decoder.codingPath + [JSONPathKey(stringValue: name)]
        throw session.failure(Self.self, kind: kind, at: at &+ 1, path: path)
      }
      if isLastWins {
        members[name] = value
      } else if let old = members.updateValue(value, forKey: name) {
        members[name] = old
      }
      at = session.following(at &+ 1)
    }
    return members
  }
}

extension TypeHooks {
  /// The hooks of the core.
  static var standardHooks: [TypeHook] {
    func scalar<T: TapeScalar & SendableMetatype>(_ type: T.Type) -> [TypeHook] {
      [
        TypedHook<T> { try $0.scalar(T.self) },
        TypedHook<[T]> { try T.elements($0) },
        TypedHook<[[T]]> { try [[T]].make(from: $0) },
        TypedHook<[[[T]]]> { try [[[T]]].make(from: $0) },
        TypedHook<[String: T]> { try T.members($0) },
      ]
    }
    var hooks = scalar(Bool.self) + scalar(String.self) + scalar(Double.self) + scalar(Float.self)
    hooks += scalar(Int.self) + scalar(Int8.self) + scalar(Int16.self) + scalar(Int32.self)
    hooks += scalar(Int64.self) + scalar(UInt.self) + scalar(UInt8.self) + scalar(UInt16.self)
    hooks += scalar(UInt32.self) + scalar(UInt64.self) + scalar(Int128.self) + scalar(UInt128.self)
    return hooks
  }
}
