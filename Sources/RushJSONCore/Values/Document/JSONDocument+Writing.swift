internal import _RushJSONShims

// Documents as text. A kernel writes the compact form: it copies the text 64 bytes at a time and drops whitespace between
// tokens (rush_compact.h). Other forms walk the tape. Strings and numbers are copied unchanged from the text, quotation
// marks included, unless the options require another form or the text is not strict JSON.

extension JSONDocument: JSONWritable {
  public static var _sortsNames: Bool { true }
  public static var _own: JSONWriter._Own? {
    // Invariant: a document is at the address.
    unsafe JSONWriter._Own {
      unsafe $1.writeWhole($0.assumingMemoryBound(to: JSONDocument.self).pointee.root)
    }
  }

  /// Writes the document's value. Numbers keep their digits, strings their escapes, and names their
  /// order and their duplicates, unless the options say otherwise.
  /// - Throws: ``JSONWritingError``.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(root) }
  public var _estimatedTextLength: Int { byteCount &+ 64 }
}

extension JSONDocument.Value: JSONWritable {
  public static var _sortsNames: Bool { true }
  public static var _own: JSONWriter._Own? {
    // Invariant: a value is at the address.
    unsafe JSONWriter._Own {
      unsafe $1.writeWhole($0.assumingMemoryBound(to: JSONDocument.Value.self).pointee)
    }
  }

  /// Writes the value, as ``JSONDocument/write(to:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(self) }
}

extension JSONWriter {
  /// Writes a value of a document.
  /// - Throws: ``JSONWritingError`` if no value is allowed here, the value is too deep, or a number has
  ///   no text in the form that the options require.
  /// - Complexity: O(*n*) in the bytes of its text.
  public mutating func value(_ value: JSONDocument.Value) throws(JSONWritingError) {
    let mark = mark
    try beginValue()
    if let failed = output.write(value) {
      takeBack(to: mark)
      throw failed.error(output.options)
    }
    endValue()
    try check()
  }
}

extension TextOutput {
  /// Writes a value as the whole text. Returns whether it has one.
  fileprivate mutating func writeWhole(_ value: JSONDocument.Value) -> Bool {
    if case nil = write(value) { true } else { false }
  }

  /// Writes a scalar or a name of a document, unchanged if the document's text is strict JSON.
  mutating func write(scalar value: JSONDocument.Value) { _ = write(value) }

  /// The reason why a value of a document was not written.
  enum Refusal: Error {
    case tooDeep
    case number(JSONDocument.Value)
    case duplicateName(String, in: JSONDocument.Value)

    func error(_ options: JSONWritingOptions) -> JSONWritingError {
      switch self {
      case .tooDeep: JSONWritingError(.tooDeep(limit: options.maximumDepth))
      case .number(let value):
        JSONWritingError(
          .notRepresentable(number: value.storage.number(at: value.record.offset).text),
          at: value.pointer)
      case .duplicateName(let name, let object):
        JSONWritingError(.duplicateName(name), at: object.pointer)
      }
    }
  }

  /// Writes a value of a document, or returns the reason why it has no text.
  mutating func write(_ value: JSONDocument.Value) -> Refusal? {
    let isStrict = value.storage.options.leniencies.isEmpty
    let isSorted = options.nameOrder != .asGiven
    let keepsNumbers = options.numbers == .asGiven && isStrict
    let walk = TapeWalk(
      storage: value.storage, isSorted: isSorted,
      // The canonical form has its own escapes.
      keepsStrings: keepsEscapes && isStrict && (keepsNumbers || !isSorted),
      keepsNumbers: keepsNumbers)
    if walk.keepsStrings, walk.keepsNumbers, !isSorted, compact(value) { return nil }
    return write(walk, from: value.index)
  }

  /// An open container: the end of its records, doubled, plus 1 for an object.
  private typealias Frame = Int

