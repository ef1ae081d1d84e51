import Testing

@testable import RushJSONCore

/// What the fast pass must leave to the careful one, by the grammar and not by comparison: both passes share
/// some of their checks.
@Suite struct PlainTokenTests {
  /// A value in the middle of others, where the fast pass reads it, and near the end of a text, where the
  /// careful one does.
  private static func check(
    _ value: String, _ kind: JSONSyntaxError.Kind, at offset: Int,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (before, after) in [
      ("[0,1,2,3,4,5,6,7,8,9,", ",0,1,2,3,4,5,6,7,8,9,10,11,12]"), ("[", "]"),
    ] {
      let found = verdict(of: Array((before + value + after).utf8))
      #expect(
        found == Verdict(kind, at: before.utf8.count + offset), "\(value)",
        sourceLocation: sourceLocation)
    }
  }

  /// Low surrogates that do not follow an escaped high surrogate.
  @Test(arguments: [
    (#""\u0041\udc00""#, 7), (#""\n\udc00""#, 3), (#""\u00e9\udfff""#, 7), (#""\ud800abdc00""#, 1),
    (#""\ud800\ndc00""#, 1), (#""\udbff/udc00""#, 1), (#""\ud800\u0041""#, 1),
    (#""\ud800\ud800""#, 1), (#""\ud800\ue000""#, 1), (#""\udc00\udc00""#, 1),
    (#""\td83d\udc00""#, 7), (#""\/d83d\udc00""#, 7), (#""\\d83d\udc00""#, 7),
  ])
  func halvesOfPairs(_ value: String, _ offset: Int) {
    Self.check(value, .loneSurrogate, at: offset)
  }

  /// The letters beside the `u` of an escape: one is an escape without digits, the other none.
  @Test func neighboursOfTheLetterOfAnEscape() {
    Self.check(#""\v0041""#, .invalidEscape, at: 1)
    Self.check(#""\vd83d\udc00""#, .invalidEscape, at: 1)
    #expect(verdict(of: Array(#"["\t0041",0,1,2,3,4,5,6,7,8,9]"#.utf8)) == .accepted)
  }

  /// Each letter replaced by its neighbours in the alphabet.
  @Test(arguments: ["true", "false", "null"])
  func neighboursOfLiterals(_ literal: String) {
    for place in literal.utf8.indices {
      for change in [-1, 1] {
        var letters = Array(literal.utf8)
        let index = literal.utf8.distance(from: literal.startIndex, to: place)
        letters[index] = UInt8(Int(letters[index]) + change)
        let text = String(decoding: letters, as: UTF8.self)
        let isLiteral = "tfn".utf8.contains(letters[0])
        Self.check(text, isLiteral ? .invalidLiteral : .expectedValue, at: 0)
      }
    }
  }

  /// A member without a colon, where a colon comes before its object.
  @Test(arguments: [",", "}", "]", "[", "{", "\"", "1"])
  func namesWithoutAColon(_ other: String) {
    Self.check("{\"a\":{\"b\" \(other)1},\"c\":2}", .expectedColon, at: 10)
    Self.check("{\"a\":{\"b\":1,\"c\" \(other)1},\"d\":2}", .expectedColon, at: 16)
  }

  /// A colon is the byte after the last digit.
  @Test func aColonIsNoDigit() {
    Self.check(":", .expectedValue, at: 0)
    Self.check("1:", .expectedCommaOrArrayEnd, at: 1)
    Self.check("::", .expectedValue, at: 0)
  }
}
