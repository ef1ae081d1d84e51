// What a type is given to encode itself into.

/// Encodes one value: the `Encoder` that types see.
package struct ValueEncoder: Encoder, @unchecked Sendable {
  let session: EncodingSession
  let place: EncodingPlace

  @inline(__always)
  init(_ session: EncodingSession, _ place: EncodingPlace) {
    self.session = session
    self.place = place
  }

  /// Whether all that was encoded so far went straight to text.
  package var isStraight: Bool { !session.isTree }

  package var codingPath: [any CodingKey] { session.codingPath(place) }

  package var userInfo: [CodingUserInfoKey: Any] { session.snapshot.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let isOpen = session.open(place, isObject: true)
    return session.container(keyedBy: type, at: isOpen ? place : place.misused)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let isOpen = session.open(place, isObject: false)
    return UnkeyedEncoder(session, isOpen ? place : place.misused)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  // MARK: - Values

  /// Encodes a value in the way that the options have for its type, or in its own.
  @inline(__always)
  func encodeValue<T: Encodable>(_ value: T) throws {
    if let hook = session.hooks[T.self] { return try encode(value, by: hook) }
    try session.enter(value)
    defer { session.leave() }
    if let collection = session.collection(T.self) {
      try encode(value, as: collection)
    } else {
      try value.encode(to: self)
    }
  }

  @inline(never)
  private func encode<T: Encodable>(_ value: T, by hook: EncodingHook) throws {
    if session.isOpen(place), hook.isDirect {
      guard session.beginWhole(place) else { throw misuse(value) }
      if session.write(value, by: hook) { return }
      session.takeBackWhole(place, depth: unsafe session.output.pointee.depth)
    }
    try session.enter(value)
    defer { session.leave() }
    try hook.encode(value, to: self)
  }

  @inline(never)
  private func encode<T: Encodable>(_ value: T, as collection: any TextCollection.Type) throws {
    func encode<C: TextCollection>(_ type: C.Type) throws {
      // Invariant: C is T, which was found to be a collection.
      let collection = unsafe unsafeBitCast(value, to: C.self)
      if session.isOpen(place), session.isUntouched(place) {
        try collection.encodeDirectly(in: session, at: place)
      } else {
        guard C.isDictionary else { return try value.encode(to: self) }
        try asDictionary { try value.encode(to: self) }
      }
    }
    try encode(collection)
  }

  /// Writes a scalar, which is all that the value is.
  @inline(__always)
  func scalar<T: TextScalar>(_ value: T) throws {
    if _slowPath(!session.hasText(value)) { throw session.nonFinite(value, codingPath) }
    unsafe try whole(value) { output in
      unsafe withUnsafePointer(to: value) { _ = unsafe T.write($0, to: output) }
    }
  }

  /// Writes text that is all of the value.
  @inline(__always)
  private func whole(_ value: Any, _ write: (UnsafeMutablePointer<TextOutput>) throws -> Void)
    throws
  {
    if session.isOpen(place) {
      guard session.beginWhole(place) else { throw misuse(value) }
      try unsafe write(session.output)
    } else {
      guard let node = session.node(place), node.isNothing else { throw misuse(value) }
      node.content = .text(try unsafe session.text { try unsafe write($0) })
    }
  }

  /// Encodes a dictionary by its own `encode(to:)`, with its names as they are.
  func asDictionary(_ encode: () throws -> Void) rethrows {
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    try encode()
  }

  @inline(never)
  private func misuse(_ value: Any) -> EncodingError {
    if place.isMisused || !session.isInUse { return session.misuse(value, codingPath) }
    return session.failure(
      value, codingPath, "The value was encoded already, and has room for one.")
  }

  package func string(_ value: String) throws { try scalar(value) }

  package func double(_ value: Double, exactly: Bool = false) throws {
    if exactly, !value.isFinite { throw session.nonFinite(value, codingPath) }
    try scalar(value)
  }

  /// Makes the value an empty object, if nothing was encoded.
  package func complete() {
    if session.isTree {
      if let node = session.node(place), node.isNothing { _ = node.open(isObject: true) }
    } else if session.hasFrame(place), session.isUntouched(place) {
      _ = session.open(place, isObject: true)
    }
  }

  /// Writes text that is a JSON value.
  package func verbatim(_ text: String) throws {
    unsafe try whole(text) { output in
      var text = text
      text.withUTF8 { unsafe output.pointee.buffer.append(UnsafeRawBufferPointer($0)) }
    }
  }
}

extension ValueEncoder: RawJSONEncoding {
  package func encodeRawJSON(_ value: RawJSON) throws {
    var options = session.snapshot.scalars
    // As deep as is left at this place; in nodes, the depth of the whole is looked at in the end. Another
    // thread must not look: `whole` throws there.
    let isText = session.isInUse && !session.isTree
    let depth = unsafe isText ? session.output.pointee.depth : 0
    options.maximumDepth = max(0, session.snapshot.options.maximumDepth &- depth)
    var writer = JSONWriter(options: options)
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
    unsafe try whole(value) { unsafe $0.pointee.buffer.append(writer.output.buffer.bytes) }
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  package func encode<T: Encodable>(_ value: T) throws {
    guard session.isInUse else { throw misuse(value) }
    try encodeValue(value)
    // A value that encoded nothing is an empty object, which the one around it is now.
    complete()
  }

  package func encodeNil() throws {
    unsafe try whole(Int?.none as Any) { unsafe $0.pointee.null() }
  }

  package func encode(_ value: Bool) throws { try scalar(value) }
  package func encode(_ value: String) throws { try scalar(value) }
  package func encode(_ value: Double) throws { try scalar(value) }
  package func encode(_ value: Float) throws { try scalar(value) }
  package func encode(_ value: Int) throws { try scalar(value) }
  package func encode(_ value: Int8) throws { try scalar(value) }
  package func encode(_ value: Int16) throws { try scalar(value) }
  package func encode(_ value: Int32) throws { try scalar(value) }
  package func encode(_ value: Int64) throws { try scalar(value) }
  package func encode(_ value: UInt) throws { try scalar(value) }
  package func encode(_ value: UInt8) throws { try scalar(value) }
  package func encode(_ value: UInt16) throws { try scalar(value) }
  package func encode(_ value: UInt32) throws { try scalar(value) }
  package func encode(_ value: UInt64) throws { try scalar(value) }
  package func encode(_ value: Int128) throws { try scalar(value) }
  package func encode(_ value: UInt128) throws { try scalar(value) }
}

extension TextOutput {
  /// An integer of more than 64 bits.
  mutating func wide(_ value: some FixedWidthInteger) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: there is room for the longest number.
    unsafe buffer.advance(by: NumberText.write(value, to: buffer.position))
  }
}
