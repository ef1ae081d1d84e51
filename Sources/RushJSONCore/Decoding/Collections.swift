// Large arrays, and dictionaries by name, read without a container for every element.

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
    var duplicates = CountingMembers()
    var at = decoder.place.index &+ 1
    let end = session.following(decoder.place.index)
    while at < end {
      let name = session.string(session.record(at))
      do {
        let value = try session.decode(
          Value.self, at: at &+ 1, keyedBy: session.dictionaryKey, in: decoder.place)
        if isLastWins {
          members[name] = value
        } else if let old = members.updateValue(value, forKey: name) {
          members[name] = old
        }
      } catch {
        // Another member of the name may count.
        if !duplicates.isWithoutEffect(at, named: name, of: decoder) { throw error }
      }
      at = session.following(at &+ 1)
    }
    return members
  }
}

extension DecodingSession {
  /// The array, or the dictionary with names for keys, that `type` is, if it is one of the kind.
  ///
  /// The conformance is looked up once for each such type and decoding, and once in a process for most
  /// of the others.
  @inline(__always)
  func collection<T: Decodable>(_ type: T.Type, isArray: Bool) -> (any TapeCollection.Type)? {
    let type = ObjectIdentifier(type)
    if hooks.isKnownPlain(type) { return nil }
    if let known = unsafe collections[type] { return known.isArray == isArray ? known : nil }
    return newCollection(T.self, isArray: isArray)
  }

  @inline(never)
  private func newCollection<T: Decodable>(_ type: T.Type, isArray: Bool)
    -> (any TapeCollection.Type)?
  {
    guard let collection = type as? any TapeCollection.Type else {
      hooks.markPlain(ObjectIdentifier(type))
      return nil
    }
    // After the call other threads may be reading.
    if isAtWork {
      unsafe collections.add(ObjectIdentifier(type), collection)
    }
    return collection.isArray == isArray ? collection : nil
  }

  @inline(never)
  func make<T>(_ collection: any TapeCollection.Type, _ type: T.Type, _ place: DecodingPlace) throws
    -> T
  {
    func made<C: TapeCollection>(_ collection: C.Type) throws -> T {
      let value = try C.make(from: ValueDecoder(self, place))
      // Invariant: C is T, which was found to be a collection.
      return unsafe unsafeBitCast(value, to: T.self)
    }
    return try made(collection)
  }
}

// MARK: - Without looking anything up

extension TapeScalar {
  @inline(__always)
  static func elements(_ decoder: ValueDecoder) throws -> [Self] {
    try elements(decoder.session, decoder.place.index) { decoder.codingPath }
  }

  /// The elements of an array of scalars. The path is that of the array.
  @inline(__always)
  private static func elements(
    _ session: DecodingSession, _ index: UInt32, path: () -> [any CodingKey]
  ) throws -> [Self] {
    let record = session.record(index)
    guard record.kindByte == TapeKind.array.rawValue else {
      throw session.noArray(at: index, path: path())
    }
    let count = record.count
    if count == 0 { return [] }
    var elements: [Self] = []
    elements.reserveCapacity(count)
    var at = index &+ 1
    for position in 0..<count {
      guard let value = Self.read(session, at) else {
        let path = path() + [JSONPathKey(position: position)]
        throw session.failure(Self.self, kind: kind, at: at, path: path)
      }
      elements.append(value)
      // A scalar, or it would not have been read.
      at &+= 1
    }
    return elements
  }

  /// The elements of an array of arrays of scalars.
  @inline(__always)
  static func rows(_ decoder: ValueDecoder) throws -> [[Self]] {
    try rows(decoder.session, decoder.place.index) { decoder.codingPath }
  }

  @inline(__always)
  private static func rows(
    _ session: DecodingSession, _ index: UInt32, path: () -> [any CodingKey]
  ) throws -> [[Self]] {
    let record = session.record(index)
    guard record.kindByte == TapeKind.array.rawValue else {
      throw session.noArray(at: index, path: path())
    }
    var rows: [[Self]] = []
    rows.reserveCapacity(record.count)
    var at = index &+ 1
    for position in 0..<record.count {
      rows.append(
        try elements(session, at) { path() + [JSONPathKey(position: position)] })
      at = session.following(at)
    }
    return rows
  }

  /// The elements of an array of arrays of arrays of scalars.
  @inline(__always)
  static func planes(_ decoder: ValueDecoder) throws -> [[[Self]]] {
    let session = decoder.session
    let record = decoder.record
    guard record.kindByte == TapeKind.array.rawValue else {
      throw session.noArray(at: decoder.place.index, path: decoder.codingPath)
    }
    var planes: [[[Self]]] = []
    planes.reserveCapacity(record.count)
    var at = decoder.place.index &+ 1
    for position in 0..<record.count {
      planes.append(
        try rows(session, at) { decoder.codingPath + [JSONPathKey(position: position)] })
      at = session.following(at)
    }
    return planes
  }

  /// The members of an object of scalars.
  @inline(__always)
  static func members(_ decoder: ValueDecoder) throws -> [String: Self] {
    let session = decoder.session
    let index = decoder.place.index
    let record = decoder.record
    guard record.kindByte == TapeKind.object.rawValue else {
      throw session.noObject(at: index, path: decoder.codingPath)
    }
    var members: [String: Self] = [:]
    members.reserveCapacity(record.count)
    let isLastWins = unsafe session.storage.options.duplicateNames == .lastWins
    var duplicates = CountingMembers()
    var at = index &+ 1
    let end = session.following(index)
    while at < end {
      let name = session.string(session.record(at))
      guard let value = Self.read(session, at &+ 1) else {
        if duplicates.isWithoutEffect(at, named: name, of: decoder) {
          at = session.following(at &+ 1)
          continue
        }
        let path = decoder.codingPath + [session.dictionaryKey.key(name)]
        throw session.failure(Self.self, kind: kind, at: at &+ 1, path: path)
      }
      if isLastWins {
        members[name] = value
      } else if let old = members.updateValue(value, forKey: name) {
        members[name] = old
      }
      at &+= 2
    }
    return members
  }
}

// MARK: - Members that fail, and may not count

/// Which members of a dictionary count; found out when one of them fails.
struct CountingMembers {
  private var indexes: [String: UInt32] = [:]

  /// Whether another member of the same name counts than the one at `member`.
  ///
  /// - Complexity: O(*m*) in the members of the object, once.
  @inline(never)
  mutating func isWithoutEffect(_ member: UInt32, named name: String, of decoder: ValueDecoder)
    -> Bool
  {
    if indexes.isEmpty { indexes = decoder.session.membersByName(of: decoder.place.index) }
    return indexes[name] != member
  }
}

extension DecodingSession {
  /// The type of keys of dictionaries. The standard library's have numbers; Foundation's decoder takes
  /// their place, with keys that have none, when a key strategy is set.
  var dictionaryKey: any CodingKey.Type {
    convertsKeys ? JSONPathKey.self : JSONDictionaryKey.self
  }
}

extension CodingKey {
  /// The key of a name that every key of the type may have.
  fileprivate static func key(_ name: String) -> any CodingKey {
    Self(stringValue: name) ?? JSONPathKey(stringValue: name)
  }
}
