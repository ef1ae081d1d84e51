// Encoding to bytes, strings, trees and sinks. Sorted, indented and canonical text is made from the compact text.

extension RushJSONCoreEncoder {
  /// An encoder whose options never change.
  package static let plain = RushJSONCoreEncoder()

  /// Encodes a value as a tree.
  package func encodeToTree<T: Encodable>(_ value: T) throws -> RawJSON {
    var tree = RawJSON.null
    try text(value) { tree = unsafe try RawJSON(encodedText: $0) }
    return consume tree
  }

  /// Encodes a value and calls `body` with the text.
  // Not generic over a result: the type's metadata would be looked up for each text.
  package func text<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    _ body: (CheckedBytes) throws -> Void
  ) throws {
    let session = newSession()
    let hook = unsafe session.hook(for: T.self)
    if userInfo == nil, let model = unsafe session.model(of: hook) {
      return try text(value, as: model, consume session, body)
    }
    try text(
      value, userInfo, consume session,
      { try unsafe $0.session.encode(value, by: hook, at: $0.place) }, body)
  }

  /// The options for one call.
  @inline(__always)
  func currentSnapshot() -> EncodingSnapshot {
    let snapshot = state.snapshot
    guard state.isSubclassed else { return snapshot }
    // As in Foundation, a subclass may override the getter of this option.
    let formatting = outputFormatting
    if formatting == snapshot.options.formatting { return snapshot }
    return snapshot.changed { $0.formatting = formatting }
  }

  /// Encodes with `encode`. Errors name `value`, which is put into a box for them alone.
  package func text(
    _ value: @autoclosure () -> Any, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    encode: (ValueEncoder) throws -> Void,
    _ body: (CheckedBytes) throws -> Void
  ) throws {
    try text(value(), userInfo, newSession(), encode, body)
  }

  /// Returns a session for one call. While the options stay the same, calls share one session.
  @inline(__always)
  private func newSession() -> EncodingSession {
    if !state.isSubclassed, let session: EncodingSession = state.takeSession() {
      return session
    }
    return otherSession()
  }

  @inline(never)
  private func otherSession() -> EncodingSession {
    let snapshot = currentSnapshot()
    return state.takeSession(for: snapshot) ?? EncodingSession(snapshot)
  }

  /// Writes a model as the whole text: its writer needs nothing else of the session.
  @inline(__always)
  private func text<T>(
    _ value: T, as model: any JSONWritable.Type, _ session: consuming EncodingSession,
    _ body: (CheckedBytes) throws -> Void
  ) throws {
    do {
      // Invariant: the model is `T`.
      let failure = unsafe _withUnprotectedUnsafePointer(to: value) {
        unsafe session.failure(writingWhole: UnsafeRawPointer($0), as: model)
      }
      if let failure { throw failure }
      try body(session.output.pointee.buffer.bytes)
    } catch {
      end(consume session)
      throw error
    }
    if session.output.pointee.buffer.count < EncodingSession.mostKept {
      assert(session.isReusable)
      state.put(consume session)
    }
  }

  @inline(__always)
  private func text(
    _ value: @autoclosure () -> Any, _ userInfo: [CodingUserInfoKey: any Sendable]?,
    _ session: consuming EncodingSession,
    _ encode: (ValueEncoder) throws -> Void, _ body: (CheckedBytes) throws -> Void
  ) throws {
    let place = session.begin(adding: userInfo)
    do {
      do {
        // The session is not counted for the encoder, which the call alone holds.
        try unsafe Unmanaged.passUnretained(session)._withUnsafeGuaranteedRef {
          try encode(ValueEncoder($0, place))
        }
      } catch {
        throw session.text.limits.exceeded.isTooDeep
          ? EncodingError.tooDeep(value(), session.text.limits) : error
      }
      try session.finish(value())
      if _slowPath(session.snapshot.hasForm) {
        try body(session.formed(value()))
      } else {
        try body(session.output.pointee.buffer.bytes)
      }
    } catch {
      end(consume session)
      throw error
    }
    end(consume session)
  }

  /// Ends a session, and keeps it for the next call if nothing else refers to it.
  @inline(never)
  private func end(_ session: consuming EncodingSession) {
    session.end()
    if isKnownUniquelyReferenced(&session), session.isReusable { state.put(consume session) }
  }
}

extension RawJSON {
  /// Encodes a value as a tree, with default options if there is no encoder.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text, which is made first.
  public init(
    encoding value: some Encodable, encoder: RushJSONCoreEncoder? = nil
  ) throws {
    self = try (encoder ?? .plain).encodeToTree(value)
  }

  /// Reads a text that an encoder has made, which has kept the encoder's limits.
  @unsafe
  init(encodedText text: CheckedBytes) throws {
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    self = try RawJSON(parsing: text, options: reading)
  }
}

