// Values that write themselves, as a part of an encoding.
//
//   {"users":[{"name":"Ada"}, …        the session's JSONWriter writes to the session's output
//            └── JSONWriter ──┘

extension EncodingSession {
  /// The type of a hook as a model, if its values can be the whole text as they write themselves. `nil` for other types
  /// and forms.
  @inline(__always)
  func model(of hook: Unmanaged<EncodingHook>?) -> (any JSONWritable.Type)? {
    if snapshot.hasForm { return nil }
    // Invariant: the session's table keeps the hook.
    return unsafe hook?._withUnsafeGuaranteedRef { $0.writable }
  }

  /// Writes a model as the whole text, between two calls: there are no frames, and encoders refuse everything. Returns the
  /// error.
  // Not throwing: the closure around a call that throws is not inlined.
  @inline(never)
  func failure<W: JSONWritable>(
    writingWhole value: UnsafeRawPointer, as model: W.Type
  ) -> (any Error)? {
    assert(!isTree && !isInUse && leaving == nil && text.isAtRest)
    text.beginText()
    // Invariant: the caller passes the address of a value of the type.
    let value = unsafe CheckedView<W>(at: value)
    if let failure = failure(writing: value, from: 0, depth: 0) {
      return text.limits.exceeded.isTooDeep
        ? EncodingError.tooDeep(value.pointee, text.limits) : failure
    }
    return _fastPath(output.pointee.buffer.isSound) ? nil : tooLong(value.pointee)
  }

  /// Writes a value that writes itself, by its address, because a closure would copy a value.
  @unsafe
  func write<W: JSONWritable>(_ value: CheckedView<W>, at place: EncodingPlace) throws {
    let isText = isOpen(place)
    guard isText ? text.beginWhole(place) : node(place)?.takesText ?? false else {
      throw misuse(value.pointee, codingPath(place))
    }
    writingPlace = place
    let depth = output.pointee.depth
    let failure = alone {
      self.failure(writing: value, from: isText ? place.start : 0, depth: depth)
    }
    if let failure {
      takeBackHalf(of: place, depth: depth)
      throw failure
    }
    if _slowPath(!isText) { takeText(for: place) }
  }

  /// Writes a value by the session's writer. Returns the error.
  @inline(never)
  private func failure<W: JSONWritable>(
    writing value: CheckedView<W>, from start: Int, depth: Int
  ) -> (any Error)? {
    writer.pointee.begin(for: self)
    var failure: (any Error)?
    do throws(JSONWritingError) {
      try EncodingSession.write(at: value, to: &writer.pointee)
      if writer.pointee.expected != .nothing {
        throw JSONWritingError(.unfinished(open: output.pointee.depth &- depth))
      }
    } catch {
      failure = encodingError(error, of: value.pointee)
    }
    if _slowPath(writer.pointee.encoding !== self) {
      failure = EncodingError.writerReplaced(value.pointee)
      text.replaceWriter(at: start, depth: depth, snapshot.scalars)
    }
    writer.pointee.end()
    assert(failure != nil || output.pointee.depth == depth)
    return failure
  }

  @inline(never)
  private static func write<W: JSONWritable>(
    at value: CheckedView<W>, to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the caller keeps the value.
    try value.borrowValue { (value) throws(JSONWritingError) in
      try value.write(to: &writer)
    }
  }

  /// Makes the text of a value that writes itself the content of its node.
  @inline(never)
  private func takeText(for place: EncodingPlace) {
    if output.pointee.buffer.failure != nil { text.limits.noteTooLong() }
    node(place)?.content = .text(Array(output.pointee.buffer.bytes))
    output.pointee.buffer.restore(to: 0)
  }

  /// The error of an encoder for an error of a writer.
  @_optimize(size) @inline(never)
  private func encodingError(_ error: JSONWritingError, of value: Any) -> any Error {
    switch error.kind {
    case .notEncodable, .sink:
      if case .tooDeep? = (error.underlying as? JSONWritingError)?.kind {
        text.limits.noteTooDeep()
      }
      return error.underlying ?? error
    case .tooDeep:
      text.limits.noteTooDeep()
      return EncodingError.tooDeep(value, text.limits)
    case .notRepresentable(let number):
      let value: Any = Double(number) ?? number
      return EncodingError.nonFinite(value, writer.pointee.codingPath() ?? [])
    case .tooLong: return EncodingError.invalid(value, [], "\(error)", error)
    case .unfinished where output.pointee.buffer.isAbandoned:
      return FlushedText.lost(value, leaving?.lostPath ?? [])
    default:
      return EncodingError.invalid(
        value, writer.pointee.codingPath() ?? [], "\(error)", error)
    }
  }

