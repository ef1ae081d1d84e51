import RushJSONCore
import Testing

/// Each leniency on its own: what it accepts, what it still refuses, and that without it the text
/// is refused.
@Suite struct LeniencyTests {
  static let trailingCommas: [SyntaxCase] = [
    accepts("[1,]", .trailingCommas),
    accepts("[1 , ]", .trailingCommas),
    accepts("{\"a\":1,}", .trailingCommas),
    accepts("[[1,],]", .trailingCommas),
    accepts("{\"a\":{\"b\":1,},}", .trailingCommas),
    rejects("[▸,]", .expectedValue, .trailingCommas),
    rejects("[1,▸,]", .expectedValue, .trailingCommas),
    rejects("{▸,}", .expectedName, .trailingCommas),
    rejects("{\"a\":1,▸,}", .expectedName, .trailingCommas),
    rejects("[1,▸", .unexpectedEnd, .trailingCommas),
    rejects("1▸,", .expectedEnd, .trailingCommas),
    rejects("[1,▸}", .expectedValue, .trailingCommas),
    rejects("{\"a\":1,▸]", .expectedName, .trailingCommas),
  ]

  static let comments: [SyntaxCase] = [
    accepts("1//", .comments),
    accepts("1/**/", .comments),
    accepts("//a\n1", .comments),
    accepts("//a\r1", .comments),
    accepts("/*a*/1", .comments),
    accepts("/***/1", .comments),
    accepts("/*/*/1", .comments),
    accepts("/* \" ' [ { */1", .comments),
    accepts("// \" ' [ {\n1", .comments),
    accepts("[/**/1/**/,/**/2/**/]", .comments),
    accepts("{/**/\"a\"/**/:/**/1/**/,//\n\"b\"//\n://\n2}", .comments),
    accepts("[true/**/,null//\n]", .comments),
    accepts("[1.5/**/,-2//\n]", .comments),
    accepts("[\"/*\",\"//\"]", .comments),
    accepts("/**/ /**/\n//\n//\n{} //", .comments),
    rejects("▸/*", .unterminatedComment, .comments),
    rejects("▸/*/", .unterminatedComment, .comments),
    rejects("▸/* *", .unterminatedComment, .comments),
    rejects("1▸/*", .unterminatedComment, .comments),
    rejects("[1,▸/* ]", .unterminatedComment, .comments),
    rejects("[1 ▸2 /*", .expectedCommaOrArrayEnd, .comments),
    rejects("//▸", .emptyText, .comments),
    rejects("/**/▸", .emptyText, .comments),
    rejects("▸/", .expectedValue, .comments),
    rejects("1▸/", .invalidNumber, .comments),
    rejects("1 ▸/", .expectedEnd, .comments),
    rejects("▸/ /1", .expectedValue, .comments),
    rejects("▸# a\n1", .expectedValue, .comments),
    rejects("[1,//]▸", .unexpectedEnd, .comments),
    rejects("/* a */ ▸*/ 1", .expectedValue, .comments),
    rejects("\"/*▸\n*/\"", .controlCharacter, .comments),
    rejects("/*▸⟨FF⟩*/1", .invalidUTF8, .comments),
    rejects("1//▸⟨C2⟩", .invalidUTF8, .comments),
    rejects("[▸t/**/rue]", .invalidLiteral, .comments),
  ]

  static let byteOrderMark: [SyntaxCase] = [
    accepts("⟨EF BB BF⟩1", .byteOrderMark),
    accepts("⟨EF BB BF⟩ {}", .byteOrderMark),
    accepts("\"⟨EF BB BF⟩\"", .byteOrderMark),
    rejects("⟨EF BB BF⟩▸", .emptyText, .byteOrderMark),
    rejects("⟨EF BB BF⟩▸⟨EF BB BF⟩1", .expectedValue, .byteOrderMark),
    rejects(" ▸⟨EF BB BF⟩1", .expectedValue, .byteOrderMark),
    rejects("▸⟨EF BB⟩1", .invalidUTF8, .byteOrderMark),
    rejects("⟨EF BB BF⟩[1 ▸2]", .expectedCommaOrArrayEnd, .byteOrderMark),
  ]

