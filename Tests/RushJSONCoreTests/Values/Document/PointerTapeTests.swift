import CorpusGenerator
import Testing

@testable import RushJSONCore

/// Values at a pointer that are read without the values beside them.
@Suite struct PointerTapeTests {
  /// What is read at a pointer of `text` alone, or `nil` if the whole text must be read.
  private static func value(
    of text: [UInt8], at pointer: JSONPointer,
    _ options: JSONReadingOptions = JSONReadingOptions(duplicateNames: .keepFirst)
  ) -> RawJSON? {
    var reader = TapeReader()
    var storage = DocumentStorage.empty
    // Invariant: the bytes stay during the call, and the value is a copy.
    return text.withCheckedBytes { bytes in
      guard reader.read(bytes, at: pointer, options: options, into: &storage) else {
        return nil
      }
      let root = JSONDocument.Value(storage, DocumentStorage.rootIndex)
      return root[pointer].map { RawJSON($0) }
    }
  }

  private static let fill = String(repeating: "x", count: 3_000)

  /// Values of each kind, small and large, that stand beside the wanted one.
  static let siblings = [
    "1", "-1.5e3", "true", "null", #""""#, #""short""#, #""a\n\u00e9\\""#, "\"日本語\"", "{}", "[ ]",
    #"[1, [2, {"wanted": 3}]]"#, #"{"wanted": [{"wanted": 1}]}"#,
    "[\(String(repeating: "12, ", count: 900))3]",
    "{\(String(repeating: #""n": {"wanted": [1.5, "x"]}, "#, count: 200))\"m\":\n null}",
  ]

