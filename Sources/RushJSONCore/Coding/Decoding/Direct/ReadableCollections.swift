// Optionals, arrays, sets and dictionaries, specialised for their elements in the user's module.
//
// Decoders read them as a whole if their elements are read, and otherwise decode them as `Codable` does.

extension Optional: JSONReadable where Wrapped: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { Wrapped._isDecodedAsCodable }

  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = reader.isNull ? .none : .some(try Wrapped(from: &reader))
  }

  @inlinable
  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Wrapped? {
    try Wrapped._optionalMember(name, from: &reader)
  }

  /// Tells a missing member from `null`, which is `.some(nil)`.
  @inlinable
  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Wrapped??
  {
    let index = try reader.position(of: name)
    if index == 0 { return nil }
    return .some(try reader.read(Wrapped?.self, at: index, returningTo: reader.state))
  }

  /// Reads `nil` if the object has none of the members.
  @inlinable
  public static func _part(from reader: inout JSONReader) throws -> Wrapped? {
    if reader.kind != .object { return try reader.read(Wrapped?.self) }
    return try reader.partIfPresent(Wrapped.self)
  }

  @inlinable
  public static func _addNames(to names: inout JSONReader.MemberNames) {
    names._optional(Wrapped.self)
  }
}

extension JSONField: JSONReadable where Value: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { Value._isDecodedAsCodable }
  @inlinable public static var _missingField: JSONField? { .missing }

  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = reader.isNull ? .null : .value(try Value(from: &reader))
  }

  @inlinable
  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> JSONField {
    let index = try reader.position(of: name)
    if index == 0 { return .missing }
    return try reader.read(JSONField.self, at: index, returningTo: reader.state)
  }

  @inlinable
  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> JSONField?
  {
    let field = try _member(name, from: &reader)
    return field.isMissing ? nil : field
  }

  /// Reads ``missing`` if the object has none of the members.
  @inlinable
  public static func _part(from reader: inout JSONReader) throws -> JSONField {
    if reader.kind != .object { return try reader.read(JSONField.self) }
    return try reader.partIfPresent(Value.self).map { .value($0) } ?? .missing
  }

  @inlinable
  public static func _addNames(to names: inout JSONReader.MemberNames) {
    names._optional(Value.self)
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}
  @inlinable public static var _isDecodedAsCodable: Bool { Element._isDecodedAsCodable }

  @inlinable
  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> [Element] {
    let index = try reader.required(name)
    // Many arrays have no elements.
    let record = reader.record(index)
    if record.kindByte == TapeKind.array.rawValue, record.count == 0 { return [] }
    return try reader.read([Element].self, at: index, returningTo: reader.state)
  }

  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = try Element._array(of: Element.self, from: &reader)
  }

  /// Reads an array of arrays.
  @inlinable
  public static func _array<Row: JSONReadable>(
    of type: Row.Type, from reader: inout JSONReader
  ) throws -> [Row] {
    // Coordinates have rows of two or three numbers, and a call for each row took 2 % of reading canada.json.
    if Element.self == Double.self { return try reader.numbers([[Double]].self) }
    if Element.self == [Double].self { return try reader.numbers([[[Double]]].self) }
    return try reader.elements()
  }
}

extension ContiguousArray: JSONReadable where Element: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}
  @inlinable public static var _isDecodedAsCodable: Bool { Element._isDecodedAsCodable }

  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = ContiguousArray(try Element._array(of: Element.self, from: &reader))
  }
}

extension Set: JSONReadable where Element: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}
  @inlinable public static var _isDecodedAsCodable: Bool { Element._isDecodedAsCodable }

  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = Set(try Element._array(of: Element.self, from: &reader))
  }
}

