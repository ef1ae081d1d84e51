// Members of an object that are held by one property of its type.

extension EncodingSession {
  /// Encodes extra fields among the members of the object at `place`.
  @inline(never)
  func encodeExtraFields<T>(_ value: T, _ key: some CodingKey, in place: EncodingPlace) throws {
    // Invariant: the type is `ExtraFields`, as the caller has found.
    let extra = unsafe unsafeBitCast(value, to: ExtraFields.self).wrappedValue
    // The members of a dictionary are all its own.
    if isDictionary(place) { return try encodeMember(extra, key, in: place) }
    let mark = mark(place)
    do {
      for (name, value) in extra { try encodeExtraField(value, name, in: place) }
    } catch {
      if let mark, !isTree { takeBack(to: mark) }
      throw error
    }
  }

  /// Encodes a member, unless the object has one of that name.
  private func encodeExtraField(_ value: RawJSON, _ name: String, in place: EncodingPlace) throws {
    let key = JSONPathKey(stringValue: name)
    if let mark = mark(place), beginOwnMember(name, mark.level) {
      return try encode(value, in: push(key), of: mark)
    }
    guard let parent = node(place) else { throw misuse(value, codingPath(place) + [key]) }
    if parent.member(name) != nil { return }
    try encodeInNodes(value, key, named: name, in: parent)
  }
}