  private mutating func write(_ walk: TapeWalk, from first: Int) -> Refusal? {
    assert(first >= DocumentStorage.rootIndex && first < walk.storage.recordCount)
    // Invariant: the storage lives as long as `walk`.
    let records = walk.storage.records
    var open = GrowingStack<Frame>()
    // For each open object, its end and before that the names to write, the next one last.
    var sorted = GrowingStack<SortedName>()
    var index = first
    var end = first &+ (records[first].distance)
    var isObject = false
    // No separator comes before the value itself.
    var isFirst = true
    var isInside = false
    while true {
      if walk.isSorted, isObject { index = sorted.pop().index }
      while index == end {
        if !isInside {
          assert(open.count == 0 && sorted.count == 0)
          return nil
        }
        close(isObject: isObject)
        let frame = open.pop()
        end = frame &>> 1
        isObject = frame & 1 != 0
        isFirst = false
        isInside = open.count > 0
        if walk.isSorted, isObject { index = sorted.pop().index }
        if _slowPath(buffer.failure != nil) { return nil }
      }
      if isInside { separate(isFirst) }
      isFirst = false
      assert(index < end && end <= walk.storage.recordCount)
      var record = records[index]
      if isObject {
        assert(record.isName)
        string(record, walk)
        colon()
        index &+= 1
        record = records[index]
      }
      switch record.kind {
      case .string, .escapedString: string(record, walk)
      case .integer, .unsigned, .double:
        guard number(record, walk) else { return .number(JSONDocument.Value(walk.storage, index)) }
      case .true: bool(true)
      case .false: bool(false)
      case .array, .object:
        let isNextObject = record.kind == .object
        guard depth < options.maximumDepth else { return .tooDeep }
        if record.count == 0 {
          empty(isObject: isNextObject)
        } else {
          open.push(end &<< 1 | (isObject ? 1 : 0))
          end = index &+ record.distance
          isObject = isNextObject
          isFirst = true
          isInside = true
          self.open(isObject: isObject)
          if walk.isSorted, isObject {
            do throws(Refusal) {
              try pushNames(of: JSONDocument.Value(walk.storage, index), to: &sorted)
            } catch {
              return error
            }
          }
        }
      case .null: null()
      // Only if the name itself is to be written. Names of members are written above.
      case .name, .escapedName: string(record, walk)
      }
      index &+= 1
    }
  }

  /// A name that waits, or the end of its object.
  private struct SortedName: BitwiseCopyable {
    /// The first bytes as a number, which is less than that of another name only if the name comes first.
    var prefix: UInt64 = 0
    var index: Int
  }

  /// The most names that are compared in place.
  private static var fewNames: Int { 32 }

  /// Puts the end of an object and its names on a stack, the first one in the order of writing on top.
  /// - Complexity: O(*n* log *n*) comparisons of strings, or of few names in place, most of them as numbers.
  @inline(never)
  private func pushNames(
    of object: JSONDocument.Value, to sorted: inout GrowingStack<SortedName>
  ) throws(Refusal) {
    assert(object.record.kind == .object)
    let storage = object.storage
    let order = options.nameOrder
    let count = object.record.count
    sorted.push(SortedName(index: object.index &+ object.record.distance))
    if count > Self.fewNames { return try pushManyNames(of: object, to: &sorted) }
    let start = sorted.count
    var repeated: Int?
    var at = object.index &+ 1
    for _ in 0..<count {
      let record = storage.record(at)
      if record.hasEscapes {
        while sorted.count > start { _ = sorted.pop() }
        return try pushManyNames(of: object, to: &sorted)
      }
      let name = SortedName(prefix: order.prefix(of: storage.rawBytes(record)), index: at)
      sorted.push(name)
      unsafe sorted.withElements(from: start) { names in
        // Equal names stay in their order.
        var place = names.count - 1
        while place > 0 {
          let other = unsafe names[place - 1]
          let difference =
            other.prefix == name.prefix
            ? compare(other.index, at, storage) : other.prefix < name.prefix ? -1 : 1
          if difference == 0 { repeated = at }
          if difference > 0 { break }
          unsafe names[place] = other
          place -= 1
        }
        unsafe names[place] = name
      }
      at &+= 1 &+ storage.record(at &+ 1).distance
    }
    assert(at == object.index &+ object.record.distance)
    if options.refusesDuplicateNames, let repeated {
      throw .duplicateName(storage.string(storage.record(repeated)), in: object)
    }
  }

  /// Compares two names without escapes.
  private func compare(_ a: Int, _ b: Int, _ storage: DocumentStorage) -> Int {
    options.nameOrder.compare(
      storage.rawBytes(storage.record(a)), storage.rawBytes(storage.record(b)))
  }

  /// The same for an object with many names, or with escapes in them. Makes strings of them.
  private func pushManyNames(
    of object: JSONDocument.Value, to sorted: inout GrowingStack<SortedName>
  ) throws(Refusal) {
    let storage = object.storage
    let count = object.record.count
    var indexes: [Int] = []
    indexes.reserveCapacity(count)
    var names: [String] = []
    names.reserveCapacity(count)
    var at = object.index &+ 1
    for _ in 0..<count {
      indexes.append(at)
      names.append(storage.string(storage.record(at)))
      at &+= 1 &+ storage.record(at &+ 1).distance
    }
    assert(at == object.index &+ object.record.distance)
    let order = options.nameOrder.sorted(names)
    if options.refusesDuplicateNames {
      for (a, b) in zip(order, order.dropFirst())
      where options.nameOrder.compare(names[a], names[b]) == 0 {
        throw .duplicateName(names[b], in: object)
      }
    }
    for position in order.reversed() { sorted.push(SortedName(index: indexes[position])) }
  }

