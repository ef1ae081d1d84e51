import CorpusGenerator
import Testing

/// Number texts follow the grammar, and the kinds match their names.
@Suite struct NumberGeneratorTests {
  @Test(arguments: NumberGenerator.Kind.allCases)
  func textFollowsTheGrammar(kind: NumberGenerator.Kind) throws {
    // RFC 8259 §6.
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    var generator = NumberGenerator(seed: 4)
    for _ in 0..<60 {
      let text = generator.text(of: kind)
      #expect(text.wholeMatch(of: grammar) != nil, "\(text)")
      if kind.isFinite {
        let value = try #require(Double(text))
        #expect(value.isFinite, "\(text)")
      }
    }
  }

  @Test func finiteTextsAreFinite() throws {
    var generator = NumberGenerator(seed: 5)
    for _ in 0..<300 {
      let value = try #require(Double(generator.text(finite: true)))
      #expect(value.isFinite)
    }
  }

  @Test func seedReplaysTheSequence() {
    var first = NumberGenerator(seed: 6)
    var second = NumberGenerator(seed: 6)
    for _ in 0..<200 {
      #expect(first.text() == second.text())
    }
  }

  @Test func textsHaveTheirPinnedHash() {
    var generator = NumberGenerator(seed: 1)
    let hash = fnv1a((0..<200).flatMap { _ in Array(generator.text().utf8) + [0x0A] })
    #expect(hash == 0x4ADE_580E_3D34_3DB2, "0x\(String(hash, radix: 16))")
  }

  @Test func halfwayNeedsItsLastDigit() throws {
    var generator = NumberGenerator(seed: 7)
    for _ in 0..<60 {
      let text = generator.text(of: .halfway)
      let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
      #expect(mantissa.count >= 769)
      // Cut after 40 digits, the text rounds down; with the last of these raised, it rounds up. If
      // both gave the same double, the digits after them would not matter.
      #expect(try roundsApart(text), "\(text)")
    }
  }

  /// Whether the text cut after 40 significant digits, and the same with its last digit raised,
  /// round to two different doubles.
  private func roundsApart(_ text: String) throws -> Bool {
    var lower = Array(text.utf8)
    let end = lower.firstIndex(of: UInt8(ascii: "e")) ?? lower.count
    let digits = lower.indices.prefix(end).filter { (48...57).contains(lower[$0]) }
    let significant = digits.drop { lower[$0] == 48 }
    for index in significant.dropFirst(40) { lower[index] = 48 }
    var upper = lower
    for index in significant.prefix(40).reversed() {
      if upper[index] < 57 {
        upper[index] += 1
        break
      }
      upper[index] = 48
    }
    let low = try #require(Double(String(decoding: lower, as: UTF8.self)))
    let high = try #require(Double(String(decoding: upper, as: UTF8.self)))
    return low != high
  }

  @Test func boundariesIncludeTheEndsOfIntegerTypes() {
    var generator = NumberGenerator(seed: 8)
    var seen: Set<String> = []
    for _ in 0..<6_000 { seen.insert(generator.text(of: .integerBoundary)) }
    let ends = [
      "127", "128", "-128", "-129", "255", "256", "32767", "-32768", "65536", "2147483648",
      "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "18446744073709551616", "340282366920938463463374607431768211455", "9999999999",
    ]
    for end in ends {
      #expect(seen.contains(end), "\(end)")
    }
  }
}
