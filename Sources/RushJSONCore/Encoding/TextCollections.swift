extension Array: TextCollection where Element: Encodable {
  static var isDictionary: Bool { false }

  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace
  ) throws {
    _ = session.open(place, isObject: false)
    // Invariant: the caller passes the address of an array of this type.
    let values = unsafe value.assumingMemoryBound(to: [Element].self)
    guard session.isKnownPlain(Element.self) else {
      for element in unsafe values.pointee { try session.encodeElement(element, in: place) }
      return
    }
    try unsafe values.borrowValue { values in
      try unsafe values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress else { return }
        // Invariant: nothing writes to the elements, which are only passed as if something might.
        let elements = unsafe UnsafeMutablePointer(mutating: start)
        for index in 0..<values.count {
          try unsafe session.encodePlainElement(&elements[index], in: place)
        }
      }
    }
  }
}

extension Dictionary: TextCollection where Key == String, Value: Encodable {
  static var isDictionary: Bool { true }

  static func encodeDirectly(
    _ value: UnsafeRawPointer, in session: EncodingSession, at place: EncodingPlace
  ) throws {
    _ = session.open(place, isObject: true)
    // If a value turns everything into nodes, the names that follow are still a dictionary's.
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    // Invariant: the caller passes the address of a dictionary of this type.
    var members = unsafe value.assumingMemoryBound(to: [String: Value].self).pointee
    // A name that has left cannot be taken back. Filtered here, so that the loop stays as small as it is for all
    // other dictionaries, and the compiler inlines what it calls.
    if _slowPath(session.leaving != nil), Value.self is any AnyField.Type {
      members = members.filter { ($0.value as? any AnyField)?.isMissing != true }
    }
    for (name, value) in members { try session.encodeNewMember(value, name, in: place) }
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
      return snapshot.convertsNames
        ? try encodeMember(value, JSONPathKey(stringValue: name), in: place)
        : try encodeMember(value, JSONDictionaryKey(stringValue: name), in: place)
    }
    text.beginNewMember(name, mark.level)
    let outcome = writeByHook(value)
    if outcome == .written { return }
    let hasHook = outcome == .noText
    // As in Foundation, the `intValue` of the key is set like that of the standard library's keys, unless
    // a key strategy is set.
    if snapshot.convertsNames {
      try encode(value, JSONPathKey(stringValue: name), of: mark, hasHook: hasHook)
    } else {
      try encode(value, JSONDictionaryKey(stringValue: name), of: mark, hasHook: hasHook)
    }
  }
}
