// What needs both elements and the decoder.

extension JSONElements {
  /// The elements as values of a type.
  ///
  /// - Parameter decoder: What decodes them. Without one, they are read by ``options``.
  public func values<T: Decodable>(
    of type: T.Type, decoder: RushJSONDecoder? = nil
  ) -> JSONRecordSequence<Chunks, T> {
    let used = decoder ?? RushJSONDecoder()
    if decoder == nil { used.readingOptions = options }
    return map { (record) throws(JSONRecordError) in try record.value(of: type, decoder: used) }
  }
}
