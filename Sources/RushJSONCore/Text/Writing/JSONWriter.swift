internal import _RushJSONShims

/// Writes JSON text token by token. A call that would not give JSON throws and writes nothing.
///
/// ```swift
/// var writer = JSONWriter(options: .pretty)
/// try writer.beginObject()
/// try writer.name("id")
/// try writer.integer(42)
/// try writer.endObject()
/// let bytes = try writer.finish()
/// ```
///
/// The text goes to memory that grows, or to a sink that receives at most 64 KiB at a time. With a sink,
/// no more than that is in memory, unless names must be sorted. An object that is written token by token
/// is sorted when it is complete. Trees and documents are sorted beforehand.
///
/// A text that is too long, or an error from the sink, is reported at the next array, object or end.
///
/// ## Topics
///
/// ### A text to memory or to a sink
///
/// - ``init(options:capacity:)``
/// - ``init(options:sink:)``
/// - ``finish()``
/// - ``finishString()``
/// - ``byteCount``
///
/// ### Objects and arrays
///
/// - ``beginObject()``
/// - ``name(_:)-768dl``
/// - ``name(_:)-1cjaa``
/// - ``name(utf8:)``
/// - ``endObject()``
/// - ``beginArray()``
/// - ``endArray()``
///
/// ### Values
///
/// - ``string(_:)``
/// - ``string(utf8:)``
/// - ``integer(_:)-xvzl``
/// - ``integer(_:)-9sh9n``
/// - ``integer(_:)-8lmex``
/// - ``double(_:)``
/// - ``float(_:)``
/// - ``number(_:)``
/// - ``bool(_:)``
/// - ``null()``
/// - ``value(_:)-7hha7``
/// - ``value(_:)-3ty04``
/// - ``value(_:)-if21``
/// - ``value(json:options:)``
///
/// ### Members of your own types
///
/// - ``member(_:_:)-17fi8``
/// - ``member(_:_:)-4r26x``
/// - ``member(_:_:)-82qxu``
///
/// ### Types that share an object
///
/// - ``members(of:as:beside:)``
/// - ``members(of:beside:)-142q4``
/// - ``members(of:beside:)-98gy4``
/// - ``members(of:beside:)-3uoxs``
/// - ``members(of:beside:)-3k2pa``
/// - ``members(of:beside:)-u9ng``
public struct JSONWriter: ~Copyable {
  var output: TextOutput
  var expected = WritingExpectation.value
  /// Whether members are written as they come: compact, unsorted, with numbers and names as given.
  var isPlain: Bool
  /// The encoder that this writes for, if there is one: its options for names and types.
  var encoding: (any EncodingWriter)?
  /// The identity of a writer without an encoder; otherwise 0.
  let number: UInt64
  /// The depth at the beginning of the value. More than 0 for a part of an encoding.
  var baseDepth = 0
  let maximumDepth: Int
  /// The open objects that have parts, and the parts that are being written, the innermost last.
  var merged: [MergedObject] = []
  var parts: [WrittenPart] = []
  /// Whether an open object has parts.
  var isMerging = false
  /// Whether the next object is written without its braces.
  var isFlattening = false
  /// Whether the writer may hold more of a value than its text: a path, parts, or the kinds of 64 containers.
  var holdsMore = false
  /// A filter of the names that need more than a copy. All bits, unless members are written as they come.
  var nameBits: UInt64
  /// One bit per open container, 1 for an object; the innermost is the lowest.
  var kinds: UInt64 = 0
  /// The same for the containers beyond 64, the outermost first.
  var outerKinds: [UInt64] = []
  /// The members of open objects, if they must be sorted.
  var members: UnsortedMembers?
  /// The path scan after the last error. The next one resumes here, so many errors in a text cost as much as one.
  var path = PathScan()
  /// The offset of the value. More than 0 for a part of an encoding.
  var start = 0
  /// A scan of the current value's path, which the next request continues.
  var valuePath: PathScan?
  /// The sink of a text that must be complete first, and the number of bytes that it received.
  var lateSink: ByteSink?
  var lateCount = 0

  /// Creates a writer to memory, of `capacity` bytes at first.
  public init(options: JSONWritingOptions = .compact, capacity: Int = 1024) {
    let buffer = OutputBuffer(capacity: capacity, maximumLength: options.maximumLength)
    self.init(buffer, options: options)
  }

