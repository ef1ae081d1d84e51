/// The error that a value throws to have its container leave out the member.
struct LeftOut: Error {}

extension ValueEncoder {
  /// Whether everything so far went straight to text.
  package var isStraight: Bool { !session.isTree }
  package var codingPath: [any CodingKey] { session.codingPath(place) }
  package func complete() { session.complete(place) }

  // MARK: - Any value

  /// Encodes a value with the hook for its type, or with its own `encode(to:)`.
  @inline(__always)
  func encodeValue<T: Encodable>(_ value: T) throws {
    try unsafe session.encode(value, by: session.hook(for: T.self), at: place)
  }

  /// Encodes a value with the hook for its type.
  @inline(never)
  fileprivate func encode<T: Encodable>(_ value: T, by hook: EncodingHook) throws {
    if hook.isDirect, session.isOpen(place) {
      guard session.text.beginWhole(place) else { throw misuse(value) }
      if session.write(value, by: hook) { return }
      session.text.takeBackWhole(place)
    }
    try session.enter(value)
    defer { session.leave() }
    // Invariant: the hook is that of `T`.
    try unsafe _withUnprotectedUnsafePointer(to: value) {
      try unsafe hook.encode(UnsafeRawPointer($0), self)
    }
  }

  /// Encodes a dictionary with its own `encode(to:)`. Its names stay unchanged.
  func asDictionary(_ encode: () throws -> Void) rethrows {
    session.markDictionary(place, true)
    defer { session.markDictionary(place, false) }
    try encode()
  }

  // MARK: - Whole values

  @_implements(SingleValueEncodingContainer,encode(_:))
  package func scalar<T: JSONScalar>(_ value: T) throws { try wide(value.wide) }

  @inline(never)
  private func wide<T: JSONScalar>(_ value: T) throws {
    if _slowPath(!session.hasText(value)) { throw EncodingError.nonFinite(value, codingPath) }
    try whole(value) { output in
      unsafe withView(of: value) { _ = T.write($0, to: &output.pointee) }
    }
  }

  @inline(__always)
  func whole(_ value: Any, _ write: (CheckedPointer<TextOutput>) throws -> Void) throws {
    guard try session.writeWhole(place, write) else { throw misuse(value) }
  }

  @inline(never)
  func misuse(_ value: Any) -> EncodingError {
    if place.isMisused || !session.isInUse { return session.misuse(value, codingPath) }
    return .invalid(value, codingPath, "The value was encoded already, and has room for one.")
  }
}

// MARK: - Hooks

extension EncodingHook {
  /// A hook that encodes with `encode` what `write` does not write.
  convenience init<T>(
    _ type: T.Type, depth: Int = 0, isDirect: Bool = true, write: @escaping Write,
    else encode: @escaping (T, ValueEncoder) throws -> Void
  ) {
    unsafe self.init(ObjectIdentifier(type), depth: depth, isDirect: isDirect, write) {
      value, encoder in
      // Invariant: the hook is that of `T`, and its caller passes the address of a value.
      try encode(unsafe CheckedView<T>(at: value).pointee, encoder)
    }
  }

  package convenience init<T>(
    _ type: T.Type, _ encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    unsafe self.init(type, isDirect: false, write: { _, _ in false }, else: encode)
  }

  /// A hook for values that are written as a finite number, or else by `encode`.
  package convenience init<T>(
    number type: T.Type, _ number: @escaping @Sendable (T) -> Double,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    let write: Write = { value, output in
      // Invariant: as above.
      let number = unsafe number(CheckedView<T>(at: value).pointee)
      guard number.isFinite else { return false }
      output.pointee.double(number)
      return true
    }
    unsafe self.init(type, write: write, else: encode)
  }

  /// A hook for values that `write` writes as text of at most `capacity` bytes, quotation marks included. It returns the
  /// length, or `nil` for a value that `encode` encodes.
  package convenience init<T>(
    text type: T.Type, capacity: Int,
    _ write: @escaping @Sendable (UnsafePointer<T>, UnsafeMutablePointer<UInt8>) -> Int?,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    assert(capacity > 0 && capacity <= OutputBuffer.largestReservation)
    let write: Write = { value, output in
      output.pointee.buffer.reserve(capacity)
      // Invariant: as above, and the room is reserved.
      guard
        let count = unsafe write(
          CheckedView<T>(at: value).address, output.pointee.buffer.position.checked(capacity))
      else { return false }
      assert(count > 0 && count <= capacity)
      output.pointee.buffer.advance(by: count)
      return true
    }
    unsafe self.init(type, write: write, else: encode)
  }

  /// A hook for values whose bytes are written as a string of Base64.
  package convenience init<T>(
    base64 type: T.Type,
    _ withBytes: @escaping @Sendable (UnsafePointer<T>, (CheckedBytes) -> Void) -> Void,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    let write: Write = { value, output in
      // Invariant: as above.
      unsafe withBytes(CheckedView<T>(at: value).address) { bytes in
        output.pointee.base64(bytes)
      }
      return true
    }
    unsafe self.init(type, write: write, else: encode)
  }

