import RushJSON

/// A large, malicious text, and the expected verdict.
struct RushJSONHostileCase {
  var name: String
  var options = JSONReadingOptions.strict
  var expected: RushJSONVerdict
  /// Made when its turn comes: together, the texts are larger than most memories.
  var text: () -> [UInt8]
  /// Examines the document of an accepted text. Returns what is wrong with it, or `nil`.
  var mistake: (JSONDocument) throws -> String? = { _ in nil }

  /// What is wrong with the document of the text, if it should be accepted.
  func mistake(in text: [UInt8]) throws -> String? {
    guard expected == .accepted else { return nil }
    return try mistake(JSONDocument(parsing: text, options: options))
  }
}

extension RushJSONHostileCase {
  private static let million = 1_000_000
  private static let gigabyte = 1_000_000_000
  private static let block = 64 << 20

  static var all: [RushJSONHostileCase] { nesting + numbers + strings + unfinished + many }

  /// Text that nests too deep for any recursion.
  private static var nesting: [RushJSONHostileCase] {
    let brackets = { repeated("[", million) + repeated("]", million) }
    let objects = { repeated("{\"a\":", million) + Array("1".utf8) + repeated("}", million) }
    return [
      RushJSONHostileCase(
        name: "10⁶ brackets", expected: .refused(.tooDeep, at: 512), text: brackets),
      RushJSONHostileCase(
        name: "10⁶ brackets, limit raised", options: deep(million), expected: .accepted,
        text: brackets),
      RushJSONHostileCase(
        name: "10⁶ objects", expected: .refused(.tooDeep, at: 512 * 5), text: objects),
      RushJSONHostileCase(
        name: "10⁶ objects, limit raised", options: deep(million), expected: .accepted,
        text: objects),
      RushJSONHostileCase(
        name: "64 MB of [", expected: .refused(.tooDeep, at: 512), text: { repeated("[", block) }),
      RushJSONHostileCase(
        name: "64 MB of [, limit raised", options: deep(block),
        expected: .refused(.unexpectedEnd, at: block), text: { repeated("[", block) }),
    ]
  }

  /// Numbers with a great many digits.
  private static var numbers: [RushJSONHostileCase] {
    let digits = { repeated("7", million) }
    let fraction = { Array("0.".utf8) + repeated("3", million) }
    let exponent = { Array("1e-".utf8) + repeated("9", million) }
    return [
      RushJSONHostileCase(
        name: "10⁶ digits", expected: .refused(.numberTooLong, at: 0), text: digits),
      RushJSONHostileCase(
        name: "10⁶ digits, limit raised", options: long, expected: .accepted, text: digits,
        mistake: { document in
          // Larger than any Double, but not an infinity.
          do throws(JSONValueError) {
            return "read as \(try document.root.double())"
          } catch {
            return nil
          }
        }),
      RushJSONHostileCase(
        name: "10⁶ digits of a fraction, limit raised", options: long, expected: .accepted,
        text: fraction, mistake: { try difference(of: $0.root.double(), from: 1 / 3) }),
      RushJSONHostileCase(
        name: "10⁶ digits of an exponent, limit raised", options: long, expected: .accepted,
        text: exponent, mistake: { try difference(of: $0.root.double(), from: 0) }),
    ]
  }

  private static var strings: [RushJSONHostileCase] {
    [
      RushJSONHostileCase(
        name: "one string of 1 GB", expected: .accepted,
        text: { quoted(repeated("a", gigabyte)) },
        mistake: { try difference(of: $0.root.withUTF8 { $0.count }, from: gigabyte) }),
      RushJSONHostileCase(
        name: "one string of 1 GB with an escape at its end", expected: .accepted,
        text: { quoted(repeated("a", gigabyte) + Array(#"\n"#.utf8)) },
        mistake: { try difference(of: $0.root.withUTF8 { $0.count }, from: gigabyte + 1) }),
      RushJSONHostileCase(
        name: "one string of 1 GB without an end",
        expected: .refused(.unterminatedString, at: gigabyte + 1),
        text: { Array("\"".utf8) + repeated("a", gigabyte) }),
      RushJSONHostileCase(
        name: "64 MB of escapes", expected: .accepted,
        text: { quoted(repeated(#"\u00e9"#, block / 6)) },
        mistake: { try difference(of: $0.root.withUTF8 { $0.count }, from: block / 6 * 2) }),
      RushJSONHostileCase(
        name: "64 MB of backslashes, one short",
        expected: .refused(.unterminatedString, at: block + 3),
        text: { quoted(repeated("\\", block + 1)) }),
      RushJSONHostileCase(
        name: "64 MB with invalid UTF-8 at its end",
        expected: .refused(.invalidUTF8, at: block + 1),
        text: { quoted(repeated("a", block) + [0xed, 0xa0, 0x80]) }),
    ]
  }

  private static var unfinished: [RushJSONHostileCase] {
    [
      RushJSONHostileCase(
        name: "64 MB of elements without an end",
        expected: .refused(.unexpectedEnd, at: 1 + block / 2 * 2),
        text: { Array("[".utf8) + repeated("1,", block / 2) }),
      RushJSONHostileCase(
        name: "64 MB of members without an end",
        expected: .refused(.unexpectedEnd, at: 1 + block / 7 * 7),
        text: { Array("{".utf8) + repeated(#""a":{},"#, block / 7) }),
      RushJSONHostileCase(
        name: "64 MB of whitespace", expected: .refused(.emptyText, at: block),
        text: { repeated(" ", block) }),
      RushJSONHostileCase(
        name: "64 MB of whitespace before a missing end",
        expected: .refused(.unexpectedEnd, at: block + 1),
        text: { Array("[".utf8) + repeated("\n", block) }),
    ]
  }

  private static var many: [RushJSONHostileCase] {
    [
      RushJSONHostileCase(
        name: "64 MB of empty arrays", expected: .accepted,
        text: { Array("[".utf8) + repeated("[],", block / 3) + Array("[]]".utf8) },
        mistake: { difference(of: $0.root.count, from: block / 3 + 1) }),
      RushJSONHostileCase(
        name: "10⁶ members with the same name", expected: .accepted,
        text: { Array("{".utf8) + repeated(#""a":1,"#, million) + Array(#""a":2}"#.utf8) },
        mistake: { try difference(of: $0.root["a"]?.int(), from: 2) }),
    ]
  }

  private static func deep(_ depth: Int) -> JSONReadingOptions {
    var options = JSONReadingOptions.strict
    options.maximumDepth = depth
    return options
  }

  private static var long: JSONReadingOptions {
    var options = JSONReadingOptions.strict
    options.maximumNumberLength = 2 * million
    return options
  }

  private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    let piece = Array(text.utf8)
    if piece.count == 1 { return [UInt8](repeating: piece[0], count: count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * piece.count)
    for _ in 0..<count { bytes += piece }
    return bytes
  }

  private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    Array("\"".utf8) + bytes + Array("\"".utf8)
  }

  private static func difference<T: Equatable>(of found: T, from expected: T) -> String? {
    found == expected ? nil : "found \(found), expected \(expected)"
  }
}
