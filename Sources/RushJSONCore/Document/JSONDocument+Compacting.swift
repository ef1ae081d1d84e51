// Arrays and objects of a document as compact text: the bytes of the text, without the whitespace between
// tokens. This needs no look at the tape, and is several times as fast as a walk along it.

internal import _RushJSONShims

extension TextOutput {
  /// Writes an array or object as the compact form of its text, if that has the form that the options
  /// require for strings and numbers. Returns `false`, and writes nothing, if the text may be nested too
  /// deep, or if a walk along the tape is faster.
  mutating func compact(_ value: JSONDocument.Value) -> Bool {
    let kernel = BlockKernel.fastest.raw
    let limit = rush_compact_limit(kernel)
    guard isCompact, value.record.isContainer, limit > 0 else { return false }
    // What was read obeys the limit of reading.
    guard options.maximumDepth >= depth,
      value.storage.options.maximumDepth <= options.maximumDepth &- depth
    else { return false }
    // Invariant: the offset is that of the value's bracket.
    var text = unsafe UnsafeRawBufferPointer(rebasing: value.storage.text[value.record.offset...])
    // Only whitespace follows the value of a text.
    if value.index != DocumentStorage.rootIndex {
      if value.record.distance < Self.fewestRecords { return false }
      var scan = rush_scan_state()
      let end = unsafe rush_scan_value(kernel, text.baseAddress, text.count, &scan)
      unsafe text = UnsafeRawBufferPointer(rebasing: text[..<end])
    }
    guard var source = text.baseAddress else { return false }
    var rest = text.count
    // Long strings are copied faster as a whole.
    if rest / max(value.record.distance, 1) >= limit { return false }
    var state = rush_compact_state()
    while rest > 0, buffer.failure == nil {
      let piece = min(rest, OutputBuffer.largestReservation)
      buffer.reserve(piece)
      // Invariant: the source has `piece` more bytes. There is room for them, and slack for the excess.
      let count = unsafe rush_compact(kernel, source, piece, buffer.position, &state)
      buffer.advance(by: count)
      unsafe source += piece
      rest &-= piece
    }
    return true
  }

  /// The least number of records of a value whose end is worth finding.
  private static var fewestRecords: Int { 32 }
}
