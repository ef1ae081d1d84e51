internal import _RushJSONShims

// JSON text without grammar checks: brackets, separators, names and scalars, in the layout of the
// options. Callers keep the grammar: `JSONWriter` by checks, trees and documents by their shape.

/// JSON text in progress.
package struct TextOutput: ~Copyable {
  var buffer: OutputBuffer
  let options: JSONWritingOptions
  /// The indentation per level, in bytes; negative in compact text.
  let indentation: Int
  private let indentationByte: UInt8
  /// Whether only required escapes are written. Strings from strict JSON are then copied unchanged.
  let keepsEscapes: Bool
  /// Whether small strings, which Swift stores in two words, can be searched for escapes at once.
  let knowsSmallStrings: Bool
  /// The byte at which that search also stops.
  let stop: UInt8
  let nativeStrings: NativeStringLayout
  var depth = 0

  // Consuming, so that the options are not copied.
  init(_ buffer: consuming OutputBuffer, options: consuming JSONWritingOptions) {
    self.buffer = buffer
    keepsEscapes = options.escaping.isEmpty
    knowsSmallStrings = SmallString.isKnown && options.escaping.characters.isSubset(of: .fast)
    stop = options.escaping.characters.stop
    nativeStrings = NativeStringLayout.current
    switch options.layout {
    case .compact: (indentation, indentationByte) = (-1, 0)
    case .foundation: (indentation, indentationByte) = (2, .space)
    case .indented(by: .spaces(let count)):
      (indentation, indentationByte) = (min(max(count, 0), 64), .space)
    case .indented(by: .tabs(let count)):
      (indentation, indentationByte) = (min(max(count, 0), 64), .tab)
    }
    self.options = options
  }

  @inline(__always) var isCompact: Bool { indentation < 0 }

  /// Whether prepared names can be copied, and numbers written as they are.
  var takesPlainMembers: Bool {
    isCompact && options.nameOrder == .asGiven && options.numbers == .asGiven
  }

  // MARK: - Structure

  /// Writes the separator between a value and the one before it in its array or object.
  /// The comma is always stored, and kept only if it is needed.
  @inline(__always)
  mutating func separate(_ isFirst: Bool) {
    buffer.reserve(1)
    buffer.putIf(UInt8.comma, !isFirst)
    if !isCompact { breakLine() }
  }

  /// As ``separate(_:)``, in compact text.
  mutating func separateCompact(_ isFirst: Bool) {
    buffer.reserve(1)
    buffer.putIf(UInt8.comma, !isFirst)
  }

  @inline(never)
  mutating func breakLine() {
    assert(indentation >= 0 && depth >= 0)
    buffer.reserve(1)
    buffer.put(UInt8.lineFeed)
    var rest = depth &* indentation
    // Deeply nested text is mostly spaces. They are not written after the text is too long.
    while rest > 0, rest < 128 || buffer.failure == nil {
      let piece = min(rest, OutputBuffer.largestReservation)
      buffer.reserve(piece)
      assert(piece <= buffer.room)
      buffer.position.update(repeating: indentationByte, count: piece)
      buffer.advance(by: piece)
      rest &-= piece
    }
  }

  /// Opens an array or object that is not empty.
  mutating func open(isObject: Bool) {
    buffer.reserve(1)
    buffer.put(isObject ? UInt8.openBrace : UInt8.openBracket)
    depth &+= 1
  }

  /// Closes an array or object that is not empty.
  mutating func close(isObject: Bool) {
    assert(depth > 0)
    depth &-= 1
    if !isCompact { breakLine() }
    buffer.reserve(1)
    buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
  }

  @inline(__always)
  mutating func empty(isObject: Bool) {
    buffer.reserve(2)
    buffer.put(isObject ? UInt8.openBrace : UInt8.openBracket)
    if !isCompact, options.layout == .foundation { blankLine() }
    buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
  }

  /// Writes Foundation's blank line in an empty container.
  @inline(never)
  mutating func blankLine() {
    buffer.put(UInt8.lineFeed)
    breakLine()
  }

  /// Writes the colon after a name, with the spaces of the layout.
  mutating func colon() {
    // At most three bytes, which fit into the slack.
    if !isCompact, options.layout == .foundation { buffer.put(UInt8.space) }
    buffer.put(UInt8.colon)
    if !isCompact { buffer.put(UInt8.space) }
    buffer.reserve(1)
  }

  // MARK: - Scalars

  mutating func literal(_ word: UInt64, count: Int) {
    buffer.reserve(8)
    assert(count > 0 && count <= 8 && buffer.room >= 8)
    buffer.position.store(word.littleEndian, as: UInt64.self)
    buffer.advance(by: count)
  }

  @inline(__always) mutating func null() { literal(0x6c6c_756e, count: 4) }

  @inline(__always)
  package mutating func bool(_ value: Bool) {
    literal(value ? 0x6575_7274 : 0x65_736c_6166, count: value ? 4 : 5)
  }

  /// Writes a string of UTF-8 with its quotation marks.
  @inline(__always)
  mutating func string(_ bytes: CheckedBytes) {
    buffer.appendString(bytes, escaping: options.escaping.characters)
  }

  @inline(__always)
  mutating func string(_ string: String) {
    withExtendedLifetime(string) {
      unsafe withView(of: string) { self.string(at: $0) }
    }
  }

  /// Writes the string at `string` with its quotation marks.
  /// The string is not retained: the caller keeps it alive during the call.
  @inline(__always)
  package mutating func string(at string: CheckedView<String>) {
    let words = StringWords(at: string)
    if _fastPath(knowsSmallStrings), words.isSmall {
      smallString(words, string)
    } else if let bytes = words.nativeUTF8(nativeStrings) {
      self.string(bytes)
    } else {
      foreignString(string.pointee)
    }
  }

  /// Writes bytes as a string of Base64.
  mutating func base64(_ bytes: CheckedBytes) {
    buffer.appendBase64(
      bytes, escapesSlashes: options.escaping.characters.contains(.slashes))
  }

  /// Writes a string that Swift stores in place, directly from its two words.
  @inline(__always)
  private mutating func smallString(_ words: StringWords, _ string: CheckedView<String>) {
    let count = words.smallCount
    buffer.reserve(18)
    buffer.put(UInt8.quote)
    // Bytes after the count, a tag among them, do not matter.
    let isPlain = unsafe rush_copy_plain_short(
      string.checked(16), count, buffer.position.checked(16), stop)
    if _fastPath(isPlain) {
      buffer.advance(by: count)
    } else {
      escapedContent(string.pointee)
    }
    buffer.put(UInt8.quote)
  }

  @inline(never)
  private mutating func escapedContent(_ string: String) {
    var string = string
    string.withUTF8 { utf8 in
      unsafe buffer.appendEscaped(
        CheckedBytes(utf8), escaping: options.escaping.characters)
    }
    buffer.reserve(1)
  }

  /// Writes a string of any other layout. Copies it if it is not UTF-8 in memory.
  @inline(never)
  private mutating func foreignString(_ string: String) {
    var string = string
    string.withUTF8 { utf8 in
      unsafe self.string(CheckedBytes(utf8))
    }
  }
}

