extension JSONRecord {
  /// The record as a document, which holds a copy of it.
  /// - Throws: The syntax error, with its place in the stream.
  public func document(options: JSONReadingOptions = .strict) throws(JSONStreamError)
    -> JSONDocument
  {
    let document = try make {
      $0.bytes.count <= JSONDocument.longestCopiedText
        ? try JSONDocument(parsing: $0.bytes.span, options: options)
        : try JSONDocument(parsing: Array($0.bytes), options: options)
    }
    if let line { document.storage.line = line }
    return document
  }

  /// The record as a tree.
  /// - Throws: The syntax error, with its place in the stream.
  public func tree(options: JSONReadingOptions = .strict) throws(JSONStreamError) -> RawJSON {
    try make { try RawJSON(parsing: $0.bytes.span, options: options) }
  }

  /// Calls `make` with the record, and adds the record's place to its errors.
  package func make<Output>(_ make: (JSONRecord) throws -> Output) throws(JSONStreamError) -> Output
  {
    do {
      return try make(self)
    } catch {
      throw JSONStreamError(error, in: self)
    }
  }
}
