import RushJSONCore
import Testing

/// Strings, arrays and objects of a tree live as long as their owners, whoever these are.
@Suite struct TreeLifetimeTests {
  /// A text with strings of every length up to 300 bytes, and around two kilobytes.
  private static let lengths = Array(0..<300) + [1000, 2030, 2039, 2040] + Array(2043..<2050)
  private static let strings: [String] = lengths.flatMap { count in
    let letters = String(repeating: "a", count: count)
    return [letters, letters + "é", String(letters.dropLast()) + "z", letters + "漢字 \u{1F600}"]
  }

  private static func text(escaped: Bool = false) -> String {
    let records = strings.map { string in
      #"{"id":1,"text":"\#(escaped ? "\\n" : "")\#(string)","at":[1.5,-2],"tags":["a tag of 19 bytes!",[]]}"#
    }
    return "[" + records.joined(separator: ",") + "]"
  }

  @Test(arguments: [false, true])
  func valuesAreThoseOfTheText(escaped: Bool) throws {
    let tree = try RawJSON(parsing: Self.text(escaped: escaped))
    for (index, string) in Self.strings.enumerated() {
      #expect(tree[index]?["text"]?.stringValue == (escaped ? "\n" : "") + string)
      #expect(tree[index]?["at"] == [1.5, -2])
      #expect(tree[index]?["tags"] == ["a tag of 19 bytes!", []])
    }
  }