extension OutputBuffer {
  /// Stores a byte, which must fit, and keeps it only if it `isWanted`.
  mutating func putIf(_ byte: UInt8, _ isWanted: Bool) {
    assert(room > 0)
    position.pointee = byte
    advance(by: isWanted ? 1 : 0)
  }
}

// MARK: - Numbers

extension TextOutput: ScalarSink {
  @inline(__always)
  package mutating func integer(_ value: Int64) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: there is room for the longest number.
    buffer.advance(by: NumberText.write(value, to: buffer.position))
  }

  @inline(__always)
  package mutating func integer(_ value: UInt64) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    buffer.advance(by: NumberText.write(value, to: buffer.position))
  }

  /// Writes an integer of more than 64 bits.
  package mutating func wide(_ value: some FixedWidthInteger) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    buffer.advance(by: NumberText.write(value, to: buffer.position))
  }

  /// Writes a number that has a text. NaN and the infinities follow the options.
  @inline(__always)
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return nonFinite(value) }
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    buffer.advance(
      by: NumberText.write(value, layout: options.numberLayout, to: buffer.position))
  }

  /// As ``double(_:)``.
  @inline(__always)
  package mutating func float(_ value: Float) {
    guard value.isFinite else { return nonFinite(Double(value)) }
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    buffer.advance(
      by: NumberText.write(value, layout: options.numberLayout, to: buffer.position))
  }

  @inline(never)
  private mutating func nonFinite(_ value: Double) {
    if case .strings(let positiveInfinity, let negativeInfinity, let nan) =
      options.nonFiniteNumbers
    {
      string(value.isNaN ? nan : value < 0 ? negativeInfinity : positiveInfinity)
    } else {
      null()
    }
  }

  /// Writes a number that has a text: as it was read, or as the nearest `Double`.
  @inline(__always)
  mutating func number(_ number: JSONNumber) {
    guard options.numbers == .asGiven else { return double(number.nearestDouble) }
    switch number.storage {
    case .decimal(let digits, let spelling)
    where spelling.textCapacity <= OutputBuffer.largestReservation:
      buffer.reserve(spelling.textCapacity)
      assert(spelling.textCapacity <= buffer.room)
      buffer.advance(by: spelling.write(digits, to: buffer.position))
    case .double(let value): double(value)
    default: longNumber(number)
    }
  }

  @inline(never)
  private mutating func longNumber(_ number: JSONNumber) {
    var text = number.text
    text.withUTF8 { utf8 in
      unsafe buffer.append(CheckedBytes(utf8))
    }
  }

  // MARK: - Numbers without a text

  @inline(__always)
  package func hasText(_ value: Double) -> Bool {
    value.isFinite || options.nonFiniteNumbers != .error
  }

  func hasText(_ number: JSONNumber) -> Bool {
    if options.numbers == .asGiven, case .decimal = number.storage { return true }
    return hasUncommonText(number)
  }

  /// A number beyond the range of `Double` has no text as a `Double`.
  @inline(never)
  private func hasUncommonText(_ number: JSONNumber) -> Bool {
    if !number.isFinite { return options.nonFiniteNumbers != .error }
    return options.numbers == .asGiven || number.nearestDouble.isFinite
  }
}
