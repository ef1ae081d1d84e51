// Finds members by name without reading all names first.
//
//   {"id": 1, "geo": null, "text": "…", "lang": "en"}       asked for: id, text, place, lang
//    ▲        ▲             ▲            ▲
//    │        skipped       │            next
//    read                   read
//
// The search compares the name at `next` first, then the names after it. `passed` has a bit for each name that was skipped
// or read; a prepared name is requested once, so reading it sets no bit. A clear bit shows that no earlier member has the
// name. So the first of equal names counts, even for a type that asks twice. `rest` has the bits of later names.

extension JSONReader {
  /// Begins the current value, an object, whose members can then be asked for.
  ///
  /// May be called again, by another type that reads members of the same object. `value(_:)` begins the
  /// object if nothing else has.
  /// - Throws: `DecodingError` if the value is not an object.
  public mutating func beginObject() throws {
    let record = record(state.value)
    guard record.kindByte == TapeKind.object.rawValue else {
      throw session.notAnObject(at: state.value, path: path(to: state.value))
    }
    state.container = state.value
    state.next = state.value &+ 1
    state.end = state.value &+ UInt32(truncatingIfNeeded: record.payload &>> 32)
    state.passed = 0
    state.rest = .max
    if _slowPath(!isPlain) { slowPrepare() }
  }

  /// Begins an object.
  mutating func open(_ object: UInt32) {
    state.value = object
    state.container = object
    state.next = object &+ 1
    state.end = following(object)
    state.passed = 0
    state.rest = .max
    if _slowPath(!isPlain) { slowPrepare() }
  }

  @inline(never)
  private mutating func slowPrepare() {
    if session.convertsKeys || !names(of: state.value).isUnique { state.end = 0 }
  }

  // After the call other threads may be here, so the search's memory for names is not used.
  private mutating func names(of object: UInt32) -> NameFilter {
    session.isAtWork ? session.search.summary(of: object, in: tape) : .unknown
  }

  // MARK: - Members

  /// Reads a member. One whose type is optional is `nil` if it is missing or `null`.
  /// - Parameter others: Names that are looked for in turn if the member is missing.
  /// - Throws: `DecodingError`: `keyNotFound` if the member is missing, or what its type throws.
  /// - Complexity: One comparison of names if the member is the next one, otherwise O(*m*) in the members
  ///   of the object.
  @inlinable
  public mutating func value<T: JSONReadable>(
    _ name: JSONName, also others: [JSONName] = []
  ) throws -> T {
    try T._member(others.isEmpty ? name : nameFound(name, others), from: &self)
  }