  @Test(arguments: [#"\u0061"#, #"\u00e9"#, #"\n"#, #"\ud83d\ude00"#, #"\u6f22"#])
  func escapesAreLongerThanTheirMeaning(escape: String) throws {
    let counts = Array(1..<70) + [127, 128, 170, 171, 339, 340, 341, 342, 1023, 1024]
    let rows = counts.map { "\"\(String(repeating: escape, count: $0))\",\"16 bytes, at least\"" }
    let meanings = [
      #"\u0061"#: "a", #"\u00e9"#: "é", #"\n"#: "\n", #"\ud83d\ude00"#: "\u{1f600}",
      #"\u6f22"#: "漢",
    ]
    let tree = try RawJSON(parsing: "[\(rows.joined(separator: ","))]")
    let meaning = try #require(meanings[escape])
    for (index, count) in counts.enumerated() {
      let expected = String(repeating: meaning, count: count)
      #expect(tree[2 * index]?.stringValue == expected)
      #expect(tree[2 * index]?.stringValue?.hashValue == expected.hashValue)
      #expect(tree[2 * index]?.stringValue?.utf16.count == expected.utf16.count)
      #expect(tree[2 * index + 1] == "16 bytes, at least")
    }
  }

  @Test func valuesOutliveTheirTree() throws {
    var tree: RawJSON? = try RawJSON(parsing: Self.text())
    let strings = Self.strings.indices.compactMap { tree?[$0]?["text"]?.stringValue }
    let points = Self.strings.indices.compactMap { tree?[$0]?["at"] }
    let records = stride(from: 0, to: Self.strings.count, by: 7).compactMap { tree?[$0] }
    tree = nil
    let another = try RawJSON(parsing: Self.text(escaped: true))
    #expect(strings == Self.strings)
    #expect(points.allSatisfy { $0 == [1.5, -2] })
    #expect(
      records.map { $0["text"]?.stringValue }
        == stride(from: 0, to: Self.strings.count, by: 7).map { Self.strings[$0] })
    #expect(another[5]?["text"]?.stringValue == "\n" + Self.strings[5])
  }

  @Test func stringsChangeLikeOthers() throws {
    var tree: RawJSON? = try RawJSON(parsing: Self.text())
    var strings = Self.strings.indices.compactMap { tree?[$0]?["text"]?.stringValue }
    tree = nil
    var expected = Self.strings
    for index in strings.indices {
      for change in 0..<4 {
        Self.change(&strings[index], change)
        Self.change(&expected[index], change)
        #expect(strings[index] == expected[index])
        #expect(strings[index].utf16.count == expected[index].utf16.count)
      }
    }
  }

  private static func change(_ string: inout String, _ change: Int) {
    switch change {
    case 0: if let first = string.indices.first { string.remove(at: first) }
    case 1: string.replaceSubrange(string.startIndex..<string.startIndex, with: "é")
    case 2: string += " more than before"
    default: string.removeLast(min(string.count, 20))
    }
  }

  /// Long strings keep places of their UTF-16 form in the object.
  @Test func placesOfUTF16AreKept() throws {
    let long = String(repeating: "é漢x", count: 40)
    let text = "[" + Array(repeating: "\"\(long)\"", count: 100).joined(separator: ",") + "]"
    for isWhole in [false, true] {
      var tree: RawJSON? = try RawJSON(parsing: text)
      for index in 0..<100 where isWhole || index % 3 == 0 {
        let string = try #require(tree?[index]?.stringValue)
        #expect(string.utf16.count == long.utf16.count)
        let middle = string.utf16.index(string.startIndex, offsetBy: 100)
        #expect(string.utf16.distance(from: string.startIndex, to: middle) == 100)
        #expect(string.utf16[middle] == Array(long.utf16)[100])
      }
      tree = nil
    }
  }

  @Test func treesChangeLikeOthers() throws {
    var tree = try RawJSON(parsing: Self.text())
    let copy = tree
    for index in Self.strings.indices {
      tree[index]?["at"]?[0] = 7
      tree[index]?["new"] = "a string of 24 bytes here"
      if index % 2 == 0 { tree[index]?["text"] = nil }
      tree[index]?["tags"]?[1] = ["and", "another", "array"]
    }
    for index in Self.strings.indices {
      #expect(tree[index]?["at"] == [7, -2])
      #expect(tree[index]?["new"] == "a string of 24 bytes here")
      #expect(copy[index]?["at"] == [1.5, -2])
      #expect(copy[index]?["text"]?.stringValue == Self.strings[index])
      #expect(tree[index]?["tags"]?[1]?[2] == "another" || tree[index]?["tags"]?[1]?[2] == "array")
    }
  }

  @Test func refusedTextsFreeWhatWasRead() {
    let text = Self.text()
    for length in stride(from: 9000, to: text.utf8.count, by: 9973) {
      let cut = Array(text.utf8.prefix(length))
      #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: cut) }
    }
  }

  @Test(arguments: [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast])
  func duplicatesAreFreed(_ rule: JSONReadingOptions.DuplicateNames) throws {
    let record = #"{"a":"a string of 22 bytes","b":[1,2],"a":["another",2.5]}"#
    let text = "[" + Array(repeating: record, count: 300).joined(separator: ",") + "]"
    var options = JSONReadingOptions.strict
    options.duplicateNames = rule
    let tree = try RawJSON(parsing: text, options: options)
    let expected: RawJSON = rule == .keepFirst ? "a string of 22 bytes" : ["another", 2.5]
    for index in 0..<300 { #expect(tree[index]?["a"] == expected) }
  }

  @Test func deepTreesAreFreed() throws {
    let depth = 20_000
    var options = JSONReadingOptions.strict
    options.maximumDepth = depth
    let text =
      String(repeating: #"["a string of 22 bytes","#, count: depth - 1) + "[]"
      + String(repeating: "]", count: depth - 1)
    var tree: RawJSON? = try RawJSON(parsing: text, options: options)
    let inner = tree?[1]?[1]?[1]
    tree = nil
    #expect(inner?[0] == "a string of 22 bytes")
  }

  @Test func threadsFreeSharedValues() async throws {
    let text = Self.text()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      let tree = try RawJSON(parsing: text)
      for task in 0..<4 {
        group.addTask {
          var own: [RawJSON] = []
          var strings: [String] = []
          for index in Self.strings.indices where index % 4 >= task {
            if let record = tree[index] { own.append(record) }
            if let string = tree[index]?["text"]?.stringValue { strings.append(string) }
          }
          own.removeAll()
          return strings.allSatisfy { !$0.isEmpty || $0.utf8.count == 0 }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
