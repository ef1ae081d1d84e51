// What needs both elements and documents or trees.

extension JSONElements {
  /// The elements as documents.
  public func documents() -> JSONRecordSequence<Chunks, JSONDocument> {
    let options = options
    return map { (record) throws(JSONRecordError) in try record.document(options: options) }
  }

  /// The elements as trees.
  public func trees() -> JSONRecordSequence<Chunks, RawJSON> {
    let options = options
    return map { (record) throws(JSONRecordError) in try record.tree(options: options) }
  }
}
