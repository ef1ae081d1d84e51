import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Texts of Foundation's types, which this library reads and writes itself: random ones in both directions, compared with
/// Foundation's coders.
///
/// `RUSHJSON_ROUNDS=1000000` runs each property a million times (three minutes). `RUSHJSON_SEED` replays
/// the seed that a failure prints.
@Suite struct StandardTextTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["RUSHJSON_ROUNDS"].flatMap { Int($0) } ?? 4_000
  private static let seed = environment["RUSHJSON_SEED"].flatMap { UInt64($0) } ?? 0x74_65_78_74

  // MARK: - Texts

  private struct Writer {
    var random: SeededGenerator

    mutating func number(_ range: ClosedRange<Int>) -> Int { random.integer(in: range) }
    mutating func isOne(of count: Int) -> Bool { number(1...count) == 1 }
    mutating func pick(_ letters: String) -> Character {
      letters.randomElement(using: &random) ?? "0"
    }

    mutating func digits(_ count: Int, _ letters: String = "0123456789") -> String {
      String((0..<count).map { _ in pick(letters) })
    }

    mutating func two(_ range: ClosedRange<Int>) -> String {
      let value = number(range)
      return value < 10 ? "0\(value)" : "\(value)"
    }

    /// The text with a few characters changed, added or removed.
    mutating func mutated(_ text: String, _ letters: String) -> String {
      var characters = Array(text)
      for _ in 0..<number(1...2) {
        let at = number(0...max(characters.count - 1, 0))
        switch number(0...2) {
        case 0 where !characters.isEmpty: characters[at] = pick(letters)
        case 1 where !characters.isEmpty: characters.remove(at: at)
        default: characters.insert(pick(letters), at: at)
        }
      }
      return String(characters)
    }

    mutating func uuid() -> String {
      let letters = "0123456789abcdefABCDEF"
      let text = [8, 4, 4, 4, 12].map { digits($0, letters) }.joined(separator: "-")
      return isOne(of: 4) ? mutated(text, letters + "--{}gGxé +@`/:") : text
    }

    mutating func base64() -> String {
      let bytes = (0..<number(0...(isOne(of: 8) ? 200 : 40))).map { _ in UInt8(number(0...255)) }
      var text = Data(bytes).base64EncodedString()
      if isOne(of: 4) { text = mutated(text, "=====AZaz09+/-_ é@`{[.,") }
      // As other encoders write it.
      return isOne(of: 2) ? text.replacingOccurrences(of: "/", with: "\\/") : text
    }

    mutating func decimal() -> String {
      let zeros = String(repeating: "0", count: isOne(of: 4) ? number(0...40) : 0)
      var text = "\(number(1...9))" + digits(number(0...(isOne(of: 3) ? 45 : 12))) + zeros
      if isOne(of: 2) {
        let whole = isOne(of: 3) ? "0" : text
        text = whole + "." + String(repeating: "0", count: number(0...3)) + digits(number(1...20))
        if isOne(of: 3) { text += zeros + "\(number(0...9))" }
      }
      if isOne(of: 8) { text = "0" + (isOne(of: 2) ? "." + digits(number(1...5), "0") : "") }
      if isOne(of: 4) {
        let range = isOne(of: 2) ? 10 : 180
        text += "\(pick("eE"))\(pick("+-"))\(number(0...range))"
      }
      return (isOne(of: 4) ? "-" : "") + text
    }

    mutating func date() -> String {
      let year = isOne(of: 8) ? "\(number(1000...9999))" : "\(number(1899...3000))"
      var text = "\(year)-\(two(1...12))-\(two(1...(isOne(of: 50) ? 31 : 28)))T"
      text += "\(two(0...23)):\(two(0...59)):\(two(0...(isOne(of: 50) ? 60 : 59)))"
      if isOne(of: 3) { text += "." + digits(number(1...10)) }
      switch number(0...4) {
      case 0: text += "Z"
      case 1: text += "\(pick("+-"))\(two(0...19))\(two(0...59))"
      case 2: text += "\(pick("+-"))\(two(0...19))"
      default: text += "\(pick("+-"))\(two(0...19)):\(two(0...59))"
      }
      return isOne(of: 20) ? mutated(text, "0123456789TZtz:.+-, ") : text
    }
  }

  // MARK: - Comparisons

  private struct Coders {
    let foundation = JSONDecoder()
    let rush = RushJSONDecoder()
    let foundationEncoder = JSONEncoder()
    let rushEncoder = RushJSONEncoder()

    init() {
      foundation.dateDecodingStrategy = .iso8601
      rush.dateDecodingStrategy = .iso8601
      foundationEncoder.dateEncodingStrategy = .iso8601
      rushEncoder.dateEncodingStrategy = .iso8601
    }

    func setsSlashes(_ areEscaped: Bool) {
      foundationEncoder.outputFormatting = areEscaped ? [] : .withoutEscapingSlashes
      rushEncoder.outputFormatting = areEscaped ? [] : .withoutEscapingSlashes
    }
  }

  /// Decodes each text with both decoders, and encodes all values with both encoders.
  private func compare<T: Codable>(
    _ type: T.Type, special: [String], isBetterError: Bool = false, bits: (T) -> [UInt8],
    _ text: (inout Writer) -> String
  ) {
    let coders = Coders()
    var writer = Writer(random: SeededGenerator(seed: Self.seed))
    var values: [T] = []
    for round in 0..<Self.rounds + special.count {
      let json = round < special.count ? special[round] : text(&writer)
      let data = Data("{\"a\":[\(json)]}".utf8)
      let place = "\(T.self) from \(json), RUSHJSON_SEED=\(Self.seed), round \(round)"
      var (ours, theirs): (T?, T?)
      let rush = Outcome {
        ours = try coders.rush.decode([String: [T]].self, from: data)["a"]?[0]
        return 0
      }
      let foundation = Outcome {
        theirs = try coders.foundation.decode([String: [T]].self, from: data)["a"]?[0]
        return 0
      }
      let isSame =
        isBetterError ? rush.errorCase == foundation.errorCase : rush == foundation
      if !isSame { Issue.record("\(place): \(rush), Foundation \(foundation)") }
      if ours.map(bits) != theirs.map(bits) {
        Issue.record("\(place): \(ours as Any), Foundation \(theirs as Any)")
      }
      if let ours { values.append(ours) }
      if values.count == 500 || round == Self.rounds + special.count - 1 {
        expectSameText(values, coders)
        values.removeAll()
      }
    }
  }

  private func expectSameText<T: Codable>(_ values: [T], _ coders: Coders) {
    for areEscaped in [true, false] {
      coders.setsSlashes(areEscaped)
      let ours = Encoded { try coders.rushEncoder.encode(values) }
      let theirs = Encoded { try coders.foundationEncoder.encode(values) }
      if ours == theirs { continue }
      for value in values {
        let ours = Encoded { try coders.rushEncoder.encode([value]) }
        let theirs = Encoded { try coders.foundationEncoder.encode([value]) }
        if ours != theirs {
          Issue.record("\(value): \(ours), Foundation \(theirs), RUSHJSON_SEED=\(Self.seed)")
        }
      }
    }
  }

  private static func bytes<T>(of value: T) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }

  @Test func uuidsAreReadAndWrittenAsInFoundation() {
    let special = [
      "\"\"", "\"00000000-0000-0000-0000-000000000000\"", "null", "1", "true", "[]",
      "\"ffffffff-FFFF-ffff-FFFF-ffffffffffff\"",
      "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\\u0000\"",
      "\"\\u0045621E1F8-C36C-495A-93FC-0C247A3E6E5F\"",
      "\"{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}\"",
      "\"E621E1F8+C36C-495A-93FC-0C247A3E6E5F\"", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5\\n\"",
    ]
    compare(UUID.self, special: special, bits: { Self.bytes(of: $0.uuid) }) {
      "\"\($0.uuid())\""
    }
  }

  @Test func base64IsReadAndWrittenAsInFoundation() {
    let special = [
      "\"\"", "\"=\"", "\"==\"", "\"===\"", "\"====\"", "\"A\"", "\"AA\"", "\"AAA\"", "\"AA=\"",
      "\"AB==\"", "\"AAB=\"", "\"A===\"", "\"AAAA=\"", "\"AAAA====\"", "\"AA==AA==\"", "\"AA=A\"",
      "\"AAAA\\n\"", "\"AA\\n==\"", "\"-_-_\"", "\"\\u0041AAA\"", "\"é===\"", "null", "1", "[1, 2]",
    ]
    compare(Data.self, special: special, bits: { [UInt8]($0) }) { "\"\($0.base64())\"" }
  }

  @Test func longBase64IsWrittenInPieces() throws {
    let coders = Coders()
    for count in [511, 512, 513, 1_535, 1_536, 1_537, 3_072, 4_000, 100_000] {
      for byte in [0xff, 0, 0x3f] as [UInt8] {
        let data = Data(repeating: byte, count: count)
        expectSameText([data], coders)
        let text = try coders.foundationEncoder.encode([data])
        #expect(try coders.rush.decode([Data].self, from: text) == [data])
      }
    }
  }

  @Test func decimalsAreReadAndWrittenAsInFoundation() {
    let special = [
      "0", "-0", "0.0", "-0.0", "0.00", "0e0", "0e5", "0.0e5", "1e127", "1e128", "10e127", "1e-128",
      "1e-129", "1.5e-128", "1e200", "1e-200", "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211456", "340282366920938463463374607431768211465",
      "34028236692093846346337460743176821145.5", "3402823669209384634633746074317682114555",
      "12345678901234567890123456789012345678950", "99999999999999999999999999999999999999999",
      "1.00000000000000000000000000000000000000000000001", "18446744073709551616", "null", "\"1\"",
      "10000000000000000000000000000000000000000", "0.1", "12.50", "100", "true",
    ]
    compare(
      Decimal.self, special: special, isBetterError: true, bits: { Self.bytes(of: $0) }
    ) { $0.decimal() }
  }

  @Test func decimalsOfArithmeticAreWrittenAsInFoundation() {
    var writer = Writer(random: SeededGenerator(seed: Self.seed))
    var values: [Decimal] = [
      .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, 0, -1, .pi,
      Decimal(0.1), Decimal(sign: .plus, exponent: -3, significand: 0),
    ]
    for _ in 0..<Self.rounds / 4 {
      let first = Decimal(writer.number(-1_000_000...1_000_000))
      let second = Decimal(writer.number(1...99_999))
      values += [first / second, first * second, first / second * first, Decimal(Double(1) / 3)]
    }
    expectSameText(values, Coders())
    #expect(Encoded { try RushJSONEncoder().encode([Decimal.nan]) } != .text("[NaN]"))
  }

  @Test func datesOfISO8601AreReadAndWrittenAsInFoundation() {
    let special = [
      "\"2024-01-02T03:04:05z\"", "\"2024-01-02T03:04:05+18:00\"", "\"2024-01-02T03:04:05+18:01\"",
      "\"2024-01-02T03:04:05-00:00\"", "\"2024-01-02T03:04:05+02:60\"", "\"2024-01-02\"", "null",
      "\"2024-01-02T03:04:05+02:00x\"", "\"2024-01-02T24:00:00+02:00\"", "1", "\"\"",
      "\"1900-01-01T00:00:00+02:00\"", "\"2999-12-31T23:59:59-02:00\"", "\"2024-1-2T3:4:5Z\"",
      "\"2023-02-29T03:04:05+0200\"", "\"2024-01-02T03:04:60+02\"", "\"2024-01-02T03:04:05.Z\"",
      "\"2001-01-12T21:58:27.082Z\"", "\"2004-08-05T21:03:09.95493-07:30\"",
    ]
    compare(
      Date.self, special: special, isBetterError: true,
      bits: { Self.bytes(of: $0.timeIntervalSinceReferenceDate) }
    ) { "\"\($0.date())\"" }
  }
}
