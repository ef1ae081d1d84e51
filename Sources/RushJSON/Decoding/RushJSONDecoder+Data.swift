public import RushJSONCore
public import _RushJSONFoundation

extension RushJSONDecoder {
  /// Decodes the value at `pointer` of a text. The whole text is read and checked, but values elsewhere
  /// are not decoded.
  /// - Parameter userInfo: Entries that the decoder's `userInfo` gets for this call.
  /// - Throws: A `DecodingError`, which is `keyNotFound` or `valueNotFound` if there is no value at the
  ///   pointer.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    if let userInfo, !userInfo.isEmpty {
      let copy = copy()
      copy.userInfo.merge(userInfo) { $1 }
      return try copy.decode(type, from: data, at: pointer)
    }
    // The method that subclasses override.
    if pointer.isEmpty { return try decode(type, from: data) }
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    return try unsafe data.bytes.withUnsafeBytes {
      try unsafe decode(type, from: $0, at: pointer)
    }
  }
}
