// Types that are read straight from the tape, found by their metadata among those that a decoder is
// asked for.

extension DecodingSession {
  /// `type` as a type that is read without `Codable`, if it is one. The conformance is looked up once for
  /// each such type and session, and for most other types once per process.
  @inline(__always)
  func readable<T: Decodable>(_ type: T.Type) -> (any JSONReadable.Type)? {
    let type = ObjectIdentifier(type)
    if hooks.isKnownIndirect(type) { return nil }
    if let known = unsafe readables[type] { return known }
    return newReadable(T.self)
  }

  @inline(never)
  private func newReadable<T: Decodable>(_ type: T.Type) -> (any JSONReadable.Type)? {
    guard let readable = type as? any JSONReadable.Type else {
      hooks.markIndirect(ObjectIdentifier(type))
      return nil
    }
    // After the call, other threads may be reading.
    if isAtWork { unsafe readables.add(ObjectIdentifier(type), readable) }
    return readable
  }

  /// Reads a value of `type`, which is `readable`.
  @inline(never)
  func make<T>(_ readable: any JSONReadable.Type, _ type: T.Type, _ place: DecodingPlace) throws
    -> T
  {
    func made<R: JSONReadable>(_ readable: R.Type) throws -> T {
      var reader = JSONReader(self, place)
      let value = try R(from: &reader)
      // Invariant: R is T, which `readable` has found to be readable.
      return unsafe unsafeBitCast(value, to: T.self)
    }
    return try made(readable)
  }
}
