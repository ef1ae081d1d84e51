// Escapes in strings (RFC 8259 §7), and those that JSON5 adds.

internal import _RushJSONShims

/// What an escape stands for.
enum Escape {
  /// A scalar, and how many bytes of text stand for it.
  case scalar(Unicode.Scalar, length: Int)
  /// An escaped carriage return and line feed (JSON5), which stand for themselves.
  case lineBreak
  /// No escape, or one that may not stand here.
  case invalid(JSONSyntaxError.Kind)
  /// The text ends before it can be told.
  case unfinished

  static let replacement: Unicode.Scalar = "\u{fffd}"

  /// Reads the escape whose backslash is at `at`.
  static func read(_ text: UnsafeRawBufferPointer, at: Int, leniencies: JSONLeniencies) -> Escape {
    guard at &+ 1 < text.count else { return .unfinished }
    // Invariant: at + 1 < count; what lies further is compared with `count` first.
    switch unsafe text[at &+ 1] {
    case .quote: return .scalar("\"", length: 2)
    case .backslash: return .scalar("\\", length: 2)
    case .slash: return .scalar("/", length: 2)
    case 0x62: return .scalar("\u{08}", length: 2)
    case 0x66: return .scalar("\u{0c}", length: 2)
    case 0x6e: return .scalar("\n", length: 2)
    case 0x72: return .scalar("\r", length: 2)
    case 0x74: return .scalar("\t", length: 2)
    case 0x75: return unsafe readUnicode(text, at: at, leniencies: leniencies)
    default:
      guard leniencies.contains(.extendedEscapes) else { return .invalid(.invalidEscape) }
      return unsafe readExtended(text, at: at)
    }
  }

