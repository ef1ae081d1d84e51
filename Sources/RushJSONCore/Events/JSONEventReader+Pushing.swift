// Events delivered to a closure: the same reader, driven by its chunks.

extension JSONEventReader {
  /// Adds `chunk`, and hands each event that is complete by then to `handle`, along with the
  /// reader, which returns the event's string or number.
  ///
  /// ```swift
  /// try reader.push(chunk) { event, reader in
  ///   if event == .name { names.append(reader.string() ?? "") }
  /// }
  /// ```
  /// - Throws: ``JSONStreamError``, or the error of `handle`. The event that `handle` threw for
  ///   counts as delivered.
  /// - Complexity: As for ``next()``.
  public mutating func push(
    _ chunk: [UInt8], to handle: (JSONEvent, borrowing JSONEventReader) throws -> Void
  ) throws {
    feed(chunk)
    while let event = try next() { try handle(event, self) }
  }

  /// Marks the end of the stream, and hands the last events to `handle`.
  /// - Throws: As ``push(_:to:)``.
  public mutating func finish(
    _ handle: (JSONEvent, borrowing JSONEventReader) throws -> Void
  ) throws {
    finish()
    while let event = try next() { try handle(event, self) }
  }
}
