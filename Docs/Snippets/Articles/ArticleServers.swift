// The parts of the article "Servers". The protocols and types before the first part have the shape of
// those of NIO, Vapor, Hummingbird, GRDB and JWTKit, so that the recipes are compiled. The tests of the
// recipes are after the last part: `Scripts/jobs --run` runs them.
import Foundation
import RushJSON
import RushJSONMacros
import RushJSONStreams

struct ByteBuffer {
  fileprivate(set) var bytes: [UInt8] = []
  init(bytes: [UInt8] = []) { self.bytes = bytes }
  var readableBytesView: ArraySlice<UInt8> { bytes[...] }
  mutating func writeBytes(_ bytes: some Sequence<UInt8>) {
    self.bytes += bytes
  }
  mutating func writeBytes(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe self.bytes += $0 }
  }
}

struct HTTPHeaders: Sendable {
  var fields: [String: String] = [:]
  mutating func replaceOrAdd(name: String, value: String) {
    fields[name] = value
  }
}

protocol ContentDecoder: Sendable {
  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D
  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D
}

protocol ContentEncoder: Sendable {
  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]) throws
  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders)
    throws
}

struct RequestBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer
  var buffers: [[UInt8]]
  /// The error after the buffers: of a connection, or of a limit.
  var failure: (any Error)?
  func collect(upTo limit: Int) async throws -> ByteBuffer {
    ByteBuffer(bytes: Array(buffers.joined()))
  }
  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>
    let failure: (any Error)?
    mutating func next() async throws -> ByteBuffer? {
      if let buffer = rest.popFirst() { return ByteBuffer(bytes: buffer) }
      if let failure { throw failure }
      return nil
    }
  }
  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: buffers[...], failure: failure)
  }
}

protocol RequestContext { var maxUploadSize: Int { get } }
struct Request { var body: RequestBody }
struct ResponseBody {
  var buffer: ByteBuffer
  init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}
struct HTTPFields: ExpressibleByDictionaryLiteral {
  enum Name { case contentType }
  var fields: [(Name, String)]
  init(dictionaryLiteral fields: (Name, String)...) { self.fields = fields }
}
struct Response {
  enum Status { case ok }
  var status: Status
  var headers: HTTPFields
  var body: ResponseBody
}

struct HTTPError: Error {
  enum Status { case badRequest, contentTooLarge }
  var status: Status
  var message: String
  init(_ status: Status, message: String) {
    self.status = status
    self.message = message
  }
}

protocol FetchableRecord {
  static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] { get }
  static func databaseJSONDecoder(for column: String) -> JSONDecoder
}
extension FetchableRecord {
  static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] { [:] }
  static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    JSONDecoder()
  }
}
protocol EncodableRecord {
  static var databaseEncodingUserInfo: [CodingUserInfoKey: Any] { get }
  static func databaseJSONEncoder(for column: String) -> JSONEncoder
}
extension EncodableRecord {
  static var databaseEncodingUserInfo: [CodingUserInfoKey: Any] { [:] }
  static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    JSONEncoder()
  }
}

protocol JWTJSONDecoder: Sendable {
  func decode<T: Decodable>(_: T.Type, from string: Data) throws -> T
}
protocol JWTJSONEncoder: Sendable {
  func encode<T: Encodable>(_ value: T) throws -> Data
}

protocol RequestDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T
}
protocol ResponseEncoder {
  func encode(
    _ value: some Encodable, from request: Request,
    context: some RequestContext
  ) throws -> Response
}

// snippet.coders
// One of each, for the whole program. Dates are those of Vapor and
// Hummingbird.
let serverDecoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  // Vapor appends the underlying error to its answers.
  decoder.includesUnderlyingErrors = false
  return decoder
}()
let serverEncoder: RushJSONEncoder = {
  let encoder = RushJSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  return encoder
}()

// Foundation's classes, which decode and encode with these.
let jsonDecoder: JSONDecoder = serverDecoder.makeJSONDecoder()
let jsonEncoder: JSONEncoder = serverEncoder.makeJSONEncoder()
// snippet.end

// snippet.buffer
struct Order: Codable {
  var id: Int
  var placed: Date
}

