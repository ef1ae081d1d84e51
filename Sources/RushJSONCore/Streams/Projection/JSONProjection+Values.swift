// Projections of bytes in any form.
//
// Beginning a stream takes longer than reading a short text. So a text of up to 8 KiB is read as a document, in memory that
// serves one text after the other (TapeReader), and its tape is searched (PatternSearch). A text that is refused is read
// again as a stream, whose errors have lines and paths.

extension JSONProjection {
  /// The values of a text, in the order of ``patterns``. `nil` for those without a value. The options say
  /// which one of members with the same name counts, and which one of several values of a pattern: the
  /// last one by default. ``matches(in:options:)-([UInt8],_)`` returns all of them.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values, and texts of up to 2 KiB.
  public func values(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    let values = unsafe text.withUnsafeBytes { unsafe shortTextValues(in: $0, options: options) }
    if let values { return values }
    return try self.values(inChunks: CollectionOfOne(text), options: options)
  }

  /// All values of a text that the patterns select, in the order of the text.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values, and texts of up to 2 KiB.
  public func matches(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [Match] {
    let matches = unsafe text.withUnsafeBytes { unsafe shortTextMatches(in: $0, options: options) }
    if let matches { return matches }
    return try self.matches(inChunks: CollectionOfOne(text), options: options)
  }

  /// The values of a text in any sequence of bytes. See ``values(in:options:)-([UInt8],_)``.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied 64 KiB at a time.
  public func values(
    in text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    try unsafe text.withText { (bytes) throws(JSONStreamError) in
      if let values = unsafe shortTextValues(in: bytes, options: options) { return values }
      var start = 0
      let pieces = AnyIterator<ArraySlice<UInt8>> {
        guard start < bytes.count else { return nil }
        let end = min(bytes.count, start &+ OutputBuffer.windowSize)
        defer { start = end }
        // Invariant: start < end ≤ count.
        return unsafe ArraySlice(bytes[start..<end])
      }
      return try values(inChunks: pieces, options: options)
    }
  }

  /// The values of a text in chunks, which may be cut anywhere. See ``values(in:options:)-([UInt8],_)``.
  ///
  /// Only the current chunk is in memory, a token that it cuts off, and the values.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func values(
    inChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    var values = noValues
    var reader = JSONProjection.Reader(self, options: options)
    for chunk in chunks {
      reader.feed(chunk)
      try reader.collect(into: &values, options)
    }
    reader.finish()
    try reader.collect(into: &values, options)
    return values
  }

  /// All values of a text in chunks that the patterns select. See ``matches(in:options:)-([UInt8],_)``.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func matches(
    inChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [Match] {
    var matches: [Match] = []
    var reader = JSONProjection.Reader(self, options: options)
    for chunk in chunks {
      reader.feed(chunk)
      while let match = try reader.next() { matches.append(match) }
    }
    reader.finish()
    while let match = try reader.next() { matches.append(match) }
    return matches
  }
}

extension JSONProjection.Reader {
  /// Stores the values that were found at their positions.
  fileprivate mutating func collect(
    into values: inout [RawJSON?], _ options: JSONReadingOptions
  ) throws(JSONStreamError) {
    while let match = try next() {
      JSONProjection.put(match.value, at: match.position, into: &values, options)
    }
  }
}

// MARK: - ShortTextReader

// Short texts are read as documents: a stream would take longer to begin than they take to read.
//
//   text ─→ TapeReader ─→ tape ─→ PatternSearch ─→ values
//              └ refused or long ─→ JSONProjection.Reader, whose errors have lines and paths

/// Finds what patterns select in short texts, in memory that serves one text after the other.
private final class ShortTextReader {
  @exclusivity(unchecked)
  private var reader = TapeReader()
  @exclusivity(unchecked)
  private var storage = DocumentStorage.empty
  let options: JSONReadingOptions

  init(_ options: JSONReadingOptions) { self.options = options }

