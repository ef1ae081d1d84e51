/// Why a reader of dates failed, without a copy of the text.
///
/// Readers throw this and not `JSONValueError`, because a list of formats discards most failures.
struct DateFailure: Error {
  var fault: JSONValueError.DateFault
  /// A byte offset from the start of the text.
  var offset: Int

  @inline(__always)
  init(_ fault: JSONValueError.DateFault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }

  /// The error, with a copy of the text at the offset.
  @inline(never)
  func error(in bytes: UnsafeRawBufferPointer) -> JSONValueError {
    // Invariant: offset ≤ count, because every reader stops at the end.
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[min(offset, bytes.count)...])
    let found = unsafe String(decoding: rest.prefix(16), as: UTF8.self)
    return JSONValueError(.invalidDate(fault, found: found), offset: offset)
  }
}
