/// The line around a place in a text, made visible, and a line with a caret below the place.
struct Snippet {
  let line: String
  let caret: String

  /// The number of scalars shown before the place, and the number from it on.
  private static let reach = 30

  /// - Complexity: O(1), however long the line is.
  init(around offset: Int, in text: Span<UInt8>) {
    let place = characterStart(offset, in: text)
    // A scalar has up to four bytes. One scalar more shows whether the line was cut.
    let lowest = max(0, place &- 4 * (Snippet.reach &+ 1))
    var start = place
    while start > lowest, !Snippet.endsLine(text[start &- 1]) { start &-= 1 }
    let isWhole = start == 0 || Snippet.endsLine(text[start &- 1])
    if !isWhole {
      // Not inside a sequence, which has up to three continuation bytes.
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

  /// The message, the line and the caret: the message alone if there is nothing on the line.
  func report(_ message: String) -> String {
    line.unicodeScalars.allSatisfy { $0 == " " } ? message : "\(message)\n\(line)\n\(caret)"
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == .lineFeed || byte == .carriageReturn
  }
}

/// Some scalars of a text with their offsets. A byte that is not UTF-8 becomes U+FFFD.
struct DecodedText {
  private(set) var scalars: [(scalar: Unicode.Scalar, offset: Int)] = []
  /// The first scalar, or `nil` if it was not UTF-8.
  private(set) var first: Unicode.Scalar?

  init(_ text: Span<UInt8>, from start: Int, limit: Int) {
    unsafe text.withUnsafeBytes { text in
      var at = start
      // Invariant: at < count where a sequence is read, and it ends at or before the count.
      while at < text.count, scalars.count < limit {
        let length = unsafe wellFormedSequenceLength(in: text, at: at)
        let sequence = unsafe UnsafeRawBufferPointer(rebasing: text[at..<at &+ max(length, 1)])
        // Repairs an ill-formed byte to U+FFFD.
        let scalar = unsafe String(decoding: sequence, as: UTF8.self).unicodeScalars.first
        if at == start, length > 0 { first = scalar }
        scalars.append((scalar ?? "\u{fffd}", at))
        at &+= max(length, 1)
      }
    }
  }
}
