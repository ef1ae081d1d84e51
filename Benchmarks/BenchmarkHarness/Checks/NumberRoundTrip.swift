import Dispatch
import RushJSON
import Synchronization

/// Round trips of numbers: the text has the digits of `description`, and reads as the same bits.
enum NumberRoundTrip {
  struct Failure: CustomStringConvertible, Sendable {
    var description: String
  }

  /// The numbers per text.
  static let textCount = 10_000

  /// Checks the numbers of these texts, on all processors.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the text with this index, whichever thread comes to it.
  ///   - descriptionStride: How many numbers have one among them that is compared with
  ///     `description`, which takes longer than all else.
  /// - Returns: The first failure met, or `nil` if all numbers came back.
  static func failure<Number: CheckedNumber>(
    ofTexts texts: Range<Int>, descriptionStride: Int = 1,
    numbers: @Sendable (Int) -> [Number]
  ) -> Failure? {
    let first = Mutex<Failure?>(nil)
    DispatchQueue.concurrentPerform(iterations: texts.count) { iteration in
      let isOver = first.withLock { $0 != nil }
      if isOver { return }
      guard
        let failure = failure(
          of: numbers(texts.lowerBound + iteration), descriptionStride: descriptionStride)
      else { return }
      first.withLock { $0 = $0 ?? failure }
    }
    return first.withLock { $0 }
  }

  static func failure<Number: CheckedNumber>(
    of numbers: [Number], descriptionStride: Int = 1
  ) -> Failure? {
    for index in stride(from: 0, to: numbers.count, by: descriptionStride) {
      let number = numbers[index]
      let text = String(decoding: NumberList.text(of: [number], .swift).dropLast(), as: UTF8.self)
      if text != number.description {
        return Failure(
          description: "'\(number)' of type \(Number.self) was written as '\(text)'")
      }
    }
    let list = NumberList.text(of: numbers, .foundation)
    let text = [UInt8(ascii: "[")] + list.dropLast() + [UInt8(ascii: "]")]
    do {
      let document = try JSONDocument(parsing: text)
      let found = try document.root.elements().map { try Number(reading: $0) }
      guard found.count == numbers.count else {
        return Failure(description: "\(numbers.count) numbers written, \(found.count) read")
      }
      for (number, found) in zip(numbers, found) where number != found || number.sign != found.sign
      {
        return Failure(description: "'\(number)' of type \(Number.self) was read as '\(found)'")
      }
      return nil
    } catch {
      return Failure(description: "\(error), in the text \(String(decoding: text, as: UTF8.self))")
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
