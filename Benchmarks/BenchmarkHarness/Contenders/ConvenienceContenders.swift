import Foundation
import RushJSON
import RushJSONProperties

// What programs write most often beside a whole text and a type: members that may be missing, values that go into a larger
// text one by one, and the text of a small value.

extension InProcessContender {
  static var rushJSONConveniences: Preparations {
    let decoder = RushJSONDecoder()
    return [
      .decodeDefaults: decodingDefaults { try decoder.decode([WithDefaults].self, from: $0) },
      .encodeValues: encodingValues {
        var writer = JSONWriter()
        try writer.beginArray()
        for value in $0 { try writer.value(value) }
        try writer.endArray()
        return Data(try writer.finish())
      },
      .decodeNumberTiny: decodingNumber { try decoder.decode(Int.self, from: $0, at: "/id") },
      .writeTiny: writingTiny({ try RawJSON(parsing: $0) }) { Data(try $0.jsonBytes()) },
    ]
  }

  static var foundationConveniences: Preparations {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    return [
      .decodeDefaults: decodingDefaults { try decoder.decode([WithDefaults].self, from: $0) },
      .encodeValues: encodingValues {
        var text = Data("[".utf8)
        for value in $0 {
          if text.count > 1 { text.append(UInt8(ascii: ",")) }
          text.append(try encoder.encode(value))
        }
        text.append(UInt8(ascii: "]"))
        return text
      },
      .decodeNumberTiny: decodingNumber { try decoder.decode(WithNumber.self, from: $0).id },
      .writeTiny: writingTiny({ try FoundationJSON.parse($0) }) {
        try JSONSerialization.data(withJSONObject: $0)
      },
    ]
  }

  static let foundationEncodeValuesFootnote = "each value as Data, which is appended"

  private static func decodingDefaults(
    _ decode: @escaping (Data) throws -> [WithDefaults]
  ) -> Preparation {
    { _ in
      let text = Data(WithDefaults.text.utf8)
      return InProcessRun(
        work: { try decode(text) }, describe: TypedCoding.fingerprint, bytes: text.count)
    }
  }

  private static func decodingNumber(_ decode: @escaping (Data) throws -> Int) -> Preparation {
    { _ in
      let text = Data(TypedModels.codable.tiny.text().utf8)
      let times = 10_000
      return InProcessRun(
        work: {
          for _ in 1..<times { blackHole(try decode(text)) }
          return try decode(text)
        }, describe: TypedCoding.fingerprint, bytes: text.count * times)
    }
  }

  private static func encodingValues(_ encode: @escaping ([Entry]) throws -> Data) -> Preparation {
    { _ in
      let values = (0..<10_000).map { Entry(id: $0, name: "entry \($0)", isOpen: $0 % 3 == 0) }
      let length = try encode(values).count
      return InProcessRun(
        work: { try encode(values) }, describe: FoundationJSON.fingerprint(ofText:), bytes: length)
    }
  }

  private static func writingTiny<Value>(
    _ convert: @escaping (Data) throws -> Value, _ write: @escaping (Value) throws -> Data
  ) -> Preparation {
    { _ in
      let text = TypedModels.codable.tiny.text()
      let value = try convert(Data(text.utf8))
      let times = 10_000
      return InProcessRun(
        work: {
          for _ in 1..<times { blackHole(try write(value)) }
          return try write(value)
        }, describe: FoundationJSON.fingerprint(ofText:), bytes: text.utf8.count * times)
    }
  }
}

/// A type whose members have defaults. Every second one is missing in the text.
private struct WithDefaults: Codable {
  @DefaultValue<JSONDefaults.Zero> var id: Int
  @DefaultValue<JSONDefaults.Zero> var parent: Int
  @DefaultValue<JSONDefaults.Empty> var name: String
  @DefaultValue<JSONDefaults.Empty> var comment: String
  @DefaultValue<JSONDefaults.False> var isOpen: Bool
  @DefaultValue<JSONDefaults.True> var isPublic: Bool
  @DefaultValue<JSONDefaults.Zero> var score: Double
  @DefaultValue<JSONDefaults.Zero> var weight: Double

  static var text: String {
    "["
      + (0..<2_000).map { #"{"id":\#($0),"name":"entry","isOpen":true,"score":\#($0).5}"# }
      .joined(separator: ",") + "]"
  }
}

/// A type with one member, which Foundation needs where there is no pointer.
private struct WithNumber: Decodable { let id: Int }

private struct Entry: Encodable {
  let id: Int
  let name: String
  let isOpen: Bool
}
