// What needs both server-sent events and documents or trees.

extension ServerSentEvents {
  /// The data of each event as a document.
  public func documents(options: JSONReadingOptions = .strict)
    -> JSONRecordSequence<Chunks, JSONDocument>
  {
    mapData { (record) throws(JSONRecordError) in try record.document(options: options) }
  }

  /// The data of each event as a tree.
  public func trees(options: JSONReadingOptions = .strict) -> JSONRecordSequence<Chunks, RawJSON> {
    mapData { (record) throws(JSONRecordError) in try record.tree(options: options) }
  }
}
