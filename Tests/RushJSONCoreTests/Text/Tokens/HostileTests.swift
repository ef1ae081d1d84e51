import RushJSONCore
import Testing

/// Texts made to break a reader: each is a value or an error, the same from all readers.
@Suite struct HostileTests {
  static let million = 1_000_000

  /// For texts so long that a debug build takes a while for each.
  static let readers = [Readers.tokens, Readers.document]

  static func deep(_ depth: Int) -> JSONReadingOptions {
    var options = JSONReadingOptions()
    options.maximumDepth = depth
    return options
  }

  @Test(arguments: ["[", "{\"a\":", "[[{\"\":"])
  func millionOpeningBrackets(_ open: String) {
    let unit = Array(open.utf8)
    let bytes = Array([[UInt8]](repeating: unit, count: Self.million / unit.count).joined())
    let refused = verdict(of: bytes, from: Self.readers)
    guard case .refused(let error) = refused else {
      Issue.record("accepted")
      return
    }
    #expect(error.kind == .tooDeep)
    let opened = bytes.prefix(error.offset).count { $0 == 0x5b || $0 == 0x7b }
    #expect(opened == 512)
    let unlimited = verdict(of: bytes, options: Self.deep(.max), from: Self.readers)
    #expect(unlimited == Verdict(.unexpectedEnd, at: bytes.count))
  }

  @Test func millionBracketsClosed() throws {
    let half = Self.million / 2
    let bytes =
      [UInt8](repeating: 0x5b, count: half) + [UInt8](repeating: 0x5d, count: half)
    let options = Self.deep(half)
    #expect(verdict(of: bytes, options: options, from: Readers.few) == .accepted)
    #expect(
      verdict(of: bytes, options: Self.deep(half - 1), from: Readers.few)
        == Verdict(.tooDeep, at: half - 1))
    let document = try JSONDocument(parsing: bytes, options: options)
    var cursor = document.cursor()
    var depth = 0
    while cursor.advance() { depth += 1 }
    #expect(depth == half)
    #expect(document.root[0]?[0]?[0]?.offset == 3)
  }

  @Test(arguments: ["1", "-0.0000000", "1.7976931348623157e", "1e-0"])
  func millionDigits(_ start: String) throws {
    let bytes = Array((start + String(repeating: "7", count: Self.million)).utf8)
    var options = JSONReadingOptions()
    #expect(verdict(of: bytes, from: Self.readers) == Verdict(.numberTooLong, at: 0))
    options.maximumNumberLength = bytes.count - 1
    let above = verdict(of: bytes, options: options, from: Self.readers)
    #expect(above == Verdict(.numberTooLong, at: 0))
    options.maximumNumberLength = bytes.count
    #expect(verdict(of: bytes, options: options, from: Self.readers) == .accepted)
    let root = try JSONDocument(parsing: bytes, options: options).root
    #expect(try root.number().text.utf8.elementsEqual(bytes))
    // Out of every range, or nearly zero; the test is that the answers come soon.
    #expect((try? root.int()) == nil)
    if let double = try? root.double() { #expect(abs(double) <= 0.00000008) }
    if let float = try? root.float() { #expect(abs(float) <= 0.00000008) }
  }

  @Test func stringOf64Megabytes() throws {
    let count = 64 << 20
    var bytes = [UInt8](repeating: 0x61, count: count + 2)
    bytes[0] = 0x22
    bytes[count + 1] = 0x22
    for kernel in BlockKernel.available where kernel != .portable {
      let root = try JSONDocument(parsing: bytes, kernel: kernel, window: 8192).root
      #expect(try root.withUTF8 { $0.count } == count)
    }
    bytes[count] = 0x1f
    #expect(
      Readers.document.verdict(of: bytes, options: .strict) == Verdict(.controlCharacter, at: count)
    )
    bytes[count] = 0xff
    #expect(
      Readers.document.verdict(of: bytes, options: .strict) == Verdict(.invalidUTF8, at: count))
    bytes[count] = 0x61
    bytes[count + 1] = 0x61
    #expect(
      Readers.document.verdict(of: bytes, options: .strict)
        == Verdict(.unterminatedString, at: count + 2))
  }

  /// Much of one thing, in few bytes each: what grows with every token must not grow too much.
  @Test(arguments: [
    "[],", "{},", "\"\",", "0,", "null,", "{\"\":0},", "\"\\n\",", "\"\\ud83d\\ude00\",", "[0],",
    "  ,", ",", ":", "\"\" ", "{,", "\"\\", "tru,", "0 ", "//", "/**/",
  ])
  func manyOfOne(_ unit: String) {
    let count = 10_000
    let bytes = Array(("[" + String(repeating: unit, count: count) + "0]").utf8)
    verdict(of: bytes, from: Readers.few)
    verdict(of: bytes, options: .json5, from: Readers.few)
  }

  @Test func everyTextOfTwoBytes() {
    for first in UInt8.min...UInt8.max {
      for second in [0x00, 0x09, 0x20, 0x22, 0x2d, 0x2f, 0x30, 0x5b, 0x5c, 0x5d, 0x7d, 0x80, 0xff] {
        let bytes = [first, UInt8(second)]
        verdict(of: bytes, from: Readers.few)
        verdict(of: bytes, options: .json5, from: Readers.few)
      }
    }
  }
}
