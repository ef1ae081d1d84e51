import Foundation
import RushJSON
import Testing

/// Where this library differs from Foundation. Each row of the table in Docs/FoundationDifferences.md
/// has a test that both sides still do what the row says.
@Suite("Differences from Foundation")
struct FoundationDifferences {
  private func foundationReads(_ text: some DataProtocol) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  private func weRead(_ text: some DataProtocol, _ leniencies: JSONReadingOptions.Leniencies = [])
    -> Bool
  {
    (try? JSONDocument.validate(Data(text), options: .init(leniencies: leniencies))) != nil
  }

  @Test("one trailing comma")
  func trailingComma() {
    for text in ["[1,]", "{\"a\":1,}"] {
      #expect(foundationReads(text.utf8.asData))
      #expect(!weRead(text.utf8.asData))
      #expect(weRead(text.utf8.asData, .trailingCommas))
    }
  }

  @Test("values that are never read")
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

  @Test("U+FEFF at the start of a string, or after an escape")
  func markInAString() throws {
    // The second mark follows an escape.
    let text = Data("[\"\u{feff}\\t\u{feff}a\"]".utf8)
    let theirs = try JSONSerialization.jsonObject(with: text) as? [String]
    #expect(theirs?.first.map { Array($0.utf8) } == [0x09, 0x61])
    let ours = try RawJSON(parsing: Array(text)).arrayValue?.first?.stringValue
    #expect(ours.map { Array($0.utf8) } == Array("\u{feff}\t\u{feff}a".utf8))
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
      (JSONReadingOptions.DuplicateNames.keepLast, 2), (.keepFirst, 1),
    ] {
      let options = JSONReadingOptions(duplicateNames: policy)
      #expect(try JSONDocument(parsing: text, options: options).root["a"]?.int() == value)
      #expect(try RawJSON(parsing: text, options: options)["a"]?.intValue == value)
    }
    #expect(throws: JSONSyntaxError(.duplicateName, at: 7)) {
      try JSONDocument(parsing: text, options: .init(duplicateNames: .refuse))
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

  @Test("keys that are canonically equal")
  func canonicallyEqualKeys() throws {
    struct Both: Encodable {
      private enum Key: String, CodingKey {
        case composed = "\u{e9}"
        case decomposed = "e\u{301}"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .composed)
        try container.encode(2, forKey: .decomposed)
      }
    }
    let foundation = try JSONEncoder().encode(Both())
    #expect(try JSONDocument(parsing: foundation).root.count == 1)
    let own = try RushJSONEncoder().encodeToString(Both())
    #expect(Array(own.utf8) == Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8))
  }

  @Test("a number beyond Double")
  func hugeNumbers() throws {
    #expect(!foundationReads("1e400".utf8.asData))
    let document = try JSONDocument(parsing: "1e400")
    #expect(try document.root.number().text == "1e400")
    #expect(throws: JSONValueError.self) { try document.root.double() }
  }

  @Test("more combining marks in a row than any language has")
  func combiningMarks() throws {
    let text = "{\"a\":\"e" + String(repeating: "\u{301}", count: 257) + "\"}"
    #expect(try JSONDecoder().decode([String: String].self, from: text.utf8.asData).count == 1)
    #expect(try JSONDocument(parsing: text).root.count == 1)
    let decoder = RushJSONDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode([String: String].self, from: text) }
    decoder.readingOptions.maximumCombiningMarks = 257
    #expect(try decoder.decode([String: String].self, from: text).count == 1)
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

  @Test("a zero with an exponent", arguments: ["0e1", "-0.0e1"], [false, true])
  func zeroWithExponent(_ text: String, _ allowsJSON5: Bool) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: Data(text.utf8)) }
    let options: JSONReadingOptions = allowsJSON5 ? .json5 : .strict
    #expect(try JSONDocument(parsing: text, options: options).root.double() == 0)
  }
}

extension String.UTF8View {
  fileprivate var asData: Data { Data(self) }
}

// MARK: - RushJSONDecoder

extension FoundationDifferences {
  private func both<T: Decodable>(_ type: T.Type, _ text: String) -> (Outcome, Outcome) {
    BothDecoders().outcomes(type, Data(text.utf8))
  }

