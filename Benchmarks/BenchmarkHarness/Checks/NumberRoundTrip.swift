import Dispatch
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
      let text = number.swiftText
      if text != number.description {
        return Failure(
          description: "'\(number)' of type \(Number.self) was written as '\(text)'")
      }
    }
    let text = Number.text(ofArray: numbers)
    do {
      let found = try Number.read(text)
      guard found.count == numbers.count else {
        return Failure(description: "\(numbers.count) numbers written, \(found.count) read")
      }
      for (number, found) in zip(numbers, found) where !number.hasSameBits(as: found) {
        return Failure(description: "'\(number)' of type \(Number.self) was read as '\(found)'")
      }
      return nil
    } catch {
      return Failure(description: "\(error), in the text \(String(decoding: text, as: UTF8.self))")
    }
  }
}

/// A type of number to check.
protocol CheckedNumber: BinaryFloatingPoint, CustomStringConvertible, Sendable {
  /// A number from random bits, which may be NaN or an infinity.
  init(randomBits: UInt64)
  func hasSameBits(as other: Self) -> Bool
  /// RushJSON's text in the layout of `description`.
  var swiftText: String { get }
  /// An array of numbers, written by RushJSON.
  static func text(ofArray numbers: [Self]) -> [UInt8]
  /// The elements of an array of numbers, read by RushJSON.
  static func read(_ text: [UInt8]) throws -> [Self]
}

extension Double: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: randomBits) }
  func hasSameBits(as other: Double) -> Bool { bitPattern == other.bitPattern }
  var swiftText: String { RushJSONWrites.swiftText(of: self) }
  static func text(ofArray numbers: [Double]) -> [UInt8] { RushJSONWrites.array(numbers) }
  static func read(_ text: [UInt8]) throws -> [Double] { try RushJSONReads.doubles(in: text) }
}

extension Float: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: randomBits >> 32)) }
  func hasSameBits(as other: Float) -> Bool { bitPattern == other.bitPattern }
  var swiftText: String { RushJSONWrites.swiftText(of: self) }
  static func text(ofArray numbers: [Float]) -> [UInt8] { RushJSONWrites.array(numbers) }
  static func read(_ text: [UInt8]) throws -> [Float] { try RushJSONReads.floats(in: text) }
}
