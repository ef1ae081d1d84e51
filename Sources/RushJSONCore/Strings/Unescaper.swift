internal import _RushJSONShims

/// Unescapes one string after another into memory that it reuses.
@safe
struct Unescaper {
  // Invariant: room for `capacity` bytes. The owner calls `free`.
  private var output: UnsafeMutableRawPointer?
  private var capacity = 0
  let leniencies: JSONLeniencies

  init(leniencies: JSONLeniencies) {
    unsafe output = nil
    self.leniencies = leniencies
  }

  func free() { unsafe rush_free(output) }

  /// The unescaped form of `count` bytes of the text. It is valid until the next call.
  mutating func unescape(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeRawBufferPointer {
    let output = unsafe room(for: count)
    let text = unsafe UnsafeRawBufferPointer(start: start, count: count)
    let length = unsafe Escape.unescape(
      text,
      into: UnsafeMutableBufferPointer(
        start: output.assumingMemoryBound(to: UInt8.self), count: count), leniencies: leniencies)
    return unsafe UnsafeRawBufferPointer(start: output, count: length)
  }

  private mutating func room(for count: Int) -> UnsafeMutableRawPointer {
    if count <= capacity, let output = unsafe output { return unsafe output }
    // Doubling keeps the total work linear.
    capacity = max(count, 2 &* capacity, 256)
    let memory = unsafe UnsafeMutableRawPointer(
      reallocate(output?.assumingMemoryBound(to: UInt8.self), capacity: capacity))
    unsafe output = memory
    return unsafe memory
  }
}
