/// A type whose values can be written as JSON text: trees, documents and their values, and types of your own.
///
/// ```swift
/// extension Point: JSONWritable {
///   func write(to writer: inout JSONWriter) throws(JSONWritingError) {
///     try writer.beginObject()
///     try writer.member("x", x)
///     try writer.member("y", y)     // left out if it is nil
///     try writer.endObject()
///   }
/// }
/// ```
///
/// A type that is `Encodable`, too, is taken by every function for `Encodable` types and by every encoder. This library's
/// encoders write it at any depth. The second member is one line:
///
/// ```swift
/// func encode(to encoder: any Encoder) throws { try write(into: encoder) }
/// ```
///
/// Enums with raw values that are `JSONWritable` need nothing but the conformances.
public protocol JSONWritable {
  /// Writes the value as one value.
  /// - Throws: ``JSONWritingError`` if no value is allowed here, or the value has no text in the form
  ///   that the writer's options require.
  func write(to writer: inout JSONWriter) throws(JSONWritingError)

  /// An estimate of the length of the compact text in bytes.
  var _estimatedTextLength: Int { get }

  /// Whether the value stands for a missing member. A dictionary leaves its entry out.
  var _isMissing: Bool { get }

  /// Whether the value is `nil` or stands for a missing member. It has no members to share an object with.
  var _isAbsent: Bool { get }

  /// Whether values of this type sort names before they write them, so that the writer does not have to.
  static var _sortsNames: Bool { get }

  /// Whether encoders encode the type as `Codable` does, so that keys, limits and errors are those of `Codable`.
  static var _isEncodedAsCodable: Bool { get }

  /// Not `nil` for types whose writing runs only code of this package.
  static var _own: JSONWriter._Own? { get }

  /// Writes a member with a value of this type.
  static func _writeMember(_ name: JSONName, _ value: Self, to writer: inout JSONWriter)
    throws(JSONWritingError)

  /// Writes an array of values of this type. `Element` is `Self`; classes cannot name `[Self]`.
  static func _writeArray<Element: JSONWritable>(_ values: [Element], to writer: inout JSONWriter)
    throws(JSONWritingError)
}

/// Calls `body` with each element until it returns `false`. Unlike a loop, this retains no part of an
/// element: its bits are copied to where no copy of it is ever destroyed.
@inlinable @inline(__always)
func forEachBorrowed<Element>(_ values: [Element], _ body: (Element) -> Bool) {
  unsafe values.withUnsafeBufferPointer { values in
    guard let first = values.baseAddress else { return }
    unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { room in
      let room = unsafe room.baseAddress.unsafelyUnwrapped
      for index in 0..<values.count {
        // Invariant: the array keeps the element during the call. The copy of its bits is moved out, so
        // that `body` can borrow it, and moved back, so that nothing releases it.
        unsafe UnsafeMutableRawPointer(room).copyMemory(
          from: first + index, byteCount: MemoryLayout<Element>.size)
        let value = unsafe room.move()
        let goesOn = body(value)
        unsafe room.initialize(to: consume value)
        if !goesOn { return }
      }
    }
  }
}

extension JSONWriter {
  /// Writes an array of values, one by one.
  @inlinable
  mutating func elements<Element: JSONWritable>(
    _ values: [Element]
  ) throws(JSONWritingError) {
    try beginArray()
    var failure: JSONWritingError?
    forEachBorrowed(values) { value in
      do throws(JSONWritingError) {
        try value.write(to: &self)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try endArray()
  }
}

extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
  /// Writes the raw value.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try rawValue.write(to: &writer)
  }
}

extension JSONWritable {
  public var _estimatedTextLength: Int { 1024 }

  @inlinable public var _isMissing: Bool { false }
  @inlinable public var _isAbsent: Bool { false }
  @inlinable public static var _sortsNames: Bool { false }
  @inlinable public static var _isEncodedAsCodable: Bool { false }
  @inlinable public static var _own: JSONWriter._Own? { nil }

  @inlinable
  public static func _writeMember(_ name: JSONName, _ value: Self, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.name(name)
    try value.write(to: &writer)
  }

