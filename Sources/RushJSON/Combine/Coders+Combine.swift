#if canImport(Combine)
  public import Combine
  public import _RushJSONFoundation

  // For `publisher.decode(type:decoder:)` and `publisher.encode(encoder:)`.

  extension RushJSONDecoder: TopLevelDecoder {
    /// The text that Combine decodes.
    public typealias Input = Data
  }

  extension RushJSONEncoder: TopLevelEncoder {
    /// The text that Combine's operator delivers.
    public typealias Output = Data
  }
#endif