// MARK: - Sink

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
  /// No more than that is in memory at any length of the text, with three exceptions: a text with sorted
  /// names (`sortedKeys`, `canonical`) is complete in memory before the first piece leaves; so is one
  /// whose type encodes out of order within its first 64 KiB; and an object whose members come from several values
  /// (``JSONWriter/members(of:as:beside:)``, `@Flattened`) leaves when it is complete. Each `Codable` value within a value
  /// that writes itself (``JSONWritable``) has another 64 KiB.
  ///
  /// The sink may have received the beginning of a text when the call throws.
  /// - Parameter userInfo: Entries that the encoder's ``userInfo`` gets for this call.
  /// - Throws: The errors of `encodeToBytes(_:userInfo:)`, and those of the sink, which is then not called
  ///   again. Also an `EncodingError` if a type changes a value whose text has left: if it continues a
  ///   container out of order, gives a name twice, or leaves out a value that failed.
  /// - Complexity: O(*n*) in the bytes of the text; with another layout than compact, which is made from
  ///   the compact text, about twice that.
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    to sink: (Span<UInt8>) throws -> Void
  ) throws {
    try pass(value, userInfo: userInfo, to: sink) { try $0.encodeValue(value) }
  }

  /// Encodes with `encode`, and passes the text to `sink`. Errors name `value`.
  package func pass(
    _ value: Any, userInfo: [CodingUserInfoKey: any Sendable]? = nil,
    to sink: (Span<UInt8>) throws -> Void, encode: (ValueEncoder) throws -> Void
  ) throws {
    let snapshot = currentSnapshot()
    try ByteSink.lend(sink) { sink in
      guard let form = snapshot.form else {
        return try RushJSONCoreEncoder.pass(value, snapshot, userInfo, to: sink, encode: encode)
      }
      if form.nameOrder != .asGiven {
        return try text(value, userInfo: userInfo, encode: encode) {
          try sink.take(all: $0)
        }
      }
      let text = IndentedText(value, form, sink)
      let pieces = ByteSink { try text.take($0) }
      try RushJSONCoreEncoder.pass(value, snapshot, userInfo, to: pieces, encode: encode)
      try text.finish()
    }
  }

  /// Encodes to compact text, and passes that to `sink`.
  private static func pass(
    _ value: Any, _ snapshot: EncodingSnapshot, _ userInfo: [CodingUserInfoKey: any Sendable]?,
    to sink: ByteSink, encode: (ValueEncoder) throws -> Void
  ) throws {
    let session = EncodingSession(snapshot)
    let place = session.begin(adding: userInfo)
    session.leave(to: sink)
    defer {
      session.endLeaving()
      session.end()
    }
    do {
      try encode(ValueEncoder(session, place))
    } catch {
      if let error = session.sinkError { throw error }
      throw session.text.limits.exceeded.isTooDeep
        ? EncodingError.tooDeep(value, session.text.limits) : error
    }
    try session.finish(value)
    if session.isTree { try sink.take(all: session.output.pointee.buffer.bytes) }
  }
}

/// Compact text that arrives in pieces, cut anywhere, and leaves indented.
private final class IndentedText {
  /// Errors name this value.
  private let value: Any
  private var output: TextOutput
  private var isInString = false
  private var isEscaped = false
  /// Whether the last token has opened an array or an object.
  private var isOpened = false

  init(_ value: Any, _ form: JSONWritingOptions, _ sink: ByteSink) {
    self.value = value
    let buffer = OutputBuffer(maximumLength: form.maximumLength, sink: sink)
    output = TextOutput(buffer, options: form)
  }

  @_optimize(size)
  func take(_ piece: CheckedBytes) throws {
    var at = 0
    while at < piece.count {
      if isInString {
        at = string(piece, from: at)
        continue
      }
      let byte = piece[at]
      at &+= 1
      switch byte {
      case .comma: output.separate(false)
      case .colon: output.colon()
      case .closeBrace, .closeBracket: close(isObject: byte == .closeBrace)
      // Text that a type has written by itself may have spaces.
      case 0...0x20: break
      default: begin(byte)
      }
    }
    try check(output.buffer.failure)
  }

  func finish() throws { try check(output.buffer.finish()) }

  @_optimize(size)
  private func begin(_ byte: UInt8) {
    if isOpened { output.separate(true) }
    isOpened = byte == .openBrace || byte == .openBracket
    if isOpened { return output.open(isObject: byte == .openBrace) }
    isInString = byte == .quote
    output.buffer.reserve(1)
    output.buffer.put(byte)
  }

  @_optimize(size)
  private func close(isObject: Bool) {
    guard isOpened else { return output.close(isObject: isObject) }
    isOpened = false
    output.depth &-= 1
    if output.options.layout == .foundation { output.blankLine() }
    output.buffer.reserve(1)
    output.buffer.put(isObject ? .closeBrace : .closeBracket)
  }

  /// Copies the rest of a string, or of the piece. Returns where that ends.
  private func string(_ piece: CheckedBytes, from start: Int) -> Int {
    var at = start
    while at < piece.count, isInString {
      let byte = piece[at]
      at &+= 1
      if isEscaped {
        isEscaped = false
      } else if byte == .backslash {
        isEscaped = true
      } else {
        isInString = byte != .quote
      }
    }
    output.buffer.append(CheckedBytes(rebasing: piece[start..<at]))
    return at
  }

  @_optimize(size)
  private func check(_ failure: OutputBuffer.Failure?) throws {
    if failure == nil { return }
    if case .sink(let error)? = failure { throw error }
    let error = JSONWritingError(.tooLong(limit: output.options.maximumLength))
    throw EncodingError.invalid(value, [], "\(error)", error)
  }
}
