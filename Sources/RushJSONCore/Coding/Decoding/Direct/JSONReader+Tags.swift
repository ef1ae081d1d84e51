// The tags of enums with payloads:
//
//   external   {"circle": {"radius": 1}}                      as the compiler's own Codable has it
//   internal   {"type": "circle", "radius": 1}
//   adjacent   {"type": "circle", "content": {"radius": 1}}   an internal tag, then `enter("content")`

extension JSONReader {
  /// Enters the payload of the case that is the name of the object's only member, and returns the position
  /// of the name in `tags`. Members with other names do not matter, as in code made by the compiler.
  /// - Throws: `DecodingError.typeMismatch` if not exactly one member has one of the names.
  /// - Parameter refusing: Whether members with other names are an error.
  public mutating func externalTag<T>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> Int {
    try beginObject(noting: refusing)
    var found: (tag: Int, index: UInt32)?
    var isSingle = true
    for (tag, name) in tags.enumerated() {
      let index = try find(name)
      if index == 0 { continue }
      isSingle = found == nil
      found = (tag, index)
      if !isSingle { break }
    }
    guard let found, isSingle else {
      throw DecodingError.typeMismatch(
        type,
        session.context(
          "Invalid number of keys found, expected one.", path(to: state.value), state.value,
          .invalidValue(.object, type: "\(type)")))
    }
    if refusing { try refuseUnknownMembers() }
    // As in code made by the compiler, a payload is an object even if it has no members.
    move(to: found.index)
    try beginObject()
    return found.tag
  }

  /// Begins the current value, an object, and returns the position of its tag in `tags`: the string that is
  /// the value of the member `name`.
  /// - Throws: `DecodingError.dataCorrupted` if the string is not one of the tags, `keyNotFound` if there is
  ///   no tag.
  /// - Parameter noting: As in ``beginObject(noting:)``.
  public mutating func internalTag<T>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type, noting: Bool = false
  ) throws -> Int {
    try beginObject(noting: noting)
    let index = try required(name)
    let found: String = try scalar(at: index)
    for (tag, name) in tags.enumerated() where name.isEqual(to: found) { return tag }
    throw DecodingError.dataCorrupted(
      session.context(
        "Cannot initialize \(type) from unknown tag \"\(found)\".", path(to: index), index,
        .invalidFormat(text: found, expected: "a tag of \(type)")))
  }
}

extension JSONReader {
  /// Makes a `switch` over the tags of an enum with raw values fail to compile, because such an enum needs only the
  /// conformance.
  public struct EnumWithRawValuesHasNoTags: Sendable {}

  /// Throws an error: an enum with raw values has no tags.
  public mutating func externalTag<T: RawRepresentable>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> EnumWithRawValuesHasNoTags {
    throw invalidValue(type)
  }

  /// Throws an error: an enum with raw values has no tags.
  public mutating func internalTag<T: RawRepresentable>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type, noting: Bool = false
  ) throws -> EnumWithRawValuesHasNoTags {
    throw invalidValue(type)
  }
}

extension JSONName {
  /// Whether a string has the bytes of the name.
  func isEqual(to string: String) -> Bool {
    guard string.utf8.count == count else { return false }
    // Invariant: both have `count` bytes.
    return unsafe string.withBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe haveSameBytes(start, UnsafeRawPointer(self.start), count)
    }
  }
}
