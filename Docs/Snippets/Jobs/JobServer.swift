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
  decoder.readingOptions.duplicateNames = .refuse
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
  } catch is DecodingError {
    let problem = problem(with: body, as: Login.self)
    return Response(status: 400, body: try problem.jsonBytes())
  }
}

// All faults of a body, as RFC 9457 has them.
func problem<T: Decodable>(with body: [UInt8], as type: T.Type) -> RawJSON {
  var errors: [RawJSON] = []
  do throws(JSONSyntaxError) {
    for fault in try decoder.faults(of: type, in: body) {
      errors.append([
        "pointer": .string("#" + fault.pointer.fragment),
        "detail": .string(fault.message),
      ])
    }
  } catch {
    errors.append(["detail": .string("\(error)")])
  }
  return ["title": "The body is not valid.", "errors": .array(errors)]
}

for body in [
  #"{"name": "ada", "password": "x"}"#, #"{"name": 1}"#,
  #"{"name" "ada"}"#,
] {
  let response = try logIn(Array(body.utf8))
  print(response.status, String(decoding: response.body, as: UTF8.self))
}
// 200 {"token":"t-ada","expires":"2026-11-21T…Z"}
// 400 {"title":"The body is not valid.","errors":[
//   {"pointer":"#","detail":"no member is named \"password\" in the object…"},
//   {"pointer":"#/name","detail":"expected a string, found a number at …"}]}
// 400 {"title":"The body is not valid.","errors":[
//   {"detail":"expected ':' after the name at byte 8 (line 1, column 9)"}]}