  private static func readUnicode(
    _ text: UnsafeRawBufferPointer, at: Int, leniencies: JSONLeniencies
  ) -> Escape {
    switch unsafe hexadecimal(text, at: at &+ 2, digits: 4) {
    case .unfinished: return .unfinished
    case .invalid: return .invalid(.invalidEscape)
    case .value(let unit):
      if let scalar = Unicode.Scalar(unit) {
        if unit == 0, leniencies.contains(.extendedEscapes) { return .invalid(.invalidEscape) }
        return .scalar(scalar, length: 6)
      }
      let lone: Escape =
        leniencies.contains(.loneSurrogates)
        ? .scalar(replacement, length: 6) : .invalid(.loneSurrogate)
      if unit >= 0xdc00 { return lone }
      // A high surrogate needs a low one, escaped, right after it (RFC 8259 §7).
      for (i, expected) in [(6, 0x5c), (7, 0x75)] as [(Int, UInt8)] {
        if at &+ i >= text.count { return .unfinished }
        if unsafe text[at &+ i] != expected { return lone }
      }
      switch unsafe hexadecimal(text, at: at &+ 8, digits: 4) {
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

  private static func readExtended(_ text: UnsafeRawBufferPointer, at: Int) -> Escape {
    switch unsafe text[at &+ 1] {
    case .apostrophe: return .scalar("'", length: 2)
    case .lineFeed: return .scalar("\n", length: 2)
    case .carriageReturn:
      guard at &+ 2 < text.count else { return .unfinished }
      return unsafe text[at &+ 2] == .lineFeed ? .lineBreak : .scalar("\r", length: 2)
    case 0x78:
      switch unsafe hexadecimal(text, at: at &+ 2, digits: 2) {
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

  private enum Hexadecimal {
    case value(UInt32)
    case invalid
    case unfinished
  }

  private static func hexadecimal(_ text: UnsafeRawBufferPointer, at: Int, digits: Int)
    -> Hexadecimal
  {
    if digits == 4, at &+ 4 <= text.count {
      // Invariant: four bytes can be read at `at`.
      let value = unsafe rush_four_hex_digits(text.baseAddress.unsafelyUnwrapped + at)
      return value > 0xffff ? .invalid : .value(value)
    }
    var value: UInt32 = 0
    for i in at..<at &+ digits {
      guard i < text.count else { return .unfinished }
      guard let digit = unsafe hexadecimalValue(text[i]) else { return .invalid }
      value = value &<< 4 | UInt32(digit)
    }
    return .value(value)
  }

  /// The value of a hexadecimal digit of either case.
  @inline(__always)
  static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x41 &+ 10
    case 0x61...0x66: byte &- 0x61 &+ 10
    default: nil
    }
  }
}

extension Escape {
  /// Writes `text`, a string's bytes that the grammar has accepted, unescaped to `output`.
  /// Returns how many bytes that makes; never more than the text has.
  static func unescape(
    _ text: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>,
    leniencies: JSONLeniencies
  ) -> Int {
    guard let source = text.baseAddress, let base = output.baseAddress else {
      return 0
    }
    let target = UnsafeMutableRawPointer(base)
    var at = 0
    var end = 0
    let count = text.count
    while at < count {
      // Invariant: end ≤ at ≤ count ≤ the room in `output`, because no escape is shorter than what
      // it stands for. So eight bytes that can be read at `at` can be written at `end`.
      if at &+ 8 <= count {
        let word = unsafe source.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        unsafe target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
        let backslashes = backslashes(UInt64(littleEndian: word))
        // A branch, not a count of bytes, so that the next load need not wait for this one.
        if backslashes == 0 {
          at &+= 8
          end &+= 8
          continue
        }
        let plain = backslashes.trailingZeroBitCount &>> 3
        at &+= plain
        end &+= plain
      } else if unsafe source.load(fromByteOffset: at, as: UInt8.self) != .backslash {
        unsafe target.storeBytes(
          of: source.load(fromByteOffset: at, as: UInt8.self), toByteOffset: end, as: UInt8.self)
        end &+= 1
        at &+= 1
        continue
      }
      // A backslash.
      if at &+ 1 < count,
        let byte = unsafe simple(source.load(fromByteOffset: at &+ 1, as: UInt8.self))
      {
        unsafe target.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end &+= 1
        at &+= 2
        continue
      }
      switch unsafe read(text, at: at, leniencies: leniencies) {
      case .scalar(let scalar, let length):
        for byte in unsafe UTF8.encode(scalar).unsafelyUnwrapped {
          unsafe output[end] = byte
          end &+= 1
        }
        at &+= length
      case .lineBreak:
        unsafe output[end] = 0x0d
        unsafe output[end &+ 1] = 0x0a
        end &+= 2
        at &+= 3
      case .unfinished:
        // The grammar accepted the string, so what is missing is a part that need not follow: a line
        // feed after a carriage return, or the second half of a surrogate pair, where the options
        // replace the first.
        if unsafe text[at &+ 1] == .carriageReturn {
          unsafe output[end] = 0x0d
          end &+= 1
          at &+= 2
          continue
        }
        for byte in unsafe UTF8.encode(replacement).unsafelyUnwrapped {
          unsafe output[end] = byte
          end &+= 1
        }
        at &+= 6
      case .invalid:
        // The grammar accepted the string, so this does not happen; one byte passes as it stands.
        unsafe output[end] = 0x5c
        end &+= 1
        at &+= 1
      }
    }
    return end
  }

  /// What the two-byte escapes of RFC 8259 stand for, by their second byte.
  @inline(__always)
  private static func simple(_ byte: UInt8) -> UInt8? {
    switch byte {
    case .quote, .backslash, .slash: byte
    case 0x6e: 0x0a
    case 0x72: 0x0d
    case 0x74: 0x09
    case 0x62: 0x08
    case 0x66: 0x0c
    default: nil
    }
  }

  /// Writes a scalar's UTF-8 (RFC 3629 §3). Returns how many bytes that is.
  @inline(__always)
  private static func write(
    _ scalar: Unicode.Scalar, to output: UnsafeMutableBufferPointer<UInt8>, at end: Int
  ) -> Int {
    // Invariant: as in `unescape`, an escape of at least as many bytes made the room.
    let value = scalar.value
    func byte(_ lead: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: lead | (value &>> shift) & (lead == 0x80 ? 0x3f : 0xff))
    }
    switch value {
    case ..<0x80:
      unsafe output[end] = byte(0, 0)
      return 1
    case ..<0x800:
      unsafe output[end] = byte(0xc0, 6)
      unsafe output[end &+ 1] = byte(0x80, 0)
      return 2
    case ..<0x10000:
      unsafe output[end] = byte(0xe0, 12)
      unsafe output[end &+ 1] = byte(0x80, 6)
      unsafe output[end &+ 2] = byte(0x80, 0)
      return 3
    default:
      unsafe output[end] = byte(0xf0, 18)
      unsafe output[end &+ 1] = byte(0x80, 12)
      unsafe output[end &+ 2] = byte(0x80, 6)
      unsafe output[end &+ 3] = byte(0x80, 0)
      return 4
    }
  }

  /// Where backslashes are among the eight bytes of `word`: the lowest bit set is the top one of the
  /// first backslash. A borrow reaches only bytes above it.
  @inline(__always)
  private static func backslashes(_ word: UInt64) -> UInt64 {
    let difference = word ^ 0x5c5c_5c5c_5c5c_5c5c
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// The unescaped bytes of `text`, which the grammar has accepted.
  static func unescaped(_ text: UnsafeRawBufferPointer, leniencies: JSONLeniencies) -> [UInt8] {
    unsafe Array(unsafeUninitializedCapacity: text.count) { buffer, count in
      count = unsafe unescape(text, into: buffer, leniencies: leniencies)
    }
  }
}
