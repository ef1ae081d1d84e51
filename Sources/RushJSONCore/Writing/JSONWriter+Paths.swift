// Where a writer is, read from the text that it has written: for errors, and for the encoder that it writes for.
//
//   [{"a":1},{"b":[true,        an array of the encoder, and its second element, which writes itself
//   └ the encoder ─┘└ path ┘     the path of what comes next is that of the encoder, and b, 1

extension JSONWriter {
  /// An error at the current place.
  @inline(never)
  mutating func failure(_ kind: JSONWritingError.Kind) -> JSONWritingError {
    guard output.buffer.isWhole else { return JSONWritingError(kind) }
    // Invariant: the buffer is not written to while its bytes are read.
    let text = unsafe output.buffer.bytes.assumingMemoryBound(to: UInt8.self)
    unsafe path.run(text.span)
    return unsafe JSONWritingError(kind, at: path.pointer(text.span))
  }

  /// The path of the value that comes next, or of the object whose name does, as containers of Codable have it:
  /// from the beginning of the encoding. `nil` if the beginning of the value has left, or the output has failed.
  /// - Complexity: O(*n*) in the bytes written since the last call.
  mutating func codingPath() -> [AnyPathKey]? {
    let bytes = unsafe output.buffer.bytes
    let offset = start &- (output.buffer.count &- bytes.count)
    guard offset >= 0, output.buffer.failure == nil else { return nil }
    // Invariant: the buffer is not written to while its bytes are read.
    let text = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    let value = unsafe text.span.extracting(offset...)
    var scan = valuePath ?? PathScan()
    valuePath = nil
    scan.run(value)
    let (encoding, depth, start) = (encoding, baseDepth, start)
    var keys = scan.path(value, isBeforeElement: expected == .element) { level, end in
      encoding?.nameBeforeConversion(depth: depth &+ level &+ 1, end: start &+ end)
    }
    // The last name is that of the member before.
    if expected == .name, !keys.isEmpty { keys.removeLast() }
    valuePath = scan
    return (encoding?.writtenPath ?? []) + keys
  }

  /// Forgets paths that were read from text that changes.
  mutating func forgetPaths(beyond count: Int) {
    if path.count > count { path = PathScan() }
    if let valuePath, start &+ valuePath.count > count { self.valuePath = nil }
  }
}
