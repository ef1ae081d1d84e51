// Values of types that are read or decoded: the current one, and elements of arrays.

extension JSONReader {
  /// Reads the current value, which stays the current one.
  ///
  /// If it is an object, `type` may read some of its members, and you others.
  @inlinable
  public mutating func read<T: JSONReadable>(_ type: T.Type = T.self) throws -> T {
    beginWhole()
    defer { endPart() }
    return try read(type, at: state.value, returningTo: state)
  }

  /// Reads the current value as a type that is only `Decodable`.
  @_disfavoredOverload
  public mutating func read<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    return try decode(type, at: state.value)
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

  // MARK: - At an index

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

  /// Decodes the current value as `Codable` does, with the decoder's strategy for the type.
  package mutating func decoded<T: Decodable>() throws -> T {
    try session.decodePlainly(T.self, at: state.value, below: base)
  }

  /// Decodes the value at an index by its `init(from:)`, or by the decoder's strategy for the type.
  @inline(never)
  package mutating func decode<T: Decodable>(_ type: T.Type, at index: UInt32) throws -> T {
    try session.decode(type, at: index, below: base)
  }

  // MARK: - Arrays

  /// Reads the elements of the current value, an array, one by one.
  @inlinable
  mutating func elements<Element: JSONReadable>() throws -> [Element] {
    let count = try beginArray()
    if count == 0 { return [] }
    let outer = state
    var index = outer.next
    // Room and then elements: an array of uninitialized capacity looks up metadata each time.
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      move(to: index)
      do {
        elements.append(try Element(from: &self))
      } catch {
        throw failed(error, Element.self, at: index, returningTo: outer)
      }
      index = following(index)
    }
    state = outer
    return elements
  }

  /// Reads the current value as nested arrays of numbers, which `[Row]` is: all of them by one call, as `Codable` does.
  @usableFromInline
  mutating func numbers<Rows: Decodable, Row>(_ type: Rows.Type) throws -> [Row] {
    let rows = try session.decode(type, at: state.value, below: base)
    return sameType(rows)
  }
}
