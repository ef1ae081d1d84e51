// Finds the elements of one container of a stream.
//
//   pointer  /data/items          followed by name or index; what is not on the path is passed over
//   text     {"meta": {…}, "data": {"items": [ {…}, {…}, … ]}, "more": …}
//             └ skipped ┘           elements  └──┘  └──┘       └ read on, so that all is checked

extension JSONRecord {
  /// Reads the elements of an array, or the members of an object, anywhere in a text that comes in
  /// pieces: one at a time, and each is forgotten when the next is asked for.
  ///
  /// Of several members of the same name on the path the first is taken. All of the text is checked, also
  /// what is behind the elements: an error there is thrown when they have been given.
  ///
  /// Memory: that of a ``JSONEventReader``, and the text of one element.
  public struct ElementReader: ~Copyable {
    private enum State {
      /// The next value is on the path, or the container itself.
      case onPath
      /// In an object on the path, before a name.
      case members
      /// In an array on the path, so many elements of which were passed over.
      case elements(Int)
      /// In a value that is not on the path: a member's, or the element at this index.
      case skipping(index: Int?)
      /// In the container, before an element; the name, if it has been read.
      case inside(name: String?)
      /// In an element that begins at this offset.
      case collecting(offset: Int, name: String?)
      /// In an element that is too long.
      case passingOver
      /// Behind the container.
      case behind
    }

    private enum Step {
      case goOn
      case needsChunk
      case record(JSONRecord)
      case refuse(JSONRecordError.Reason, at: Int)
    }

    /// Where the container is; of the values of a stream the empty pointer.
    public let pointer: JSONPointer
    private let maximumLength: Int
    private var reader: JSONEventReader
    private var state: State
    /// How many of the pointer's tokens have been followed.
    private var level = 0
    private var failure: JSONRecordError?

    /// A reader of the elements or members of the container at `pointer`.
    ///
    /// - Parameter maximumLength: The most bytes of an element, and of its name; a longer one is an error and
    ///   the elements after it can be read. What is held of it meanwhile may be more by two chunks. Longer
    ///   strings beside the path are not held.
    public init(
      at pointer: JSONPointer = .root, options: JSONReadingOptions = .stream,
      maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
    ) {
      self.pointer = pointer
      self.maximumLength = maximumLength
      reader = JSONEventReader(options: options)
      // Names on the path have to be compared, and each of their bytes may be an escape of six.
      let longest = pointer.tokens.map(\.utf8.count).max() ?? 0
      reader.heldBytes = min(max(maximumLength, 6 &* longest &+ 2), .max &- 1)
      state = .onPath
    }

    /// A reader of values that stand one after the other, with whitespace between them or nothing.
    public init(
      ofValues options: JSONReadingOptions,
      maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
    ) {
      pointer = .root
      self.maximumLength = maximumLength
      reader = JSONEventReader(.values, options: options)
      reader.heldBytes = min(maximumLength, .max &- 1)
      state = .inside(name: nil)
    }

    /// Goes on with `chunk`, which is kept until it is read.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }

    /// Goes on with `chunk`, which is kept until it is read.
    public mutating func feed(_ chunk: [UInt8]) { reader.feed(chunk) }

    /// The text ends here.
    public mutating func finish() { reader.finish() }

    /// Where the last token that was read begins, as a byte offset from the start of the stream.
    public var offset: Int { reader.offset }

    /// As of ``JSONEventReader``.
    package var heldCount: Int { reader.heldCount }

    /// The next element, or `nil` if another chunk is needed, or at the end of the text.
    ///
    /// - Throws: What is wrong first, or that there is no container at the pointer, and then the same
    ///   again; that an element is too long, and then goes on behind it.
    /// - Complexity: O(*n*) in the bytes up to its end. Its own bytes are copied.
    public mutating func next() throws(JSONRecordError) -> JSONRecord? {
      while failure == nil {
        switch step() {
        case .goOn: continue
        case .needsChunk: return nil
        case .record(let record): return record
        case .refuse(let reason, let offset):
          let error = JSONRecordError(reason, recordOffset: offset, line: nil)
          if error.endsStream { failure = error }
          throw error
        }
      }
      if let failure { throw failure }
      return nil
    }

