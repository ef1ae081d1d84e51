import CorpusGenerator
import RushJSON

/// Round trips of numbers: the text has the digits of `description`, and reads as the same bits.
enum NumberRoundTrip {
  static let textCount = 10_000

  /// The number of texts for so many numbers.
  static func texts(_ count: Int) -> Int { (count + textCount - 1) / textCount }

  /// The number of progress reports for so many texts.
  static func steps(_ texts: Int) -> Int { min(texts, 20) }

  /// The first failure among the numbers of these texts, which have `count` numbers at most. One of
  /// `descriptionStride` numbers is compared with `description`, which takes longer than all else.
  static func failure<Number: CheckedNumber>(
    _ texts: Range<Int>, count: Int, descriptionStride: Int = 1,
    progress: inout Progress, numbers: @Sendable (Range<Int>) -> [Number]
  ) -> String? {
    let steps = steps(texts.count)
    for step in 0..<steps {
      progress.start("\(Number.self)")
      let first = texts.lowerBound + texts.count * step / steps
      let last = texts.lowerBound + texts.count * (step + 1) / steps
      let failures = onAllCores(last - first) { index in
        let start = (first + index) * textCount
        return failure(
          of: numbers(start..<min(start + textCount, count)), descriptionStride: descriptionStride)
      }
      if let failure = failures.compactMap({ $0 }).first { return failure }
      progress.finish("\(Number.self): \(min(last * textCount, count)) of \(count)")
    }
    return nil
  }

  private static func failure<Number: CheckedNumber>(
    of numbers: [Number], descriptionStride: Int
  ) -> String? {
    for index in stride(from: 0, to: numbers.count, by: descriptionStride) {
      let number = numbers[index]
      let text = String(decoding: NumberList.text(of: [number], .swift).dropLast(), as: UTF8.self)
      if text != number.description {
        return "'\(number)' of type \(Number.self) was written as '\(text)'"
      }
    }
    let list = NumberList.text(of: numbers, .foundation)
    let text = [UInt8(ascii: "[")] + list.dropLast() + [UInt8(ascii: "]")]
    do {
      let document = try JSONDocument(parsing: text)
      let found = try document.root.elements().map { try Number(reading: $0) }
      guard found.count == numbers.count else {
        return "\(numbers.count) numbers written, \(found.count) read"
      }
      for (number, found) in zip(numbers, found) where number != found || number.sign != found.sign
      {
        return "'\(number)' of type \(Number.self) was read as '\(found)'"
      }
      return nil
    } catch {
      return "\(error), in the text \(String(decoding: text, as: UTF8.self))"
    }
  }
}

/// A type of number to check.
protocol CheckedNumber: BinaryFloatingPoint, CustomStringConvertible, Sendable, WrittenNumber {
  /// A number from random bits, which may be NaN or an infinity.
  init(randomBits: UInt64)
  /// The number, rounded once from its digits.
  init(reading value: JSONDocument.Value) throws
}

extension Double: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: randomBits) }
  init(reading value: JSONDocument.Value) throws { self = try value.double() }
}

extension Float: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: randomBits >> 32)) }
  init(reading value: JSONDocument.Value) throws { self = try value.float() }
}

/// Writes and reads random numbers: the digits of `description`, and the same bits. All finite bit patterns
/// are equally likely, so all exponents occur, and subnormal numbers.
struct NumberCheck {
  let count: Int
  let seed: UInt64

  /// `Float` has fewer bits, so a tenth as many numbers cover a larger part of them.
  var floatCount: Int { (count + 9) / 10 }

  func run(progress: inout Progress) -> String? {
    let texts = [count, floatCount].map(NumberRoundTrip.texts)
    progress.begin(steps: texts.map(NumberRoundTrip.steps).reduce(0, +))
    return run(Double.self, count, &progress) ?? run(Float.self, floatCount, &progress)
  }

  private func run<Number: CheckedNumber & SendableMetatype>(
    _ type: Number.Type, _ count: Int, _ progress: inout Progress
  ) -> String? {
    NumberRoundTrip.failure(
      0..<NumberRoundTrip.texts(count), count: count, progress: &progress
    ) { indices in
      // The numbers of a text depend on the seed and its index, not on the thread.
      let index = UInt64(indices.lowerBound / NumberRoundTrip.textCount)
      var random = SeededGenerator(seed: seed ^ index &* 0x9E37_79B9_7F4A_7C15)
      return indices.map { _ in
        while true {
          let number = Number(randomBits: random.next())
          if number.isFinite { return number }
        }
      }
    }
  }
}

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

  private static let patternCount = 1 << 32

  /// The number of all bit patterns with this stride, including NaN and the infinities.
  private var total: Int { (Self.patternCount + stride - 1) / stride }

  private var texts: Range<Int> {
    let count = NumberRoundTrip.texts(total)
    return count * (part.number - 1) / part.count..<count * part.number / part.count
  }

  var patterns: Range<Int> {
    let perText = NumberRoundTrip.textCount
    return texts.lowerBound * perText..<min(texts.upperBound * perText, total)
  }

  func run(progress: inout Progress) -> String? {
    progress.begin(steps: NumberRoundTrip.steps(texts.count))
    return NumberRoundTrip.failure(
      texts, count: total, descriptionStride: descriptionStride, progress: &progress
    ) { indices in
      // Cannot overflow: an index is below the number of patterns divided by the stride.
      indices.map { Float(bitPattern: UInt32(truncatingIfNeeded: $0 * stride)) }.filter(\.isFinite)
    }
  }
}
