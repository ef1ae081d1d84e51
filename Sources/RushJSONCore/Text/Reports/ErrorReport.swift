// Explains errors with their text: line and column, path, and the text at the fault.

extension JSONSyntaxError {
  /// The line and column of the error in its text.
  /// - Complexity: O(``offset``). Copies nothing.
  public func location(in text: Span<UInt8>) -> JSONSourceLocation {
    JSONSourceLocation(of: offset, in: text)
  }

  /// The path of the value that contains the error, or that the error follows.
  ///
  /// This reads the text up to the error again, with all leniencies. A member whose name is not
  /// complete has no path yet, so the result is the path of its object.
  /// - Complexity: O(``offset``). Takes memory in proportion to the nesting.
  public func pointer(in text: Span<UInt8>) -> JSONPointer {
    PathScan.pointer(atEndOf: text.extracting(0..<place(in: text)))
  }

  /// The error as three lines for a person: the message with the place, the line of the text, and a
  /// caret below it.
  ///
  ///     expected ',' or ']' after an array element, found '4' at byte 16 (line 1, column 17) in /a/2
  ///     {"a": [10, 2, 3 4]}
  ///                     ^
  ///
  /// If the line is blank, as in an empty text, there is only the message. Of a long line, about 60
  /// characters around the place are shown. Control characters are made visible, and bytes that are
  /// not UTF-8 become U+FFFD.
  /// - Complexity: O(``offset``).
  public func report(in text: Span<UInt8>) -> String {
    var message = message
    if let found = found(in: text) { message += ", found \(found)" }
    message += " at byte \(offset) (\(location(in: text)))"
    let pointer = pointer(in: text)
    if !pointer.isEmpty { message += " in \(pointer.shortened(to: 100))" }
    return Snippet(around: place(in: text), in: text).report(message + advice)
  }

  /// The same error, whose description has the line and the column.
  func located(in text: Span<UInt8>) -> JSONSyntaxError { located(at: location(in: text)) }

  /// The offset as an index of the text, whatever the text.
  private func place(in text: Span<UInt8>) -> Int { min(max(offset, 0), text.count) }

  /// The text at the fault, for kinds whose messages do not name it.
  private func found(in text: Span<UInt8>) -> String? {
    let place = place(in: text)
    switch kind {
    case .emptyText, .unexpectedEnd, .unterminatedString, .unterminatedComment, .loneSurrogate,
      .byteOrderMark, .tooDeep, .textTooLong, .stringTooLong, .numberTooLong, .tooManyValues:
      return nil
    case .expectedValue, .expectedName, .expectedColon, .expectedCommaOrArrayEnd,
      .expectedCommaOrObjectEnd, .expectedComma, .trailingComma, .expectedEnd, .invalidNumber,
      .leadingZero,
      .controlCharacter, .invalidUTF8:
      return JSONSyntaxError.character(at: place, in: text)
    case .invalidLiteral:
      return JSONSyntaxError.excerpt(from: place, in: text) { _, byte in
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte >= 0x80
      }
    case .invalidEscape:
      return JSONSyntaxError.excerpt(from: place, in: text) { index, byte in
        // The backslash, the next byte, and after a "u" all hexadecimal digits.
        index < 2
          || index < 6 && text[place + 1] == UInt8(ascii: "u") && byte > 0x20
            && byte.hexadecimalValue != nil
      }
    case .duplicateName:
      // From the first quote to the next one.
      var quotes = 0
      return JSONSyntaxError.excerpt(from: place, in: text) { _, byte in
        if byte == .quote { quotes += 1 }
        return quotes < 2 || byte == .quote
      }
    }
  }

  /// The character at a place: `'4'`, `U+200B`, `byte 0x01`, or the end of the text.
  private static func character(at place: Int, in text: Span<UInt8>) -> String {
    guard place < text.count else { return "end of text" }
    let byte = text[place]
    guard byte >= 0x20, byte != 0x7f, let scalar = DecodedText(text, from: place, limit: 1).first
    else { return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return scalar.quoted
  }

  /// Up to 24 bytes from a place on that belong together, in quotes.
  private static func excerpt(
    from place: Int, in text: Span<UInt8>, while belongs: (Int, UInt8) -> Bool
  ) -> String {
    var end = place
    while end < text.count, end - place < 24, belongs(end - place, text[end]) { end += 1 }
    if end == place { return character(at: place, in: text) }
    var excerpt = ""
    for (scalar, _) in DecodedText(text.extracting(place..<end), from: 0, limit: 24).scalars {
      excerpt.unicodeScalars.append(scalar.visible)
    }
    return "'\(excerpt)'"
  }
}

// MARK: - JSONSyntaxError+Texts

// The same functions for other forms of text. Offsets are in UTF-8 bytes.

extension JSONSyntaxError {
  /// The line and column of the error. See ``location(in:)-(Span<UInt8>)``.
  public func location(in text: some Collection<UInt8>) -> JSONSourceLocation {
    withSpan(of: text) { location(in: $0) }
  }

  /// The line and column of the error. See ``location(in:)-(Span<UInt8>)``.
  public func location(in text: String) -> JSONSourceLocation {
    text.withUTF8Span { location(in: $0) }
  }

  /// The path of the value that the error is in. See ``pointer(in:)-(Span<UInt8>)``.
  public func pointer(in text: some Collection<UInt8>) -> JSONPointer {
    withSpan(of: text) { pointer(in: $0) }
  }

  /// The path of the value that the error is in. See ``pointer(in:)-(Span<UInt8>)``.
  public func pointer(in text: String) -> JSONPointer { text.withUTF8Span { pointer(in: $0) } }

  /// The error as three lines for a person. See ``report(in:)-(Span<UInt8>)``.
  public func report(in text: some Collection<UInt8>) -> String {
    withSpan(of: text) { report(in: $0) }
  }

  /// The error as three lines for a person. See ``report(in:)-(Span<UInt8>)``.
  public func report(in text: String) -> String { text.withUTF8Span { report(in: $0) } }
}

// MARK: - JSONValueError+Report

extension JSONValueError {
  /// The line and column at which the value begins, or `nil` if the error does not keep its text. Errors
  /// from decoders and documents keep it. Lines of a document from a stream of lines are those of the stream.
  /// - Complexity: O(*offset*).
  public var location: JSONSourceLocation? { placeInText?.location }

  /// The error as three lines for a person: the message with the place, the line of the text, and a
  /// caret below it. Only the message if the error does not keep its text.
  /// - Complexity: O(*offset*).
  public var report: String {
    guard let place = placeInText, let offset = place.offset else { return description }
    var report = ""
    place.withText { report = Snippet(around: offset, in: $0).report(description) }
    return report
  }
}

extension JSONValuePlace {
  package var location: JSONSourceLocation? {
    guard let offset else { return nil }
    var location: JSONSourceLocation?
    withText { location = JSONSourceLocation(of: offset, in: $0) }
    return location?.moved(lines: firstLine &- 1)
  }
}

// MARK: - Snippet

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
    text.withCheckedBytes { text in
      var at = start
      // Invariant: at < count where a sequence is read, and it ends at or before the count.
      while at < text.count, scalars.count < limit {
        let length = wellFormedSequenceLength(in: text, at: at)
        let sequence = CheckedBytes(rebasing: text[at..<at &+ max(length, 1)])
        // Repairs an ill-formed byte to U+FFFD.
        let scalar = String(decoding: sequence, as: UTF8.self).unicodeScalars.first
        if at == start, length > 0 { first = scalar }
        scalars.append((scalar ?? "\u{fffd}", at))
        at &+= max(length, 1)
      }
    }
  }
}