  @Test(arguments: siblings, [#"{"deep": [7, "v"]}"#, "12345.75", #""wanted""#])
  func siblingsAreSkipped(_ sibling: String, _ wanted: String) throws {
    for place in 0..<3 {
      var members = [#""first": \#(sibling)"#, #""other" : \#(sibling)"#]
      members.insert(#""wanted":\#(wanted)"#, at: place)
      members.append(#""last": "\#(Self.fill)""#)
      let object = "{\(members.joined(separator: " ,\n"))}"
      let tree = try RawJSON(parsing: wanted)
      for (text, pointer) in [
        (object, "/wanted"), (" [\(sibling), \(object), 5]\n", "/1/wanted"),
        ("{\"a\": \(sibling), \"b\": {\"c\": \(object), \"d\": \(sibling)}}", "/b/c/wanted"),
      ] as [(String, JSONPointer)] {
        let value = Self.value(of: Array(text.utf8), at: pointer)
        #expect(value == tree, "\(text.prefix(60)) at \(pointer)")
      }
    }
  }

  /// The whole text is read where the short way would be another one.
  @Test(arguments: [
    (#"{"a": 1, "fill": "…"}"#, "/b"), (#"{"\u0061": 1, "a": 2, "fill": "…"}"#, "/a"),
    (#"{"a": 1, "fill": "…",}"#, "/a"), (#"{"a": 1, "fill": "…"} 2"#, "/a"),
    (#"{"a": 01, "fill": "…"}"#, "/a"), (#"{"b": [}, "a": 1, "fill": "…"}"#, "/a"),
    (#"[1, 2, "…"]"#, "/3"), (#"[1, 2, "…"]"#, "/-"), (#"{"K": 1, "fill": "…"}"#, "/K"),
    (#"{"a": "…"#, "/a"), (#"{"fill": "…", "a": 1"#, "/a"), ("\"…\"", "/a"),
  ])
  func anythingElseIsLeftToTheWholeText(_ text: String, _ pointer: JSONPointer) {
    let text = text.replacing("…", with: Self.fill)
    #expect(Self.value(of: Array(text.utf8), at: pointer) == nil)
  }

  @Test func manySiblingsAreLeftToTheWholeText() {
    func members(_ count: Int) -> [UInt8] {
      let members = (0..<count).map { "\"n\($0)\": 1, " }.joined()
      return Array(
        #"{\#(members)"a": [\#(String(repeating: "2,", count: count))3], "f": "\#(Self.fill)"}"#
          .utf8)
    }
    #expect(Self.value(of: members(100), at: "/a/99") == 2)
    #expect(Self.value(of: members(300), at: "/a/0") == nil)
    #expect(Self.value(of: members(100), at: "/a/250") == nil)
  }

  @Test func optionsMayRequireTheWholeText() {
    let text = Array(#"{"a": 1, "fill": "\#(Self.fill)"}"#.utf8)
    #expect(Self.value(of: text, at: "/a") == 1)
    #expect(Self.value(of: text, at: "/a", .strict) == nil)
    #expect(Self.value(of: text, at: .root) == nil)
    var options = JSONReadingOptions(leniencies: [.comments], duplicateNames: .keepFirst)
    #expect(Self.value(of: text, at: "/a", options) == nil)
    options = JSONReadingOptions(duplicateNames: .keepFirst)
    options.maximumLength = 3_000
    #expect(Self.value(of: text, at: "/a", options) == nil)
  }

  @Test func levelsCountFromTheRoot() {
    var options = JSONReadingOptions(duplicateNames: .keepFirst)
    options.maximumDepth = 4
    func text(_ value: String, _ sibling: String) -> [UInt8] {
      Array(#"{"s": \#(sibling), "a": [\#(value), \#(sibling)], "fill": "\#(Self.fill)"}"#.utf8)
    }
    #expect(Self.value(of: text("[[1]]", "[[1]]"), at: "/a/0", options) == [[1]])
    #expect(Self.value(of: text("[[[1]]]", "1"), at: "/a/0", options) == nil)
    #expect(Self.value(of: text("1", "[[[1]]]"), at: "/a/0", options) == nil)
  }

  /// A text that is accepted is JSON, and has the value at the pointer.
  private func check(_ text: [UInt8], at pointer: JSONPointer) -> Bool {
    guard let value = Self.value(of: text, at: pointer) else { return true }
    let options = JSONReadingOptions(duplicateNames: .keepFirst)
    guard let document = try? JSONDocument(parsing: text, options: options) else { return false }
    return document.root[pointer].map { RawJSON($0) } == value
  }

  private static let damaged =
    Array(
      #"{"id": 17, "user": {"name": "Zoë", "tags": ["a", "b\n", {"x": null}]}, "fill": ["\#(fill)"], "#
        .utf8) + Array(#""a": [1, {"b": -2.5e1, "c": [true]}], "z": {"y": [0.5, "\u00e9"]}}"#.utf8)

  @Test func damagedTextsAreNotAccepted() {
    let places = Array(0..<110) + Array((Self.damaged.count - 80)..<Self.damaged.count)
    #expect(Self.value(of: Self.damaged, at: "/a/1/b") == -25)
    for cut in places {
      #expect(Self.value(of: Array(Self.damaged[..<cut]), at: "/a/1/b") == nil)
      for byte in Mutation.significantBytes {
        var text = Self.damaged
        text[cut] = byte
        let isRight = check(text, at: "/a/1/b")
        #expect(isRight, "byte \(byte) at \(cut)")
      }
    }
  }

  @Test(arguments: 0..<200)
  func randomTexts(seed: UInt64) throws {
    var documents = DocumentGenerator(seed: seed)
    var random = SeededGenerator(seed: seed &+ 7_000)
    var members: [String] = []
    var size = 0
    while size < 2_500 {
      let document = documents.document(
        maximumDepth: 6, maximumBytes: random.chance(1, in: 4) ? 3_000 : 200)
      size += document.count
      members.append(
        "\"\(random.element(of: ["a", "b", "c", "dé", "name"]))\":"
          + String(decoding: document, as: UTF8.self))
    }
    let text = Array("{\(members.joined(separator: ","))}".utf8)
    let options = JSONReadingOptions(duplicateNames: .keepFirst)
    let document = try JSONDocument(parsing: text, options: options)
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = options
    for pointer in ["/a", "/b", "/name", "/dé", "/a/0", "/b/1/0", "/c/name", "/x"] as [JSONPointer]
    {
      let isRight = check(text, at: pointer)
      #expect(isRight)
      let whole = Result { try decoder.decode(RawJSON.self, from: document, at: pointer) }
      let alone = Result { try decoder.decode(RawJSON.self, from: text, at: pointer) }
      switch (whole, alone) {
      case (.success(let a), .success(let b)): #expect(a == b)
      case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)")
      default: Issue.record("\(whole) and \(alone) at \(pointer)")
      }
      let edited = Mutation.edited(text, count: 1, using: &random)
      let isRightEdited = check(edited, at: pointer)
      #expect(isRightEdited)
    }
  }
}
