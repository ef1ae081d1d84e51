extension JSONValueError {
  /// The line and column at which the value begins, if the error still knows its text, as one from a
  /// decoder or a document does.
  ///
  /// - Complexity: O(*offset*).
  public var location: JSONSourceLocation? {
    guard let place = placeInText, let offset = place.offset else { return nil }
    return place.withText { JSONSourceLocation(of: offset, in: $0) }
  }

  /// The error as three lines for a person: what and where, the line of the text, a caret below; only
  /// the first line if the error does not know its text.
  ///
  /// - Complexity: O(*offset*).
  public var report: String {
    guard let place = placeInText, let offset = place.offset, let location else {
      return description
    }
    let snippet = place.withText { Snippet(around: offset, in: $0) }
    return "\(description) (\(location))\n\(snippet.line)\n\(snippet.caret)"
  }
}