  /// Takes back what a value has written before it failed, because the type around it may go on.
  @_optimize(size) @inline(never)
  private func takeBackHalf(of place: EncodingPlace, depth: Int) {
    // The session writes nothing after the first value that has replaced its writer.
    if case .replaced? = output.pointee.buffer.failure { stop() }
    if isTree {
      if output.pointee.buffer.failure != nil { text.limits.noteTooLong() }
      output.pointee.buffer.restore(to: 0)
    } else if isInUse, text.isInnermost(place) {
      output.pointee.depth = depth
      text.takeBackWhole(place)
    }
  }
}

extension EncodingSession {
  /// The error of a writer for that of a value which this session has encoded a part of.
  fileprivate func writingError(
    for error: any Error, _ value: () -> Any
  ) -> JSONWritingError {
    if case .tooLong? = output.pointee.buffer.failure {
      return JSONWritingError(.tooLong(limit: snapshot.options.maximumLength))
    }
    return JSONWritingError(
      .notEncodable,
      underlying: text.limits.exceeded.isTooDeep
        ? EncodingError.tooDeep(value(), text.limits) : error)
  }

  /// The session that a value within a value that writes itself has left, or `nil`.
  fileprivate func takeNested() -> EncodingSession? {
    defer { nested = nil }
    return nested
  }
}

extension EncodingSession: EncodingWriter {
  /// The path of the value that writes itself at the moment.
  var writtenPath: [any CodingKey] {
    let place = writingPlace
    return outerPath
      + ((isTree ? keptNode(place)?.codingPath : text.codingPath(place)) ?? [])
  }

  var writtenTokens: [String] {
    (1..<max(text.frameCount, 1)).map { level in
      let (frame, outer) = (text.frames[level], text.frames[level &- 1])
      guard frame.position < 0, let key = frame.key?.key else { return String(frame.position) }
      return name(
        key, in: EncodingPlace(start: outer.start, id: outer.id, level: UInt32(level &- 1)))
    }
  }

  var leftPath: PathScan? { leaving?.path }

  var convertsNames: Bool { snapshot.convertsNames }
  var writesNil: Bool { snapshot.options.nils == .null }
  var omitsNil: Bool { snapshot.options.nils == .omit }

  func convertedName(_ name: JSONName, path: () -> [any CodingKey]) -> String? {
    guard snapshot.convertsNames else { return nil }
    if snapshot.hasKeyClosure {
      return snapshot.name(JSONPathKey(stringValue: name.description), path: path())
    }
    let address = unsafe UInt(bitPattern: name.start)
    if let known = convertedNames[address] { return known }
    let converted = snapshot.name(JSONPathKey(stringValue: name.description), path: [])
    convertedNames[address] = converted
    return converted
  }

  func noteConverted(_ name: JSONName, depth: Int, end: Int) {
    while lastConverted.count <= depth { lastConverted.append((name, -1)) }
    lastConverted[depth] = (name, end)
  }

  func nameBeforeConversion(depth: Int, end: Int) -> String? {
    guard lastConverted.indices.contains(depth), lastConverted[depth].end == end else { return nil }
    return lastConverted[depth].name.description
  }
}

// MARK: - Values that are only Encodable

extension JSONWriter {
  /// Writes a member whose type is only `Encodable`. It is left out if it is `nil`.
  @_disfavoredOverload
  public mutating func member<T: Encodable>(_ name: JSONName, _ value: T?) throws(JSONWritingError)
  {
    guard let value else { return try absentMember(name) }
    try self.name(name)
    try self.value(value)
  }

