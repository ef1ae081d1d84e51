import CorpusGenerator

/// Random numbers, written and read by us: the digits of `description`, and the same bits again.
///
/// Every finite bit pattern is as likely as every other, so all exponents are met, subnormal numbers
/// too. `description` is the shortest text that means the number and no other.
struct NumberCheck {
  let count: Int
  let seed: UInt64

  /// A `Float` has few bits; a tenth as many numbers meets as large a part of them and more.
  var floatCount: Int { (count + 9) / 10 }

  /// How often the progress of one type is told, at most.
  private static let mostSteps = 20

  /// - Returns: The first failure met, or `nil` if all numbers came back.
  func run(progress: inout Progress) -> NumberRoundTrip.Failure? {
    progress.begin(steps: Self.steps(count) + Self.steps(floatCount))
    return run(Double.self, count: count, progress: &progress)
      ?? run(Float.self, count: floatCount, progress: &progress)
  }

  private func run<Number: CheckedNumber>(
    _ type: Number.Type, count: Int, progress: inout Progress
  ) -> NumberRoundTrip.Failure? {
    let texts = Self.texts(count)
    let steps = Self.steps(count)
    let textCount = NumberRoundTrip.textCount
    for step in 0..<steps {
      progress.start("\(type)")
      let part = texts * step / steps..<texts * (step + 1) / steps
      let failure = NumberRoundTrip.failure(ofTexts: part) { index in
        Self.numbers(
          type, seed: textSeed(index), count: min(textCount, count - index * textCount))
      }
      if let failure { return failure }
      progress.finish("\(type): \(min(count, part.upperBound * textCount)) of \(count)")
    }
    return nil
  }

  private static func texts(_ count: Int) -> Int {
    (count + NumberRoundTrip.textCount - 1) / NumberRoundTrip.textCount
  }
  private static func steps(_ count: Int) -> Int { min(texts(count), mostSteps) }

  /// A text's numbers follow from the seed and its index, whichever thread comes to it.
  private func textSeed(_ index: Int) -> UInt64 {
    seed ^ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func numbers<Number: CheckedNumber>(
    _ type: Number.Type, seed: UInt64, count: Int
  ) -> [Number] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      while true {
        let number = Number(randomBits: random.next())
        if number.isFinite { return number }
      }
    }
  }
}