func answer(_ body: ByteBuffer) throws -> ByteBuffer {
  // Decoded in place: the bytes of the buffer are not copied.
  var order = try serverDecoder.decode(
    Order.self, from: body.readableBytesView)
  order.id += 1
  var buffer = ByteBuffer()
  buffer.writeBytes(try serverEncoder.encodeToBytes(order))
  return buffer
}
// snippet.end

// snippet.vapor
struct RushJSONContent: ContentDecoder, ContentEncoder {
  var decoder = serverDecoder
  var encoder = serverEncoder

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D {
    try decoder.decode(type, from: body.readableBytesView)
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D {
    try decoder.decode(
      type, from: body.readableBytesView, userInfo: userInfo)
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders
  )
    throws
  {
    try encode(value, to: &body, headers: &headers, userInfo: [:])
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws {
    headers.replaceOrAdd(
      name: "content-type", value: "application/json; charset=utf-8")
    body.writeBytes(try encoder.encodeToBytes(value, userInfo: userInfo))
  }
}
// snippet.end

// snippet.hummingbird
struct RushJSONCoding: RequestDecoder, ResponseEncoder {
  var decoder = serverDecoder
  var encoder = serverEncoder

  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    return try decoder.decode(type, from: body.readableBytesView)
  }

  func encode(
    _ value: some Encodable, from request: Request,
    context: some RequestContext
  ) throws -> Response {
    var buffer = ByteBuffer()
    buffer.writeBytes(try encoder.encodeToBytes(value))
    return Response(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: buffer))
  }
}
// snippet.end

// snippet.forms
@JSONModel struct Paging {
  var page: Int
  var per: Int = 10
  var q: String?
}
// snippet.end

// snippet.stream
// A body of lines, one value at a time, while it arrives.
func importOrders(_ body: RequestBody) async throws -> Int {
  var count = 0
  let lines = JSONLines(
    body.map(\.readableBytesView).jsonChunks(), maximumLength: 64 << 10)
  for try await line in lines.values(of: Order.self, decoder: serverDecoder) {
    do throws(JSONStreamError) {
      count += try line.get().id > 0 ? 1 : 0
    } catch {
      throw answer(to: error)
    }
  }
  return count
}

// The answer to a body that is not what it should be.
func answer(to error: JSONStreamError) -> any Error {
  switch error.kind {
  case .recordTooLong, .streamTooLong:
    return HTTPError(
      .contentTooLarge, message: "Line \(error.line ?? 1) is too long.")
  case .source:
    // The framework's own answer, if it has one: of its limit, for example.
    if let known = error.underlying as? HTTPError { return known }
    return HTTPError(.badRequest, message: "The body ends too early.")
  default:
    return HTTPError(
      .badRequest, message: "Line \(error.line ?? 1) is not an order.")
  }
}

// The sink of a writer gets spans, which a buffer takes as raw bytes.
func export(_ orders: [Order]) throws -> ByteBuffer {
  var buffer = ByteBuffer()
  var writer = JSONLinesWriter(sink: { buffer.writeBytes($0.bytes) })
  for order in orders {
    try writer.write(encoding: order, encoder: serverEncoder)
  }
  try writer.finish()
  return buffer
}
// snippet.end

// snippet.records
// The dates of GRDB, and its order of names.
let columnDecoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.dateDecodingStrategy = .millisecondsSince1970
  return decoder
}()
let columnEncoder: RushJSONEncoder = {
  let encoder = RushJSONEncoder()
  encoder.dateEncodingStrategy = .millisecondsSince1970
  encoder.outputFormatting = .sortedKeys
  return encoder
}()
let columnJSONDecoder = columnDecoder.makeJSONDecoder()
let columnJSONEncoder = columnEncoder.makeJSONEncoder()

// A record conforms to this one, too.
protocol RushJSONRecord: FetchableRecord, EncodableRecord {}

extension RushJSONRecord {
  static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    if databaseDecodingUserInfo.isEmpty { return columnJSONDecoder }
    let decoder = columnDecoder.makeJSONDecoder()
    decoder.userInfo = sendable(databaseDecodingUserInfo)
    return decoder
  }

  static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    if databaseEncodingUserInfo.isEmpty { return columnJSONEncoder }
    let encoder = columnEncoder.makeJSONEncoder()
    encoder.userInfo = sendable(databaseEncodingUserInfo)
    return encoder
  }
}

