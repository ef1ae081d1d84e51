/// Texts with a given number of items.
enum GrowthText {
  /// Texts side by side, between two others and separated by a third.
  static func list(
    _ count: Int, from begin: String = "[", separator: String = ",", to end: String = "]",
    _ item: (Int) -> String
  ) -> [UInt8] {
    var bytes = Array(begin.utf8)
    for index in 0..<count {
      if index > 0 { bytes += separator.utf8 }
      bytes += item(index).utf8
    }
    return bytes + end.utf8
  }

  static func object(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
    list(count, from: "{", to: "}", member)
  }

  /// An object whose members are named `m0`, `m1` and so on.
  static func objectText(_ count: Int) -> String {
    String(decoding: object(count) { #""m\#($0)":\#($0)"# }, as: UTF8.self)
  }

  static func arrays(_ depth: Int) -> [UInt8] {
    [UInt8](repeating: 0x5b, count: depth) + [UInt8](repeating: 0x5d, count: depth)
  }

  static func pieces(_ size: Int, of text: [UInt8]) -> [ArraySlice<UInt8>] {
    RushJSONStream.chunks(of: size, in: text[...])
  }
}