  /// Reads a member whose type is only `Decodable`.
  // Disfavoured, like all functions of readers for `Decodable` and of writers for `Encodable`: a type with both protocols
  // reads and writes itself. If one refined the other, a type without Codable of its own would get the compiler's.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(
    _ name: JSONName, also others: [JSONName] = []
  ) throws -> T {
    let name = try nameFound(name, others)
    let index = try find(name)
    if index == 0 {
      if let value = valueOfMissing(T.self) { return value }
      throw missing(name)
    }
    return try decode(T.self, at: index)
  }

  /// Reads a member into a variable, which does not change if the member is missing, or `null` and the type has no value
  /// for that. A ``JSONField`` is ``JSONField/missing`` without a member.
  @inlinable
  public mutating func value<T: JSONReadable>(
    _ name: JSONName, also others: [JSONName] = [], into variable: inout T
  ) throws {
    let index = try position(of: others.isEmpty ? name : nameFound(name, others))
    if index != 0 {
      do { variable = try read(T.self, at: index, returningTo: state) } catch {
        try refuseUnlessNull(error, at: index)
      }
    } else if let missing = T._missingField {
      variable = missing
    }
  }

  /// Reads a member whose type is only `Decodable` into a variable, which does not change if the member is missing, or
  /// `null` and the type has no value for that. A ``JSONField`` is ``JSONField/missing`` without a member.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(
    _ name: JSONName, also others: [JSONName] = [], into variable: inout T
  ) throws {
    let index = try find(nameFound(name, others))
    if index != 0 {
      do { variable = try decode(T.self, at: index) } catch {
        try refuseUnlessNull(error, at: index)
      }
    } else if let missing = missingField(T.self) {
      variable = missing
    }
  }

  /// Throws the error of a value that is not `null`. A type without a value for `null` takes it for a missing one.
  @inline(never) @usableFromInline
  package mutating func refuseUnlessNull(_ error: any Error, at index: UInt32) throws {
    if record(index).kindByte != TapeKind.null.rawValue { throw error }
  }

  /// ``JSONField/missing`` if the type is a field.
  private func missingField<T>(_ type: T.Type) -> T? {
    // A cast of no field to an optional type succeeds.
    T.self is any AnyField.Type ? valueOfMissing(type) : nil
  }

  /// Reads a member, or returns a value of yours if it is missing, or `null` and the type has no value for that. A
  /// ``JSONField`` is ``JSONField/missing`` without a member.
  public mutating func value<T: JSONReadable>(
    _ name: JSONName, also others: [JSONName] = [], default value: @autoclosure () throws -> T
  ) throws -> T {
    let index = try find(nameFound(name, others))
    if index == 0 { return try T._missingField ?? value() }
    do { return try read(T.self, at: index, returningTo: state) } catch {
      try refuseUnlessNull(error, at: index)
      return try value()
    }
  }

  /// Reads a member whose type is only `Decodable`, or returns a value of yours if it is missing, or `null` and the type
  /// has no value for that. A ``JSONField`` is ``JSONField/missing`` without a member.
  @_disfavoredOverload
  public mutating func value<T: Decodable>(
    _ name: JSONName, also others: [JSONName] = [], default value: @autoclosure () throws -> T
  ) throws -> T {
    let index = try find(nameFound(name, others))
    if index == 0 { return try missingField(T.self) ?? value() }
    do { return try decode(T.self, at: index) } catch {
      try refuseUnlessNull(error, at: index)
      return try value()
    }
  }

  /// Whether the object has a member with this name.
  public mutating func contains(_ name: JSONName) throws -> Bool {
    let outer = state
    let index = try find(name)
    if outer.container == outer.value { state = outer }
    return index != 0
  }

  /// Makes the value of a member the current one, for the rest of this `init(from:)`.
  /// - Throws: `DecodingError.keyNotFound` if the member is missing.
  public mutating func enter(_ name: JSONName) throws { move(to: try required(name)) }

  // MARK: - Other names

  /// The first of several names that a member has, or else the first name.
  @usableFromInline
  package mutating func nameFound(_ name: JSONName, _ others: [JSONName]) throws -> JSONName {
    if try others.isEmpty || contains(name) { return name }
    for other in others where try contains(other) { return other }
    return name
  }

  // MARK: - The search

  /// The index of the value of the member, or 0 if it is missing.
  @inline(__always)
  package mutating func find(_ name: JSONName) throws -> UInt32 {
    let at = state.next
    if at < state.end, isName(record(at), name), state.passed & name.bit == 0 {
      state.passed |= name.readBit
      state.next = following(at &+ 1)
      return at &+ 1
    }
    if isKnownToBeMissing(name) { return 0 }
    return try search(name)
  }

  /// Whether the filters of the object's names lack the name. The filter of later names is full until a search has
  /// come to the end of the object.
  @inline(__always)
  private func isKnownToBeMissing(_ name: JSONName) -> Bool {
    (state.passed | state.rest) & name.bit == 0 && state.end != 0 && name.isPrepared
  }

  /// The index of the value of a member of the object that was begun, or 0 if it is missing.
  mutating func indexOfMember(_ name: JSONName) -> UInt32 {
    do { return try find(name) } catch { return 0 }
  }

  /// The index of the value of the member, or 0 if it is missing.
  @usableFromInline
  mutating func position(of name: JSONName) throws -> UInt32 { try find(name) }

  /// The index of the value of the member.
  /// - Throws: `DecodingError.keyNotFound`.
  @usableFromInline
  package mutating func required(_ name: JSONName) throws -> UInt32 {
    let index = try find(name)
    if index == 0 { throw missing(name) }
    return index
  }

  /// The index of the value of the member, or 0 if it is missing or `null`.
  @usableFromInline
  package mutating func present(_ name: JSONName) throws -> UInt32 {
    let index = try find(name)
    return index == 0 || record(index).kindByte == TapeKind.null.rawValue ? 0 : index
  }

  /// Whether a name without escapes has the bytes of a name.
  @inline(__always)
  func isName(_ record: TapeRecord, _ name: JSONName) -> Bool {
    let count = name.count
    guard record.kindByte == TapeKind.name.rawValue, record.length == count else { return false }
    assert(tape.holds(record))
    return haveSameBytes(tape.text.bytes(count, at: record.offset), name.utf8)
  }

  /// Whether a name, which may have escapes, is `name`.
  @inline(__always)
  func isAnyName(_ record: TapeRecord, _ name: JSONName) -> Bool {
    record.hasEscapes ? session.storage.isEqual(record, name.description) : isName(record, name)
  }

  /// The bit of a name. All bits for a name with escapes, which may be any name.
  @inline(__always)
  func bit(of record: TapeRecord) -> UInt64 {
    if record.hasEscapes { return .max }
    assert(tape.holds(record))
    return unsafe JSONName.bit(
      (tape.text + record.offset).elements(record.length), record.length)
  }

  @inline(never)
  private mutating func search(_ name: JSONName) throws -> UInt32 {
    if state.end == 0 {
      // If nothing was begun, the container is the root's array.
      if record(state.container).kind != .object { try beginObject() }
      if state.end == 0 { return slowSearch(name) }
    }
    let first = state.container &+ 1
    let start = self.name(from: state.next, to: state.end)
    if state.rest & name.bit != 0 {
      var bits: UInt64 = 0
      let found = tape.firstName(from: start, to: state.end) { at in
        let record = record(at)
        if isAnyName(record, name) { return true }
        bits |= bit(of: record)
        return false
      }
      if let found {
        let mayBeEarlier = state.passed & name.bit != 0
        state.passed |= bits | name.readBit
        state.next = following(found &+ 1)
        return mayBeEarlier ? scan(name, from: first, to: start) ?? found &+ 1 : found &+ 1
      }
      state.rest = bits
    }
    if state.passed & name.bit != 0, let earlier = scan(name, from: first, to: start) {
      return earlier
    }
    // Without bits, there are only names that were found as prepared ones, which have no equivalents.
    if !name.mayHaveEquivalents || state.passed | state.rest == 0 { return 0 }
    let key = name.description
    let index = session.search.member(key, of: state.container, .unknown, in: tape)
    if index != 0 { session.note(key, value: index, of: state.container) }
    return index
  }

  /// The first member of this name among those from `start` to `end`.
  // Mutating, although it changes nothing: otherwise it would be passed a copy of the reader.
  @inline(never)
  private mutating func scan(_ name: JSONName, from start: UInt32, to end: UInt32) -> UInt32? {
    tape.firstName(from: start, to: end) { at in
      let record = record(at)
      return (record.length == name.count || record.hasEscapes) && isAnyName(record, name)
    }.map { $0 &+ 1 }
  }

  // MARK: - The long way

  /// Finds a member where several may have the name and the last counts, or where names are converted.
  private mutating func slowSearch(_ name: JSONName) -> UInt32 {
    let object = state.container
    let key = name.description
    let index: UInt32
    if session.convertsKeys {
      index = convertedMember(key, of: object)
    } else {
      let names = names(of: object)
      session.search.expect(self.name(from: state.next, to: following(object)), in: object)
      index =
        names.isUnique
        ? session.search.member(key, of: object, names, in: tape)
        : session.search.indexed(key, of: object, in: tape)
    }
    if index == 0 { return 0 }
    if session.convertsKeys || name.mayHaveEquivalents {
      session.note(key, value: index, of: object)
    }
    state.next = following(index)
    return index
  }

  private mutating func convertedMember(_ key: String, of object: UInt32) -> UInt32 {
    let place = DecodingPlace(index: object, path: object == base.index ? base.path : 0)
    if !session.convertsNames(of: object) { return session.convertedMember(key, of: place) }
    if let known = converted.last(where: { $0.object == object }) { return known.names[key] }
    converted.removeAll { tape.following($0.object) <= object }
    let names = ConvertedNames(
      of: object, in: session, path: session.hasCustomNames ? codingPath(to: object) : [])
    converted.append((object, names))
    return names[key]
  }
}
