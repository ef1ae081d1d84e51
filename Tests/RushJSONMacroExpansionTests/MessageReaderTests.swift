import RushJSONCore
import Testing

@testable import RushJSONMacroExpansion

/// The reader and writer of messages, compared with those of the core.
@Suite struct MessageReaderTests {
  private static let texts = [
    "null", " true ", "[false]", "{}", "[]", "[ 1 , -2,0 ]", #"{"a":{"b":[null]},"c":""}"#,
    #""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00é😀""#, "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "1.5", "1e3", "-0", "-0.0E-1", #"{"a":1,"b":[2,{"c":"d"}]}"#,
    "", " ", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "[1 2]", "01", "1.", ".5", "1e",
    "-", "+1", "nul",
    "tru", "\"", #""\x""#, #""\u12""#, #""\u12g4""#, "\"\n\"", "[1]x", "[", "{\"a\":[", "]", "'a'",
    "[1]]",
    "\u{FEFF}[]", "[//\n]",
  ]

  /// The core's value in this reader's words, or `nil` for an error.
  private static func expected(_ text: [UInt8]) -> MessageJSON? {
    (try? RawJSON(parsing: text)).map(message)
  }

  private static func message(_ value: RawJSON) -> MessageJSON {
    switch value {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number: value.jsonNumberValue.flatMap { Int("\($0)") }.map { .integer($0) } ?? .other
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(message))
    case .dictionary(let members):
      .object(members.map { MessageJSON.Member(name: $0.name, value: message($0.value)) })
    }
  }

  private static func read(_ text: [UInt8]) -> MessageJSON? {
    try? MessageReader.value(of: text)
  }

  @Test(arguments: texts)
  func textsAreReadAsByTheCore(text: String) {
    #expect(Self.read(Array(text.utf8)) == Self.expected(Array(text.utf8)))
  }

  @Test func changedTextsAreReadAsByTheCore() {
    // Seeded by its own constant, so that a failure repeats. ASCII, as the core refuses invalid UTF-8.
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let bytes = Array("{}[]:,\"\\ \n0123.eE+-truefalsn/".utf8)
    for _ in 0..<4_000 {
      var text = Array(Self.texts[random(16)].utf8.filter { $0 < 0x80 })
      for _ in 0..<random(3) where !text.isEmpty {
        text[random(text.count)] = bytes[random(bytes.count)]
      }
      // The core keeps one of equal names and refuses lone surrogates.
      if text.contains(UInt8(ascii: "u")) { continue }
      #expect(Self.read(text) == Self.expected(text), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func writtenTextsAreReadBack() throws {
    let value: MessageJSON = ["a\"\\\n\u{1}é": [.null, true, -5, "x"], "b": [:], "c": []]
    let text = Array(value.text.utf8)
    #expect(try MessageReader.value(of: text) == value)
    #expect(try Self.message(RawJSON(parsing: text)) == value)
  }

  @Test func deepTextsAreRefused() {
    #expect(Self.read(Array(repeating: UInt8(ascii: "["), count: 100_000)) == nil)
  }
}
