#if !ONE_MODULE
  import CorpusGenerator
#endif

/// Names of members, made of all of Unicode.
enum RandomNames {
  private static let words = [
    "user", "ID", "URL", "Name", "x", "T", "_", "__", "-", "2", "'s", ".",
  ]
  private static let marks: [Unicode.Scalar] = [
    "\u{301}", "\u{308}", "\u{200d}", "\u{fe0f}", "\u{600}", "\u{0}", "\n", "\"", "\\", "/",
    "º", "ª", "ĸ", "𝐹", "ǅ", "ß", "İ", "Ⓑ", "Σ", "ﬁ", "가", "\u{10ffff}",
  ]

  static func name(_ generator: inout SeededGenerator) -> String {
    var name = ""
    for _ in 0..<generator.integer(in: 0...6) {
      switch generator.integer(in: 0...3) {
      case 0, 1: name += generator.element(of: words)
      case 2: name.unicodeScalars.append(generator.element(of: marks))
      default: name.unicodeScalars.append(scalar(&generator))
      }
    }
    return name
  }

  private static func scalar(_ generator: inout SeededGenerator) -> Unicode.Scalar {
    let planes = [0x7f, 0x24f, 0x2fff, 0xffff, 0x1ffff, 0x10ffff]
    let value = generator.integer(in: 0...generator.element(of: planes))
    return Unicode.Scalar(UInt32(value)) ?? "\u{fffd}"
  }
}
