extension Array: TextCollection where Element: Encodable {
  static var isDictionary: Bool { false }

  func encodeDirectly(in session: EncodingSession, at place: EncodingPlace) throws {
    _ = session.open(place, isObject: false)
    for element in self { try session.encodeElement(element, in: place) }
  }
}

extension Dictionary: TextCollection where Key == String, Value: Encodable {
  static var isDictionary: Bool { true }

  func encodeDirectly(in session: EncodingSession, at place: EncodingPlace) throws {
    _ = session.open(place, isObject: true)
    // If a value turns everything into nodes, the names that follow are still a dictionary's.
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    for (name, value) in self { try session.encodeNewMember(value, name, in: place) }
    // The names were not recorded, so the text cannot be continued.
    if session.isOpen(place) { session.text.seal(Int(place.level)) }
  }
}

extension EncodingSession {
  /// Encodes a member with a name that the object does not have.
  @inline(__always)
  fileprivate func encodeNewMember<T: Encodable>(
    _ value: T, _ name: String, in place: EncodingPlace
  ) throws {
    guard let mark = mark(place), snapshot.options.nils != .omit else {
      return try encodeMember(value, dictionaryKey(name), in: place)
    }
    text.beginNewMember(name, mark.level)
    if writeByHook(value) { return }
    try encode(value, in: text.push(dictionaryKey(name)), of: mark)
  }

  /// The key of a dictionary. As in Foundation, its `intValue` is set like that of the standard
  /// library's keys, unless a key strategy is set.
  private func dictionaryKey(_ name: String) -> any CodingKey {
    snapshot.convertsNames ? JSONPathKey(stringValue: name) : JSONDictionaryKey(stringValue: name)
  }
}
