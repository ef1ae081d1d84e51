/// Writes JSON text token by token, and cannot be brought to write anything else: what would not be
/// JSON is an error, and nothing is written for it.
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
/// The text goes to memory that grows, or to a sink that sees at most 64 KiB at a time and for which
/// no more is held. (Where names are to be sorted, an object given token by token has to be complete
/// first, so then the text is held; trees and documents are sorted beforehand and need not be.)
///
/// What the sink throws, and that the text grows too long, shows at the next array, object or end.
public struct JSONWriter: ~Copyable {
  var output: TextOutput
  /// What may come next.
  var expected = Expectation.value
  /// Whether the innermost open container is an object, and so on outwards from the lowest bit.
  private var kinds: UInt64 = 0
  /// The same of the containers beyond 64, the outermost first.
  private var outerKinds: [UInt64] = []
  /// The members of open objects, if they are to be sorted.
  private var members: MemberList?
  /// The path as of the last error, from where that of the next one is looked for: many errors in one
  /// text cost what one does.
  private var path = PathScan()
  /// Where the text goes if it has to be complete first.
  private var lateSink: OutputBuffer.Sink?

  /// What may come next.
  enum Expectation: UInt8 {
    /// A value: of the text, or behind a name.
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

  /// Writes to memory; `capacity` bytes to begin with.
  public init(options: JSONWritingOptions = .compact, capacity: Int = 1024) {
    let buffer = OutputBuffer(capacity: capacity, maximumLength: options.maximumLength)
    self.init(buffer, options: options)
  }

  /// Writes to `sink`, which is given at most 64 KiB at a time, valid only during the call.
  public init(
    options: JSONWritingOptions = .compact, sink: @escaping (Span<UInt8>) throws -> Void
  ) {
    if options.nameOrder == .asGiven {
      let buffer = OutputBuffer(maximumLength: options.maximumLength, sink: sink)
      self.init(buffer, options: options)
    } else {
      self.init(options: options)
      lateSink = sink
    }
  }

  /// Writes one value that is `SortedBeforeWriting` to `sink`, without holding the text.
  init(forSorted options: JSONWritingOptions, sink: @escaping (Span<UInt8>) throws -> Void) {
    let buffer = OutputBuffer(maximumLength: options.maximumLength, sink: sink)
    self.init(buffer, options: options)
    members = nil
  }

  init(_ buffer: consuming OutputBuffer, options: JSONWritingOptions) {
    output = TextOutput(buffer, options: options)
    if options.nameOrder != .asGiven { members = MemberList() }
  }

  // MARK: - Arrays and objects

  /// Begins an array.
  ///
  /// - Throws: ``JSONWritingError`` if no value may stand here, or arrays nest too deep.
  public mutating func beginArray() throws(JSONWritingError) { try begin(isObject: false) }

  /// Begins an object.
  ///
  /// - Throws: As ``beginArray()``.
  public mutating func beginObject() throws(JSONWritingError) { try begin(isObject: true) }

  private mutating func begin(isObject: Bool) throws(JSONWritingError) {
    if output.depth >= output.options.maximumDepth, mayBeginValue { throw tooDeep() }
    try beginValue()
    if output.depth & 63 == 0, output.depth > 0 { outerKinds.append(kinds) }
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    output.open(isObject: isObject)
    expected = isObject ? .firstName : .firstElement
    if isObject { members?.beginObject() }
    try check()
  }

  /// Ends the array.
  ///
  /// - Throws: ``JSONWritingError`` if no array is open here.
  public mutating func endArray() throws(JSONWritingError) {
    switch expected {
    case .firstElement, .element: try end(isObject: false, isEmpty: expected == .firstElement)
    case .firstName, .name: throw failure(.notInArray)
    case .value: throw failure(output.depth == 0 ? .nothingOpen : .expectedValue)
    case .nothing: throw failure(.nothingOpen)
    }
  }

  /// Ends the object.
  ///
  /// - Throws: ``JSONWritingError`` if no object is open here, or a name has no value.
  public mutating func endObject() throws(JSONWritingError) {
    switch expected {
    case .firstName, .name: try end(isObject: true, isEmpty: expected == .firstName)
    case .firstElement, .element: throw failure(.notInObject)
    case .value: throw failure(output.depth == 0 ? .nothingOpen : .expectedValue)
    case .nothing: throw failure(.nothingOpen)
    }
  }

  private mutating func end(isObject: Bool, isEmpty: Bool) throws(JSONWritingError) {
    if isObject, var members {
      // Taken out, so that it is not copied when it changes.
      self.members = nil
      let start = members.innermostStart
      let duplicate = members.endObject(&output)
      self.members = consume members
      if let duplicate { throw failure(.duplicateName(duplicate)) }
      // What was read for the path may stand elsewhere now.
      if path.count > start { path = PathScan() }
    }
    if isEmpty {
      // The bracket is written; what layouts put between the two is not.
      output.depth &-= 1
      if !output.isCompact, output.options.layout == .foundation { output.blankLine() }
      output.buffer.reserve(1)
      output.buffer.put(isObject ? UInt8.closeBrace : UInt8.closeBracket)
    } else {
      output.close(isObject: isObject)
    }
    kinds = kinds &>> 1
    if output.depth & 63 == 0, output.depth > 0 { kinds = outerKinds.popLast() ?? 0 }
    endValue()
    try check()
  }

