internal import _RushJSONShims

// The one place that reads escapes in strings: those of RFC 8259 §7 and those that JSON5 adds.

/// The meaning of an escape.
enum Escape {
  /// A scalar, and the number of bytes that the escape has.
  case scalar(Unicode.Scalar, length: Int)
  /// An escaped CR LF, which means itself in Foundation's JSON5. It has three bytes.
  case lineBreak
  /// A backslash that means nothing, together with the line break after it if there is one (JSON5 §5.1).
  case nothing(length: Int)
  /// Not an escape, or one that is not allowed here.
  case invalid(JSONSyntaxError.Kind)
  /// The text ends before the meaning is known.
  case unfinished

  static let replacement: Unicode.Scalar = "\u{fffd}"

  /// Reads the escape whose backslash is at `at`.
  static func read(
    _ text: CheckedBytes, at: Int, leniencies: JSONReadingOptions.Leniencies
  ) -> Escape {
    guard at &+ 1 < text.count else { return .unfinished }
    assert(text[at] == .backslash)
    // Every read further on compares with `count` first.
    let letter = text[at &+ 1]
    if let byte = simple(letter) { return .scalar(Unicode.Scalar(byte), length: 2) }
    switch letter {
    case UInt8(ascii: "u"): return readUnicode(text, at: at, leniencies: leniencies)
    default: break
    }
    if leniencies.contains(.extendedEscapes) {
      let extended =
        leniencies.hasJSON5Strings
        ? readJSON5(text, at: at) : readExtended(text, at: at)
      guard case .invalid = extended else { return extended }
    }
    // No control character: the indexers would take it for one in the string.
    let isUnknown = leniencies.contains(.unknownEscapes) && letter >= .space
    return isUnknown ? .nothing(length: 1) : .invalid(.invalidEscape)
  }

  private static func readUnicode(
    _ text: CheckedBytes, at: Int, leniencies: JSONReadingOptions.Leniencies
  ) -> Escape {
    switch hexadecimal(text, at: at &+ 2, digits: 4) {
    case .unfinished: return .unfinished
    case .invalid: return .invalid(.invalidEscape)
    case .value(let unit):
      if let scalar = Unicode.Scalar(unit) {
        if unit == 0, leniencies.refusesEscapedNull { return .invalid(.invalidEscape) }
        return .scalar(scalar, length: 6)
      }
      let lone: Escape =
        leniencies.contains(.loneSurrogates)
        ? .scalar(replacement, length: 6) : .invalid(.loneSurrogate)
      if unit >= 0xdc00 { return lone }
      // An escaped low surrogate must follow immediately (RFC 8259 §7).
      for (i, expected) in [(6, .backslash), (7, UInt8(ascii: "u"))] as [(Int, UInt8)] {
        if at &+ i >= text.count { return .unfinished }
        if text[at &+ i] != expected { return lone }
      }
      switch hexadecimal(text, at: at &+ 8, digits: 4) {
      case .unfinished: return .unfinished
      case .invalid: return lone
      case .value(let low):
        guard low >= 0xdc00, low <= 0xdfff,
          let scalar = Unicode.Scalar(0x10000 &+ ((unit &- 0xd800) &<< 10 | (low &- 0xdc00)))
        else { return lone }
        return .scalar(scalar, length: 12)
      }
    }
  }

  /// Reads an escape of JSON5 (§5.1) that RFC 8259 does not have.
  private static func readJSON5(_ text: CheckedBytes, at: Int) -> Escape {
    let letter = text[at &+ 1]
    switch letter {
    case .apostrophe: return .scalar("'", length: 2)
    case UInt8(ascii: "v"): return .scalar("\u{b}", length: 2)
    case .digit0:
      guard at &+ 2 < text.count else { return .unfinished }
      let isOctal = text[at &+ 2] &- .digit0 < 10
      return isOctal ? .invalid(.invalidEscape) : .scalar("\0", length: 2)
    case UInt8(ascii: "1")...UInt8.digit9: return .invalid(.invalidEscape)
    case UInt8(ascii: "x"):
      switch hexadecimal(text, at: at &+ 2, digits: 2) {
      case .unfinished: return .unfinished
      case .value(let unit): return .scalar(Unicode.Scalar(UInt8(unit)), length: 4)
      case .invalid: return .invalid(.invalidEscape)
      }
    case .lineFeed: return .nothing(length: 2)
    case .carriageReturn:
      guard at &+ 2 < text.count else { return .unfinished }
      return .nothing(length: text[at &+ 2] == .lineFeed ? 3 : 2)
    case 0xe2:
      // The string is well-formed UTF-8, so only its end can be missing.
      guard at &+ 3 < text.count else { return .unfinished }
      return .nothing(length: WideSpace.isLineSeparator(in: text, at: at &+ 1) ? 4 : 1)
    case 0..<UInt8.space: return .scalar(Unicode.Scalar(letter), length: 2)
    // Any other character means itself.
    default: return .nothing(length: 1)
    }
  }