  /// A hook for values that are written as a string, or else by `encode`.
  package convenience init<T>(
    string type: T.Type, _ text: @escaping @Sendable (T) -> String?,
    else encode: @escaping @Sendable (T, ValueEncoder) throws -> Void
  ) {
    let write: Write = { value, output in
      // Invariant: as above.
      guard let text = unsafe text(CheckedView<T>(at: value).pointee) else {
        return false
      }
      output.pointee.string(text)
      return true
    }
    unsafe self.init(type, write: write, else: encode)
  }
}

// MARK: - Members and elements

extension EncodingSession {
  /// Whether a scalar has a text under the options.
  @inline(__always)
  func hasText<T: JSONScalar>(_ value: T) -> Bool {
    if T.self == Double.self || T.self == Float.self {
      return T.isFinite(value) || output.pointee.options.nonFiniteNumbers != .error
    }
    return true
  }

  /// Writes a value here with a hook. Returns `false` and writes nothing if the hook writes no text.
  @inline(__always)
  func write<T>(_ value: T, by hook: EncodingHook) -> Bool {
    guard hook.isDirect else { return false }
    let depth = output.pointee.depth
    if _slowPath(depth &+ hook.depth > snapshot.options.maximumDepth) { return false }
    let start = output.pointee.buffer.count
    let isWritten = unsafe _withUnprotectedUnsafePointer(to: value) {
      unsafe hook.write($0, output)
    }
    if _fastPath(isWritten) {
      assert(output.pointee.depth == depth && output.pointee.buffer.count > start)
      return true
    }
    output.pointee.depth = depth
    output.pointee.buffer.takeBack(to: start)
    return false
  }

  /// Writes a value here by its hook. Returns `false` and writes nothing if there is no hook that writes text.
  @inline(__always)
  func write<T>(_ value: T, by hook: Unmanaged<EncodingHook>?) -> Bool {
    guard let hook = unsafe hook else { return false }
    // Invariant: the session's table keeps the hook.
    return unsafe hook._withUnsafeGuaranteedRef { write(value, by: $0) }
  }

  /// Encodes a value by its hook, or with its own `encode(to:)` if it has none.
  @inline(__always)
  func encode<T: Encodable>(
    _ value: T, by hook: Unmanaged<EncodingHook>?, at place: EncodingPlace
  ) throws {
    if let hook = unsafe hook {
      // Invariant: as above.
      return try unsafe hook._withUnsafeGuaranteedRef {
        try ValueEncoder(self, place).encode(value, by: $0)
      }
    }
    // Not a call with a closure: that copies the value and looks up metadata for each element.
    try enter(value)
    defer { leave() }
    try callEncode(of: value, at: place)
  }

