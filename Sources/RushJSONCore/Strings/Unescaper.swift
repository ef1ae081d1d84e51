// Memory for unescaped text, kept from one string to the next.

internal import _RushJSONShims

/// Unescapes one string after the other, in memory that it keeps.
@safe
struct Unescaper {
  // Invariant: room for `capacity` bytes, which the owner frees with `free`.
  private var output: UnsafeMutableRawPointer?
  private var capacity = 0
  private let leniencies: JSONLeniencies

  init(leniencies: JSONLeniencies) {
    unsafe output = nil
    self.leniencies = leniencies
  }

  func free() { unsafe rush_free(output) }

  /// What `count` bytes of the text stand for. It stays in place until the next call.
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
    // Doubling keeps the work linear in what is unescaped.
    capacity = max(count, 2 &* capacity, 256)
    let memory = unsafe UnsafeMutableRawPointer(
      reallocate(output?.assumingMemoryBound(to: UInt8.self), capacity: capacity))
    unsafe output = memory
    return unsafe memory
  }
}
