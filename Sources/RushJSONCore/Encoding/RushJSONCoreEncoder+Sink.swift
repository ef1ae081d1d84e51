// Encoding to a sink, piece by piece.

extension RushJSONCoreEncoder {
  /// Encodes a value, and passes its JSON text to `sink` in pieces of at most 64 KiB, while the value is
  /// being encoded.
  ///
  /// ```swift
  /// try encoder.encode(orders) { piece in
  ///   try file.write(contentsOf: piece.withUnsafeBytes { Data($0) })
  /// }
  /// ```
  ///
  /// No more than that is in memory at any length of the text, with two exceptions: a text with sorted
  /// names (`sortedKeys`, `canonical`) is complete in memory before the first piece leaves; and so is one
  /// whose type encodes out of order within its first 64 KiB.
  ///
  /// The sink may have received the beginning of a text when the call throws.
  /// - Parameter userInfo: Entries that the encoder's ``userInfo`` gets for this call.
  /// - Throws: The errors of `encodeToBytes(_:)`, and those of the sink, which is then not called
  ///   again. Also an `EncodingError` if a type changes what it has encoded after that text has left: if
  ///   it continues a container out of order, gives a name twice, or leaves out a value that failed.
  /// - Complexity: O(*n*) in the bytes of the text; with another layout than compact, which is made from
  ///   the compact text, about twice that.
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    to sink: (Span<UInt8>) throws -> Void
  ) throws {
    try pass(value, userInfo: userInfo, to: sink) { try $0.encodeValue(value) }
  }

  /// Encodes a value with a context, and passes its JSON text to `sink`. See `encode(_:userInfo:to:)`.
  public func encode<T: EncodableWithContext>(
    _ value: T, context: T.EncodingContext, to sink: (Span<UInt8>) throws -> Void
  ) throws {
    try pass(value, to: sink) { try value.encode(to: $0, context: context) }
  }

  /// Encodes with `encode`, and passes the text to `sink`. Errors name `value`.
  package func pass(
    _ value: Any, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    to sink: (Span<UInt8>) throws -> Void, encode: (ValueEncoder) throws -> Void
  ) throws {
    let snapshot = currentSnapshot()
    try OutputBuffer.lend(sink) { sink in
      guard let form = snapshot.form else {
        return try RushJSONCoreEncoder.pass(value, snapshot, userInfo, to: sink, encode: encode)
      }
      let text = FormedText(form, escaping: snapshot.scalars.escaping, sink)
      do {
        try RushJSONCoreEncoder.pass(value, snapshot, userInfo, to: text.take, encode: encode)
        try text.finish()
      } catch let error as JSONWritingError {
        throw error.kind == .sink
          ? error.underlying ?? error : EncodingError.invalid(value, [], "\(error)", error)
      }
    }
  }

  /// Encodes to compact text, and passes that to `sink`.
  private static func pass(
    _ value: Any, _ snapshot: EncodingSnapshot, _ userInfo: [CodingUserInfoKey: any Sendable]?,
    to sink: @escaping OutputBuffer.Sink, encode: (ValueEncoder) throws -> Void
  ) throws {
    let session = EncodingSession(snapshot)
    let place = session.begin(adding: userInfo, leavingTo: sink)
    defer { session.endLeaving() }
    do {
      try encode(ValueEncoder(session, place))
    } catch {
      if let error = session.sinkError { throw error }
      throw session.text.limits.exceeded.isTooDeep
        ? EncodingError.tooDeep(value, session.text.limits) : error
    }
    try session.finish(value)
    if session.isTree {
      var last = OutputBuffer(sink: sink)
      unsafe last.append(session.output.pointee.buffer.bytes)
      if case .sink(let error)? = last.finish() { throw error }
    }
  }
}

/// Compact text that arrives in pieces, and leaves indented, sorted or in canonical form.
private final class FormedText {
  private var reader: JSONEventReader
  private var writer: JSONWriter

  init(
    _ form: JSONWritingOptions, escaping: JSONEscaping,
    _ sink: @escaping (Span<UInt8>) throws -> Void
  ) {
    var form = form
    form.escaping = escaping
    // The encoder has kept its limits.
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    reading.maximumLength = .max
    reading.maximumStringLength = .max
    reading.maximumNumberLength = .max
    reader = JSONEventReader(options: reading)
    writer = JSONWriter(options: form, sink: sink)
  }

  func take(_ piece: Span<UInt8>) throws {
    reader.feed(piece)
    try reader.write(to: &writer)
  }

  func finish() throws {
    reader.finish()
    try reader.write(to: &writer)
    try writer.finish()
  }
}
