import CorpusGenerator
import Testing

@testable import RushJSONCore

/// A kernel that reads runs of numbers writes the same tapes and errors as the portable one, which reads each number
/// by itself, and accepts the same texts if it writes nothing. On other processors both are the same.
@Suite struct NumberRunTests {
  /// All records of a text, or its error.
  private static func outcome(_ text: [UInt8], _ kernel: BlockKernel, window: Int) -> String {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text, kernel: kernel, window: window)
      var records = ""
      var cursor = document.cursor()
      while cursor.advance() {
        let integer = cursor.int64.map { String($0) } ?? "none"
        let double = cursor.double.map { String($0.bitPattern, radix: 16) } ?? "none"
        records +=
          "\(cursor.kind)@\(cursor.offset) \(cursor.count) \(integer) \(double); "
      }
      return records
    } catch {
      return "\(error.kind) at \(error.offset)"
    }
  }

  /// The error of a text that is only checked, or `nil`.
  private static func failure(_ text: [UInt8], _ kernel: BlockKernel, window: Int) -> String? {
    // Invariant: the bytes stay during the call.
    text.withCheckedBytes { text in
      var tokenizer = Tokenizer(
        text, options: .strict, kernel: kernel, window: window)
      return tokenizer.validate().map { "\($0.kind) at \($0.offset)" }
    }
  }

  private static func compare(
    _ text: [UInt8], windows: [Int] = [256, BlockIndexer.defaultWindow],
    _ location: SourceLocation = #_sourceLocation
  ) {
    for window in windows {
      let run = outcome(text, .fastest, window: window)
      let single = outcome(text, .portable, window: window)
      if run != single {
        let text = String(decoding: text, as: UTF8.self)
        Issue.record("\(text), window \(window): \(run), not \(single)", sourceLocation: location)
      }
      let checked = failure(text, .fastest, window: window)
      let expected = failure(text, .portable, window: window)
      #expect(checked == expected, "window \(window)", sourceLocation: location)
      #expect(checked == nil || checked == single, "window \(window)", sourceLocation: location)
    }
  }

  private static func compare(
    _ elements: [String], separator: String = ",", _ location: SourceLocation = #_sourceLocation
  ) {
    compare(Array(("[" + elements.joined(separator: separator) + "]").utf8), location)
  }

  /// Each number of digits with each position of the point, at each place among four.
  @Test(arguments: 1...21)
  func digitsWithAPoint(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for point in 0...count {
      var number = random.digits(count)
      if point < count { number.insert(".", at: number.index(number.startIndex, offsetBy: point)) }
      for place in 0..<4 {
        for sign in ["", "-"] {
          var elements = Array(repeating: "-0.5", count: 18)
          elements[place + 6] = sign + number
          Self.compare(elements)
        }
      }
    }
  }

  private static let others = [
    "-0", "0", "0.0", "-0.0", "0.000000000000001", "1e5", "1.5E-3", "-1e+300", "1e-400", "1e999",
    "12345678901234567", "9223372036854775807", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "123456789012345.67", "3.14159265358979",
    "-3.14159265358979323", "0.30000000000000004", "true", "null", "\"1,2\"", "[]", "[1]",
    "[1.5,2]", "{}", "{\"a\":1}", "[1,2,3,4,5,6]",
  ]
  private static let faults = [
    "01", "-01", "00.5", "1.", "-", "-.5", ".5", "1.2.3", "--1", "+1", "1-2", "1e", "1.e5", "1 2",
    "", "1,", "1]", "1}", "1:2", "1\"a\"", "1[2]", "12a", "0x1", "1\u{1}", "1é", "1/2", "1 ,",
  ]

  private static func number(_ random: inout SeededGenerator, longest: Int) -> String {
    var text = random.digits(random.integer(in: 1...longest))
    if random.chance(1, in: 2), text.count > 1 {
      let place = random.integer(in: 1...text.count - 1)
      text.insert(".", at: text.index(text.startIndex, offsetBy: place))
    }
    if random.chance(1, in: 12) { text += random.element(of: ["e5", "E-3", "e+17", "e-310"]) }
    return random.chance(1, in: 3) ? "-" + text : text
  }

  /// A text with arrays of numbers, other values among them, and sometimes faults.
  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    let hasFault = random.chance(1, in: 4)
    let rarity = random.element(of: [4, 20, 200])
    let longest = random.element(of: [4, 15, 17, 19, 22])
    let comma = random.element(of: [",", ",", ",", ", ", ",\n\t\t", " ,"])
    let array = (0..<random.integer(in: 1...90)).map { _ in
      if hasFault, random.chance(1, in: 40) { return random.element(of: faults) }
      if random.chance(1, in: rarity) { return random.element(of: others) }
      return number(&random, longest: longest)
    }.joined(separator: comma)
    let tail = random.element(of: ["", "", "\n", " "])
    if hasFault, random.chance(1, in: 8) { return Array("{\"name\":\(array)}".utf8) }
    return switch random.integer(in: 0...3) {
    case 0: Array("{\"name\":\"x\",\"values\":[\(array)\(tail)],\"other\":[\(array)]}".utf8)
    case 1: Array("[[\(array)],[\(array)\(tail)]]".utf8)
    default: Array("[\(array)\(tail)]".utf8)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func randomArrays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 { Self.compare(Self.text(&random)) }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func textsCutAtEachLength(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.text(&random)
    for count in 0...text.count { Self.compare(Array(text.prefix(count)), windows: [256]) }
  }

  /// Each byte in place of each byte of a run.
  @Test func everyByteInARun() {
    let text = Array("[1,2,3,4,-5.25,67,0.5,-0,9,10,11,12,13,14,15,16,17,18,19,20]".utf8)
    for place in 8..<26 {
      for byte in 0...0xff as ClosedRange<UInt8> {
        var changed = text
        changed[place] = byte
        Self.compare(changed, windows: [8192])
      }
    }
  }

  /// Runs of numbers where the grammar allows them, and where it does not.
  @Test(arguments: [
    "{\"a\":#", "{\"a\":#}", "{#}", "{\"a\",#}", "#", "[\"a\":#]", "[{\"b\":1},#]", "[#}", "[#,]",
    "[[#],#,{\"a\":#}]", "{\"a\":[#],#}", "{\"a\":{\"b\":[#]},\"c\":#}", "[\"x\",#,\"y\"]",
    "[[[#]]",
  ])
  func places(_ place: String) {
    let run = (1...30).map { String($0) }.joined(separator: ",")
    let parts = place.split(separator: "#", omittingEmptySubsequences: false)
    Self.compare(Array(parts.joined(separator: run).utf8))
  }

  @Test func limits() {
    let text = Array("[0,[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]]".utf8)
    for depth in 0...3 {
      var options = JSONReadingOptions()
      options.maximumDepth = depth
      let run = try? JSONDocument(parsing: text, options: options, kernel: .fastest)
      #expect((run != nil) == (depth >= 2))
    }
    for limit in 1...24 {
      func count(_ kernel: BlockKernel) -> String {
        do throws(JSONSyntaxError) {
          let document = try JSONDocument(parsing: text, kernel: kernel, maximumCount: limit)
          return "\(document.recordCount)"
        } catch {
          return "\(error)"
        }
      }
      #expect(count(.fastest) == count(.portable))
    }
  }
}