  /// The same as Foundation reads it.
  private static func readExtended(_ text: CheckedBytes, at: Int) -> Escape {
    switch text[at &+ 1] {
    case .apostrophe: return .scalar("'", length: 2)
    case .lineFeed: return .scalar("\n", length: 2)
    case .carriageReturn:
      guard at &+ 2 < text.count else { return .unfinished }
      return unsafe text[at &+ 2] == .lineFeed ? .lineBreak : .scalar("\r", length: 2)
    case UInt8(ascii: "x"):
      switch hexadecimal(text, at: at &+ 2, digits: 2) {
      case .unfinished: return .unfinished
      case .invalid: return .invalid(.invalidEscape)
      case .value(0): return .invalid(.invalidEscape)
      case .value(let unit):
        guard let scalar = Unicode.Scalar(unit) else { return .invalid(.invalidEscape) }
        return .scalar(scalar, length: 4)
      }
    default: return .invalid(.invalidEscape)
    }
  }

  private enum CodeUnit {
    case value(UInt32)
    case invalid
    case unfinished
  }

  private static func hexadecimal(_ text: CheckedBytes, at: Int, digits: Int)
    -> CodeUnit
  {
    if digits == 4, at &+ 4 <= text.count {
      // Invariant: four bytes can be read at `at`.
      let value = unsafe rush_four_hex_digits(text.baseAddress.unsafelyUnwrapped + at)
      return value > 0xffff ? .invalid : .value(value)
    }
    var value: UInt32 = 0
    for i in at..<at &+ digits {
      guard i < text.count else { return .unfinished }
      guard let digit = text[i].hexadecimalValue else { return .invalid }
      value = value &<< 4 | UInt32(digit)
    }
    return .value(value)
  }
}

extension Escape {
  /// Writes the unescaped bytes of `text` to `output`, which has room for as many bytes as `text`
  /// has. Returns how many were written.
  /// The grammar should have accepted `text`: otherwise, what is not an escape passes unchanged.
  static func unescape(
    _ text: CheckedBytes, into output: CheckedPointer<UInt8>,
    leniencies: JSONReadingOptions.Leniencies
  ) -> Int {
    let source = text.view()
    let kernel = BlockKernel.fastest.raw
    var at = 0
    var end = 0
    let count = text.count
    while true {
      // No escape is shorter than its meaning. So what can be read at `at` can be written at `end`.
      assert(end <= at && at <= count)
      let copied = unsafe rush_unescape(
        kernel, source.elements(count &- at, at: at), count &- at,
        output.checked(count &- at, at: end))
      at &+= copied.read
      end &+= copied.written
      assert(end <= at && at <= count)
      if at == count { return end }
      // Rare: an escape that is not a scalar, or an extension.
      switch read(text, at: at, leniencies: leniencies) {
      case .scalar(let scalar, let length):
        end &+= write(scalar, to: output + end)
        at &+= length
      case .lineBreak:
        output[end] = .carriageReturn
        output[end &+ 1] = .lineFeed
        end &+= 2
        at &+= 3
      case .nothing(let length): at &+= length
      // In a string that the grammar has accepted, an escape is unfinished only if the quotation mark after it
      // decides: no LF follows an escaped CR, no digit `\0`, no second half a surrogate, no digits `\x`.
      case .unfinished where at &+ 1 < count && text[at &+ 1] == .carriageReturn:
        if !leniencies.hasJSON5Strings {
          output[end] = .carriageReturn
          end &+= 1
        }
        at &+= 2
      case .unfinished where at &+ 1 < count && text[at &+ 1] == .digit0:
        output[end] = 0
        end &+= 1
        at &+= 2
      case .unfinished where at &+ 6 <= count && text[at &+ 1] == UInt8(ascii: "u"):
        end &+= write(replacement, to: output + end)
        at &+= 6
      case .unfinished
      where leniencies.contains(.unknownEscapes) && at &+ 1 < count
        && text[at &+ 1] != UInt8(ascii: "u"):
        at &+= 1
      case .unfinished, .invalid:
        // Only in a string that the grammar has not accepted: one byte passes unchanged.
        output[end] = .backslash
        end &+= 1
        at &+= 1
      }
    }
  }

