// The tags of enums with payloads:
//
//   external   {"circle": {"radius": 1}}                      as the compiler's own Codable has it
//   internal   {"type": "circle", "radius": 1}
//   adjacent   {"type": "circle", "content": {"radius": 1}}   an internal tag, then `enter("content")`
//   value      "circle"                                       no payload

extension JSONReader {
  /// Enters the payload of the case that is the name of the object's only member, and returns the position
  /// of the name in `tags`. Members with other names do not matter, as in code made by the compiler.
  /// - Throws: `DecodingError.typeMismatch` if not exactly one member has one of the names.
  /// - Parameter refusing: Whether members with other names are an error.
  public mutating func _externalTag<T>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> Int {
    try beginObject()
    var found: (tag: Int, index: UInt32)?
    var isSingle = true
    for (tag, name) in tags.enumerated() {
      let index = try find(name)
      if index == 0 { continue }
      isSingle = found == nil
      found = (tag, index)
      if !isSingle { break }
    }
    let isUnknown = found == nil
    guard let found, isSingle else {
      throw DecodingError.typeMismatch(
        type,
        session.context(
          "Invalid number of keys found, expected one.", path(to: state.value), state.value,
          .invalidValue(.object, type: "\(type)"), isUnknown ? .tags(tags) : .none))
    }
    if refusing { try refuseUnknownMembers { for tag in tags { $0.add(tag) } } }
    // As in code made by the compiler, a payload is an object even if it has no members.
    move(to: found.index)
    try beginObject()
    return found.tag
  }

  /// Begins the current value, an object, and returns the position of its tag in `tags`: the string that is
  /// the value of the member `name`.
  /// - Throws: `DecodingError.dataCorrupted` if the string is not one of the tags, `keyNotFound` if there is
  ///   no tag.
  public mutating func _internalTag<T>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type
  ) throws -> Int {
    try beginObject()
    let index = try required(name)
    try requireComplete(index)
    let found: String = try scalar(at: index)
    if let tag = tags.position(of: found) { return tag }
    throw DecodingError.dataCorrupted(
      session.context(
        "Cannot initialize \(type) from unknown tag \"\(found)\".", path(to: index), index,
        .invalidFormat(text: found, expected: "a tag of \(type)"), .tags(tags)))
  }

  /// Returns the position of the current value, a string, in `tags`.
  /// - Throws: `DecodingError.dataCorrupted` if the string is not one of the tags, or an error if the value is
  ///   not a string.
  public mutating func _tag<T>(_ tags: [JSONName], of type: T.Type) throws -> Int {
    try requireComplete(state.value)
    let found: String = try scalar(at: state.value)
    if let tag = tags.position(of: found) { return tag }
    throw DecodingError.dataCorrupted(
      session.context(
        "Cannot initialize \(type) from unknown name \"\(found)\".", path(to: state.value),
        state.value, .invalidFormat(text: found, expected: "a case of \(type)"), .tags(tags)))
  }
}

// MARK: - Unknown tags

// A type that keeps values of unknown cases reads the whole value then. So nothing is begun.

extension JSONReader {
  /// Enters the payload of the case as `_externalTag(_:of:refusing:)` does, or returns `nil` if the value is
  /// not an object or no member has one of the names. The current value then stays the whole value.
  /// - Throws: `DecodingError.typeMismatch` if several members have one of the names.
  /// - Parameter refusing: Whether members with other names are an error beside a known one.
  public mutating func _externalTagIfKnown<T>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> Int? {
    guard kind == .object else { return nil }
    try beginObject()
    for name in tags {
      if try find(name) == 0 { continue }
      return try _externalTag(tags, of: type, refusing: refusing)
    }
    try requireComplete(state.value)
    move(to: state.value)
    return nil
  }

  /// Begins the object as `_internalTag(_:_:of:)` does, or returns `nil` if the value is not an object
  /// with a string of `tags` as the member `name`. The current value then stays the whole value.
  public mutating func _internalTagIfKnown<T>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type
  ) throws -> Int? {
    guard kind == .object else { return nil }
    try beginObject()
    let index = try find(name)
    if index != 0, record(index).isString {
      try requireComplete(index)
      if let tag = try tags.position(of: scalar(at: index)) { return tag }
    }
    try requireComplete(state.value)
    move(to: state.value)
    return nil
  }

  /// Returns the position of the current value in `tags`, or `nil` if it is not one of these strings.
  public mutating func _tagIfKnown<T>(_ tags: [JSONName], of type: T.Type) throws -> Int? {
    try requireComplete(state.value)
    guard kind == .string else { return nil }
    return try tags.position(of: scalar(at: state.value))
  }

  /// The position of a string among tags, or -1 for any other value.
  mutating func positionOfString(at index: UInt32, in tags: [JSONName]) -> Int {
    let record = record(index)
    guard record.isString else { return -1 }
    return tags.position(of: tape.string(record)) ?? -1
  }
}

extension JSONReader {
  /// Makes a `switch` over the tags of an enum with raw values fail to compile, because such an enum needs only the
  /// conformance.
  public struct _EnumWithRawValuesHasNoTags: Sendable {}

  /// Throws an error: an enum with raw values has no tags.
  public mutating func _externalTag<T: RawRepresentable>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> _EnumWithRawValuesHasNoTags {
    throw invalidValue(type)
  }

  /// Throws an error: an enum with raw values has no tags.
  public mutating func _internalTag<T: RawRepresentable>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type
  ) throws -> _EnumWithRawValuesHasNoTags {
    throw invalidValue(type)
  }

  /// Throws an error: an enum with raw values is read by its raw values.
  public mutating func _tag<T: RawRepresentable>(
    _ tags: [JSONName], of type: T.Type
  ) throws -> _EnumWithRawValuesHasNoTags {
    throw invalidValue(type)
  }
}

extension DecodingHint {
  /// The value is none of these tags.
  fileprivate static func tags(_ tags: [JSONName]) -> DecodingHint {
    .values(tags.map { .string($0.description) })
  }
}

extension [JSONName] {
  /// The position of the name that has the bytes of a string.
  @inline(never)
  func position(of string: String) -> Int? { firstIndex { $0.isEqual(to: string) } }
}

extension JSONName {
  /// Whether a string has the bytes of the name.
  func isEqual(to string: String) -> Bool {
    guard string.utf8.count == count else { return false }
    return string.withBytes { haveSameBytes($0, utf8) }
  }
}
