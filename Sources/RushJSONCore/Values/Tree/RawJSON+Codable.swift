// Trees in Codable types, with any coder.
//
// This library's coders read and write a tree directly. A foreign decoder is asked for one kind after the other until one
// fits (`TreeDecoding`). Arrays and objects are opened with nested containers, which a list holds, so a deep tree takes no
// stack here. Only a coder with a key strategy is given dictionaries (`ForeignNames`).

/// A decoder that can return its value as a tree.
package protocol RawJSONDecoding {
  func decodeRawJSON() throws -> RawJSON
}

/// An encoder that accepts a tree.
package protocol RawJSONEncoding {
  func encodeRawJSON(_ value: RawJSON) throws

  /// Leaves out the member whose value this encodes, by an error that the member's container catches. Does
  /// nothing for a value that is not a member.
  func leaveOut() throws
}

extension RawJSON: Codable {
  /// Decodes a value of any kind.
  ///
  /// A decoder of this library gives the value as it was written. A foreign decoder gives integers of up
  /// to 128 bits exactly if it supports them, other numbers as `Double`, and members in the order of its
  /// keys. The key strategy of a decoder of Foundation does not convert names. It is asked for an object first, then for
  /// an array, a string, `null`, a boolean and a number, so the texts of a form or a query are strings. Errors other than
  /// `typeMismatch` and `valueNotFound` are thrown unchanged.
  /// - Throws: `DecodingError`, with the path of a value that the decoder cannot give, or that a decoder with a
  ///   key strategy has at more than 48 levels.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any RawJSONDecoding {
      self = try decoder.decodeRawJSON()
    } else {
      self = try TreeDecoding.tree(from: decoder)
    }
  }

  /// Encodes the value.
  ///
  /// An encoder of this library writes the value unchanged. A foreign encoder gets integers of up to 128
  /// bits exactly, other numbers as the nearest `Double`, and members in their order. The key strategy of an
  /// encoder of Foundation does not convert names. Of names that Swift considers equal ("é" and "e\u{301}"), an
  /// encoder may keep the last only.
  /// - Throws: `EncodingError.invalidValue` if the encoder is foreign, and the value is nested deeper
  ///   than 512 levels, which other encoders recurse into, or 48 objects if the encoder has a key strategy, or
  ///   contains a number beyond the largest `Double`. Also the encoder's own errors, for example for NaN.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any RawJSONEncoding {
      try encoder.encodeRawJSON(self)
    } else {
      try TreeEncoding.encode(self, to: encoder)
    }
  }

  /// Decodes a value that must be of one kind.
  fileprivate static func decode<Content>(
    _ kind: JSONKind, from decoder: any Decoder, _ content: (RawJSON) -> Content?
  ) throws -> Content {
    let value = try RawJSON(from: decoder)
    guard let content = content(value) else {
      throw DecodingError.mismatch(
        Content.self, at: decoder.codingPath,
        "expected \(kind.phrase), found \(value.kind.phrase)")
    }
    return content
  }
}

extension RawJSON.Array: Codable {
  /// Decodes an array of values of any kind, like `RawJSON`.
  /// - Throws: `DecodingError.typeMismatch` if the value is not an array.
  public init(from decoder: any Decoder) throws {
    self = try RawJSON.decode(.array, from: decoder, \.jsonArrayValue)
  }

  /// Encodes the elements, like `RawJSON`.
  public func encode(to encoder: any Encoder) throws { try RawJSON.array(self).encode(to: encoder) }
}

extension RawJSON.Object: Codable {
  /// Decodes an object with values of any kind, like `RawJSON`.
  /// - Throws: `DecodingError.typeMismatch` if the value is not an object.
  public init(from decoder: any Decoder) throws {
    self = try RawJSON.decode(.object, from: decoder, \.objectValue)
  }

  /// Encodes the members, like `RawJSON`.
  public func encode(to encoder: any Encoder) throws {
    try RawJSON.dictionary(self).encode(to: encoder)
  }
}

extension JSONNumber: Codable {
  /// Decodes a number, like `RawJSON`.
  /// - Throws: `DecodingError.typeMismatch` if the value is not a number.
  public init(from decoder: any Decoder) throws {
    if decoder is any RawJSONDecoding {
      self = try RawJSON.decode(.number, from: decoder, \.jsonNumberValue)
    } else {
      try self.init(in: decoder.singleValueContainer())
    }
  }

  /// Encodes the number, like `RawJSON`.
  public func encode(to encoder: any Encoder) throws {
    try RawJSON.number(self).encode(to: encoder)
  }
}