  static let loneSurrogates: [SyntaxCase] = [
    accepts("\"\\ud800\"", .loneSurrogates),
    accepts("\"\\udfff\"", .loneSurrogates),
    accepts("\"\\ud800\\ud800\\udc00\"", .loneSurrogates),
    accepts("\"\\ud800\\u0041\\udc00\"", .loneSurrogates),
    accepts("{\"\\ud800\":1}", .loneSurrogates),
    rejects("\"▸\\ud80\"", .invalidEscape, .loneSurrogates),
    rejects("\"\\ud800▸\\q\"", .invalidEscape, .loneSurrogates),
    rejects("\"\\ud800▸\\uzzzz\"", .invalidEscape, .loneSurrogates),
    rejects("\"▸⟨ED A0 80⟩\"", .invalidUTF8, .loneSurrogates),
    rejects("\"\\ud800▸", .unterminatedString, .loneSurrogates),
  ]

  static let nonFiniteNumbers: [SyntaxCase] = [
    accepts("NaN", .nonFiniteNumbers),
    accepts("-NaN", .nonFiniteNumbers),
    accepts("[Infinity,-Infinity]", .nonFiniteNumbers),
    accepts("{\"a\":NaN}", .nonFiniteNumbers),
    rejects("▸nan", .invalidLiteral, .nonFiniteNumbers),
    rejects("▸inf", .expectedValue, .nonFiniteNumbers),
    rejects("[▸Nan]", .invalidNumber, .nonFiniteNumbers),
    rejects("[▸Inf]", .invalidNumber, .nonFiniteNumbers),
    rejects("NaN▸N", .invalidNumber, .nonFiniteNumbers),
    rejects("Infinity▸1", .invalidNumber, .nonFiniteNumbers),
    rejects("▸+Infinity", .expectedValue, .nonFiniteNumbers),
    rejects("-▸+Infinity", .invalidNumber, .nonFiniteNumbers),
    rejects("{▸NaN:1}", .expectedName, .nonFiniteNumbers),
  ]

  static let singleQuotes: [SyntaxCase] = [
    accepts("'a'", .singleQuotes),
    accepts("''", .singleQuotes),
    accepts("'\"'", .singleQuotes),
    accepts("\"'\"", .singleQuotes),
    accepts("{'a':'b'}", .singleQuotes),
    accepts("['\\\"','\\\\']", .singleQuotes),
    rejects("'a▸", .unterminatedString, .singleQuotes),
    rejects("'a\"▸", .unterminatedString, .singleQuotes),
    rejects("'▸\\''", .invalidEscape, .singleQuotes),
    rejects("'▸\n'", .controlCharacter, .singleQuotes),
    rejects("'a'▸'b'", .expectedEnd, .singleQuotes),
    rejects("1▸'a'", .invalidNumber, .singleQuotes),
    rejects("{▸`a`:1}", .expectedName, .singleQuotes),
  ]

