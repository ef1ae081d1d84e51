// Being told of events instead of asking for them: the same reader, driven by its chunks.

extension JSONEventReader {
  /// Goes on with `chunk`, and hands each event that is complete by then to `handle`, with the reader
  /// that knows what the event stands for.
  ///
  /// ```swift
  /// try reader.push(chunk) { event, reader in
  ///   if event == .name { names.append(reader.string() ?? "") }
  /// }
  /// ```
  /// - Throws: ``JSONStreamError``, or what `handle` throws; the event it was called with counts as
  ///   given.
  /// - Complexity: As for ``next()``.
  public mutating func push(
    _ chunk: [UInt8], to handle: (JSONEvent, borrowing JSONEventReader) throws -> Void
  ) throws {
    feed(chunk)
    while let event = try next() { try handle(event, self) }
  }

  /// The stream ends here. Hands the last events to `handle`.
  /// - Throws: As ``push(_:to:)``.
  public mutating func finish(
    _ handle: (JSONEvent, borrowing JSONEventReader) throws -> Void
  ) throws {
    finish()
    while let event = try next() { try handle(event, self) }
  }
}
