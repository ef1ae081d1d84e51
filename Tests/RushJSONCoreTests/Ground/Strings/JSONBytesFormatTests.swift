import RushJSONCore
import Testing

@Suite("Bytes as text") struct JSONBytesFormatTests {
  /// RFC 4648 §10, and digits in which the two alphabets differ.
  @Test(arguments: [
    ("", "", "", ""), ("f", "Zg==", "Zg", "66"), ("fo", "Zm8=", "Zm8", "666f"),
    ("foo", "Zm9v", "Zm9v", "666f6f"), ("foob", "Zm9vYg==", "Zm9vYg", "666f6f62"),
    ("fooba", "Zm9vYmE=", "Zm9vYmE", "666f6f6261"),
    ("foobar", "Zm9vYmFy", "Zm9vYmFy", "666f6f626172"), ("?~?~", "P34/fg==", "P34_fg", "3f7e3f7e"),
    ("~~>", "fn4+", "fn4-", "7e7e3e"),
  ])
  func vectors(bytes: String, base64: String, base64URL: String, hexadecimal: String) {
    let bytes = Array(bytes.utf8)
    for (format, text) in [
      (JSONBytesFormat.base64, base64), (.base64URL, base64URL), (.hexadecimal, hexadecimal),
    ] {
      #expect(format.format(bytes.span) == text)
      #expect(format.parse(text) == bytes)
    }
    if base64.contains(where: { "+/".contains($0) }) {
      #expect(JSONBytesFormat.base64URL.parse(base64) == nil)
      #expect(JSONBytesFormat.base64.parse(base64URL) == nil)
    } else {
      // Padding is optional.
      #expect(JSONBytesFormat.base64URL.parse(base64) == bytes)
    }
    #expect(JSONBytesFormat.hexadecimal.parse(hexadecimal.uppercased()) == bytes)
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=", "==", "====", "Z===", "Zg==Zg==", "Zm9v=", "Zg==\n", " Zg==",
    "Zm 9v", "Zm9\u{e9}", "Zm\u{0}v", "Zm9v\r\n", "Zm-v", "Zm_v",
  ])
  func noBase64(text: String) { #expect(JSONBytesFormat.base64.parse(text) == nil) }

  @Test(arguments: ["Z", "Zg=", "=", "====", "Zm9vZ", "Zm9v=", "Zm+v", "Zm/v", "Zg\n", "Z\u{e9}"])
  func noBase64ForURLs(text: String) { #expect(JSONBytesFormat.base64URL.parse(text) == nil) }

  @Test(arguments: ["6", "6g", "0x66", "66 6f", "666", "\u{e9}", "@A", "`a", "/0", ":0"])
  func noHexadecimalDigits(text: String) {
    #expect(JSONBytesFormat.hexadecimal.parse(text) == nil)
  }

  /// A byte that is no digit, at every place of whole groups and of shorter ones.
  @Test(arguments: ["Zm9vYmFy", "Zm9vYmE", "Zm9vYg"])
  func oneByteThatIsNoDigit(text: String) {
    for place in 0..<text.utf8.count {
      for other in ["!", " ", "\u{7f}"] {
        var changed = Array(text)
        changed[place] = Character(other)
        #expect(JSONBytesFormat.base64URL.parse(String(changed)) == nil, "\(String(changed))")
      }
    }
  }

  /// Every byte, at every place in a group of digits.
  @Test func everyByteAndLength() {
    for start in 0..<3 {
      for count in [0, 1, 2, 3, 4, 5, 255, 256] {
        let bytes = (start..<start + count).map { UInt8(truncatingIfNeeded: $0) }
        for format in [JSONBytesFormat.base64, .base64URL, .hexadecimal] {
          #expect(format.parse(format.format(bytes.span)) == bytes)
        }
      }
    }
  }
}
