import Foundation
import RushJSON
import Testing

/// The places of faults in names of dictionaries, and the texts of errors with trees.
@Suite struct NamePlaceTests {
  private enum Key: String, Codable, CodingKeyRepresentable { case a, b }

  private struct Read: JSONReadable, Decodable {
    var values: [Int: Bool]

    init(from reader: inout JSONReader) throws { values = try reader.value("values") }
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder)
      try self.init(from: &reader)
    }
  }

  private static func offset<T: Decodable>(_ type: T.Type, _ text: String) -> Int? {
    do {
      _ = try RushJSONDecoder().decode(type, from: text)
    } catch {
      return (error as? DecodingError)?.valueError?.offset
    }
    return nil
  }

  @Test func faultOfANameIsAtTheName() {
    #expect(Self.offset([Int: Bool].self, #"{"1": true, "xy": false}"#) == 12)
    #expect(Self.offset([Key: Int].self, #"{"a": 1, "c": 2}"#) == 9)
    #expect(Self.offset([[Int: Bool]].self, #"[{}, {"é": true}]"#) == 6)
    #expect(Self.offset(Read.self, #"{"values": {"1": true, "xy": false}}"#) == 23)
    // Of values, the place is that of the value.
    #expect(Self.offset([Int: Bool].self, #"{"1": true, "2": 0}"#) == 17)
    #expect(Self.offset([Key: Int].self, #"{"a": "x"}"#) == 6)
    #expect(Self.offset(Read.self, #"{"values": {"1": 7}}"#) == 17)
  }

  @Test func errorsOfEncodersPrintNoWholeTree() throws {
    var deep: RawJSON = 1
    for level in 0..<600 { deep = level % 2 == 0 ? [deep] : ["level": deep] }
    let error = #expect(throws: EncodingError.self) { try RushJSONEncoder().encode(deep) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.utf8.count < 2_000 && text.contains("…"), "\(text.utf8.count)")
    let wide = RawJSON.array(RawJSON.Array(repeatElement(["name": "value"], count: 10_000)))
    #expect(wide.debugDescription.utf8.count < 17_000)
    #expect(wide.debugDescription.hasSuffix("…"))
    // What is not cut can be read again, on lines or on one.
    var levels: RawJSON = [1, 2]
    for depth in 1...60 {
      levels = ["é": levels]
      #expect(try RawJSON(parsing: levels.debugDescription) == levels, "\(depth)")
    }
    #expect(!levels.debugDescription.contains("\n"))
    let cutText = RawJSON.string(String(repeating: "é", count: 20_000)).debugDescription
    #expect(cutText.hasSuffix("é…") && cutText.utf8.count <= (16 << 10) + 3)
  }
}
