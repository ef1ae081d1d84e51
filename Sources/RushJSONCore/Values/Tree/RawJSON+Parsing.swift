internal import _RushJSONShims

extension RawJSON {
  /// Reads a text into a tree.
  ///
  /// Members and elements keep their order, and numbers their digits. Members of the same name
  /// in an object become one, at the position of the first. `options` decide whether it has the first or the
  /// last value, or whether the text is refused.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text, with one allocation for each array, each object
  ///   and each string of more than 15 bytes. Names are shared in texts of more than 2 KiB. The tree does not
  ///   refer to the text.
  public init(
    parsing text: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    try unsafe self.init(parsing: CheckedBytes(text), options: options)
  }

  package init(
    parsing text: CheckedBytes, options: JSONReadingOptions
  ) throws(JSONSyntaxError) {
    if ShortText.isShort(text.count, options), let value = RawJSON(short: text, options) {
      self = value
      return
    }
    var tokenizer = Tokenizer(text, options: options)
    guard let value = tokenizer.makeTree() else {
      throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
    }
    self = value
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: Span<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try text.withCheckedBytes { (bytes) throws(JSONSyntaxError) in
      try RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    self = try text.withSpan { (text) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing text: String, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    self = try text.withUTF8Span { (text) throws(JSONSyntaxError) in
      try RawJSON(parsing: text, options: options)
    }
  }

  /// Reads a text whose open objects have about `maximumNames` names at most. For tests of a limit that
  /// otherwise takes 160 GB to reach.
  package init(parsing text: [UInt8], maximumNames: Int) throws(JSONSyntaxError) {
    self = try text.withSpan { (text) throws(JSONSyntaxError) in
      try RawJSON(text, maximumNames: maximumNames)
    }
  }

  private init(_ text: Span<UInt8>, maximumNames: Int) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try text.withCheckedBytes { (bytes) throws(JSONSyntaxError) in
      var tokenizer = Tokenizer(bytes, options: .strict)
      guard let value = tokenizer.makeTree(maximumNames: maximumNames) else {
        throw tokenizer.failure ?? JSONSyntaxError(.emptyText, at: 0)
      }
      return value
    }
  }
}

extension RawJSON {
  /// Reads a short text in memory on the stack. Returns `nil` for a text that is not JSON.
  @inline(never)
  private init?(short text: CheckedBytes, _ options: JSONReadingOptions) {
    @safe
    struct Call {
      let text: CheckedBytes
      let options: JSONReadingOptions
      var value: RawJSON?
    }
    var call = Call(text: text, options: options)
    unsafe withUnsafeMutablePointer(to: &call) { call in
      unsafe rush_with_short_memory(
        { memory, context in
          // Invariant: both have addresses, and the context is the call above.
          let call = unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Call.self)
          unsafe call.pointee.value = RawJSON.short(
            call.pointee.text, call.pointee.options, memory.unsafelyUnwrapped)
        }, call)
    }
    guard let value = call.value else { return nil }
    self = value
  }

  @inline(__always)
  private static func short(
    _ text: CheckedBytes, _ options: JSONReadingOptions, _ memory: ShortText.Memory
  ) -> RawJSON? {
    guard let short = unsafe ShortText(copying: text, to: memory) else { return nil }
    return unsafe RawJSON(short, options, inMemory: ShortText.results(in: memory))
  }

  /// Reads a short text. Returns `nil` for one that is not JSON or has too many tokens.
  /// Invariant: the memory is that of a `rush_short_memory` for results, which are words.
  @inline(__always)
  init?(
    _ short: ShortText, _ options: JSONReadingOptions, inMemory memory: CheckedPointer<UInt8>
  ) {
    guard short.count <= TreeSink.tokens(inMemoryOf: rush_short_size_of_results) else { return nil }
    var sink = TreeSink(short, options: options, inMemory: memory)
    let isComplete = short.read(options, into: &sink)
    guard let value = sink.finish(isComplete: isComplete) else { return nil }
    self = value
  }
}

