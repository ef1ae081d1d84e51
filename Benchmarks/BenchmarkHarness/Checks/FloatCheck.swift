/// Every `Float` there is, written and read by us: the same bits again.
struct FloatCheck {
  /// Of how many bit patterns one is taken; 1 for all.
  let stride: Int
  /// Of how many numbers one is compared with `description`; 1 for all.
  let descriptionStride: Int

  private static let steps = 64
  private static let patternCount = 1 << 32

  /// How many bit patterns are looked at, those that mean no number included.
  var count: Int { (Self.patternCount + stride - 1) / stride }

  /// - Returns: The first failure met, or `nil` if all numbers came back.
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
      // Below the number of patterns, because the index is below their number by the stride.
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: index * stride))
      if number.isFinite { numbers.append(number) }
    }
    return numbers
  }
}
