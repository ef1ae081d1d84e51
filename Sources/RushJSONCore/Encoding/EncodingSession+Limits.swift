// What cannot be encoded: too deep, too long, or where something else is encoded already.

/// Limits that what is encoded goes beyond. What fails and is left out does not.
struct ExceededLimits: BitwiseCopyable {
  var isTooDeep = false
  var isTooLong = false
}

extension EncodingSession {
  // MARK: - Depth

  var isTooDeep: Bool { unsafe state.pointee.exceeded.isTooDeep }

  /// Notes that an array or object cannot be opened where it would be.
  @inline(never) @discardableResult
  func noteTooDeep() -> Bool {
    unsafe state.pointee.exceeded.isTooDeep = true
    return false
  }

  func tooDeep(_ value: Any) -> EncodingError {
    failure(value, [], "Unable to encode the given top-level value to JSON.")
  }

  /// Begins a call of a type's `encode(to:)`. Refuses it where the calls are so many, one in the other,
  /// that the stack might not hold them.
  @inline(__always)
  func enter(_ value: some Any) throws {
    unsafe state.pointee.calls &+= 1
    if unsafe _slowPath(
      state.pointee.calls > maximumDepth &* 2 &+ 16 || state.pointee.exceeded.isTooDeep)
    {
      unsafe state.pointee.calls &-= 1
      noteTooDeep()
      throw tooDeep(value)
    }
  }

  @inline(__always)
  func leave() { unsafe state.pointee.calls &-= 1 }

  /// How often something too deep may fail and be left out.
  ///
  /// A type that encodes itself twice and goes on after failures would fail more often than any process
  /// could wait for.
  private static var maximumRefusals: Int { 1 << 12 }

  /// Sets the limits back to those before what failed, which is left out.
  func restore(_ exceeded: ExceededLimits) {
    if isTooDeep { unsafe state.pointee.refusals &+= 1 }
    if unsafe state.pointee.refusals < Self.maximumRefusals {
      unsafe state.pointee.exceeded = exceeded
    }
  }

  // MARK: - Length

  /// Notes that text was dropped which nothing brings back, whatever is left out later.
  func noteLoss() {
    unsafe state.pointee.exceeded.isTooLong = true
    unsafe state.pointee.refusals = Self.maximumRefusals
  }

  // MARK: - Misuse

  /// Notes that the value at `place` was to become something else than it is. Calls that ask for a
  /// container cannot throw, so the encoding ends with an error.
  @inline(never)
  func noteMisuse(_ place: EncodingPlace) -> Bool {
    if unsafe state.pointee.misusedPath == nil {
      unsafe state.pointee.misusedPath = codingPath(place)
    }
    return false
  }

  /// The error of a call on what cannot be encoded to.
  @inline(never)
  func misuse(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    if !isInUse {
      return failure(
        value, path,
        "An encoder can be used only during the call that it was made for, and by its thread.")
    }
    if isTooDeep { return tooDeep(value) }
    return failure(
      value, path,
      "The value around it was encoded as something else, and cannot be an array or object of this kind."
    )
  }

  /// What a call of `encode` has to throw although no call within it did.
  func checkMisuse(_ value: Any) throws {
    guard let path = unsafe state.pointee.misusedPath else { return }
    throw failure(
      value, path, "The value was encoded already, and a container of another kind was asked for.")
  }

  // MARK: - Paths and errors

  func codingPath(_ place: EncodingPlace) -> [any CodingKey] {
    guard isInUse else { return [] }
    if !isTree {
      let level =
        place.isMisused
        ? (0..<frameCount).first { unsafe frames[$0].start == place.start }
        : hasFrame(place) ? Int(place.level) : nil
      if let level { return (0...level).compactMap { key(at: $0) } }
      // The value is complete, and is found again as a node.
      makeNodes()
    }
    return unsafe state.pointee.nodes[place.start]?.codingPath ?? []
  }

  func failure(_ value: Any, _ path: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}
