import CorpusGenerator
import RushJSON

/// A large, malicious text, and the expected verdict.
struct HostileCase {
  let name: String
  let options: JSONReadingOptions
  let expected: TextVerdict
  /// Made when its turn comes: together, the texts are larger than most memories.
  let text: () -> [UInt8]
  /// Examines the document of an accepted text. Returns what is wrong with it, or `nil`.
  private let mistake: (JSONDocument) throws -> String?

  init(
    _ name: String, options: JSONReadingOptions = .strict, _ expected: TextVerdict,
    _ text: @escaping @autoclosure () -> [UInt8],
    mistake: @escaping (JSONDocument) throws -> String? = { _ in nil }
  ) {
    self.name = name
    self.options = options
    self.expected = expected
    self.text = text
    self.mistake = mistake
  }

  /// What is wrong with the document of the text.
  func mistake(in text: [UInt8]) -> String? {
    do { return try mistake(JSONDocument(parsing: text, options: options)) } catch {
      return "\(error)"
    }
  }
}

extension HostileCase {
  private static let million = 1_000_000
  private static let gigabyte = 1_000_000_000
  private static let block = 64 << 20

  static var all: [HostileCase] { nesting + numbers + strings + unfinished + many }

  /// Text that nests too deep for any recursion.
  private static var nesting: [HostileCase] {
    [
      .init("10⁶ brackets", .refused(.tooDeep, at: 512), brackets),
      .init("10⁶ brackets, limit raised", options: deep(million), .accepted, brackets),
      .init("10⁶ objects", .refused(.tooDeep, at: 512 * 5), objects),
      .init("10⁶ objects, limit raised", options: deep(million), .accepted, objects),
      .init("64 MB of [", .refused(.tooDeep, at: 512), bytes(("[", block))),
      .init(
        "64 MB of [, limit raised", options: deep(block), .refused(.unexpectedEnd, at: block),
        bytes(("[", block))),
    ]
  }

  private static var brackets: [UInt8] { bytes(("[", million), ("]", million)) }
  private static var objects: [UInt8] { bytes(("{\"a\":", million), ("1", 1), ("}", million)) }

  /// Numbers with a great many digits.
  private static var numbers: [HostileCase] {
    [
      .init("10⁶ digits", .refused(.numberTooLong, at: 0), bytes(("7", million))),
      .init("10⁶ digits, limit raised", options: long, .accepted, bytes(("7", million))) {
        document in
        // Larger than any Double, but not an infinity.
        do throws(JSONValueError) {
          return "read as \(try document.root.double())"
        } catch {
          return nil
        }
      },
      .init(
        "10⁶ digits of a fraction, limit raised", options: long, .accepted,
        bytes(("0.", 1), ("3", million)),
        mistake: { try difference(of: $0.root.double(), from: 1 / 3) }),
      .init(
        "10⁶ digits of an exponent, limit raised", options: long, .accepted,
        bytes(("1e-", 1), ("9", million)),
        mistake: { try difference(of: $0.root.double(), from: 0) }),
    ]
  }

  private static var strings: [HostileCase] {
    [
      .init(
        "one string of 1 GB", .accepted, bytes(("\"", 1), ("a", gigabyte), ("\"", 1)),
        mistake: length(gigabyte)),
      .init(
        "one string of 1 GB with an escape at its end", .accepted,
        bytes(("\"", 1), ("a", gigabyte), (#"\n""#, 1)), mistake: length(gigabyte + 1)),
      .init(
        "one string of 1 GB without an end", .refused(.unterminatedString, at: gigabyte + 1),
        bytes(("\"", 1), ("a", gigabyte))),
      .init(
        "64 MB of escapes", .accepted, bytes(("\"", 1), (#"\u00e9"#, block / 6), ("\"", 1)),
        mistake: length(block / 6 * 2)),
      .init(
        "64 MB of backslashes, one short", .refused(.unterminatedString, at: block + 3),
        bytes(("\"", 1), ("\\", block + 1), ("\"", 1))),
      .init(
        "64 MB with invalid UTF-8 at its end", .refused(.invalidUTF8, at: block + 1),
        bytes(("\"", 1), ("a", block)) + [0xed, 0xa0, 0x80, 0x22]),
    ]
  }

  private static var unfinished: [HostileCase] {
    [
      .init(
        "64 MB of elements without an end", .refused(.unexpectedEnd, at: 1 + block / 2 * 2),
        bytes(("[", 1), ("1,", block / 2))),
      .init(
        "64 MB of members without an end", .refused(.unexpectedEnd, at: 1 + block / 7 * 7),
        bytes(("{", 1), (#""a":{},"#, block / 7))),
      .init("64 MB of whitespace", .refused(.emptyText, at: block), bytes((" ", block))),
      .init(
        "64 MB of whitespace before a missing end", .refused(.unexpectedEnd, at: block + 1),
        bytes(("[", 1), ("\n", block))),
    ]
  }

  private static var many: [HostileCase] {
    [
      .init(
        "64 MB of empty arrays", .accepted, bytes(("[", 1), ("[],", block / 3), ("[]]", 1)),
        mistake: { difference(of: $0.root.count, from: block / 3 + 1) }),
      .init(
        "10⁶ members with the same name", .accepted,
        bytes(("{", 1), (#""a":1,"#, million), (#""a":2}"#, 1)),
        mistake: { try difference(of: $0.root["a"]?.int(), from: 2) }),
      .init("10⁶ members, all looked up", .accepted, wideObject) { document in
        let tree = try RawJSON(parsing: wideObject)
        return try mistake(in: "document") { try document.root[$0]?.int() }
          ?? mistake(in: "tree") { tree[$0]?.intValue }
      },
    ]
  }

  /// An object whose members have another order than their look-ups.
  private static var wideObject: [UInt8] {
    var random = SeededGenerator(seed: 1)
    var order = Array(0..<million)
    for last in stride(from: million - 1, to: 0, by: -1) {
      order.swapAt(last, random.integer(in: 0...last))
    }
    return GrowthText.object(million) { "\"member \(order[$0])\":\(order[$0])" }
  }

  /// The first member, or the one past the last, that a look-up gets wrong.
  private static func mistake(
    in reader: String, _ find: (String) throws -> Int?
  ) rethrows -> String? {
    for member in 0...million {
      let found = try find("member \(member)")
      if found == (member < million ? member : nil) { continue }
      return "\(reader): 'member \(member)' is \(found.map { "\($0)" } ?? "nothing")"
    }
    return nil
  }

  private static func deep(_ depth: Int) -> JSONReadingOptions {
    .changed { $0.maximumDepth = depth }
  }

  private static var long: JSONReadingOptions { .changed { $0.maximumNumberLength = 2 * million } }

  /// Pieces, each as often as its number says, one after the other.
  private static func bytes(_ pieces: (text: String, count: Int)...) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.text.utf8.count * $1.count })
    for (text, count) in pieces {
      let piece = Array(text.utf8)
      if piece.count == 1 {
        bytes += repeatElement(piece[0], count: count)
      } else {
        for _ in 0..<count { bytes += piece }
      }
    }
    return bytes
  }

  /// Compares the length of the string at the root.
  private static func length(_ expected: Int) -> (JSONDocument) throws -> String? {
    { try difference(of: $0.root.withUTF8 { $0.count }, from: expected) }
  }

  private static func difference<T: Equatable>(of found: T, from expected: T) -> String? {
    found == expected ? nil : "found \(found), expected \(expected)"
  }
}
