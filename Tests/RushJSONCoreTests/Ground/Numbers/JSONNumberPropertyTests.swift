import CorpusGenerator
import RushJSONCore
import Testing

/// Random numbers of every kind. A failing seed is the test's argument.
@Suite struct JSONNumberPropertyTests {
  static let seeds: [UInt64] = [1, 2, 3, 4]

  private static func texts(seed: UInt64, count: Int) -> [String] {
    var generator = NumberGenerator(seed: seed)
    return (0..<count).map { _ in generator.text() }
  }

  private static func hash(_ number: JSONNumber) -> Int {
    var hasher = Hasher()
    hasher.combine(number)
    return hasher.finalize()
  }

  @Test(arguments: seeds)
  func textReadIsTextWritten(seed: UInt64) {
    for text in Self.texts(seed: seed, count: 1_500) where JSONNumber(text)?.text != text {
      Issue.record("\(text) became \(JSONNumber(text)?.text ?? "nil")")
    }
  }

  @Test(arguments: seeds)
  func spellingsOfOneValueAreEqual(seed: UInt64) throws {
    var random = NumberSamples.Bits(seed: seed)
    for text in Self.texts(seed: seed, count: 1_500) {
      let oracle = NumberOracle(text)
      let number = try #require(JSONNumber(text))
      let other = oracle.respelled(using: &random)
      let respelled = try #require(JSONNumber(other), "\(other)")
      if NumberOracle(other) != oracle || number != respelled
        || Self.hash(number) != Self.hash(respelled) || number < respelled || respelled < number
      {
        Issue.record("\(text) and \(other)")
      }
    }
  }

  /// Neighbours in value, and pairs at random, compare as the oracle says.
  @Test(arguments: seeds)
  func order(seed: UInt64) throws {
    let texts = Self.texts(seed: seed, count: 500).sorted {
      NumberOracle($0) < NumberOracle($1)
    }
    var random = NumberSamples.Bits(seed: seed)
    for index in texts.indices {
      let far = Int.random(in: texts.indices, using: &random)
      for other in [min(index + 1, texts.count - 1), far] {
        let (a, b) = (texts[index], texts[other])
        let (left, right) = (NumberOracle(a), NumberOracle(b))
        let one = try #require(JSONNumber(a))
        let two = try #require(JSONNumber(b))
        if (one == two) != (left == right) || (one < two) != (left < right)
          || (two < one) != (right < left)
        {
          Issue.record("\(a) and \(b)")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func accessors(seed: UInt64) throws {
    for text in Self.texts(seed: seed, count: 1_500) {
      let number = try #require(JSONNumber(text))
      let integer = NumberOracle(text).integerText
      let double = Double(text) ?? .nan
      let float = Float(text) ?? .nan
      let agrees =
        number.int == integer.flatMap { Int($0) }
        && number.int64 == integer.flatMap { Int64($0) }
        && number.uint64 == integer.flatMap { UInt64($0) }
        && number.exactly(Int8.self) == integer.flatMap { Int8($0) }
        && number.exactly(UInt32.self) == integer.flatMap { UInt32($0) }
        && number.exactly(Int128.self) == integer.flatMap { Int128($0) }
        && number.exactly(UInt128.self) == integer.flatMap { UInt128($0) }
        && number.isInteger == (NumberOracle(text).exponent >= 0)
        && number.nearestDouble.bitPattern == double.bitPattern
        && number.double == (double.isFinite ? double : nil)
        && number.float == (float.isFinite ? float : nil)
      if !agrees { Issue.record("\(text)") }
    }
  }

  /// The value of a number made from a `Double` is that of its text.
  @Test(arguments: seeds)
  func doublesAreTheirShortestText(seed: UInt64) throws {
    var random = NumberSamples.Bits(seed: seed)
    for _ in 0..<10_000 {
      // Integers and short decimals are as likely as noise.
      let bits = random.next()
      let value =
        switch bits & 3 {
        case 0: Double(Int64(truncatingIfNeeded: bits) >> Int64(random.next() & 63))
        case 1: Double(bits >> 40) / 1000
        default: Double(bitPattern: bits)
        }
      let number = JSONNumber(value)
      guard value.isFinite else { continue }
      let read = try #require(JSONNumber(number.text), "\(number.text)")
      if read != number || read.double != value || number.double != value
        || Self.hash(read) != Self.hash(number) || read.isInteger != number.isInteger
        || number.float != read.float || number.int != read.int
      {
        Issue.record("\(value)")
      }
      let float = Float(value)
      if float.isFinite, JSONNumber(float).float != float { Issue.record("\(float)") }
    }
  }
}
