/// Writes JSON Lines (NDJSON): each value as compact text, and a line feed behind it.
///
/// ```swift
/// let writer = JSONLinesWriter()
/// var bytes: [UInt8] = []
/// for event in events { try writer.write(event, to: &bytes) }
/// ```
///
/// No line feed stands inside a line, as JSON escapes it in strings and compact text has none elsewhere.
public struct JSONLinesWriter: Sendable {
  /// How values are written; the layout is always compact.
  public let options: JSONWritingOptions
  /// Whether a record separator (U+001E) stands before each value, as RFC 7464 has it.
  public let isSequence: Bool

  /// A writer.
  public init(_ options: JSONWritingOptions = .compact, isSequence: Bool = false) {
    var options = options
    options.layout = .compact
    self.options = options
    self.isSequence = isSequence
  }

  /// Appends a value and what ends its line. Nothing is appended if it cannot be written.
  ///
  /// - Throws: ``JSONWritingError`` if the value has no text in this form.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(_ value: some JSONWritable, to bytes: inout [UInt8])
    throws(JSONWritingError)
  {
    let text = try value.jsonBytes(options)
    if isSequence { bytes.append(0x1e) }
    bytes += text
    bytes.append(0x0a)
  }

  /// Appends a text and what ends its line. Line breaks between its tokens become spaces.
  ///
  /// The text is to be one JSON value; that is not checked.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    if isSequence { bytes.append(0x1e) }
    let start = bytes.count
    bytes += text
    for index in start..<bytes.count where bytes[index] == 0x0a || bytes[index] == 0x0d {
      bytes[index] = 0x20
    }
    bytes.append(0x0a)
  }
}

extension Sequence where Element: JSONWritable {
  /// The values as JSON Lines: one on each line.
  ///
  /// - Throws: ``JSONWritingError`` if a value has no text in this form.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func jsonLines(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> [UInt8]
  {
    let writer = JSONLinesWriter(options)
    var bytes: [UInt8] = []
    for value in self { try writer.write(value, to: &bytes) }
    return bytes
  }
}
