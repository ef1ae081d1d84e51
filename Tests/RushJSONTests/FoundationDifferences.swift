import Foundation
import RushJSON
import Testing

/// Where this library answers otherwise than Foundation: a row of the README's table each, and a
/// test that both sides still do what the row says.
@Suite("Differences from Foundation")
struct FoundationDifferences {
  private func foundationReads(_ text: some DataProtocol) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  private func weRead(_ text: some DataProtocol, _ leniencies: JSONLeniencies = []) -> Bool {
    (try? JSONTokenizer.validate(Data(text), options: .init(leniencies: leniencies))) != nil
  }

  @Test("one trailing comma")
  func trailingComma() {
    for text in ["[1,]", "{\"a\":1,}"] {
      #expect(foundationReads(text.utf8.asData))
      #expect(!weRead(text.utf8.asData))
      #expect(weRead(text.utf8.asData, .trailingCommas))
    }
  }

  @Test("values that are never asked for")
  func unreadValues() throws {
    struct Model: Decodable { var a: Int }
    let text = #"{"a":1,"b":01,"c":"\q"}"#
    #expect(try JSONDecoder().decode(Model.self, from: Data(text.utf8)).a == 1)
    #expect(!weRead(text.utf8.asData))
  }

  @Test("UTF-16 and UTF-32")
  func otherEncodings() throws {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let text = try #require("[1]".data(using: encoding))
      #expect(foundationReads(text))
      #expect(!weRead(text))
    }
  }

  @Test("byte order mark")
  func byteOrderMark() {
    let text = Data("\u{feff}[1]".utf8)
    #expect(foundationReads(text))
    #expect(!weRead(text))
    #expect(weRead(text, .byteOrderMark))
  }

  @Test("duplicate names")
  func duplicateNames() throws {
    let text = #"{"a":1,"a":2}"#
    let data = Data(text.utf8)
    #expect(try JSONDecoder().decode([String: Int].self, from: data)["a"] == 1)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Int]
    #expect(object?["a"] == 2)
    for (policy, value) in [
      (JSONReadingOptions.DuplicateNames.lastWins, 2), (.firstWins, 1),
    ] {
      let options = JSONReadingOptions(duplicateNames: policy)
      #expect(try JSONDocument(parsing: text, options: options).root["a"]?.int() == value)
      #expect(try RawJSON(parsing: text, options: options)["a"]?.intValue == value)
    }
    #expect(throws: JSONSyntaxError(.duplicateName, at: 7)) {
      try JSONDocument(parsing: text, options: .init(duplicateNames: .refused))
    }
  }

  @Test("canonically equal names")
  func canonicallyEqualNames() throws {
    let text = "{\"\u{e9}\":1,\"e\u{301}\":2}"
    #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)).count == 1)
    let document = try JSONDocument(parsing: text)
    #expect(try document.root["\u{e9}"]?.int() == 1)
    #expect(try document.root["e\u{301}"]?.int() == 2)
    #expect(try RawJSON(parsing: text).objectValue?.count == 2)
  }

  @Test("a number beyond Double")
  func hugeNumbers() throws {
    #expect(!foundationReads("1e400".utf8.asData))
    let document = try JSONDocument(parsing: "1e400")
    #expect(try document.root.number().text == "1e400")
    #expect(throws: JSONValueError.self) { try document.root.double() }
  }

  @Test("exact integers")
  func exactIntegers() throws {
    let text = "123456789012345678901234567890123456789012345678901234567890"
    #expect(try JSONDocument(parsing: text).root.number().text == text)
    #expect(try RawJSON(parsing: text).description == text)
    #expect(try JSONDocument(parsing: "9007199254740993").root.int() == 9_007_199_254_740_993)
  }

  @Test("order of members")
  func order() throws {
    let text = #"{"z":1,"y":2,"x":3,"w":4,"v":5,"u":6,"t":7,"s":8}"#
    #expect(try RawJSON(parsing: text).description == text)
    #expect(try JSONDocument(parsing: text).root.members().map(\.name).joined() == "zyxwvuts")
  }

  @Test("JSON5: a zero with an exponent")
  func zeroWithExponent() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: Data("0e1".utf8)) }
    #expect(try JSONDocument(parsing: "0e1", options: .json5).root.double() == 0)
  }
}

extension String.UTF8View {
  fileprivate var asData: Data { Data(self) }
}
