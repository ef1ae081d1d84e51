// Values and the hooks for their types.
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
    assert(call > 0)
    // Invariant: there is room for an encoder of each call. Nothing retains what is taken, and the encoder is
    // never destroyed.
    let session = unsafe Unmanaged.passUnretained(self).takeRetainedValue()
    (encoders + call).initialize(to: ValueEncoder(session, place))
    try callEncode(of: value, to: &encoders[call])
  }

  // Not inlined: the encoder would be copied.
  @inline(never)
  private func callEncode<T: Encodable>(of value: T, to encoder: inout any Encoder) throws {
    try value.encode(to: encoder)
  }

  /// The hook for a type, or `nil` if the type encodes itself. The session must be in use.
  @inline(__always)
  func hook<T: Encodable>(for type: T.Type) -> Unmanaged<EncodingHook>? {
    if let known = unsafe hooks[type] { return unsafe known }
    return unsafe newHook(for: type)
  }

  @inline(never)
  private func newHook(for type: any Encodable.Type) -> Unmanaged<EncodingHook>? {
    unsafe hooks.add(snapshot.hook(for: type), for: type)
  }
}