  @inlinable
  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) { try writer.elements(values) }

  /// Writes the value as the whole text of a writer.
  /// - Throws: ``JSONWritingError/Kind/writerReplaced`` if the value assigned another writer.
  package func writeWhole(to writer: inout JSONWriter) throws(JSONWritingError) {
    let number = writer.number
    var failure = failure(writingTo: &writer)
    if writer.number != number { failure = JSONWritingError(.writerReplaced) }
    if let failure { throw failure }
  }

  /// Writes the value, and returns the error.
  func failure(writingTo writer: inout JSONWriter) -> JSONWritingError? {
    do throws(JSONWritingError) {
      try write(to: &writer)
      return nil
    } catch {
      return error
    }
  }

  /// The value as JSON text in UTF-8.
  /// - Throws: ``JSONWritingError`` if there is no text in this form, or it is too long.
  /// - Complexity: O(*n*) in the bytes of the text; sorting names costs O(*m* log *m*) comparisons
  ///   for an object of *m* members.
  public func jsonBytes(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    let isWritten = try withTextOfSpare(options) { bytes = Array($0) }
    if isWritten { return consume bytes }
    var writer = JSONWriter(forArray: options, capacity: _estimatedTextLength)
    try writeWhole(to: &writer)
    return try writer.finishArray()
  }

  /// The value as JSON text.
  /// - Throws, Complexity: As ``jsonBytes(_:)``.
  public func jsonString(_ options: JSONWritingOptions = .compact) throws(JSONWritingError)
    -> String
  {
    var string = ""
    let isWritten = try withTextOfSpare(options) {
      string = String(decoding: $0, as: UTF8.self)
    }
    if isWritten { return consume string }
    var writer = JSONWriter(options: options, capacity: _estimatedTextLength)
    try writeWhole(to: &writer)
    return try writer.finishString()
  }

  /// Calls `body` with the whole text if it is probably short and can be written without a new writer. Returns `false` for
  /// other texts.
  private func withTextOfSpare(
    _ options: JSONWritingOptions, _ body: (CheckedBytes) -> Void
  ) throws(JSONWritingError) -> Bool {
    if withShortText(options, body) { return true }
    guard _estimatedTextLength <= JSONWriter.stackRoom, options.areCompact else { return false }
    let spare = SpareWriter.take()
    try writeWhole(to: &spare.writer)
    try spare.writer.complete()
    body(spare.writer.output.buffer.bytes)
    SpareWriter.keep(spare)
    return true
  }

  /// Calls `body` with the whole text if it can be written on the stack, and then copied once. Returns `false` for other
  /// texts, and if there is an error.
  // Not generic over a result: the type's metadata would be looked up for each text.
  package func withShortText(
    _ options: JSONWritingOptions, _ body: (CheckedBytes) -> Void
  ) -> Bool {
    guard let own = Self._own, _estimatedTextLength <= JSONWriter.stackRoom else { return false }
    var isWritten = false
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: JSONWriter.stackRoom) { memory in
      // Invariant: nothing keeps the output, because only code of this package runs.
      var output = unsafe TextOutput(
        OutputBuffer(lending: memory, maximumLength: options.maximumLength), options: options)
      isWritten = unsafe withUnsafePointer(to: self) { unsafe own.write($0, &output) }
      if isWritten { isWritten = output.buffer.finish() == nil }
      if isWritten { body(output.buffer.bytes) }
    }
    return isWritten
  }

  /// Passes the value as JSON text to `sink`, in pieces of at most 64 KiB.
  ///
  /// Memory holds no more than that, however long the text. The exception is a type of your own whose names must
  /// be sorted: its text is kept until it is complete. Each piece is valid only during the call.
  /// - Throws: ``JSONWritingError``. If the sink throws, the kind is ``JSONWritingError/Kind/sink`` with
  ///   the sink's error as the underlying one, and the sink is not called again.
  public func writeJSON(
    _ options: JSONWritingOptions = .compact, to sink: (Span<UInt8>) throws -> Void
  ) throws(JSONWritingError) {
    let result: Result<Void, JSONWritingError> = ByteSink.lend(sink) { sink in
      do throws(JSONWritingError) {
        var writer =
          options.nameOrder != .asGiven && Self._sortsNames
          ? JSONWriter(forSorted: options, to: sink) : JSONWriter(options: options, to: sink)
        try writeWhole(to: &writer)
        try writer.finish()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

// MARK: - WritableCollections

// Optionals, arrays, sets and dictionaries, specialised for their elements in the user's module.

extension Optional: JSONWritable where Wrapped: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Wrapped._isEncodedAsCodable }

  /// Writes the value, or `null`.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if let value = self { try value.write(to: &writer) } else { try writer.null() }
  }

  @inlinable
  public static func _writeMember(_ name: JSONName, _ value: Wrapped?, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    guard let value else { return try writer.absentMember(name) }
    // In `T??`, a value that is `nil` differs from no value.
    if value._isAbsent, !value._isMissing { return try writer._nullMember(name) }
    try Wrapped._writeMember(name, value, to: &writer)
  }

  @inlinable public var _isMissing: Bool { self?._isMissing ?? false }
  @inlinable public var _isAbsent: Bool { self?._isAbsent ?? true }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Element._isEncodedAsCodable }

  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try Element._writeArray(self, to: &writer)
  }

  /// Writes an array of arrays.
  @inlinable
  public static func _writeArray<Row: JSONWritable>(
    _ values: [Row], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Coordinates have rows of two or three numbers, and a call for each row took 8 % of writing canada.json.
    if Element.self == Double.self { return try writer.rowsOfDoubles(values) }
    try writer.elements(values)
  }
}

extension ContiguousArray: JSONWritable where Element: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Element._isEncodedAsCodable }

  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try Element._writeArray(Array(self), to: &writer)
  }
}

extension Set: JSONWritable where Element: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Element._isEncodedAsCodable }

  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginArray()
    for value in self { try value.write(to: &writer) }
    try writer.endArray()
  }
}

extension Dictionary: JSONWritable where Key: JSONName.Convertible, Value: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Value._isEncodedAsCodable }

  /// Writes an object. Its names are data: strategies for keys leave them unchanged.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    for (key, value) in self {
      if value._isMissing || writer.omitsNil && isNil(value) { continue }
      try writer.name(key.jsonName)
      try value.write(to: &writer)
    }
    try writer.endObject()
  }

  @usableFromInline
  func isNil(_ value: Value) -> Bool {
    // Only an encoder leaves these entries out, and Embedded Swift has none.
    #if hasFeature(Embedded)
      return false
    #else
      guard let optional = value as? any WritableOptional else { return false }
      return optional.isNil
    #endif
  }
}

package protocol WritableOptional { var isNil: Bool { get } }

extension Optional: WritableOptional {
  package var isNil: Bool { if case .none = self { true } else { false } }
}

extension JSONWriter {
  @usableFromInline
  package var omitsNil: Bool {
    mutating get { _slowPath(encoding != nil) && encoding?.omitsNil == true }
  }
}
