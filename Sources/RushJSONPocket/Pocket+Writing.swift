extension Pocket: JSONWritable {
  /// Writes the pocket as an object: `data`, then `references`, with the lists sorted by key. So equal
  /// pockets have the same text if their data have the same order.
  /// - Throws: `JSONWritingError` if a number in the data is NaN or infinite.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.name(Member.data)
    try RawJSON.dictionary(data).write(to: &writer)
    try writer.name(Member.references)
    try writer.beginObject()
    for (key, list) in references.sorted(by: { $0.key < $1.key }) {
      try writer.name(key)
      guard let list else {
        try writer.null()
        continue
      }
      try writer.beginArray()
      for reference in list { try writer.string(reference) }
      try writer.endArray()
    }
    try writer.endObject()
    try writer.endObject()
  }

  /// The text for a store to keep or send.
  /// - Throws: ``Pocket/Failure/sizeLimitExceeded(limit:actual:)`` if the data are too long,
  ///   ``Pocket/Failure/notWritable(_:)`` if they have no JSON text.
  func checkedText(_ limit: Pocket.DataLimit) throws(Pocket.Failure) -> [UInt8] {
    try limit.check(data)
    do throws(JSONWritingError) { return try jsonBytes() } catch { throw .notWritable(error) }
  }
}

extension Pocket: CustomStringConvertible {
  /// The pocket as compact JSON text, or the reason why it has none.
  public var description: String {
    do throws(JSONWritingError) {
      return try jsonString()
    } catch {
      return "a pocket that cannot be written: \(error)"
    }
  }
}
