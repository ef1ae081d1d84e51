// Elements, members, and look-up.

extension JSONDocument {
  /// The elements of an array, in order.
  public struct Elements: Sequence, @unchecked Sendable {
    @usableFromInline let storage: DocumentStorage
    @usableFromInline let index: Int

    @inlinable
    init(storage: DocumentStorage, index: Int) { (self.storage, self.index) = (storage, index) }

    @inlinable
    public func makeIterator() -> Iterator {
      let children = storage.children(of: index)
      return Iterator(storage: storage, at: children.lowerBound, end: children.upperBound)
    }

    /// The number of elements.
    @inlinable public var underestimatedCount: Int { storage.record(index).count }

    /// Steps over each element with all that is inside it.
    public struct Iterator: IteratorProtocol, @unchecked Sendable {
      @usableFromInline let storage: DocumentStorage
      @usableFromInline var at: Int
      @usableFromInline let end: Int

      @inlinable
      init(storage: DocumentStorage, at: Int, end: Int) {
        (self.storage, self.at, self.end) = (storage, at, end)
      }

      @inlinable
      public mutating func next() -> Value? {
        guard at < end else { return nil }
        let value = Value(storage, at)
        at &+= storage.record(at).distance
        assert(at <= end)
        return value
      }
    }
  }

  /// The members of an object, in order, duplicates included.
  public struct Members: Sequence, @unchecked Sendable {
    @usableFromInline let storage: DocumentStorage
    @usableFromInline let index: Int

    @inlinable
    init(storage: DocumentStorage, index: Int) { (self.storage, self.index) = (storage, index) }

    @inlinable
    public func makeIterator() -> Iterator {
      let children = storage.children(of: index)
      return Iterator(storage: storage, at: children.lowerBound, end: children.upperBound)
    }

    /// The number of members.
    @inlinable public var underestimatedCount: Int { storage.record(index).count }

    /// Steps over each member with all that is inside it.
    public struct Iterator: IteratorProtocol, @unchecked Sendable {
      @usableFromInline let storage: DocumentStorage
      @usableFromInline var at: Int
      @usableFromInline let end: Int

      @inlinable
      init(storage: DocumentStorage, at: Int, end: Int) {
        (self.storage, self.at, self.end) = (storage, at, end)
      }

      @inlinable
      public mutating func next() -> Member? {
        guard at < end else { return nil }
        assert(storage.record(at).isName)
        let member = Member(storage: storage, index: at)
        at &+= 1 &+ storage.record(at &+ 1).distance
        assert(at <= end)
        return member
      }
    }
  }

  /// A member of an object.
  public struct Member: @unchecked Sendable {
    @usableFromInline let storage: DocumentStorage
    @usableFromInline let index: Int

    @inlinable
    init(storage: DocumentStorage, index: Int) { (self.storage, self.index) = (storage, index) }

    /// The name, unescaped.
    /// - Complexity: O(*n*) in the bytes of the name, which are copied.
    public var name: String { storage.string(storage.record(index)) }

    /// The value.
    @inlinable public var value: Value { Value(storage, index &+ 1) }

    /// Whether the name equals `name`, scalar by scalar. Copies nothing unless the name has escapes.
    public func hasName(_ name: String) -> Bool { storage.isEqual(storage.record(index), name) }

    /// Calls `body` with the UTF-8 of the unescaped name, in place unless the name has escapes.
    public func withNameUTF8<R>(_ body: (Span<UInt8>) -> R) -> R {
      storage.withUTF8(storage.record(index), body)
    }
  }
}

extension JSONDocument.Value {
  /// The elements.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not an array.
  @inlinable
  public func elements() throws(JSONValueError) -> JSONDocument.Elements {
    guard kind == .array else { throw wrongKind(.array) }
    return JSONDocument.Elements(storage: storage, index: index)
  }

  /// The members.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not an object.
  @inlinable
  public func members() throws(JSONValueError) -> JSONDocument.Members {
    guard kind == .object else { throw wrongKind(.object) }
    return JSONDocument.Members(storage: storage, index: index)
  }

  /// The element at `position`, or `nil` if there is none or the value is not an array.
  /// - Complexity: O(*position*).
  @inlinable
  public subscript(position: Int) -> JSONDocument.Value? {
    guard kind == .array, position >= 0, position < record.count else { return nil }
    var at = index &+ 1
    for _ in 0..<position { at &+= storage.record(at).distance }
    return JSONDocument.Value(storage, at)
  }

  /// The value of the member named `name`, or `nil` if there is none or the value is not an object.
  ///
  /// Names compare as unescaped Unicode scalars. If several members have the name,
  /// ``JSONReadingOptions/duplicateNames`` chooses one: the last by default.
  ///
  /// The name is not a pointer: `json["/a/b"]` is the member with that name. For the value at a pointer, write
  /// `json["/a/b" as JSONPointer]`.
  /// - Complexity: O(*m*) comparisons of names, *m* being the members of the object. For 32 members or
  ///   more, the first look-up takes O(*m*) and all others O(1) on average. Copies no bytes of the text.
  @inlinable
  public subscript(name: String) -> JSONDocument.Value? {
    guard let member = member(named: name) else { return nil }
    return JSONDocument.Value(storage, member)
  }

  /// The index of that value.
  @usableFromInline
  func member(named name: String) -> Int? {
    guard kind == .object else { return nil }
    var name = name
    return name.withUTF8 { utf8 in
      unsafe storage.member(named: CheckedBytes(utf8), of: index)
    }
  }

  /// The value at `pointer`, relative to this one, or `nil` if there is none.
  /// - Complexity: That of the look-ups by name and position along the path.
  public subscript(pointer: JSONPointer) -> JSONDocument.Value? {
    var value = self
    for token in pointer.tokens {
      guard let next = value.step(token) else { return nil }
      value = next
    }
    return value
  }

  /// The value at `pointer`, relative to this one.
  /// - Throws: A ``JSONValueError`` with the path of the value where the pointer leads no further.
  public func value(at pointer: JSONPointer) throws(JSONValueError) -> JSONDocument.Value {
    var value = self
    for token in pointer.tokens {
      guard let next = value.step(token) else { throw value.stepError(token) }
      value = next
    }
    return value
  }

  func step(_ token: String) -> JSONDocument.Value? {
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
