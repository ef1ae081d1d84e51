/// The line around a place of a text, made visible, and a line with a caret below the place.
struct Snippet {
  let line: String
  let caret: String

  /// How many scalars are shown before the place, and from it on.
  private static let reach = 30

  /// - Complexity: O(1), however long the line is.
  init(around offset: Int, in text: Span<UInt8>) {
    let place = characterStart(offset, in: text)
    // A scalar has four bytes at most; one more of them tells whether the line was cut.
    let lowest = max(0, place &- 4 * (Snippet.reach &+ 1))
    var start = place
    while start > lowest, !Snippet.endsLine(text[start &- 1]) { start &-= 1 }
    let isWhole = start == 0 || Snippet.endsLine(text[start &- 1])
    if !isWhole {
      // Not in the middle of a sequence, which has three bytes more at most.
      let next = min(start &+ 3, place)
      while start < next, text[start] & 0xc0 == 0x80 { start &+= 1 }
    }
    var end = place
    let highest = min(text.count, place &+ 4 * (Snippet.reach &+ 1))
    while end < highest, !Snippet.endsLine(text[end]) { end &+= 1 }

    let decoded = DecodedText(text.extracting(start..<end), from: 0, limit: .max)
    let before = decoded.scalars.prefix { $0.offset &+ start < place }
    let after = decoded.scalars.dropFirst(before.count)
    let shownBefore = before.suffix(Snippet.reach)
    let shownAfter = after.prefix(Snippet.reach)

    var line = ""
    var columns = 0
    if !isWhole || shownBefore.count < before.count {
      line = "…"
      columns = 1
    }
    for (scalar, _) in shownBefore {
      line.unicodeScalars.append(scalar.visible)
      columns &+= scalar.visible.columns
    }
    for (scalar, _) in shownAfter { line.unicodeScalars.append(scalar.visible) }
    if shownAfter.count < after.count { line += "…" }
    self.line = line
    caret = String(repeating: " ", count: columns) + "^"
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0a || byte == .carriageReturn }
}

/// Some scalars of a text, and where each begins. A byte that is not UTF-8 becomes U+FFFD.
struct DecodedText {
  private(set) var scalars: [(scalar: Unicode.Scalar, offset: Int)] = []
  /// The first scalar, unless it was no UTF-8.
  private(set) var first: Unicode.Scalar?

  /// Decodes at most `limit` scalars.
  init(_ text: Span<UInt8>, from start: Int, limit: Int) {
    var at = start
    while at < text.count, scalars.count < limit {
      var sequence = [text[at]]
      while sequence.count < 4, at &+ sequence.count < text.count,
        text[at &+ sequence.count] & 0xc0 == 0x80
      {
        sequence.append(text[at &+ sequence.count])
      }
      var iterator = sequence.makeIterator()
      var parser = UTF8.ForwardParser()
      if case .valid(let units) = parser.parseScalar(from: &iterator) {
        let scalar = UTF8.decode(units)
        if scalars.isEmpty { first = scalar }
        scalars.append((scalar, at))
        at &+= units.count
      } else {
        scalars.append(("\u{fffd}", at))
        at &+= 1
      }
    }
  }
}
