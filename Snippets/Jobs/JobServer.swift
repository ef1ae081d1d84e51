// A server's request and response, with limits and an answer for each fault.
import Foundation
import RushJSON

struct Login: Decodable {
  var name: String
  var password: String
}

struct Session: Encodable {
  var token: String
  var expires: Date
}

// Coders are Sendable: one of each serves all requests, on all threads.
let decoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.dateFormat = .rfc3339
  decoder.readingOptions.maximumLength = 64 << 10  // bytes of a body
  decoder.readingOptions.maximumDepth = 32
  decoder.readingOptions.duplicateNames = .refused
  return decoder
}()
let encoder: RushJSONEncoder = {
  let encoder = RushJSONEncoder()
  encoder.dateFormat = .rfc3339
  return encoder
}()

struct Response {
  var status: Int
  var body: [UInt8]
}

func logIn(_ body: [UInt8]) throws -> Response {
  do {
    let login = try decoder.decode(Login.self, from: body)
    let session = Session(
      token: "t-\(login.name)",
      expires: Date(timeIntervalSince1970: 1_795_255_933))
    return Response(status: 200, body: try encoder.encodeToBytes(session))
  } catch let error as DecodingError {
    // What is wrong, without any of the client's values.
    return Response(status: 400, body: try fault(error).jsonBytes())
  }
}

func fault(_ error: DecodingError) -> RawJSON {
  switch error {
  case .keyNotFound(let key, _):
    ["error": "missing member", "name": .string(key.stringValue)]
  case .typeMismatch(_, let context), .valueNotFound(_, let context):
    [
      "error": "wrong value",
      "path": .array(context.codingPath.map { .string($0.stringValue) }),
    ]
  case .dataCorrupted(let context):
    if let syntax = context.underlyingError as? JSONSyntaxError {
      ["error": "not JSON", "offset": .integer(syntax.offset)]
    } else {
      [
        "error": "wrong value",
        "path": .array(context.codingPath.map { .string($0.stringValue) }),
      ]
    }
  @unknown default: ["error": "bad request"]
  }
}

for body in [
  #"{"name": "ada", "password": "x"}"#, #"{"name": "ada"}"#,
  #"{"name" "ada"}"#,
] {
  let response = try logIn(Array(body.utf8))
  print(response.status, String(decoding: response.body, as: UTF8.self))
}
// 200 {"token":"t-ada","expires":"2026-11-21T…Z"}
// 400 {"error":"missing member","name":"password"}
// 400 {"error":"not JSON","offset":8}
