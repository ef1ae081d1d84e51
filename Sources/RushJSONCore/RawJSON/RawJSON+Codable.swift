// Trees in Codable types, with any coder.
//
// Our own coders read and write a tree as such. With others, a value is asked what it is, kind by
// kind, until one fits; arrays and objects are opened with nested containers and kept in a list, so
// that a deep tree takes no stack here.

/// A decoder that can make a tree of its value at once.
package protocol RawJSONDecoding {
  /// The value that is to be decoded, with all that is in it.
  func decodeRawJSON() throws -> RawJSON
}

/// An encoder that can take a tree at once.
package protocol RawJSONEncoding {
  /// Encodes a value, with all that is in it.
  func encodeRawJSON(_ value: RawJSON) throws
}

extension RawJSON: Codable {
  /// Decodes a value of any kind.
  ///
  /// From a decoder of this package it is the value as it was written. From another one, it is what
  /// that gives: numbers exactly if they are integers of up to 128 bits and the decoder has them, else
  /// as `Double`; members in the order of the decoder's keys.
  /// - Throws: `DecodingError`, with the path of the value that the decoder cannot give.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any RawJSONDecoding {
      self = try decoder.decodeRawJSON()
    } else {
      self = try TreeDecoding.tree(from: decoder)
    }
  }

  /// Encodes the value.
  ///
  /// An encoder of this package writes it as it is. Another one gets integers of up to 128 bits
  /// exactly, other numbers as the nearest `Double`, and members in their order.
  /// - Throws: `EncodingError.invalidValue` if the encoder is not one of this package and the value is
  ///   nested deeper than 512 levels, which other encoders recurse into, or has a number beyond
  ///   the largest `Double`; and what the encoder throws, for example for NaN.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any RawJSONEncoding {
      try encoder.encodeRawJSON(self)
    } else {
      try TreeEncoding.encode(self, to: encoder)
    }
  }
}

extension JSONArray: Codable {
  /// Decodes an array of values of any kind, as `RawJSON` decodes them.
  ///
  /// - Throws: `DecodingError`: a type mismatch if the value is no array.
  public init(from decoder: any Decoder) throws {
    let value = try RawJSON(from: decoder)
    guard case .array(let array) = value else {
      throw TreeDecoding.mismatch(JSONArray.self, .array, value, decoder)
    }
    self = array
  }

  /// Encodes the elements, as `RawJSON` encodes them.
  public func encode(to encoder: any Encoder) throws { try RawJSON.array(self).encode(to: encoder) }
}

extension JSONObject: Codable {
  /// Decodes an object with values of any kind, as `RawJSON` decodes them.
  ///
  /// - Throws: `DecodingError`: a type mismatch if the value is no object.
  public init(from decoder: any Decoder) throws {
    let value = try RawJSON(from: decoder)
    guard case .dictionary(let object) = value else {
      throw TreeDecoding.mismatch(JSONObject.self, .object, value, decoder)
    }
    self = object
  }

  /// Encodes the members, as `RawJSON` encodes them.
  public func encode(to encoder: any Encoder) throws {
    try RawJSON.dictionary(self).encode(to: encoder)
  }
}

extension JSONNumber: Codable {
  /// Decodes a number, as `RawJSON` decodes it.
  ///
  /// - Throws: `DecodingError`: a type mismatch if the value is no number.
  public init(from decoder: any Decoder) throws {
    let value = try RawJSON(from: decoder)
    guard case .number(let number) = value else {
      throw TreeDecoding.mismatch(JSONNumber.self, .number, value, decoder)
    }
    self = number
  }

  /// Encodes the number, as `RawJSON` encodes it.
  public func encode(to encoder: any Encoder) throws {
    try RawJSON.number(self).encode(to: encoder)
  }
}
