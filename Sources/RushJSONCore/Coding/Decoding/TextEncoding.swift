// Texts in UTF-16 and UTF-32, which Foundation's decoder accepts, too.
//
// RFC 4627 §3 tells the encodings apart by the zeros among the first four bytes, because a JSON text
// begins with two ASCII characters, or is one character long:
//
//   xx 00 xx 00   UTF-16, little endian      00 xx 00 xx   UTF-16, big endian
//   xx 00 00 00   UTF-32, little endian      00 00 00 xx   UTF-32, big endian

enum TextEncoding {
  case utf8
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)

  /// The encoding of a text by its byte order mark or its zeros, and the length of the mark.
  @inline(__always)
  static func detect(_ text: CheckedBytes) -> (encoding: TextEncoding, mark: Int) {
    // Nearly always, neither of the first two bytes is zero or begins a mark.
    if text.count >= 2, text[0] != 0, text[1] != 0, text[0] < 0xef {
      return (.utf8, 0)
    }
    return detectSlowly(text)
  }

  @inline(never)
  private static func detectSlowly(_ text: CheckedBytes) -> (TextEncoding, Int) {
    // Invariant of each index: it is less than the count.
    func starts(_ bytes: UInt8...) -> Bool { text.starts(with: bytes) }
    if starts(0xff, 0xfe, 0, 0) { return (.utf32(isBigEndian: false), 4) }
    if starts(0, 0, 0xfe, 0xff) { return (.utf32(isBigEndian: true), 4) }
    if starts(0xff, 0xfe) { return (.utf16(isBigEndian: false), 2) }
    if starts(0xfe, 0xff) { return (.utf16(isBigEndian: true), 2) }
    switch text.prefix(text.count < 4 ? 2 : 4).map({ $0 == 0 }) {
    case [true, true, true, false]: return (.utf32(isBigEndian: true), 0)
    case [false, true, true, true]: return (.utf32(isBigEndian: false), 0)
    case [true, false, true, false], [true, false]: return (.utf16(isBigEndian: true), 0)
    case [false, true, false, true], [false, true]: return (.utf16(isBigEndian: false), 0)
    default: return (.utf8, 0)
    }
  }

  /// Reads a text that must be converted to UTF-8 or needs braces around its members.
  @inline(never)
  func read(
    _ text: CheckedBytes, mark: Int, options: JSONReadingOptions,
    addingBraces addsBraces: Bool
  ) throws(JSONSyntaxError) -> DocumentStorage {
    var bytes = TextEncoding.transcoded(text, self, mark: mark)
    // A mark in UTF-8 stays before the brace, where the options allow it or not.
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let isBraced = addsBraces && !TextEncoding.startsWithBrace(bytes, at: start)
    if isBraced {
      bytes.insert(UInt8.openBrace, at: start)
      // The line feed ends a comment at the end of the text.
      bytes += [UInt8.lineFeed, .closeBrace]
    }
    var options = options
    // A text has one mark at most.
    if mark > 0 { options.leniencies.remove(.byteOrderMark) }
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes, options: options).storage
    } catch {
      throw isBraced && error.offset > start
        ? error.moved(to: error.offset - 1) : error
    }
  }

  /// Whether a text has `{` after whitespace and comments.
  private static func startsWithBrace(_ text: [UInt8], at start: Int) -> Bool {
    var at = start
    while at < text.count {
      switch text[at] {
      case .space, .tab, .lineFeed, 0x0b, 0x0c, .carriageReturn: at += 1
      case .slash:
        guard at + 1 < text.count else { return false }
        if text[at + 1] == .slash {
          while at < text.count, text[at] != .lineFeed, text[at] != .carriageReturn { at += 1 }
        } else {
          at += 2
          while at + 1 < text.count, text[at] != .asterisk || text[at + 1] != .slash { at += 1 }
          at += 2
        }
      default: return text[at] == .openBrace
      }
    }
    return false
  }

  /// The text in UTF-8. Invalid text, half a surrogate pair for example, becomes a byte that is not
  /// UTF-8, so that the reader reports it and its place.
  private static func transcoded(
    _ text: CheckedBytes, _ encoding: TextEncoding, mark: Int
  ) -> [UInt8] {
    assert(mark <= text.count)
    let width: Int
    let isBigEndian: Bool
    switch encoding {
    case .utf8: return Array(text[mark...])
    case .utf16(let big): (width, isBigEndian) = (2, big)
    case .utf32(let big): (width, isBigEndian) = (4, big)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / width)
    var at = mark
    func unit() -> UInt32 {
      assert(at >= 0 && at &+ width <= text.count)
      var unit: UInt32 = 0
      for index in 0..<width {
        let byte = UInt32(text[isBigEndian ? at &+ index : at &+ width &- 1 &- index])
        unit = unit &<< 8 | byte
      }
      at &+= width
      return unit
    }
    while at &+ width <= text.count {
      var value = unit()
      if width == 2, value & 0xfc00 == 0xd800, at &+ 2 <= text.count {
        let start = at
        let low = unit()
        if low & 0xfc00 == 0xdc00 {
          value = 0x10000 &+ (value & 0x3ff) &<< 10 &+ (low & 0x3ff)
        } else {
          at = start
        }
      }
      if let scalar = Unicode.Scalar(value).flatMap(UTF8.encode) {
        bytes.append(contentsOf: scalar)
      } else {
        bytes.append(0xff)
      }
    }
    if at < text.count { bytes.append(0xff) }
    return bytes
  }
}
