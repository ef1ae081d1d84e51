// Arrays, and dictionaries with strings for keys, filled without a container for each value.

extension ValueDecoder {
  /// Decodes an array.
  func array<Element: Decodable>() throws -> [Element] {
    let session = session
    let count = try arrayRecord().count
    var elements: [Element] = []
    if count == 0 { return elements }
    elements.reserveCapacity(count)
    var hook = unsafe session.hook(for: Element.self)
    var at = place.index &+ 1
    for position in 0..<count {
      // The first element may have turned out to be a model.
      if unsafe position == 1 && hook == nil {
        unsafe hook = unsafe session.hook(for: Element.self)
      }
      elements.append(
        try unsafe session.decode(Element.self, hook, at: at, position: position, in: place))
      at = session.tape.following(at)
    }
    assert(at == session.tape.following(place.index))
    return elements
  }

  /// Decodes a dictionary with strings for keys.
  func dictionary<Value: Decodable>() throws -> [String: Value] {
    var members = [String: Value](minimumCapacity: try objectRecord().count)
    var duplicates = EffectiveMembers()
    // A closure would look up the metadata of the dictionary for every member.
    var at = place.index &+ 1
    let end = session.tape.following(place.index)
    while at < end {
      let name = session.tape.string(session.tape.record(at))
      let index = at &+ 1
      do {
        let value = try session.decode(Value.self, at: index, named: name, in: place)
        members.add(value, named: name, isLastWins: session.tape.isLastWins)
      } catch {
        if !duplicates.isWithoutEffect(index, named: name, of: self) { throw error }
      }
      at = session.tape.following(index)
    }
    assert(at == end)
    return members
  }
}

// The functions below do what the standard library's `init(from:)` does by a container.

extension ValueDecoder {
  /// Decodes an optional.
  func optional<Wrapped: Decodable>() throws -> Wrapped? {
    isNull ? nil : try session.unwrap(Wrapped.self, at: place)
  }

  /// Decodes a set. Of equal elements, the first is kept.
  func set<Element: Decodable & Hashable>() throws -> Set<Element> {
    let session = session
    let count = try arrayRecord().count
    if count == 0 { return [] }
    var elements = Set<Element>(minimumCapacity: count)
    let hook = unsafe session.hook(for: Element.self)
    var at = place.index &+ 1
    for position in 0..<count {
      elements.insert(
        try unsafe session.decode(Element.self, hook, at: at, position: position, in: place))
      at = session.tape.following(at)
    }
    assert(at == session.tape.following(place.index))
    return elements
  }

  /// Decodes a dictionary whose keys are integers.
  func dictionaryByIntegers<Value: Decodable>() throws -> [Int: Value] {
    try dictionary { Int($0) }
  }

  /// Decodes a dictionary whose keys are made of names by their type.
  @available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
  func dictionaryByKeys<Key: CodingKeyRepresentable & Decodable & Hashable, Value: Decodable>()
    throws -> [Key: Value]
  {
    try dictionary { Key(codingKey: JSONDictionaryKey(stringValue: $0)) }
  }

  /// Decodes a dictionary whose keys `key` makes of names.
  @inline(__always)
  private func dictionary<Key: Decodable & Hashable, Value: Decodable>(
    by key: (String) -> Key?
  ) throws -> [Key: Value] {
    if session.convertsKeys || session.tape.isLastWins { return try [Key: Value](from: self) }
    let count = try objectRecord().count
    var members = [Key: Value](minimumCapacity: count)
    var at = place.index &+ 1
    for position in 0..<count {
      let name = session.tape.string(session.tape.record(at))
      // A name that gives no key is an error, and a key that comes twice is rare.
      guard let key = key(name) else { return try [Key: Value](from: self) }
      let value: Value
      do {
        value = try session.decode(Value.self, at: at &+ 1, named: name, in: place)
      } catch {
        if members[key] == nil { throw error }
        return try [Key: Value](from: self)
      }
      // Not the subscript for optionals and not `updateValue`, which look up their metadata each time.
      keep(&members[key, default: value])
      if members.count == position { return try [Key: Value](from: self) }
      at = session.tape.following(at &+ 1)
    }
    assert(at == session.tape.following(place.index))
    return members
  }
}

