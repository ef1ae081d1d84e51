// The parts of the article "Servers". The protocols and types before the first part have the shape of
// those of NIO, Vapor and Hummingbird, so that the recipes are compiled.
import Foundation
import RushJSON
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
  func collect(upTo limit: Int) async throws -> ByteBuffer {
    ByteBuffer(bytes: Array(buffers.joined()))
  }
  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>
    mutating func next() async throws -> ByteBuffer? {
      rest.popFirst().map { ByteBuffer(bytes: $0) }
    }
  }
  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: buffers[...])
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
let decoder: RushJSONDecoder = {
  let decoder = RushJSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}()
let encoder: RushJSONEncoder = {
  let encoder = RushJSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  return encoder
}()

// Foundation's classes, which decode and encode with these.
let jsonDecoder: JSONDecoder = decoder.makeJSONDecoder()
let jsonEncoder: JSONEncoder = encoder.makeJSONEncoder()
// snippet.end

// snippet.buffer
struct Order: Codable {
  var id: Int
  var placed: Date
}

func answer(_ body: ByteBuffer) throws -> ByteBuffer {
  // Decoded in place: the bytes of the buffer are not copied.
  var order = try decoder.decode(Order.self, from: body.readableBytesView)
  order.id += 1
  var buffer = ByteBuffer()
  buffer.writeBytes(try encoder.encodeToBytes(order))
  return buffer
}
// snippet.end

// snippet.vapor
struct RushJSONContent: ContentDecoder, ContentEncoder {
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

// snippet.stream
// A body of lines, one value at a time, while it arrives.
func importOrders(_ body: RequestBody) async throws -> Int {
  var count = 0
  let lines = JSONLines(body.map(\.readableBytesView).jsonChunks())
  for try await order in lines.values(of: Order.self, decoder: decoder) {
    count += try order.get().id > 0 ? 1 : 0
  }
  return count
}

// The sink of a writer gets spans, which a buffer takes as raw bytes.
func export(_ orders: [Order]) throws -> ByteBuffer {
  var buffer = ByteBuffer()
  var writer = JSONLinesWriter(sink: { buffer.writeBytes($0.bytes) })
  for order in orders {
    try writer.write(encoding: order, encoder: encoder)
  }
  try writer.finish()
  return buffer
}
// snippet.end

struct Context: RequestContext { var maxUploadSize = 1 << 20 }
print(
  String(
    decoding: try answer(
      ByteBuffer(
        bytes: Array(#"{"id": 7, "placed": "2026-11-21T10:12:13Z"}"#.utf8))
    ).bytes, as: UTF8.self))
let order = Order(id: 3, placed: Date(timeIntervalSince1970: 1_795_255_933))
let lines = try export([order, order])
let request = Request(
  body: RequestBody(buffers: [
    Array(lines.bytes.prefix(50)), Array(lines.bytes.dropFirst(50)),
  ]))
print(try await importOrders(request.body))
let coding = RushJSONCoding()
let response = try coding.encode(order, from: request, context: Context())
print(
  response.body.buffer.bytes.count, response.status == .ok,
  response.headers.fields)
let again = try jsonDecoder.decode(
  Order.self, from: try jsonEncoder.encode(order))
print(again.id)
var headers = HTTPHeaders()
var body = ByteBuffer()
try RushJSONContent().encode(order, to: &body, headers: &headers)
print(
  try RushJSONContent().decode(Order.self, from: body, headers: headers).id,
  headers.fields)