  /// Writes a member that may be missing, whose type is only `Encodable`.
  @_disfavoredOverload
  public mutating func member<T: Encodable>(_ name: JSONName, _ value: JSONField<T>)
    throws(JSONWritingError)
  {
    switch value {
    case .missing: break
    case .null: try _nullMember(name)
    case .value(let value): try member(name, value)
    }
  }

  /// Whether a value is `nil`, as a member that then has to be `null`, because a missing one means something else.
  @inlinable
  public static func _isNil<T: JSONWritable>(_ value: T) -> Bool {
    value._isAbsent && !value._isMissing
  }

  /// Whether a value of any type is `nil`.
  public static func _isNil<T>(_ value: T) -> Bool {
    (value as? any WritableOptional)?.isNil == true
  }

  /// Writes a value of a type that is only `Encodable`, or that the encoder has a strategy for.
  /// - Throws: ``JSONWritingError``. If `encode(to:)` has thrown, the kind is
  ///   ``JSONWritingError/Kind/notEncodable`` with its error as the underlying one.
  @_disfavoredOverload
  public mutating func value<T: Encodable>(_ value: T) throws(JSONWritingError) {
    // Invariant: sessions are the only encoders that writers write for.
    guard let session = encoding.map({ unsafe unsafeDowncast($0, to: EncodingSession.self) }) else {
      return try valueAlone(value)
    }
    if let hook = JSONWriter.hook(of: T.self, session), try write(value, by: hook) { return }
    try encode(value, session) { try $0.encodeValue(value) }
  }

  /// Does so where no encoder is at work. A session that is `nil` was retained and released nevertheless.
  @inline(never)
  private mutating func valueAlone<T: Encodable>(_ value: T) throws(JSONWritingError) {
    if let hook = JSONWriter.hook(of: T.self, nil), try write(value, by: hook) { return }
    try encode(value, nil) { try $0.encodeValue(value) }
  }

  /// Writes the value of the case for unknown tags.
  public mutating func _keptValue<T: JSONWritable>(_ value: T) throws(JSONWritingError) {
    try value.write(to: &self)
  }

  /// Writes the value of the case for unknown tags, whose type is only `Encodable`.
  @_disfavoredOverload
  public mutating func _keptValue<T: Encodable>(_ value: T) throws(JSONWritingError) {
    try self.value(value)
  }

  /// Encodes the value as `Codable` does, with the encoder's strategy for the type.
  package mutating func encoded<T: Encodable>(_ value: T) throws(JSONWritingError) {
    // Invariant: as above.
    let session = encoding.map { unsafe unsafeDowncast($0, to: EncodingSession.self) }
    guard let hook = JSONWriter.hook(of: T.self, session) else {
      return try encode(value, session) { try value.encode(to: $0) }
    }
    if try write(value, by: hook) { return }
    try encode(value, session) { try $0.encodeValue(value) }
  }

  /// The encoder's strategy for a type.
  private static func hook(of type: any Any.Type, _ session: EncodingSession?) -> EncodingHook? {
    // Not retained: all threads have the options of writers without an encoder.
    let snapshot = unsafe Unmanaged.passUnretained(session?.snapshot ?? .forWriters)
    return unsafe snapshot._withUnsafeGuaranteedRef { $0.hook(of: type) } as? EncodingHook
  }

  /// Encodes a value in a session of its own: that of this writer has lent its output.
  private mutating func encode(
    _ value: @autoclosure () -> Any, _ session: EncodingSession?,
    _ body: (ValueEncoder) throws -> Void
  ) throws(JSONWritingError) {
    // Loaded once and not retained: the process keeps these sessions.
    let waiting =
      unsafe session == nil ? Unmanaged.passUnretained(EncodingSnapshot.writerSessions) : nil
    var nested =
      unsafe waiting?._withUnsafeGuaranteedRef { $0.take() } ?? session?.takeNested()
      ?? EncodingSession(session?.snapshot ?? .forWriters)
    let place = nested.begin(adding: session?.addedUserInfo)
    nested.output.pointee.depth = output.depth
    let failure: (any Error)? = unsafe withUnsafeMutablePointer(to: &self) { writer in
      let writer = unsafe CheckedPointer(writer, room: 1)
      unsafe nested.outerWriter = writer
      defer { unsafe nested.outerWriter = nil }
      // Text that leaves this writer's memory leaves that of its values, too.
      if session?.leaving != nil {
        nested.leave(to: ByteSink { [nested] in try writer.pointee.take($0, of: nested) })
      }
      do {
        try body(ValueEncoder(nested, place))
        nested.stay()
        try nested.finish(value())
        return nil
      } catch {
        return error
      }
    }
    var error: JSONWritingError?
    if let failure { error = nested.writingError(for: failure, value) }
    if nested.leaving == nil {
      error = error ?? append(nested, isPart: session != nil)
    } else {
      error = endPieces(of: nested, error)
    }
    nested.end()
    if isKnownUniquelyReferenced(&nested), nested.isReusable {
      if let waiting = unsafe waiting {
        let retained = unsafe Unmanaged<AnyObject>.passRetained(consume nested)
        unsafe waiting._withUnsafeGuaranteedRef { unsafe $0.put(retained: retained) }
      } else {
        session?.nested = consume nested
      }
    }
    if let error { throw error }
  }

