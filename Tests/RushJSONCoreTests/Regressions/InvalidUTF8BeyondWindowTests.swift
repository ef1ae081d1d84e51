import RushJSONCore
import Testing

/// Invalid UTF-8 right after a number, or cut by the end of a window, gave another error if the
/// indexer had not reached it yet.
@Suite struct InvalidUTF8BeyondWindowTests {
  @Test(arguments: 50...70) func afterANumber(_ at: Int) {
    let start = [0x5b] + [UInt8](repeating: 0x20, count: at - 11) + Array("1234567890".utf8)
    #expect(verdict(of: start + [0xff, 0x5d]) == Verdict(.invalidUTF8, at: at))
  }

  @Test(arguments: 50...70) func insteadOfAValue(_ at: Int) {
    let start = [0x5b] + [UInt8](repeating: 0x20, count: at - 1)
    #expect(verdict(of: start + [0xf0, 0x9f, 0x98, 0x5d]) == Verdict(.invalidUTF8, at: at))
    #expect(verdict(of: start + [0xe2, 0x82]) == Verdict(.invalidUTF8, at: at))
  }

  @Test(arguments: 50...70) func afterANameWithoutQuotes(_ at: Int) {
    let start = [0x7b] + [UInt8](repeating: 0x20, count: at - 11) + Array("abcdefghij".utf8)
    let options = JSONReadingOptions.json5
    #expect(verdict(of: start + [0xff], options: options) == Verdict(.invalidUTF8, at: at))
  }
}
