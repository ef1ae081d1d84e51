import _RushJSONFoundation

extension Data {
  /// The bytes of a text. A fifth cheaper for short ones than the initialiser that takes any sequence.
  @inline(__always)
  init(copying text: UnsafeRawBufferPointer) {
    guard let start = text.baseAddress else {
      self.init()
      return
    }
    // Invariant: the text has as many bytes.
    unsafe self.init(bytes: start, count: text.count)
  }
}