  static let unquotedNames: [SyntaxCase] = [
    accepts("{a:1}", .unquotedNames),
    accepts("{$:1,_:2,a1:3,\u{e9}:4,\u{65e5}:5,\u{1d4d0}:6}", .unquotedNames),
    accepts("{ a : 1 , b\n:\t2 }", .unquotedNames),
    accepts("{null:1,true:2,false:3}", .unquotedNames),
    accepts("{a\u{200c}b\u{200d}:1,e\u{301}:2,a\u{203f}b:3,\u{2160}:4}", .unquotedNames),
    accepts("{\\u0061b:1,b\\u0030\\x61:2,\\u0030:3}", .unquotedNames),
    rejects("{▸1a:1}", .expectedName, .unquotedNames),
    rejects("{▸-a:1}", .expectedName, .unquotedNames),
    rejects("{▸\u{301}a:1}", .expectedName, .unquotedNames),
    rejects("{▸\u{200c}a:1}", .expectedName, .unquotedNames),
    rejects("{▸\\u002d:1}", .expectedName, .unquotedNames),
    rejects("{▸\\ud835\\udcd0:1}", .expectedName, .unquotedNames),
    rejects("{▸\\u0000:1}", .expectedName, .unquotedNames),
    rejects("{▸\\n:1}", .expectedName, .unquotedNames),
    rejects("{▸\\:1}", .expectedName, .unquotedNames),
    rejects("{▸'a':1}", .expectedName, .unquotedNames),
    rejects("{a▸-b:1}", .expectedColon, .unquotedNames),
    rejects("{a▸\u{a0}:1}", .expectedColon, .unquotedNames),
    rejects("{a▸.b:1}", .expectedColon, .unquotedNames),
    rejects("{a▸\\x2d:1}", .expectedColon, .unquotedNames),
    rejects("{a▸\\u002d:1}", .expectedColon, .unquotedNames),
    rejects("{a▸\\ud83d:1}", .expectedColon, .unquotedNames),
    rejects("{a▸'b':1}", .expectedColon, .unquotedNames),
    rejects("{a▸/**/:1}", .expectedColon, .unquotedNames),
    rejects("{a▸⟨00⟩:1}", .expectedColon, .unquotedNames),
    rejects("{a▸⟨FF⟩:1}", .invalidUTF8, .unquotedNames),
    rejects("{a ▸b:1}", .expectedColon, .unquotedNames),
    rejects("{a▸\"b\":1}", .expectedColon, .unquotedNames),
    rejects("{a▸,b:1}", .expectedColon, .unquotedNames),
    rejects("{a▸", .unexpectedEnd, .unquotedNames),
    rejects("▸a", .expectedValue, .unquotedNames),
    rejects("[▸a]", .expectedValue, .unquotedNames),
  ]

  static let extendedNumbers: [SyntaxCase] = [
    accepts("+1", .extendedNumbers),
    accepts(".5", .extendedNumbers),
    accepts("+.5", .extendedNumbers),
    accepts("-.5e3", .extendedNumbers),
    accepts("5.", .extendedNumbers),
    accepts("5.e3", .extendedNumbers),
    accepts("[0x10,0X1f,-0x10,+0xAB]", .extendedNumbers),
    accepts("0xFFFFFFFFFFFFFFFF", .extendedNumbers),
    accepts("[0x00FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF]", .extendedNumbers),
    rejects("0x10000000000000000000000000000000▸0", .numberTooLong, .extendedNumbers),
    rejects("+▸", .unexpectedEnd, .extendedNumbers),
    rejects(".▸", .unexpectedEnd, .extendedNumbers),
    rejects("0x▸", .unexpectedEnd, .extendedNumbers),
    rejects("[+▸]", .invalidNumber, .extendedNumbers),
    rejects("[.▸]", .invalidNumber, .extendedNumbers),
    rejects("-▸+1", .invalidNumber, .extendedNumbers),
    rejects("+▸-1", .invalidNumber, .extendedNumbers),
    rejects(".▸e3", .invalidNumber, .extendedNumbers),
    rejects("5.5▸.", .invalidNumber, .extendedNumbers),
    rejects("0x▸g", .invalidNumber, .extendedNumbers),
    rejects("0x1▸.8", .invalidNumber, .extendedNumbers),
    rejects("0▸0", .leadingZero, .extendedNumbers),
    rejects("+0▸1", .leadingZero, .extendedNumbers),
    rejects("▸NaN", .expectedValue, .extendedNumbers),
    rejects("+▸Infinity", .invalidNumber, .extendedNumbers),
  ]

