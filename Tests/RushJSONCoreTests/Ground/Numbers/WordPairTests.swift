import Testing

@testable import RushJSONCore

/// Two words against the standard library's integers of 128 bits.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func integer(_ pair: WordPair) -> UInt128 { UInt128(pair.high) << 64 | UInt128(pair.low) }

@Suite struct WordPairTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func samples(seed: UInt64) -> [WordPair] {
    var random = NumberSamples.Bits(seed: seed)
    let edges: [UInt64] = [
      0, 1, 1 << 63, .max, .max - 1, 1 << 52, 1 << 53, (1 << 53) + 1, 0x7ff, 0x400,
    ]
    var samples = edges.flatMap { high in edges.map { WordPair(high: high, low: $0) } }
    for _ in 0..<2_000 {
      let shift = random.next() % 128
      let bits = (UInt128(random.next()) << 64 | UInt128(random.next())) >> UInt128(shift)
      samples.append(
        WordPair(
          high: UInt64(truncatingIfNeeded: bits >> 64), low: UInt64(truncatingIfNeeded: bits)))
    }
    return samples
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [1, 2] as [UInt64])
  func shifts(seed: UInt64) {
    for pair in Self.samples(seed: seed) {
      for bits in 0...128 where integer(pair &>> bits) != integer(pair) &>> UInt128(bits) {
        Issue.record("\(pair) by \(bits)")
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [1, 2] as [UInt64])
  func nearestDoubles(seed: UInt64) {
    for pair in Self.samples(seed: seed) where pair.double != Double(integer(pair)) {
      Issue.record("\(pair)")
    }
  }

  /// In each group of nineteen digits, the last sixteen make a small number.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func textsWithManyZeros() {
    let group = UInt128(10_000_000_000_000_000_000)
    for head in [1, 9, 10, 123, 999] as [UInt128] {
      for last in [0, 1, 9, 122, 998, 1_000, 9_999_999_999_999_999] as [UInt128] {
        let digits = head * 10_000_000_000_000_000 + last
        for value in [digits, group + digits, digits * group + digits] {
          #expect(WrittenText.of(value) == String(value))
        }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func hexadecimalIntegersOfEveryLength() throws {
    var options = JSONReadingOptions()
    options.leniencies = .json5
    for pair in Self.samples(seed: 3) {
      let value = integer(pair)
      let text = "0x" + String(value, radix: 16)
      let tree = try RawJSON(parsing: text, options: options)
      #expect(tree == .number(JSONNumber(value)))
      let document = try JSONDocument(parsing: text, options: options)
      #expect(try document.root.double() == Double(value))
    }
  }
}
