import CorpusGenerator
import RushJSONCore
import Testing

/// Every sequence of one, two and three bytes, and many of four: valid or not, as the standard library
/// says.
@Suite struct UTF8Tests {
  /// Whether `bytes` are accepted in a string, and returned unchanged.
  private func check(_ bytes: [UInt8]) {
    // The grammar of strings decides about these.
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) { return }
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    let text = [0x22] + bytes + [0x22]
    guard let document = try? JSONDocument(parsing: text) else {
      if isValid { Issue.record("refused: \(visible(bytes))") }
      return
    }
    guard isValid, (try? Array(document.root.string().utf8)) == bytes else {
      Issue.record("accepted: \(visible(bytes))")
      return
    }
  }

  @Test func everySequenceOfOneOrTwoBytes() {
    for first in UInt8.min...UInt8.max {
      check([first])
      for second in UInt8.min...UInt8.max { check([first, second]) }
    }
  }

  /// Continuation bytes, their neighbours, and one byte of each other kind.
  static let seconds: [UInt8] =
    [0x20, 0x7f, 0xc2, 0xe1, 0xf1, 0xff] + [0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xaf, 0xb0, 0xbf, 0xc0]

  @Test func threeBytes() {
    for first in 0xc0...0xff as ClosedRange<UInt8> {
      for second in 0x70...0xd0 as ClosedRange<UInt8> {
        for third in Self.seconds { check([first, second, third]) }
      }
    }
  }

  @Test func fourBytes() {
    for first in 0xe0...0xff as ClosedRange<UInt8> {
      for second in Self.seconds {
        for third in Self.seconds {
          for fourth in Self.seconds { check([first, second, third, fourth]) }
        }
      }
    }
  }

  /// Every scalar with every kernel, in strings of 256.
  @Test func everyScalar() throws {
    for start in stride(from: 0 as UInt32, to: 0x110000, by: 256) {
      let scalars = (start..<start + 256).compactMap(Unicode.Scalar.init)
        .filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
      if scalars.isEmpty { continue }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let json = Array("\"\(String(text))\"".utf8)
      let kernel = BlockKernel.available[Int(start / 256) % BlockKernel.available.count]
      let root = try JSONDocument(parsing: json, kernel: kernel, window: 128).root
      #expect(root.hasString(String(text)))
    }
  }
}
