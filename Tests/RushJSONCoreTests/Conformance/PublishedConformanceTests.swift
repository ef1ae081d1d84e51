import RushJSONCore
import Testing

/// The published test texts: `y_` is JSON, `n_` is not, `i_` is left to the implementation.
@Suite(
  .enabled(
    if: !TestFolder.published.names.isEmpty,
    "the published conformance texts are not beside the package"))
struct PublishedConformanceTests {
  static let names = TestFolder.published.names

  /// The verdict of this library on each `i_` text.
  static let decisions: [String: Verdict] = [
    // A number may have any size and exponent; only reading it as a type can fail.
    "i_number_double_huge_neg_exp.json": .accepted,
    "i_number_huge_exp.json": .accepted,
    "i_number_neg_int_huge_exp.json": .accepted,
    "i_number_pos_double_huge_exp.json": .accepted,
    "i_number_real_neg_overflow.json": .accepted,
    "i_number_real_pos_overflow.json": .accepted,
    "i_number_real_underflow.json": .accepted,
    "i_number_too_big_neg_int.json": .accepted,
    "i_number_too_big_pos_int.json": .accepted,
    "i_number_very_big_negative_int.json": .accepted,
    // A lone surrogate is not a Unicode scalar, so no string can hold it.
    "i_object_key_lone_2nd_surrogate.json": Verdict(.loneSurrogate, at: 2),
    "i_string_1st_surrogate_but_2nd_missing.json": Verdict(.loneSurrogate, at: 2),
    "i_string_1st_valid_surrogate_2nd_invalid.json": Verdict(.loneSurrogate, at: 2),
    "i_string_incomplete_surrogate_and_escape_valid.json": Verdict(.loneSurrogate, at: 2),
    "i_string_incomplete_surrogate_pair.json": Verdict(.loneSurrogate, at: 2),
    "i_string_incomplete_surrogates_escape_valid.json": Verdict(.loneSurrogate, at: 2),
    "i_string_invalid_lonely_surrogate.json": Verdict(.loneSurrogate, at: 2),
    "i_string_invalid_surrogate.json": Verdict(.loneSurrogate, at: 2),
    "i_string_inverted_surrogates_U+1D11E.json": Verdict(.loneSurrogate, at: 2),
    "i_string_lone_second_surrogate.json": Verdict(.loneSurrogate, at: 2),
    // RFC 8259 §8.1: the text is UTF-8.
    "i_string_UTF-8_invalid_sequence.json": Verdict(.invalidUTF8, at: 7),
    "i_string_UTF8_surrogate_U+D800.json": Verdict(.invalidUTF8, at: 2),
    "i_string_invalid_utf-8.json": Verdict(.invalidUTF8, at: 2),
    "i_string_iso_latin_1.json": Verdict(.invalidUTF8, at: 2),
    "i_string_lone_utf8_continuation_byte.json": Verdict(.invalidUTF8, at: 2),
    "i_string_not_in_unicode_range.json": Verdict(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_2_bytes.json": Verdict(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_6_bytes.json": Verdict(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_6_bytes_null.json": Verdict(.invalidUTF8, at: 2),
    "i_string_truncated-utf-8.json": Verdict(.invalidUTF8, at: 2),
    "i_string_UTF-16LE_with_BOM.json": Verdict(.invalidUTF8, at: 0),
    "i_string_utf16BE_no_BOM.json": Verdict(.expectedValue, at: 0),
    "i_string_utf16LE_no_BOM.json": Verdict(.expectedValue, at: 1),
    // Accepted by option.
    "i_structure_UTF-8_BOM_empty_object.json": Verdict(.byteOrderMark, at: 0),
    // Below the limit of 512.
    "i_structure_500_nested_arrays.json": .accepted,
  ]

  @Test func thereAre318() {
    #expect(Self.names.count == 318)
    #expect(Self.names.filter { $0.hasPrefix("y_") }.count == 95)
    #expect(Self.names.filter { $0.hasPrefix("n_") }.count == 188)
    #expect(Self.names.filter { $0.hasPrefix("i_") } == Self.decisions.keys.sorted())
  }

  @Test(arguments: names)
  func isDecidedAsNamed(_ name: String) throws {
    let found = verdict(of: try TestFolder.published.bytes(of: name))
    switch name.prefix(2) {
    case "y_": #expect(found == .accepted)
    case "n_": #expect(!found.isAccepted)
    default: #expect(found == Self.decisions[name])
    }
  }
}

/// The published texts that readers have been seen to change: what each is read as here.
@Suite(
  .enabled(
    if: !TestFolder.transform.names.isEmpty,
    "the published transform texts do not lie beside the package"))
struct PublishedTransformTests {
  static func document(_ name: String) throws -> JSONDocument.Value {
    try JSONDocument(parsing: try TestFolder.transform.bytes(of: name)).root
  }

  static let numbers: [(name: String, text: String, double: Double, int64: Int64?)] = [
    (
      "number_-9223372036854775808.json", "-9223372036854775808", -9.223372036854775808e18,
      .min
    ),
    ("number_-9223372036854775809.json", "-9223372036854775809", -9.223372036854775808e18, nil),
    ("number_1.0.json", "1.0", 1, 1),
    ("number_1.000000000000000005.json", "1.000000000000000005", 1, nil),
    ("number_1000000000000000.json", "1000000000000000", 1e15, 1_000_000_000_000_000),
    ("number_10000000000000000999.json", "10000000000000000999", 1e19, nil),
    ("number_1e-999.json", "1E-999", 0, nil),
    ("number_1e6.json", "1E6", 1e6, 1_000_000),
    ("number_9223372036854775807.json", "9223372036854775807", 9.223372036854775808e18, .max),
    ("number_9223372036854775808.json", "9223372036854775808", 9.223372036854775808e18, nil),
  ]

  @Test(arguments: numbers.map(\.name))
  func numberKeepsItsText(_ name: String) throws {
    let expected = try #require(Self.numbers.first { $0.name == name })
    let value = try #require(try Self.document(name)[0])
    #expect(try value.number().text == expected.text)
    #expect(try value.double() == expected.double)
    #expect((try? value.int64()) == expected.int64)
  }

  /// Names are equal if their scalars are.
  @Test(arguments: ["object_key_nfc_nfd.json", "object_key_nfd_nfc.json"])
  func canonicallyEquivalentNamesAreTwo(_ name: String) throws {
    let root = try Self.document(name)
    #expect(root.count == 2)
    #expect(try root["\u{e9}"]?.string() == "NFC")
    #expect(try root["e\u{301}"]?.string() == "NFD")
  }

  @Test(arguments: [
    ("object_same_key_different_values.json", "2"), ("object_same_key_same_value.json", "1"),
    ("object_same_key_unclear_values.json", "-0"),
  ])
  func lastOfDuplicatesWins(_ name: String, text: String) throws {
    let root = try Self.document(name)
    #expect(root.count == 2)
    #expect(try root["a"]?.number().text == text)
  }

  @Test(arguments: 1...3)
  func loneSurrogatesAreRefusedOrReplaced(_ count: Int) throws {
    let plural = count == 1 ? "" : "s"
    let raw = try TestFolder.transform.bytes(of: "string_\(count)_invalid_codepoint\(plural).json")
    #expect(verdict(of: raw) == Verdict(.invalidUTF8, at: 2))
    let name = "string_\(count)_escaped_invalid_codepoint\(plural).json"
    let escaped = try TestFolder.transform.bytes(of: name)
    #expect(verdict(of: escaped) == Verdict(.loneSurrogate, at: 2))
    let options = JSONReadingOptions(leniencies: .loneSurrogates)
    let root = try JSONDocument(parsing: escaped, options: options).root
    #expect(try root[0]?.string() == String(repeating: "\u{fffd}", count: count))
  }

  @Test func nulIsKept() throws {
    #expect(try Self.document("string_with_escaped_NULL.json")[0]?.string() == "A\0B")
  }
}
