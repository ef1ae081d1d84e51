extension JSONValueError {
  /// The line and column at which the value begins, or `nil` if the error does not keep its text. Errors
  /// from decoders and documents keep it.
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
    return location
  }
}
