// Readers of types that announce themselves to decoders.

extension JSONReader {
  /// Creates a reader of a decoder's value for a type, as `init(_:)` does.
  ///
  /// A decoder of this library then knows the type, and reads its later values without its `init(from: any Decoder)`.
  public init<T: JSONReadable>(_ decoder: any Decoder, for type: T.Type) throws {
    (decoder as? ValueDecoder)?.session.learn(type)
    try self.init(decoder)
  }
}
