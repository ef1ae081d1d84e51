import RushJSONCore
import RushJSONStreams
import Testing

/// A type that keeps the decoder that it gets.
struct KeptDecoder: Decodable {
  let decoder: any Decoder
  init(from decoder: any Decoder) { self.decoder = decoder }
}

/// A type that reads the next values of the same stream while it is decoded.
struct NestedReading: Decodable {
  private final class Source: @unchecked Sendable {
    var next: () -> [NestedReading] = { [] }
  }

  private static let source = CodingUserInfoKey(rawValue: "source")
  let id: Int
  let text: String
  private let inner: [NestedReading]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(Int.self, forKey: .id)
    let key = try #require(Self.source)
    inner = try #require(decoder.userInfo[key] as? Source).next()
    text = try container.decode(String.self, forKey: .text)
  }

  private enum Key: CodingKey { case id, text }

  /// The values of a stream, in the order in which they were read. All but the first read the next `count` values.
  static func all<Chunk: JSONChunk>(
    ofEach count: Int,
    _ stream: (RushJSONCoreDecoder) -> JSONRecord.Values<[Chunk], NestedReading>
  ) throws -> [NestedReading] {
    let source = Source()
    let decoder = RushJSONCoreDecoder()
    decoder.userInfo = [try #require(Self.source): source]
    var iterator = stream(decoder).makeIterator()
    var seen = [try #require(try iterator.next()?.get())]
    // The copies share the records of the chunk that has come.
    let copy = iterator
    source.next = {
      let next = source.next
      source.next = { [] }
      defer { source.next = next }
      var iterator = copy
      return (0..<count).compactMap { _ in try? iterator.next()?.get() }
    }
    // It refers to itself, and a value may be an error.
    defer { source.next = { [] } }
    while let value = try iterator.next()?.get() { seen += [value] + value.inner }
    return seen
  }
}