extension Dictionary: JSONReadable where Key: JSONName.Convertible, Value: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { Value._isDecodedAsCodable }

  /// Reads an object. Its names are data: strategies for keys leave them unchanged. Of equal names, the
  /// decoder's policy decides which counts.
  ///
  /// Reads an array of keys and values, too, which other libraries' encoders write unless the keys are strings.
  @inlinable
  public init(from reader: inout JSONReader) throws {
    if Key.self != String.self, _slowPath(reader.isArray) {
      try self.init(pairsFrom: &reader)
    } else {
      try self.init(from: &reader) { try Value(from: &$0) }
    }
  }

  // Rare, so it is compiled once for all types: specialised, it took 15 KB of a program.
  @usableFromInline @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init(pairsFrom reader: inout JSONReader) throws {
    let count = try reader.beginArray()
    self.init(minimumCapacity: count / 2)
    for _ in 0..<(count + 1) / 2 {
      guard let key = Key(jsonName: try reader.element()) else {
        throw reader.invalidValue(Key.self)
      }
      self[key] = try reader.element(Value.self)
    }
  }
}

extension Dictionary where Key: JSONName.Convertible {
  /// Reads an object, and each of its values with `read`.
  @inlinable @inline(__always)
  package init(from reader: inout JSONReader, _ read: (inout JSONReader) throws -> Value) throws {
    let count = try reader.beginMembers()
    self.init(minimumCapacity: count)
    let skipped = reader.namesOfOthers()
    let outer = reader.state
    var index = outer.value &+ 1
    let end = reader.following(outer.value)
    while index < end {
      let name = reader.name(at: index)
      if !skipped.isEmpty, skipped.contains(name) {
        index = reader.following(index &+ 1)
        continue
      }
      guard let key = Key(jsonName: name) else { throw reader.invalidName(at: index, Key.self) }
      reader.move(to: index &+ 1)
      do {
        let value = try read(&reader)
        if reader.isLastWins {
          self[key] = value
        } else if let first = updateValue(value, forKey: key) {
          self[key] = first
        }
      } catch {
        if reader.counts(index &+ 1, in: outer.value) {
          throw reader.failed(error, Value.self, at: index &+ 1, returningTo: outer)
        }
      }
      index = reader.following(index &+ 1)
    }
    reader.state = outer
  }
}

extension JSONReader {
  /// Begins the current value, an object, whose members are data. Returns their number.
  @usableFromInline
  mutating func beginMembers() throws -> Int {
    let record = record(state.value)
    guard record.kindByte == TapeKind.object.rawValue else {
      throw session.notAnObject(at: state.value, path: path(to: state.value))
    }
    return record.count
  }

  @usableFromInline var isLastWins: Bool { mutating get { tape.isLastWins } }

  @usableFromInline
  package mutating func name(at index: UInt32) -> String { tape.string(record(index)) }

  /// Whether the member whose value is at `index` counts: of equal names, one does.
  @usableFromInline
  package mutating func counts(_ index: UInt32, in object: UInt32) -> Bool {
    let name = tape.string(record(index &- 1))
    var counting: UInt32 = 0
    tape.forEachMember(of: object) { record, value in
      if counting == 0 || tape.isLastWins, tape.string(record) == name { counting = value }
    }
    return counting == index
  }

  /// The error for a name that is not that of a key.
  @usableFromInline
  package mutating func invalidName(at index: UInt32, _ type: any Any.Type) -> DecodingError {
    let name = tape.string(record(index))
    return .typeMismatch(
      type,
      session.context(
        "Expected a name for \(type) but found \"\(name)\".", path(to: index &+ 1), index &+ 1,
        .invalidFormat(text: name, expected: "\(type)"), .name))
  }
}

// MARK: - Trees

extension RawJSON: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws {
    if reader.isPart, reader.kind == .object {
      self = .dictionary(reader.unknownMembers(beside: { _ in }))
      return
    }
    self = reader.session.storage.tree(at: Int(reader.state.value))
  }
}

extension RawJSON.Object: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws {
    guard let object = try RawJSON(from: &reader).objectValue else {
      throw reader.session.notAnObject(
        at: reader.state.value, path: reader.path(to: reader.state.value))
    }
    self = object
  }
}

extension JSONNumber: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}
  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws {
    self = try reader.decoded()
  }
}

extension JSONTimestamp: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}
  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws {
    self = try reader.decoded()
  }
}
