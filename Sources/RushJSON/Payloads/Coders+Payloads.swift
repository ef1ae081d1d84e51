internal import RushJSONCore
internal import _RushJSONFoundation

extension RushJSONDecoder {
  #if !FoundationEssentialsOnly
    /// Decodes a value from a notification's `userInfo`, or from any dictionary that
    /// `RawJSON.init(converting:)` takes.
    ///
    /// ```swift
    /// let push = try decoder.decode(APNSPayload<News>.self, fromUserInfo: userInfo)
    /// ```
    ///
    /// The dictionary becomes a tree, and the type is decoded from it.
    /// - Throws: A `DecodingError`, or the errors of the type's `init(from:)`. A value in the dictionary
    ///   without a JSON form is reported as corrupted data at its path, with a ``JSONWritingError`` as the
    ///   underlying error.
    /// - Complexity: O(*n*) in values and bytes of strings.
    public func decode<T: Decodable>(
      _ type: T.Type = T.self, fromUserInfo userInfo: [AnyHashable: Any]
    ) throws -> T {
      let tree: RawJSON
      do throws(JSONWritingError) {
        tree = try RawJSON(converting: userInfo)
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: (error.pointer ?? .root).tokens.map { JSONPathKey(stringValue: $0) },
            debugDescription: "\(error.kind)", underlyingError: error))
      }
      return try decode(type, from: tree)
    }
  #endif

  /// A decoder for the keys and dates of push payloads. It treats snake, kebab and camel case alike
  /// (``RushJSONCoreDecoder/NameStyle/snakeOrKebabCase``), and dates are seconds since 1970.
  public static func forPayloads() -> RushJSONDecoder {
    let decoder = RushJSONDecoder()
    decoder.nameStyle = .snakeOrKebabCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }
}

extension RushJSONEncoder {
  /// An encoder that writes dates as seconds since 1970, and does not escape slashes.
  public static func forPayloads() -> RushJSONEncoder {
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
