import RushJSONCore
import Testing

/// The limit on the length of a text holds in values that are passed over unchecked, as anywhere else.
@Suite struct UncheckedLimitTests {
  private static let text = Array(#"{"a": [[1, 2], "x]\"", {"b": [3]}], "c": 4}"#.utf8)

  /// Passes over the first value of the object, and reads the rest.
  private static func read(limit: Int, chunk: Int, isUnchecked: Bool) -> JSONStreamError? {
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
      let error = Self.read(limit: limit, chunk: chunk, isUnchecked: isUnchecked)
      if limit >= Self.text.count {
        #expect(error == nil, "limit \(limit)")
      } else {
        #expect(error?.kind == .syntax(.textTooLong), "limit \(limit)")
        #expect(error?.offset == limit, "limit \(limit)")
      }
    }
  }
}
