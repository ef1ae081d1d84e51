// Values of types that are read: the current one, and elements of arrays.

extension JSONReader {
  /// Reads the value at an index, and returns to a state.
  @inlinable
  mutating func read<T: JSONReadable>(
    _ type: T.Type, at index: UInt32, returningTo outer: State
  ) throws -> T {
    move(to: index)
    do {
      let value = try T(from: &self)
      state = outer
      return value
    } catch {
      throw failed(error, T.self, at: index, returningTo: outer)
    }
  }

  /// Reads the current value as a type that is only `Decodable`.
  @_disfavoredOverload
  public mutating func read<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try decode(type, at: state.value)
  }

  /// Decodes the current value as `Codable` does, with the decoder's strategy for the type.
  package mutating func decoded<T: Decodable>() throws -> T {
    try session.decodePlainly(T.self, at: state.value, below: base)
  }

  /// Decodes the value at an index by its `init(from:)`, or by the decoder's strategy for the type.
  @inline(never)
  mutating func decode<T: Decodable>(_ type: T.Type, at index: UInt32) throws -> T {
    try session.decode(type, at: index, below: base)
  }

  /// Reads the next element of the array, or the value of the member that ``nextName()`` has found.
  @inlinable
  public mutating func element<T: JSONReadable>(_ type: T.Type = T.self) throws -> T {
    let index = try nextElement()
    return try read(type, at: index, returningTo: state)
  }

  /// Reads the next element of the array as a type that is only `Decodable`.
  @_disfavoredOverload
  public mutating func element<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try decode(type, at: try nextElement())
  }
}
