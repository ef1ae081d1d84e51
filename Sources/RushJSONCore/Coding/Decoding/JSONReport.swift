// One message for a person, whatever was thrown while a text was read.

extension Error {
  /// The error as three lines for a person: the message with the place, the line of the text, and a caret below it.
  ///
  /// ```swift
  /// do {
  ///   settings = try decoder.decode(Settings.self, from: text)
  /// } catch {
  ///   print(error.jsonReport(in: text))
  ///   // expected a valid Theme, found "drak" at /theme (byte 10, line 1, column 11); the cases are "dark" and "light"
  ///   // {"theme": "drak"}
  ///   //           ^
  /// }
  /// ```
  ///
  /// For a ``JSONSyntaxError``, a ``JSONValueError``, and a `DecodingError` with or without one of these as its underlying
  /// error. A `DecodingError` of another decoder has a coding path, and the report shows the value there. For other errors,
  /// and if the text does not have the place, there is only a message.
  /// - Parameter text: The text that was read. An error of a decoder or a document keeps its text, and shows that one.
  /// - Complexity: O(*n*) in bytes of the text.
  public func jsonReport(in text: Span<UInt8>) -> String {
    switch self {
    case let error as JSONSyntaxError: return error.report(in: text)
    case let error as JSONValueError: return error.report(in: text)
    case let error as DecodingError:
      guard let context = error.context else { return "\(self)" }
      if let error = context.underlyingError as? JSONSyntaxError { return error.report(in: text) }
      if let error = context.underlyingError as? JSONValueError { return error.report(in: text) }
      return context.report(in: text)
    default: return "\(self)"
    }
  }

  /// The error as three lines for a person. See ``jsonReport(in:)-(Span<UInt8>)``.
  public func jsonReport(in text: some Collection<UInt8>) -> String {
    withSpan(of: text) { jsonReport(in: $0) }
  }

  /// The error as three lines for a person. See ``jsonReport(in:)-(Span<UInt8>)``.
  public func jsonReport(in text: String) -> String { text.withUTF8Span { jsonReport(in: $0) } }
}

extension JSONValueError {
  fileprivate func report(in text: Span<UInt8>) -> String {
    if placeInText?.offset != nil { return report }
    let pointer = pointerOfPlace
    let offset = offset ?? pointer.offset(in: text)
    return ValueReport(fault, at: pointer, offset, advice: advice).text(in: text)
  }
}

extension DecodingError.Context {
  fileprivate func report(in text: Span<UInt8>) -> String {
    // All coders name elements so. A key of another name may have an integer of its own.
    let tokens = codingPath.map { key in
      key.intValue.flatMap { key.stringValue == "Index \($0)" ? String($0) : nil }
        ?? key.stringValue
    }
    let pointer = JSONPointer(tokens: tokens)
    let hint = DecodingHint.reason(debugDescription)
    // An error about the whole text may be one of its syntax, whose place is not known here.
    let offset = pointer.isEmpty ? nil : pointer.offset(in: text)
    return ValueReport(hint.reason ?? "", at: pointer, offset).text(in: text)
  }
}

extension JSONPointer {
  /// The offset of the value in a text, or `nil` if it has none there.
  fileprivate func offset(in text: Span<UInt8>) -> Int? {
    // A text without these leniencies has the same values with them.
    let options = JSONReadingOptions(leniencies: JSONReadingOptions.Leniencies(rawValue: .max))
    do {
      return try JSONDocument(parsing: text, options: options).root.value(at: self).offset
    } catch {
      return nil
    }
  }
}

/// A message about a value, with its place.
private struct ValueReport {
  let message: String
  let offset: Int?
  let advice: String

  init(_ fault: String, at pointer: JSONPointer, _ offset: Int?, advice: String = "") {
    message = pointer.isEmpty ? fault : "\(fault) at \(pointer.shortened(to: 200))"
    self.offset = offset
    self.advice = advice
  }

  func text(in text: Span<UInt8>) -> String {
    guard let offset, offset >= 0, offset <= text.count else { return message + advice }
    let location = JSONSourceLocation(of: offset, in: text)
    return Snippet(around: offset, in: text).report(
      "\(message) (byte \(offset), \(location))\(advice)")
  }
}
