import Foundation
import RushJSON
import Testing

/// Expects that this library reads a text as `value`, and writes `value` as the text.
func expectBothByRushJSON<T: Codable & JSONWritable & Equatable>(
  _ text: String, _ value: T, _ location: SourceLocation = #_sourceLocation
) throws {
  #expect(try RushJSONDecoder().decode(T.self, from: text) == value, sourceLocation: location)
  let encoded = try RushJSONEncoder().encodeToString(value)
  #expect(encoded == text, sourceLocation: location)
  let written = try value.jsonString()
  #expect(written == text, sourceLocation: location)
}

/// Expects the same, and that Foundation's decoder reads the text as `value`.
func expectBoth<T: Codable & JSONWritable & Equatable>(
  _ text: String, _ value: T, _ location: SourceLocation = #_sourceLocation
) throws {
  try expectBothByRushJSON(text, value, location)
  #expect(
    try JSONDecoder().decode(T.self, from: Data(text.utf8)) == value, sourceLocation: location)
}

/// Expects an error about the value at a path, with its offset in the text.
func expectError<T: Decodable>(
  _ type: T.Type, _ text: String, at path: [String], offset: Int,
  _ location: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: DecodingError.self, sourceLocation: location) {
    try RushJSONDecoder().decode(type, from: text)
  }
  let context: DecodingError.Context? =
    switch error {
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?,
      .dataCorrupted(let context)?, .keyNotFound(_, let context)?:
      context
    default: nil
    }
  #expect(context?.codingPath.map(\.stringValue) == path, sourceLocation: location)
  #expect(
    (context?.underlyingError as? JSONValueError)?.offset == offset, sourceLocation: location)
}
