extension JSONDocument.Value {
  /// Decodes the value at a JSON Pointer.
  ///
  /// ```swift
  /// let name: String = try document.root.value(at: "/user/names/0")
  /// ```
  /// - Throws: A `DecodingError`, as `value(_:path:decoder:)`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: pointer) { try $0.decode(type) }
  }

  /// Decodes the value at a JSON Pointer, as `valueIfPresent(_:path:decoder:)` does.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(type, at: pointer, decoder: decoder).value
  }

  /// Decodes the value at a JSON Pointer. Returns a default if it is missing or `null`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(type, at: pointer, decoder: decoder).value ?? value()
  }

  /// Decodes the value at a JSON Pointer, and tells missing from `null`.
  public func field<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.field(type) { try $0.descended(pointer) }
    }
  }

  /// Decodes the value at a JSON Pointer, or returns `nil` if it is missing, `null`, or not decodable.
  public func lenientValue<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) -> T? {
    do { return try field(type, at: pointer, decoder: decoder).value } catch { return nil }
  }
}

// The same for trees. One list for both would need a public protocol that serves nothing else.

extension RawJSON {
  /// Decodes the value at a JSON Pointer. See `JSONDocument.Value.value(_:at:decoder:)`.
  /// - Complexity: O(*n*) in the whole tree.
  // Disfavoured, like `field` below: `value(at: pointer) == 3` means the tree's own method, which is O(1).
  @_disfavoredOverload
  public func value<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: pointer) { try $0.decode(type) }
  }

  /// Decodes the value at a JSON Pointer, as `valueIfPresent(_:path:decoder:)` does.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(type, at: pointer, decoder: decoder).value
  }

  /// Decodes the value at a JSON Pointer. Returns a default if it is missing or `null`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(type, at: pointer, decoder: decoder).value ?? value()
  }

  /// Decodes the value at a JSON Pointer, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.field(type) { try $0.descended(pointer) }
    }
  }
}
