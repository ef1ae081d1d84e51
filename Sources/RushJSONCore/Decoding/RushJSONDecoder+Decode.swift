// The ways in: from each form of text, from documents and trees, and at a pointer.

extension RushJSONDecoder {
  /// Decodes a value from a text, or from what `pointer` leads to in it. UTF-8; UTF-16 and UTF-32 are
  /// recognised and converted.
  ///
  /// With a pointer, too, the whole text is read and checked, but nothing is made of what is elsewhere.
  /// - Throws: A `DecodingError`, which is `keyNotFound` or `valueNotFound` if the pointer leads
  ///   nowhere; or what the type's `init(from:)` throws.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: [UInt8], at pointer: JSONPointer = .root
  ) throws -> T {
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe text.withUnsafeBytes { try unsafe decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value from a text. See ``decode(_:from:at:)-([UInt8],_)``.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: String, at pointer: JSONPointer = .root
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.utf8.span.withUnsafeBytes { try unsafe decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value from a text. See ``decode(_:from:at:)-([UInt8],_)``.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: Span<UInt8>, at pointer: JSONPointer = .root
  ) throws -> T {
    // Invariant: as above.
    try unsafe text.withUnsafeBytes { try unsafe decode(type, from: $0, at: pointer) }
  }

  /// Decodes a value from a document, or from what `pointer` leads to in it.
  ///
  /// The document's own options have decided what it accepts and which of duplicate names counts.
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from document: JSONDocument, at pointer: JSONPointer = .root
  ) throws -> T {
    try decode(type, from: document.root, at: pointer)
  }

  /// Decodes a value from a value of a document, or from what `pointer` leads to in it.
  ///
  /// Paths of errors begin at this value.
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from value: JSONDocument.Value, at pointer: JSONPointer = .root
  ) throws -> T {
    try withDecoder(for: value, at: pointer) { try $0.session.unwrap(type, at: $0.place) }
  }
}

extension RushJSONDecoder {
  /// Decodes a value from a tree, or from what `pointer` leads to in it.
  ///
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  /// - Complexity: O(*n*) in the tree, which is written down and read.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from tree: RawJSON, at pointer: JSONPointer = .root
  ) throws -> T {
    try withDecoder(for: tree, at: pointer) { try $0.session.unwrap(type, at: $0.place) }
  }

  /// A document with the content of a tree.
  private func document(of tree: RawJSON) throws -> JSONDocument {
    var reading = readingOptions
    reading.leniencies = []
    reading.duplicateNames = .lastWins
    do {
      var options = JSONWritingOptions.compact
      options.maximumDepth = reading.maximumDepth
      var writer = JSONWriter(options: options)
      try tree.write(to: &writer)
      return try JSONDocument(parsing: try writer.finish(), options: reading)
    } catch let error as JSONSyntaxError {
      // Without the error, whose offset is that of a text that nobody has seen.
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "The tree cannot be decoded: \(error.kind)."))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "The tree cannot be decoded.", underlyingError: error))
    }
  }
}

extension RawJSON {
  /// Decodes a value from this one.
  ///
  /// ```swift
  /// let user = try tree["user"]?.decode(User.self)
  /// ```
  ///
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  /// - Complexity: O(*n*) in the tree, which is written down and read.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, using decoder: RushJSONDecoder = RushJSONDecoder()
  ) throws -> T {
    try decoder.decode(type, from: self)
  }
}

// MARK: - For all of them, and for other modules

extension RushJSONDecoder {
  /// Calls `body` with a decoder of the value at `pointer` of a text.
  @inline(__always)
  package func withDecoder<R>(
    for text: UnsafeRawBufferPointer, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try options.read { snapshot in
      var session = try unsafe self.session(for: text, snapshot)
      session.begin()
      defer {
        session.end()
        if isKnownUniquelyReferenced(&session) {
          if session.isReusable { spare.put(session) }
        } else {
          // A type has kept a decoder, or an error can be asked where it happened. So the bytes, which
          // are the caller's, are copied.
          session.settle()
        }
      }
      return try session.use(
        session.decoder(at: pointer, from: DocumentStorage.rootIndex), body)
    }
  }

  /// A session that has read a text.
  @inline(__always)
  private func session(for text: UnsafeRawBufferPointer, _ snapshot: DecodingSnapshot) throws
    -> DecodingSession
  {
    let (encoding, mark) = unsafe TextEncoding.detect(text)
    do throws(JSONSyntaxError) {
      if case .utf8 = encoding, !snapshot.options.assumesTopLevelDictionary {
        let session = spare.take(for: snapshot) ?? DecodingSession(.empty, snapshot)
        try unsafe session.read(text)
        return session
      }
      return DecodingSession(
        try unsafe DecodingSession.odd(text, encoding, mark, snapshot), snapshot)
    } catch {
      throw DecodingError.invalidText(error)
    }
  }