  static let extendedEscapes: [SyntaxCase] = [
    accepts("\"\\'\"", .extendedEscapes),
    accepts("\"\\x41\\xfF\"", .extendedEscapes),
    accepts("\"a\\\nb\\\rc\\\r\nd\"", .extendedEscapes),
    rejects("\"▸\\v\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\0\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\a\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\u0000\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\x00\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\x4\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\xg1\"", .invalidEscape, .extendedEscapes),
    rejects("\"▸\\\u{2028}\"", .invalidEscape, .extendedEscapes),
    rejects("\"\\\n▸\n\"", .controlCharacter, .extendedEscapes),
    rejects("\"\\\r\n▸\n\"", .controlCharacter, .extendedEscapes),
    rejects("\"\\\r▸\r\"", .controlCharacter, .extendedEscapes),
    rejects("\"\\x4▸", .unterminatedString, .extendedEscapes),
    rejects("\"\\\r▸", .unterminatedString, .extendedEscapes),
    rejects("\"\\\r\n▸", .unterminatedString, .extendedEscapes),
  ]

  static let extendedWhitespace: [SyntaxCase] = [
    accepts("⟨0B⟩1⟨0C⟩", .extendedWhitespace),
    accepts("[⟨0B⟩true⟨0C⟩,⟨0C⟩1⟨0B⟩]⟨0B⟩", .extendedWhitespace),
    rejects("▸\u{a0}1", .expectedValue, .extendedWhitespace),
    rejects("▸\u{2028}1", .expectedValue, .extendedWhitespace),
    rejects("[▸\u{feff}1]", .expectedValue, .extendedWhitespace),
    rejects("▸⟨1C⟩1", .expectedValue, .extendedWhitespace),
    rejects("1▸⟨1C⟩", .invalidNumber, .extendedWhitespace),
    rejects("\"▸⟨0B⟩\"", .controlCharacter, .extendedWhitespace),
  ]

  static let all: [SyntaxCase] =
    trailingCommas + comments + byteOrderMark + loneSurrogates + nonFiniteNumbers + singleQuotes
    + unquotedNames + extendedNumbers + extendedEscapes + extendedWhitespace

  @Test(arguments: trailingCommas) func trailingCommasCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: comments) func commentsCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: byteOrderMark) func byteOrderMarkCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: loneSurrogates) func loneSurrogatesCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: nonFiniteNumbers) func nonFiniteCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: singleQuotes) func singleQuotesCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: unquotedNames) func unquotedNamesCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: extendedNumbers) func extendedNumbersCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: extendedEscapes) func extendedEscapesCases(_ row: SyntaxCase) { row.check() }
  @Test(arguments: extendedWhitespace) func whitespaceCases(_ row: SyntaxCase) { row.check() }

  /// A leniency is needed: with all others, the text that it allows is refused.
  @Test func noOtherLeniencyAllowsIt() {
    let every = JSONLeniencies(rawValue: (1 << 10) - 1)
    // Texts that are JSON anyway, there to show that the leniency leaves them alone.
    let strict: Set = ["\"⟨EF BB BF⟩\"", "[\"/*\",\"//\"]", "\"'\""]
    for syntax in Self.all where syntax.verdict.isAccepted && !strict.contains(syntax.name) {
      let others = every.subtracting(syntax.options.leniencies)
      let found = verdict(of: syntax.bytes, options: JSONReadingOptions(leniencies: others))
      #expect(!found.isAccepted, "\(syntax.name)")
    }
  }

  /// The same texts in the midst of a long one, where the fast pass is at work.
  @Test func amongManyTokens() {
    let before = Array(("[" + String(repeating: "0,[\"a\"],", count: 20)).utf8)
    let after = Array((String(repeating: ",{\"b\": 12.5}", count: 20) + "]").utf8)
    // Their last comment would take what follows with it; a byte order mark is none here.
    for syntax in Self.all where syntax.verdict.isAccepted && !syntax.name.hasSuffix("//") {
      if syntax.options.leniencies == .byteOrderMark { continue }
      let found = verdict(of: before + syntax.bytes + after, options: syntax.options)
      #expect(found.isAccepted, "\(syntax.name)")
    }
  }
}
