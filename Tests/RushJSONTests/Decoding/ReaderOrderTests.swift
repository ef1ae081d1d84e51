import CorpusGenerator
import RushJSON
import RushJSONStreams
import Testing

/// Calls of a reader in an order that no model makes. `ReaderProperties` makes random ones.
@Suite struct ReaderOrderTests {
  private struct Calls: Sendable {
    let run: @Sendable (inout JSONReader) throws -> String
  }

  private struct Caller: Decodable, JSONReadable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    @TaskLocal static var calls: Calls?
    let result: String

    init(from reader: inout JSONReader) throws {
      result = try Self.calls?.run(&reader) ?? ""
    }
  }

  private func result(
    _ text: String, duplicates: JSONReadingOptions.DuplicateNames = .keepLast,
    _ calls: @escaping @Sendable (inout JSONReader) throws -> String
  ) throws -> String {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.duplicateNames = duplicates
    return try Caller.$calls.withValue(Calls(run: calls)) {
      try decoder.decode(Caller.self, from: text).result
    }
  }

  private static let policies: [JSONReadingOptions.DuplicateNames] = [
    .keepFirst, .keepLast, .refuse,
  ]

  /// After `nextName()`, the place is a value, which is not a name whatever it is.
  @Test(
    arguments: [
      #"{"created":1234567890123456,"id":2}"#, #"{"created":"id","id":2}"#,
      #"{"created":"\u0069d","id":2}"#, #"{"created":"x","id":2}"#, #"{"created":1.5,"id":2}"#,
      #"{"created":[1,"id",5],"id":2}"#, #"{"created":{"id":1},"id":2}"#,
      #"{"created":null,"id":2}"#, #"{"created":[],"id":2}"#, #"{"id":2}"#,
      #"{"created":true,"x":{},"\u0069d":2}"#,
    ], policies)
  func searchSkipsValueAfterName(_ text: String, _ policy: JSONReadingOptions.DuplicateNames)
    throws
  {
    let found = try result(text, duplicates: policy) { reader in
      try reader.beginObject()
      _ = reader.nextName()
      return "\(try reader.value("id") as Int)"
    }
    #expect(found == "2")
  }

  @Test(arguments: policies)
  func searchAfterLastNameFindsNothing(_ policy: JSONReadingOptions.DuplicateNames) throws {
    for value in ["1234567890123456", #""\u0069d""#, #""id""#, "[]", #"{"id":1}"#] {
      let found = try result("{\"secret\":\(value)}", duplicates: policy) { reader in
        try reader.beginObject()
        _ = reader.nextName()
        return "\(try reader.value("id") as Int?, default: "nil") \(try reader.contains("id"))"
      }
      #expect(found == "nil false", "\(value)")
    }
  }

  /// A name that `nextName()` has returned can be asked for, and its value is still the next element.
  @Test(arguments: policies)
  func namesInOrderDoNotHideMembers(_ policy: JSONReadingOptions.DuplicateNames) throws {
    let text = #"{"a":1,"\u0062":2,"c":3}"#
    let found = try result(text, duplicates: policy) { reader in
      try reader.beginObject()
      let names = [reader.nextName(), reader.nextName()].map { $0 ?? "nil" }
      let members = "\(try reader.value("b") as Int) \(try reader.value("a") as Int)"
      return "\(names) \(members) \(try reader.value("c") as Int)"
    }
    #expect(found == #"["a", "b"] 2 1 3"#)
  }

  private static let equivalents = [
    #"{"é":1,"é":2}"#, #"{"é":1,"é":2}"#, #"{"é":1,"é":2,"é":3}"#, #"{"\u00e9":1,"e\u0301":2}"#,
    #"{"K":1,"\u212a":2}"#, #"{"\u212a":1,"K":2}"#, #"{"\u212a":1,"x":2}"#, #"{"x":0,"K":1}"#,
    #"{"é":1,"é":2}"#, #"{"é":1}"#, #"{"x":0,"é":1,"é":[],"K":2}"#,
  ]

  /// Names are equal if their scalars are, as in documents, trees and projections. Without such a member, a
  /// name that Swift compares as equal is found, as with `Codable`.
  @Test(arguments: equivalents.map { $0.replacing("é", with: "e\u{301}") } + equivalents, policies)
  func memberWithSameScalarsCountsFirst(
    _ text: String, _ policy: JSONReadingOptions.DuplicateNames
  ) throws {
    let options = JSONReadingOptions(duplicateNames: policy)
    guard let document = try? JSONDocument(parsing: text, options: options) else { return }
    for names: [JSONName] in [
      ["é", "e\u{301}", "K", "\u{212a}"], ["\u{212a}", "K", "e\u{301}", "é"],
    ] {
      let read = try result(text, duplicates: policy) { reader in
        try reader.beginObject()
        return try names.map { "\(try reader.value($0) as RawJSON?, default: "nil")" }
          .joined(separator: " ")
      }
      let expected = try names.map { name in
        let name = name.description
        let exact = try document.root[name]?.decode(RawJSON.self)
        let tree = try RawJSON(parsing: text, options: options)
        let pointer = JSONPointer(tokens: [name])
        let projected = try JSONProjection([pointer]).values(in: text.utf8, options: options)
        #expect(tree[name] == exact && projected == [exact])
        let equivalent = try document.root.members().filter { $0.name == name }
        let counting = policy == .keepLast ? equivalent.last : equivalent.first
        return try "\(exact ?? counting?.value.decode(RawJSON.self), default: "nil")"
      }
      #expect(read == expected.joined(separator: " "), "\(names)")
    }
  }

  private static let pairs: [(plain: JSONName, prepared: JSONName)] = [
    ("a", JSONName(prepared: #","a":"#)), ("b", JSONName(prepared: #","b":"#)),
    ("ab", JSONName(prepared: #","ab":"#)), ("abc", JSONName(prepared: #","abc":"#)),
    ("identifier", JSONName(prepared: #","identifier":"#)), ("q", JSONName(prepared: #","q":"#)),
    ("inner_identifier_of_it", JSONName(prepared: #","inner_identifier_of_it":"#)),
  ]

  /// A prepared name, which is asked for once, finds what the same name finds that is not prepared.
  @Test(arguments: 0..<50, policies)
  func preparedNamesFindTheSameMembers(
    _ seed: UInt64, _ policy: JSONReadingOptions.DuplicateNames
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      // "ba" and "x" are asked for by nobody, and the last one is another spelling of "a".
      let names = Self.pairs.map(\.plain.description) + ["ba", "x", #"\u0061"#]
      let members = (0..<Int.random(in: 0...9, using: &random)).map { index in
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let value = ["1", "[2]", #"{"a":3,"b":4}"#, "null"][Int.random(in: 0..<4, using: &random)]
        return "\"\(name)\":[\(index),\(value)]"
      }
      let text = "{\(members.joined(separator: ","))}"
      if (try? RawJSON(parsing: text, options: .init(duplicateNames: policy))) == nil { continue }
      let order = Self.pairs.indices.shuffled(using: &random)
      let results = try [false, true].map { isPrepared in
        try result(text, duplicates: policy) { reader in
          try reader.beginObject()
          return try order.map {
            let (plain, prepared) = Self.pairs[$0]
            let value: RawJSON? = try reader.value(isPrepared ? prepared : plain)
            return "\(value, default: "nil")"
          }.joined(separator: " ")
        }
      }
      #expect(results[0] == results[1], "\(text) \(order)")
    }
  }

  /// A path has the name that was asked for, not an equivalent one of the text.
  @Test(arguments: policies)
  func pathsHaveTheNameThatWasAskedFor(_ policy: JSONReadingOptions.DuplicateNames) throws {
    struct Inner: Decodable { let x: [Int] }
    for (text, name) in [
      ("{\"e\u{301}\":{\"x\":[true]}}", "é"), ("{\"\u{212a}\":{\"x\":[true]}}", "K"),
    ] as [(String, JSONName)] {
      let path = try result(text, duplicates: policy) { reader in
        try reader.beginObject()
        do {
          return "\(try reader.value(name) as Inner)"
        } catch DecodingError.typeMismatch(_, let context) {
          return "\(context.codingPath.map { Array($0.stringValue.unicodeScalars) })"
        }
      }
      let names = [name.description, "x", "Index 0"]
      #expect(path == "\(names.map { Array($0.unicodeScalars) })")
    }
  }

  /// `nextName()` that returns `nil` has passed the last value.
  @Test(arguments: policies)
  func nothingIsLeftAfterTheLastName(_ policy: JSONReadingOptions.DuplicateNames) throws {
    for text in [#"{"a":1}"#, #"{"a":{"b":1},"c":[2]}"#, "{}", #"{"a":"a"}"#] {
      let isAtEnd = try result(text, duplicates: policy) { reader in
        try reader.beginObject()
        while reader.nextName() != nil {}
        let isAtEnd = reader.isAtEnd
        do {
          try reader.skipElement()
          return "\(isAtEnd), but an element"
        } catch DecodingError.valueNotFound {
          return "\(isAtEnd)"
        }
      }
      #expect(isAtEnd == "true", "\(text)")
    }
  }

  /// A type may try one kind of value, then another.
  @Test(arguments: [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast])
  func askingTwiceFindsTheSameMember(_ policy: JSONReadingOptions.DuplicateNames) throws {
    for text in [
      #"{"a":1,"a":"x"}"#, #"{"a":1,"b":2,"a":"x"}"#, #"{"b":0,"a":1,"\u0061":"x","b":3}"#,
      #"{"a":1,"c":[],"b":{},"a":"x","a":"y"}"#,
    ] {
      let document = try JSONDocument(
        parsing: text, options: JSONReadingOptions(duplicateNames: policy))
      let found = try result(text, duplicates: policy) { reader in
        try reader.beginObject()
        let number = (try? reader.value("a") as Int).map { "\($0)" }
        _ = try reader.value("b") as RawJSON?
        return "\(number ?? "none") \(try reader.value("a") as RawJSON)"
      }
      let counting = try document.root["a"]?.decode(RawJSON.self) ?? .null
      #expect(found == "\(counting.intValue.map { "\($0)" } ?? "none") \(counting)", "\(text)")
    }
  }

  @Test func firstOfEqualNamesCountsAfterNextName() throws {
    let text = #"{"a":1,"b":0,"a":2}"#
    let found = try result(text, duplicates: .keepFirst) { reader in
      try reader.beginObject()
      _ = reader.nextName()
      return "\(try reader.value("b") as Int) \(try reader.value("a") as Int)"
    }
    #expect(found == "0 1")
  }

  /// The inner type begins an array and then asks for a member.
  @Test(
    arguments: [
      "[1234567890123]", #"["id"]"#, #"["\u0069d"]"#, #"["x",1]"#, "[]", #"[{"id":1}]"#,
    ], policies)
  func searchInArrayIsTypeMismatch(_ list: String, _ policy: JSONReadingOptions.DuplicateNames)
    throws
  {
    struct Inner: Decodable, JSONReadable {
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
      }
      init(from reader: inout JSONReader) throws {
        _ = try reader.beginArray()
        _ = try reader.value("id") as Int
      }
    }
    for text in [#"{"a":1,"l":\#(list)}"#, #"{"l":\#(list),"id":7}"#] {
      let found = try result(text, duplicates: policy) { reader in
        try reader.beginObject()
        _ = try reader.value("a") as Int?
        do {
          _ = try reader.value("l") as Inner
        } catch DecodingError.typeMismatch(_, let context) {
          return context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        return "no error"
      }
      #expect(found == "l", "\(text)")
    }
  }

  /// A caught error leaves the reader where it was.
  @Test func arrayContinuesAfterSearch() throws {
    let found = try result("[[5,6]]") { reader in
      _ = try reader.beginArray()
      let isRefused: Bool
      do {
        isRefused = try reader.contains("a")
      } catch DecodingError.typeMismatch {
        isRefused = true
      }
      return "\(isRefused) \(try reader.element() as [Int]) \(reader.isAtEnd)"
    }
    #expect(found == "true [5, 6] true")
  }

  /// An outer object is begun again after an inner one.
  @Test(arguments: policies)
  func unknownMembersAreThoseOfTheObjectAround(_ policy: JSONReadingOptions.DuplicateNames) throws {
    struct Inner: Decodable, JSONReadable {
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
      }
      init(from reader: inout JSONReader) throws {
        try reader.beginObject()
        _ = try reader.value("x") as Int
        try reader.refuseUnknownMembers(beside: { $0.add("x") })
      }
    }
    let found = try result(#"{"in":{"x":1},"a":2,"b":3}"#, duplicates: policy) { reader in
      try reader.beginObject()
      _ = try reader.value("in") as Inner
      try reader.beginObject()
      _ = try reader.value("a") as Int
      let rest: RawJSON.Object = reader.unknownMembers(beside: {
        $0.add("in"); $0.add("a")
      })
      return "\(rest.map(\.name))"
    }
    #expect(found == #"["b"]"#)
  }
}
