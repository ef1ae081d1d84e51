// Projections of bytes in any form.
//
// Beginning a stream takes longer than reading a short text. So a text of up to 8 KiB is read as a document, in memory that
// serves one text after the other (TapeReader), and its tape is searched (PatternSearch). A text that is refused is read
// again as a stream, whose errors have lines and paths.

public import RushJSONCore

extension JSONProjection {
  /// The values of a text, in the order of ``patterns``. `nil` for those without a value, and the last one in the
  /// text for a pattern with several; the first one if the options say that the first of duplicate names wins.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values, texts of up to 2 KiB, and
  ///   texts that are not arrays, 64 KiB at a time. If a pattern counts from the end of an array, or an object on a
  ///   path has two members of the same name, a document of the whole text is made.
  public func values(
    in text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    try text.withText { (bytes) throws(JSONStreamError) in
      if let values = shortTextValues(in: bytes, options: options) { return values }
      if let values = try valuesIfChosen(pieces(of: text, bytes), options) { return values }
      return try documentValues(in: bytes, options)
    }
  }

  /// All values of a text that the patterns select, in the order of the text.
  /// - Throws: The first error in the text.
  /// - Complexity: That of ``values(in:options:)``.
  public func matches(
    in text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [Match] {
    try text.withText { (bytes) throws(JSONStreamError) in
      if let matches = shortTextMatches(in: bytes, options: options) { return matches }
      if patternFromEnd == nil {
        var matches: [Match] = []
        let areChosen = try read(pieces(of: text, bytes), options) { matches.append($0) }
        if areChosen { return matches }
      }
      return try documentMatches(in: bytes, options)
    }
  }

  /// The bytes of a text: an array as it is, and others in copies of 64 KiB.
  private func pieces(
    of text: some Sequence<UInt8>, _ bytes: CheckedBytes
  ) -> AnyIterator<ArraySlice<UInt8>> {
    if let text = text as? [UInt8] { return AnyIterator(CollectionOfOne(text[...]).makeIterator()) }
    var start = 0
    return AnyIterator {
      guard start < bytes.count else { return nil }
      let end = min(bytes.count, start &+ OutputBuffer.windowSize)
      defer { start = end }
      // Invariant: start < end ≤ count, and the caller keeps the bytes while it reads the pieces.
      return ArraySlice(bytes[start..<end])
    }
  }

  /// The values of a text in chunks, which may be cut anywhere: bytes, strings, or what a source delivers that can fail.
  ///
  /// Only the current chunk is in memory, a token that it cuts off, and the values. If the last of duplicate names
  /// wins and an object on a path has two members of the same name, the value is the last one that was found.
  /// - Throws: The error of the source; ``JSONStreamError``: the first error in the text, and
  ///   ``JSONStreamError/Kind/countsFromEnd(pattern:)``.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func values(
    inChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws -> [RawJSON?] {
    var values = noValues
    try chunks.withBytes { bytes in
      _ = try read(bytes, options) {
        JSONProjection.put($0.value, at: $0.position, into: &values, options)
      }
    }
    return values
  }

  /// All values of a text in chunks that the patterns select. See ``values(inChunks:options:)``.
  ///
  /// If the last of duplicate names wins, the matches are those in all members of the same name.
  /// - Throws: The same as ``values(inChunks:options:)``.
  /// - Complexity: O(*n*) in the bytes of the text. Arrays and their slices are not copied.
  public func matches(
    inChunks chunks: some Sequence<some JSONChunk>, options: JSONReadingOptions = .strict
  ) throws -> [Match] {
    var matches: [Match] = []
    try chunks.withBytes { bytes in _ = try read(bytes, options) { matches.append($0) } }
    return matches
  }

  /// The values, or `nil` if a document must choose them.
  private func valuesIfChosen(
    _ pieces: AnyIterator<ArraySlice<UInt8>>, _ options: JSONReadingOptions
  ) throws(JSONStreamError) -> [RawJSON?]? {
    if patternFromEnd != nil { return nil }
    var values = noValues
    let areChosen = try read(pieces, options) {
      JSONProjection.put($0.value, at: $0.position, into: &values, options)
    }
    return areChosen ? values : nil
  }

  /// Calls `take` with each match. Returns whether all matches count, whatever the names.
  private func read(
    _ chunks: AnyIterator<ArraySlice<UInt8>>, _ options: JSONReadingOptions,
    _ take: (Match) -> Void
  ) throws(JSONStreamError) -> Bool {
    var reader = JSONProjection.Reader(self, options: options)
    for chunk in chunks {
      reader.feed(chunk)
      while let match = try reader.next() { take(match) }
    }
    reader.finish()
    while let match = try reader.next() { take(match) }
    return !reader.hasDuplicates
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
  @exclusivity(unchecked)
  private var memory = PatternSearch.Memory()
  let options: JSONReadingOptions

  init(_ options: JSONReadingOptions) { self.options = options }

  /// Searches a text that the caller keeps.
  func search(
    _ text: CheckedBytes, with search: inout PatternSearch, _ found: PatternSearch.Found
  ) throws(JSONSyntaxError) {
    // Invariant: nothing refers to the text and the tape when the search ends, because trees have copies.
    try unsafe reader.read(text, options: options, into: &storage)
    unsafe swap(&search.memory, &memory)
    unsafe search.matches(of: DocumentStorage.rootIndex, in: storage, at: 0, found)
    unsafe swap(&search.memory, &memory)
  }
}

extension JSONProjection {
  /// The most bytes of a short text: those of a window, so that the offsets and the tape of one are small.
  package static var longestShortText: Int { BlockIndexer.defaultWindow }

  /// The readers of calls that have ended.
  private static let spareReaders = SpareSessions()

  /// The values of a short text, or `nil` if it is longer or cannot be read.
  func shortTextValues(
    in text: CheckedBytes, options: JSONReadingOptions
  ) -> [RawJSON?]? {
    guard text.count <= JSONProjection.longestShortText else { return nil }
    do throws(JSONSyntaxError) { return try taped(text, options) } catch { return nil }
  }

  /// The matches in a short text, or `nil` if it is longer or cannot be read.
  func shortTextMatches(
    in text: CheckedBytes, options: JSONReadingOptions
  ) -> [Match]? {
    guard text.count <= JSONProjection.longestShortText else { return nil }
    do throws(JSONSyntaxError) {
      var matches: [Match] = []
      try search(text, options, needsPaths: needsPaths) {
        add($0, $1, at: $2, to: &matches)
      }
      return matches
    } catch {
      return nil
    }
  }

  /// The values of a text, read as a document.
  private func documentValues(
    in text: CheckedBytes, _ options: JSONReadingOptions
  ) throws(JSONStreamError) -> [RawJSON?] {
    do throws(JSONSyntaxError) {
      return try taped(text, options)
    } catch {
      throw JSONStreamError(error, inText: text)
    }
  }

  /// The matches in a text, read as a document.
  private func documentMatches(
    in text: CheckedBytes, _ options: JSONReadingOptions
  ) throws(JSONStreamError) -> [Match] {
    var matches: [Match] = []
    do throws(JSONSyntaxError) {
      try search(text, options, needsPaths: needsPaths) {
        add($0, $1, at: $2, to: &matches)
      }
    } catch {
      throw JSONStreamError(error, inText: text)
    }
    return matches
  }

  private func taped(
    _ text: CheckedBytes, _ options: JSONReadingOptions
  ) throws(JSONSyntaxError) -> [RawJSON?] {
    var values: [RawJSON?] = []
    let count = patterns.count
    try search(text, options, needsPaths: false) { node, value, _ in
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
    return values.isEmpty ? noValues : values
  }

  private func search(
    _ text: CheckedBytes, _ options: JSONReadingOptions, needsPaths: Bool,
    _ found: PatternSearch.Found
  ) throws(JSONSyntaxError) {
    var search = PatternSearch(PatternStates(nodes), needsPaths: needsPaths)
    if text.count > JSONProjection.longestShortText {
      // The memory of a long text is not kept.
      return try ShortTextReader(options).search(text, with: &search, found)
    }
    var reader = JSONProjection.spareReaders.take(as: ShortTextReader.self)
    if reader?.options != options { reader = nil }
    let kept = reader ?? ShortTextReader(options)
    defer { JSONProjection.spareReaders.put(kept) }
    try kept.search(text, with: &search, found)
  }

  /// Stores a value of a pattern at its position, unless the first one wins and there is one.
  static func put(
    _ value: RawJSON, at position: Int, into values: inout [RawJSON?], _ options: JSONReadingOptions
  ) {
    if options.duplicateNames == .keepFirst, values[position] != nil { return }
    values[position] = value
  }
}

extension JSONStreamError {
  /// The error of a whole text.
  fileprivate init(_ error: JSONSyntaxError, inText text: CheckedBytes) {
    // Invariant: the caller keeps the text during the call.
    let span = unsafe text.buffer.span
    self.init(error, location: error.location(in: span), pointer: error.pointer(in: span))
  }
}
