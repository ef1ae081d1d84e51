import CorpusGenerator
import Foundation
import Testing

@testable import RushJSONCore

@Suite struct TreeParsingTests {
  @Test func keepsOrderDigitsAndSizes() throws {
    let text = #"{"z":1.10,"a":[1,2,3],"m":{"x":1e400,"y":"\u00e9"},"big":123456789012345678901}"#
    let value = try RawJSON(parsing: text)
    #expect(
      value.description
        == #"{"z":1.10,"a":[1,2,3],"m":{"x":1e400,"y":"é"},"big":123456789012345678901}"#)
    #expect(value["a"]?.storage?.room == 3)
    #expect(value.storage?.room == 4)
    #expect(value["m"]?["x"]?.doubleValue == nil)
  }

  @Test func allInputsAreTheSame() throws {
    let text = "[1, \"é\", {\"a\": null}]"
    let expected: RawJSON = [1, "é", ["a": nil]]
    let bytes = Array(text.utf8)
    #expect(try RawJSON(parsing: text) == expected)
    #expect(try RawJSON(parsing: bytes) == expected)
    #expect(try RawJSON(parsing: bytes.span) == expected)
    #expect(try unsafe bytes.withUnsafeBytes { try unsafe RawJSON(parsing: $0) } == expected)
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) { try RawJSON(parsing: "") }
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) { try RawJSON(parsing: [UInt8]()) }
  }

  // MARK: - Strings

  @Test(arguments: 0...70)
  func stringsAndNamesOfEveryLength(_ length: Int) throws {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    let plain = String((0..<length).map { letters.randomElement(at: $0) })
    for (string, escaped) in [
      (plain, plain), (plain + "é", plain + "é"), (plain + "\n", plain + "\\n"),
      ("\"" + plain, "\\\"" + plain), (plain + "😀" + plain, plain + "\\ud83d\\ude00" + plain),
      ("漢" + plain, "\\u6f22" + plain), (plain + "\u{7f}\u{80}", plain + "\\u007f\\u0080"),
    ] {
      // At the start of the text and later.
      let alone = try RawJSON(parsing: "\"\(escaped)\"")
      #expect(alone.stringValue.map { Array($0.utf8) } == Array(string.utf8))
      let both = try RawJSON(parsing: "{\"\(escaped)\":[0,\"\(escaped)\"],\"x\":\"\(escaped)\"}")
      #expect(both[string] == [0, .string(string)])
      #expect(both.objectValue?[0].name == string)
      #expect(both["x"]?.stringValue == string)
    }
  }

  @Test func smallStringsAreSwiftsOwn() throws {
    let value = try RawJSON(
      parsing: "[        \"hello\", \"gr\u{fc}\u{df}e\", \"123456789012345\"]")
    var (a, b) = (value[0]?.stringValue ?? "", value[1]?.stringValue ?? "")
    #expect(a == "hello" && a.count == 5 && a.hashValue == "hello".hashValue)
    #expect(b == "grüße" && b.count == 5 && b.utf8.count == 7)
    #expect(value[2]?.stringValue.map { $0 + "6" } == "1234567890123456")
    a += " world, and more than fits"
    b.insert("x", at: b.startIndex)
    #expect(a == "hello world, and more than fits" && b == "xgrüße")
  }

  // MARK: - Names

  static let duplicates: [(String, String, String)] = [
    (#"{"a":1,"a":2}"#, #"{"a":2}"#, #"{"a":1}"#),
    (#"{"a":1,"b":2,"a":3,"c":4,"b":5}"#, #"{"a":3,"b":5,"c":4}"#, #"{"a":1,"b":2,"c":4}"#),
    (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#, #"{"a":1}"#),
    // The child's name is between two names of its parent.
    (#"{"a":{"a":1},"a":{"a":2,"b":3,"a":4}}"#, #"{"a":{"a":4,"b":3}}"#, #"{"a":{"a":1}}"#),
    (#"{"":1,"":2}"#, #"{"":2}"#, #"{"":1}"#),
    (
      #"{"a name that is not held in place":[1],"x":0,"a name that is not held in place":[2]}"#,
      #"{"a name that is not held in place":[2],"x":0}"#,
      #"{"a name that is not held in place":[1],"x":0}"#
    ),
    (
      "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"\u{e9}\":1,\"e\u{301}\":2}",
      "{\"\u{e9}\":1,\"e\u{301}\":2}"
    ),
  ]

  // R25
  @Test(arguments: duplicates)
  func duplicateNames(_ text: String, _ last: String, _ first: String) throws {
    #expect(try RawJSON(parsing: text).description == last)
    let firstWins = JSONReadingOptions(duplicateNames: .keepFirst)
    #expect(try RawJSON(parsing: text, options: firstWins).description == first)
    let refused = JSONReadingOptions(duplicateNames: .refuse)
    var kind: JSONSyntaxError.Kind?
    do throws(JSONSyntaxError) {
      _ = try RawJSON(parsing: text, options: refused)
    } catch {
      kind = error.kind
    }
    #expect(kind == (last == first ? nil : .duplicateName))
  }

  @Test(arguments: [2, 16, 17, 32, 33, 64, 65, 5000])
  func duplicatesInObjectsOfEverySize(_ count: Int) throws {
    // Each name occurs twice, and some three times.
    var members = (0..<count).map { ("n\($0)", $0) }
    members += (0..<count).map { ("n\($0)", $0 + count) }
    members += (0..<count / 2).map { ("n\($0 * 2)", -$0) }
    let text = "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    for policy in [.keepLast, .keepFirst] as [JSONReadingOptions.DuplicateNames] {
      var expected: RawJSON.Object = [:]
      for (name, value) in members where policy == .keepLast || expected[name] == nil {
        expected[name] = .integer(value)
      }
      let options = JSONReadingOptions(duplicateNames: policy)
      let object = try #require(try RawJSON(parsing: text, options: options).objectValue)
      #expect(object == expected)
      #expect(object.map(\.name) == expected.map(\.name))
      for index in 0..<count { #expect(object["n\(index)"] == expected["n\(index)"]) }
    }
  }

  @Test func manyDifferentNames() throws {
    // More names than the interner has room for, in small objects.
    let texts = (0..<20_000).map { "{\"name number \($0)\":\($0),\"n\($0)\":\($0),\"same\":1}" }
    let value = try RawJSON(parsing: "[" + texts.joined(separator: ",") + "]")
    let array = try #require(value.jsonArrayValue)
    for (index, element) in array.enumerated() {
      guard element["name number \(index)"]?.intValue == index,
        element["n\(index)"]?.intValue == index, element["same"] == 1
      else {
        Issue.record("element \(index) is \(element)")
        return
      }
    }
  }

  // MARK: - Errors

  @Test func everyPrefixIsRefusedOrRead() throws {
    let text = Array(
      #"[{"a name that is not short":[1,2.5e3,{"b":"a string that is not short"}],"c\n":"\u00e9x"},"y",null]"#
        .utf8)
    for count in 0..<text.count {
      #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: Array(text[..<count])) }
    }
    #expect(throws: Never.self) { try RawJSON(parsing: text) }
  }

  @Test func agreesWithValidation() throws {
    for name in ["reject", "accept", "either"] {
      for file in TestFolder("Corpus/\(name)").names {
        let bytes = try TestFolder("Corpus/\(name)").bytes(of: file)
        var refusal: JSONSyntaxError?
        do throws(JSONSyntaxError) {
          _ = try RawJSON(parsing: bytes)
        } catch {
          refusal = error
        }
        var expected: JSONSyntaxError?
        do throws(JSONSyntaxError) {
          try JSONDocument.validate(bytes)
        } catch {
          expected = error
        }
        #expect(refusal == expected, "\(name)/\(file)")
      }
    }
  }

  // MARK: - Whole documents

  @Test(arguments: TestFolder.documents)
  func agreesWithFoundation(_ name: String) throws {
    let bytes = try TestFolder.corpus.bytes(of: name)
    var options = JSONReadingOptions()
    options.maximumDepth = 1 << 20
    let value = try RawJSON(parsing: bytes, options: options)
    #expect(try RawJSON(parsing: value.description, options: options) == value)
    let foundation: Any
    do {
      foundation = try JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      // Foundation reads at most 512 levels.
      #expect(value.height > 512, "\(name): \(error)")
      return
    }
    #expect(FoundationReading.agrees(value, foundation), "\(name)")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func agreesWithFoundationOnRandomDocuments(_ seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let bytes = generator.document(maximumDepth: 6, maximumBytes: 4_000)
    let value = try RawJSON(parsing: bytes)
    let foundation = try JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    #expect(FoundationReading.agrees(value, foundation), "seed \(seed)")
    #expect(try RawJSON(parsing: value.description) == value, "seed \(seed)")
  }
}

extension String {
  /// The character at an index modulo the count.
  fileprivate func randomElement(at index: Int) -> Character {
    self[self.index(startIndex, offsetBy: index % count)]
  }
}

/// Compares a tree with the result of `JSONSerialization` for the same text.
enum FoundationReading {
  static func agrees(_ value: RawJSON, _ other: Any) -> Bool {
    switch value {
    case .null: return other is NSNull
    case .string(let string):
      return (other as? String).map { Array($0.utf8) == Array(string.utf8) } ?? false
    case .bool(let bool):
      guard let number = other as? NSNumber else { return false }
      return isBoolean(number) && number.boolValue == bool
    case .number(let number):
      guard let other = other as? NSNumber, !isBoolean(other) else { return false }
      // Foundation has no integers beyond 64 bits. Its decimals have the right digits but give
      // slightly inexact doubles.
      if let integer = number.int64, other.int64Value == integer { return true }
      if let integer = number.uint64, other.uint64Value == integer { return true }
      let theirs =
        (other as? NSDecimalNumber).flatMap { Double($0.description) } ?? other.doubleValue
      return abs(theirs - number.nearestDouble) <= abs(theirs) * 1e-15
    case .array(let array):
      guard let other = other as? [Any], other.count == array.count else { return false }
      return zip(array, other).allSatisfy { agrees($0, $1) }
    case .dictionary(let object):
      guard let other = other as? [String: Any], other.count == object.count else { return false }
      return object.allSatisfy { member in
        other[member.name].map { agrees(member.value, $0) } ?? false
      }
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    // Invariant: `objCType` points to a constant, zero-terminated string. JSON has no other number
    // of the Objective-C type `c`, a signed char.
    unsafe number.objCType.pointee == CChar(UInt8(ascii: "c"))
  }
}
