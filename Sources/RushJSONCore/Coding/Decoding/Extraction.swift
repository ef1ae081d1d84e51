// Typed values from documents and trees: `at:` takes a JSON Pointer, `path:` names and indexes.

extension JSONDocument.Value {
  /// Decodes the value at a path of names and indexes.
  ///
  /// ```swift
  /// let name: String = try document.root.value(path: "user", "names", 0)
  /// let zip: Int? = try document.root.valueIfPresent(path: "user", "zip")
  /// ```
  ///
  /// A string is one name, whatever its characters. For a pointer, as in `"/user/names/0"`, use `at:`.
  /// - Throws: A `DecodingError` with the path from this value on: `keyNotFound` for a missing name,
  ///   `valueNotFound` for an index beyond the end or for `null` at any step, else `typeMismatch`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.descended(path).decode(type)
    }
  }

  /// Decodes the value at a path. Returns `nil` if it, or a step of the path, is missing or `null`.
  /// - Throws: `DecodingError.typeMismatch` for a step through another kind, and what decoding throws.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(type, path, decoder).value
  }

  /// Decodes the value at a path. Returns a default where `valueIfPresent(_:path:decoder:)` is `nil`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(type, path, decoder).value ?? value()
  }

  /// Decodes the value at a path like `valueIfPresent(_:path:decoder:)`, and tells missing from `null`.
  public func field<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(type, path, decoder)
  }

  /// Decodes the value at a path. Returns `nil` if it is missing, `null`, or cannot be decoded.
  public func lenientValue<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) -> T? {
    do { return try field(type, path, decoder).value } catch { return nil }
  }

  func field<T: Decodable>(
    _ type: T.Type, _ path: [JSONPointer.Step], _ decoder: RushJSONCoreDecoder?
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.field(type) { try $0.descended(path) }
    }
  }

  /// Decodes an array as a tuple, which must have one type for each element.
  ///
  /// ```swift
  /// let (x, y, name) = try document.root.tuple(Double.self, Double.self, String.self)
  /// ```
  /// - Throws: A `DecodingError`; `dataCorrupted` if there are more elements than types.
  public func tuple<each T: Decodable>(
    _ types: repeat (each T).Type, decoder: RushJSONCoreDecoder? = nil
  ) throws -> (repeat each T) {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { root in
      var container = try root.unkeyedContainer()
      let values = (repeat try container.decode(each types))
      if !container.isAtEnd {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The array has more elements than the tuple.")
      }
      return values
    }
  }
}

// The same for trees. One list for both would need a public protocol that serves nothing else.

extension RawJSON {
  /// Decodes the value at a path. See `JSONDocument.Value.value(_:path:decoder:)`.
  /// - Complexity: O(*n*) in the whole tree. For many values, decode a type, or use the accessors.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.descended(path).decode(type)
    }
  }

  /// Decodes the value at a path. Returns `nil` if it, or a step of the path, is missing or `null`.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(type, path, decoder).value
  }

  /// Decodes the value at a path. Returns a default if it is missing or `null`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(type, path, decoder).value ?? value()
  }

  /// Decodes the value at a path, and tells missing from `null`.
  public func field<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(type, path, decoder)
  }

  func field<T: Decodable>(
    _ type: T.Type, _ path: [JSONPointer.Step], _ decoder: RushJSONCoreDecoder?
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.field(type) { try $0.descended(path) }
    }
  }
}

// MARK: - Pointer

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

// MARK: - Readable

// Typed values without Codable from documents and trees. Each function is that for Decodable types, through
// `DirectlyRead`; a type that is both takes those.

extension JSONDocument.Value {
  /// Decodes the value at a JSON Pointer as a type without `Codable`.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try value(DirectlyRead<T>.self, at: pointer, decoder: decoder).value
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`. Returns `nil` if it is missing or `null`.
  @_disfavoredOverload
  public func valueIfPresent<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).value?.value
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`, or returns a default.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).value?.value ?? value()
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).unwrapped()
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`, or returns `nil` if that is not possible.
  @_disfavoredOverload
  public func lenientValue<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) -> T? {
    lenientValue(DirectlyRead<T>.self, at: pointer, decoder: decoder)?.value
  }

  /// Decodes the value at a path as a type without `Codable`.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.descended(path).decode(DirectlyRead<T>.self)
    }.value
  }

  /// Decodes the value at a path as a type without `Codable`. Returns `nil` if it is missing or `null`.
  @_disfavoredOverload
  public func valueIfPresent<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(DirectlyRead<T>.self, path, decoder).value?.value
  }

  /// Decodes the value at a path as a type without `Codable`, or returns a default.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(DirectlyRead<T>.self, path, decoder).value?.value ?? value()
  }

  /// Decodes the value at a path as a type without `Codable`, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(DirectlyRead<T>.self, path, decoder).unwrapped()
  }

  /// Decodes the value at a path as a type without `Codable`, or returns `nil` if that is not possible.
  @_disfavoredOverload
  public func lenientValue<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) -> T? {
    do { return try field(DirectlyRead<T>.self, path, decoder).value?.value } catch { return nil }
  }

  /// Decodes an array as a tuple, whose types need no `Codable`.
  @_disfavoredOverload
  public func tuple<each T: JSONReadable>(
    _ types: repeat (each T).Type, decoder: RushJSONCoreDecoder? = nil
  ) throws -> (repeat each T) {
    let values = try tuple(repeat DirectlyRead<each T>.self, decoder: decoder)
    return (repeat (each values).value)
  }
}

extension RawJSON {
  /// Decodes the value at a JSON Pointer as a type without `Codable`.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try value(DirectlyRead<T>.self, at: pointer, decoder: decoder).value
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`. Returns `nil` if it is missing or `null`.
  @_disfavoredOverload
  public func valueIfPresent<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).value?.value
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`, or returns a default.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).value?.value ?? value()
  }

  /// Decodes the value at a JSON Pointer as a type without `Codable`, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(DirectlyRead<T>.self, at: pointer, decoder: decoder).unwrapped()
  }

  /// Decodes the value at a path as a type without `Codable`.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.descended(path).decode(DirectlyRead<T>.self)
    }.value
  }

  /// Decodes the value at a path as a type without `Codable`. Returns `nil` if it is missing or `null`.
  @_disfavoredOverload
  public func valueIfPresent<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(DirectlyRead<T>.self, path, decoder).value?.value
  }

  /// Decodes the value at a path as a type without `Codable`, or returns a default.
  @_disfavoredOverload
  public func value<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try field(DirectlyRead<T>.self, path, decoder).value?.value ?? value()
  }

  /// Decodes the value at a path as a type without `Codable`, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: JSONReadable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try field(DirectlyRead<T>.self, path, decoder).unwrapped()
  }

  // Disfavoured functions of two kinds, for a type that is of both kinds.

  /// Decodes the value at a JSON Pointer.
  @_disfavoredOverload
  public func value<T: Decodable & JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: pointer) { try $0.decode(type) }
  }

  /// Decodes the value at a JSON Pointer, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: Decodable & JSONReadable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) {
      try $0.field(type) { try $0.descended(pointer) }
    }
  }
}
