import RushJSONCore
import Testing

/// The path of an error in a value that is skipped or read whole is that of the value, however the text is
/// cut.
@Suite struct SkippedPathTests {
  private enum Way: CaseIterable, Sendable { case skip, skipUnchecked, text, tree }

  /// The path of the error after `events` events.
  private static func path(
    _ text: [UInt8], _ chunk: Int, _ way: Way, after events: Int
  ) -> String? {
    var reader = JSONEventReader()
    var left = events
    do throws(JSONStreamError) {
      for start in stride(from: 0, through: text.count, by: chunk) {
        if start == text.count { break }
        reader.feed(Array(text[start..<min(start + chunk, text.count)]))
        if start + chunk >= text.count { reader.finish() }
        while left > 0 { if try reader.next() == nil { break } else { left -= 1 } }
        if left > 0 { continue }
        let isDone =
          switch way {
          case .skip: try reader.skipValue()
          case .skipUnchecked: try reader.skipValueUnchecked()
          case .text: try reader.readText() != nil
          case .tree: try reader.readValue() != nil
          }
        if isDone { return nil }
      }
    } catch {
      // The same error is thrown again.
      do throws(JSONStreamError) { _ = try reader.next() } catch let again {
        return again == error ? error.pointer?.description : "another error"
      }
    }
    return nil
  }

  @Test(arguments: Way.allCases)
  private func doesNotDependOnTheChunks(_ way: Way) {
    let long = String(repeating: "[1,{\"k\":\"v\"}],", count: 100)
    // The unfinished value, the events before it, and its path.
    let cases = [
      ("[{\"a\":[1,2", 1, "/0"), ("[{\"a\":[1,2", 0, ""), ("[0,{\"a\":[\(long)7", 2, "/1"),
      ("{\"b\":{\"a\":[\(long)[[[", 2, "/b"), ("{\"b\":{\"a\":[\(long)[[[", 4, "/b/a"),
      ("[[[[[\(long)", 3, "/0/0/0"),
    ]
    for (text, events, expected) in cases {
      let bytes = Array(text.utf8)
      for chunk in [1, 2, 7, 64, 600, bytes.count] {
        #expect(
          Self.path(bytes, chunk, way, after: events) == expected, "\(text.prefix(20)), \(chunk)")
      }
    }
  }

  /// A caller who reads on inside a value that was skipped in part gets the path of that value.
  @Test(arguments: [1, 40, 100])
  func errorsAfterAnUnfinishedSkip(_ depth: Int) throws {
    let long = String(repeating: "[1,{\"k\":\"v\"}],", count: 200)
    var reader = JSONEventReader()
    reader.feed(Array("[0,\(String(repeating: "[7,", count: depth))\(long)".utf8))
    for _ in 0..<2 { _ = try reader.next() }
    #expect(try !reader.skipValue())
    reader.feed(Array("?".utf8))
    do throws(JSONStreamError) {
      while try reader.next() != nil {}
      Issue.record("no error")
    } catch {
      #expect(error.pointer?.description == "/1")
    }
  }

  /// A caller who does not repeat the call reads what follows the value.
  @Test(arguments: 1...6)
  func readsOnAfterAnUnfinishedUncheckedSkip(_ cut: Int) throws {
    let text = Array("[[1,[2]],true]".utf8)
    var reader = JSONEventReader()
    reader.feed(Array(text[..<1]))
    #expect(try reader.next() == .beginArray)
    reader.feed(Array(text[1..<(1 + cut)]))
    #expect(try !reader.skipValueUnchecked())
    #expect(try reader.next() == nil)
    reader.feed(Array(text[(1 + cut)...]))
    reader.finish()
    #expect(try reader.next() == .bool(true))
    #expect(try reader.next() == .endArray)
    #expect(try reader.next() == nil)
  }

  /// The line of an error after a value that was skipped: one that continues after a pause, or of which
  /// the kernel knows 64 open arrays at a time.
  @Test(arguments: ["\n", "\r\n"])
  func linesAfterASkip(_ separator: String) {
    let numbers = String(repeating: "1,\(separator)", count: 5_000)
    let opened = String(repeating: "[\(separator)", count: 200)
    let deep = opened + "\(separator)1" + String(repeating: "\(separator)]", count: 200)
    let wide = String(repeating: deep + ",", count: 5)
    for value in ["[\(numbers)1]", deep, "[\(wide)1]"] {
      let text = "[\(separator)\(value),\(separator)x]"
      let lines = text.split(separator: separator, omittingEmptySubsequences: false).count
      for chunk in [text.utf8.count, 5_000, 700] {
        var reader = JSONEventReader()
        do throws(JSONStreamError) {
          var (hasBegun, isPassed) = (false, false)
          for chunk in Chunks.of(chunk, Array(text.utf8)) {
            reader.feed(chunk)
            if !hasBegun { hasBegun = try reader.next() != nil }
            if !isPassed { isPassed = try reader.skipValue() }
            if isPassed { while try reader.next() != nil {} }
          }
          Issue.record("no error")
        } catch {
          #expect(error.kind == .syntax(.expectedValue), "\(chunk)")
          #expect(error.location?.line == lines, "\(chunk)")
          #expect(error.location?.column == 1, "\(chunk)")
        }
      }
    }
  }
}
