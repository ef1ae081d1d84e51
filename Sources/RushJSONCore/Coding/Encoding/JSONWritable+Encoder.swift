// Values that write themselves, as `Encodable` values of any encoder.

extension JSONWritable {
  /// Encodes the value with an encoder: as its text, if the encoder is this library's, and otherwise as a tree.
  ///
  /// A type that is ``JSONWritable`` implements `encode(to:)` of `Encodable` with it:
  ///
  /// ```swift
  /// func encode(to encoder: any Encoder) throws { try write(into: encoder) }
  /// ```
  ///
  /// Another library's encoder gives the path and `userInfo`. The strategies of Foundation's `JSONEncoder` apply if the
  /// module RushJSON is in the program. Any other encoder gets dates and bytes as this library's default writes them, or
  /// in the format that the type asks for.
  /// - Throws: `EncodingError`, or an error of the encoder.
  /// - Complexity: O(*n*) in the bytes of the text.
  // Not specialised for documents: 8 KB in every program.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func write(into encoder: any Encoder) throws {
    if let own = encoder as? ValueEncoder {
      own.session.learn(Self.self)
      return try unsafe withView(of: self) {
        try unsafe own.session.write($0, at: own.place)
      }
    }
    let session = EncodingSession(.like(encoder))
    let place = session.begin(adding: encoder.userInfo)
    session.otherPath = encoder.codingPath
    defer { session.end() }
    try unsafe withView(of: self) { try unsafe session.write($0, at: place) }
    try session.finish(self)
    try unsafe RawJSON(encodedText: session.output.pointee.buffer.bytes).encode(to: encoder)
  }
}

extension JSONDocument: Encodable {
  /// Encodes the document's value. This library's encoders write its text.
  public func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }
}

extension JSONDocument.Value: Encodable {
  /// Encodes the value. This library's encoders write its text.
  public func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

// MARK: - WritableTimestamp

extension JSONTimestamp: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  /// Writes the instant in the encoder's format.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.encoded(self)
  }
}
