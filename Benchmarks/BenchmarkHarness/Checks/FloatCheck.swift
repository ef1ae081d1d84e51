/// Writes and reads every `Float`: the bits must be the same.
struct FloatCheck {
  /// One of this many bit patterns is checked; 1 for all.
  let stride: Int
  /// One of this many numbers is compared with `description`; 1 for all.
  let descriptionStride: Int
  /// The part of all that is checked, so that several runs can share the work.
  var part = Part.all

  /// The part with this number, from 1, of so many equal ones.
  struct Part: Equatable, LosslessStringConvertible {
    let number: Int
    let count: Int

    static let all = Part(number: 1, count: 1)

    init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// From a text such as `2/8`.
    init?(_ text: String) {
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1,
        number <= count
      else { return nil }
      self.init(number: Int(number), count: Int(count))
    }

    var description: String { "\(number)/\(count)" }
  }

  private static let steps = 64
  private static let patternCount = 1 << 32

  /// The number of all bit patterns with this stride, including NaN and the infinities.
  private var total: Int { (Self.patternCount + stride - 1) / stride }
  private var textCount: Int {
    (total + NumberRoundTrip.textCount - 1) / NumberRoundTrip.textCount
  }

  /// The texts of the part.
  private var texts: Range<Int> {
    textCount * (part.number - 1) / part.count..<textCount * part.number / part.count
  }

  /// The patterns of the part.
  var patterns: Range<Int> {
    texts.lowerBound
      * NumberRoundTrip.textCount..<min(texts.upperBound * NumberRoundTrip.textCount, total)
  }

  /// - Returns: The first failure, or `nil` if all numbers came back.
  func run(progress: inout Progress) -> NumberRoundTrip.Failure? {
    let perText = NumberRoundTrip.textCount
    let texts = self.texts
    let steps = min(texts.count, Self.steps)
    progress.begin(steps: steps)
    for step in 0..<steps {
      progress.start("Float")
      let first = texts.lowerBound + texts.count * step / steps
      let last = texts.lowerBound + texts.count * (step + 1) / steps
      let failure = NumberRoundTrip.failure(
        ofTexts: first..<last, descriptionStride: descriptionStride
      ) { index in numbers(index * perText..<min((index + 1) * perText, total)) }
      if let failure { return failure }
      progress.finish("Float: \(min(last * perText, total)) of \(total) patterns")
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