    private mutating func step() -> Step {
      do throws(JSONStreamError) {
        switch state {
        case .onPath, .members, .elements, .skipping: return try followPath()
        case .inside(let name): return try begin(named: name)
        case .collecting(let offset, let name): return try collect(from: offset, named: name)
        case .passingOver:
          guard try reader.skipValue() else { return .needsChunk }
          state = .inside(name: nil)
          return .goOn
        case .behind:
          while try reader.next() != nil {}
          return .needsChunk
        }
      } catch {
        // However the text is cut: an element is too long before something after that limit is wrong.
        if let start = elementOffset, reader.end(of: error) &- start > maximumLength {
          state = .passingOver
          return .refuse(.tooLong, at: start)
        }
        return .refuse(.stream(error), at: error.offset)
      }
    }

    /// Where the element or its name begins in which something is wrong.
    private var elementOffset: Int? {
      switch state {
      case .collecting(let offset, _): offset
      case .inside: reader.refusedToken
      default: nil
      }
    }

    // MARK: - The path

    private mutating func followPath() throws(JSONStreamError) -> Step {
      if case .skipping(let index) = state {
        guard try reader.skipValue() else { return .needsChunk }
        state = index.map { .elements($0 &+ 1) } ?? .members
        return .goOn
      }
      guard try reader.hasRecord() else { return .needsChunk }
      let record = reader.queue.peeked
      if record.isEnd { return notFound() }
      switch state {
      case .onPath:
        guard record.kind == .beginArray || record.kind == .beginObject else { return notFound() }
        _ = try reader.next()
        if level == pointer.tokens.count {
          state = .inside(name: nil)
        } else {
          state = record.kind == .beginObject ? .members : .elements(0)
        }
      case .members:
        _ = try reader.next()
        // Scalar by scalar, as RFC 6901 §4 has it.
        let isOnPath =
          !reader.isDropped(record)
          && reader.string()?.utf8.elementsEqual(pointer.tokens[level].utf8) ?? false
        if isOnPath { level &+= 1 }
        state = isOnPath ? .onPath : .skipping(index: nil)
      case .elements(let count):
        guard let index = JSONPointer.index(of: pointer.tokens[level]) else { return notFound() }
        if index == count { level &+= 1 }
        state = index == count ? .onPath : .skipping(index: count)
      default: break
      }
      return .goOn
    }

    private func notFound() -> Step { .refuse(.noContainer(pointer), at: reader.nextOffset) }

    // MARK: - The container

    private mutating func begin(named name: String?) throws(JSONStreamError) -> Step {
      guard try reader.hasRecord() else {
        if reader.goodStringBytes <= maximumLength { return .needsChunk }
        state = .passingOver
        return .refuse(.tooLong, at: reader.place.offset)
      }
      let record = reader.queue.peeked
      if reader.isDropped(record) || record.isName && reader.length(of: record) > maximumLength {
        state = .passingOver
        return .refuse(.tooLong, at: reader.nextOffset)
      }
      if record.isEnd {
        _ = try reader.next()
        state = .behind
      } else if record.isName {
        _ = try reader.next()
        state = .inside(name: reader.string())
      } else {
        state = .collecting(offset: reader.nextOffset, name: name)
      }
      return .goOn
    }

    private mutating func collect(from offset: Int, named name: String?) throws(JSONStreamError)
      -> Step
    {
      guard let text = try reader.readText() else {
        if reader.collected.count &+ reader.goodStringBytes <= maximumLength { return .needsChunk }
        reader.stopCollecting()
        state = .passingOver
        return .refuse(.tooLong, at: offset)
      }
      state = .inside(name: nil)
      if text.count > maximumLength { return .refuse(.tooLong, at: offset) }
      return .record(JSONRecord(bytes: text[...], offset: offset, name: name))
    }
  }
}

extension JSONEventReader {
  /// Where the next token begins in the stream; asked only when there is one.
  fileprivate var nextOffset: Int { streamOffset(of: queue.peeked) }

  /// How many bytes a string or name has, with its quotation marks.
  fileprivate func length(of record: EventRecord) -> Int {
    record.length &+ 2 &* (record.offset &- start(of: record))
  }

  /// Where the token begins in which something is wrong; not of a comment.
  fileprivate var refusedToken: Int? {
    guard let error = failure else { return nil }
    if error.kind == .unterminatedComment { return nil }
    let start = tokenizer.unusedStart
    return start == 0 ? place.offset : readOffset &+ start
  }

  /// How far the text is known when an error is found.
  fileprivate func end(of error: JSONStreamError) -> Int {
    switch error.kind {
    case .stringTooLong: error.offset &+ 1 &+ options.maximumStringLength
    case .duplicateName: readOffset &+ tokenizer.stringEnd
    case .unterminatedComment: readOffset &+ piece.count
    default: error.offset
    }
  }

  /// The rest of the value is passed over, not read.
  fileprivate mutating func stopCollecting() {
    collected = []
    collectingFrom = -1
  }
}
