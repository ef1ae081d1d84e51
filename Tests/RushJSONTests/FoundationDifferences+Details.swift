import Foundation
import RushJSON
import RushJSONProperties
import Testing

// Differences that few programs see: rare numbers, cut texts, super encoders, duplicates.

extension FoundationDifferences {
  @Test("JSON5: -0x0")
  func negativeHexadecimalZero() {
    let decoders = BothDecoders([.json5])
    for (foundation, rush) in [
      decoders.outcomes(Double.self, Data("-0x0".utf8)),
      decoders.outcomes(Float.self, Data("-0x0".utf8)),
    ] {
      #expect(foundation.value == "0.0")
      #expect(rush.value == "-0.0")
    }
  }

  @Test("integers of more than 64 bits with an exponent or a fraction")
  func wideIntegersWithExponents() {
    for (text, value) in [
      ("9e19", "90000000000000000000"), ("1.5e20", "150000000000000000000"),
      ("36893488147419103232.0", "36893488147419103232"),
    ] {
      let (foundation, rush) = BothDecoders().outcomes(Int128.self, Data(text.utf8))
      #expect(foundation.errorCase == "dataCorrupted")
      #expect(rush.value == value)
    }
  }

  @Test("UTF-16 and UTF-32 that end inside a unit")
  func incompleteUnits() throws {
    for encoding in [
      String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ] {
      let text = try #require("[1]".data(using: encoding)) + [0x20]
      #expect(try JSONDecoder().decode([Int].self, from: text) == [1])
      #expect(throws: DecodingError.self) { try RushJSONDecoder().decode([Int].self, from: text) }
    }
  }

  private struct Calls: Encodable {
    var body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private static func encode(_ value: Int, _ encoder: (any Encoder)?) throws {
    var container = encoder?.singleValueContainer()
    try container?.encode(value)
  }

  private func texts(_ body: @escaping (any Encoder) throws -> Void) -> (String?, String?) {
    func text(_ encode: (Calls) throws -> Data) -> String? {
      do {
        return String(decoding: try encode(Calls(body: body)), as: UTF8.self)
      } catch {
        return nil
      }
    }
    return (text { try JSONEncoder().encode($0) }, text { try RushJSONEncoder().encode($0) })
  }

  @Test("the number of elements while a super encoder is held")
  func countOfSuperEncoders() {
    var counts: [[Int]] = []
    let (foundation, rush) = texts { encoder in
      var array = encoder.unkeyedContainer()
      var held: (any Encoder)? = array.superEncoder()
      var seen = [array.count]
      try Self.encode(1, held)
      held = nil
      seen.append(array.count)
      counts.append(seen)
    }
    #expect(foundation == "[1]" && rush == "[1]")
    #expect(counts == [[0, 1], [1, 1]])
  }

  @Test("the order of super encoders that are held together")
  func heldSuperEncoders() {
    let (foundation, rush) = texts { encoder in
      var array = encoder.unkeyedContainer()
      var first: (any Encoder)? = array.superEncoder()
      var second: (any Encoder)? = array.superEncoder()
      try Self.encode(1, first)
      first = nil
      try Self.encode(2, second)
      second = nil
    }
    #expect(foundation == "[2,1]")
    #expect(rush == "[1,2]")
  }

  private enum Key: String, CodingKey { case a, b }

