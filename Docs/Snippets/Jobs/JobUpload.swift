// Limits an upload, and says what is wrong with it.
import RushJSON

struct Album: Decodable {
  var title: String
  var pictures: [String]
}

let maximumLength = 1 << 20
let decoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.readingOptions.maximumLength = maximumLength
  decoder.readingOptions.maximumDepth = 16
  decoder.readingOptions.maximumStringLength = 1000
  decoder.readingOptions.duplicateNames = .refuse
  return decoder
}()

struct Refusal: Error {
  var status: Int
  var message: String
}

// Stops at the limit, not after the last chunk.
func receive(_ chunks: some Sequence<[UInt8]>) throws -> Album {
  var body: [UInt8] = []
  for chunk in chunks {
    guard body.count + chunk.count <= maximumLength else {
      throw Refusal(status: 413, message: message(for: .textTooLong))
    }
    body += chunk
  }
  do {
    return try decoder.decode(Album.self, from: body)
  } catch let error as DecodingError {
    throw refusal(error, body)
  }
}

// The message names limits, places and members, and no values of the client.
func refusal(_ error: DecodingError, _ body: [UInt8]) -> Refusal {
  let context: DecodingError.Context
  var missing = ""
  switch error {
  case .keyNotFound(let key, let found):
    context = found
    missing = "/\(key.stringValue)"
  case .typeMismatch(_, let found), .valueNotFound(_, let found),
    .dataCorrupted(let found):
    context = found
  @unknown default: return Refusal(status: 400, message: "Not an album.")
  }
  if let error = context.underlyingError as? JSONSyntaxError {
    let place = error.location(in: body)
    return Refusal(
      status: error.kind == .textTooLong ? 413 : 400,
      message: message(for: error.kind)
        + " (line \(place.line), column \(place.column))")
  }
  let path = context.codingPath.map { key in
    "/" + (key.intValue.map(String.init) ?? key.stringValue)
  }
  return Refusal(
    status: 422,
    message: "Wrong or missing: \(path.joined() + missing)")
}

func message(for kind: JSONSyntaxError.Kind) -> String {
  switch kind {
  case .textTooLong: "Send at most \(maximumLength >> 20) MiB."
  case .tooDeep: "Nest at most 16 arrays and objects."
  case .stringTooLong: "A string may have at most 1000 bytes."
  case .duplicateName: "Send each member once."
  default: "This is not JSON."
  }
}

for body in [
  #"{"title": "Alps", "pictures": ["1.jpg"]}"#,
  #"{"title": "Alps", "pictures": ["1.jpg", 2]}"#,
  #"{"title": "Alps"}"#,
  #"{"title": "Alps", "title": "Sea"}"#,
  String(repeating: "[", count: 100_000),
  String(repeating: " ", count: 2 << 20),
] {
  do {
    print(try receive([Array(body.utf8)]).title)
  } catch let refusal as Refusal {
    print(refusal.status, refusal.message)
  }
}
// Alps
// 422 Wrong or missing: /pictures/1
// 422 Wrong or missing: /pictures
// 400 Send each member once. (line 1, column 19)
// 400 Nest at most 16 arrays and objects. (line 1, column 17)
// 413 Send at most 1 MiB.
