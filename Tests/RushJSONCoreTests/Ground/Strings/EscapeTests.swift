import Testing

@testable import RushJSONCore

/// The meaning of every escape, at every place and next to each other.
@Suite struct EscapeTests {
  /// The bytes of the string that `json` is the content of, or `nil` if it is refused.
  static func read(_ json: String, _ leniencies: JSONReadingOptions.Leniencies = []) -> [UInt8]? {
    let options = JSONReadingOptions(leniencies: leniencies)
    guard let root = try? JSONDocument(parsing: "\"\(json)\"", options: options).root,
      let text = try? root.string()
    else { return nil }
    return Array(text.utf8)
  }

  @Test func everyByteAfterABackslash() throws {
    let simple: [UInt8: UInt8] = [
      0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9,
    ]
    for byte in 0..<0x80 as Range<UInt8> {
      let bytes = [0x22, 0x61, 0x5c, byte, 0x62, 0x63, 0x64, 0x65, 0x22]
      let expected: Verdict = simple[byte] == nil ? Verdict(.invalidEscape, at: 2) : .accepted
      // A `u` is followed by four digits here.
      if byte == 0x75 { continue }
      #expect(verdict(of: bytes) == expected)
      if let stands = simple[byte] {
        #expect(try JSONDocument(parsing: bytes).root.withUTF8 { $0[1] } == stands)
      }
    }
  }

  /// Every UTF-16 unit as an escape, in upper and lower case: a scalar, or half of one.
  @Test func everyUnit() {
    for unit in 0...0xffff as ClosedRange<UInt32> {
      let upper = hexadecimal(unit, digits: 4)
      let escaped = unit % 2 == 0 ? upper : upper.lowercased()
      let expected = Unicode.Scalar(unit).map { Array(String($0).utf8) }
      let found = Self.read("\\u\(escaped)")
      if found != expected { Issue.record("\\u\(escaped): \(String(describing: found))") }
    }
  }

  /// The same inside a long text, where another pass reads them.
  @Test func everyUnitAmongManyTokens() throws {
    for block in stride(from: 0 as UInt32, to: 0x10000, by: 0x400) {
      if block >= 0xd800, block < 0xe000 { continue }
      let units = (block..<block + 0x400).map { "\"\\u" + hexadecimal($0, digits: 4) + "\"" }
      let root = try JSONDocument(parsing: "[" + units.joined(separator: ",") + "]").root
      var value = block
      for element in try root.elements() {
        let expected = try #require(Unicode.Scalar(value))
        if !element.hasString(String(expected)) { Issue.record("\(value)") }
        value += 1
      }
      #expect(value == block + 0x400)
    }
  }

  static let edges: [UInt32] = [
    0x10000, 0x10001, 0x103ff, 0x10400, 0x1f600, 0x1ffff, 0x20000, 0xfffff, 0x100000, 0x10fbff,
    0x10fc00, 0x10ffff,
  ]

  static func pair(_ scalar: UInt32) -> String {
    let high = 0xd800 + (scalar - 0x10000) >> 10
    let low = 0xdc00 + (scalar - 0x10000) & 0x3ff
    return "\\u" + hexadecimal(high, digits: 4) + "\\u" + hexadecimal(low, digits: 4)
  }

  @Test(arguments: edges)
  func surrogatePair(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let pair = Self.pair(value)
    for json in [pair, "a\(pair)", "\(pair)b", "\(pair)\(pair)", "\\n\(pair)\\n", "\\\\\(pair)"] {
      let expected = json.replacing(pair, with: String(scalar))
        .replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
      #expect(Self.read(json) == Array(expected.utf8), "\(json)")
      let among = "[" + String(repeating: "\"\(json)\",", count: 10) + "0,0,0,0,0,0,0,0]"
      let root = try JSONDocument(parsing: among).root
      #expect(try root.elements().filter { $0.hasString(expected) }.count == 10)
    }
  }

  /// Every high half with every seventeenth low half.
  @Test func pairsOfAllHighHalves() {
    for high in 0xd800...0xdbff as ClosedRange<UInt32> {
      let low = 0xdc00 + (high &* 17) & 0x3ff
      let value = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
      let json = "\\u" + hexadecimal(high, digits: 4) + "\\u" + hexadecimal(low, digits: 4)
      let expected = Unicode.Scalar(value).map { Array(String($0).utf8) }
      if Self.read(json) != expected { Issue.record("\(json)") }
    }
  }

