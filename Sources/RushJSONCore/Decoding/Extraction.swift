// Typed values out of documents and trees: `at:` takes a JSON Pointer, `path:` names and indexes.

extension JSONDocument.Value {
  /// Decodes the value at a path of names and indexes.
  ///
  /// ```swift
  /// let name: String = try document.root.value(path: "user", "names", 0)
  /// let zip: Int? = try document.root.valueIfPresent(path: "user", "zip")
  /// ```
  ///
  /// A string is one name, whatever is in it: a pointer, as in `"/user/names/0"`, goes to `at:`.
  /// - Throws: A `DecodingError` with the whole path from this value on: `keyNotFound` for a name that
  ///   is missing, `valueNotFound` for an index beyond the end or for `null`, at whatever step, and
  ///   `typeMismatch` for a value of another kind.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.value(type, path: path) }
  }

  /// Decodes the value at a path, or returns `nil` if it, or a step of the path, is missing or `null`.
  ///
  /// - Throws: `DecodingError.typeMismatch` and what else decoding throws, if the value is there.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> T? {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
      .value
  }

  /// Decodes the value at a path, or returns a default if it is missing or `null`.
  ///
  /// - Throws: As ``valueIfPresent(_:path:using:)``.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    using decoder: RushJSONDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
      .value ?? value()
  }

  /// Decodes the value at a path, and tells missing from `null`.
  ///
  /// - Throws: As ``valueIfPresent(_:path:using:)``.
  public func field<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> TriState<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
  }

  /// Decodes the value at a path, or returns `nil` if it is missing, `null`, or none of the type.
  public func lenientValue<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) -> T? {
    do {
      return try (decoder ?? .plain).withDecoder(for: self, at: .root) {
        try $0.field(type, path: path)
      }.value
    } catch {
      return nil
    }
  }

  /// Decodes the elements of an array as a tuple: as many as there are types, and no more.
  ///
  /// ```swift
  /// let (x, y, name) = try document.root.tuple(Double.self, Double.self, String.self)
  /// ```
  ///
  /// - Throws: A `DecodingError`; `dataCorrupted` if there are more elements than types.
  public func tuple<each T: Decodable>(
    _ types: repeat (each T).Type, using decoder: RushJSONDecoder? = nil
  ) throws -> (repeat each T) {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { root in
      var container = try root.unkeyedContainer()
      let values = (repeat try container.decode(each types))
      if !container.isAtEnd {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The array has more elements than were asked for.")
      }
      return values
    }
  }
}

extension RushJSONDecoder {
  /// A decoder whose options nobody changes.
  static let plain = RushJSONDecoder()
}

extension RawJSON {
  /// Decodes the value at a path of names and indexes. See ``JSONDocument/Value/value(_:path:using:)``.
  ///
  /// - Complexity: O(*n*) in the tree, which is written down and read; to extract many values, decode a
  ///   type, or use the accessors.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.value(type, path: path) }
  }

  /// Decodes the value at a path, or returns `nil` if it, or a step of the path, is missing or `null`.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> T? {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
      .value
  }

  /// Decodes the value at a path, or returns a default if it is missing or `null`.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., default value: @autoclosure () -> T,
    using decoder: RushJSONDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
      .value ?? value()
  }

  /// Decodes the value at a path, and tells missing from `null`.
  public func field<T: Decodable>(
    _ type: T.Type = T.self, path: JSONPointer.Step..., using decoder: RushJSONDecoder? = nil
  ) throws -> TriState<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, path: path) }
  }
}

// MARK: - For both, and for both kinds of paths

extension ValueDecoder {
  /// Decodes the value at a path that begins here.
  fileprivate func value<T: Decodable>(_ type: T.Type, path: [JSONPointer.Step]) throws -> T {
    try session.decoder(path: path, from: place).decode(type)
  }

  /// Decodes the value at a path that begins here, if there is one.
  fileprivate func field<T: Decodable>(
    _ type: T.Type, path: [JSONPointer.Step]
  ) throws -> TriState<T> {
    try field(type) { try session.decoder(path: path, from: place) }
  }

  /// Decodes what `find` finds, if it does.
  func field<T: Decodable>(
    _ type: T.Type, _ find: () throws -> ValueDecoder
  ) throws -> TriState<T> {
    let found: ValueDecoder
    do {
      found = try find()
    } catch DecodingError.keyNotFound, DecodingError.valueNotFound {
      return .missing
    }
    return found.isNull ? .null : .value(try found.decode(type))
  }
}

extension DecodingSession {
  /// A decoder of what a path leads to.
  func decoder(path: [JSONPointer.Step], from root: DecodingPlace) throws -> ValueDecoder {
    var place = root
    for step in path {
      let value = unsafe JSONDocument.Value(storage, Int(place.index))
      let found: JSONDocument.Value?
      let key: any CodingKey
      switch step {
      case .name(let name):
        guard value.kind == .object else {
          throw noObject(at: place.index, path: codingPath(of: place))
        }
        found = value[name]
        key = JSONPathKey(stringValue: name)
        if found == nil { throw missingKey(JSONPathKey(stringValue: name), in: place) }
      case .index, .end:
        guard value.kind == .array else {
          throw noArray(at: place.index, path: codingPath(of: place))
        }
        let position = if case .index(let index) = step { index } else { value.count }
        found = value[position]
        key = JSONPathKey(position: position)
        if found == nil {
          throw atEnd(Any.self, in: place, position: position, "The array has no such element.")
        }
      }
      guard let found else { break }
      place = addNode(key, index: UInt32(truncatingIfNeeded: found.index), in: place)
    }
    return ValueDecoder(self, place)
  }
}
