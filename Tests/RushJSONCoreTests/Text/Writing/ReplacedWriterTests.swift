import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// A value that puts another writer in the place of the one that it was given gets an error.
@Suite struct ReplacedWriterTests {
  /// What a value does with the writer, beside writing `true`.
  enum Deed: String, CaseIterable {
    /// Creates another writer and leaves it empty, open, or complete.
    case empty, open, complete
    /// Keeps the writer and throws.
    case thrown
    /// Keeps its own writer and continues with the one that an earlier value has kept.
    case exchanged
  }

  /// Memory for a writer that outlives its call.
  final class Keeper: @unchecked Sendable {
    var writer: JSONWriter? = JSONWriter()
  }

  struct Value: JSONWritable, Encodable {
    var deed: Deed
    let keeper = Keeper()

    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      switch deed {
      case .empty: writer = JSONWriter()
      case .open:
        writer = JSONWriter(options: .pretty)
        try writer.beginArray()
      case .complete:
        writer = JSONWriter(options: .pretty)
        try writer.bool(true)
      case .thrown:
        swapWriters(&writer)
        throw JSONWritingError(.expectedName)
      case .exchanged:
        try writer.bool(true)
        swapWriters(&writer)
      }
    }

    private func swapWriters(_ writer: inout JSONWriter) {
      let kept = keeper.writer.take() ?? JSONWriter()
      keeper.writer = consume writer
      writer = kept
    }
  }

  /// A value that tries its children and ignores their errors.
  struct Forgiving: Encodable {
    var deed: Deed
    /// So long that a position in it is beyond the memory of a new buffer.
    var text = String(repeating: "long ", count: 10_000)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPathKey.self)
      try container.encode(text, forKey: JSONPathKey(stringValue: "text"))
      let value = Value(deed: deed)
      for name in ["a", "b"] {
        do { try container.encode(value, forKey: JSONPathKey(stringValue: name)) } catch {}
      }
      do {
        var nested = container.nestedUnkeyedContainer(forKey: JSONPathKey(stringValue: "nested"))
        try nested.encode(1)
      } catch {}
    }
  }

  /// A value whose containers are asked for in an order that makes nodes.
  struct OutOfOrder: Encodable {
    var deed: Deed

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPathKey.self)
      var first = container.nestedUnkeyedContainer(forKey: JSONPathKey(stringValue: "first"))
      var second = container.nestedUnkeyedContainer(forKey: JSONPathKey(stringValue: "second"))
      do { try second.encode(Value(deed: deed)) } catch {}
      do { try first.encode(Value(deed: deed)) } catch {}
    }
  }

  private static func kind(_ body: () throws -> Void) -> JSONWritingError.Kind? {
    do {
      try body()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return (context.underlyingError as? JSONWritingError)?.kind
    } catch {
      return (error as? JSONWritingError)?.kind
    }
  }

  @Test(arguments: Deed.allCases)
  func encodersThrow(_ deed: Deed) throws {
    let encoder = RushJSONCoreEncoder()
    let value = Value(deed: deed)
    func check<T: Encodable>(_ body: @autoclosure () -> T) {
      #expect(Self.kind { _ = try encoder.encodeToBytes(body()) } == .writerReplaced)
      #expect(Self.kind { try encoder.encode(body()) { _ in } } == .writerReplaced)
    }
    check(value)
    check([value])
    check(["a": ["b": value]])
    check([value, value])
    check(Forgiving(deed: deed))
    check(OutOfOrder(deed: deed))
    let sorted = RushJSONCoreEncoder()
    sorted.outputFormatting = [.sortedKeys, .prettyPrinted]
    #expect(Self.kind { _ = try sorted.encodeToBytes(["b": value]) } == .writerReplaced)
    // A kept writer does not come back in a later call of the same encoder.
    #expect(try encoder.encodeToString([true, false]) == "[true,false]")
    check(value)
  }

  @Test(arguments: Deed.allCases)
  func textsOfOneValueThrow(_ deed: Deed) throws {
    let value = Value(deed: deed)
    for options in [JSONWritingOptions.compact, .canonical] {
      #expect(Self.kind { _ = try value.jsonBytes(options) } == .writerReplaced)
      #expect(Self.kind { _ = try value.jsonString(options) } == .writerReplaced)
      #expect(Self.kind { try value.writeJSON(options) { _ in } } == .writerReplaced)
      #expect(Self.kind { _ = try [value].jsonString(options) } == .writerReplaced)
    }
    var lines = JSONLinesWriter()
    #expect(Self.kind { try lines.write(value) } == .writerReplaced)
    #expect(try lines.finish() == [])
  }

  /// A value that keeps its writer for a while and puts it back.
  struct Returning: JSONWritable, Encodable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      let keeper = Keeper()
      keeper.writer = consume writer
      writer = JSONWriter()
      try writer.string("elsewhere")
      try keeper.writer?.bool(true)
      writer = keeper.writer.take() ?? JSONWriter()
    }
  }

  @Test func aWriterThatComesBackWorks() throws {
    #expect(try Returning().jsonString() == "true")
    #expect(try RushJSONCoreEncoder().encodeToString(["a": [Returning()]]) == #"{"a":[true]}"#)
  }

  /// A value that completes the text itself.
  struct Finishing: JSONWritable, Encodable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.bool(true)
      try writer.finish()
    }
  }

  @Test func aWriterThatIsFinishedEarlyGivesTheWholeText() throws {
    #expect(try Finishing().jsonString() == "true")
    struct Pair: Encodable {
      var a = Finishing()
      var b = Finishing()
    }
    #expect(try RushJSONCoreEncoder().encodeToString([Pair()]) == #"[{"a":true,"b":true}]"#)
    var text = ""
    func add(_ piece: Span<UInt8>) {
      text += String(decoding: piece.indices.map { piece[$0] }, as: UTF8.self)
    }
    try RushJSONCoreEncoder().encode([Finishing(), Finishing()]) { add($0) }
    #expect(text == "[true,true]")
    for options in [JSONWritingOptions.compact, .canonical] {
      text = ""
      try Finishing().writeJSON(options) { add($0) }
      #expect(text == "true")
    }
  }
}
