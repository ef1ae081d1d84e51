extension JSONValueError {
  /// The line and column at which the value begins, or `nil` if the error does not keep its text. Errors
  /// from decoders and documents keep it.
  /// - Complexity: O(*offset*).
  public var location: JSONSourceLocation? {
    guard let place = placeInText, let offset = place.offset else { return nil }
    return place.withText { JSONSourceLocation(of: offset, in: $0) }
  }

  /// The error as three lines for a person: the message with the place, the line of the text, and a
  /// caret below it. Only the message if the error does not keep its text.
  /// - Complexity: O(*offset*).
  public var report: String {
    guard let place = placeInText, let offset = place.offset, let location else {
      return description
    }
    let snippet = place.withText { Snippet(around: offset, in: $0) }
    return "\(description) (\(location))\n\(snippet.line)\n\(snippet.caret)"
  }
}
