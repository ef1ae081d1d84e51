internal import RushJSONCore
internal import _RushJSONFoundation

#if !FoundationEssentialsOnly
  extension ObjectReader {
    /// Decoders keep memory for the next call. Their options never change.
    private static let plain = decoder([])
    private static let json5 = decoder(.json5Allowed)
    private static let unbraced = decoder(.topLevelDictionaryAssumed)
    private static let unbracedJSON5 = decoder([.topLevelDictionaryAssumed, .json5Allowed])

    private static func decoder(_ options: RushJSONSerialization.ReadingOptions) -> RushJSONDecoder
    {
      let decoder = RushJSONDecoder()
      decoder.allowsJSON5 = options.contains(.json5Allowed)
      decoder.assumesTopLevelDictionary = options.contains(.topLevelDictionaryAssumed)
      return decoder
    }

    /// Reads a text, whose bytes must not change during the call.
    static func read(
      _ text: UnsafeRawBufferPointer, _ options: RushJSONSerialization.ReadingOptions
    ) throws -> Any {
      let decoder =
        options.contains(.topLevelDictionaryAssumed)
        ? (options.contains(.json5Allowed) ? unbracedJSON5 : unbraced)
        : (options.contains(.json5Allowed) ? json5 : plain)
      do {
        return try unsafe decoder.withDecoder(for: CheckedBytes(text), at: .root) { value in
          let kind = value.kind
          guard kind == .array || kind == .object || options.contains(.fragmentsAllowed) else {
            throw JSONValueError(.invalidValue(kind, type: "array or object"))
          }
          var reader = ObjectReader(value.steps, options)
          return try reader.value()
        }
      } catch DecodingError.dataCorrupted(let context) {
        throw CocoaError.notJSON(context.underlyingError ?? DecodingError.dataCorrupted(context))
      } catch {
        throw CocoaError.notJSON(error)
      }
    }
  }
#endif
