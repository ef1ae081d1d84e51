import RushJSONCore
import Testing

/// Texts about as long as the memory on the stack that short ones are written to.
@Suite struct ShortTextWritingTests {
  @Test func textsOfEachLengthAroundTheRoom() throws {
    for count in Array(0..<40) + Array(860..<1_060) {
      let content = String(repeating: "a", count: count)
      let text = "[\"\(content)\",{\"n\":-1.5}]"
      let tree: RawJSON = [.string(content), ["n": -1.5]]
      let document = try JSONDocument(parsing: " " + text)
      #expect(try tree.jsonBytes() == Array(text.utf8))
      #expect(try tree.jsonString() == text)
      #expect(try document.jsonBytes() == Array(text.utf8))
      #expect(try document.root.jsonString() == text)
      #expect(try RawJSON.Object(["n": tree]).jsonString() == "{\"n\":\(text)}")
    }
  }

  @Test func limitsHoldOnTheStack() throws {
    var options = JSONWritingOptions.compact
    for limit in [0, 1, 9, 10, 11, 63, 64, 900, 1_100] {
      options.maximumLength = limit
      for count in [0, 8, 9, 62, 63, 898, 899, 1_098, 1_099] {
        let tree = RawJSON.string(String(repeating: "a", count: count))
        let isShortEnough = count + 2 <= limit
        let bytes = Result { try tree.jsonBytes(options) }
        let string = Result { try tree.jsonString(options) }
        switch (bytes, string) {
        case (.success(let bytes), .success(let string)):
          #expect(isShortEnough && bytes.count == count + 2 && Array(string.utf8) == bytes)
        case (.failure(let error), .failure):
          #expect(!isShortEnough && (error as? JSONWritingError)?.kind == .tooLong(limit: limit))
        default: Issue.record("\(bytes) and \(string)")
        }
      }
    }
  }

  /// A short text with an error is left to a writer, which reports it as it does for long texts.
  @Test(arguments: [0, 2_000])
  func errorsAreThoseOfLongTexts(padding: Int) throws {
    func error(_ value: some JSONWritable) -> JSONWritingError? {
      var options = JSONWritingOptions.canonical
      options.maximumDepth = 3
      return #expect(throws: JSONWritingError.self) { try value.jsonBytes(options) }
    }
    func text(_ value: String) -> String {
      "[\"\(String(repeating: "a", count: padding))\",\(value)]"
    }
    let number = text(#"{"n":[1,1e400]}"#)
    for error in try [error(RawJSON(parsing: number)), error(JSONDocument(parsing: number))] {
      #expect(error?.kind == .notRepresentable(number: "1e400") && error?.pointer == "/1/n/1")
    }
    let deep = text("[[[1]]]")
    for error in try [error(RawJSON(parsing: deep)), error(JSONDocument(parsing: deep).root)] {
      #expect(error?.kind == .tooDeep(limit: 3))
    }
    let duplicate = try error(JSONDocument(parsing: text(#"{"n":1,"n":2}"#)))
    #expect(duplicate?.kind == .duplicateName("n") && duplicate?.pointer == "/1")
  }

  @Test func optionsAreEqualIfTheirStringsAre() {
    func options(_ numbers: JSONWritingOptions.NonFiniteNumbers) -> JSONWritingOptions {
      var options = JSONWritingOptions.compact
      options.nonFiniteNumbers = numbers
      return options
    }
    let strings = ["+", "++"].map { positive in
      JSONWritingOptions.NonFiniteNumbers.strings(
        positiveInfinity: positive, negativeInfinity: "-", nan: "?")
    }
    for numbers in strings + [.null, .error] {
      #expect(options(numbers) == options(numbers))
      #expect(options(numbers).hashValue == options(numbers).hashValue)
      #expect(options(numbers).nonFiniteNumbers == numbers)
      #expect((options(numbers) == .compact) == (numbers == .error))
    }
    #expect(options(strings[0]) != options(strings[1]))
  }

  @Test func deepTreesOutgrowTheStack() throws {
    var tree: RawJSON = 1
    for depth in 1...20 {
      tree = [tree]
      let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      #expect(try tree.jsonString() == text)
    }
  }
}