  static let replacements: [(json: String, text: String)] = [
    ("\\ud800", "\u{fffd}"), ("\\udfff", "\u{fffd}"), ("a\\udc00b", "a\u{fffd}b"),
    ("\\ud800\\ud800", "\u{fffd}\u{fffd}"), ("\\udc00\\ud800", "\u{fffd}\u{fffd}"),
    ("\\ud83d\\ud83d\\ude00", "\u{fffd}\u{1f600}"), ("\\ud83d\\ude00\\ude00", "\u{1f600}\u{fffd}"),
    ("\\ud800\\n", "\u{fffd}\n"), ("\\ud800\\\\", "\u{fffd}\\"), ("\\ud800u0041", "\u{fffd}u0041"),
    ("\\ud800\\u0041", "\u{fffd}A"), ("\\ud800\\ue000", "\u{fffd}\u{e000}"),
    ("\\udbff\\udbff\\udbff", "\u{fffd}\u{fffd}\u{fffd}"),
    (
      "\\ud800 and more text than a word has\\udfff",
      "\u{fffd} and more text than a word has\u{fffd}"
    ),
  ]

  @Test(arguments: replacements.indices)
  func loneSurrogatesAreReplaced(_ index: Int) {
    let (json, text) = Self.replacements[index]
    #expect(Self.read(json) == nil)
    #expect(Self.read(json, .loneSurrogates) == Array(text.utf8))
  }

  /// Plain bytes are copied by words: an escape at every place of a word, and two at every distance.
  @Test func everyPlaceAndDistance() {
    for first in 0...24 {
      for distance in 0...24 {
        for (json, text) in [("\\n", "\n"), ("\\u00e9", "\u{e9}"), ("\\ud83d\\ude00", "\u{1f600}")]
        {
          let before = String(repeating: "a", count: first)
          let between =
            String(repeating: "\u{e9}", count: distance / 2)
            + String(repeating: "b", count: distance % 2)
          let expected = before + text + between + text + "c"
          let found = Self.read(before + json + between + json + "c")
          if found != Array(expected.utf8) { Issue.record("\(first), \(distance), \(json)") }
        }
      }
    }
  }

  /// Only four hexadecimal digits make an escape: every byte at each of their places.
  @Test func everyByteAsADigit() {
    for place in 0..<4 {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array("[\"\\u0041\", 1, 2, 3, 4, 5, 6, 7, 8]".utf8)
        bytes[4 + place] = byte
        let isDigit =
          Character(Unicode.Scalar(byte)).isASCII && Character(Unicode.Scalar(byte)).isHexDigit
        let expected: Verdict = isDigit ? .accepted : Verdict(.invalidEscape, at: 2)
        // Only a surrogate is neither.
        if place == 0, byte | 0x20 == 0x64 { continue }
        #expect(verdict(of: bytes, from: Readers.few) == expected)
      }
    }
  }

  /// Bytes after the text belong to no escape. What is left of one passes unchanged.
  @Test(arguments: ["\\n", "ab\\n", "\\u0041", "1234567\\t", "\\x41"])
  func escapesThatTheTextCutsOff(_ whole: String) {
    let bytes = Array(whole.utf8)
    for count in 1..<bytes.count where bytes[count - 1] == .backslash || count < 6 {
      let found = bytes.withCheckedBytes { bytes in
        String(
          unescaping: CheckedBytes(rebasing: bytes[..<count]),
          leniencies: .extendedEscapes)
      }
      #expect(Array(found.utf8) == Array(bytes[..<count]))
    }
  }

  @Test func aBackslashBeforeACarriageReturnBehindTheText() {
    let bytes: [UInt8] = [.backslash, .carriageReturn, .lineFeed]
    let found = bytes.withCheckedBytes { bytes in
      String(
        unescaping: CheckedBytes(rebasing: bytes[..<1]), leniencies: .extendedEscapes)
    }
    #expect(found == "\\")
  }

  /// The first and the last pair of each kind, cut at every place.
  @Test(arguments: edges)
  func pairsThatAreCut(_ scalar: UInt32) throws {
    let text = String(try #require(Unicode.Scalar(scalar)))
    let units = text.utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }
    let bytes = Array("\"\(units.joined())\"".utf8)
    for options in [JSONReadingOptions.strict, .json5] {
      for cut in 0...bytes.count {
        let reading = StreamReading([bytes[..<cut], bytes[cut...]], options: options)
        #expect(reading.events.map(\.what) == [.string(text)], "cut at \(cut)")
        #expect(reading.error == nil)
      }
    }
  }

  /// What follows cannot make a pair of these, so it does not matter that nothing does.
  @Test(arguments: ["dc00", "dc01", "dfff"])
  func aLowHalfAtTheEnd(_ unit: String) {
    #expect(verdict(of: Array("\"\\u\(unit)".utf8)) == Verdict(.loneSurrogate, at: 1))
  }
}