  @Test("decoding a number that does not fit")
  func unfittingNumbers() {
    let (foundation, rush) = both([String: Int8].self, #"{"a":300}"#)
    #expect(foundation.errorCase == "dataCorrupted" && foundation.path.isEmpty)
    #expect(rush.errorCase == "dataCorrupted" && rush.path == ["a"])
    #expect(rush.text == "Number 300 is not representable in Int8.")
  }

  @Test("decoding text that is not an ISO 8601 date")
  func noISO8601Date() {
    let (foundation, rush) = BothDecoders([.iso8601]).outcomes(
      Box<Date>.self, Data(#"{"a":"x"}"#.utf8))
    #expect(foundation.path.isEmpty)
    #expect(rush.path == ["a"])
    #expect(rush.errorCase == foundation.errorCase && rush.text == foundation.text)
  }

  @Test("decoding integers that are written with a fraction")
  func integersWithFractions() {
    let largest = both(Int.self, "9223372036854775807.0")
    #expect(largest.0.errorCase == "dataCorrupted")
    #expect(largest.1.value == "9223372036854775807")
    let half = both(Int.self, "9007199254740993.5")
    #expect(half.0.value == "9007199254740993")
    #expect(half.1.errorCase == "dataCorrupted")
  }

  @Test("values that are never read, decoded")
  func unreadValuesDecoded() {
    let (foundation, rush) = both(Box<Int>.self, #"{"a":1,"b":01}"#)
    #expect(foundation.value != nil)
    #expect(rush.errorCase == "dataCorrupted")
  }

  @Test("the order of keys and of errors")
  func orderOfKeys() throws {
    struct Keys: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      }
    }
    let text = #"{"z":1,"y":2,"x":3,"w":4,"v":5,"u":6}"#
    #expect(try RushJSONDecoder().decode(Keys.self, from: text).names.joined() == "zyxwvu")
    #expect(both([String: String].self, text).1.path == ["z"])
  }

  @Test("the place of an error in the text")
  func places() {
    func underlying(_ decode: (String) throws -> [Int], _ text: String) -> (any Error)? {
      do {
        _ = try decode(text)
      } catch DecodingError.dataCorrupted(let context) {
        return context.underlyingError
      } catch DecodingError.typeMismatch(_, let context) {
        return context.underlyingError
      } catch {}
      return nil
    }
    func rush(_ text: String) throws -> [Int] { try RushJSONDecoder().decode(from: text) }
    func foundation(_ text: String) throws -> [Int] {
      try JSONDecoder().decode([Int].self, from: Data(text.utf8))
    }
    #expect(underlying(rush, "[1 2]") is JSONSyntaxError)
    #expect((underlying(rush, "[1,true]") as? JSONValueError)?.offset == 3)
    #expect(underlying(foundation, "[1,true]") == nil)
  }

  @Test("UTF-32LE with a byte order mark")
  func markedUTF32() throws {
    for text in ["[1]", "[7, 8]"] {
      let data = try #require("\u{feff}\(text)".data(using: .utf32LittleEndian))
      let (foundation, rush) = BothDecoders().outcomes([Int].self, data)
      #expect(rush.value != nil)
      #if os(Linux)
        #expect(foundation.errorCase == "dataCorrupted")
      #endif
    }
  }

  @Test("decoding numbers of many digits with a fraction as integers")
  func longFractions() {
    for text in ["92233720368547758.07", "922337203685477580.7"] {
      let (foundation, rush) = both(Int.self, text)
      #expect(foundation.value == String(text.prefix { $0 != "." }))
      #expect(rush.errorCase == "dataCorrupted")
      #expect(rush.text == "Number \(text) is not representable in Int.")
    }
  }

  @Test("JSON5: hexadecimal integers as floating point")
  func hexadecimalDoubles() throws {
    let decoders = BothDecoders([.json5])
    for (text, value) in [
      ("0x20000000000001", 0x1p53), ("-0x20000000000001", -0x1p53), ("0xFFFFFFFFFFFFFFFF", 0x1p64),
      ("0x10000000000000000", 0x1p64),
    ] {
      let (foundation, rush) = decoders.outcomes(Double.self, Data(text.utf8))
      #expect(foundation.errorCase == "dataCorrupted")
      #expect(rush.value == "\(value)")
    }
    for text in ["0xFFFFFFFF", "0x1000001"] {
      let (foundation, rush) = decoders.outcomes(Float.self, Data(text.utf8))
      #expect(foundation.errorCase == "dataCorrupted")
      #expect(rush.value == (text == "0xFFFFFFFF" ? "4.2949673e+09" : "16777216.0"))
    }
    let (theirs, ours) = decoders.outcomes(Decimal.self, Data("0x10000000000000000".utf8))
    #expect(theirs.errorCase == "dataCorrupted")
    let power = try #require(Decimal(string: "18446744073709551616"))
    #expect(ours == Outcome { power })
    // Foundation reads them as 128-bit integers, too.
    let (foundation, rush) = decoders.outcomes(Int128.self, Data("0x10000000000000000".utf8))
    #expect(foundation == rush && rush.value == "18446744073709551616")
  }

  @Test("JSON5: a hexadecimal number with an exponent")
  func hexadecimalExponents() {
    let (foundation, rush) = BothDecoders([.json5]).outcomes([Int].self, Data("[0x1p3]".utf8))
    #expect(foundation.value == "Array<Int>(: 8)")
    #expect(rush.errorCase == "dataCorrupted")
  }

  @Test("JSON5: the byte A0")
  func nonBreakingSpace() {
    for bytes: [UInt8] in [[0x5b, 0xa0, 0x31, 0x5d], [0x5b, 0x31, 0xa0, 0x5d]] {
      let (foundation, rush) = BothDecoders([.json5]).outcomes([Int].self, Data(bytes))
      #expect(foundation.value == "Array<Int>(: 1)")
      #expect(rush.errorCase == "dataCorrupted")
    }
  }

  @Test("strings with escapes for numbers that are not finite")
  func escapedFloats() {
    let decoders = BothDecoders([.floats("Inf", "-Inf", "a\"b")])
    for (text, value) in [(#""\u0049nf""#, "inf"), (#""a\"b""#, "nan")] {
      let (foundation, rush) = decoders.outcomes(Double.self, Data(text.utf8))
      #expect(foundation.errorCase == "typeMismatch")
      #expect(rush.value == value)
    }
  }

  @Test("duplicates in a dictionary under a key strategy")
  func duplicatesUnderAStrategy() {
    let text = Data(#"{"a":1,"a":"x"}"#.utf8)
    let (foundation, rush) = BothDecoders([.snakeCase]).outcomes([String: Int].self, text)
    #expect(foundation.errorCase == "typeMismatch")
    #expect(rush.value != nil)
    // Without a strategy, Foundation agrees since Swift 6.3.
    let plain = both([String: Int].self, #"{"a":1,"a":"x"}"#).0
    #expect(plain.value == (isFoundationOfSwift63 ? rush.value : nil))
  }
}

// MARK: - RushJSONEncoder

extension FoundationDifferences {
  @Test("encoding Decimal.nan")
  func decimalNaN() throws {
    #expect(try JSONEncoder().encode([Decimal.nan]) == Data("[NaN]".utf8))
    let error = #expect(throws: EncodingError.self) { try RushJSONEncoder().encode([Decimal.nan]) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
  }

  @Test("paths in nested containers and payloads, encoded")
  func encodingPaths() {
    enum Payload: Encodable { case x(Double), y(list: [Double]) }
    let nested = Scripted { encoder in
      var container = encoder.container(keyedBy: Scripted.Key.self)
      var inner = container.nestedContainer(keyedBy: Scripted.Key.self, forKey: .a)
      try inner.encode(Double.nan, forKey: .b)
    }
    let list = Scripted { encoder in
      var container = encoder.unkeyedContainer()
      var inner = container.nestedUnkeyedContainer()
      try inner.encode(Double.nan)
    }
    func paths(_ value: some Encodable) -> [[String]] {
      func path(_ encode: () throws -> Void) -> [String] {
        do {
          try encode()
        } catch EncodingError.invalidValue(_, let context) {
          return context.codingPath.map(\.stringValue)
        } catch {}
        return ["no such error"]
      }
      return [
        path { _ = try JSONEncoder().encode(value) },
        path { _ = try RushJSONEncoder().encode(value) as Data },
      ]
    }
    #expect(paths([Payload.x(.nan)]) == [["Index 0", "_0"], ["Index 0", "x", "_0"]])
    let element = isFoundationOfSwift63 ? ["Index 0"] : []
    #expect(
      paths(["k": Payload.y(list: [.nan])])
        == [["k", "list"] + element, ["k", "y", "list", "Index 0"]])
    #expect(paths([nested]) == [["Index 0", "b"], ["Index 0", "a", "b"]])
    #expect(paths([list]) == [["Index 0", "Index 0"], ["Index 0", "Index 0", "Index 0"]])
  }

  @Test("a part of a value on another thread, encoded")
  func encodingOnAnotherThread() throws {
    /// Used by the other thread while this one waits for it.
    final class Work: @unchecked Sendable {
      var container: any SingleValueEncodingContainer
      var error: (any Error)?
      init(_ container: any SingleValueEncodingContainer) { self.container = container }
      func run() { do { try container.encode(1) } catch { self.error = error } }
    }
    struct Elsewhere: Encodable {
      func encode(to encoder: any Encoder) throws {
        let work = Work(encoder.singleValueContainer())
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          work.run()
          done.signal()
        }
        done.wait()
        if let error = work.error { throw error }
      }
    }
    #expect(try JSONEncoder().encode([Elsewhere()]) == Data("[1]".utf8))
    #expect(throws: EncodingError.self) { try RushJSONEncoder().encode([Elsewhere()]) as Data }
  }
}
