import RushJSONCore
import Testing

/// Every number that a program may give to the core takes the greatest, the least and zero.
@Suite struct ExtremeNumberTests {
  @Test(arguments: ExtremeUses.all)
  func extremesAreAccepted(_ use: ExtremeUse) { use.check() }
}

/// Sets of options that a program makes of bits: bits without a meaning change nothing.
@Suite struct UnknownBitsTests {
  @Test(arguments: SyntaxTable.all.indices)
  func unknownLeniencies(_ index: Int) {
    let syntax = SyntaxTable.all[index]
    var options = syntax.options
    let known = Readers.all.map { $0.verdict(of: syntax.bytes, options: options) }
    // The bit above these is that of Foundation's grammar.
    let unknown: UInt16 = 0b0111 << 12
    options.leniencies = JSONReadingOptions.Leniencies(
      rawValue: options.leniencies.rawValue | unknown)
    let found = Readers.all.map { $0.verdict(of: syntax.bytes, options: options) }
    #expect(found.map { "\($0)" } == known.map { "\($0)" })
  }

  @Test func unknownEscaping() throws {
    let tree = try RawJSON(parsing: ExtremeUses.text)
    var options = JSONWritingOptions.compact
    let known = try tree.jsonBytes(options)
    options.escaping = JSONWritingOptions.Escaping(
      rawValue: options.escaping.rawValue | UInt8.max << 6)
    #expect(try tree.jsonBytes(options) == known)
  }
}
