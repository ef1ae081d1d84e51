extension JSONRecordStream {
  /// The records as values of a type.
  /// - Parameter decoder: Decodes the records. Without one, a new decoder does, which reads them by
  ///   ``recordOptions`` if there are any.
  public func values<T: Decodable>(
    of type: T.Type, decoder: RushJSONCoreDecoder? = nil
  ) -> JSONRecordSequence<Chunks, T> {
    let used = decoderOfRecords(decoder)
    return map { try $0.value(of: type, decoder: used) }
  }

  /// The decoder that is given, or a new one.
  func decoderOfRecords(_ decoder: RushJSONCoreDecoder?) -> RushJSONCoreDecoder {
    if let decoder { return decoder }
    let used = RushJSONCoreDecoder()
    if let options = recordOptions { used.readingOptions = options }
    return used
  }
}

extension JSONRecord {
  /// The record as a value of a type.
  /// - Throws: ``JSONStreamError`` of kind ``JSONStreamError/Kind/value``, with the record's place
  ///   in the stream and the decoder's error.
  public func value<T: Decodable>(
    of type: T.Type = T.self, decoder: RushJSONCoreDecoder = RushJSONCoreDecoder()
  ) throws(JSONStreamError) -> T {
    do {
      return try decoder.decode(type, from: bytes.span)
    } catch {
      throw JSONStreamError(error, in: self)
    }
  }
}
