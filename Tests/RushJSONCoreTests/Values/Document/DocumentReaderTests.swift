import CorpusGenerator
import Testing

@testable import RushJSONCore

/// One reader gives the documents, errors and limits of `JSONDocument`, whatever it has read before and whichever of
/// its documents are kept.
@Suite struct DocumentReaderTests {
  /// Options that texts are read by, some of which short texts never are.
  private static let options: [JSONReadingOptions] = {
    var shallow = JSONReadingOptions.strict
    shallow.maximumDepth = 2
    var short = JSONReadingOptions.strict
    (short.maximumLength, short.maximumStringLength) = (100, 20)
    return [
      .strict, .json5, shallow, short, JSONReadingOptions(duplicateNames: .refuse),
      JSONReadingOptions(duplicateNames: .keepLast),
    ]
  }()

  /// The texts of the table, and some that are as long as a short text may be, or longer.
  private static let texts: [[UInt8]] =
    SyntaxTable.all.map(\.bytes)
    + [1, 500, 2046, 2047, 5000].flatMap { count in
      [
        Array("\"\(String(repeating: "x", count: count))\"".utf8),
        Array("[\(String(repeating: "[],", count: count))1]".utf8),
        Array("[\(String(repeating: "7,", count: count))".utf8),
      ]
    } + (0..<20).map(largeObject)

  /// An object that gets an index of its members, and a string that is unescaped.
  private static func largeObject(_ number: Int) -> [UInt8] {
    let members = (0..<40).map { #""m\#($0)":\#($0 &+ number)"# }.joined(separator: ",")
    return Array(#"{"text":"\u00e9\n\#(number)",\#(members)}"#.utf8)
  }

  /// The text, and all values that are read from the tape.
  private static func content(_ document: JSONDocument) -> [String] {
    _ = document.root["m\(document.root.count / 2)"]
    return [
      unsafe document.withText { unsafe visible($0) }, "\(RawJSON(document.root))",
      "\(document.recordCount)",
    ]
  }

  @Test(arguments: PropertySeed.all(count: 12))
  func aReaderGivesTheDocumentsOfTheirTexts(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let options = Self.options[Int(seed.value) % Self.options.count]
    var reader = JSONDocument.Reader(options: options)
    let likelihood = [0, 1, 5, 10][Int.random(in: 0..<4, using: &random)]
    var kept: [(document: JSONDocument, content: [String])] = []
    for text in Self.texts.shuffled(using: &random) {
      let alone = Result { () throws(JSONSyntaxError) in
        try JSONDocument(parsing: text, options: options)
      }
      let found = Result { () throws(JSONSyntaxError) in
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try reader.parse(text)
        case 1: try reader.parse(text.span)
        // Invariant: the bytes are copied in the closure.
        default:
          try unsafe text.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
            try unsafe reader.parse(bytes)
          }
        }
      }
      switch (alone, found) {
      case (.success(let alone), .success(let document)):
        let content = Self.content(alone)
        #expect(Self.content(document) == content)
        // With the index of its members.
        document._checkInvariants()
        if Int.random(in: 0..<10, using: &random) < likelihood { kept.append((document, content)) }
      case (.failure(let alone), .failure(let error)): #expect(alone == error)
      default: Issue.record("\(alone) is not \(found): \(visible(text))")
      }
      reader._checkInvariants()
      if !kept.isEmpty, Int.random(in: 0..<20, using: &random) == 0 {
        kept.remove(at: Int.random(in: 0..<kept.count, using: &random))
      }
    }
    for (document, content) in kept { #expect(Self.content(document) == content) }
  }

  @Test func aStringIsReadLikeItsBytes() throws {
    var reader = JSONDocument.Reader()
    for text in ["{\"é\":[1]}", "[\(String(repeating: "1,", count: 3000))1]"] {
      #expect(try reader.parse(text).root == JSONDocument(parsing: text).root)
    }
    #expect(throws: JSONSyntaxError(.expectedValue, at: 3)) { try reader.parse("[1,x") }
  }

  /// A document that nobody keeps is read over: its storage, its text and its tape.
  @Test func droppedDocumentsLeaveTheirMemory() throws {
    var reader = JSONDocument.Reader()
    let addresses = try (0..<100).map { number in
      let document = try reader.parse(Array("{\"id\":\(number)}".utf8))
      #expect(try document.root["id"]?.int() == number)
      return unsafe [
        UInt(bitPattern: ObjectIdentifier(document.storage).hashValue),
        document.withText { UInt(bitPattern: $0.baseAddress) },
        UInt(bitPattern: document.storage.records.address),
      ]
    }
    #expect(Set(addresses).count == 1)
  }

  /// A kept value, or an error about one, keeps its document.
  @Test func viewsKeepTheirDocument() throws {
    var reader = JSONDocument.Reader()
    var values: [JSONDocument.Value] = []
    var errors: [JSONValueError] = []
    for number in 0..<100 {
      let root = try reader.parse("{\"list\":[\(number),\"a\"]}").root
      if let value = root["list"]?[0], number % 2 == 0 { values.append(value) }
      do {
        _ = try root.value(at: "/list/1").int()
      } catch {
        errors.append(error)
      }
    }
    #expect(try values.map { try $0.int() } == Array(stride(from: 0, to: 100, by: 2)))
    #expect(errors.count == 100 && errors.allSatisfy { $0.pointer == "/list/1" })
  }

  /// Documents that are kept have memory of their own, but for few of them.
  @Test func fewKeptDocumentsHoldTheMemoryOfTheReader() throws {
    var reader = JSONDocument.Reader()
    let documents = try (0..<2000).map { try reader.parse("[\($0)]") }
    let sharers = documents.count { unsafe $0.storage.info.pointee.owner != nil }
    #expect((1...12).contains(sharers))
    for (number, document) in documents.enumerated() {
      #expect(try document.root[0]?.int() == number)
    }
  }

  @Test func documentsOutliveTheirReader() throws {
    func read() throws -> [JSONDocument] {
      var reader = JSONDocument.Reader()
      return try [
        reader.parse("[1]"), reader.parse("[2]"),
        reader.parse("[3]"),
      ]
    }
    #expect(try read().map { try $0.root[0]?.int() } == [1, 2, 3])
  }
}
