import RushJSONCore
import Testing

/// Well-formed and ill-formed UTF-8 at every position around the ends of blocks and windows, with every
/// kernel. The oracle is the standard library's validation.
@Suite struct UTF8BoundaryTests {
  static let wellFormed: [[UInt8]] = [
    [0x7f], [0xc2, 0x80], [0xdf, 0xbf], [0xe0, 0xa0, 0x80], [0xed, 0x9f, 0xbf], [0xee, 0x80, 0x80],
    [0xef, 0xbf, 0xbf], [0xf0, 0x90, 0x80, 0x80], [0xf4, 0x8f, 0xbf, 0xbf],
  ]

  static let illFormed: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0xaf], [0xc1, 0x80], [0xc2], [0xc2, 0xc2], [0xe0, 0x9f, 0x80],
    [0xe1, 0x80], [0xe1], [0xed, 0xa0, 0x80], [0xef, 0xbf], [0xf0, 0x8f, 0x80, 0x80],
    [0xf0, 0x90, 0x80], [0xf0, 0x90], [0xf0], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80],
    [0xfe], [0xff], [0xc2, 0x80, 0x80], [0xf0, 0x90, 0x80, 0x80, 0x80],
  ]

  /// In a string with text after it, and at the end of the text.
  @Test(arguments: [false, true])
  func everyPosition(inString: Bool) {
    // Around the ends of the first two blocks, and of the first windows of 64 and 128 bytes.
    for count in 0...130 {
      let start: [UInt8] = inString ? [0x22] : []
      let before = start + [UInt8](repeating: 0x61, count: count)
      for sequence in Self.wellFormed + Self.illFormed {
        for rest: [UInt8] in [
          [], [0x61], Array("\", 1, \"".utf8) + [UInt8](repeating: 0x62, count: 70),
        ] {
          check(before + sequence + rest)
        }
      }
    }
  }

  /// One scalar repeated, in texts of every length, cut at every byte.
  @Test(arguments: wellFormed)
  func everyLength(_ sequence: [UInt8]) {
    var bytes: [UInt8] = []
    while bytes.count < 200 { bytes += sequence }
    for length in 0...200 { check(Array(bytes.prefix(length))) }
  }

  /// The start of the first ill-formed sequence, according to the standard library.
  private func oracle(_ bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private func check(_ bytes: [UInt8]) {
    let expected = oracle(bytes)
    for kernel in BlockKernel.available {
      for window in [64, 128] {
        let found = Indexed(bytes, kernel: kernel, window: window)
        if found.invalidUTF8 != expected {
          Issue.record("\(found), not \(expected ?? -1)\n\(visible(bytes))")
        }
      }
    }
  }
}
