import Foundation
import RushJSON
import Testing

// What differs where code passes coders and strategies around.

extension FoundationDifferences {
  @Test("functions that take a coder")
  func functionsForBoth() throws {
    func count(_ text: String, _ decoder: some JSONDataDecoding) throws -> Int {
      try decoder.decode([Int].self, from: Data(text.utf8)).count
    }
    func text(_ values: [Int], _ encoder: any JSONDataEncoding) throws -> Data {
      try encoder.encode(values)
    }
    #expect(try count("[1,2]", JSONDecoder()) == 2)
    #expect(try count("[1,2]", RushJSONDecoder()) == 2)
    #expect(try text([1, 2], JSONEncoder()) == text([1, 2], RushJSONEncoder()))
    // They are not subclasses of Foundation's, so a function that takes these takes what they make.
    #expect(!((RushJSONDecoder() as Any) is JSONDecoder))
    #expect(!((RushJSONEncoder() as Any) is JSONEncoder))
    #expect(try count("[1,2]", RushJSONDecoder().makeJSONDecoder()) == 2)
    #expect(try text([1, 2], RushJSONEncoder().makeJSONEncoder()) == Data("[1,2]".utf8))
  }

  @Test("strategies that are stored with Foundation's types")
  func storedStrategies() throws {
    struct Value: Codable, Equatable { var someDate = Date(timeIntervalSince1970: 5) }
    let dates = JSONDecoder.DateDecodingStrategy.secondsSince1970
    let encodedDates = JSONEncoder.DateEncodingStrategy.secondsSince1970
    let keys = JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase
    let encodedKeys = JSONEncoder.KeyEncodingStrategy.convertToSnakeCase
    let decoder = RushJSONDecoder()
    decoder.dateDecodingStrategy = dates
    decoder.keyDecodingStrategy = RushJSONDecoder.KeyDecodingStrategy(keys)
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = encodedDates
    encoder.keyEncodingStrategy = RushJSONEncoder.KeyEncodingStrategy(encodedKeys)
    let text = Data(#"{"some_date":5}"#.utf8)
    #expect(try encoder.encode(Value()) == text)
    #expect(try decoder.decode(Value.self, from: text) == Value())
  }

  @Test("a getter that is overridden for JSON5")
  func overriddenJSON5() throws {
    class Foundation: JSONDecoder, @unchecked Sendable {
      override var allowsJSON5: Bool {
        get { true }
        set {}
      }
    }
    class Rush: RushJSONDecoder, @unchecked Sendable {
      override var allowsJSON5: Bool {
        get { true }
        set {}
      }
    }
    let plain = Data("['a' /* b */]".utf8)
    #expect(try Foundation().decode([String].self, from: plain) == ["a"])
    #expect(try Rush().decode([String].self, from: plain) == ["a"])
    let number = Data("[0x10]".utf8)
    #expect(throws: DecodingError.self) { try Foundation().decode([Int].self, from: number) }
    #expect(try Rush().decode([Int].self, from: number) == [16])
  }

  @Test("custom keys inside a dictionary, encoded")
  func customKeysInADictionary() throws {
    struct Inner: Encodable { var a = 1 }
    struct Outer: Encodable { var map = ["k": Inner()] }
    final class Log: @unchecked Sendable {
      var paths: Set<[String]> = []
      func add(_ path: [any CodingKey]) -> any CodingKey {
        paths.insert(path.map(\.stringValue))
        return path[path.count - 1]
      }
    }
    let (theirs, ours) = (Log(), Log())
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .custom { theirs.add($0) }
    let rush = RushJSONEncoder()
    rush.keyEncodingStrategy = .custom { ours.add($0) }
    let text = try foundation.encode([Outer()])
    #expect(try rush.encode([Outer()]) == text)
    #expect(theirs.paths == [["Index 0", "map"], ["Index 0", "k", "a"]])
    #expect(ours.paths == [["Index 0", "map"], ["Index 0", "map", "k", "a"]])
  }

  private enum Fare: String, Codable, JSONName.Convertible { case child }

  @Test("dictionaries whose keys give names")
  func dictionariesWithNamesForKeys() throws {
    let text = try JSONEncoder().encode([Fare.child: 2])
    #expect(text == Data(#"["child",2]"#.utf8))
    #expect(try RushJSONEncoder().encode([Fare.child: 2]) == Data(#"{"child":2}"#.utf8))
    #expect(try RushJSONDecoder().decode([Fare: Int].self, from: text) == [.child: 2])
    #expect(try RushJSONDecoder().decode([Fare: Int].self, from: #"{"child":2}"#) == [.child: 2])
  }
}
