// Texts in UTF-16 and UTF-32, which Foundation's decoder takes too.
//
// RFC 4627 §3 told the encodings apart by where zeros are among the first four bytes, because a JSON
// text begins with two ASCII characters, or is one character long:
//
//   xx 00 xx 00   UTF-16, little endian      00 xx 00 xx   UTF-16, big endian
//   xx 00 00 00   UTF-32, little endian      00 00 00 xx   UTF-32, big endian

/// How a text is encoded.
enum TextEncoding {
  case utf8
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)

  /// The encoding of a text, by its byte order mark or the zeros in it, and the length of the mark.
  @inline(__always)
  static func detect(_ text: UnsafeRawBufferPointer) -> (encoding: TextEncoding, mark: Int) {
    // Two bytes that are neither zero nor the beginning of a mark, as nearly always.
    if text.count >= 2, unsafe text[0] != 0, unsafe text[1] != 0, unsafe text[0] < 0xef {
      return (.utf8, 0)
    }
    return unsafe detectSlowly(text)
  }

  @inline(never)
  private static func detectSlowly(_ text: UnsafeRawBufferPointer) -> (TextEncoding, Int) {
    // Invariant of each index: it is less than the count.
    func starts(_ bytes: UInt8...) -> Bool { unsafe text.starts(with: bytes) }
    if starts(0xff, 0xfe, 0, 0) { return (.utf32(isBigEndian: false), 4) }
    if starts(0, 0, 0xfe, 0xff) { return (.utf32(isBigEndian: true), 4) }
    if starts(0xff, 0xfe) { return (.utf16(isBigEndian: false), 2) }
    if starts(0xfe, 0xff) { return (.utf16(isBigEndian: true), 2) }
    if text.count >= 4 {
      let zeros = unsafe (text[0] == 0, text[1] == 0, text[2] == 0, text[3] == 0)
      switch zeros {
      case (true, true, true, false): return (.utf32(isBigEndian: true), 0)
      case (false, true, true, true): return (.utf32(isBigEndian: false), 0)
      case (true, false, true, false): return (.utf16(isBigEndian: true), 0)
      case (false, true, false, true): return (.utf16(isBigEndian: false), 0)
      default: return (.utf8, 0)
      }
    }
    if text.count >= 2 {
      if unsafe text[0] == 0, unsafe text[1] != 0 { return (.utf16(isBigEndian: true), 0) }
      if unsafe text[0] != 0, unsafe text[1] == 0 { return (.utf16(isBigEndian: false), 0) }
    }
    return (.utf8, 0)
  }

  /// The text in UTF-8.
  ///
  /// What is no text, half a surrogate pair for example, makes a byte that is not UTF-8 either, so that
  /// the reader finds it and says where.
  static func transcoded(_ text: UnsafeRawBufferPointer, _ encoding: TextEncoding, mark: Int)
    -> [UInt8]
  {
    let width: Int
    let isBigEndian: Bool
    switch encoding {
    case .utf8: return unsafe Array(text[mark...])
    case .utf16(let big): (width, isBigEndian) = (2, big)
    case .utf32(let big): (width, isBigEndian) = (4, big)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / width)
    var at = mark
    // Invariant: at + width <= count, so each byte of the unit is in the text.
    func unit() -> UInt32 {
      var unit: UInt32 = 0
      for index in 0..<width {
        let byte = unsafe UInt32(text[isBigEndian ? at &+ index : at &+ width &- 1 &- index])
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
      if let scalar = Unicode.Scalar(value) {
        bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
      } else {
        bytes.append(0xff)
      }
    }
    if at < text.count { bytes.append(0xff) }
    return bytes
  }
}