  /// Appends a piece of a session's text, which leaves while the value is being encoded.
  @_optimize(size) @inline(never)
  private mutating func take(_ piece: CheckedBytes, of nested: EncodingSession) throws {
    if nested.leaving?.outerMark == nil {
      // The path is not read after text of the value is here.
      nested.otherPath = codingPath() ?? []
      unsafe nested.outerWriter = nil
      nested.leaving?.outerMark = mark
      try beginValue()
    }
    output.buffer.append(piece)
    try check()
  }

  /// Ends a value whose text was to leave in pieces, and takes back those of one that failed. Returns the error.
  @_optimize(size) @inline(never)
  private mutating func endPieces(
    of nested: EncodingSession, _ failure: JSONWritingError?
  ) -> JSONWritingError? {
    let mark = nested.leaving?.outerMark
    let failure = output.buffer.failure == nil ? failure : bufferFailure()
    nested.otherPath = []
    nested.endLeaving()
    if failure == nil { endValue() } else if let mark { takeBack(to: mark) }
    return failure
  }

  /// Appends the text of a session. Returns the error if this cannot be.
  private mutating func append(_ nested: EncodingSession, isPart: Bool) -> JSONWritingError? {
    do throws(JSONWritingError) {
      if output.isCompact, output.options.nameOrder == .asGiven,
        isPart || writesAsWritten(by: nested.snapshot)
      {
        try beginValue()
        output.buffer.append(nested.output.pointee.buffer.bytes)
        endValue()
        try check()
      } else {
        try formed(nested.output.pointee.buffer.bytes)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Writes a value with a hook that writes text. Returns `false` and writes nothing if it does not.
  private mutating func write<T: Encodable>(_ value: T, by hook: EncodingHook)
    throws(JSONWritingError)
    -> Bool
  {
    guard hook.isDirect, output.depth &+ hook.depth <= maximumDepth, isPlain || hook.depth == 0
    else {
      return false
    }
    let mark = mark
    try beginValue()
    let isWritten = unsafe withUnsafePointer(to: value) { value in
      unsafe withUnsafeMutablePointer(to: &output) {
        unsafe hook.write(value, CheckedPointer($0, room: 1))
      }
    }
    if isWritten { endValue() } else { takeBack(to: mark) }
    return isWritten
  }

  /// Whether the compact text of these options is what the writer would write.
  private func writesAsWritten(by snapshot: EncodingSnapshot) -> Bool {
    let (own, other) = (output.options, snapshot.scalars)
    return own.escaping == other.escaping && own.numbers == .asGiven
      && own.numberLayout == other.numberLayout && !own.refusesDuplicateNames
      && maximumDepth >= snapshot.options.maximumDepth
  }

  private mutating func formed(_ text: CheckedBytes) throws(JSONWritingError) {
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: text, options: reading)
    } catch {
      throw JSONWritingError(.invalidJSON(error))
    }
    try value(document.root)
  }
}

extension EncodingSnapshot {
  /// The options for values that are only `Encodable` where no encoder is at work.
  static let forWriters = initial.changed { $0.formatting = .withoutEscapingSlashes }

  /// The sessions of such values, which wait for the next one.
  fileprivate static let writerSessions = SpareSessions()
}
