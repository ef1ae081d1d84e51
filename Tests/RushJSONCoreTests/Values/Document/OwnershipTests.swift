import RushJSONCore
import Synchronization
import Testing

/// The owner of a text's bytes, and their lifetime.
@Suite struct OwnershipTests {
  static let text = "{\"name\": [\"a string that is too long to be kept in place\", 1.5]}"

  /// Counts the calls of a deallocator.
  final class Deallocations: Sendable {
    let count = Atomic(0)
  }

  static func adopt(
    _ text: String, _ deallocations: Deallocations, options: JSONReadingOptions = .strict
  ) throws -> JSONDocument {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    // Invariant: nothing else refers to the copy.
    return try unsafe JSONDocument(adopting: UnsafeRawBufferPointer(copy), options: options) {
      // Any later use of the bytes would read something else.
      unsafe UnsafeMutableRawBufferPointer(mutating: $0).initializeMemory(
        as: UInt8.self, repeating: 0)
      unsafe $0.deallocate()
      deallocations.count.add(1, ordering: .relaxed)
    }
  }

  @Test func adoptedBytesAreFreedOnceAfterTheLastView() throws {
    let deallocations = Deallocations()
    var value: JSONDocument.Value?
    do {
      let document = try Self.adopt(Self.text, deallocations)
      value = document.root["name"]?[0]
    }
    #expect(deallocations.count.load(ordering: .relaxed) == 0)
    #expect(try value?.string() == "a string that is too long to be kept in place")
    value = nil
    #expect(deallocations.count.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: ["", "[1 2]", "{\"a\":", "[[[[", "\"\\q\""])
  func adoptedBytesAreFreedOnceIfRefused(_ text: String) {
    let deallocations = Deallocations()
    #expect(throws: JSONSyntaxError.self) { try Self.adopt(text, deallocations) }
    #expect(deallocations.count.load(ordering: .relaxed) == 1)
  }

  @Test func iteratorsAndCursorsKeepTheDocument() throws {
    let deallocations = Deallocations()
    do {
      var members = try Self.adopt(Self.text, deallocations).root.members().makeIterator()
      let member = members.next()
      var elements = try #require(try member?.value.elements()).makeIterator()
      let first = elements.next()
      #expect(first?.hasString("a string that is too long to be kept in place") == true)
      var cursor = try Self.adopt(Self.text, deallocations).cursor()
      var count = 0
      while cursor.advance() { count += 1 }
      #expect(count == 5)
      #expect(deallocations.count.load(ordering: .relaxed) == 0)
    }
    #expect(deallocations.count.load(ordering: .relaxed) == 2)
  }

  @Test func documentOutlivesTheArray() throws {
    var bytes = Array(Self.text.utf8)
    let root = try JSONDocument(parsing: bytes).root
    let copied = try JSONDocument(parsing: bytes.span).root
    let raw = try unsafe bytes.withUnsafeBytes { try unsafe JSONDocument(parsing: $0).root }
    for i in bytes.indices { bytes[i] = 0x20 }
    bytes.removeAll()
    for root in [root, copied, raw] {
      #expect(try root["name"]?[0]?.string() == "a string that is too long to be kept in place")
      #expect(try root["name"]?[1]?.number().text == "1.5")
    }
  }

  @Test func emptyBuffersAreRefused() {
    let error = JSONSyntaxError(.emptyText, at: 0)
    #expect(throws: error) {
      try unsafe JSONDocument(parsing: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(throws: error) { try JSONDocument(parsing: [UInt8]()) }
    #expect(throws: error) { try JSONDocument(parsing: "") }
    #expect(throws: error) {
      try unsafe JSONDocument.validate(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  /// Small strings have their bytes in the variable itself.
  @Test(arguments: ["1", "[]", "\"abcdef\"", "[1,2,3,4,5,6]", "{\"a\":\"\u{e9}\"}"])
  func smallStrings(_ text: String) throws {
    let document = try JSONDocument(parsing: text)
    #expect(unsafe document.withText { unsafe $0.elementsEqual(text.utf8) })
  }
}
