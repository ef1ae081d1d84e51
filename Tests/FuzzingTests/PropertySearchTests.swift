import RushJSONCore
import Testing

/// The search finds what fails, makes it small, and replays it.
@Suite struct PropertySearchTests {
  /// Fails for each text with three commas after an odd choice.
  private static let search = PropertySearch(name: "few commas") { input in
    let choice = input.byte()
    let text = input.rest()
    if choice & 1 == 0 { return }
    try check("a text has few commas", text.count { $0 == 0x2c } < 3)
  }

  @Test func findsShrinksAndReplays() throws {
    let failure = try #require(Self.search.failure(from: 1, count: 10_000))
    // The seed alone makes the same input.
    #expect(Self.search.failure(seed: failure.seed)?.input == failure.input)
    let shrunk = Self.search.shrunk(failure)
    #expect(shrunk.input == [1] + Array(",,,".utf8))
    #expect(shrunk.seed == failure.seed)
    let error = try #require(Self.search.error(of: shrunk.input) as? PropertyFailure)
    #expect(error.property == "a text has few commas")
    #expect(shrunk.description.contains("012c2c2c"))
  }

  @Test func aPropertyThatHoldsHasNoFailure() {
    let search = PropertySearch(name: "a byte") { input in
      try check("a byte has eight bits", input.byte() <= 255)
    }
    #expect(search.failure(from: 1, count: 100) == nil)
  }

  /// Shrinking must not lead from one failure to another.
  @Test func staysWithTheSameProperty() throws {
    let search = PropertySearch(name: "two") { input in
      let text = input.rest()
      try check("short", text.count < 5)
      try check("not empty", !text.isEmpty)
    }
    let failure = PropertySearch.Failure(
      name: "two", seed: 0, input: Array(repeating: 0x61, count: 40),
      error: PropertyFailure(property: "short", detail: ""))
    #expect(search.shrunk(failure).input == [0, 0, 0, 0, 0])
  }

  @Test func missingBytesAreThePlainestChoices() {
    var input = FuzzInput([])
    let integers = [input.integer(in: 3...9), input.integer(in: -70_000...70_000)]
    #expect(integers == [3, -70_000])
    let isChosen = input.chance(2, in: 3)
    #expect(!isChosen)
    let element = input.element(of: ["first", "second"])
    #expect(element == "first")
    let options = input.readingOptions()
    #expect(options == JSONReadingOptions())
    let texts = [input.line(.pattern), input.rest()]
    #expect(texts == [[], []])
  }

  /// Each kind of text varies, and most JSON texts have structure.
  @Test(arguments: TextGenerator.Kind.allCases)
  func textsVary(_ kind: TextGenerator.Kind) {
    var texts: Set<[UInt8]> = []
    for seed in 0..<200 as Range<UInt64> {
      var generator = TextGenerator(seed: seed)
      texts.insert(generator.text(kind))
    }
    #expect(texts.count > 100)
  }
}
