import RushJSON
import Testing

/// From its second call on, a decoder copies short texts to where spaces surround them, and reads them to
/// the end without the checks of the careful pass. So they are compared with trees, which do not.
@Suite struct ShortTextTests {
  private let decoder = RushJSONCoreDecoder()

  init() throws { _ = try decoder.decode(Int.self, from: "1") }

  private func compare(_ text: [UInt8]) {
    let expected: Result<RawJSON, JSONSyntaxError>
    do throws(JSONSyntaxError) {
      expected = .success(try RawJSON(parsing: text, options: decoder.readingOptions))
    } catch {
      expected = .failure(error)
    }
    // The first call with a text after an error has a new session.
    _ = try? decoder.decode(Int.self, from: "1")
    _ = try? decoder.decode(Int.self, from: "1")
    let found = Result { try decoder.decode(RawJSON.self, from: text) }
    switch (expected, found) {
    case (.success(let a), .success(let b)): if a == b { return }
    case (.failure(let a), .failure(DecodingError.dataCorrupted(let context))):
      if context.underlyingError as? JSONSyntaxError == a { return }
    default: break
    }
    Issue.record("\(String(decoding: text, as: UTF8.self)): \(found), not \(expected)")
  }

  private static let texts = [
    #"{"id":12345,"name":"Ada Lovelace","ok":true}"#, #"[1,-2.5,12345678901234567890,1e3]"#,
    #"{"a":[],"b":{},"c":[{"d":null}],"é":"\u00e9\n"}"#, "true", "-12", #""text""#, #"[[[[1]]]]"#,
    #"{"first":0.125,"second":[false,null,"x"]}"#,
  ]

  @Test(arguments: texts)
  func cutAnywhere(_ text: String) {
    let bytes = Array(text.utf8)
    for count in 1...bytes.count {
      for end in ["", " ", "\n\n", ",", "]"] { compare(bytes[..<count] + Array(end.utf8)) }
    }
  }

  @Test(arguments: texts)
  func otherBytesAnywhere(_ text: String) {
    let others = Array("\u{1}\t \"\\,:[]{}0-.et".utf8) + [0x80, 0xc3, 0xed, 0xff]
    var bytes = Array(text.utf8)
    for index in bytes.indices {
      let byte = bytes[index]
      for other in others {
        bytes[index] = other
        compare(bytes)
      }
      bytes[index] = byte
    }
  }

  /// Around the ends of blocks, and around the longest text that is copied.
  @Test(arguments: [40...70, 120...130, 188...196, 1016...1030])
  func lengths(_ lengths: ClosedRange<Int>) {
    for length in lengths {
      for text in Self.texts {
        let padding = max(0, length - text.utf8.count)
        compare(Array(text.utf8) + [UInt8](repeating: 0x20, count: padding))
        compare([UInt8](repeating: 0x0a, count: padding) + Array(text.utf8))
        let digits = [UInt8](repeating: 0x31, count: padding) + [0x5d]
        compare([0x5b, 0x31, 0x2c] + digits)
        compare([0x22] + [UInt8](repeating: 0x61, count: length) + [0x22])
        compare([0x22] + [UInt8](repeating: 0x61, count: length) + [0xc3])
      }
    }
  }

  private struct Keeper: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  @Test func whatIsKeptKeepsItsText() throws {
    let kept = try decoder.decode(Keeper.self, from: #"{"a":"a string that is kept"}"#)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Int].self, from: #"[1,"two"]"#)
    }
    for _ in 0..<2 { _ = try decoder.decode([Int].self, from: "[3,4,5,6,7,8,9,10,11,12]") }
    #expect(try [String: String](from: kept.decoder) == ["a": "a string that is kept"])
    guard case .typeMismatch(_, let context) = error else { return }
    #expect((context.underlyingError as? JSONValueError)?.offset == 3)
  }

  /// A session goes on after long texts, without their memory.
  @Test func longAndShortTextsInTurn() throws {
    struct Item: Codable, Equatable {
      var id: Int
      var aNameOfMoreThanSixteenBytes: String?
    }
    struct Wide: Decodable {
      var last: Int
    }
    let items = (0..<4000).map {
      Item(id: $0, aNameOfMoreThanSixteenBytes: $0 % 3 == 0 ? nil : "a longer text, \($0) é")
    }
    let text = try RushJSONCoreEncoder().encodeToBytes(items)
    let names = (0..<30_000).map { "\"a\($0)\":0," }.joined()
    for round in 0..<3 {
      #expect(try decoder.decode([Item].self, from: text) == items)
      #expect(try decoder.decode(Item.self, from: #"{"id":1}"#).id == 1)
      // Names with escapes take an index of the object.
      let wide = "{\(names)\"\\u006cast\":\(round)}"
      #expect(try decoder.decode(Wide.self, from: wide).last == round)
      #expect(try decoder.decode(Wide.self, from: #"{"l\u0061st":3}"#).last == 3)
      #expect(throws: DecodingError.self) {
        try decoder.decode([Item].self, from: Array(text.dropLast()))
      }
      #expect(throws: DecodingError.self) { try decoder.decode([Wide].self, from: text) }
      let kept = try decoder.decode(Keeper.self, from: wide)
      #expect(try decoder.decode([Item].self, from: text).count == items.count)
      #expect(try Wide(from: kept.decoder).last == round)
    }
  }

  /// Nested containers of a text's own value have paths that end with the call.
  @Test func nestedContainersInTurn() throws {
    struct Nested: Decodable {
      enum Key: String, CodingKey { case a, b }
      var path: [String]
      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let inner = try members.nestedContainer(keyedBy: Key.self, forKey: .a)
        let last = try inner.nestedUnkeyedContainer(forKey: .b)
        path = last.codingPath.map(\.stringValue)
      }
    }
    for _ in 0..<5 {
      #expect(try decoder.decode(Nested.self, from: #"{"a":{"b":[1]}}"#).path == ["a", "b"])
      #expect(try decoder.decode([Nested].self, from: #"[{"a":{"b":[]}}]"#)[0].path.count == 3)
    }
  }
}
