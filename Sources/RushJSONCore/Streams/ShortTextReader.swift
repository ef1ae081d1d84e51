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

  /// Puts a value of a pattern into its place, unless the first one counts and there is one.
  static func put(
    _ value: RawJSON, at position: Int, into values: inout [RawJSON?], _ options: JSONReadingOptions
  ) {
    if options.duplicateNames == .firstWins, values[position] != nil { return }
    values[position] = value
  }
}
