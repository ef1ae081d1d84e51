/// U+FEFF in UTF-8, which some programs write before a text.
enum ByteOrderMark {
  static let length = 3

  /// The byte with this index, from 0 to 2.
  static func byte(at index: Int) -> UInt8 { index == 0 ? 0xef : index == 1 ? 0xbb : 0xbf }

  static func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    // Invariant: bytes are read only if there are three.
    unsafe text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf
  }
}