  /// The size in bytes of the stack memory for a short text. Swift allocates more on the heap.
  package static var stackRoom: Int { 1024 }

  /// Creates a writer to memory of the caller's, if the text fits there.
  // Invariant: the caller keeps the memory as long as the writer.
  init(lending memory: UnsafeMutableBufferPointer<UInt8>, options: JSONWritingOptions) {
    let buffer = unsafe OutputBuffer(lending: memory, maximumLength: options.maximumLength)
    self.init(buffer, options: options)
  }

  /// Creates a writer to memory that becomes an array, if the text fits into `capacity`.
  init(forArray options: JSONWritingOptions, capacity: Int) {
    let buffer = OutputBuffer(
      capacity: capacity, maximumLength: options.maximumLength, becomesArray: true)
    self.init(buffer, options: options)
  }

  /// Creates a writer to `sink`, which receives at most 64 KiB at a time, valid only during the call.
  // Part of the user's module, so that this one does not capture a closure of spans (`ByteSink`).
  @_alwaysEmitIntoClient
  public init(
    options: JSONWritingOptions = .compact, sink: @escaping (Span<UInt8>) throws -> Void
  ) {
    // Invariant: the bytes are valid during the call of the closure.
    self.init(
      options: options,
      to: ByteSink { unsafe try sink($0.buffer.span) })
  }

  @usableFromInline
  package init(options: JSONWritingOptions, to sink: ByteSink) {
    if options.nameOrder == .asGiven {
      let buffer = OutputBuffer(maximumLength: options.maximumLength, sink: sink)
      self.init(buffer, options: options)
    } else {
      self.init(options: options)
      lateSink = sink
    }
  }

  /// Creates a writer of one value that sorts its names to `sink`, which does not keep the text.
  init(forSorted options: JSONWritingOptions, to sink: ByteSink) {
    let buffer = OutputBuffer(maximumLength: options.maximumLength, sink: sink)
    self.init(buffer, options: options)
    members = nil
  }

  init(_ buffer: consuming OutputBuffer, options: JSONWritingOptions) {
    output = TextOutput(buffer, options: options)
    number = rush_unique_number()
    maximumDepth = options.maximumDepth
    isPlain = output.takesPlainMembers
    nameBits = isPlain ? 0 : .max
    if options.nameOrder != .asGiven { members = UnsortedMembers() }
  }

  /// Creates the writer of an encoding, which is ready for ``begin(for:)``.
  init(_ output: consuming TextOutput, maximumDepth: Int, convertsNames: Bool) {
    number = 0
    self.maximumDepth = maximumDepth
    isPlain = output.takesPlainMembers && !convertsNames
    nameBits = isPlain ? 0 : .max
    expected = .nothing
    self.output = output
  }

  // MARK: - Arrays and objects

  /// Begins an array.
  /// - Throws: ``JSONWritingError`` if no value is allowed here, or the nesting is too deep.
  public mutating func beginArray() throws(JSONWritingError) { try beginQuickly(isObject: false) }

  /// Begins an object.
  /// - Throws: As ``beginArray()``.
  public mutating func beginObject() throws(JSONWritingError) { try beginQuickly(isObject: true) }

  @inline(__always)
  private mutating func beginQuickly(isObject: Bool) throws(JSONWritingError) {
    let depth = output.depth
    guard _fastPath(isPlain && !isFlattening && depth < maximumDepth && mayBeginValue),
      _fastPath(depth == 0 || depth & 63 != 0)
    else { return try begin(isObject: isObject) }
    output.buffer.reserve(2)
    output.buffer.putIf(UInt8.comma, expected == .element)
    output.buffer.put(isObject ? UInt8.openBrace : UInt8.openBracket)
    output.depth = depth &+ 1
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    expected = isObject ? .firstName : .firstElement
    try check()
  }

  @inline(never)
  mutating func begin(isObject: Bool) throws(JSONWritingError) {
    if _slowPath(isFlattening) { return try beginFlattened(isObject: isObject) }
    if output.depth >= maximumDepth, mayBeginValue { throw tooDeep() }
    try beginValue()
    output.open(isObject: isObject)
    noteContainer(isObject: isObject)
    if isObject { members?.beginObject() }
    try check()
  }

