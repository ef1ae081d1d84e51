// What needs both lines and documents or trees.

extension JSONLines {
  /// The records as documents.
  ///
  /// A document has a copy of its record, so that it does not keep a chunk.
  public func documents(options: JSONReadingOptions = .strict)
    -> JSONRecordSequence<Chunks, JSONDocument>
  {
    map { (record) throws(JSONRecordError) in try record.document(options: options) }
  }

  /// The records as trees.
  public func trees(options: JSONReadingOptions = .strict) -> JSONRecordSequence<Chunks, RawJSON> {
    map { (record) throws(JSONRecordError) in try record.tree(options: options) }
  }
}

extension JSONRecord {
  /// The record as a document, which has a copy of it.
  ///
  /// - Throws: That it is not JSON, with its place in the stream.
  public func document(options: JSONReadingOptions = .strict) throws(JSONRecordError)
    -> JSONDocument
  {
    do {
      return try JSONDocument(parsing: Array(bytes), options: options)
    } catch {
      throw JSONRecordError(.syntax(error), in: self)
    }
  }

  /// The record as a tree.
  ///
  /// - Throws: That it is not JSON, with its place in the stream.
  public func tree(options: JSONReadingOptions = .strict) throws(JSONRecordError) -> RawJSON {
    do {
      return try RawJSON(parsing: bytes.span, options: options)
    } catch {
      throw JSONRecordError(.syntax(error), in: self)
    }
  }
}
