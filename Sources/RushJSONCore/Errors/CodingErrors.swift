// The errors of Codable that several rooms throw.

#if !hasFeature(Embedded)
  extension DecodingError {
    /// A value whose content is invalid.
    package static func corrupted(
      _ error: some Error & CustomStringConvertible, at path: [any CodingKey]
    ) -> DecodingError {
      .dataCorrupted(
        Context(codingPath: path, debugDescription: error.description, underlyingError: error))
    }

    /// A value of another kind.
    static func mismatch(_ type: any Any.Type, at path: [any CodingKey], _ text: String)
      -> DecodingError
    {
      .typeMismatch(type, Context(codingPath: path, debugDescription: text))
    }
  }

  extension EncodingError {
    /// A value that has no JSON form.
    static func invalid(
      _ value: Any, at path: [any CodingKey], _ text: String, underlying: (any Error)? = nil
    ) -> EncodingError {
      .invalidValue(
        value, Context(codingPath: path, debugDescription: text, underlyingError: underlying))
    }
  }
#endif