/// Leaves a value as it is.
@inline(__always)
private func keep<Value>(_ value: inout Value) {}

/// Empty sets with room for a few elements. The sets of a session begin as copies of them: the standard library makes an
/// empty set in 800 instructions, most of them to find metadata, and a copy in 300.
@safe
final class EmptySets<Element: Hashable> {
  /// Sets with room for 3, 6, 9 and 12 elements. A set without room has not been needed.
  @safe @exclusivity(unchecked)
  private var sets = [Set<Element>](repeating: [], count: 4)

  @inline(__always)
  func set(for count: Int) -> Set<Element> {
    assert(count > 0)
    let index = (count &- 1) / 3
    // A copy hashes with the seed of its original. Long sets have seeds of their own, so elements in the order of one set do
    // not collide in another.
    if index >= sets.count { return Set(minimumCapacity: count) }
    if sets[index].capacity == 0 { sets[index] = Set(minimumCapacity: 3 &* (index &+ 1)) }
    return sets[index]
  }
}

extension JSONScalar where Self: Hashable {
  /// The elements of an array of scalars as a set.
  @inline(__always)
  static func set(_ decoder: ValueDecoder, _ sets: EmptySets<Self>) throws -> Set<Self> {
    let session = decoder.session
    let count = try decoder.arrayRecord().count
    if count == 0 { return [] }
    var elements = sets.set(for: count)
    var at = decoder.place.index &+ 1
    for position in 0..<count {
      guard let value = Self.read(session, at) else {
        let path = decoder.codingPath + [JSONPathKey(position: position)]
        throw session.failure(Self.self, kind: kind, at: at, path: path)
      }
      elements.insert(value)
      at &+= 1
    }
    assert(at == session.tape.following(decoder.place.index))
    return elements
  }
}

extension JSONScalar {
  /// The elements of an array of optional scalars.
  @inline(__always)
  static func optionals(_ decoder: ValueDecoder) throws -> [Self?] {
    let session = decoder.session
    let count = try decoder.arrayRecord().count
    if count == 0 { return [] }
    var elements: [Self?] = []
    elements.reserveCapacity(count)
    var at = decoder.place.index &+ 1
    for position in 0..<count {
      if session.tape.isNull(at) {
        elements.append(nil)
      } else if let value = Self.read(session, at) {
        elements.append(value)
      } else {
        let path = decoder.codingPath + [JSONPathKey(position: position)]
        throw session.failure(Self.self, kind: kind, at: at, path: path)
      }
      // The value is a scalar, which has one record.
      at &+= 1
    }
    assert(at == session.tape.following(decoder.place.index))
    return elements
  }
}

extension Dictionary {
  /// Adds a member by the policy for duplicate names.
  @inline(__always)
  fileprivate mutating func add(_ value: Value, named name: Key, isLastWins: Bool) {
    if isLastWins {
      self[name] = value
    } else if let old = updateValue(value, forKey: name) {
      self[name] = old
    }
  }
}

extension DecodingSession {
  // The keys of the standard library's dictionaries have numbers. With a key strategy, Foundation's decoder
  // decodes dictionaries itself, with keys that have none.

  /// Decodes the member of a dictionary whose value is at `index`.
  @inline(__always)
  fileprivate func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, named name: String, in parent: DecodingPlace
  ) throws -> T {
    if convertsKeys {
      var key = JSONPathKey(stringValue: name)
      return try unsafe decode(type, at: index, keyAt: &key, in: parent)
    }
    var key = JSONDictionaryKey(stringValue: name)
    return try unsafe decode(type, at: index, keyAt: &key, in: parent)
  }

  fileprivate func dictionaryKey(_ name: String) -> any CodingKey {
    convertsKeys ? JSONPathKey(stringValue: name) : JSONDictionaryKey(stringValue: name)
  }
}

// MARK: - Scalars

