import Testing

@testable import RushJSONCore

/// Small values are written by a writer that earlier values of the thread have used. Nothing that they did reaches later ones.
@Suite struct SpareWriterTests {
  private enum Deed: JSONWritable, CaseIterable {
    case nothing, unfinished, wrongCall, caughtError, deep, long, replaced, nested, notFinite

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      switch self {
      case .nothing: break
      case .unfinished:
        try writer.beginObject()
        try writer.name("a")
        try writer.beginArray()
      case .wrongCall:
        try writer.beginArray()
        try writer.endObject()
      case .caughtError:
        try writer.beginArray()
        do { try writer.name("a") } catch {}
        try writer.endArray()
      case .deep:
        for _ in 0..<200 { try writer.beginArray() }
        for _ in 0..<200 { try writer.endArray() }
      case .long:
        try writer.beginArray()
        for index in 0..<20_000 { try writer.integer(Int64(index)) }
        try writer.endArray()
      case .replaced:
        writer = JSONWriter(options: .pretty)
        try writer.null()
      case .nested:
        try writer.beginArray()
        for deed in Self.allCases where deed != .nested {
          do {
            try writer.string(deed.jsonString())
          } catch {
            try writer.null()
          }
        }
        try writer.endArray()
      case .notFinite: try writer.double(.nan)
      }
    }
  }

  private struct Ordinary: JSONWritable {
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.name("a")
      try writer.beginArray()
      try writer.integer(1)
      try writer.integer(2)
      try writer.endArray()
      try writer.name("b")
      try writer.string("/")
      try writer.endObject()
    }
  }

  @Test(arguments: Deed.allCases) private func ordinaryTextFollows(_ deed: Deed) throws {
    for _ in 0..<3 {
      let text: String
      do {
        text = try deed.jsonString()
      } catch {
        text = "\(error)"
      }
      // The text of a writer that is not used again.
      var writer = JSONWriter()
      let expected: String
      do {
        try deed.writeWhole(to: &writer)
        expected = try writer.finishString()
      } catch {
        expected = "\(error)"
      }
      #expect(text == expected)
      #expect(try Ordinary().jsonString() == #"{"a":[1,2],"b":"/"}"#)
      #expect(try Ordinary().jsonBytes() == Array(#"{"a":[1,2],"b":"/"}"#.utf8))
    }
  }

  @Test func writersOfOtherOptionsAreNew() throws {
    var options = JSONWritingOptions.compact
    #expect(options.areCompact)
    options.escaping = .slashes
    #expect(try Ordinary().jsonString(options) == #"{"a":[1,2],"b":"\/"}"#)
    options = .compact
    options.maximumLength = 5
    #expect(throws: JSONWritingError.self) { try Ordinary().jsonString(options) }
    options = .compact
    options.maximumDepth = 1
    #expect(throws: JSONWritingError.self) { try Ordinary().jsonString(options) }
    #expect(try Ordinary().jsonString() == #"{"a":[1,2],"b":"/"}"#)
  }

  @Test func onlyTheOptionsOfCompactAreCompact() {
    let changes: [(inout JSONWritingOptions) -> Void] = [
      { $0.layout = .foundation }, { $0.escaping = .html }, { $0.nameOrder = .utf8 },
      { $0.numbers = .double }, { $0.numberLayout = .ecmaScript }, { $0.nonFiniteNumbers = .null },
      { $0.refusesDuplicateNames = true }, { $0.maximumDepth = 511 }, { $0.maximumLength = 1 },
    ]
    for change in changes {
      var options = JSONWritingOptions.compact
      change(&options)
      #expect(!options.areCompact && options != .compact)
    }
  }
}
