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

// MARK: - Cursor

extension JSONDocument {
  /// Visits every value and name of a document, in the order of the text.
  ///
  /// A cursor retains the document once, and its loop is inlined into yours. This is the fastest way to visit all
  /// values.
  ///
  /// ```swift
  /// var cursor = document.cursor()
  /// while cursor.advance() {
  ///   switch cursor.kind {
  ///   case .number: sum += cursor.double ?? 0
  ///   case .string: bytes += cursor.withRawUTF8 { $0.count }
  ///   default: break
  ///   }
  /// }
  /// ```
  @safe
  public struct Cursor: @unchecked Sendable {
    @usableFromInline let storage: DocumentStorage
    // Invariant: records + 1 <= next <= end, and the storage keeps the records alive. After `advance`,
    // the record before `next` is the current one.
    @usableFromInline nonisolated(unsafe) var next: CheckedView<TapeRecord>
    @usableFromInline nonisolated(unsafe) let end: CheckedView<TapeRecord>
    // Copies of the storage's text and of the options for unescaping, so a loop over strings loads neither.
    @usableFromInline let text: CheckedView<UInt8>
    @usableFromInline let leniencies: JSONReadingOptions.Leniencies
    @usableFromInline let spareBytes: SpareBytes

    @inlinable
    init(_ storage: DocumentStorage) {
      self.storage = storage
      assert(storage.recordCount > DocumentStorage.rootIndex)
      unsafe next = storage.records + DocumentStorage.rootIndex
      unsafe end = storage.records + storage.recordCount
      text = storage.text.view()
      leniencies = storage.options.leniencies
      spareBytes = storage.spareBytes
    }

    /// Moves to the next value or name, and returns `false` when there is none. Before the first call
    /// and after the last the other properties are meaningless.
    @inlinable
    public mutating func advance() -> Bool {
      assert(unsafe next <= end)
      if unsafe next == end { return false }
      unsafe next += 1
      return true
    }

    /// Skips the content of the current value. Does nothing before the first ``advance()``.
    @inlinable
    public mutating func skipContents() {
      // The record before the root has no distance.
      unsafe next += max(record.distance, 1) &- 1
      assert(unsafe next <= end)
    }
    @inlinable var record: TapeRecord { unsafe (next - 1).pointee }

    /// The kind of the current value; `string` for a name.
    @inlinable public var kind: JSONKind { record.valueKind }

    /// Whether this is the name of a member, whose value comes next.
    @inlinable public var isName: Bool { record.isName }

    /// The byte offset of the value from the start of the text. For a string or name it is that of the
    /// first byte after the quote.
    @inlinable public var offset: Int { record.offset }

    /// The boolean, or `nil` if this is not a boolean.
    @inlinable
    public var bool: Bool? { record.valueKind == .bool ? record.kind == .true : nil }

    /// The nearest `Double`, infinite if the number is out of range, or `nil` if this is not a number.
    @inlinable public var double: Double? { record.double }

    /// The number, or `nil` if it is not written as an integer or does not fit into `Int64`.
    @inlinable
    public var int64: Int64? { record.kind == .integer ? Int64(bitPattern: record.payload) : nil }

    /// The number of elements or members; 0 if this is neither an array nor an object.
    @inlinable public var count: Int { record.isContainer ? record.count : 0 }

    /// Calls `body` with the bytes of a string or name between its quotes, with their escapes. For any
    /// other value there are no bytes. Copies nothing.
    @inlinable
    public func withRawUTF8<R, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
      let record = record
      let length = record.isString ? record.length : 0
      // Invariant: the storage keeps the bytes during the call.
      return try unsafe body(text.bytes(length, at: record.offset).buffer.span)
    }

    /// Calls `body` with the unescaped UTF-8 of a string or name. For any other value there are no bytes.
    ///
    /// Copies the bytes only if there are escapes.
    @inlinable
    public func withUTF8<R, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
      let record = record
      if !record.hasEscapes { return try withRawUTF8(body) }
      // Invariant: as above. A function that took `body` would make the caller's variables, which the
      // closure changes, live in memory.
      let bytes = spareBytes.unescape(
        text.bytes(record.length, at: record.offset), leniencies: leniencies)
      defer { spareBytes.keep(bytes) }
      return try unsafe body(bytes.buffer.span)
    }

    /// Whether the string or name has escapes.
    @inlinable public var hasEscapes: Bool { record.hasEscapes }
  }

  /// A new cursor, before the first value.
  @inlinable public func cursor() -> Cursor { Cursor(storage) }
}