  @inline(__always)
  func encodeMember<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace) throws
  {
    if T.self == ExtraFields.self { return try encodeExtraFields(value, key, in: place) }
    if isOmitted(value), isInUse, !place.isMisused { return }
    guard let mark = beginKnownMember(place, key) else {
      return try encodeOtherMember(value, key, in: place)
    }
    let hook = unsafe hook(for: T.self)
    if unsafe write(value, by: hook) { return }
    try unsafe encode(value, key, of: mark, by: hook)
  }

  @inline(never)
  private func encodeOtherMember<T: Encodable>(
    _ value: T, _ key: some CodingKey, in place: EncodingPlace
  ) throws {
    switch beginOtherMember(place, key) {
    case .text(let mark):
      let hook = unsafe hook(for: T.self)
      if unsafe write(value, by: hook) { return }
      try unsafe encode(value, key, of: mark, by: hook)
    case .nodes(let name): try encodeInNodes(value, key, named: name, in: place)
    }
  }

  /// Encodes a member whose name was written, or takes it back.
  @inline(__always)
  func encode<T: Encodable, Key: CodingKey>(
    _ value: T, _ key: Key, of mark: EncodingText.Mark, by hook: Unmanaged<EncodingHook>?
  ) throws {
    // Invariant: the frame of the value ends before the call does.
    try unsafe _withUnprotectedUnsafePointer(to: key) { key in
      try unsafe encode(value, in: text.push(key), of: mark, by: hook)
    }
  }

  @inline(__always)
  func isOmitted<T>(_ value: T) -> Bool {
    _slowPath(snapshot.options.nils == .omit) && isNil(value)
  }

  @inline(never)
  private func isNil<T>(_ value: T) -> Bool {
    guard let optional = value as? any WritableOptional else { return false }
    return optional.isNil
  }

  @inline(__always)
  func encodeElement<T: Encodable>(_ value: T, in place: EncodingPlace) throws {
    guard let mark = mark(place) else { return try encodeInNodes(value, in: place) }
    text.beginElement(mark.level)
    let hook = unsafe hook(for: T.self)
    if unsafe write(value, by: hook) { return }
    let child = text.push(position: mark.elements)
    try unsafe encode(value, in: child, of: mark, by: hook)
  }

  /// Writes elements of a type with a hook, by their addresses, up to one that it writes no text for. Returns their
  /// number.
  @inline(never)
  func writeElements(
    _ start: UnsafeRawPointer, count: Int, stride: Int, by hook: Unmanaged<EncodingHook>?,
    in place: EncodingPlace
  ) -> Int {
    assert(count >= 0 && stride > 0)
    guard let hook = unsafe hook, isOpen(place) else { return 0 }
    // Invariant: the session's table keeps the hook.
    return unsafe hook._withUnsafeGuaranteedRef { hook in
      let depth = output.pointee.depth
      guard hook.isDirect, depth &+ hook.depth <= snapshot.options.maximumDepth else { return 0 }
      let level = Int(place.level)
      for index in 0..<count {
        let end = output.pointee.buffer.count
        text.beginElement(level)
        // Invariant: the hook is that of the elements, and `count` of them follow each other.
        if unsafe _slowPath(!hook.write(start + index &* stride, output)) {
          output.pointee.depth = depth
          text.takeBackElement(level, to: end)
          return index
        }
        assert(output.pointee.depth == depth)
      }
      return count
    }
  }

  /// Encodes an element of a type that is known to be plain. Borrowed, and out of line, because generic code
  /// would copy any other value that is in memory.
  @inline(never)
  func encodePlainElement<T: Encodable>(_ value: borrowing T, in place: EncodingPlace) throws {
    guard isOpen(place) else { return try encodeInNodes(value, in: place) }
    let level = Int(place.level)
    let depth = output.pointee.depth
    let exceeded = text.limits.exceeded
    let position = text.beginElement(level)
    let child = text.push(position: position)
    do {
      try enter(value)
      defer { leave() }
      try callEncode(of: value, at: child)
    } catch {
      takeBack(child, depth, exceeded)
      throw error
    }
    if _slowPath(isTree) { return }
    text.close(to: level &+ 1)
  }

  /// Takes back an element that failed.
  @inline(never)
  private func takeBack(_ child: EncodingPlace, _ depth: Int, _ exceeded: ExceededLimits) {
    guard isStillText(child) else { return takeBackNode(child, exceeded) }
    takeBackText(to: text.mark(beforeElement: child, depth: depth, exceeded: exceeded))
    text.limits.restore(exceeded)
  }

  /// Encodes a member or element that the text has room for, or takes the room back.
  @inline(__always)
  func encode<T: Encodable>(
    _ value: T, in child: EncodingPlace, of mark: EncodingText.Mark,
    by hook: Unmanaged<EncodingHook>?
  ) throws {
    do {
      try unsafe encode(value, by: hook, at: child)
    } catch {
      takeBack(child, mark, for: error)
      if error is LeftOut { return }
      throw error
    }
    if _slowPath(isTree) { return }
    text.close(to: mark.level &+ 1)
  }

  @inline(never)
  private func takeBack(_ child: EncodingPlace, _ mark: EncodingText.Mark, for error: any Error) {
    guard isStillText(child) else { return takeBackNode(child, mark.exceeded) }
    // A missing field keeps nothing, and there may be many.
    takeBackText(to: mark, mayBeKept: !(error is LeftOut))
    text.limits.restore(mark.exceeded)
  }

  private func takeBackNode(_ child: EncodingPlace, _ exceeded: ExceededLimits) {
    if let node = node(child) { node.parent?.remove(node, for: nil) }
    text.limits.restore(exceeded)
  }

  /// Whether the value at `place`, which has no encoded value yet, is a member whose container catches
  /// ``LeftOut``. That of a super encoder is not.
  func mayLeaveOut(_ place: EncodingPlace) -> Bool {
    guard isInUse, !place.isMisused else { return false }
    if isTree { return node(place)?.mayBeLeftOut ?? false }
    guard text.hasFrame(place), place.level > 0 else { return false }
    // Invariant: the frame and the one around it are initialised.
    let frame = text.frames + Int(place.level)
    return frame.pointee.kind == .empty && !frame.pointee.ownsKey
      && (frame - 1).pointee.kind == .object
  }

  // MARK: - Extra fields

  @inline(never)
  private func encodeExtraFields<T>(_ value: T, _ key: some CodingKey, in place: EncodingPlace)
    throws
  {
    let extra = sameType(value, as: ExtraFields.self)
    // In a dictionary, all members have names of their own.
    if isDictionary(place) { return try encodeMember(extra.object, key, in: place) }
    let mark = mark(place)
    do {
      for (name, value) in extra.members { try encodeExtraField(value, name, in: place) }
    } catch {
      if let mark, isStillText(place) { takeBackText(to: mark) }
      throw error
    }
  }

  /// Encodes a member, unless the object already has its name.
  private func encodeExtraField(_ value: RawJSON, _ name: String, in place: EncodingPlace) throws {
    let key = JSONPathKey(stringValue: name)
    if let mark = mark(place), beginMember(named: name, in: place) {
      return try unsafe encode(value, key, of: mark, by: hook(for: RawJSON.self))
    }
    guard let parent = node(place) else { throw misuse(value, codingPath(place) + [key]) }
    if parent.member(name) != nil { return }
    try encodeInNodes(value, key, named: name, in: parent)
  }
}
