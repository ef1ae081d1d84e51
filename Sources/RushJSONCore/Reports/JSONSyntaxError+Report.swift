// What an error says given its text: where a person finds the place, and what is there.

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

  /// What is at the place, for kinds whose messages do not already say it.
  private func found(in text: Span<UInt8>) -> String? {
    let place = place(in: text)
    switch kind {
    case .emptyText, .unexpectedEnd, .unterminatedString, .unterminatedComment, .loneSurrogate,
      .byteOrderMark, .tooDeep, .textTooLong, .stringTooLong, .numberTooLong, .tooManyValues:
      return nil
    case .expectedValue, .expectedName, .expectedColon, .expectedCommaOrArrayEnd,
      .expectedCommaOrObjectEnd, .trailingComma, .expectedEnd, .invalidNumber, .leadingZero,
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
