/// The dates of a document: every string that looks like one, found without any of the measured
/// libraries.
enum DateTexts {
  /// The texts of all dates, in document order.
  static func find(in bytes: [UInt8]) -> [String] {
    var texts: [String] = []
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == quote, looksLikeDate(bytes[(index + 1)...]),
        let end = bytes[(index + 1)...].firstIndex(of: quote)
      else { continue }
      texts.append(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
    }
    return texts
  }

  private static let quote = UInt8(ascii: "\"")

  private static func looksLikeDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let shape = "0000-00-00T00:00:00".utf8
    guard bytes.count > shape.count else { return false }
    return zip(bytes, shape).allSatisfy { byte, expected in
      expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
    }
  }
}
