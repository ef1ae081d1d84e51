// The path of the current value, read from the written text, for errors and for the encoder, which reads pieces that leave.
//
//   [{"a":1},{"b":[true,        an array of the encoder, and its second element, which writes itself
//   └ the encoder ─┘└ path ┘     the path of what comes next is that of the encoder, and b, 1

extension JSONWriter {
  /// An error at the current place.
  @inline(never)
  mutating func failure(_ kind: JSONWritingError.Kind) -> JSONWritingError {
    holdsMore = true
    // Invariant: the buffer is not written to while its bytes are read.
    let text = unsafe output.buffer.bytes.buffer
    guard output.buffer.isWhole else {
      guard let encoding, let from = scanValue(), let valuePath else { return .init(kind) }
      let tokens = unsafe valuePath.pointer(text.span.extracting(from...)).tokens
      return JSONWritingError(kind, at: JSONPointer(tokens: encoding.writtenTokens + tokens))
    }
    unsafe path.run(text.span)
    return unsafe JSONWritingError(kind, at: path.pointer(text.span))
  }

  /// Returns the coding path of the next value, or of the object whose name comes next, from the beginning of the
  /// encoding. `nil` if the output has failed, or the beginning of the value has left a writer without an encoder.
  /// - Complexity: O(*n*) in the bytes written since the last call.
  @_optimize(size) @inline(never)
  package mutating func codingPath() -> [AnyPathKey]? {
    guard let from = scanValue(), let valuePath else { return nil }
    let (encoding, depth, start) = (encoding, baseDepth, start &+ valuePath.left)
    // Invariant: as above.
    let text = unsafe output.buffer.bytes.buffer
    var keys = unsafe valuePath.path(
      text.span.extracting(from...), isBeforeElement: expected == .element
    ) { level, end in
      encoding?.nameBeforeConversion(depth: depth &+ level &+ 1, end: start &+ end)
    }
    // The last name is that of the member before.
    if expected == .name, !keys.isEmpty { keys.removeLast() }
    return (encoding?.writtenPath ?? []) + keys
  }

  /// Scans the value's text. Returns where that begins in memory. `nil` as above.
  @_optimize(size) @inline(never)
  private mutating func scanValue() -> Int? {
    holdsMore = true
    if output.buffer.failure != nil { return nil }
    let bytes = output.buffer.bytes
    let offset = start &- (output.buffer.count &- bytes.count)
    var scan = valuePath ?? PathScan()
    if scan.left < 0 &- offset {
      guard let earlier = encoding?.leftPath, earlier.left == 0 &- offset else { return nil }
      scan = earlier
    }
    valuePath = nil
    let from = max(offset, 0)
    // Invariant: as above.
    let text = unsafe bytes.buffer
    unsafe scan.run(text.span.extracting(from...))
    valuePath = scan
    return from
  }

  /// Forgets paths that were read from text that changes.
  mutating func forgetPaths(beyond count: Int) {
    if path.count > count { path = PathScan() }
    if let valuePath, start &+ valuePath.count > count { self.valuePath = nil }
  }
}