  // MARK: - Scalars of a document

  @inline(__always)
  fileprivate mutating func string(_ record: TapeRecord, _ walk: TapeWalk) {
    let length = record.length
    guard walk.keepsStrings, length <= OutputBuffer.largestReservation &- 2 else {
      return slowString(record, walk)
    }
    buffer.reserve(length &+ 2)
    // In strict JSON the string is between quotation marks, which are copied with it. There is room for both, and
    // slack for the excess of the copy.
    assert(record.isString && record.offset > 0)
    assert(length >= 0 && record.offset &+ length < walk.storage.text.count)
    let start = unsafe walk.storage.text.baseAddress.unsafelyUnwrapped + (record.offset &- 1)
    unsafe rush_copy_short(
      start, length &+ 2, buffer.position.checked(length &+ 2 &+ Int(RUSH_COPY_SLACK)))
    buffer.advance(by: length &+ 2)
  }

  @inline(never)
  private mutating func slowString(_ record: TapeRecord, _ walk: TapeWalk) {
    let bytes = walk.storage.rawBytes(record)
    if walk.keepsStrings {
      buffer.reserve(1)
      buffer.put(UInt8.quote)
      buffer.append(bytes)
      buffer.reserve(1)
      buffer.put(UInt8.quote)
    } else if record.hasEscapes {
      walk.storage.unescaped(record).withCheckedBytes { string($0) }
    } else {
      string(bytes)
    }
  }

  @inline(__always)
  fileprivate mutating func number(_ record: TapeRecord, _ walk: TapeWalk) -> Bool {
    guard walk.keepsNumbers else { return slowNumber(record, walk) }
    let text = walk.storage.text
    assert(record.offset < text.count)
    let start = unsafe text.baseAddress.unsafelyUnwrapped + record.offset
    let length = unsafe rush_number_length(start, text.baseAddress.unsafelyUnwrapped + text.count)
    assert(length > 0 && record.offset &+ length <= text.count)
    guard length <= OutputBuffer.largestReservation else {
      unsafe buffer.append(CheckedBytes(start: start, count: length))
      return true
    }
    buffer.reserve(length)
    unsafe rush_copy_short(
      start, length, buffer.position.checked(length &+ Int(RUSH_COPY_SLACK)))
    buffer.advance(by: length)
    return true
  }

  @inline(never)
  private mutating func slowNumber(_ record: TapeRecord, _ walk: TapeWalk) -> Bool {
    let number = walk.storage.number(at: record.offset)
    guard hasText(number) else { return false }
    self.number(number)
    return true
  }
}

/// The constants of a walk along a tape.
private struct TapeWalk {
  let storage: DocumentStorage
  /// Whether the members of objects are sorted. Their names then take memory while the object is open.
  let isSorted: Bool
  /// Whether strings are copied with their quotation marks and escapes.
  let keepsStrings: Bool
  let keepsNumbers: Bool
}

// MARK: - JSON text

extension JSONWriter {
  /// Writes a value that is given as JSON text, in the form that the options require.
  /// - Throws: ``JSONWritingError/Kind/invalidJSON(_:)`` if `bytes` are not one JSON value by
  ///   `options`, with the place in `bytes`; otherwise as ``value(_:)-(JSONDocument.Value)``.
  /// - Complexity: O(*n*) in bytes, which are copied.
  public mutating func value(
    json bytes: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONWritingError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes, options: options)
    } catch {
      throw failure(ofNextValue: .invalidJSON(error))
    }
    try value(document.root)
  }
}

// MARK: - Compacting

// Arrays and objects of a document as compact text: the bytes of the text, without the whitespace between tokens.
// This does not read the tape, and is several times as fast as a walk along it.

