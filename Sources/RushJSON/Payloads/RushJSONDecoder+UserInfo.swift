public import RushJSONCore

extension RushJSONDecoder {
  /// Decodes a value from a notification's `userInfo`, or from any other dictionary of the values that
  /// `RawJSON.init(converting:)` takes.
  ///
  /// ```swift
  /// let push = try decoder.decode(APNSPayload<News>.self, fromUserInfo: userInfo)
  /// ```
  ///
  /// The dictionary becomes a tree, from which the type is decoded.
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws. What is no JSON in the
  ///   dictionary is data corrupted at its path, with a ``JSONConversionError`` as the underlying error.
  /// - Complexity: O(*n*) in values and bytes of strings.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, fromUserInfo userInfo: [AnyHashable: Any]
  ) throws -> T {
    let tree: RawJSON
    do throws(JSONConversionError) {
      tree = try RawJSON(converting: userInfo)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: error.pointer.tokens.map { JSONPathKey(stringValue: $0) },
          debugDescription: "\(error.kind)", underlyingError: error))
    }
    return try decode(type, from: tree)
  }

  /// A decoder for the keys and dates of push payloads: snake, kebab and camel case are one
  /// (``KeyDecodingStrategy/convertFromSnakeAndKebabCase``), dates are seconds since 1970.
  public static func forPayloads() -> RushJSONDecoder {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeAndKebabCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }
}
