import CorpusGenerator
import Dispatch
import Synchronization

/// Random numbers, written by the standard library and read by ours: the same bits come back.
///
/// Every finite bit pattern is as likely as every other, so all exponents are met, subnormal numbers
/// too. `description` is the shortest text that means the number and no other.
struct NumberCheck {
  let count: Int
  let seed: UInt64

  /// A `Float` has few bits; a tenth as many numbers meets as large a part of them and more.
  var floatCount: Int { (count + 9) / 10 }

  /// Numbers in one text.
  private static let textCount = 10_000
  /// How often the progress of one type is told, at most.
  private static let mostSteps = 20

  struct Failure: CustomStringConvertible, Sendable {
    var description: String
  }

  /// - Returns: The first failure met, or `nil` if all numbers came back.
  func run(progress: inout Progress) -> Failure? {
    progress.begin(steps: Self.steps(count) + Self.steps(floatCount))
    return run(Double.self, count: count, progress: &progress)
      ?? run(Float.self, count: floatCount, progress: &progress)
  }

  private func run<Number: CheckedNumber>(
    _ type: Number.Type, count: Int, progress: inout Progress
  ) -> Failure? {
    let texts = Self.texts(count)
    let steps = Self.steps(count)
    for step in 0..<steps {
      progress.start("\(type)")
      let part = texts * step / steps..<texts * (step + 1) / steps
      if let failure = check(type, part, count: count) { return failure }
      let done = min(count, part.upperBound * Self.textCount)
      progress.finish("\(type): \(done) of \(count)")
    }
    return nil
  }

  private static func texts(_ count: Int) -> Int { (count + textCount - 1) / textCount }
  private static func steps(_ count: Int) -> Int { min(texts(count), mostSteps) }

  /// Checks the texts of these indices on all processors.
  private func check<Number: CheckedNumber>(
    _ type: Number.Type, _ part: Range<Int>, count: Int
  ) -> Failure? {
    let first = Mutex<Failure?>(nil)
    DispatchQueue.concurrentPerform(iterations: part.count) { iteration in
      let index = part.lowerBound + iteration
      let isOver = first.withLock { $0 != nil }
      if isOver { return }
      let numbers = Self.numbers(
        type, seed: textSeed(index), count: min(Self.textCount, count - index * Self.textCount))
      guard let failure = Self.failure(of: numbers) else { return }
      first.withLock { $0 = $0 ?? failure }
    }
    return first.withLock { $0 }
  }

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

  static func failure<Number: CheckedNumber>(of numbers: [Number]) -> Failure? {
    var text: [UInt8] = []
    for number in numbers {
      text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      text += number.description.utf8
    }
    text.append(UInt8(ascii: "]"))
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

/// A type of number that the check knows.
protocol CheckedNumber: BinaryFloatingPoint, CustomStringConvertible, Sendable {
  /// A number of any value, or none, from random bits.
  init(randomBits: UInt64)
  func hasSameBits(as other: Self) -> Bool
  /// The elements of an array of numbers, read by RushJSON.
  static func read(_ text: [UInt8]) throws -> [Self]
}

extension Double: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: randomBits) }
  func hasSameBits(as other: Double) -> Bool { bitPattern == other.bitPattern }
  static func read(_ text: [UInt8]) throws -> [Double] { try RushJSONReads.doubles(in: text) }
}

extension Float: CheckedNumber {
  init(randomBits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: randomBits >> 32)) }
  func hasSameBits(as other: Float) -> Bool { bitPattern == other.bitPattern }
  static func read(_ text: [UInt8]) throws -> [Float] { try RushJSONReads.floats(in: text) }
}
