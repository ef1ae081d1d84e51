/// Reads one JSON text (RFC 8259). What is not Unicode becomes U+FFFD.
struct MessageReader {
  /// The text is not JSON, or is nested too deep.
  struct Failure: Error, Equatable {
    /// Offset in bytes.
    var offset: Int
  }

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  /// Far more than the protocol has, and far less than the stack holds.
  private static let maximumDepth = 100

  /// The value of a text.
  static func value(of bytes: [UInt8]) throws(Failure) -> MessageJSON {
    var reader = MessageReader(bytes: bytes)
    let value = try reader.value()
    reader.skipSpace()
    if reader.at < bytes.count { throw Failure(offset: reader.at) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
    if !take(character) { throw Failure(offset: at) }
  }

  private mutating func value() throws(Failure) -> MessageJSON {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func literal(_ text: String, _ value: MessageJSON) throws(Failure) -> MessageJSON
  {
    guard bytes[at...].starts(with: text.utf8) else { throw Failure(offset: at) }
    at += text.utf8.count
    return value
  }

  private mutating func object() throws(Failure) -> MessageJSON {
    try open()
    var members: [MessageJSON.Member] = []
    if !take("}") {
      repeat {
        skipSpace()
        let name = try string()
        try expect(":")
        members.append(MessageJSON.Member(name: name, value: try value()))
      } while take(",")
      try expect("}")
    }
    depth -= 1
    return .object(members)
  }

  private mutating func array() throws(Failure) -> MessageJSON {
    try open()
    var elements: [MessageJSON] = []
    if !take("]") {
      repeat { elements.append(try value()) } while take(",")
      try expect("]")
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func open() throws(Failure) {
    depth += 1
    if depth > Self.maximumDepth { throw Failure(offset: at) }
    at += 1
  }

  // MARK: - Numbers

  private mutating func number() throws(Failure) -> MessageJSON {
    let start = at
    if byte == UInt8(ascii: "-") { at += 1 }
    let first = byte
    let whole = try digits()
    if first == UInt8(ascii: "0"), whole > 1 { throw Failure(offset: start) }
    let end = at
    if byte == UInt8(ascii: ".") {
      at += 1
      _ = try digits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
      _ = try digits()
    }
    guard at == end, let integer = Int(String(decoding: bytes[start..<end], as: UTF8.self)) else {
      return .other
    }
    return .integer(integer)
  }

  /// Skips at least one digit, and returns how many there were.
  private mutating func digits() throws(Failure) -> Int {
    let start = at
    while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { at += 1 }
    if at == start { throw Failure(offset: at) }
    return at - start
  }

  // MARK: - Strings

  private mutating func string() throws(Failure) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while byte != UInt8(ascii: "\"") {
      // The end of the text reads as 0, which is not allowed in a string either.
      if byte < 0x20 { throw Failure(offset: at) }
      if byte == UInt8(ascii: "\\") {
        at += 1
        text += try escape()
      } else {
        text.append(byte)
        at += 1
      }
    }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    let escaped = byte
    at += 1
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [escaped]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), byte == UInt8(ascii: "\\") {
        at += 1
        guard byte == UInt8(ascii: "u") else { throw Failure(offset: at) }
        at += 1
        units.append(try unit())
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw Failure(offset: at - 1)
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw Failure(offset: at)
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }
}
