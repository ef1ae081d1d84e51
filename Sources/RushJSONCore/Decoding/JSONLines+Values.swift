// What needs both lines and the decoder.

extension JSONLines {
  /// The records as values of a type.
  public func values<T: Decodable>(
    of type: T.Type, decoder: RushJSONDecoder = RushJSONDecoder()
  ) -> JSONRecordSequence<Chunks, T> {
    map { (record) throws(JSONRecordError) in try record.value(of: type, decoder: decoder) }
  }
}

extension JSONRecord {
  /// The record as a value of a type.
  ///
  /// - Throws: That it is not JSON or no such value, with its place in the stream.
  public func value<T: Decodable>(
    of type: T.Type = T.self, decoder: RushJSONDecoder = RushJSONDecoder()
  ) throws(JSONRecordError) -> T {
    do {
      return try decoder.decode(type, from: bytes.span)
    } catch {
      throw JSONRecordError(.value(error), in: self)
    }
  }
}