// GRDB does not say that the values are Sendable, as Foundation's coders do.
func sendable(_ userInfo: Any) -> [CodingUserInfoKey: any Sendable] {
  userInfo as? [CodingUserInfoKey: any Sendable] ?? [:]
}
// snippet.end

// snippet.column
// A value that a database keeps as JSON text, whatever its kind.
struct JSONColumn<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    value = try columnDecoder.decode(from: text)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(columnEncoder.encodeToString(value))
  }
}

struct Visit: Codable {
  var id: Int
  var address: Address  // a model is JSON text by itself
  var extra: JSONColumn<RawJSON>
}

@JSONModel struct Address {
  var street: String
  var floor: Int = 0
}
// snippet.end

// snippet.tokens
extension RushJSONDecoder: JWTJSONDecoder {}
extension RushJSONEncoder: JWTJSONEncoder {}

let tokenDecoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.dateDecodingStrategy = .secondsSince1970
  return decoder
}()
// snippet.end

// MARK: - Tests of the recipes

func check(_ isTrue: Bool, _ what: String, line: Int = #line) {
  if isTrue { return }
  print("line \(line): \(what)")
  exit(1)
}

func failure<E: Error>(_ type: E.Type, line: Int = #line, _ body: () throws -> Void) -> E {
  do {
    try body()
  } catch {
    if let error = error as? E { return error }
    print("line \(line): \(error)")
    exit(1)
  }
  print("line \(line): no error")
  exit(1)
}

extension DecodingError {
  var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }
}

struct ConnectionError: Error {}
struct ServerContext: RequestContext { var maxUploadSize = 1 << 20 }
let order = Order(id: 3, placed: Date(timeIntervalSince1970: 1_795_255_933))
let orderText = #"{"id": 7, "placed": "2026-11-21T10:12:13Z"}"#

