extension JSONDocument {
  /// Visits every value and name of a document, in the order of the text.
  ///
  /// A cursor retains the document once, not once per value, and its loop is inlined into yours. This
  /// is the fastest way to visit everything.
  ///
  /// ```swift
  /// var cursor = document.cursor()
  /// while cursor.advance() {
  ///   switch cursor.kind {
  ///   case .number: sum += cursor.double
  ///   case .string: bytes += cursor.withRawUTF8 { $0.count }
  ///   default: break
  ///   }
  /// }
  /// ```
  @safe
  public struct Cursor: Sendable {
    @usableFromInline let storage: DocumentStorage
    // Invariant: records + 1 <= next <= end, and the storage keeps the records alive. After `advance`,
    // the record before `next` is the current one.
    @usableFromInline nonisolated(unsafe) var next: UnsafePointer<TapeRecord>
    @usableFromInline nonisolated(unsafe) let end: UnsafePointer<TapeRecord>
    // The text of the storage, and what unescaping needs of its options: a loop over strings loads neither.
    @usableFromInline nonisolated(unsafe) let text: UnsafeRawPointer
    @usableFromInline let leniencies: JSONLeniencies
    @usableFromInline let spareBytes: SpareBytes

    @inlinable
    init(_ storage: DocumentStorage) {
      self.storage = storage
      unsafe next = storage.records + DocumentStorage.rootIndex
      unsafe end = storage.records + storage.recordCount
      // Where there is no text, there is no string, so nothing is read through the other address.
      unsafe text = storage.text.baseAddress ?? UnsafeRawPointer(storage.records)
      leniencies = storage.options.leniencies
      spareBytes = storage.spareBytes
    }

    /// Moves to the next value or name, and returns `false` when there is none. Before the first call
    /// and after the last the other properties are meaningless.
    @inlinable
    public mutating func advance() -> Bool {
      if unsafe next == end { return false }
      unsafe next += 1
      return true
    }

    /// Skips what is inside the current value.
    @inlinable public mutating func skipContents() { unsafe next += record.distance &- 1 }
    @inlinable var record: TapeRecord { unsafe (next - 1).pointee }

    /// The kind of the current value; `string` for a name.
    @inlinable public var kind: JSONKind { record.valueKind }

    /// Whether this is the name of a member, whose value comes next.
    @inlinable public var isName: Bool { record.isName }

    /// The byte offset of the value from the start of the text. For a string or name it is that of the
    /// first byte after the quote.
    @inlinable public var offset: Int { record.offset }

    /// The boolean; `false` if this is not a boolean.
    @inlinable public var bool: Bool { record.kind == .true }

    /// The nearest `Double`, infinite if the number is out of range; NaN if this is not a number.
    @inlinable public var double: Double { record.double ?? .nan }

    /// The number, if it is written as an integer and fits into `Int64`.
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
      // Invariant: offset and length are those of a string in the text, which the storage keeps.
      let bytes = unsafe UnsafeRawBufferPointer(start: text + record.offset, count: length)
      return try unsafe body(Span<UInt8>(_unsafeBytes: bytes))
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
      let bytes = unsafe spareBytes.unescape(
        text + record.offset, record.length, leniencies: leniencies)
      defer { unsafe spareBytes.keep(bytes) }
      return try unsafe body(Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }

    /// Whether the string or name has escapes.
    @inlinable public var hasEscapes: Bool { record.hasEscapes }
  }

  /// A new cursor, before the first value.
  @inlinable public func cursor() -> Cursor { Cursor(storage) }
}
