// How much is written, and the end of the text.

extension JSONWriter {
  /// The number of bytes written, those that a sink received included.
  public var byteCount: Int { lateCount &+ output.buffer.count &- start }

  /// Checks that the text is complete, and passes the rest to the sink.
  mutating func complete() throws(JSONWritingError) {
    guard expected == .nothing else { throw failure(.unfinished(open: output.depth)) }
    if output.buffer.finish() != nil { throw bufferFailure() }
  }

  /// Returns the complete text. With a sink, passes it the rest; the result is then empty and not needed.
  /// - Throws: ``JSONWritingError`` if arrays or objects are open or there is no value, if the text
  ///   is too long, or if the sink throws.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied.
  @discardableResult
  public mutating func finish() throws(JSONWritingError) -> [UInt8] {
    unsafe try withText { unsafe Array($0) }
  }

  /// Returns the complete text as a string; otherwise as ``finish()``.
  public mutating func finishString() throws(JSONWritingError) -> String {
    unsafe try withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Completes the text and calls `body` with it, or with no bytes if there is a sink.
  package mutating func withText<R>(
    _ body: (UnsafeRawBufferPointer) -> R
  ) throws(JSONWritingError) -> R {
    try complete()
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    if let lateSink {
      // The sink is not called again, even if this fails.
      self.lateSink = nil
      var last = OutputBuffer(sink: lateSink)
      unsafe last.append(output.buffer.bytes)
      if let failure = last.finish() {
        output.buffer.fail(failure)
        throw bufferFailure()
      }
      lateCount = output.buffer.count
      output.buffer.takeBack(to: 0)
      path = PathScan()
      return unsafe body(nothing)
    }
    return unsafe body(output.buffer.isWhole ? output.buffer.bytes : nothing)
  }
}
