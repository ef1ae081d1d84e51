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
