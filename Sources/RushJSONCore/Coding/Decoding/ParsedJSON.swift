// JSON that has been parsed, as the source of typed values: whole, or at a JSON Pointer.

/// JSON that has been parsed: a document, a value of a document, a tree, or an object of a tree.
///
/// Decoders decode from it, and so does it itself:
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let user = try document.decode(User.self)
/// let name: String = try document.value(at: ["user", "names", 0])
/// let zip = try document.valueIfPresent(Int.self, at: "/user/zip")
/// ```
///
/// Values of a document are decoded where they are: nothing is copied or read again. Decoding any value of a
/// tree takes O(*n*) in the whole tree. For many values, decode a type, or use the tree's accessors.
///
/// A type that holds a document or a tree conforms by passing it on.
public protocol ParsedJSON {
  /// Calls `value` if this belongs to a document, otherwise `tree`, and returns the result.
  func _visit<R>(
    value: (JSONDocument.Value) throws -> R, tree: (RawJSON) throws -> R
  ) rethrows -> R
}

extension JSONDocument: ParsedJSON {
  /// Calls `value` with ``root``.
  public func _visit<R>(
    value: (JSONDocument.Value) throws -> R, tree: (RawJSON) throws -> R
  ) rethrows -> R { try value(root) }
}

extension JSONDocument.Value: ParsedJSON {
  /// Calls `value` with this value.
  public func _visit<R>(
    value: (JSONDocument.Value) throws -> R, tree: (RawJSON) throws -> R
  ) rethrows -> R { try value(self) }
}

extension RawJSON: ParsedJSON {
  /// Calls `tree` with this tree.
  public func _visit<R>(
    value: (JSONDocument.Value) throws -> R, tree: (RawJSON) throws -> R
  ) rethrows -> R { try tree(self) }
}

extension RawJSON.Object: ParsedJSON {
  /// Calls `tree` with the tree that this object is.
  public func _visit<R>(
    value: (JSONDocument.Value) throws -> R, tree: (RawJSON) throws -> R
  ) rethrows -> R { try tree(.dictionary(self)) }
}

// MARK: - Decoders

extension RushJSONCoreDecoder {
  /// Decodes a value from a document, from a value of a document, or from the one at `pointer` below it.
  ///
  /// The value is decoded where it is: nothing is copied or read again. Paths of errors begin at this
  /// value. The document's own options apply: what it accepts, and which of duplicate names counts. A tree must keep
  /// the limits of ``readingOptions``; its numbers keep their spelling.
  /// - Parameter userInfo: Entries that the decoder's ``userInfo`` gets for this call.
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  /// - Complexity: Of a tree, O(*n*) in its values and the bytes of its strings.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from source: some ParsedJSON, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    try adding(userInfo).withDecoder(for: source, at: pointer) {
      try $0.session.unwrap(type, at: $0.place)
    }
  }
}

// MARK: - Whole values

extension ParsedJSON {
  /// Decodes a value from this one.
  ///
  /// ```swift
  /// let user = try document.root["user"]?.decode(User.self)
  /// ```
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).decode(type, from: self)
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

// MARK: - Values at a pointer

extension ParsedJSON {
  /// Decodes the value at a JSON Pointer, which is a text or a list of names and indexes.
  ///
  /// ```swift
  /// let name: String = try document.value(at: "/user/names/0")
  /// let zip = try document.value(Int.self, at: ["user", "zip"])
  /// ```
  /// - Throws: A `DecodingError` with the path from this value on: `keyNotFound` for a missing name, `valueNotFound`
  ///   for an index beyond the end or for `null` at any step, else `typeMismatch`.
  // Disfavoured, like `field` below: `tree.value(at: pointer) == 3` means the tree's own method, which is O(1).
  @_disfavoredOverload
  public func value<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T {
    try (decoder ?? .plain).withDecoder(for: self, at: pointer) { try $0.decode(type) }
  }

  /// Decodes the value at a JSON Pointer. Returns `nil` if it, or a step of the pointer, is missing or `null`.
  ///
  /// ```swift
  /// let likes = try document.valueIfPresent(Int.self, at: "/likes") ?? 0
  /// ```
  /// - Throws: `DecodingError.typeMismatch` for a step through another kind, and what decoding throws.
  public func valueIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    try field(type, at: pointer, decoder: decoder).value
  }

  /// Decodes the value at a JSON Pointer as ``valueIfPresent(_:at:decoder:)`` does, and tells missing from `null`.
  @_disfavoredOverload
  public func field<T: Decodable>(
    _ type: T.Type = T.self, at pointer: JSONPointer, decoder: RushJSONCoreDecoder? = nil
  ) throws -> JSONField<T> {
    try (decoder ?? .plain).withDecoder(for: self, at: .root) { try $0.field(type, at: pointer) }
  }
}
