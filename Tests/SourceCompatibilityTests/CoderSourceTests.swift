import Foundation
import RushJSON
import Testing

// Code in the Swift 5 language mode, written for Foundation's coders, with this library's coders.
// That it compiles is the test; the rest shows that its settings are used.

/// A protocol like Combine's, whose input type is inferred.
private protocol TopDecoder {
  associatedtype Input
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

private protocol TopEncoder {
  associatedtype Output
  func encode<T: Encodable>(_ value: T) throws -> Output
}

extension JSONDecoder: TopDecoder {}
extension RushJSONDecoder: TopDecoder {}
extension JSONEncoder: TopEncoder {}
extension RushJSONEncoder: TopEncoder {}

private func roundTrip<Encoder: TopEncoder, Decoder: TopDecoder, T: Codable>(
  _ value: T, _ encoder: Encoder, _ decoder: Decoder
) throws -> T where Encoder.Output == Decoder.Input {
  try decoder.decode(T.self, from: encoder.encode(value))
}

/// A class that is not ready for concurrency.
private class Counter {
  var count = 0
}

private class LoggingDecoder: RushJSONDecoder, @unchecked Sendable {
  var log: [Int] = []

  override init() {
    super.init()
    keyDecodingStrategy = .convertFromSnakeCase
    dateDecodingStrategy = .secondsSince1970
  }

  override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { log.append(userInfo.count) }
  }

  override func decode<T: Decodable>(
    _ type: T.Type, from text: UnsafeRawBufferPointer, at pointer: JSONPointer
  ) throws -> T {
    log.append(text.count)
    return try super.decode(type, from: text, at: pointer)
  }
}

private class LoggingEncoder: RushJSONEncoder, @unchecked Sendable {
  var log: [Int] = []

  override var outputFormatting: OutputFormatting {
    didSet { log.append(Int(outputFormatting.rawValue)) }
  }

  override func encodeToBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    let bytes = try super.encodeToBytes(value)
    log.append(bytes.count)
    return bytes
  }
}

@Suite("Code written for Foundation's coders")
struct CoderSourceTests {
  @Test("the types of texts are inferred as Data")
  func inference() throws {
    let value = ["a": [1, 2]]
    #expect(try roundTrip(value, JSONEncoder(), JSONDecoder()) == value)
    #expect(try roundTrip(value, RushJSONEncoder(), RushJSONDecoder()) == value)
    #expect(RushJSONDecoder.Input.self == JSONDecoder.Input.self)
    #expect(RushJSONEncoder.Output.self == JSONEncoder.Output.self)
  }

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
    let decoder = RushJSONDecoder()
    let encoder = RushJSONEncoder()
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
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .custom(key)
    decoder.dateDecodingStrategy = .custom(readDate)
    decoder.dataDecodingStrategy = .custom(readData)
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .custom(key)
    encoder.dateEncodingStrategy = .custom(writeDate)
    encoder.dataEncodingStrategy = .custom(writeData)
    let text = try encoder.encode(Model(day: Date(), bytes: Data()))
    #expect(text == Data(#"{"day":1,"bytes":2}"#.utf8))
    _ = try decoder.decode(Model.self, from: text)
    #expect(counter.count == 4)
    #expect(names == ["day", "bytes", "day", "bytes"])
  }

  @Test("subclasses")
  func subclasses() throws {
    struct Model: Codable, Equatable { var someDay: Date }
    let decoder = LoggingDecoder()
    decoder.userInfo = [:]
    let model = Model(someDay: Date(timeIntervalSince1970: 5))
    #expect(try decoder.decode(Model.self, from: Data(#"{"some_day":5}"#.utf8)) == model)
    #expect(try decoder.decode(Model.self, from: #"{"some_day":5}"#) == model)
    #expect(try decoder.decode(Model.self, from: #"[{"some_day":5}]"#, at: "/0") == model)
    #expect(decoder.log == [0, 14, 14, 16])
    let encoder = LoggingEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encodeToBytes([1]) == Array("[1]".utf8))
    #expect(encoder.log == [2, 3])
  }
}
