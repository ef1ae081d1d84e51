import RushJSONCore
import Testing

/// Each leniency is needed, and works in the middle of a long text.
@Suite struct LeniencyTests {
  /// With every other leniency, but not its own, a text is refused.
  @Test func noOtherLeniencyAllowsIt() {
    let every = JSONLeniencies(rawValue: (1 << 10) - 1)
    // These are JSON in any case; their rows show that the leniency does not change that.
    let strict: Set = ["\"⟨EF BB BF⟩\"", "[\"/*\",\"//\"]", "\"'\""]
    for syntax in SyntaxTable.lenient
    where syntax.verdict.isAccepted && !strict.contains(syntax.name) {
      let others = every.subtracting(syntax.options.leniencies)
      let found = verdict(of: syntax.bytes, options: JSONReadingOptions(leniencies: others))
      #expect(!found.isAccepted, "\(syntax.name)")
    }
  }

  /// The same texts in the middle of a long one, which the fast pass reads.
  @Test func amongManyTokens() {
    let before = Array(("[" + String(repeating: "0,[\"a\"],", count: 20)).utf8)
    let after = Array((String(repeating: ",{\"b\": 12.5}", count: 20) + "]").utf8)
    // A comment at the end would hide what follows, and a byte order mark must come first.
    for syntax in SyntaxTable.lenient
    where syntax.verdict.isAccepted && !syntax.name.hasSuffix("//") {
      if syntax.options.leniencies == .byteOrderMark { continue }
      let found = verdict(of: before + syntax.bytes + after, options: syntax.options)
      #expect(found.isAccepted, "\(syntax.name)")
    }
  }
}
