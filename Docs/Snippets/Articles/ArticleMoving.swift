// The parts of the article "Moving from JSONDecoder".
// snippet.options
import Foundation
import RushJSON

// A decoder that is set up elsewhere hands over all of its options.
let old = JSONDecoder()
old.dateDecodingStrategy = .iso8601
old.keyDecodingStrategy = .convertFromSnakeCase
let decoder = RushJSONDecoder(old)
// snippet.end

// snippet.foundation
// Foundation's class, for code that takes or stores it.
let forOthers: JSONDecoder = decoder.makeJSONDecoder()
forOthers.allowsJSON5 = true
print(try forOthers.decode([Int].self, from: Data("[1, 2,]".utf8)))
// [1, 2]
// snippet.end

// snippet.both
struct Flight: Codable {
  var number: Int
  var departure: Date
}

struct Client {
  var decoder: any JSONDataDecoding = RushJSONDecoder()

  func flights(_ data: Data) throws -> [Flight] {
    try decoder.decode([Flight].self, from: data)
  }
}
print(try Client(decoder: JSONDecoder()).flights(Data("[]".utf8)).count)
// 0
// snippet.end

// snippet.subclass
final class ServiceDecoder: RushJSONDecoder, @unchecked Sendable {
  override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws
    -> T
  {
    // A service that wraps each answer: {"result": …}
    try decode(type, from: data, at: "/result")
  }
}
print(
  try ServiceDecoder().decode(Int.self, from: Data(#"{"result": 7}"#.utf8)))
// 7
// snippet.end

// snippet.serialization
let object = try RushJSONSerialization.jsonObject(
  with: Data(#"{"a": [1, true]}"#.utf8))
print((object as? [String: Any])?.count ?? 0)  // 1
// snippet.end

// snippet.strict
// As strict as the RFC: no trailing comma, no UTF-16, no second member of a
// name.
let strict = RushJSONDecoder()
strict.readingOptions = .strict
strict.readingOptions.duplicateNames = .refuse
// snippet.end
do {
  _ = try strict.decode([Int].self, from: "[1,]")
} catch DecodingError.dataCorrupted(let context) {
  print(context.underlyingError ?? "")
}
