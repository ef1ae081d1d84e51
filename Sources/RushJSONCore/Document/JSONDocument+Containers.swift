// Elements, members, and look-ups.

extension JSONDocument {
  /// The elements of an array, in order.
  public struct Elements: Sequence, Sendable {
    let storage: DocumentStorage
    let index: Int

    public func makeIterator() -> Iterator {
      let record = storage.record(index)
      return Iterator(storage: storage, at: index &+ 1, end: index &+ record.distance)
    }

    /// How many elements there are.
    public var underestimatedCount: Int { storage.record(index).count }

    /// Goes from element to element, over what is inside each in one step.
    public struct Iterator: IteratorProtocol, Sendable {
      let storage: DocumentStorage
      var at: Int
      let end: Int

      public mutating func next() -> Value? {
        guard at < end else { return nil }
        let value = Value(storage, at)
        at &+= storage.record(at).distance
        return value
      }
    }
  }

  /// The members of an object, in order, duplicates included.
  public struct Members: Sequence, Sendable {
    let storage: DocumentStorage
    let index: Int

    public func makeIterator() -> Iterator {
      let record = storage.record(index)
      return Iterator(storage: storage, at: index &+ 1, end: index &+ record.distance)
    }

    /// How many members there are.
    public var underestimatedCount: Int { storage.record(index).count }

    /// Goes from member to member, over what is inside each in one step.
    public struct Iterator: IteratorProtocol, Sendable {
      let storage: DocumentStorage
      var at: Int
      let end: Int

      public mutating func next() -> Member? {
        guard at < end else { return nil }
        let member = Member(storage: storage, index: at)
        at &+= 1 &+ storage.record(at &+ 1).distance
        return member
      }
    }
  }

  /// A member of an object.
  public struct Member: Sendable {
    let storage: DocumentStorage
    let index: Int

    /// The name, unescaped.
    ///
    /// - Complexity: O(*n*) in the bytes of the name, which are copied.
    public var name: String { storage.string(storage.record(index)) }

    /// The value.
    public var value: Value { Value(storage, index &+ 1) }

    /// Whether the name is this string, compared as Unicode scalars. Copies nothing unless the name
    /// has escapes.
    public func hasName(_ name: String) -> Bool { storage.isEqual(storage.record(index), name) }

    /// Calls `body` with the UTF-8 of the unescaped name: bytes of the text, unless it has escapes.
    public func withNameUTF8<R>(_ body: (Span<UInt8>) -> R) -> R {
      storage.withUTF8(storage.record(index), body)
    }
  }
}

extension JSONDocument.Value {
  /// The elements.
  ///
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is no array.
  public func elements() throws(JSONValueError) -> JSONDocument.Elements {
    guard kind == .array else { throw wrongKind(.array) }
    return JSONDocument.Elements(storage: storage, index: index)
  }

  /// The members.
  ///
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is no object.
  public func members() throws(JSONValueError) -> JSONDocument.Members {
    guard kind == .object else { throw wrongKind(.object) }
    return JSONDocument.Members(storage: storage, index: index)
  }

  /// The element at `position`, or `nil` if there is none or the value is no array.
  ///
  /// - Complexity: O(*position*).
  public subscript(position: Int) -> JSONDocument.Value? {
    guard kind == .array, position >= 0, position < record.count else { return nil }
    var at = index &+ 1
    for _ in 0..<position { at &+= storage.record(at).distance }
    return JSONDocument.Value(storage, at)
  }

  /// The member named `name`, or `nil` if there is none or the value is no object.
  ///
  /// Names compare as unescaped Unicode scalars. Of several members of the same name, the reading
  /// options' ``JSONReadingOptions/duplicateNames`` choose: the last one by default.
  /// - Complexity: O(*m*) comparisons of names in the members of the object, or O(1) on average once
  ///   an object of 32 members or more has been asked for the first time, which costs O(*m*). Copies
  ///   no bytes of the text.
  public subscript(name: String) -> JSONDocument.Value? {
    guard kind == .object else { return nil }
    var name = name
    return name.withUTF8 { utf8 in
      unsafe storage.member(named: UnsafeRawBufferPointer(utf8), of: index)
    }.map { JSONDocument.Value(storage, $0) }
  }

  /// The value at `pointer`, seen from this one, or `nil` if there is none.
  ///
  /// - Complexity: That of the look-ups by name and position on the way.
  public subscript(pointer: JSONPointer) -> JSONDocument.Value? {
    var value = self
    for token in pointer.tokens {
      guard let next = value.step(token) else { return nil }
      value = next
    }
    return value
  }

  /// The value at `pointer`, seen from this one.
  ///
  /// - Throws: A ``JSONValueError`` that names the value at which the path ends.
  public func value(at pointer: JSONPointer) throws(JSONValueError) -> JSONDocument.Value {
    var value = self
    for token in pointer.tokens {
      guard let next = value.step(token) else { throw value.stepError(token) }
      value = next
    }
    return value
  }

  private func step(_ token: String) -> JSONDocument.Value? {
    switch kind {
    case .object: self[token]
    case .array: JSONPointer.index(of: token).flatMap { self[$0] }
    default: nil
    }
  }

  private func stepError(_ token: String) -> JSONValueError {
    switch kind {
    case .object: return error(.missingName(token))
    case .array:
      guard let position = JSONPointer.index(of: token) else { return error(.invalidIndex(token)) }
      return error(.indexOutOfRange(position, count: record.count))
    default: return wrongKind(.object)
    }
  }
}

extension DocumentStorage {
  /// From how many members on an object is worth an index.
  static var indexedMembers: Int { 32 }

  /// The index of the record of the value of the member of this name.
  func member(named name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    let record = record(object)
    if record.count >= Self.indexedMembers {
      return unsafe memberIndex(of: object).value(named: name, in: self)
    }
    var at = object &+ 1
    let end = object &+ record.distance
    var found: Int?
    while at < end {
      if unsafe isEqual(self.record(at), name) {
        if options.duplicateNames != .lastWins { return at &+ 1 }
        found = at &+ 1
      }
      at &+= 1 &+ self.record(at &+ 1).distance
    }
    return found
  }
}
