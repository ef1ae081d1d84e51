// Values of types without hooks: they write themselves, or are arrays or dictionaries, or have an
// `encode(to:)`.
//
// All of this is here and not in `ValueEncoder`, because each encoder counts the session. A retain and
// a release for each value took 3 % of the time of twitter.json.

extension EncodingSession {
  /// Begins a call of a type's `encode(to:)`, unless calls nest so deep that the stack might overflow.
  @inline(__always)
  func enter(_ value: some Any) throws {
    if !text.limits.enter() { throw EncodingError.tooDeep(value, text.limits) }
  }

  @inline(__always)
  func leave() { text.limits.leave() }

  /// Calls the type's `encode(to:)`, after `enter`, with an encoder that does not retain the session.
  ///
  /// Copies of the encoder count it, as always, so a type may keep one. The encoder is in the session's
  /// memory and passed as if the call might change it, because any other one would be counted.
  @inline(__always)
  func callEncode<T: Encodable>(of value: T, at place: EncodingPlace) throws {
    let call = text.limits.calls
    guard _fastPath(call <= EncodingSession.encoderCount) else {
      return try value.encode(to: ValueEncoder(self, place))
    }
    // Invariant: there is room for an encoder of each call. Nothing retains what is taken, and the encoder is
    // never destroyed.
    let session = unsafe Unmanaged.passUnretained(self).takeRetainedValue()
    unsafe (encoders + call).initialize(to: ValueEncoder(session, place))
    try unsafe callEncode(of: value, to: &encoders[call])
  }

  // Not inlined: the encoder would be copied.
  @inline(never)
  private func callEncode<T: Encodable>(of value: T, to encoder: inout any Encoder) throws {
    try value.encode(to: encoder)
  }

  /// Encodes a value of a type that has no hook.
  @inline(__always)
  func encodeWithoutHook<T: Encodable>(_ value: T, at place: EncodingPlace) throws {
    // Not a call with a closure: that copies the value and looks up metadata for each element.
    try enter(value)
    defer { leave() }
    if let writable = writable(T.self) {
      try encode(value, as: writable, at: place)
    } else if let collection = collection(T.self) {
      try encode(value, as: collection, at: place)
    } else {
      try callEncode(of: value, at: place)
    }
  }

  @inline(never)
  private func encode<T: Encodable>(
    _ value: T, as collection: any TextCollection.Type, at place: EncodingPlace
  ) throws {
    if isOpen(place), text.isUntouched(place) {
      // Invariant: `collection` is T.
      try unsafe withUnsafePointer(to: value) {
        try unsafe collection.encodeDirectly(UnsafeRawPointer($0), in: self, at: place)
      }
    } else {
      let encoder = ValueEncoder(self, place)
      guard collection.isDictionary else { return try value.encode(to: encoder) }
      try encoder.asDictionary { try value.encode(to: encoder) }
    }
  }

  @inline(never)
  private func encode<T: Encodable>(
    _ value: T, as writable: any JSONWritable.Type, at place: EncodingPlace
  ) throws {
    func encode<W: JSONWritable>(_ type: W.Type) throws {
      // Invariant: W is T, which was found to be writable.
      try write(unsafe unsafeBitCast(value, to: W.self), at: place)
    }
    try encode(writable)
  }

  /// `type` as an array or dictionary, if it is one. The conformance is looked up once per encoder, and
  /// for most other types once per process.
  @inline(__always)
  func collection<T: Encodable>(_ type: T.Type) -> (any TextCollection.Type)? {
    let identifier = ObjectIdentifier(type)
    if hooks.isNotCollection(identifier) { return nil }
    if let known = collections[identifier] { return known }
    return newCollection(type)
  }

  @inline(never)
  private func newCollection<T: Encodable>(_ type: T.Type) -> (any TextCollection.Type)? {
    let collection = type as? any TextCollection.Type
    if collection == nil { hooks.markNotCollection(ObjectIdentifier(type)) }
    collections.add(ObjectIdentifier(type), collection)
    return collection
  }
}

// MARK: - BorrowedValues

// Values that generic code reads where they are.
//
// `if let` on an optional of a generic type looks up the metadata of the optional, copies it and destroys
// the copy: 600 instructions for each member that may be absent. Reading through an address retains what
// it reads. A switch over a value that might not be copyable does neither, and every copyable value may
// pass for one.

extension Optional where Wrapped: ~Copyable {
  /// Passes the value to `body` without copying it. Returns `false` if the optional is `nil`.
  @inline(__always)
  borrowing func borrowValue(_ body: (borrowing Wrapped) throws -> Void) rethrows -> Bool {
    switch self {
    case .some(let value):
      try body(value)
      return true
    case .none: return false
    }
  }
}

extension UnsafePointer where Pointee: ~Copyable {
  /// Passes the value at this address to `body` without copying it.
  @inline(__always)
  func borrowValue<R>(_ body: (borrowing Pointee) throws -> R) rethrows -> R {
    // Invariant: as for `pointee`, which the caller keeps alive meanwhile.
    try unsafe body(pointee)
  }
}