  /// Searches a text that the caller keeps. Returns `false` if the text is not JSON, or exceeds a limit.
  func search(
    _ text: UnsafeRawBufferPointer, with search: inout PatternSearch, _ found: PatternSearch.Found
  ) -> Bool {
    do throws(JSONSyntaxError) {
      // Invariant: nothing refers to the text and the tape when the search ends, because trees have copies.
      try unsafe reader.read(text, options: options, into: &storage)
    } catch {
      return false
    }
    unsafe search.matches(of: DocumentStorage.rootIndex, in: storage, at: 0, found)
    return true
  }
}

extension JSONProjection {
  /// The most bytes of a short text: those of a window, so that the offsets and the tape of one are small.
  package static var longestShortText: Int { BlockIndexer.defaultWindow }

  /// The readers of calls that have ended.
  private static let spareReaders = SpareSessions()

  /// The values of a short text, or `nil` if it is longer or cannot be read.
  func shortTextValues(
    in text: UnsafeRawBufferPointer, options: JSONReadingOptions
  ) -> [RawJSON?]? {
    var values: [RawJSON?] = []
    let count = patterns.count
    let isRead = unsafe search(text, options, needsPaths: false) { node, value, _ in
      // Appended, because a copy of `noValues` would ask each value how it is copied.
      if values.isEmpty {
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(nil) }
      }
      // By index, because an iterator would retain the array.
      for end in node.ends.indices {
        JSONProjection.put(value, at: node.ends[end], into: &values, options)
      }
    }
    if !isRead { return nil }
    return values.isEmpty ? noValues : values
  }

  /// The matches in a short text, or `nil` if it is longer or cannot be read.
  func shortTextMatches(
    in text: UnsafeRawBufferPointer, options: JSONReadingOptions
  ) -> [Match]? {
    var matches: [Match] = []
    let isRead = unsafe search(text, options, needsPaths: needsPaths) {
      add($0, $1, at: $2, to: &matches)
    }
    return isRead ? matches : nil
  }

  private func search(
    _ text: UnsafeRawBufferPointer, _ options: JSONReadingOptions, needsPaths: Bool,
    _ found: PatternSearch.Found
  ) -> Bool {
    guard text.count <= JSONProjection.longestShortText else { return false }
    var reader = JSONProjection.spareReaders.take(as: ShortTextReader.self)
    if reader?.options != options { reader = ShortTextReader(options) }
    guard let reader else { return false }
    var search = PatternSearch(
      PatternStates(nodes), needsPaths: needsPaths, findsDuplicates: true)
    let isRead = unsafe reader.search(text, with: &search, found)
    unsafe JSONProjection.spareReaders.put(Unmanaged.passRetained(reader as AnyObject))
    return isRead
  }

  /// Stores a value of a pattern at its position, unless the first one wins and there is one.
  static func put(
    _ value: RawJSON, at position: Int, into values: inout [RawJSON?], _ options: JSONReadingOptions
  ) {
    if options.duplicateNames == .firstWins, values[position] != nil { return }
    values[position] = value
  }
}

// MARK: - Any bytes, and sources that can fail

extension JSONProjection.Reader {
  /// Adds the bytes of `chunk`, in O(*n*). Copies them, unless it is an array or a slice of one.
  public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }
}

extension JSONProjection {
  /// The values of a text in chunks of a source that can fail, such as a file, or in strings.
  /// - Throws: The error of the source, or the first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Only the current chunk is in memory.
  @_disfavoredOverload
  public func values(
    inChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws -> [RawJSON?] {
    try chunks.withBytes { try values(inChunks: $0, options: options) }
  }

  /// All values that the patterns select of a text in chunks of a source that can fail, or in strings.
  /// - Throws: The error of the source, or the first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Only the current chunk is in memory.
  @_disfavoredOverload
  public func matches(
    inChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws -> [Match] {
    try chunks.withBytes { try matches(inChunks: $0, options: options) }
  }
}
