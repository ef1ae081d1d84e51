import RushJSONCore
import Testing

/// Escapes in writing, compared with the simplest implementation.
@Suite struct EscapingTests {
  private static let sets: [JSONWritingOptions.Escaping] = (0..<16).map {
    JSONWritingOptions.Escaping(rawValue: $0)
  }

  private static func reference(_ string: String, _ escaping: JSONWritingOptions.Escaping) -> String
  {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{08}": text += "\\b"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\u{0c}": text += "\\f"
      case "\r": text += "\\r"
      case "/" where escaping.contains(.slashes): text += "\\/"
      case _
      where scalar.value < 0x20
        || escaping.contains(.html) && "<>&'".unicodeScalars.contains(scalar)
        || escaping.contains(.lineSeparators) && (scalar.value | 1) == 0x2029
        || escaping.contains(.nonASCII) && scalar.value >= 0x80:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func written(_ string: String, _ escaping: JSONWritingOptions.Escaping) throws
    -> String
  {
    var options = JSONWritingOptions()
    options.escaping = escaping
    var writer = JSONWriter(options: options)
    try writer.string(string)
    return try writer.finishString()
  }

  @Test(arguments: sets)
  func everyScalarOfInterest(_ escaping: JSONWritingOptions.Escaping) throws {
    var scalars = (0..<0x100).compactMap { Unicode.Scalar($0 as Int) }
    scalars +=
      "\u{7ff}\u{800}\u{2027}\u{2028}\u{2029}\u{202a}\u{d7ff}\u{e000}\u{ffff}".unicodeScalars
    scalars += "\u{10000}\u{10ffff}".unicodeScalars
    for scalar in scalars {
      let string = String(scalar)
      #expect(try Self.written(string, escaping) == Self.reference(string, escaping))
    }
    let all = String(String.UnicodeScalarView(scalars))
    #expect(try Self.written(all, escaping) == Self.reference(all, escaping))
  }

  /// Every length up to a few blocks, with an escape at every place.
  @Test func everyPlace() throws {
    for count in 0...40 {
      let plain = (0..<count).map { UInt8(0x61 + $0 % 26) }
      for change in 0...4 * count {
        let (place, byte) = (change / 4, [0x22, 0x5c, 0x1f, 0x2f][change % 4] as UInt8)
        var bytes = plain
        if place < count { bytes[place] = byte }
        let string = String(decoding: bytes, as: UTF8.self)
        for escaping in [[], .slashes, .html] as [JSONWritingOptions.Escaping] {
          let expected = Self.reference(string, escaping)
          guard try Self.written(string, escaping) != expected else { continue }
          Issue.record("\(count) bytes, \(byte) at \(place), \(escaping.rawValue)")
        }
      }
    }
  }

  /// Long strings are written in pieces, which may cut a scalar.
  @Test func longStrings() throws {
    for count in [4096, 4097, 8193, 20_000] {
      for unit in ["é", "𝄞", "\n/", "ab\"c€\u{2028}𝄞<"] {
        let string = String(repeating: unit, count: count / unit.utf8.count)
        for escaping in [[], .slashes, .html, .nonASCII] as [JSONWritingOptions.Escaping] {
          let isEqual = try Self.written(string, escaping) == Self.reference(string, escaping)
          #expect(isEqual, "\(count) of \(unit), \(escaping.rawValue)")
        }
      }
    }
  }

  /// Each byte of these takes two, for which there is room.
  @Test(arguments: [100, 300, 700, 1_000, 1_500, 2_000, 3_000, 4_095, 4_096, 8_192])
  func stringsOfEscapes(_ count: Int) throws {
    let string = String(repeating: "\n", count: count)
    #expect(try Self.written(string, []) == Self.reference(string, []))
  }

  /// Escapes that were read are written unchanged, unless the options require others.
  @Test func ofDocuments() throws {
    let document = try JSONDocument(parsing: #"["\u0041\/","é/<\u2028"]"#)
    #expect(try document.jsonString() == #"["\u0041\/","é/<\u2028"]"#)
    var options = JSONWritingOptions()
    options.escaping = .slashes
    #expect(try document.jsonString(options) == "[\"A\\/\",\"é\\/<\u{2028}\"]")
    options.escaping = [.html, .nonASCII]
    #expect(try document.jsonString(options) == #"["A/","\u00e9/\u003c\u2028"]"#)
  }

  /// Strings of a copy without the kernel, wherever the memory ends.
  @Test(arguments: 60..<130)
  func stringsAtTheEndOfTheMemory(_ length: Int) throws {
    let string = String(repeating: "x", count: length)
    var writer = JSONWriter()
    try writer.beginArray()
    for _ in 0..<2_000 { try writer.string(string) }
    try writer.endArray()
    let strings = [String](repeating: "\"\(string)\"", count: 2_000)
    #expect(try writer.finishString() == "[\(strings.joined(separator: ","))]")
  }

  /// Leniencies accept strings that must not be written unchanged.
  @Test func ofLenientDocuments() throws {
    let text = "{name: 'a\\'\"\\x41\\\n\\v', b: +0x1F, c: .5, d: -NaN,}"
    let document = try JSONDocument(parsing: text, options: .json5)
    var options = JSONWritingOptions()
    options.nonFiniteNumbers = .null
    #expect(
      try document.jsonString(options) == #"{"name":"a'\"A\u000b","b":31,"c":0.5,"d":null}"#)
    #expect(throws: JSONWritingError.self) { try document.jsonString() }
  }
}
