import Dispatch
import Foundation
import RushJSON
import RushJSONStreams
import Testing

/// Every form of bytes gives the same values, documents, trees and errors.
@Suite("Forms of bytes")
struct ByteFormTests {
  private static let text = #"{"list":[{"n":1},{"n":22}],"name":"é\n"}"#

  private struct Item: Decodable, Equatable { var n: Int }

  private struct Model: Decodable, Equatable {
    var list: [Item]
    var name: String
  }

  private struct Scaled: DecodableWithContext, Equatable {
    var n: Int

    init(n: Int) { self.n = n }

    init(from decoder: any Decoder, context: Int) throws {
      n = try decoder.singleValueContainer().decode(Item.self).n * context
    }
  }

  private struct Named: Decodable {
    var name: String

    init(from decoder: any Decoder) throws {
      let key = CodingUserInfoKey(rawValue: "k")
      name = key.flatMap { decoder.userInfo[$0] } as? String ?? ""
    }
  }

  private static let model = Model(list: [Item(n: 1), Item(n: 22)], name: "é\n")

  private func check(_ bytes: some Sequence<UInt8>) throws {
    let decoder = RushJSONDecoder()
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    #expect(try decoder.decode(Model.self, from: bytes) == Self.model)
    #expect(try decoder.decode(Item.self, from: bytes, at: "/list/1") == Item(n: 22))
    #expect(
      try decoder.decode(Named.self, from: bytes, at: "/list", userInfo: [key: "x"]).name == "x")
    #expect(
      try decoder.decode(from: bytes, at: "/list/1", { try Scaled(from: $0, context: 10) })
        == Scaled(n: 220))
    #expect(try JSONDocument(parsing: bytes).root.decode(Model.self) == Self.model)
    #expect(try RawJSON(parsing: bytes) == RawJSON(parsing: Self.text))
    #expect(try JSONProjection(["/list/1", "/x"]).values(in: bytes) == [["n": 22], nil])
  }

  /// A sequence whose bytes are not contiguous, and which is walked once.
  private func once(_ bytes: some Sequence<UInt8>) -> some Sequence<UInt8> {
    AnySequence(Array(bytes))
  }

  private static var dispatchData: DispatchData {
    var data = DispatchData.empty
    for byte in text.utf8 {
      // Invariant: the bytes are copied.
      unsafe withUnsafeBytes(of: byte) { unsafe data.append($0) }
    }
    return data
  }

  @Test func sequences() throws {
    let bytes = Array(Self.text.utf8)
    let slice = ([0, 0] + bytes + [0])[2..<(2 + bytes.count)]
    try check(bytes)
    try check(slice)
    try check(ContiguousArray(bytes))
    try check(Data(bytes))
    try check(Data([1, 2] + bytes).dropFirst(2))
    try check(Self.text.utf8)
    try check(("x" + Self.text).dropFirst().utf8)
    try check(once(bytes))
    try check(AnyCollection(bytes))
    try check(Self.dispatchData)
    try check(CollectionOfOne(bytes).joined())
  }

  /// The overloads that the types choose.
  @Test func concreteTypes() throws {
    let bytes = Array(Self.text.utf8)
    let decoder = RushJSONDecoder()
    let slice = ([0] + bytes).dropFirst()
    #expect(try decoder.decode(Model.self, from: slice) == Self.model)
    #expect(try decoder.decode(Model.self, from: ContiguousArray(bytes)) == Self.model)
    #expect(try decoder.decode(from: Data(bytes)[...]) == Self.model)
    #expect(try JSONDocument(parsing: slice).root["name"]?.string() == "é\n")
    #expect(try JSONDocument(parsing: ContiguousArray(bytes)).root["name"]?.string() == "é\n")
    #expect(try JSONDocument(parsing: [][...] + bytes).byteCount == bytes.count)
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) {
      try JSONDocument(parsing: [UInt8]()[...])
    }
  }

  /// A document of a slice refers to the slice's own bytes, unless the text is short.
  @Test func slicesOfLongTextsAreNotCopied() throws {
    let spaces = [UInt8](repeating: 0x20, count: 2048)
    let slice = ([0] + Array(Self.text.utf8) + spaces).dropFirst()
    let document = try JSONDocument(parsing: slice)
    let starts = unsafe slice.withUnsafeBytes { bytes in
      unsafe document.withText { text in
        [UInt(bitPattern: bytes.baseAddress), UInt(bitPattern: text.baseAddress)]
      }
    }
    #expect(starts[0] == starts[1])
  }

  @Test func rawSpans() throws {
    let bytes = Array(Self.text.utf8)
    let results = try unsafe bytes.withUnsafeBytes { buffer in
      // Invariant: the span is used in the closure only.
      let span = unsafe RawSpan(_unsafeBytes: buffer)
      return (
        document: try JSONDocument(parsing: span), tree: try RawJSON(parsing: span)
      )
    }
    #expect(results.tree["name"] == "é\n")
    #expect(try results.document.root.decode(Model.self) == Self.model)
  }

  // MARK: - Chunks

  @Test(arguments: [1, 2, 7, 100])
  func chunks(_ size: Int) throws {
    let bytes = Array(Self.text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    try check(chunks)
    try check(chunks.map { Data($0) })
    try check(AnySequence([[]] + chunks + [[]]))
  }

  private func check(_ chunks: some Sequence<some JSONChunk>) throws {
    let decoder = RushJSONDecoder()
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    let document = try JSONDocument(parsingChunks: chunks)
    #expect(try decoder.decode(Model.self, from: document) == Self.model)
    #expect(try decoder.decode(Item.self, from: document, at: "/list/0") == Item(n: 1))
    #expect(try decoder.decode(Named.self, from: document, userInfo: [key: "x"]).name == "x")
    #expect(
      try decoder.decode(
        from: document, at: "/list/1",
        { try Scaled(from: $0, context: 3) })
        == Scaled(n: 66))
    #expect(try document.root.decode(Model.self) == Self.model)
    #expect(try RawJSON(parsingChunks: chunks) == RawJSON(parsing: Self.text))
    #expect(
      try JSONProjection(["/name", "/list/0"]).values(inChunks: chunks) == ["é\n", ["n": 1]])
  }

  @Test func noChunks() {
    let chunks: [[UInt8]] = []
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) { try RawJSON(parsingChunks: chunks) }
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) { try JSONDocument(parsingChunks: chunks) }
    #expect(throws: JSONStreamError.self) { try JSONProjection(["/a"]).values(inChunks: chunks) }
  }

  // MARK: - Errors

  @Test func errorsHaveTheirPlace() throws {
    let text = Array("[1, 2 3]".utf8)
    let expected = JSONSyntaxError(.expectedCommaOrArrayEnd, at: 6)
    #expect(throws: expected) { try RawJSON(parsing: once(text)) }
    #expect(throws: expected) { try JSONDocument(parsing: once(text)) }
    #expect(throws: expected) { try RawJSON(parsingChunks: [text[..<3], text[3...]]) }
    #expect(throws: expected) { try JSONDocument(parsingChunks: [text[..<3], text[3...]]) }
  }
}
