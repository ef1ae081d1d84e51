import RushJSONCore
import RushJSONStreams
import Testing

/// The limit on the length of a text holds in values that are skipped, as anywhere else.
@Suite struct SkippingLimitTests {
  private static let text = Array(#"{"a": [[1, 2], "x]\"", {"b": [3]}], "c": 4}"#.utf8)
  /// Long enough to be skipped by blocks.
  private static let longText =
    Array(
      (#"{"a": ["# + String(repeating: #"[1, {"b": "x"}], "#, count: 200) + #"2], "c": 4}"#).utf8)

  /// Passes over the first value of the object, and reads the rest.
  private static func read(_ text: [UInt8], limit: Int, chunk: Int, isUnchecked: Bool)
    -> JSONStreamError?
  {
    var options = JSONReadingOptions.strict
    options.maximumLength = limit
    var reader = JSONEventReader(options: options)
    var events = 0
    var isPassed = false
    func pass(_ reader: inout JSONEventReader) throws(JSONStreamError) {
      // The object and the name come before the value.
      while events < 2, try reader.next() != nil { events += 1 }
      if events < 2 { return }
      if !isPassed {
        isPassed = try isUnchecked ? reader.skipValueUnchecked() : reader.skipValue()
        if !isPassed { return }
      }
      while try reader.next() != nil { events += 1 }
    }
    do throws(JSONStreamError) {
      var rest = text[...]
      while !rest.isEmpty {
        reader.feed(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
        try pass(&reader)
      }
      reader.finish()
      try pass(&reader)
    } catch {
      return error
    }
    #expect(isPassed && events == 5)
    return nil
  }

  @Test(arguments: [false, true], [1, 7, 30, 100])
  func refusesAtTheLimit(isUnchecked: Bool, chunk: Int) {
    for limit in 0...Self.text.count + 1 {
      let error = Self.read(Self.text, limit: limit, chunk: chunk, isUnchecked: isUnchecked)
      if limit >= Self.text.count {
        #expect(error == nil, "limit \(limit)")
      } else {
        #expect(error?.kind == .syntax(.textTooLong), "limit \(limit)")
        #expect(error?.offset == limit, "limit \(limit)")
      }
    }
  }

  @Test(arguments: [false, true], [700, 2000, 10_000])
  func refusesAtTheLimitOfLongTexts(isUnchecked: Bool, chunk: Int) {
    let count = Self.longText.count
    for limit in [count + 1, count, count - 1, count - 20, 2100, 2000, 1999, 1400, 900, 600] {
      let error = Self.read(Self.longText, limit: limit, chunk: chunk, isUnchecked: isUnchecked)
      if limit >= count {
        #expect(error == nil, "limit \(limit)")
      } else {
        #expect(error?.kind == .syntax(.textTooLong), "limit \(limit)")
        #expect(error?.offset == limit, "limit \(limit)")
      }
    }
  }

  /// Members that no pattern wants are skipped by blocks, too.
  @Test(arguments: ["/*/id", "/*/no", "/7/id"] as [JSONPattern])
  func refusesAtTheLimitOfProjections(_ pattern: JSONPattern) throws {
    let object =
      #"{"name":"\#(String(repeating: "x", count: 70))","id":1,"tags":[1,2,{"id":null}]}"#
    let text = Array("[\(Array(repeating: object, count: 40).joined(separator: ", "))]".utf8)
    let projection = JSONProjection(patterns: [pattern])
    for limit in stride(from: 600, through: text.count, by: 29) {
      var options = JSONReadingOptions.strict
      options.maximumLength = limit
      do {
        _ = try projection.matches(inChunks: [text[...]], options: options)
        #expect(limit == text.count)
      } catch let error as JSONStreamError {
        #expect(error.kind == .syntax(.textTooLong), "limit \(limit)")
        #expect(error.offset == limit, "limit \(limit)")
      }
    }
  }
}
