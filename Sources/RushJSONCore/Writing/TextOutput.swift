// JSON without the rules: brackets, separators, names and scalars, laid out as the options say.
//
// Whoever uses it keeps the grammar: `JSONWriter` by a check before each call, the writing of trees
// and documents by their shape.

internal import _RushJSONShims

/// Text in the making.
struct TextOutput: ~Copyable {
  var buffer: OutputBuffer
  let options: JSONWritingOptions
  /// How many bytes a line is indented for each level; less than 0 in compact text.
  let indentation: Int
  private let indentationByte: UInt8
  /// Nothing but quotation marks, backslashes, control characters and perhaps slashes is escaped, and
  /// strings that were read in strict JSON can pass as they stand.
  let keepsEscapes: Bool
  /// Sixteen bytes at a time can be looked at.
  private let hasFastEscapes: Bool
  private let knowsSmallStrings: Bool
  private let nativeStrings: NativeStringLayout
  /// How many arrays and objects are open.
  var depth = 0

  init(_ buffer: consuming OutputBuffer, options: JSONWritingOptions) {
    self.buffer = buffer
    self.options = options
    keepsEscapes = options.escaping.isEmpty
    hasFastEscapes = options.escaping.isSubset(of: .fast)
    knowsSmallStrings = SmallString.isKnown
    nativeStrings = NativeStringLayout.current
    switch options.layout {
    case .compact: (indentation, indentationByte) = (-1, 0)
    case .foundation: (indentation, indentationByte) = (2, .space)
    case .indented(by: .spaces(let count)):
      (indentation, indentationByte) = (min(max(count, 0), 64), .space)
    case .indented(by: .tabs(let count)):
      (indentation, indentationByte) = (min(max(count, 0), 64), .tab)
    }
  }

  @inline(__always)
  var isCompact: Bool { indentation < 0 }

  // MARK: - Structure

  /// What stands between a value and what is before it in its array or object.
  ///
  /// In compact text the comma is written in any case, and counts only if it is wanted.
  @inline(__always)
  mutating func separate(_ isFirst: Bool) {
    buffer.reserve(1)
    buffer.putIf(UInt8.comma, !isFirst)
    if !isCompact { breakLine() }
  }

  /// Begins a line.
  @inline(never)
  mutating func breakLine() {
    buffer.reserve(1)
    buffer.put(0x0a)
    var rest = depth &* indentation
    // Deep inside, most of the text is spaces: once the text is too long, they are not written.
    while rest > 0, rest < 128 || buffer.failure == nil {
      let piece = min(rest, OutputBuffer.largestReservation)
      buffer.reserve(piece)
      unsafe buffer.position.update(repeating: indentationByte, count: piece)
      buffer.advance(by: piece)
      rest &-= piece
    }
  }

  /// Opens an array or object, which has an element or a member.
  @inline(__always)
  mutating func open(isObject: Bool) {
    buffer.reserve(1)
    buffer.put(isObject ? UInt8.openBrace : UInt8.openBracket)
    depth &+= 1
  }

  /// Closes an array or object, which has an element or a member.
  @inline(__always)
  mutating func close(isObject: Bool) {
    depth &-= 1
    if !isCompact { breakLine() }
    buffer.reserve(1)
    buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
  }

  /// Writes an array or object with nothing in it.
  @inline(__always)
  mutating func empty(isObject: Bool) {
    buffer.reserve(2)
    buffer.put(isObject ? UInt8.openBrace : UInt8.openBracket)
    if !isCompact, options.layout == .foundation { blankLine() }
    buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
  }

  /// What Foundation puts into what is empty.
  @inline(never)
  mutating func blankLine() {
    buffer.put(0x0a)
    breakLine()
  }

  /// What stands between a name and its value.
  @inline(__always)
  mutating func colon() {
    // Three bytes at most, which fit in the slack.
    if !isCompact, options.layout == .foundation { buffer.put(UInt8.space) }
    buffer.put(UInt8.colon)
    if !isCompact { buffer.put(UInt8.space) }
    buffer.reserve(1)
  }

  // MARK: - Scalars

  @inline(__always)
  mutating func literal(_ word: UInt64, count: Int) {
    buffer.reserve(8)
    // Invariant: there is room for eight bytes.
    unsafe UnsafeMutableRawPointer(buffer.position)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
    buffer.advance(by: count)
  }

  @inline(__always)
  mutating func null() { literal(0x6c6c_756e, count: 4) }

  @inline(__always)
  mutating func bool(_ value: Bool) {
    literal(value ? 0x6575_7274 : 0x65_736c_6166, count: value ? 4 : 5)
  }

  /// Writes a string of UTF-8 with its quotation marks.
  @inline(__always)
  mutating func string(_ bytes: UnsafeRawBufferPointer) {
    unsafe buffer.appendString(bytes, escaping: options.escaping)
  }

  /// Writes a string with its quotation marks.
  @inline(__always)
  mutating func string(_ string: String) {
    withExtendedLifetime(string) {
      unsafe withUnsafePointer(to: string) { unsafe self.string(at: $0) }
    }
  }

  /// Writes the string at `string` with its quotation marks.
  ///
  /// It is not retained: what keeps it alive must do so until the call is over.
  @inline(__always)
  mutating func string(at string: UnsafePointer<String>) {
    let words = unsafe StringWords(at: string)
    if _fastPath(knowsSmallStrings), words.isSmall {
      unsafe smallString(words, string)
    } else if let bytes = unsafe words.nativeUTF8(nativeStrings) {
      unsafe self.string(bytes)
    } else {
      unsafe foreignString(string.pointee)
    }
  }

  /// Writes a string that Swift holds in place, straight from its two words.
  @inline(__always)
  private mutating func smallString(_ words: StringWords, _ string: UnsafePointer<String>) {
    let count = words.smallCount
    buffer.reserve(18)
    buffer.put(UInt8.quote)
    let stop = options.escaping.stop
    // Invariant: there is room for 16 bytes, and they are looked at up to the count.
    let first = unsafe rush_copy_word(words.low, buffer.position, stop)
    let second = unsafe rush_copy_word(words.smallHigh, buffer.position + 8, stop)
    // The bytes behind the string are zero, which counts as a hit; those do not matter.
    let plain =
      first != 0
      ? first.trailingZeroBitCount &>> 3
      : second != 0 ? 8 &+ second.trailingZeroBitCount &>> 3 : 16
    if _slowPath(plain < count || !hasFastEscapes) {
      unsafe escapedContent(string.pointee)
    } else {
      buffer.advance(by: count)
    }
    buffer.put(UInt8.quote)
  }

  @inline(never)
  private mutating func escapedContent(_ string: String) {
    var string = string
    string.withUTF8 { utf8 in
      unsafe buffer.appendEscaped(UnsafeRawBufferPointer(utf8), escaping: options.escaping)
    }
    buffer.reserve(1)
  }

  /// Writes a string of any other layout; one that is not UTF-8 in memory is copied.
  @inline(never)
  private mutating func foreignString(_ string: String) {
    var string = string
    string.withUTF8 { utf8 in
      unsafe self.string(UnsafeRawBufferPointer(utf8))
    }
  }
}

extension OutputBuffer {
  /// Writes a byte for which room was reserved, and takes it back if it is not wanted.
  @inline(__always)
  mutating func putIf(_ byte: UInt8, _ isWanted: Bool) {
    unsafe position.pointee = byte
    advance(by: isWanted ? 1 : 0)
  }
}
