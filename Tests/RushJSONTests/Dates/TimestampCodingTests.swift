import Foundation
import RushJSON
import Testing

/// `JSONTimestamp` with any coder: RFC 3339 text with all nine digits.
@Suite struct TimestampCodingTests {
  private struct Message: Codable, Equatable {
    var sent: JSONTimestamp
  }

  @Test func survivesAnotherCoder() throws {
    let text = Data("{\"sent\":\"2024-09-18T13:49:11.324282561Z\"}".utf8)
    let message = try JSONDecoder().decode(Message.self, from: text)
    #expect(
      message.sent == JSONTimestamp(seconds: 1_726_667_351, nanoseconds: 324_282_561))
    #expect(try JSONEncoder().encode(message) == text)
  }

  @Test func errorsSayWhatAndWhere() {
    let text = Data("{\"sent\":\"2024-09-31T13:49:11Z\"}".utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Message.self, from: text)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["sent"])
    #expect((context.underlyingError as? JSONValueError)?.dateFault == .outOfRange(.day))
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Message(sent: JSONTimestamp(seconds: .max)))
    }
  }
}