  /// Calls `body` with a decoder of what `pointer` leads to from a value of a document.
  package func withDecoder<R>(
    for value: JSONDocument.Value, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try withDecoder(for: value, at: pointer, isTextKnown: true, body)
  }

  /// Calls `body` with a decoder of what `pointer` leads to in a tree.
  func withDecoder<R>(
    for tree: RawJSON, at pointer: JSONPointer, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try withDecoder(for: document(of: tree).root, at: pointer, isTextKnown: false, body)
  }

  private func withDecoder<R>(
    for value: JSONDocument.Value, at pointer: JSONPointer, isTextKnown: Bool,
    _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try options.read { snapshot in
      let session = DecodingSession(value.storage, snapshot)
      session.isTextKnown = isTextKnown
      session.begin()
      defer { session.end() }
      return try session.use(session.decoder(at: pointer, from: value.index), body)
    }
  }
}

extension DecodingSession {
  /// Calls `body` with a decoder. What it throws has its place.
  @inline(__always)
  fileprivate func use<R>(_ decoder: ValueDecoder, _ body: (ValueDecoder) throws -> R) throws -> R {
    do {
      return try body(decoder)
    } catch {
      throw placed(error, R.self, at: decoder.place.index)
    }
  }

  /// Reads a text that has to be changed before.
  @inline(never)
  fileprivate static func odd(
    _ text: UnsafeRawBufferPointer, _ encoding: TextEncoding, _ mark: Int,
    _ snapshot: DecodingSnapshot
  ) throws(JSONSyntaxError) -> DocumentStorage {
    var bytes = unsafe TextEncoding.transcoded(text, encoding, mark: mark)
    var isBraced = false
    // A mark in UTF-8 stays in front of the brace, where the reader allows it or not.
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    if snapshot.options.assumesTopLevelDictionary, !startsWithBrace(bytes, at: start) {
      bytes.insert(UInt8.openBrace, at: start)
      // The line break ends a comment at the end of the text.
      bytes += [UInt8.lineFeed, .closeBrace]
      isBraced = true
    }
    var reading = snapshot.reading
    // There is one mark at most.
    if mark > 0 { reading.leniencies.remove(.byteOrderMark) }
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes, options: reading).storage
    } catch {
      throw isBraced && error.offset > start
        ? JSONSyntaxError(error.kind, at: error.offset - 1) : error
    }
  }

  /// Whether a text begins with `{` at `start`, after whitespace and comments.
  private static func startsWithBrace(_ text: [UInt8], at start: Int) -> Bool {
    var at = start
    while at < text.count {
      switch text[at] {
      case .space, .tab, .lineFeed, 0x0b, 0x0c, .carriageReturn: at += 1
      case .slash:
        guard at + 1 < text.count else { return false }
        if text[at + 1] == .slash {
          while at < text.count, text[at] != .lineFeed, text[at] != .carriageReturn { at += 1 }
        } else {
          at += 2
          while at + 1 < text.count,
            text[at] != UInt8.asterisk || text[at + 1] != .slash
          {
            at += 1
          }
          at += 2
        }
      default: return text[at] == .openBrace
      }
    }
    return false
  }

  /// A decoder of what `pointer` leads to from the value at `index`.
  @inline(__always)
  func decoder(at pointer: JSONPointer, from index: Int) throws -> ValueDecoder {
    let root = DecodingPlace(index: UInt32(truncatingIfNeeded: index), path: 0)
    if pointer.isEmpty { return ValueDecoder(self, root) }
    return try descend(pointer, from: root)
  }

  @inline(never)
  private func descend(_ pointer: JSONPointer, from root: DecodingPlace) throws -> ValueDecoder {
    var place = root
    for token in pointer.tokens {
      let value = unsafe JSONDocument.Value(storage, Int(place.index))
      let key: any CodingKey
      let found: JSONDocument.Value?
      switch value.kind {
      case .object:
        key = JSONPathKey(stringValue: token)
        found = value[token]
        if found == nil { throw missingKey(JSONPathKey(stringValue: token), in: place) }
      case .array:
        guard let position = JSONPointer.index(of: token) else {
          throw missingKey(JSONPathKey(stringValue: token), in: place)
        }
        key = JSONPathKey(position: position)
        found = value[position]
        if found == nil {
          throw atEnd(Any.self, in: place, position: position, "The array has no such element.")
        }
      default: throw noObject(at: place.index, path: codingPath(of: place))
      }
      guard let found else { break }
      place = addNode(key, index: UInt32(truncatingIfNeeded: found.index), in: place)
    }
    return ValueDecoder(self, place)
  }
}
