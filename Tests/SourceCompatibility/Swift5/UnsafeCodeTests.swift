import Foundation
import Testing

// Code for Foundation's coders that is not ready for concurrency: the Swift 5 language mode accepts it,
// the Swift 6 mode warns. As in CoderCode.swift, `JSONDecoder` and `JSONEncoder` may be this library's.

#if !FOUNDATION_CODERS
  import RushJSON
#endif

/// A class that is not `Sendable`.
private class Counter {
  var count = 0
}

@Suite("Code that is not ready for concurrency")
struct UnsafeCodeTests {
  @Test("values that are not Sendable in userInfo")
  func userInfo() throws {
    struct Counted: Codable {
      init() {}
      init(from decoder: any Decoder) throws { Self.count(decoder.userInfo) }
      func encode(to encoder: any Encoder) throws {
        Self.count(encoder.userInfo)
        _ = encoder.unkeyedContainer()
      }
      static func count(_ info: [CodingUserInfoKey: Any]) {
        for case let counter as Counter in info.values { counter.count += 1 }
      }
    }
    let counter = Counter()
    let key = CodingUserInfoKey(rawValue: "counter")!
    let info: [CodingUserInfoKey: Any] = [key: counter]
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    decoder.userInfo = info
    encoder.userInfo[key] = counter
    #expect(try encoder.encode([Counted(), Counted()]) == Data("[[],[]]".utf8))
    _ = try decoder.decode([Counted].self, from: Data("[1,2,3]".utf8))
    #expect(counter.count == 5)
  }

  @Test("closures that are not Sendable as strategies")
  func strategies() throws {
    struct Model: Codable { var day: Date; var bytes: Data }
    let counter = Counter()
    var names: [String] = []
    let key: ([any CodingKey]) -> any CodingKey = { path in
      names.append(path.last!.stringValue)
      return path.last!
    }
    let readDate: (any Decoder) throws -> Date = { _ in
      counter.count += 1
      return Date(timeIntervalSince1970: 0)
    }
    let readData: (any Decoder) throws -> Data = { _ in
      counter.count += 1
      return Data()
    }
    let writeDate: (Date, any Encoder) throws -> Void = { _, encoder in
      counter.count += 1
      try 1.encode(to: encoder)
    }
    let writeData: (Data, any Encoder) throws -> Void = { _, encoder in
      counter.count += 1
      try 2.encode(to: encoder)
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom(key)
    decoder.dateDecodingStrategy = .custom(readDate)
    decoder.dataDecodingStrategy = .custom(readData)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom(key)
    encoder.dateEncodingStrategy = .custom(writeDate)
    encoder.dataEncodingStrategy = .custom(writeData)
    let text = try encoder.encode(Model(day: Date(), bytes: Data()))
    #expect(text == Data(#"{"bytes":2,"day":1}"#.utf8))
    _ = try decoder.decode(Model.self, from: text)
    #expect(counter.count == 4)
    // Foundation calls the closure in any order.
    #expect(names.sorted() == ["bytes", "bytes", "day", "day"])
  }
}