  /// The meaning of a two-byte escape of RFC 8259, given its second byte.
  @inline(__always)
  private static func simple(_ byte: UInt8) -> UInt8? {
    // A table, because a branch on the letter would be mispredicted.
    let meaning = rush_escape_meaning(byte)
    return meaning == 0 ? nil : meaning
  }

  /// Writes the UTF-8 of a scalar. Returns how many bytes that is.
  private static func write(_ scalar: Unicode.Scalar, to output: CheckedPointer<UInt8>) -> Int {
    var end = 0
    // Every scalar has an encoding in UTF-8. As in `unescape`, the escape has at least as many bytes.
    for byte in unsafe UTF8.encode(scalar).unsafelyUnwrapped {
      output[end] = byte
      end &+= 1
    }
    return end
  }

  /// The unescaped bytes of `text`, which the grammar should have accepted.
  static func unescaped(_ text: CheckedBytes, leniencies: JSONReadingOptions.Leniencies)
    -> [UInt8]
  {
    // The standard library writes the count of an array without room to memory that all of them share.
    if text.isEmpty { return [] }
    return unsafe Array(unsafeUninitializedCapacity: text.count) { buffer, count in
      let output = unsafe CheckedPointer(buffer).unsafelyUnwrapped
      count = unescape(text, into: output, leniencies: leniencies)
    }
  }
}

// MARK: - Unescaper

/// Unescapes one string after another into memory that it reuses.
@safe
struct Unescaper {
  // Invariant: room for `capacity` bytes. The owner calls `free`.
  private var output: CheckedPointer<UInt8>?
  private var capacity = 0
  let leniencies: JSONReadingOptions.Leniencies

  init(leniencies: JSONReadingOptions.Leniencies) { self.leniencies = leniencies }

  func free() { unsafe output?.free() }

  /// The unescaped form of bytes of the text. It is valid until the next call.
  mutating func unescape(_ text: CheckedBytes) -> CheckedBytes {
    let output = room(for: text.count)
    return CheckedView(output).bytes(Escape.unescape(text, into: output, leniencies: leniencies))
  }

  private mutating func room(for count: Int) -> CheckedPointer<UInt8> {
    if count <= capacity, let output { return output }
    // Doubling keeps the total work linear.
    capacity = max(count, 2 &* capacity, 256)
    let memory = unsafe CheckedPointer.reallocated(output, capacity: capacity)
    output = memory
    assert(count <= capacity)
    return memory
  }
}

// MARK: - EscapedCharacters

/// The characters that are escaped in addition to those that must be: the bits of `JSONWritingOptions.Escaping`, which
/// is in a room above.
struct EscapedCharacters: OptionSet {
  let rawValue: UInt8

  static let slashes = EscapedCharacters(rawValue: 1)
  static let nonASCII = EscapedCharacters(rawValue: 2)
  static let html = EscapedCharacters(rawValue: 4)
  static let lineSeparators = EscapedCharacters(rawValue: 8)

  /// The options that `rush_copy_unescaped` supports.
  static let fast: EscapedCharacters = [.slashes]

  /// The byte at which `rush_copy_unescaped` also stops: the slash, or the quotation mark again.
  var stop: UInt8 { contains(.slashes) ? UInt8.slash : UInt8.quote }
}