extension JSONScalar {
  @inline(__always)
  static func elements(_ decoder: ValueDecoder) throws -> [Self] {
    try elements(decoder.session, decoder.place.index) { decoder.codingPath }
  }

  /// The elements of an array of scalars. The path is that of the array.
  @inline(__always)
  private static func elements(
    _ session: DecodingSession, _ index: UInt32, path: () -> [any CodingKey]
  ) throws -> [Self] {
    let count = try session.array(at: index, path: path).count
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
      // The value is a scalar, which has one record.
      at &+= 1
    }
    assert(at == session.tape.following(index))
    return elements
  }

  @inline(__always)
  static func rows(_ decoder: ValueDecoder) throws -> [[Self]] {
    try rows(decoder.session, decoder.place.index) { decoder.codingPath }
  }

  @inline(__always)
  private static func rows(
    _ session: DecodingSession, _ index: UInt32, path: () -> [any CodingKey]
  ) throws -> [[Self]] {
    let count = try session.array(at: index, path: path).count
    var rows: [[Self]] = []
    rows.reserveCapacity(count)
    var at = index &+ 1
    for position in 0..<count {
      rows.append(try elements(session, at) { path() + [JSONPathKey(position: position)] })
      at = session.tape.following(at)
    }
    assert(at == session.tape.following(index))
    return rows
  }

  @inline(__always)
  static func planes(_ decoder: ValueDecoder) throws -> [[[Self]]] {
    let session = decoder.session
    let count = try decoder.arrayRecord().count
    var planes: [[[Self]]] = []
    planes.reserveCapacity(count)
    var at = decoder.place.index &+ 1
    for position in 0..<count {
      planes.append(
        try rows(session, at) { decoder.codingPath + [JSONPathKey(position: position)] })
      at = session.tape.following(at)
    }
    assert(at == session.tape.following(decoder.place.index))
    return planes
  }

  /// The members of an object of scalars.
  @inline(__always)
  static func members(_ decoder: ValueDecoder) throws -> [String: Self] {
    let session = decoder.session
    var members = [String: Self](minimumCapacity: try decoder.objectRecord().count)
    let isLastWins = session.tape.isLastWins
    var duplicates = EffectiveMembers()
    try session.tape.forEachMember(of: decoder.place.index) { record, index in
      let name = session.tape.string(record)
      if let value = Self.read(session, index) {
        members.add(value, named: name, isLastWins: isLastWins)
      } else if !duplicates.isWithoutEffect(index, named: name, of: decoder) {
        let path = decoder.codingPath + [session.dictionaryKey(name)]
        throw session.failure(Self.self, kind: kind, at: index, path: path)
      }
    }
    return members
  }
}

extension ValueDecoder {
  @inline(__always)
  fileprivate func arrayRecord() throws -> TapeRecord {
    try session.array(at: place.index) { session.errorPath(of: place) }
  }

  @inline(__always)
  fileprivate func objectRecord() throws -> TapeRecord {
    let record = session.tape.record(place.index)
    if record.kindByte == TapeKind.object.rawValue { return record }
    // With a key strategy, Foundation's decoder decodes dictionaries itself, and says so of null.
    if isNull, session.convertsKeys { throw missingValue([String: Any].self) }
    throw session.notAnObject(at: place.index, path: session.errorPath(of: place))
  }
}

extension DecodingSession {
  @inline(__always)
  fileprivate func array(at index: UInt32, path: () -> [any CodingKey]) throws -> TapeRecord {
    let record = tape.record(index)
    if record.kindByte == TapeKind.array.rawValue { return record }
    throw notAnArray(at: index, path: path())
  }
}

// MARK: - Members that cannot be decoded

/// The members of a dictionary that count, looked up when one of them cannot be decoded.
private struct EffectiveMembers {
  private var values: [String: UInt32] = [:]

  /// Whether the member at `index` has no effect, because a duplicate of its name counts instead.
  @inline(never)
  mutating func isWithoutEffect(_ index: UInt32, named name: String, of decoder: ValueDecoder)
    -> Bool
  {
    if values.isEmpty { values = decoder.session.tape.membersByName(of: decoder.place.index) }
    return values[name] != index
  }
}
