public import RushJSONCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RushJSONDecoder {
  /// Decodes a value from a text in UTF-8; UTF-16 and UTF-32 are recognised and converted.
  ///
  /// - Throws: A `DecodingError`, or what the type's `init(from:)` throws.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: data, at: .root)
  }

  /// Decodes the value at `pointer` of a text. The whole text is read and checked, but values elsewhere
  /// are not decoded.
  ///
  /// - Parameter userInfo: Entries that the decoder's ``userInfo`` gets for this call.
  /// - Throws: A `DecodingError`, which is `keyNotFound` or `valueNotFound` if there is no value at the
  ///   pointer.
  /// - Complexity: O(*n*) in the bytes of the text, which are not copied.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at pointer: JSONPointer = .root,
    userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> T {
    // The core chooses in the same way for its own texts. Its function would not be inlined here.
    // Invariant: the bytes are valid during the call, and nothing refers to them afterwards.
    try unsafe data.withUnsafeBytes {
      if let userInfo {
        return try unsafe adding(userInfo).decode(type, from: $0, at: pointer)
      }
      return try unsafe decode(type, from: $0, at: pointer)
    }
  }

  /// Decodes a value of a type that needs a configuration.
  ///
  /// - Throws: A `DecodingError`, or what the type's `init(from:configuration:)` throws.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    // Invariant: as above.
    try unsafe data.withUnsafeBytes { bytes in
      try unsafe withDecoder(for: bytes, at: .root) {
        try type.init(from: $0, configuration: configuration)
      }
    }
  }

  /// Decodes a value of a type that needs a configuration, which `C` provides.
  ///
  /// - Throws: A `DecodingError`, or what the type's `init(from:configuration:)` throws.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}
