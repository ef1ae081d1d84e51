// What a type is given to encode itself into.

/// Encodes one value: the `Encoder` that types see.
package struct ValueEncoder: Encoder, @unchecked Sendable {
  let session: EncodingSession
  let place: EncodingPlace

  init(_ session: EncodingSession, _ place: EncodingPlace) {
    self.session = session
    self.place = place
  }

  package var codingPath: [any CodingKey] { session.codingPath(place) }

  package var userInfo: [CodingUserInfoKey: Any] { session.snapshot.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let isOpen = session.open(place, isObject: true)
    return KeyedEncodingContainer(KeyedEncoder<Key>(session, place, isMisuse: !isOpen))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let isOpen = session.open(place, isObject: false)
    return UnkeyedEncoder(session, place, isMisuse: !isOpen)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  // ---- Values ----

  /// Encodes a value in the way that the options have for its type, or in its own.
  package func encode<T: Encodable>(_ value: T) throws {
    if let hook = session.snapshot.options.hooks.hook(T.self) {
      try withExtendedLifetime(value) {
        try unsafe withUnsafePointer(to: value) { try unsafe hook.encode($0, self) }
      }
    } else {
      if session.snapshot.convertsNames, value is any NamesAreData {
        session.markDictionary(place)
      }
      try value.encode(to: self)
    }
  }

  /// Writes a scalar, which is all that the value is.
  @inline(__always)
  func scalar(_ value: Any, _ write: (inout TextOutput) -> Void) throws {
    if session.isOpen(place) {
      let level = Int(place.level)
      guard unsafe session.state.pointee.frames[level].kind == .empty else { throw misuse(value) }
      unsafe session.state.pointee.frames[level].kind = .scalar
      unsafe write(&session.state.pointee.output)
    } else {
      guard let node = session.node(place), node.isVacant else { throw misuse(value) }
      node.content = .text(session.text(write))
    }
  }

  @inline(never)
  private func misuse(_ value: Any) -> EncodingError {
    session.failure(
      value, codingPath, "The value was encoded already, and has room for one.")
  }

  @inline(__always)
  package func string(_ value: String) throws { try scalar(value) { $0.string(value) } }

  package func double(_ value: Double, exactly: Bool = false) throws {
    if exactly, !value.isFinite { throw session.nonFinite(value, codingPath) }
    try session.check(value, codingPath)
    try scalar(value) { $0.double(value) }
  }

  /// Makes the value an empty object, if nothing was encoded.
  package func complete() {
    if session.isTree {
      if let node = session.node(place), node.isNothing { _ = node.open(isObject: true) }
    } else if session.isOpen(place),
      unsafe session.state.pointee.frames[Int(place.level)].kind == .empty
    {
      _ = session.open(place, isObject: true)
    }
  }

  /// Writes text that is a JSON value.
  package func verbatim(_ text: String) throws {
    try scalar(text) { output in
      var text = text
      text.withUTF8 { unsafe output.buffer.append(UnsafeRawBufferPointer($0)) }
    }
  }

  // ---- Arrays that need no container ----

  @inline(__always)
  func elements<E>(_ values: [E], _ write: (inout TextOutput, E) -> Void) throws {
    try scalar(values) { output in Self.array(values, &output, write) }
  }

  @inline(__always)
  private static func array<E>(
    _ values: [E], _ output: inout TextOutput, _ write: (inout TextOutput, E) -> Void
  ) {
    if values.isEmpty { return output.empty(isObject: false) }
    output.open(isObject: false)
    for index in values.indices {
      output.separate(index == 0)
      write(&output, values[index])
    }
    output.close(isObject: false)
  }

  private func checkAll(_ values: [Double], _ path: () -> [any CodingKey]) throws {
    for (index, value) in values.enumerated() where !value.isFinite {
      try session.check(value, path() + [JSONPathKey(position: index)])
    }
  }

  func floats(_ values: [Double]) throws {
    try checkAll(values) { codingPath }
    try elements(values) { $0.double($1) }
  }

  func rows(_ rows: [[Double]]) throws {
    for (index, row) in rows.enumerated() {
      try checkAll(row) { codingPath + [JSONPathKey(position: index)] }
    }
    try elements(rows) { Self.array($1, &$0) { $0.double($1) } }
  }

  func planes(_ planes: [[[Double]]]) throws {
    for (index, plane) in planes.enumerated() {
      for (position, row) in plane.enumerated() {
        try checkAll(row) {
          codingPath + [JSONPathKey(position: index), JSONPathKey(position: position)]
        }
      }
    }
    try elements(planes) { Self.array($1, &$0) { Self.array($1, &$0) { $0.double($1) } } }
  }
}

extension ValueEncoder: RawJSONEncoding {
  package func encodeRawJSON(_ value: RawJSON) throws {
    var writer = JSONWriter(options: session.snapshot.scalars)
    do throws(JSONWritingError) {
      try writer.value(value)
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath
            + (error.pointer?.tokens ?? []).map { JSONPathKey(stringValue: $0) },
          debugDescription: "\(error.kind)", underlyingError: error))
    }
    try scalar(value) { unsafe $0.buffer.append(writer.output.buffer.bytes) }
  }
}

/// Dictionaries whose keys are names as they are.
private protocol NamesAreData {}
extension Dictionary: NamesAreData where Key == String, Value: Encodable {}

extension EncodingSession {
  /// Refuses a number that has no text by the options.
  @inline(__always)
  func check<F: BinaryFloatingPoint>(_ value: F, _ path: @autoclosure () -> [any CodingKey]) throws
  {
    if _fastPath(value.isFinite) { return }
    if case .convertToString = snapshot.options.floats { return }
    throw nonFinite(value, path())
  }

  @inline(never)
  func nonFinite<F: BinaryFloatingPoint>(_ value: F, _ path: [any CodingKey]) -> EncodingError {
    let name = "\(F.self).\(value)"
    return failure(value, path, "Unable to encode \(name) directly in JSON.")
  }
}

extension TextOutput {
  /// An integer of more than 64 bits.
  mutating func wide(_ value: some FixedWidthInteger) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: there is room for the longest number.
    unsafe buffer.advance(by: NumberText.write(value, to: buffer.position))
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  package func encodeNil() throws { try scalar(Optional<Int>.none as Any) { $0.null() } }
  package func encode(_ value: Bool) throws { try scalar(value) { $0.bool(value) } }
  package func encode(_ value: String) throws { try string(value) }
  package func encode(_ value: Double) throws { try double(value) }
  package func encode(_ value: Float) throws {
    try session.check(value, codingPath)
    try scalar(value) { $0.float(value) }
  }
  package func encode(_ value: Int) throws { try scalar(value) { $0.integer(Int64(value)) } }
  package func encode(_ value: Int8) throws { try scalar(value) { $0.integer(Int64(value)) } }
  package func encode(_ value: Int16) throws { try scalar(value) { $0.integer(Int64(value)) } }
  package func encode(_ value: Int32) throws { try scalar(value) { $0.integer(Int64(value)) } }
  package func encode(_ value: Int64) throws { try scalar(value) { $0.integer(Int64(value)) } }
  package func encode(_ value: UInt) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  package func encode(_ value: UInt8) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  package func encode(_ value: UInt16) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  package func encode(_ value: UInt32) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  package func encode(_ value: UInt64) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  package func encode(_ value: Int128) throws { try scalar(value) { $0.wide(value) } }
  package func encode(_ value: UInt128) throws { try scalar(value) { $0.wide(value) } }
}
