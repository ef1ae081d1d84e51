/// A writer of compact text that waits for the next value, with its memory. Most values are small: to make and to free a
/// writer took a third of the instructions of `jsonBytes()` (45 bytes).
final class SpareWriter {
  @safe @exclusivity(unchecked)
  var writer = JSONWriter()

  private static let waiting = SpareSessions()

  /// A writer that nothing else uses.
  static func take() -> SpareWriter { waiting.take() ?? SpareWriter() }

  /// Keeps a writer whose text nobody uses any more, if a new one would be the same.
  static func keep(_ spare: consuming SpareWriter) {
    guard spare.writer.restart() else { return }
    waiting.put(consume spare)
  }
}

extension JSONWriter {
  /// The most bytes of a text whose memory is kept.
  private static var mostKept: Int { 64 << 10 }

  /// Begins another text. Returns `false` if more than a text is left of the last one.
  fileprivate mutating func restart() -> Bool {
    guard isAtEnd, output.buffer.isSound, output.buffer.count <= Self.mostKept else { return false }
    assert(output.depth == 0)
    output.buffer.takeBack(to: 0)
    expected = .value
    return true
  }

  /// Whether the value is complete, and the writer holds nothing of it but its text.
  private var isAtEnd: Bool {
    if expected != .nothing || holdsMore { return false }
    assert(kinds == 0 && outerKinds.isEmpty && path.count == 0 && valuePath == nil)
    assert(nameBits == plainBits && !isFlattening && !isMerging && merged.isEmpty && parts.isEmpty)
    return true
  }

  /// The filter of names outside objects that have parts.
  private var plainBits: UInt64 { isPlain ? 0 : .max }

  // MARK: - For an encoding

  /// Begins a value at the end of the encoding's text. The encoding gives each of its values the same writer.
  mutating func begin(for encoding: any EncodingWriter) {
    assert(isAtEnd && self.encoding == nil)
    self.encoding = encoding
    expected = .value
    baseDepth = output.depth
    start = output.buffer.count
  }

  /// Ends a value. Nothing of it stays but its text.
  mutating func end() {
    encoding = nil
    if _slowPath(!isAtEnd) { forget() }
  }

  /// Drops what a value has left that failed, or whose error was caught.
  @inline(never)
  private mutating func forget() {
    expected = .nothing
    (kinds, nameBits) = (0, plainBits)
    (isFlattening, isMerging, holdsMore) = (false, false, false)
    output.buffer.isHeld = false
    (merged, parts, outerKinds) = ([], [], [])
    (path, valuePath) = (PathScan(), nil)
    assert(isAtEnd)
  }
}
