import RushJSONCore
import Testing

/// Values that are only `Encodable`, in a writer without an encoder.
@Suite struct EncodableInWriterTests {
  struct Place: Encodable {
    var name = "a/é\u{2028}<\"\u{7}"
    var numbers = [1.5, 1e300, -0.0, 7]
    var nested = ["key": [1, 2]]
    var nothing: Int?
  }

  /// Its `encode(to:)` writes a text with another writer first.
  struct Outer: Encodable {
    func encode(to encoder: any Encoder) throws {
      var writer = JSONWriter()
      try writer.value(Place())
      var container = encoder.singleValueContainer()
      try container.encode([try writer.finishString()])
    }
  }

  struct Failing: Encodable {
    struct Fault: Error {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw Fault()
    }
  }

  static let options: [JSONWritingOptions] = {
    var all: [JSONWritingOptions] = [.compact, .pretty, .foundationPretty, .canonical]
    let changes: [(inout JSONWritingOptions) -> Void] = [
      { $0.escaping = .slashes }, { $0.escaping = [.nonASCII, .html] }, { $0.nameOrder = .utf16 },
      { $0.numbers = .double }, { $0.numberLayout = .swift }, { $0.numberLayout = .ecmaScript },
      { $0.refusesDuplicateNames = true }, { $0.maximumDepth = 5 },
    ]
    for change in changes {
      var options = JSONWritingOptions.compact
      change(&options)
      all.append(options)
    }
    return all
  }()

  @Test(arguments: options)
  func valuesAndMembersAreWrittenAsTheirTree(options: JSONWritingOptions) throws {
    let tree = try RawJSON(encoding: Place())
    var writer = JSONWriter(options: options)
    try writer.beginObject()
    for name: JSONName in ["a", "b", "c"] { try writer.member(name, Place()) }
    try writer.endObject()
    let expected: RawJSON = ["a": tree, "b": tree, "c": tree]
    #expect(try writer.finishString() == expected.jsonString(options))
  }

  @Test func aWriterWithinAValueHasASessionOfItsOwn() throws {
    let inner = try RawJSON(encoding: Place()).jsonString()
    var writer = JSONWriter()
    try writer.beginArray()
    for _ in 0..<3 { try writer.value(Outer()) }
    try writer.endArray()
    #expect(
      try RawJSON(parsing: writer.finishString()) == [
        [.string(inner)], [.string(inner)], [.string(inner)],
      ])
  }

  @Test func aFailureLeavesNothingToTheNextValue() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    for _ in 0..<3 {
      #expect(throws: JSONWritingError.self) { try writer.value(Failing()) }
      try writer.value(["x": 1])
    }
    try writer.endArray()
    #expect(try writer.finishString() == #"[{"x":1},{"x":1},{"x":1}]"#)
  }

  @Test func aLowerLimitOfTheWriterHolds() throws {
    var options = JSONWritingOptions.compact
    options.maximumDepth = 2
    var writer = JSONWriter(options: options)
    try writer.beginArray()
    #expect(throws: JSONWritingError.self) { try writer.value([[1]]) }
  }
}