  /// Notes that a container is open, after its bracket.
  mutating func noteContainer(isObject: Bool) {
    assert(output.depth > baseDepth)
    let outer = output.depth &- 1
    if outer & 63 == 0, outer > 0 {
      outerKinds.append(kinds)
      holdsMore = true
    }
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    expected = isObject ? .firstName : .firstElement
  }

  /// Ends the array.
  /// - Throws: ``JSONWritingError`` if no array is open here.
  public mutating func endArray() throws(JSONWritingError) { try endQuickly(isObject: false) }

  /// Ends the object.
  /// - Throws: ``JSONWritingError`` if no object is open here, or a name has no value.
  public mutating func endObject() throws(JSONWritingError) { try endQuickly(isObject: true) }

  @inline(__always)
  private mutating func endQuickly(isObject: Bool) throws(JSONWritingError) {
    let depth = output.depth &- 1
    let isOpen =
      isObject
      ? expected == .name || expected == .firstName
      : expected == .element || expected == .firstElement
    guard _fastPath(isPlain && isOpen && !isMerging),
      _fastPath(depth == 0 || depth & 63 != 0)
    else { return try end(isObject: isObject) }
    assert(depth >= baseDepth && kinds & 1 == (isObject ? 1 : 0))
    output.depth = depth
    output.buffer.reserve(1)
    output.buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
    kinds = kinds &>> 1
    endValue()
    try check()
  }

  @inline(never)
  private mutating func end(isObject: Bool) throws(JSONWritingError) {
    if _slowPath(isMerging), isObject, expected == .name || expected == .firstName {
      if endFlattened() { return }
      try endMerged()
    }
    switch expected {
    case .firstName, .name: if !isObject { throw failure(.notInArray) }
    case .firstElement, .element: if isObject { throw failure(.notInObject) }
    case .value where output.depth > baseDepth: throw failure(.expectedValue)
    case .value, .nothing: throw failure(.nothingOpen)
    }
    assert(output.depth > baseDepth && kinds & 1 == (isObject ? 1 : 0))
    let isEmpty = expected == .firstName || expected == .firstElement
    if isObject, var members {
      // Moved out, so that it is not copied when it changes.
      self.members = nil
      let start = members.innermostStart
      let duplicate = members.endObject(&output)
      self.members = consume members
      if let duplicate { throw failure(.duplicateName(duplicate)) }
      // The text that the path was read from has been reordered.
      forgetPaths(beyond: start)
    }
    if isEmpty {
      // The opening bracket is written, without any layout after it.
      output.depth &-= 1
      if !output.isCompact, output.options.layout == .foundation { output.blankLine() }
      output.buffer.reserve(1)
      output.buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
    } else {
      output.close(isObject: isObject)
    }
    kinds = kinds &>> 1
    if output.depth & 63 == 0, output.depth > 0 {
      assert(!outerKinds.isEmpty)
      kinds = outerKinds.popLast() ?? 0
    }
    endValue()
    try check()
  }

  /// Writes the name of a member. Its value must follow.
  /// - Throws: ``JSONWritingError`` if no name is allowed here.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name, which are copied.
  public mutating func name(_ name: String) throws(JSONWritingError) {
    if _slowPath(isMerging) { checkName(name) }
    try beginName()
    output.string(name)
    endName()
  }

  /// Writes the name of a member from its UTF-8, in O(*n*) of its bytes, which are copied. Its value must follow.
  /// - Throws: ``JSONWritingError`` if no name is allowed here, or the bytes are not UTF-8.
  public mutating func name(utf8 name: Span<UInt8>) throws(JSONWritingError) {
    try validate(name)
    try self.name(accepted: name)
  }

  /// Writes the name of a member from bytes that are known to be UTF-8.
  mutating func name(accepted name: Span<UInt8>) throws(JSONWritingError) {
    if _slowPath(isMerging) {
      checkName(name.withCheckedBytes { String(decoding: $0, as: UTF8.self) })
    }
    try beginName()
    name.withCheckedBytes { output.string($0) }
    endName()
  }

  mutating func validate(_ utf8: Span<UInt8>) throws(JSONWritingError) {
    let isInvalid = utf8.withCheckedBytes {
      validateUTF8($0, from: 0, to: $0.count).isInvalid
    }
    if isInvalid { throw failure(ofNextValue: .invalidUTF8) }
  }