  @Test("a value for the key of a super encoder that is held")
  func replacedSuperEncoders() {
    // The super encoder has the last word.
    let scalar = texts { encoder in
      var object = encoder.container(keyedBy: Key.self)
      let held = object.superEncoder(forKey: .a)
      try object.encode(1, forKey: .a)
      try Self.encode(2, held)
    }
    #expect(scalar == (#"{"a":2}"#, nil))
    let container = texts { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(0, forKey: .b)
      let held = object.superEncoder(forKey: .a)
      try object.encode(1, forKey: .a)
      var inner = held.unkeyedContainer()
      try inner.encode(2)
    }
    #expect(container.1 == nil)
    let twice = texts { encoder in
      var object = encoder.container(keyedBy: Key.self)
      let first = object.superEncoder(forKey: .a)
      let second = object.superEncoder(forKey: .a)
      try Self.encode(2, second)
      try Self.encode(1, first)
    }
    #expect(twice.1 == nil)
    let unused = texts { encoder in
      var object = encoder.container(keyedBy: Key.self)
      let held = object.superEncoder(forKey: .a)
      try object.encode(1, forKey: .a)
      withExtendedLifetime(held) {}
    }
    #expect(unused == ("{\"a\":{}}", #"{"a":1}"#))
    // A value that is taken back makes room for the super encoder.
    struct Refusal: Error {}
    let restored = texts { encoder in
      var object = encoder.container(keyedBy: Key.self)
      let held = object.superEncoder(forKey: .a)
      do { try object.encode(Calls { _ in throw Refusal() }, forKey: .a) } catch {}
      try Self.encode(2, held)
    }
    #expect(restored.1 == #"{"a":2}"#)
  }

  @Test("init(from:) of duplicates that do not count")
  func duplicatesThatDoNotCount() throws {
    final class Log: @unchecked Sendable {
      static let shared = Log()
      var count = 0
    }
    struct Counted: Decodable {
      init(from decoder: any Decoder) throws { Log.shared.count += 1 }
    }
    func count(_ decode: ([String: Counted].Type) throws -> [String: Counted]) throws -> Int {
      Log.shared.count = 0
      #expect(try decode([String: Counted].self).count == 2)
      return Log.shared.count
    }
    let text = Data(#"{"a":1,"a":2,"b":3}"#.utf8)
    let foundation = JSONDecoder()
    let rush = RushJSONDecoder()
    if isFoundationOfSwift63 {
      #expect(try count { try foundation.decode($0, from: text) } == 2)
    }
    #expect(try count { try rush.decode($0, from: text) } == 3)
    // With a strategy, Foundation does the same.
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    rush.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try count { try foundation.decode($0, from: text) } == 3)
    #expect(try count { try rush.decode($0, from: text) } == 3)
  }

  @Test("the error of a number that does not fit, inside init(from:)")
  func unfittingNumbersInside() throws {
    struct Caught: Decodable {
      var isDecodingError: Bool
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          _ = try container.decode(Int8.self)
          isDecodingError = false
        } catch {
          isDecodingError = error is DecodingError
        }
      }
    }
    let text = Data("300".utf8)
    #expect(try !JSONDecoder().decode(Caught.self, from: text).isDecodingError)
    #expect(try RushJSONDecoder().decode(Caught.self, from: text).isDecodingError)
  }

  @Test("dates of many digits with a style of their own")
  func formattedDigits() throws {
    struct Event: Codable {
      @Formatted<JSONStyles.SecondsSince1970<JSONTimestamp>> var time: JSONTimestamp
    }
    let text = Data(#"{"time":1700000000.123456789}"#.utf8)
    let foundation = try JSONDecoder().decode(Event.self, from: text).time
    #expect(foundation != (try RushJSONDecoder().decode(Event.self, from: text).time))
    #expect(try RushJSONEncoder().encode(RushJSONDecoder().decode(Event.self, from: text)) == text)
    // null is the same to both.
    for text in [#"{"time":null}"#, "{}"] {
      func path(_ error: (any Error)?) -> [String]? {
        switch error {
        case DecodingError.valueNotFound(let type, let context)?:
          ["\(type)"] + context.codingPath.map(\.stringValue)
        case DecodingError.keyNotFound(let key, _)?: [key.stringValue]
        default: nil
        }
      }
      let theirs = #expect(throws: (any Error).self) {
        try JSONDecoder().decode(Event.self, from: Data(text.utf8))
      }
      let ours = #expect(throws: (any Error).self) {
        try RushJSONDecoder().decode(Event.self, from: Data(text.utf8))
      }
      #expect(path(theirs) != nil && path(theirs) == path(ours))
    }
  }
}
