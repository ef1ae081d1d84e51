import CorpusGenerator

/// Writes and reads random numbers: the digits of `description`, and the same bits.
///
/// All finite bit patterns are equally likely, so all exponents occur, and subnormal numbers.
/// `description` is the shortest text that reads as the same number.
struct NumberCheck {
  let count: Int
  let seed: UInt64

  /// `Float` has fewer bits, so a tenth as many numbers cover a larger part of them.
  var floatCount: Int { (count + 9) / 10 }

  /// The most progress reports for one type.
  private static let mostSteps = 20

  /// - Returns: The first failure, or `nil` if all numbers came back.
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

  /// The numbers of a text depend on the seed and its index, not on the thread.
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
