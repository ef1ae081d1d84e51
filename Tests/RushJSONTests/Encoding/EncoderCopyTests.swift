import Foundation
import RushJSON
import Testing

/// Copies of encoders, and the `userInfo` of single calls.
@Suite struct EncoderCopyTests {
  // Invariant: every string makes a key.
  private static let greeting = unsafe CodingUserInfoKey(rawValue: "greeting").unsafelyUnwrapped
  private static let other = unsafe CodingUserInfoKey(rawValue: "other").unsafelyUnwrapped

  /// Encodes what it finds in the encoder's `userInfo`.
  private struct Found: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(encoder.userInfo[EncoderCopyTests.greeting] as? String)
      try container.encode(encoder.userInfo[EncoderCopyTests.other] as? Int)
    }
  }

  @Test func aCopyHasTheSameOptionsAndChangesAlone() throws {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nameStyle = .kebabCase
    encoder.dateFormat = .rfc3339
    encoder.maximumDepth = 7
    encoder.userInfo = [Self.greeting: "hello"]
    let copy = encoder.copy()
    #expect(copy !== encoder)
    #expect(copy.outputFormatting == encoder.outputFormatting)
    #expect(copy.maximumDepth == 7)
    #expect(
      try copy.encodeToString([
        "b": Date(timeIntervalSince1970: 0), "a": Date(timeIntervalSince1970: 1),
      ])
        == #"{"a":"1970-01-01T00:00:01Z","b":"1970-01-01T00:00:00Z"}"#)
    #expect(try copy.encodeToString(Found()) == #"["hello",null]"#)
    copy.maximumDepth = 3
    copy.dateFormat = .unix(.seconds)
    #expect(encoder.maximumDepth == 7)
    #expect(
      try encoder.encodeToString([Date(timeIntervalSince1970: 0)]) == #"["1970-01-01T00:00:00Z"]"#)
  }

  @Test func userInfoOfACallIsAddedForThatCall() throws {
    let encoder = RushJSONEncoder()
    encoder.userInfo = [Self.greeting: "hello"]
    #expect(try encoder.encodeToString([Found()], userInfo: [Self.other: 1]) == #"[["hello",1]]"#)
    let bytes = try encoder.encodeToBytes(Found(), userInfo: [Self.greeting: "bye"])
    #expect(String(decoding: bytes, as: UTF8.self) == #"["bye",null]"#)
    let data = try encoder.encode(Found(), userInfo: [Self.greeting: "you", Self.other: 2])
    #expect(data == Data(#"["you",2]"#.utf8))
    #expect(try encoder.encodeToString(Found()) == #"["hello",null]"#)
    #expect(throws: EncodingError.self) {
      try encoder.encodeToBytes(Double.nan, userInfo: [Self.other: 3])
    }
    #expect(try encoder.encodeToString(Found(), userInfo: [:]) == #"["hello",null]"#)
  }
}
