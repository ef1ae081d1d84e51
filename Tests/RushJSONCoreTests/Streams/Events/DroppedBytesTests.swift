import RushJSONCore
import RushJSONStreams
import Testing

/// Strings whose first bytes a reader has dropped, because nothing needs them. What it has dropped counts for them,
/// and for no other token of the same piece.
@Suite struct DroppedBytesTests {
  /// The elements at `/items`, and the error with its path.
  private static func elements(
    _ chunks: [ArraySlice<UInt8>], maximumLength: Int, _ options: JSONReadingOptions
  ) -> [String] {
    var reader = JSONRecord.ElementReader(
      at: JSONPointer(tokens: ["items"]), options: options, maximumLength: maximumLength)
    var found: [String] = []
    do throws(JSONStreamError) {
      for chunk in chunks {
        reader.feed(chunk)
        while let record = try reader.next() {
          found.append(String(decoding: record.bytes, as: UTF8.self))
        }
      }
      reader.finish()
      while try reader.next() != nil {}
    } catch {
      found.append("\(error.kind) at \(error.offset), \(error.pointer?.description ?? "nowhere")")
    }
    return found
  }

  /// Chunks of seven bytes, and the last bytes of the string with all that follows it.
  private static func chunks(_ start: String, _ rest: String) -> [ArraySlice<UInt8>] {
    let last = [UInt8](repeating: 0x61, count: 3) + Array(rest.utf8)
    return Chunks.of(7, Array(start.utf8)) + [last[...]]
  }

  /// The string is dropped at about 4,096 and 8,192 bytes. All lengths around these leave it just dropped.
  private static let lengths = Array(4080...4120) + Array(8180...8220)

  @Test func shortStringsAfterALongOne() {
    for length in Self.lengths {
      var options = JSONReadingOptions.strict
      options.maximumStringLength = length
      let long = String(repeating: "a", count: length - 3)
      let other = String(repeating: "b", count: 25)
      let chunks = Self.chunks("{\"x\":\"\(long)", "\",\"y\":\"\(other)\",\"items\":[1]}")
      #expect(Self.elements(chunks, maximumLength: 256, options) == ["1"], "\(length)")
    }
  }

  @Test func pathAfterALongString() {
    for length in Self.lengths {
      let long = String(repeating: "a", count: length - 3)
      let chunks = Self.chunks("{\"x\":\"\(long)", "\",\"yy\":[1,@]}")
      let whole = [chunks.joined().map(\.self)[...]]
      let found = Self.elements(chunks, maximumLength: 256, .strict)
      #expect(found == Self.elements(whole, maximumLength: 256, .strict), "\(length)")
      #expect(found.last?.hasSuffix(", /yy") == true)
    }
  }

  /// A path has names that are shorter than the limit.
  @Test func pathWithANameOfTheLimit() {
    for (length, isShown) in [(254, true), (255, true), (256, false), (257, false)] {
      let name = String(repeating: "n", count: length)
      let text = Array("{\"\(name)\":[1,@]}".utf8)
      for chunks in [[text[...]], Chunks.of(1, text), Chunks.of(100, text)] {
        let found = Self.elements(chunks, maximumLength: 256, .strict)
        #expect(found.count == 1 && found[0].hasSuffix("/\(name)") == isShown, "\(length)")
      }
    }
  }

  /// The last bytes of a string that is one byte too long come with many short tokens.
  @Test func aStringOfOneByteTooMany() {
    for length in [70_000, 100_000] {
      var options = JSONReadingOptions.strict
      options.maximumStringLength = length
      for excess in [0, 1] {
        let long = String(repeating: "a", count: length - 3 + excess)
        let rest = "\",\"y\":[1,1,1,1,1],\"items\":[1]}"
        let found = Self.elements(
          Self.chunks("{\"x\":\"\(long)", rest), maximumLength: 256, options)
        let refusal = "syntax(\(JSONSyntaxError.Kind.stringTooLong)) at 5, /x"
        let expected = excess == 0 ? ["1"] : [refusal]
        #expect(found == expected, "\(length), \(excess)")
      }
    }
  }
}
