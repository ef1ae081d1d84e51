internal import RushJSONCore
internal import _RushJSONFoundation

extension UUID {
  /// Creates a UUID of two words, the first byte lowest.
  @inline(__always)
  init(words: (first: UInt64, last: UInt64)) {
    let words = (words.first.littleEndian, words.last.littleEndian)
    // Invariant: both are 16 bytes of plain integers.
    self.init(uuid: unsafe unsafeBitCast(words, to: uuid_t.self))
  }

  /// Writes the text with quotation marks, and returns its length.
  func writeQuoted(to output: CheckedPointer<UInt8>) -> Int {
    // Invariant: both are 16 bytes of plain integers.
    let words = unsafe unsafeBitCast(uuid, to: (UInt64, UInt64).self)
    output[0] = UInt8(ascii: "\"")
    UUIDText.write(words.0.littleEndian, words.1.littleEndian, to: output + 1)
    output[UUIDText.length + 1] = UInt8(ascii: "\"")
    return UUIDText.length + 2
  }
}
