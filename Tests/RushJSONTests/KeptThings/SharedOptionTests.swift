import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Coders that take the same steps from a new coder share what the steps lead to. Nobody may notice.
@Suite struct SharedOptionTests {
  private struct Value: Codable, Equatable {
    var firstName: String
    var date: Date
    var data: Data
  }

  private static let value = Value(
    firstName: "a/b", date: Date(timeIntervalSinceReferenceDate: 3), data: Data([1, 2, 3]))

  /// The options that were set last, by a program that knows nothing of sharing.
  private struct Expected {
    var dates = 0
    var data = 1
    var keys = 0
    var formatting: RushJSONEncoder.OutputFormatting = []
  }

  private static func dates(_ number: Int) -> RushJSONEncoder.DateEncodingStrategy {
    switch number {
    case 0: .deferredToDate
    case 1: .secondsSince1970
    case 2: .millisecondsSince1970
    case 3: .iso8601
    default: .custom { date, encoder in try "x\(date.timeIntervalSince1970)".encode(to: encoder) }
    }
  }

  private static func date(_ number: Int) -> String {
    switch number {
    case 0: "3"
    case 1: "978307203"
    case 2: "978307203000"
    case 3: #""2001-01-01T00:00:03Z""#
    default: #""x978307203.0""#
    }
  }

  private static func text(_ expected: Expected) -> String {
    let (first, date, data) = (
      expected.keys == 0 ? "firstName" : "first_name", date(expected.dates),
      expected.data == 1 ? #""AQID""# : "[1,2,3]"
    )
    let name = expected.formatting.contains(.withoutEscapingSlashes) ? "a/b" : #"a\/b"#
    let members =
      expected.formatting.contains(.sortedKeys)
      ? [#""data":\#(data)"#, #""date":\#(date)"#, #""\#(first)":"\#(name)""#]
      : [#""\#(first)":"\#(name)""#, #""date":\#(date)"#, #""data":\#(data)"#]
    return "{\(members.joined(separator: ","))}"
  }

  /// More steps than any place keeps, and more places than are shared.
  @Test(arguments: UInt64(1)...20)
  func randomStepsOfSeveralCoders(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    var coders: [(encoder: RushJSONEncoder, decoder: RushJSONDecoder, expected: Expected)] = []
    for _ in 0..<300 {
      if coders.isEmpty || random(6) == 0 {
        coders.append((RushJSONEncoder(), RushJSONDecoder(), Expected()))
      }
      let index = random(coders.count)
      let (encoder, decoder) = (coders[index].encoder, coders[index].decoder)
      switch random(6) {
      case 0:
        let dates = random(5)
        encoder.dateEncodingStrategy = Self.dates(dates)
        decoder.dateDecodingStrategy =
          switch dates {
          case 0: .deferredToDate
          case 1: .secondsSince1970
          case 2: .millisecondsSince1970
          case 3: .iso8601
          default:
            .custom { decoder in
              let text = try String(from: decoder).dropFirst()
              return Date(timeIntervalSince1970: Double(text) ?? 0)
            }
          }
        coders[index].expected.dates = dates
      case 1:
        let data = random(2)
        encoder.dataEncodingStrategy = data == 1 ? .base64 : .deferredToData
        decoder.dataDecodingStrategy = data == 1 ? .base64 : .deferredToData
        coders[index].expected.data = data
      case 2:
        let keys = random(2)
        encoder.keyEncodingStrategy = keys == 0 ? .useDefaultKeys : .convertToSnakeCase
        decoder.keyDecodingStrategy = keys == 0 ? .useDefaultKeys : .convertFromSnakeCase
        coders[index].expected.keys = keys
      case 3:
        let formatting: RushJSONEncoder.OutputFormatting =
          [[], .sortedKeys, .withoutEscapingSlashes, [.sortedKeys, .withoutEscapingSlashes]][
            random(4)]
        encoder.outputFormatting = formatting
        coders[index].expected.formatting = formatting
      case 4:
        coders.append((encoder.copy(), decoder.copy(), coders[index].expected))
      default:
        // An option that is never shared.
        encoder.maximumDepth = 100 + random(100)
        decoder.allowsJSON5 = random(2) == 0
      }
      let chosen = coders[random(coders.count)]
      let text = Self.text(chosen.expected)
      #expect(try chosen.encoder.encodeToString(Self.value) == text, "seed \(seed)")
      #expect(try chosen.decoder.decode(Value.self, from: text) == Self.value, "seed \(seed)")
    }
  }

  @Test func coderForEachCallInManyTasks() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            var expected = Expected()
            expected.dates = task % 4
            let encoder = RushJSONEncoder()
            encoder.dateEncodingStrategy = Self.dates(expected.dates)
            expected.formatting = .sortedKeys
            encoder.outputFormatting = .sortedKeys
            let text = try encoder.encodeToString(Self.value)
            #expect(text == Self.text(expected))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// An encoder takes known steps while other threads encode with it: each text is that of one of its options.
  @Test func stepsWhileOtherThreadsEncode() {
    let texts = Set((0..<4).map { Self.text(Expected(dates: $0)) })
    for round in 0..<100 {
      // A new encoder, because its later options would be its own.
      let encoder = RushJSONEncoder()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for step in 0..<6 {
          if thread == 0, step < 3 { encoder.dateEncodingStrategy = Self.dates((round + step) % 4) }
          let text = try? encoder.encodeToString(Self.value)
          #expect(text.map(texts.contains) == true)
        }
      }
      let last = try? encoder.encodeToString(Self.value)
      #expect(last == Self.text(Expected(dates: (round + 2) % 4)))
    }
  }
}
