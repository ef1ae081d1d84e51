// The same answers for the other forms of text that readers take. Offsets are in UTF-8 bytes.
//
// Invariant of each span made of raw bytes: the caller keeps them alive and unchanged during the
// call. Raw bytes may be looked at as UInt8 whatever they are.

extension JSONSyntaxError {
  /// The line and column of the error. See ``location(in:)-(Span<UInt8>)``.
  public func location(in text: UnsafeRawBufferPointer) -> JSONSourceLocation {
    location(in: unsafe text.assumingMemoryBound(to: UInt8.self).span)
  }

  /// The line and column of the error. See ``location(in:)-(Span<UInt8>)``.
  public func location(in text: [UInt8]) -> JSONSourceLocation { location(in: text.span) }

  /// The line and column of the error. See ``location(in:)-(Span<UInt8>)``.
  public func location(in text: String) -> JSONSourceLocation { location(in: text.utf8.span) }

  /// The path of the value that the error is in. See ``pointer(in:)-(Span<UInt8>)``.
  public func pointer(in text: UnsafeRawBufferPointer) -> JSONPointer {
    pointer(in: unsafe text.assumingMemoryBound(to: UInt8.self).span)
  }

  /// The path of the value that the error is in. See ``pointer(in:)-(Span<UInt8>)``.
  public func pointer(in text: [UInt8]) -> JSONPointer { pointer(in: text.span) }

  /// The path of the value that the error is in. See ``pointer(in:)-(Span<UInt8>)``.
  public func pointer(in text: String) -> JSONPointer { pointer(in: text.utf8.span) }

  /// The error as three lines for a person. See ``report(in:)-(Span<UInt8>)``.
  public func report(in text: UnsafeRawBufferPointer) -> String {
    report(in: unsafe text.assumingMemoryBound(to: UInt8.self).span)
  }

  /// The error as three lines for a person. See ``report(in:)-(Span<UInt8>)``.
  public func report(in text: [UInt8]) -> String { report(in: text.span) }

  /// The error as three lines for a person. See ``report(in:)-(Span<UInt8>)``.
  public func report(in text: String) -> String { report(in: text.utf8.span) }
}
