import RushJSON

/// Adds colours to JSON in pieces of any size, for terminals.
///
///     {"name": "text", "other": [1, true, null]}
///      └ bold blue ┘ └ green  ┘  cyan, yellow, grey; the rest as it is
///
/// The text must be valid JSON, one value or several. It takes one pass and a bit for each open container.
struct JSONPainter {
  private static let name = Array("\u{1B}[1;34m".utf8)
  private static let string = Array("\u{1B}[32m".utf8)
  private static let number = Array("\u{1B}[36m".utf8)
  private static let bool = Array("\u{1B}[33m".utf8)
  private static let null = Array("\u{1B}[90m".utf8)
  private static let end = Array("\u{1B}[0m".utf8)

  private enum State {
    case between
    case string
    case escape
    /// In a number or a literal.
    case word
  }

  private var state = State.between
  /// Whether each open container is an object, outermost first.
  private var objects: [Bool] = []
  /// The next string is a name.
  private var expectsName = false

  /// The bytes of `text` with colours.
  mutating func painted(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * text.count)
    for index in 0..<text.count { paint(text[index], &bytes) }
    return bytes
  }

  private mutating func paint(_ byte: UInt8, _ bytes: inout [UInt8]) {
    switch state {
    case .escape: state = .string
    case .string:
      if byte == UInt8(ascii: "\\") { state = .escape }
      if byte == UInt8(ascii: "\"") {
        state = .between
        bytes.append(byte)
        bytes += Self.end
        return
      }
    case .word where Self.endsWord(byte):
      bytes += Self.end
      state = .between
      paintStructure(byte, &bytes)
    case .word: break
    case .between: paintStructure(byte, &bytes)
    }
    bytes.append(byte)
  }

  /// Advances over a byte outside strings and words, or begins one.
  private mutating func paintStructure(_ byte: UInt8, _ bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""):
      bytes += expectsName ? Self.name : Self.string
      state = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      objects.append(byte == UInt8(ascii: "{"))
      expectsName = objects.last == true
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      objects.removeLast(min(1, objects.count))
      expectsName = false
    case UInt8(ascii: ","): expectsName = objects.last == true
    case UInt8(ascii: ":"): expectsName = false
    case UInt8(ascii: "t"), UInt8(ascii: "f"): begin(Self.bool, &bytes)
    case UInt8(ascii: "n"): begin(Self.null, &bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): begin(Self.number, &bytes)
    default: break
    }
  }

  private mutating func begin(_ color: [UInt8], _ bytes: inout [UInt8]) {
    bytes += color
    state = .word
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...UInt8(ascii: " "): true
    default: false
    }
  }
}

/// JSON on its way to an output, with colours if they are wanted.
final class PaintedOutput {
  let output: Output
  private let hasColor: Bool
  private var painter = JSONPainter()

  init(_ output: Output, hasColor: Bool) {
    self.output = output
    self.hasColor = hasColor
  }

  // The painter is not touched without colours: access to it took 300 instructions for each line.

  @inline(__always)
  func write(_ text: Span<UInt8>) throws(OutputError) {
    if hasColor { try output.write(painter.painted(text)) } else { try output.write(text) }
  }

  @inline(__always)
  func write(_ text: [UInt8]) throws(OutputError) {
    if hasColor {
      try output.write(text.withSpan { painter.painted($0) })
    } else {
      try output.write(text)
    }
  }

  @inline(__always)
  func write(_ text: ArraySlice<UInt8>) throws(OutputError) {
    try text.withSpan { (text) throws(OutputError) in try write(text) }
  }

  @inline(__always)
  func endLine() throws(OutputError) {
    if !hasColor { return try output.endLine() }
    try write([UInt8(ascii: "\n")])
    try output.endItem()
  }
}

extension PaintedOutput {
  /// Writes what it takes. A closure of spans would be captured, which ``ByteSink`` avoids.
  var sink: ByteSink {
    ByteSink { bytes in
      // Invariant: the bytes are valid during the call of the closure.
      let buffer = unsafe bytes.buffer
      try self.write(unsafe Span(_unsafeElements: buffer))
    }
  }
}
