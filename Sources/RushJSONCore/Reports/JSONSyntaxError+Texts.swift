// The same answers for other forms of text. Offsets are in UTF-8 bytes.

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
