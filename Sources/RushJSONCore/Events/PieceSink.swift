/// A sink that learns where each piece lies before its tokens come.
protocol PieceSink: TokenSink {
  /// Whether the tokens refer to the piece after they have come, until the reader leaves it. Otherwise
  /// the reader leaves it itself, and can use the memory of the carry again.
  static var keepsPieces: Bool { get }
  /// The next tokens are those of `piece`, which begins at byte `offset` of the stream and stays
  /// valid until all of them have come.
  mutating func begin(_ piece: UnsafeRawBufferPointer, at offset: Int)
}

/// Why a reader of pieces refused the text.
struct PieceFault {
  /// The offset counts from the start of the stream.
  let error: JSONSyntaxError
  let location: JSONSourceLocation
  /// The offset of the error in the piece.
  let offset: Int
}