  @inline(__always)
  mutating func beginName() throws(JSONWritingError) {
    switch expected {
    case .name: output.separate(false)
    case .firstName: output.separate(true)
    case .value: throw failure(.expectedValue)
    case .nothing: throw failure(.moreThanOneValue)
    case .firstElement, .element: throw failure(.notInObject)
    }
    members?.beginMember(at: output.buffer.count)
  }

  @inline(__always)
  mutating func endName() {
    members?.endName(at: output.buffer.count)
    output.colon()
    expected = .value
  }

  // MARK: - Grammar

  /// Checks that a value is allowed here, and writes what precedes it.
  @inline(__always)
  mutating func beginValue() throws(JSONWritingError) {
    switch expected {
    case .value: return
    case .element: output.separate(false)
    case .firstElement: output.separate(true)
    case .firstName, .name: throw failure(.expectedName)
    case .nothing: throw failure(.moreThanOneValue)
    }
  }

  @inline(__always)
  private var mayBeginValue: Bool {
    expected == .value || expected == .element || expected == .firstElement
  }

  mutating func tooDeep() -> JSONWritingError {
    failure(ofNextValue: .tooDeep(limit: maximumDepth))
  }

  /// An error about the value that would come next.
  @inline(never)
  mutating func failure(ofNextValue kind: JSONWritingError.Kind) -> JSONWritingError {
    var error = failure(kind)
    // The text ends with the element before this one.
    if expected == .element, let last = error.pointer?.tokens.popLast(), let index = Int(last) {
      error.pointer?.tokens.append(String(index &+ 1))
    }
    return error
  }

  @inline(__always)
  mutating func endValue() {
    expected = output.depth == baseDepth ? .nothing : kinds & 1 != 0 ? .name : .element
  }

  /// Throws if the buffer has failed.
  @inline(__always)
  mutating func check() throws(JSONWritingError) {
    if _slowPath(output.buffer.failure != nil) { throw bufferFailure() }
  }

  @inline(never)
  // Mutating: otherwise every caller of `check` would make a copy of the writer in advance.
  mutating func bufferFailure() -> JSONWritingError {
    switch output.buffer.failure {
    case .tooLong, nil: JSONWritingError(.tooLong(limit: output.options.maximumLength))
    case .sink(let error): JSONWritingError(.sink, underlying: error)
    case .abandoned: JSONWritingError(.unfinished(open: output.depth))
    case .replaced: JSONWritingError(.writerReplaced)
    }
  }

  /// Takes back what was written since `mark`. If a sink has it, the text cannot be completed.
  mutating func takeBack(to mark: WritingMark) {
    assert(mark.depth >= baseDepth && mark.depth <= output.depth)
    output.buffer.takeBack(to: mark.count)
    members?.takeBack(to: mark.count)
    forgetPaths(beyond: mark.count)
    output.depth = mark.depth
    expected = mark.expected
  }
}

/// The names of members that several values share as objects, with those inside them.
struct SharedPlaces {
  var inner: [[UInt8]: SharedPlaces] = [:]
}

/// An object that has parts.
struct MergedObject {
  let depth: Int
  /// The number of open parts when the object began.
  let firstPart: Int
  /// The bits that its own names, and those around it, are compared with.
  let outerBits: UInt64
  /// Where the text of its parts begins.
  let start: Int
  /// The names of its parts in the text up to here, by their bytes: names that Swift compares as equal may differ.
  var scanned: Int
  var names: Set<[UInt8]> = []
  var bits: UInt64 = 0
  /// Its members that are objects and that several values share.
  var places = SharedPlaces()
  /// The state before the last member, if that is to be taken back.
  var repeated: WritingMark?
  /// The members that wait for the end. Older systems cannot store a function that throws a given type.
  var unknown: [(name: String, write: (inout JSONWriter) -> JSONWritingError?)] = []

  init(
    depth: Int, firstPart: Int, outerBits: UInt64, start: Int,
    places: SharedPlaces = SharedPlaces()
  ) {
    (self.depth, self.firstPart, self.outerBits) = (depth, firstPart, outerBits)
    (self.start, scanned) = (start, start)
    self.places = places
  }
}

// MARK: - Own

