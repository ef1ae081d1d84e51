// Decoding from texts in each form, at a pointer; and the sessions that decode texts, documents and trees.

extension RushJSONCoreDecoder {
  /// Decodes a value from a text in any sequence of bytes: an array or a slice, `Data`, the `utf8` of a string, the
  /// buffers of other libraries; or the value at `pointer` of the text. The text is UTF-8; UTF-16 and UTF-32 are
  /// recognised and converted.
  ///
  /// Even with a pointer, the whole text is read and checked, but values elsewhere are not decoded. Decode a text in
  /// chunks from a `JSONDocument(parsingChunks:)`.
  /// - Parameter userInfo: Entries that the decoder's ``userInfo`` gets for this call.
  /// - Throws: A `DecodingError`, which is `keyNotFound` or `valueNotFound` if there is no value at the
  ///   pointer; or what the type's `init(from:)` throws.
  /// - Complexity: O(*n*) in the bytes of the text. Copies them only if they are not contiguous in memory
  ///   (`withContiguousStorageIfAvailable`).
  // Inlinable: generic code takes 2.5 % more instructions for an array of 46 bytes.
  @inlinable
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: some Sequence<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    if let userInfo { return try adding(userInfo).decode(type, from: text, at: pointer) }
    return try text.withBytes { unsafe try decode(type, from: $0.raw, at: pointer) }
  }

  /// Decodes a value from a text. See `decode(_:from:at:userInfo:)`.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: String, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    if let userInfo { return try adding(userInfo).decode(type, from: text, at: pointer) }
    return try text.withBytes { unsafe try decode(type, from: $0.raw, at: pointer) }
  }

  /// Decodes a value from a text in memory, such as the `span` of an array. Copies no bytes. See
  /// `decode(_:from:at:userInfo:)`.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: Span<UInt8>, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    if let userInfo { return try adding(userInfo).decode(type, from: text, at: pointer) }
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    return try text.withCheckedBytes { unsafe try decode(type, from: $0.raw, at: pointer) }
  }

  /// A decoder whose options never change.
  package static let plain = RushJSONCoreDecoder()
}

// MARK: - With a closure

extension RushJSONCoreDecoder {
  /// Calls `body` with a decoder of the value at `pointer` of a text, for a type that needs more than a decoder:
  ///
  /// ```swift
  /// let order = try decoder.decode(from: bytes) { try Order(from: $0, context: euro) }
  /// ```
  /// - Throws: A `DecodingError`, or what `body` throws.
  /// - Complexity: O(*n*) in the bytes of the text. Copies them only if they are not contiguous in memory.
  public func decode<R>(
    from text: some Sequence<UInt8>, at pointer: JSONPointer = .root,
    _ body: (any Decoder) throws -> R
  ) throws -> R {
    try text.withBytes { try decode($0, pointer, body) }
  }

  /// Calls `body` with a decoder of the value at `pointer` of a text. See `decode(from:at:_:)`.
  public func decode<R>(
    from text: String, at pointer: JSONPointer = .root, _ body: (any Decoder) throws -> R
  ) throws -> R {
    try text.withBytes { try decode($0, pointer, body) }
  }

  /// Calls `body` with a decoder of a value of a document or a tree, or of the one at `pointer` below it. See
  /// `decode(from:at:_:)`.
  public func decode<R>(
    from source: some ParsedJSON, at pointer: JSONPointer = .root,
    _ body: (any Decoder) throws -> R
  ) throws -> R {
    try withDecoder(for: source, at: pointer) { try body($0) }
  }

  // Out of line: inlined, it would be in each function above with all of `withDecoder`.
  @inline(never)
  private func decode<R>(
    _ text: CheckedBytes, _ pointer: JSONPointer, _ body: (any Decoder) throws -> R
  ) throws -> R {
    try withDecoder(for: text, at: pointer) { try body($0) }
  }
}

// MARK: - Sessions

extension RushJSONCoreDecoder {
  /// Calls `body` with a decoder of the value at `pointer` of a text.
  @inline(__always)
  package func withDecoder<R>(
    for text: CheckedBytes, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    if state.isSubclassed, let plain = withOverriddenOptions {
      return try plain.withOwnOptions(for: text, at: pointer, body)
    }
    return try use(try session(for: text, at: pointer), at: pointer, body)
  }

  /// Calls `body` with a decoder of the value at `pointer` of the text that a session has read.
  @inline(__always)
  func use<R>(
    _ session: consuming DecodingSession, at pointer: JSONPointer,
    _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    session.begin()
    let result: R
    do {
      result = try session.use(at: pointer, from: DocumentStorage.rootIndex, body)
    } catch {
      end(consume session)
      throw error
    }
    end(consume session)
    return result
  }

  /// Ends a session that has read a text of the caller's, and keeps it for the next call if nothing else
  /// refers to it.
  @inline(never)
  private func end(_ session: consuming DecodingSession) {
    session.end()
    if isKnownUniquelyReferenced(&session) {
      if session.prepareForReuse() { state.put(consume session) }
    } else {
      // A type has kept a decoder, or an error refers to the session. So the caller's bytes are copied.
      session.detachFromInput()
    }
  }

