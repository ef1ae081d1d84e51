import RushJSONCore
import Testing

/// Strings that RFC 8259 does not allow, as values and as names, from every reader.
@Suite struct StringErrorTests {
  static let strings: [SyntaxCase] = [
    rejects("\"▸", .unterminatedString),
    rejects("\"abc▸", .unterminatedString),
    rejects("\"abc\\▸", .unterminatedString),
    rejects("\"abc\\\"▸", .unterminatedString),
    rejects("\"\\u▸", .unterminatedString),
    rejects("\"\\u12▸", .unterminatedString),
    rejects("\"\\ud800▸", .unterminatedString),
    rejects("\"\\ud800\\▸", .unterminatedString),
    rejects("\"\\ud800\\u▸", .unterminatedString),
    rejects("\"\\ud800\\udc0▸", .unterminatedString),
    rejects("{\"a▸", .unterminatedString),
    rejects("{\"a\":1,\"b▸", .unterminatedString),
    rejects("[\"a\",\"b]▸", .unterminatedString),
    rejects("\"▸⟨00⟩\"", .controlCharacter),
    rejects("\"a▸\nb\"", .controlCharacter),
    rejects("\"▸\t\"", .controlCharacter),
    rejects("\"▸⟨1F⟩\"", .controlCharacter),
    rejects("\"\\n▸\n\"", .controlCharacter),
    rejects("[\"a\", \"▸\r\"]", .controlCharacter),
    rejects("{\"▸⟨01⟩\":1}", .controlCharacter),
    rejects("{\"a\":1,\"▸⟨01⟩\":1}", .controlCharacter),
    rejects("\"a▸\n", .controlCharacter),
    rejects("\"▸\\a\"", .invalidEscape),
    rejects("\"▸\\'\"", .invalidEscape),
    rejects("\"▸\\0\"", .invalidEscape),
    rejects("\"▸\\v\"", .invalidEscape),
    rejects("\"▸\\ \"", .invalidEscape),
    rejects("\"▸\\\n\"", .invalidEscape),
    rejects("\"▸\\\u{e9}\"", .invalidEscape),
    rejects("\"▸\\x41\"", .invalidEscape),
    rejects("\"▸\\U0041\"", .invalidEscape),
    rejects("\"▸\\u\"", .invalidEscape),
    rejects("\"▸\\u123\"", .invalidEscape),
    rejects("\"▸\\u12g4\"", .invalidEscape),
    rejects("\"▸\\u 123\"", .invalidEscape),
    rejects("\"▸\\u+123\"", .invalidEscape),
    rejects("\"\\n\\t▸\\q\\n\"", .invalidEscape),
    rejects("\"\\\\\\\\▸\\q\"", .invalidEscape),
    rejects("{\"▸\\q\":1}", .invalidEscape),
    rejects("\"▸\\ud800\"", .loneSurrogate),
    rejects("\"▸\\udbffa\"", .loneSurrogate),
    rejects("\"▸\\ud800\\n\"", .loneSurrogate),
    rejects("\"▸\\ud800\\u0041\"", .loneSurrogate),
    rejects("\"▸\\ud800\\ud800\\udc00\"", .loneSurrogate),
    rejects("\"▸\\ud800\\udbff\"", .loneSurrogate),
    rejects("\"▸\\ud800\\ue000\"", .loneSurrogate),
    rejects("\"▸\\ud800\\uzzzz\"", .loneSurrogate),
    rejects("\"▸\\udc00\"", .loneSurrogate),
    rejects("\"▸\\uDFFF\\uD800\"", .loneSurrogate),
    rejects("\"\\ud800\\udc00▸\\udc00\"", .loneSurrogate),
    rejects("{\"▸\\udc00\":1}", .loneSurrogate),
  ]

  // Unicode Standard, table 3-7: each row's neighbours that are no sequence.
  static let utf8: [SyntaxCase] = [
    rejects("▸⟨FF⟩", .invalidUTF8),
    rejects("[1, ▸⟨80⟩]", .invalidUTF8),
    rejects("1▸⟨80⟩", .invalidUTF8),
    rejects("[] ▸⟨C2⟩", .invalidUTF8),
    rejects("{▸⟨FE⟩", .invalidUTF8),
    rejects("\"▸⟨80⟩\"", .invalidUTF8),
    rejects("\"a▸⟨BF⟩\"", .invalidUTF8),
    rejects("\"▸⟨C0 80⟩\"", .invalidUTF8),
    rejects("\"▸⟨C1 BF⟩\"", .invalidUTF8),
    rejects("\"▸⟨C2⟩\"", .invalidUTF8),
    rejects("\"▸⟨C2 C2 80⟩\"", .invalidUTF8),
    rejects("\"▸⟨E0 9F BF⟩\"", .invalidUTF8),
    rejects("\"▸⟨E0 A0⟩\"", .invalidUTF8),
    rejects("\"▸⟨E2 82⟩a\"", .invalidUTF8),
    rejects("\"▸⟨ED A0 80⟩\"", .invalidUTF8),
    rejects("\"▸⟨ED BF BF⟩\"", .invalidUTF8),
    rejects("\"▸⟨F0 8F BF BF⟩\"", .invalidUTF8),
    rejects("\"▸⟨F0 90 80⟩\"", .invalidUTF8),
    rejects("\"▸⟨F4 90 80 80⟩\"", .invalidUTF8),
    rejects("\"▸⟨F5 80 80 80⟩\"", .invalidUTF8),
    rejects("\"\u{e9}▸⟨80⟩\"", .invalidUTF8),
    rejects("\"\u{20ac}▸⟨80⟩\"", .invalidUTF8),
    rejects("\"\u{1f600}▸⟨80⟩\"", .invalidUTF8),
    rejects("\"▸⟨C2⟩", .invalidUTF8),
    rejects("\"▸⟨E2 82⟩", .invalidUTF8),
    rejects("\"▸⟨F0 9F 98⟩", .invalidUTF8),
    rejects("\"▸⟨FF⟩⟨00⟩\"", .invalidUTF8),
    rejects("\"▸⟨00⟩⟨FF⟩\"", .controlCharacter),
    rejects("\"▸\\q⟨FF⟩\"", .invalidEscape),
    rejects("[1 ▸2 ⟨FF⟩]", .expectedCommaOrArrayEnd),
    rejects("{\"▸⟨FF⟩\":1}", .invalidUTF8),
    rejects("▸⟨FF FE⟩[⟨00⟩]⟨00⟩", .invalidUTF8),
    rejects("▸⟨00⟩[⟨00⟩]", .expectedValue),
    rejects("[▸⟨00⟩]⟨00⟩", .expectedValue),
  ]

  @Test(arguments: strings) func stringsCases(_ syntax: SyntaxCase) { syntax.check() }
  @Test(arguments: utf8) func utf8Cases(_ syntax: SyntaxCase) { syntax.check() }

  /// What is wrong at the start of a text is wrong in the midst of a long one, where the fast pass
  /// meets it: the same kind, as far into the text as before.
  @Test func amongManyTokens() {
    let before = Array(("[" + String(repeating: "0,[\"a\"],", count: 20)).utf8)
    let after = Array((String(repeating: ",{\"b\": 12.5}", count: 20) + "]").utf8)
    for syntax in Self.strings + Self.utf8 + SyntaxErrorTests.literals + SyntaxErrorTests.numbers {
      guard case .refused(let error) = syntax.verdict, error.offset < syntax.bytes.count else {
        continue
      }
      let found = verdict(of: before + syntax.bytes + after)
      #expect(found == Verdict(error.kind, at: before.count + error.offset), "\(syntax.name)")
    }
  }
}