extension JSONWriter {
  /// Writes a type by this package's code alone. Nothing keeps the output then, so a short text can be written on the
  /// stack, and without a writer, because the value is the whole text.
  @safe
  public struct _Own: Sendable {
    /// Writes the value of the type at an address. Returns `false` if a writer must do so, and report an error.
    let write: @Sendable (UnsafeRawPointer, inout TextOutput) -> Bool
  }
}

// MARK: - End

extension JSONWriter {
  /// The number of bytes written, those that a sink received included.
  public var byteCount: Int { lateCount &+ output.buffer.count &- start }

  /// Checks that the text is complete, and passes the rest to the sink.
  mutating func complete() throws(JSONWritingError) {
    guard expected == .nothing else { throw failure(.unfinished(open: output.depth)) }
    if output.buffer.finish() != nil { throw bufferFailure() }
  }

  /// Returns the complete text. With a sink, passes it the rest and returns an empty array.
  /// - Throws: ``JSONWritingError`` if arrays or objects are open or there is no value, the text is too long, or the sink throws.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied.
  @discardableResult
  public mutating func finish() throws(JSONWritingError) -> [UInt8] {
    try withText { Array($0) }
  }

  /// Returns the complete text, and ends the writer.
  consuming func finishArray() throws(JSONWritingError) -> [UInt8] {
    try complete()
    return output.buffer.takeArray()
  }

  /// Returns the complete text as a string; otherwise as ``finish()``.
  public mutating func finishString() throws(JSONWritingError) -> String {
    try withText { String(decoding: $0, as: UTF8.self) }
  }

  /// Completes the text and calls `body` with it, or with no bytes if there is a sink.
  package mutating func withText<R>(
    _ body: (CheckedBytes) -> R
  ) throws(JSONWritingError) -> R {
    try complete()
    let nothing = CheckedBytes()
    if let lateSink {
      // The sink is not called again, even if this fails.
      self.lateSink = nil
      do {
        try lateSink.take(all: output.buffer.bytes)
      } catch {
        output.buffer.fail(.sink(error))
        throw bufferFailure()
      }
      lateCount = output.buffer.count
      output.buffer.takeBack(to: 0)
      path = PathScan()
      return body(nothing)
    }
    return body(output.buffer.isWhole ? output.buffer.bytes : nothing)
  }
}

// MARK: - WritingState

// The state of a text in progress.

/// The token that may come next.
enum WritingExpectation: UInt8 {
  /// The value of the text, or of a name.
  case value
  /// The first element of an array, or its end.
  case firstElement
  /// Another element, or the end.
  case element
  /// The first name of an object, or its end.
  case firstName
  /// Another name, or the end.
  case name
  /// The end of the text.
  case nothing
}

/// A state to return to.
struct WritingMark {
  let count: Int
  let depth: Int
  let expected: WritingExpectation
}

/// A value whose members are being written among those of an object.
struct WrittenPart {
  /// Adds the names that the value around it declares.
  let names: (inout JSONName.List) -> Void
  let bits: UInt64
  /// The same names, cached by the first comparison.
  var declared: Set<[UInt8]>?
  /// Whether its object has begun, and has not ended.
  var isOpen = false
}

// MARK: - EncodingWriter

/// The encoder behind a writer: its options for members and types.
protocol EncodingWriter: AnyObject {
  /// The name of a member of the object at `path`, after the encoder's strategy; `nil` if no strategy
  /// converts names.
  func convertedName(_ name: JSONName, path: () -> [AnyPathKey]) -> String?
  /// Notes that a member at a depth has a converted name, which ends at an offset in the output.
  func noteConverted(_ name: JSONName, depth: Int, end: Int)
  /// The name that was converted to the one at a depth that ends at an offset, or `nil`.
  func nameBeforeConversion(depth: Int, end: Int) -> String?
  /// The path of the value that the writer writes.
  var writtenPath: [AnyPathKey] { get }
  /// The same path, as the names and positions in the text.
  var writtenTokens: [String] { get }
  /// The scan of the part of the value that has left to a sink.
  var leftPath: PathScan? { get }
  /// Whether a strategy converts names.
  var convertsNames: Bool { get }
  /// Whether members that are `nil` are written as `null`.
  var writesNil: Bool { get }
  /// Whether entries of dictionaries that are `nil` are left out.
  var omitsNil: Bool { get }
}
