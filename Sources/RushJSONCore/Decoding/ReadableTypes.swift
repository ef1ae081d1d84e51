// Types that are read straight from the tape, found by their metadata among those that a decoder is
// asked for.

extension DecodingSession {
  /// The hook for a type that is read without `Codable`, or `nil` if `type` is not one. The conformance is
  /// looked up once for each such type and session, and for most other types once per process.
  @inline(__always)
  func readable<T: Decodable>(_ type: T.Type) -> TypeHook? {
    let type = ObjectIdentifier(type)
    if hooks.isKnownIndirect(type) { return nil }
    if let known = unsafe readables[type] { return known }
    return newReadable(T.self)
  }

  @inline(never)
  private func newReadable<T: Decodable>(_ type: T.Type) -> TypeHook? {
    // A closure for keys needs the path of each object.
    if case .custom = snapshot.names { return nil }
    guard !(type is any CoderOwnType.Type), let readable = type as? any JSONReadable.Type else {
      hooks.markIndirect(ObjectIdentifier(type))
      return nil
    }
    let hook = TypeHook.reading(readable)
    // After the call, other threads may be reading.
    if isAtWork { note(ObjectIdentifier(type), hook) }
    return hook
  }
}

extension TypeHook {
  fileprivate static func reading(_ type: any JSONReadable.Type) -> TypeHook {
    func hook<R: JSONReadable>(_ type: R.Type) -> TypeHook {
      TypedHook<R> { decoder in
        var reader = JSONReader(decoder.session, decoder.place)
        return try R(from: &reader)
      }
    }
    return hook(type)
  }
}
