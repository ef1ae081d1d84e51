/// Gives compact text the form that an encoder's options ask for: indented, sorted or canonical.
///
/// Its memory serves one text after the other.
final class EncodedForm {
  @safe @exclusivity(unchecked)
  private var reader = TapeReader()
  @safe @exclusivity(unchecked)
  private var storage = DocumentStorage.empty
  @safe @exclusivity(unchecked)
  private var output: TextOutput
  @safe @exclusivity(unchecked)
  private var sorted = SortedText()
  /// Whether the order of members is all that changes.
  private let isCompact: Bool

  init(_ options: JSONWritingOptions) {
    isCompact =
      options.layout == .compact && options.nameOrder == .utf8 && options.numbers == .asGiven
    output = TextOutput(OutputBuffer(maximumLength: options.maximumLength), options: options)
  }

  /// Whether it does not hold much memory after a text, which nobody uses any more.
  func prepareForReuse() -> Bool {
    reader.shrink()
    sorted.shrink()
    return output.buffer.count < 1 << 20
  }

  /// The form of a text that an encoder has made. It lives until the next call. `RUSH_ENDS_SLACK` bytes after the text can be
  /// read.
  /// - Complexity: O(*n*) in the bytes, and O(*m* log *m*) comparisons of the names of an object if they are sorted.
  func text(of compact: CheckedBytes) throws -> CheckedBytes {
    // Text that a type has written by itself may have spaces.
    if isCompact, let sorted = sorted.sort(compact) { return sorted }
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    try reader.read(compact, options: reading, into: &storage)
    output.buffer.restore(to: 0)
    output.depth = 0
    let root = JSONDocument.Value(storage, DocumentStorage.rootIndex)
    if let refusal = output.write(root) { throw refusal.error(output.options) }
    if output.buffer.finish() != nil {
      throw JSONWritingError(.tooLong(limit: output.options.maximumLength))
    }
    return output.buffer.bytes
  }
}
