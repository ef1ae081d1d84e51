// What needs both server-sent events and the decoder.

extension ServerSentEvents {
  /// The data of each event as a value of a type.
  public func values<T: Decodable>(
    of type: T.Type, decoder: RushJSONDecoder = RushJSONDecoder()
  ) -> JSONRecordSequence<Chunks, T> {
    mapData { (record) throws(JSONRecordError) in try record.value(of: type, decoder: decoder) }
  }
}
