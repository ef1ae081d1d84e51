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

    /// Moves to the next value or name. Returns `false` at the end of the document. The other properties have a meaning only
    /// after a call that returned `true`.
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