extension TextOutput {
  /// Writes an array or object as the compact form of its text, if that has the form that the options
  /// require for strings and numbers. Returns `false`, and writes nothing, if the text may be nested too
  /// deep, or if a walk along the tape is faster.
  mutating func compact(_ value: JSONDocument.Value) -> Bool {
    let kernel = BlockKernel.fastest.raw
    let limit = rush_compact_limit(kernel)
    guard isCompact, value.record.isContainer, limit > 0 else { return false }
    // A text that was read obeys the limit of reading.
    guard options.maximumDepth >= depth,
      value.storage.options.maximumDepth <= options.maximumDepth &- depth
    else { return false }
    assert(value.record.offset < value.storage.text.count)
    var text = CheckedBytes(rebasing: value.storage.text[value.record.offset...])
    // Only whitespace follows the value of a text.
    if value.index != DocumentStorage.rootIndex {
      if value.record.distance < Self.fewestRecords { return false }
      var scan = rush_scan_state()
      let end = unsafe rush_scan_value(kernel, text.baseAddress, text.count, &scan)
      assert(end > 0 && end <= text.count)
      text = CheckedBytes(rebasing: text[..<end])
    }
    guard var source = unsafe text.baseAddress else { return false }
    var rest = text.count
    // Long strings are copied faster as a whole.
    if rest / max(value.record.distance, 1) >= limit { return false }
    var state = rush_compact_state()
    while rest > 0, buffer.failure == nil {
      let piece = min(rest, OutputBuffer.largestReservation)
      buffer.reserve(piece)
      // Invariant: the source has `piece` more bytes. There is room for them, and slack for the excess.
      let target = unsafe buffer.position.checked(piece &+ Int(RUSH_COMPACT_SLACK))
      let count = unsafe rush_compact(kernel, source, piece, target, &state)
      assert(count >= 0 && count <= piece)
      buffer.advance(by: count)
      unsafe source += piece
      rest &-= piece
    }
    return true
  }

  /// The least number of records of a value whose end is worth finding.
  private static var fewestRecords: Int { 32 }
}

// MARK: - Description

// Documents and their values as text for people: the beginning of their compact JSON.

extension JSONDocument: CustomStringConvertible {
  /// The document's value as compact JSON text, shortened like that of a ``Value``.
  public var description: String { root.description }
}

extension JSONDocument.Value: CustomStringConvertible {
  /// The value as compact JSON text. A text of more than 1,000 bytes is cut there, and ends with "…".
  ///
  /// Escapes stay as they were written. NaN and the infinities are strings. `jsonString()` gives the whole text.
  /// - Complexity: O(1): whatever the length of the value, only its beginning is read.
  public var description: String {
    var options = JSONWritingOptions.compact
    options.nonFiniteNumbers = .strings(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    var output = TextOutput(OutputBuffer(), options: options)
    output.write(beginningOf: self)
    // Invariant: the buffer keeps the bytes during the call.
    return unsafe TextOutput.description(
      of: output.buffer.bytes.buffer.span)
  }
}

#if !hasFeature(Embedded)
  extension JSONDocument: CustomReflectable {
    /// No children: `dump` prints the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  extension JSONDocument.Value: CustomReflectable {
    /// No children: `dump` prints the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif

extension TextOutput {
  /// The length in bytes beyond which a description is cut.
  private static var longestDescription: Int { 1000 }

  /// A text for people, which is cut if it is too long.
  package static func description(of text: Span<UInt8>) -> String {
    var end = min(text.count, longestDescription)
    // Not in the middle of a scalar.
    while end < text.count, text[end] & 0xc0 == 0x80 { end &-= 1 }
    let beginning = text.extracting(..<end).withCheckedBytes {
      String(decoding: $0, as: UTF8.self)
    }
    return end < text.count ? beginning + "…" : beginning
  }

  /// Writes a value, or enough of it that the text is too long for a description.
  fileprivate mutating func write(beginningOf value: JSONDocument.Value) {
    let storage = value.storage
    var open: [(end: Int, isObject: Bool)] = []
    var at = value.index
    var isFirst = true
    repeat {
      if let container = open.last {
        separate(isFirst)
        if container.isObject {
          write(beginningOfScalar: JSONDocument.Value(storage, at))
          colon()
          at &+= 1
        }
      }
      let record = storage.record(at)
      isFirst = record.isContainer && record.count > 0
      if isFirst {
        self.open(isObject: record.kind == .object)
        open.append((at &+ record.distance, record.kind == .object))
      } else if record.isContainer {
        empty(isObject: record.kind == .object)
      } else {
        write(beginningOfScalar: JSONDocument.Value(storage, at))
      }
      at &+= 1
      while let container = open.last, container.end == at {
        close(isObject: container.isObject)
        open.removeLast()
      }
    } while !open.isEmpty && buffer.count <= Self.longestDescription
  }

  /// Writes a scalar or a name. A long string is written up to where the description ends, as it is in the text.
  private mutating func write(beginningOfScalar value: JSONDocument.Value) {
    guard value.record.isString, value.record.length > Self.longestDescription else {
      return write(scalar: value)
    }
    let bytes = value.storage.rawBytes(value.record).prefix(Self.longestDescription &+ 1)
    buffer.reserve(1)
    buffer.put(UInt8.quote)
    buffer.append(CheckedBytes(rebasing: bytes))
  }
}
