/// Writes and reads every `Float`: the bits must be the same.
struct FloatCheck {
  /// One of this many bit patterns is checked; 1 for all.
  let stride: Int
  /// One of this many numbers is compared with `description`; 1 for all.
  let descriptionStride: Int

  private static let steps = 64
  private static let patternCount = 1 << 32

  /// The number of bit patterns, including NaN and the infinities.
  var count: Int { (Self.patternCount + stride - 1) / stride }

  /// - Returns: The first failure, or `nil` if all numbers came back.
  func run(progress: inout Progress) -> NumberRoundTrip.Failure? {
    let textCount = NumberRoundTrip.textCount
    let texts = (count + textCount - 1) / textCount
    let steps = min(texts, Self.steps)
    progress.begin(steps: steps)
    for step in 0..<steps {
      progress.start("Float")
      let part = texts * step / steps..<texts * (step + 1) / steps
      let failure = NumberRoundTrip.failure(
        ofTexts: part, descriptionStride: descriptionStride
      ) { index in numbers(index * textCount..<min((index + 1) * textCount, count)) }
      if let failure { return failure }
      progress.finish("Float: \(min(count, part.upperBound * textCount)) of \(count) patterns")
    }
    return nil
  }

  private func numbers(_ indices: Range<Int>) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(indices.count)
    for index in indices {
      // Cannot overflow: the index is below the number of patterns divided by the stride.
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: index * stride))
      if number.isFinite { numbers.append(number) }
    }
    return numbers
  }
}
