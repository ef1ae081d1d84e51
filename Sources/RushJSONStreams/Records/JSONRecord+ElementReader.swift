// Finds the elements of one container of a stream.
//
//   pointer  /data/items          names and indexes lead to the container
//   text     {"meta": {…}, "data": {"items": [ {…}, {…}, … ]}, "more": …}
//             └ skipped ┘           elements  └──┘  └──┘       └ read to the end, so all is checked
//
// An element is read alone, by the event reader, or as part of a batch (ElementBatches).

public import RushJSONCore

extension JSONRecord {
  /// Reads the elements of an array, or the members of an object, anywhere in a text that comes in
  /// pieces. It holds one element at a time.
  ///
  /// If members on the path have the same name, the first one counts. The whole text is checked: an
  /// error after the elements is thrown when all of them have been delivered.
  ///
  /// Memory: that of a ``JSONEventReader``, the text of one element, and 132 KB for elements that are read together.
  public struct ElementReader: ~Copyable {
    enum State {
      /// The next value is on the path, or the container itself.
      case onPath
      /// In an object on the path, before a name.
      case members
      /// In an array on the path, after this many elements.
      case elements(Int)
      /// In a value beside the path: a member's, or the element at this index.
      case skipping(index: Int?)
      /// In the container, before an element, whose name may have been read.
      case inside(name: String?)
      /// In an element that begins at this offset.
      case collecting(offset: Int, name: String?)
      /// In an element that is too long.
      case passingOver
      /// After the container.
      case after
    }

    enum Step {
      case `continue`
      case needsChunk
      case record(JSONRecord)
      case refuse(JSONStreamError)
    }

    /// The path of the container. The empty pointer for the values of a stream.
    public let pointer: JSONPointer
    /// The kinds of the containers that the pointer's tokens lead into; `nil` for either kind. Empty if
    /// all are `nil`.
    package var kinds: [JSONKind?] = []
    private let maximumLength: Int
    var reader: JSONEventReader
    var state: State
    /// How many of the pointer's tokens have been followed.
    var level = 0
    /// Whether each container on the path, and the one at its end, is an object.
    private(set) var openedObjects: [Bool] = []
    /// After the container: how many containers are open, and the least number of them since.
    private var openAfter = (count: 0, least: 0)
    var failure: JSONStreamError?
    var batches: ElementBatches

    /// A reader of the elements or members of the container at `pointer`.
    /// - Parameter maximumLength: The most bytes of an element, and of its name. A longer one is an
    ///   error, after which the next elements can be read. Until then the reader may hold two
    ///   chunks more of it. It holds no longer strings beside the path, and the path of an error ends
    ///   before a name of that length.
    public init(
      at pointer: JSONPointer = .root, options: JSONReadingOptions = .stream,
      maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
    ) {
      self.pointer = pointer
      self.maximumLength = maximumLength
      reader = JSONEventReader(options: options)
      // Names on the path are compared, and each of their bytes may be an escape of six bytes.
      let longest = pointer.tokens.map(\.utf8.count).max() ?? 0
      reader.heldBytes = min(max(maximumLength, 6 &* longest &+ 2), .max &- 1)
      state = .onPath
      var options = options
      options.maximumDepth = max(0, options.maximumDepth &- pointer.tokens.count &- 1)
      batches = ElementBatches(hasCommas: true, options: options)
    }

    /// A reader of values one after the other, with or without whitespace between them.
    /// - Parameter hasCommas: Whether there is a comma between each two values. A missing comma is an
    ///   error then, and so is one after the last value, unless
    ///   ``JSONReadingOptions/Leniencies/trailingCommas`` allows it.
    public init(
      ofValues options: JSONReadingOptions, hasCommas: Bool = false,
      maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
    ) {
      pointer = .root
      self.maximumLength = maximumLength
      reader = JSONEventReader(hasCommas ? .commaSeparatedValues : .values, options: options)
      reader.heldBytes = min(maximumLength, .max &- 1)
      state = .inside(name: nil)
      batches = ElementBatches(hasCommas: hasCommas, options: options)
    }

    /// Adds the bytes of `chunk`, in O(*n*). Keeps an array, or a slice of one, until it is read, and copies other
    /// sequences.
    @inlinable
    public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }

