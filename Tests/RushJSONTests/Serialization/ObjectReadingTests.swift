import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// `RushJSONSerialization` makes the objects that `JSONSerialization` makes, types included.
@Suite("Objects from texts")
struct ObjectReadingTests {
  private typealias Options = RushJSONSerialization.ReadingOptions

  private static let optionSets: [UInt] = [0, 1, 2, 3, 4, 5, 6, 7]

  private func compare(_ data: Data, _ bits: UInt, _ name: String) throws {
    let theirs = Result {
      try JSONSerialization.jsonObject(
        with: data, options: JSONSerialization.ReadingOptions(rawValue: bits))
    }
    let ours = Result {
      try RushJSONSerialization.jsonObject(with: data, options: Options(rawValue: bits))
    }
    switch (theirs, ours) {
    case (.success(let theirs), .success(let ours)):
      #expect(described(ours) == described(theirs), "\(name)")
    case (.failure(let theirs), .failure(let ours)):
      let (theirs, ours) = (theirs as NSError, ours as NSError)
      #expect(ours.domain == theirs.domain && ours.code == theirs.code, "\(name)")
    default: Issue.record("\(name): \(theirs) and \(ours)")
    }
  }

  @Test(arguments: CorpusShape.allCases.filter { !$0.isLines })
  func generated(_ shape: CorpusShape) throws {
    for seed: UInt64 in 1...3 {
      let data = Data(shape.generate(seed: seed, targetBytes: 20_000))
      for bits in Self.optionSets { try compare(data, bits, "\(shape.name), seed \(seed)") }
    }
  }

  private static var corpus: URL {
    URL(filePath: #filePath).appending(path: "../../../../Corpus").standardizedFileURL
  }

  @Test(arguments: ["accept", "reject"])
  func corpus(_ folder: String) throws {
    let folder = Self.corpus.appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(files.count > 50)
    for name in files where name.hasSuffix(".json") {
      let data = try Data(contentsOf: folder.appending(path: name))
      for bits in Self.optionSets { try compare(data, bits, name) }
    }
  }

  private static let numbers = [
    "0", "-0", "-0.0", "1", "-1", "63", "64", "2147483648", "4294967296", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "-999999999999999999",
    "-1000000000000000000", "-9223372036854775808", "-9223372036854775809", "1.0", "1e2", "1E-2",
    "0.1", "0.123456789012345", "0.1234567890123456", "0.12345678901234567", "-0.123456789012345",
    "-0.12345678901234", "12345678901234567.0", "1234567890123456e1", "123456789012345678e1",
    "1.00000000000000000000", "100000000000000000e127", "100000000000000000e128",
    "123456789012345678e-128", "123456789012345678e-129", "0.1234567890123456789e-120",
    "1.2345678901234567890e-127", "1e-400", "1e400", "-1e400", "123456789012345678e00000000000005",
    "1234567890123456789012345678901234567890123456789012345678901234567890",
    "0.000000000000000000000000000000000000000000000000000000000000000000001",
    "99999999999999999999999999999999999999999999999999e110", "-65.613616999999977",
    "0.000000000000000000000", "-0.0000000000000000000", "1.7976931348623157e308", "5e-324",
    "-9.22337203685477580e18", "100000000000000000000000e-20",
  ]

  @Test(arguments: numbers)
  func number(_ text: String) throws {
    try compare(Data(text.utf8), 4, text)
    try compare(Data("[\(text),\(text)]".utf8), 0, text)
  }

  @Test func randomNumbers() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<3000 {
      var text = generator.chance(1, in: 2) ? "-" : ""
      func digits(_ generator: inout SeededGenerator, _ most: Int) -> String {
        (0..<generator.integer(in: 1...most)).map { _ in "\(generator.integer(in: 0...9))" }
          .joined()
      }
      text += generator.chance(1, in: 4) ? "0" : "\(generator.integer(in: 1...9))"
      if text.last != "0" { text += digits(&generator, 20) }
      if generator.chance(1, in: 2) { text += "." + digits(&generator, 24) }
      if generator.chance(1, in: 3) {
        text +=
          (generator.chance(1, in: 2) ? "e" : "E") + (generator.chance(1, in: 2) ? "-" : "")
          + digits(&generator, 3)
      }
      try compare(Data(text.utf8), 4, text)
    }
  }

  @Test func otherEncodings() throws {
    for encoding in [
      String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
      .utf8,
    ] {
      for text in ["[\"é\",1]", "\u{feff}{\"a\":1.5}"] {
        try compare(try #require(text.data(using: encoding)), 0, "\(encoding)")
      }
    }
  }

  @Test func names() throws {
    for text in [
      #"{"a":1,"a":2}"#, "{\"é\":1,\"e\u{301}\":2}", #"{"":[],"a":{"b":{}}}"#,
      #"{"a long name with \"escapes\"":1}"#,
    ] {
      for bits in Self.optionSets { try compare(Data(text.utf8), bits, text) }
    }
  }

  @Test func depth() throws {
    for depth in [512, 513] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try compare(Data(text.utf8), 0, "\(depth) levels")
    }
  }

  // MARK: - What Foundation does not have on Linux

  @Test func json5() throws {
    let text = "{a: 'x', /* c */ b: [0x10, +1, .5, NaN,],}"
    let object = try RushJSONSerialization.jsonObject(with: Data(text.utf8), options: .json5Allowed)
    let members = try #require(object as? [String: Any])
    #expect(members["a"] as? String == "x")
    let numbers = try #require(members["b"] as? [Double])
    #expect(numbers.prefix(3) == [16, 1, 0.5] && numbers[3].isNaN)
  }

  @Test(arguments: [
    (#""a": 1"#, ["a": 1]), ("", [:]), (#"{"a": 2}"#, ["a": 2]), (#""a": 1, "#, ["a": 1]),
  ])
  func topLevelDictionary(_ text: String, _ members: [String: Int]) throws {
    let object = try RushJSONSerialization.jsonObject(
      with: Data(text.utf8), options: .topLevelDictionaryAssumed)
    #expect(object as? [String: Int] == members)
  }

  // MARK: - Errors and streams

  @Test func errorsSayWhere() throws {
    let error = #expect(throws: CocoaError.self) {
      try RushJSONSerialization.jsonObject(with: Data("[1 2]".utf8))
    }
    #expect(error?.code == .propertyListReadCorrupt)
    let syntax = unsafe error?.userInfo[NSUnderlyingErrorKey] as? JSONSyntaxError
    #expect(syntax == JSONSyntaxError(.expectedCommaOrArrayEnd, at: 3))
    let fragment = #expect(throws: CocoaError.self) {
      try RushJSONSerialization.jsonObject(with: Data("1".utf8))
    }
    let value = unsafe fragment?.userInfo[NSUnderlyingErrorKey] as? JSONValueError
    #expect(value.map { "\($0)" } == "a number is not a valid array or object")
  }

  @Test func fromAStream() throws {
    let data = Data(CorpusShape.allCases[0].generate(seed: 1, targetBytes: 200_000))
    let stream = InputStream(data: data)
    stream.open()
    defer { stream.close() }
    #expect(
      described(try RushJSONSerialization.jsonObject(with: stream))
        == described(try JSONSerialization.jsonObject(with: data)))
  }

  /// On Linux, Foundation ends the process when such a stream is asked for its error.
  @Test func fromAStreamThatCannotBeOpened() throws {
    let missing = try #require(InputStream(fileAtPath: "/nonexistent/file"))
    missing.open()
    #expect(throws: (any Error).self) { try RushJSONSerialization.jsonObject(with: missing) }
  }
}
