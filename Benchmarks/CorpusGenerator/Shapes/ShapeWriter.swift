/// Writes the JSON of the shapes: containers, names, values and the white space between them.
///
/// It is small and slow on purpose, and shares no code with the library's writer, so that neither
/// can hide a fault of the other. The caller must open, name and close in the right order.
struct ShapeWriter {
  /// The white space between tokens.
  enum Layout {
    /// None at all.
    case minified
    /// A line for each member and element, indented by this number of spaces for each level, and
    /// a space after each colon.
    case indented(Int)
  }

  private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private let isASCII: Bool
  private var closers: [UInt8] = []
  private var needsComma = false
  private var isAfterName = false

  /// An empty writer. With `isASCII`, strings escape all characters outside ASCII and the solidus,
  /// as some servers do.
  init(layout: Layout, isASCII: Bool = false) {
    self.layout = layout
    self.isASCII = isASCII
  }

  mutating func beginObject() { begin("{", closer: "}") }

  mutating func beginArray() { begin("[", closer: "]") }

  mutating func end() {
    let closer = closers.removeLast()
    // Without a comma pending the container is empty and stays on its line: `[]`.
    if needsComma { breakLine() }
    bytes.append(closer)
    needsComma = true
  }

  mutating func name(_ name: String) {
    beginToken()
    appendString(name)
    append(":")
    if case .indented = layout { append(" ") }
    isAfterName = true
  }

  mutating func string(_ value: String) {
    beginToken()
    appendString(value)
    needsComma = true
  }

  /// A number or literal, its text given.
  mutating func token(_ text: String) {
    beginToken()
    append(text)
    needsComma = true
  }

  /// A line feed between two texts of JSON Lines.
  mutating func endLine() {
    append("\n")
    needsComma = false
  }

  /// A string, or `null`.
  mutating func member(_ name: String, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { token("null") }
  }

  mutating func member(_ name: String, _ value: Int?) {
    member(name, token: value.map(String.init) ?? "null")
  }

  mutating func member(_ name: String, _ value: Bool) { member(name, token: String(value)) }

  mutating func member(_ name: String, token text: String) {
    self.name(name)
    token(text)
  }

  mutating func beginObject(_ name: String) {
    self.name(name)
    beginObject()
  }

  mutating func beginArray(_ name: String) {
    self.name(name)
    beginArray()
  }

  private mutating func begin(_ opener: String, closer: Unicode.Scalar) {
    beginToken()
    append(opener)
    closers.append(UInt8(ascii: closer))
    needsComma = false
  }

  private mutating func beginToken() {
    if isAfterName {
      isAfterName = false
      return
    }
    if needsComma { append(",") }
    needsComma = false
    if !closers.isEmpty { breakLine() }
  }

  private mutating func breakLine() {
    guard case .indented(let width) = layout else { return }
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: closers.count * width))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendString(_ value: String) {
    append("\"")
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\t": append("\\t")
      case "/" where isASCII: append("\\/")
      default:
        if scalar.value < 0x20 || (isASCII && !scalar.isASCII) {
          for unit in UTF16.encode(scalar) ?? .init() { appendEscape(unit) }
        } else {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      }
    }
    append("\"")
  }

  private mutating func appendEscape(_ unit: UInt16) {
    append("\\u" + CivilTime.padded(String(unit, radix: 16), to: 4))
  }
}