    @usableFromInline
    package mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }

    /// Marks the end of the text.
    public mutating func finish() { reader.finish() }

    /// The byte offset of the last token that was read from the start of the stream.
    public var offset: Int {
      batches.isInBatch ? reader.offset &+ batches.batch.lastTokenOffset : reader.offset
    }
    package var heldCount: Int { reader.heldCount }
    package var bytesRead: Int { reader.bytesRead }

    /// The next element. `nil` if the reader needs another chunk, and at the end of the text.
    /// - Throws: ``JSONStreamError``. After a syntax error, or if there is no container at the
    ///   pointer, every call throws the same error again. After an element that is too long, the
    ///   next call continues with the next element.
    /// - Complexity: O(*n*) in the bytes up to the element's end. Copies the element's bytes.
    public mutating func next() throws(JSONStreamError) -> JSONRecord? {
      findElement() ? foundElement : try nextAlone()
    }

    /// The next element after `findElement` has found none.
    mutating func nextAlone() throws(JSONStreamError) -> JSONRecord? {
      while failure == nil {
        switch step() {
        case .continue: continue
        case .needsChunk: return nil
        case .record(let record): return record
        case .refuse(let error):
          if error.endsStream { failure = error }
          throw error
        }
      }
      if let failure { throw failure }
      return nil
    }

    // MARK: - Batches

    /// Moves to the next element, if it is read together with others. It is then `foundElement`.
    @inline(__always)
    mutating func findElement() -> Bool {
      if batches.isInBatch, findInBatch() { return true }
      guard case .inside(nil) = state, failure == nil else { return false }
      return batches.begin(&reader) && findInBatch()
    }

    @inline(__always)
    private mutating func findInBatch() -> Bool {
      if batches.find(maximumLength: maximumLength) { return true }
      leaveBatch()
      return false
    }

    mutating func leaveBatch() { batches.leave(&reader) }

    /// The element that `findElement` has found.
    var foundElement: JSONRecord {
      JSONRecord(
        bytes: batches.batch.elementBytes[...],
        offset: reader.offset &+ batches.batch.elementOffset)
    }

    mutating func step() -> Step {
      do throws(JSONStreamError) {
        switch state {
        case .onPath, .members, .elements, .skipping: return try followPath()
        case .inside(let name): return try begin(named: name)
        case .collecting(let offset, let name): return try collect(from: offset, named: name)
        case .passingOver:
          guard try reader.skipValue() else { return .needsChunk }
          state = .inside(name: nil)
          return .continue
        case .after:
          while let event = try reader.next() {
            switch event {
            case .beginArray, .beginObject: openAfter.count &+= 1
            case .endArray, .endObject: openAfter.count &-= 1
            default: break
            }
            openAfter.least = min(openAfter.least, openAfter.count)
          }
          return .needsChunk
        }
      } catch {
        // However the text is cut, an element that is too long counts before a later error.
        if let start = elementOffset, reader.end(of: error) &- start > maximumLength {
          state = .passingOver
          return tooLong(at: start)
        }
        return .refuse(error)
      }
    }

    /// How many of the containers on the path, and the one at its end, are open, once that was found.
    package var openLevels: Int {
      if case .after = state { return openAfter.least }
      return pointer.tokens.count &+ 1
    }

    /// Where the element or the name begins that has the error.
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
        return .continue
      }
      guard try reader.hasRecord() else { return .needsChunk }
      let record = reader.peeked
      if record.isEnd { return notFound() }
      switch state {
      case .onPath:
        guard record.kind == .beginArray || record.kind == .beginObject else { return notFound() }
        if level < kinds.count, let kind = kinds[level] {
          guard (kind == .object) == (record.kind == .beginObject) else { return notFound() }
        }
        openedObjects.append(record.kind == .beginObject)
        _ = try reader.next()
        if level == pointer.tokens.count {
          state = .inside(name: nil)
        } else {
          state = record.kind == .beginObject ? .members : .elements(0)
        }
      case .members:
        _ = try reader.next()
        // Names are compared scalar by scalar (RFC 6901 §4).
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
      return .continue
    }

    private func notFound() -> Step {
      .refuse(JSONStreamError(.noContainer, offset: reader.nextOffset, pointer: pointer))
    }

    // MARK: - The container

    private func tooLong(at offset: Int) -> Step {
      .refuse(
        JSONStreamError(
          .recordTooLong, in: JSONRecord(bytes: [], offset: offset),
          limit: .init(.maximumLength, maximumLength)))
    }

    private mutating func begin(named name: String?) throws(JSONStreamError) -> Step {
      guard try reader.hasRecord() else {
        if reader.goodStringBytes <= maximumLength { return .needsChunk }
        state = .passingOver
        return tooLong(at: reader.pieceOffset)
      }
      let record = reader.peeked
      if reader.isDropped(record) || record.isName && reader.length(of: record) > maximumLength {
        state = .passingOver
        return tooLong(at: reader.nextOffset)
      }
      if record.isEnd {
        _ = try reader.next()
        state = .after
        openAfter = (pointer.tokens.count, pointer.tokens.count)
      } else if record.isName {
        _ = try reader.next()
        state = .inside(name: reader.string())
      } else {
        state = .collecting(offset: reader.nextOffset, name: name)
      }
      return .continue
    }

    private mutating func collect(from offset: Int, named name: String?) throws(JSONStreamError)
      -> Step
    {
      guard let text = try reader.readText() else {
        let known = reader.collectedBytes &+ reader.goodStringBytes
        if known <= maximumLength { return .needsChunk }
        reader.stopCollecting()
        state = .passingOver
        return tooLong(at: offset)
      }
      state = .inside(name: nil)
      if text.count > maximumLength { return tooLong(at: offset) }
      return .record(JSONRecord(bytes: text[...], offset: offset, name: name))
    }
  }
}

extension JSONReadingOptions {
  /// Strict reading of a stream of any length. The length of the text is unlimited, because readers
  /// of streams do not hold it.
  public static let stream = {
    var options = JSONReadingOptions.strict
    options.maximumLength = .max
    return options
  }()
}