// Buffers.
check(
  String(decoding: try answer(ByteBuffer(bytes: Array(orderText.utf8))).bytes, as: UTF8.self)
    == #"{"id":8,"placed":"2026-11-21T10:12:13Z"}"#, "a buffer is decoded and encoded")

// Vapor and Foundation's classes: an answer has Foundation's words alone.
var headers = HTTPHeaders()
var encodedOrder = ByteBuffer()
try RushJSONContent().encode(order, to: &encodedOrder, headers: &headers)
check(
  try RushJSONContent().decode(Order.self, from: encodedOrder, headers: headers).id == 3,
  "content is decoded")
check(
  headers.fields == ["content-type": "application/json; charset=utf-8"], "content has its type")
for text in [#"{"id": "7"}"#, #"{"id": 7}"#, #"{"id": 7"#, "", #"{"id": 7, "placed": "x"}"#] {
  let body = ByteBuffer(bytes: Array(text.utf8))
  let errors = [
    failure(DecodingError.self) {
      _ = try RushJSONContent().decode(Order.self, from: body, headers: headers)
    },
    failure(DecodingError.self) {
      _ = try RushJSONContent().decode(Order.self, from: body, headers: headers, userInfo: [:])
    },
    failure(DecodingError.self) { _ = try jsonDecoder.decode(Order.self, from: Data(text.utf8)) },
  ]
  for error in errors {
    check(error.context.underlyingError == nil, "the answer to \(text) has text of ours")
  }
}
let strictDecoder = serverDecoder.copy()
strictDecoder.readingOptions.maximumLength = 10
check(
  failure(DecodingError.self) {
    _ = try RushJSONContent(decoder: strictDecoder).decode(
      Order.self, from: encodedOrder, headers: headers)
  }.context.codingPath.isEmpty, "another decoder is used")
check(
  try jsonDecoder.decode(Order.self, from: try jsonEncoder.encode(order)).id == 3,
  "Foundation's classes agree")

// Hummingbird.
let coding = RushJSONCoding()
let lines = try export([order, order])
let request = Request(
  body: RequestBody(buffers: [
    Array(lines.bytes.prefix(50)), Array(lines.bytes.dropFirst(50)),
  ]))
let response = try coding.encode(order, from: request, context: ServerContext())
check(
  response.status == .ok && response.headers.fields.count == 1
    && response.body.buffer.bytes == encodedOrder.bytes, "a response is encoded")
do {
  _ = try await coding.decode(Order.self, from: request, context: ServerContext())
  check(false, "two lines are one text")
} catch let error as DecodingError {
  check(error.context.underlyingError == nil, "the answer has text of ours")
}

// Bodies of lines.
func status(_ buffers: [String], _ failure: (any Error)? = nil) async throws -> String {
  do {
    let body = RequestBody(buffers: buffers.map { Array($0.utf8) }, failure: failure)
    return "\(try await importOrders(body))"
  } catch let error as HTTPError {
    return "\(error.status): \(error.message)"
  }
}
check(try await importOrders(request.body) == 2, "lines are read across buffers")
let long = String(repeating: " ", count: 70_000)
let answers = [
  (try await status([orderText, "\n", orderText]), "2"),
  (try await status([]), "0"),
  (try await status([orderText + "\n{,}\n"]), "badRequest: Line 2 is not an order."),
  (try await status([orderText + "\n\n{\"id\": 1}"]), "badRequest: Line 3 is not an order."),
  (try await status([orderText, "\n{\"id\": 1, "]), "badRequest: Line 2 is not an order."),
  (try await status([orderText + "\n", long, long]), "contentTooLarge: Line 2 is too long."),
  (
    try await status([orderText], ConnectionError()), "badRequest: The body ends too early."
  ),
  (
    try await status([orderText], HTTPError(.contentTooLarge, message: "1 MiB")),
    "contentTooLarge: 1 MiB"
  ),
]
for (found, expected) in answers { check(found == expected, "\(found), not \(expected)") }

// Records.
struct PlainRecord: RushJSONRecord {}
struct InformedRecord: RushJSONRecord {
  static let info: [CodingUserInfoKey: String] = Dictionary(
    [CodingUserInfoKey(rawValue: "currency")].compactMap { $0 }.map { ($0, "euro") }
  ) { $1 }
  static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] { info }
  static var databaseEncodingUserInfo: [CodingUserInfoKey: Any] { info }
}
struct Price: Codable {
  var currency: String?
  init() {}
  init(from decoder: any Decoder) throws {
    currency = decoder.userInfo.values.first as? String
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(encoder.userInfo.values.first as? String)
  }
}
for (record, currency) in [
  (PlainRecord.self as any RushJSONRecord.Type, nil), (InformedRecord.self, "euro"),
] {
  let decoder = record.databaseJSONDecoder(for: "price")
  let encoder = record.databaseJSONEncoder(for: "price")
  check(
    try decoder.decode(Price.self, from: Data("{}".utf8)).currency == currency,
    "a decoder has the record's userInfo")
  check(
    try encoder.encode(Price()) == Data((currency.map { "\"\($0)\"" } ?? "null").utf8),
    "an encoder has the record's userInfo")
  check(
    try encoder.encode(["b": Date(timeIntervalSince1970: 1), "a": Date(timeIntervalSince1970: 0)])
      == Data(#"{"a":0,"b":1000}"#.utf8), "dates and names are those of GRDB")
}

// JSON columns: what is written is text, and every value comes back.
for value in ["text", "1", "", true, 1.5, nil, [1, "x"], ["a": nil]] as [RawJSON] {
  let text = try columnEncoder.encodeToString(JSONColumn(value))
  check(try RawJSON(parsing: text).stringValue == value.description, "a column is a text")
  check(
    try columnDecoder.decode(JSONColumn<RawJSON>.self, from: text).value == value,
    "a column is read as it was written")
}
for text in [#""{\"a\"""#, #""""#, "1", "null"] {
  check(
    !failure(DecodingError.self) {
      _ = try columnDecoder.decode(JSONColumn<RawJSON>.self, from: text)
    }.context.debugDescription.isEmpty, "a broken column is an error")
}
let visit = try columnDecoder.decode(
  Visit.self, from: #"{"id": 1, "address": {"street": "a"}, "extra": "[true]"}"#)
check(visit.address.floor == 0 && visit.extra.value == [true], "a record is read")

// Tokens.
struct Claims: Codable {
  var exp: Date
}
let tokenCoder: any JWTJSONDecoder = tokenDecoder
check(
  try tokenCoder.decode(Claims.self, from: Data(#"{"exp": 12}"#.utf8)).exp
    == Date(timeIntervalSince1970: 12), "a token is decoded")
check(
  failure(DecodingError.self) {
    _ = try tokenCoder.decode(Claims.self, from: Data(#"{"exp": "12"}"#.utf8))
  }.context.codingPath.map(\.stringValue) == ["exp"], "a token with a text for a date is refused")