  /// Calls `body` with a decoder of the value at `pointer` below a value of a document or a tree.
  package func withDecoder<R>(
    for source: some ParsedJSON, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    if state.isSubclassed, let plain = withOverriddenOptions {
      return try plain.withDecoder(for: source, at: pointer, body)
    }
    // Not inside `read`: options that the types change would all live until its end.
    let session = state.takeSession() ?? DecodingSession(.empty, state.snapshot)
    let reading = session.snapshot.options.reading
    let (storage, index) = try source._visit(
      value: { ($0.storage, $0.index) },
      tree: { (try TreeTape.storage(of: $0, options: reading), nil as Int?) })
    let own = session.turn(to: storage, isTextKnown: index != nil)
    session.begin()
    let result: R
    do {
      result = try session.use(at: pointer, from: index ?? DocumentStorage.rootIndex, body)
    } catch {
      end(consume session, returningTo: own)
      throw error
    }
    end(consume session, returningTo: own)
    return result
  }

  /// Ends a session that has read a document, and keeps it for the next call if nothing else refers to it.
  private func end(_ session: consuming DecodingSession, returningTo own: DocumentStorage) {
    session.end()
    if isKnownUniquelyReferenced(&session), session.prepareForReuse() {
      _ = session.turn(to: own, isTextKnown: true)
      state.put(consume session)
    }
  }

  /// Calls `body` with a decoder for a text where options have been overridden: out of line, as this is
  /// rare.
  @inline(never)
  private func withOwnOptions<R>(
    for text: CheckedBytes, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try withDecoder(for: text, at: pointer, body)
  }

  /// A decoder with the options that a subclass gives by overriding their getters, or `nil` if these
  /// return what is set.
  ///
  /// As in Foundation, these are the options that do not belong to a strategy.
  private var withOverriddenOptions: RushJSONCoreDecoder? {
    let (allowsJSON5, assumesTopLevelDictionary) = (allowsJSON5, assumesTopLevelDictionary)
    let userInfo = userInfo
    let isAsSet = state.read {
      $0.options.allowsJSON5 == allowsJSON5
        && $0.options.assumesTopLevelDictionary == assumesTopLevelDictionary
        && $0.options.userInfo.sharesStorage(with: userInfo)
    }
    if isAsSet { return nil }
    let plain = RushJSONCoreDecoder(copying: self)
    plain.allowsJSON5 = allowsJSON5
    plain.assumesTopLevelDictionary = assumesTopLevelDictionary
    plain.userInfo = userInfo
    return plain
  }

  /// A session that has read a text.
  @inline(__always)
  private func session(
    for text: CheckedBytes, at pointer: JSONPointer
  ) throws -> DecodingSession {
    let (encoding, mark) = TextEncoding.detect(text)
    do throws(JSONSyntaxError) {
      if case .utf8 = encoding, let session: DecodingSession = state.takeSession(),
        !session.snapshot.options.assumesTopLevelDictionary
      {
        try session.read(text, at: pointer)
        return session
      }
      return try newSession(for: text, at: pointer, encoding, mark: mark)
    } catch {
      // Offsets in texts of other encodings are those of their UTF-8.
      let options = state.snapshot.options
      guard case .utf8 = encoding, options.includesUnderlyingErrors else {
        throw options.leaving(DecodingError.invalidText(error))
      }
      // Invariant: the text lives during the call.
      throw DecodingError.invalidText(
        error.located(in: unsafe text.buffer.span))
    }
  }

  /// Decodes the value of the text that a session has read.
  package func decode<T: Decodable>(_ type: T.Type, in session: consuming DecodingSession) throws
    -> T
  {
    try use(session, at: .root) { try $0.session.unwrap(type, at: $0.place) }
  }

  /// A session of the text that `tape` has read, and that lives until the next one. `nil` if it returns `nil`, or the
  /// text must be read alone.
  @inline(never)
  package func session(fromTape tape: (JSONReadingOptions) -> TapedText?) -> DecodingSession? {
    // A subclass may override what reads texts.
    if state.isSubclassed { return nil }
    let session = state.takeSession() ?? DecodingSession(.empty, state.snapshot)
    if !session.snapshot.options.assumesTopLevelDictionary,
      let text = tape(session.snapshot.reading)
    {
      session.take(text)
      return session
    }
    state.put(consume session)
    return nil
  }

  @inline(never)
  private func newSession(
    for text: CheckedBytes, at pointer: JSONPointer, _ encoding: TextEncoding, mark: Int
  ) throws(JSONSyntaxError) -> DecodingSession {
    let snapshot = state.snapshot
    let addsBraces = snapshot.options.assumesTopLevelDictionary
    if case .utf8 = encoding, !addsBraces {
      let session = DecodingSession(.empty, snapshot)
      try session.read(text, at: pointer)
      return session
    }
    return DecodingSession(
      try encoding.read(
        text, mark: mark, options: snapshot.reading, addingBraces: addsBraces), snapshot)
  }
}

extension RushJSONCoreDecoder {
  /// Checks the session that the last call has left in builds with assertions; tests call it after each operation.
  package func _checkInvariants() { assert(isSessionSound()) }

  private func isSessionSound() -> Bool {
    if let session: DecodingSession = state.takeSession() {
      session._checkInvariants()
      state.put(consume session)
    }
    return true
  }
}

extension DecodingSession {
  /// Calls `body` with a decoder of the value at `pointer`, from the record at `index` on. Adds the
  /// place to errors of `body`.
  @inline(__always)
  func use<R>(
    at pointer: JSONPointer, from index: Int, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    var decoder = ValueDecoder(
      self, DecodingPlace(index: UInt32(truncatingIfNeeded: index), path: 0))
    do {
      try checkMarks(of: index)
      if !pointer.isEmpty { decoder = try decoder.descended(pointer) }
    } catch {
      throw leaving(error)
    }
    do {
      return try body(decoder)
    } catch {
      throw leaving(addingLocation(error, R.self, at: decoder.place.index))
    }
  }
}
