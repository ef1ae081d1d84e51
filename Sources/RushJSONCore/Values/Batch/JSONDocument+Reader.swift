internal import _RushJSONShims

extension JSONDocument {
  /// Parses one text after the other into memory of its own. Texts of 45 to 1,000 bytes take 0.7 to 0.85 of the time of
  /// ``JSONDocument/init(parsing:options:)-([UInt8],_)``.
  ///
  /// ```swift
  /// var reader = JSONDocument.Reader()
  /// for message in messages {
  ///   let document = try reader.parse(message)
  ///   count += try document.root["size"]?.int() ?? 0
  /// }
  /// ```
  ///
  /// The documents are ordinary ones, and texts, errors and limits are those of ``JSONDocument``. You may keep them, send
  /// them to other threads, and use them when the reader is gone. Those that you drop before the next text cost no
  /// allocation, if the text has at most 2 KiB. If a document is still in use, the reader leaves its memory, 44 KB, to it,
  /// and gives the next documents copies of their own: 1 the first time, and twice as many each time after. So *n*
  /// documents that you keep hold at most 1 + log₂ *n* times 44 KB beside their texts and values.
  @safe
  public struct Reader: ~Copyable, @unchecked Sendable {
    // Invariant: only the reader writes there, and documents in it are immutable. So the reader may move to another thread.
    private var memory = TapeMemory(
      size: Int(rush_short_size_of_text) &+ Int(rush_short_size_of_results))
    /// How texts are read.
    public let options: JSONReadingOptions

    /// A reader without memory, which the first text allocates.
    public init(options: JSONReadingOptions = .strict) { self.options = options }

    /// Parses `bytes`, as ``JSONDocument/init(parsing:options:)-([UInt8],_)`` does.
    ///
    /// Copies the bytes of a text of at most 2 KiB. A document of a longer one keeps the array alive.
    /// - Throws: The first error in the text, with its offset. The reader can be used for other texts.
    /// - Complexity: O(*n*) in the bytes of the text.
    public mutating func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
      if let document = bytes.withCheckedBytes({ short($0) }) { return document }
      return try JSONDocument(
        DocumentStorage.parsingLong(bytes, owner: .array(bytes), options: options))
    }

    /// Parses a copy of `bytes`, like ``parse(_:)-([UInt8])``.
    public mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError)
      -> JSONDocument
    {
      try unsafe parse(CheckedBytes(bytes))
    }

    private mutating func parse(_ bytes: CheckedBytes) throws(JSONSyntaxError) -> JSONDocument {
      if let document = short(bytes) { return document }
      return try JSONDocument(DocumentStorage.parsingLong(copyOf: bytes, options: options))
    }

    /// Parses a copy of `bytes`, like ``parse(_:)-([UInt8])``.
    public mutating func parse(_ bytes: Span<UInt8>) throws(JSONSyntaxError)
      -> JSONDocument
    {
      // Invariant: the bytes are copied in the closure.
      try bytes.withCheckedBytes { (bytes) throws(JSONSyntaxError) in
        try parse(bytes)
      }
    }

    /// Parses a copy of the UTF-8 of `text`, like ``parse(_:)-([UInt8])``.
    public mutating func parse(_ text: String) throws(JSONSyntaxError) -> JSONDocument {
      try text.withUTF8Span { (text) throws(JSONSyntaxError) in try parse(text) }
    }

    /// Checks the reader's memory in builds with assertions; tests call it after each operation.
    package func _checkInvariants() { memory._checkInvariants() }

    /// The document of a short text. `nil` if it is longer, or has an error.
    @inline(never)
    private mutating func short(_ text: CheckedBytes) -> JSONDocument? {
      if !ShortText.isShort(text.count, options) { return nil }
      memory.makeWritable(keeping: 0)
      memory.beginTape()
      // Invariant: there is room for a short text, its offsets, and a record for each token.
      let room = unsafe memory.allocated().assuming(rush_short_memory.self).address
      guard let short = unsafe ShortText(copying: text, to: room),
        let taped = unsafe short.tape(options, inMemory: ShortText.results(in: room))
      else { return nil }
      return JSONDocument(memory.storage(taped, options))
    }
  }
}