  /// Writes the name of a member; its value is to follow.
  ///
  /// - Throws: ``JSONWritingError`` if no name may stand here.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name, which are copied.
  public mutating func name(_ name: String) throws(JSONWritingError) {
    try beginName()
    output.string(name)
    endName()
  }

  /// Writes the name of a member from its UTF-8; its value is to follow.
  ///
  /// - Throws: ``JSONWritingError`` if no name may stand here, or the bytes are not UTF-8.
  /// - Complexity: O(*n*) in the bytes of the name, which are copied.
  public mutating func name(utf8 name: Span<UInt8>) throws(JSONWritingError) {
    let isValid = unsafe name.withUnsafeBytes {
      unsafe !validateUTF8($0, from: 0, to: $0.count).isInvalid
    }
    guard isValid else { throw failure(.invalidUTF8) }
    try beginName()
    unsafe name.withUnsafeBytes { unsafe output.string($0) }
    endName()
  }

  @inline(__always)
  private mutating func beginName() throws(JSONWritingError) {
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
  private mutating func endName() {
    members?.endName(at: output.buffer.count)
    output.colon()
    expected = .value
  }

  // MARK: - What may come

  /// Makes sure that a value may stand here, and writes what comes before it.
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

  /// Whether a value may stand here.
  private var mayBeginValue: Bool {
    expected == .value || expected == .element || expected == .firstElement
  }

  /// An error about the value that would come next.
  @inline(never)
  private mutating func tooDeep() -> JSONWritingError {
    var error = failure(.tooDeep(limit: output.options.maximumDepth))
    // What is written ends with the element before it.
    if expected == .element, let last = error.pointer?.tokens.popLast(), let index = Int(last) {
      error.pointer?.tokens.append(String(index &+ 1))
    }
    return error
  }

  /// A value was written.
  @inline(__always)
  mutating func endValue() {
    expected =
      output.depth == 0 ? .nothing : kinds & 1 != 0 ? .name : .element
  }

  /// Whether what was written so far is kept.
  @inline(__always)
  mutating func check() throws(JSONWritingError) {
    if _slowPath(output.buffer.failure != nil) { throw bufferFailure() }
  }

  @inline(never)
  private func bufferFailure() -> JSONWritingError {
    switch output.buffer.failure {
    case .tooLong, nil: JSONWritingError(.tooLong(limit: output.options.maximumLength))
    case .sink(let error): JSONWritingError(.sink, underlying: error)
    case .abandoned: JSONWritingError(.unfinished(open: output.depth))
    }
  }

  /// What has to be known to take a value back.
  struct Mark {
    fileprivate let count: Int
    fileprivate let depth: Int
    fileprivate let expected: Expectation
  }

  /// Where the writer is.
  var mark: Mark {
    Mark(count: output.buffer.count, depth: output.depth, expected: expected)
  }

  /// Takes back what was written since, as if it had not been asked for. If a sink has it already, the
  /// text cannot be completed any more.
  mutating func takeBack(to mark: Mark) {
    output.buffer.takeBack(to: mark.count)
    if path.count > mark.count { path = PathScan() }
    output.depth = mark.depth
    expected = mark.expected
  }

  /// An error about the place that has been reached.
  @inline(never)
  mutating func failure(_ kind: JSONWritingError.Kind) -> JSONWritingError {
    guard output.buffer.isWhole else { return JSONWritingError(kind) }
    // Invariant: the buffer is not written to while its bytes are read.
    let text = unsafe output.buffer.bytes.assumingMemoryBound(to: UInt8.self)
    unsafe path.run(text.span)
    return unsafe JSONWritingError(kind, at: path.pointer(text.span))
  }

  // MARK: - The end

  /// Makes sure that the text is complete, and hands on what is left.
  mutating func complete() throws(JSONWritingError) {
    guard expected == .nothing else { throw failure(.unfinished(open: output.depth)) }
    if output.buffer.finish() != nil { throw bufferFailure() }
  }

  /// The text, if it is complete. With a sink there is nothing left but to hand on the rest, and the
  /// array is empty.
  ///
  /// - Throws: ``JSONWritingError`` if arrays or objects are open or there is no value, if the text
  ///   is too long, or if the sink throws.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied.
  public mutating func finish() throws(JSONWritingError) -> [UInt8] {
    unsafe try withText { unsafe Array($0) }
  }

  /// The text as a string, if it is complete; as ``finish()``.
  public mutating func finishString() throws(JSONWritingError) -> String {
    unsafe try withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Completes the text and calls `body` with it; with a sink, with nothing.
  package mutating func withText<R>(
    _ body: (UnsafeRawBufferPointer) -> R
  ) throws(JSONWritingError) -> R {
    try complete()
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    if let lateSink {
      // Whatever comes of it, the sink is not called again.
      self.lateSink = nil
      var last = OutputBuffer(sink: lateSink)
      unsafe last.append(output.buffer.bytes)
      if let failure = last.finish() {
        output.buffer.fail(failure)
        throw bufferFailure()
      }
      output.buffer.takeBack(to: 0)
      path = PathScan()
      return unsafe body(nothing)
    }
    return unsafe body(output.buffer.isWhole ? output.buffer.bytes : nothing)
  }
}
