import Foundation
import RushJSON
import Testing

/// What subclasses of the coders see, beyond what Foundation's have.
@Suite("Subclasses of the coders")
struct SubclassTests {
  /// Sees every text.
  private class ByteDecoder: RushJSONDecoder, @unchecked Sendable {
    var log: [Int] = []
    override func decode<T: Decodable>(
      _ type: T.Type, from text: UnsafeRawBufferPointer, at pointer: JSONPointer
    ) throws -> T {
      log.append(text.count)
      return try unsafe super.decode(type, from: text, at: pointer)
    }
  }

  /// Sees whole texts in `Data`.
  private class DataDecoder: RushJSONDecoder, @unchecked Sendable {
    static let key = unsafe CodingUserInfoKey(rawValue: "key").unsafelyUnwrapped
    var log: [Int] = []
    override func copy() -> DataDecoder {
      let copy = DataDecoder(copying: self)
      copy.log = [-1]
      return copy
    }
    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      log.append(data.count)
      // A copy for one call is seen by what it decodes.
      if let copies = log as? T, log.first == -1 { return copies }
      return try super.decode(type, from: data)
    }
  }

  private class ByteEncoder: RushJSONEncoder, @unchecked Sendable {
    var log: [Int] = []
    override func encodeToBytes<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil
    ) throws -> [UInt8] {
      let bytes = try super.encodeToBytes(value, userInfo: userInfo)
      log.append(bytes.count)
      return bytes
    }
  }

  @Test("every text passes through the method for bytes")
  func everyText() throws {
    let decoder = ByteDecoder()
    _ = try decoder.decode([Int].self, from: Data("[1]".utf8))
    _ = try decoder.decode([Int].self, from: "[1,2]")
    _ = try decoder.decode([Int].self, from: Array("[1, 2]".utf8))
    _ = try decoder.decode(Int.self, from: Data("[1, 2, 3]".utf8), at: "/0")
    #expect(decoder.log == [3, 5, 6, 9])
    let encoder = ByteEncoder()
    #expect(try encoder.encodeToBytes([1]) == Array("[1]".utf8))
    // A text for a sink leaves in pieces, so there are no bytes to return.
    try encoder.encode([10]) { _ in }
    #expect(encoder.log == [3])
  }

  @Test("methods for Data call the one that is overridden")
  func everyData() throws {
    let decoder = DataDecoder()
    let text = Data("[1]".utf8)
    _ = try decoder.decode([Int].self, from: text)
    _ = try decoder.decode([Int].self, from: text, at: .root)
    #expect(decoder.log == [3, 3])
    // Also that of a copy, if entries are added to `userInfo`.
    #expect(try decoder.decode([Int].self, from: text, userInfo: [DataDecoder.key: 1]) == [-1, 3])
    #expect(decoder.log == [3, 3])
    struct Wrapped: JSONDataDecoding {
      var decoder: any JSONDataDecoding
      func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decoder.decode(type, from: data)
      }
    }
    _ = try Wrapped(decoder: decoder).decode([Int].self, from: text)
    #expect(decoder.log == [3, 3, 3])
  }

  /// Gives options without storing them.
  private class FixedDecoder: RushJSONDecoder, @unchecked Sendable {
    override var userInfo: [CodingUserInfoKey: any Sendable] {
      get { [DataDecoder.key: "fixed"] }
      set {}
    }
  }

  private struct Found: Codable, Equatable {
    var text: String?
    init(_ text: String?) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = decoder.userInfo[DataDecoder.key] as? String
    }
  }

  @Test("overridden options hold for documents, trees and contexts too")
  func overriddenOptions() throws {
    let decoder = FixedDecoder()
    #expect(try decoder.decode(Found.self, from: "{}") == Found("fixed"))
    let document = try JSONDocument(parsing: "{}")
    #expect(try decoder.decode(Found.self, from: document) == Found("fixed"))
    #expect(try decoder.decode(Found.self, from: RawJSON.null) == Found("fixed"))
    #expect(try document.root.decode(Found.self) == Found(nil))
  }

  @Test("an encoder's copy for one call")
  func userInfoOfOneCall() throws {
    class Encoder: RushJSONEncoder, @unchecked Sendable {
      override func copy() -> Encoder { Encoder(copying: self) }
      override func encode<T: Encodable>(_ value: T) throws -> Data {
        try Data("!".utf8) + super.encode(value)
      }
    }
    #expect(try Encoder().encode([1], userInfo: [DataDecoder.key: 1]) == Data("![1]".utf8))
  }
}
