import RushJSONCore

/// The path and the location of each offset of a text are those that a reading byte by byte finds.
enum PlaceProperties {
  static func run(_ input: inout FuzzInput) throws {
    let choices = (0..<6).map { _ in Int(input.byte()) << 8 | Int(input.byte()) }
    let text = input.rest(.long)
    let isUTF8 = String(validating: text, as: UTF8.self) != nil
    // A short text is tested at every offset.
    let offsets = text.count < 100 ? Array(0...text.count) : choices.map { $0 % (text.count + 1) }
    for offset in offsets {
      let error = JSONSyntaxError(.expectedValue, at: offset)
      let plain = PlainPlace(text[..<offset])
      try checkEqual("path of offset \(offset)", error.pointer(in: text).tokens, plain.path)
      let next = text[offset...].first
      if isUTF8, next.map({ $0 & 0xc0 != 0x80 }) ?? true {
        try checkEqual(
          "location of offset \(offset)", error.location(in: text),
          plain.location(isBeforeLineFeed: next == 0x0a))
      }
    }
  }
}