extension Tokenizer {
  /// Reads the whole text into a tree, or returns `nil` and sets `failure`.
  @inline(never)
  mutating func makeTree(maximumNames: Int = PositionTable.maximumCount) -> RawJSON? {
    var sink = TreeSink(text, options: options, maximumNames: maximumNames)
    let isComplete = run(&sink)
    let tree = sink.finish(isComplete: isComplete)
    tree?.storage?.textSize = TextSize(text.count)
    return tree
  }
}

// MARK: - JSONDocument+Tree

// Trees from a tape, with the spelling of numbers.

extension RawJSON {
  /// Creates a tree of a value of a document.
  /// - Complexity: O(*n*) in the values of the tree. Does not recurse.
  public init(_ value: JSONDocument.Value) { self = value.storage.tree(at: value.index) }
}

extension DocumentStorage {
  /// The value at `index` as a tree, with the document's policy for duplicate names.
  /// - Complexity: O(*n*) in the values of the tree. Does not recurse.
  package func tree(at index: Int) -> RawJSON {
    // A scalar needs no sink, whose memory takes longer than the value.
    let record = record(index)
    switch record.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer where options.leniencies.isEmpty && record.payload != 0:
      // Its digits are its spelling, unless it is `-0`.
      let value = Int64(bitPattern: record.payload)
      return .number(JSONNumber(magnitude: value.magnitude, isNegative: value < 0))
    case .integer, .unsigned, .double: return .number(number(at: record.offset))
    case .string, .escapedString, .name, .escapedName: return .string(string(record))
    case .array, .object: return container(at: index)
    }
  }

  private func container(at index: Int) -> RawJSON {
    assert(record(index).isContainer)
    // Most texts have eight bytes per record. The whole text would be too much for a small value.
    var sink = TreeSink(
      text, options: options, byteCount: record(index).distance &* 8)
    // The ends of the open containers, the innermost last.
    var ends: [Int] = []
    var at = index
    let end = index &+ record(index).distance
    while at < end {
      sink.reserve(tokens: 1)
      let record = record(at)
      at &+= 1
      switch record.kind {
      case .null: sink.null(at: record.offset)
      case .false: sink.bool(false, at: record.offset)
      case .true: sink.bool(true, at: record.offset)
      case .string, .escapedString:
        sink.string(at: record.offset, length: record.length, hasEscapes: record.hasEscapes)
      case .name, .escapedName:
        sink.name(at: record.offset, length: record.length, hasEscapes: record.hasEscapes)
      case .integer, .unsigned, .double:
        let number = ScannedNumber.accepted(
          text, at: record.offset, leniencies: options.leniencies)
        if let number { sink.number(number, at: record.offset) }
      case .array:
        sink.beginArray(at: record.offset)
        ends.append(at &- 1 &+ record.distance)
      case .object:
        sink.beginObject(at: record.offset)
        ends.append(at &- 1 &+ record.distance)
      }
      while ends.last == at {
        ends.removeLast()
        sink.reserve(tokens: 1)
        _ = sink.endContainer(at: record.offset)
      }
    }
    assert(ends.isEmpty && at == end)
    return sink.finish(isComplete: true) ?? .null
  }
}

// MARK: - JSONDocument+Comparison

// Equality and hashing of a document's values: those of their trees.

extension JSONDocument.Value: Hashable {
  /// Whether both values are equal as trees: numbers by value, members in any order, and of several members of
  /// the same name the one that the document's options choose. The documents may differ.
  ///
  /// To compare a value with many others, make a tree of it once.
  /// - Complexity: O(1) for a value and itself, and for values of different kinds. Otherwise O(*n*) in all values
  ///   of both, on average, at any depth: a tree is made of each, with an allocation for each array, object and
  ///   long string, and is released after the comparison.
  public static func == (a: JSONDocument.Value, b: JSONDocument.Value) -> Bool {
    if a.storage === b.storage, a.index == b.index { return true }
    return a.kind == b.kind && RawJSON(a) == RawJSON(b)
  }

  /// Hashes the value, with the hash of its tree.
  /// - Complexity: O(*n*) in all values of the value, whose tree is made.
  public func hash(into hasher: inout Hasher) { RawJSON(self).hash(into: &hasher) }
}
