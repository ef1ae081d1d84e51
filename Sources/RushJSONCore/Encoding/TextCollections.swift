// Arrays and dictionaries, without a container for them and one for each element.

/// An array, or a dictionary whose keys are names as they are.
protocol TextCollection {
  static var isDictionary: Bool { get }

  /// Encodes itself to the text, at a place where nothing was written yet.
  func encodeDirectly(in session: EncodingSession, at place: EncodingPlace) throws
}

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
    // Should a value leave the straight path, the names after it are still a dictionary's.
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    for (name, value) in self { try session.encodeData(value, name, in: place) }
    // The names were not noted, so nothing may be added to the text.
    session.seal(place)
  }
}

extension EncodingSession {
  /// Encodes a value under a name that the object does not have.
  @inline(__always)
  fileprivate func encodeData<T: Encodable>(_ value: T, _ name: String, in place: EncodingPlace)
    throws
  {
    guard let mark = mark(place), snapshot.options.nils != .omit else {
      return try encodeMember(value, dictionaryKey(name), in: place)
    }
    beginData(name, mark.level)
    if let hook = hooks[T.self], write(value, by: hook) { return }
    try encode(value, in: push(dictionaryKey(name)), of: mark)
  }

  /// The key of a dictionary. The standard library's have numbers; Foundation's encoder takes their
  /// place, with keys that have none, when a key strategy is set.
  private func dictionaryKey(_ name: String) -> any CodingKey {
    snapshot.convertsNames
      ? JSONPathKey(stringValue: name) : JSONDictionaryKey(stringValue: name)
  }

  /// Closes the object at `place`, if it is text.
  fileprivate func seal(_ place: EncodingPlace) {
    guard isOpen(place) else { return }
    let level = Int(place.level)
    unsafe output.pointee.close(isObject: true)
    unsafe (frames + level).pointee.kind = .scalar
  }

  /// Whether nothing was written for the value at `place`, where the text is.
  func isUntouched(_ place: EncodingPlace) -> Bool {
    unsafe frames[Int(place.level)].kind == .empty
  }

  /// The array or dictionary that `type` is, if it is one of the kind.
  ///
  /// The conformance is looked up once for each such type and encoder, and once in a process for most of
  /// the others.
  @inline(__always)
  func collection<T: Encodable>(_ type: T.Type) -> (any TextCollection.Type)? {
    let identifier = ObjectIdentifier(type)
    if hooks.isKnownPlain(identifier) { return nil }
    if let known = unsafe state.pointee.collections[identifier] { return known }
    return newCollection(type)
  }

  @inline(never)
  private func newCollection<T: Encodable>(_ type: T.Type) -> (any TextCollection.Type)? {
    let collection = type as? any TextCollection.Type
    if collection == nil { hooks.markPlain(ObjectIdentifier(type)) }
    unsafe state.pointee.collections.add(ObjectIdentifier(type), collection)
    return collection
  }
}
