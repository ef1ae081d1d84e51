#if canImport(Glibc)
  import Testing

  @testable import RushJSONCore

  /// A skip by blocks reads no byte before or after its text, which lies against pages that fault.
  @Suite struct GuardedSkipTests {
    /// What a skip of two open arrays tells.
    private struct Skipped: Equatable {
      var used: Int
      var unchanged: Int
      var depth: Int
      var isInObject: Bool
      var lineFeeds: Int
    }

    private static let starts = ["", " ", "1,", "\"\",", "],", "[", "[{", "\n"]
    private static let units = [" ", "1,", "\"ab\",", "[],", "[", "{\"a\":", "\n", "\"\\n\","]

    private static var texts: [[UInt8]] {
      var texts: [[UInt8]] = []
      for start in starts {
        for length in [
          3, 15, 16, 17, 63, 64, 65, 78, 79, 80, 81, 95, 127, 128, 144, 191, 192, 193, 208, 256,
          272,
        ] {
          for unit in units {
            let count = (length - start.utf8.count) / unit.utf8.count
            texts.append(Array((start + String(repeating: unit, count: count)).utf8))
          }
          // A string that is cut, from each of the first bytes on.
          let letters = String(repeating: "a", count: max(0, length - start.utf8.count - 1))
          texts.append(Array((start + "\"" + letters).utf8))
          // Likewise, with an escaped quotation mark among its first eight bytes.
          texts.append(Array((start + "\"aaaaa\\\"" + letters.dropFirst(7)).utf8))
        }
      }
      return texts
    }

    private static func skip(_ text: CheckedBytes, kernel: BlockKernel) -> Skipped {
      var tokenizer = Tokenizer(text, options: .strict, kernel: kernel)
      tokenizer.progress.depth = 2
      tokenizer.progress.state = .nextElement
      var open: [UInt64] = [0]
      var lines = CountedLines()
      let (used, unchanged) = tokenizer.skip(text, floor: 0, open: &open, lines: &lines)
      return Skipped(
        used: used, unchanged: unchanged, depth: tokenizer.progress.depth,
        isInObject: tokenizer.progress.inObject, lineFeeds: lines.lineFeeds)
    }

    @Test func nothingElseIsRead() throws {
      let pages = try GuardedPages(atLeast: 4096)
      var used: Set<Int> = []
      for text in Self.texts {
        for kernel in BlockKernel.available {
          let expected = text.withCheckedBytes { Self.skip($0, kernel: kernel) }
          let atEnd = pages.withBytesAtEnd(text) { Self.skip($0, kernel: kernel) }
          let atStart = pages.withBytesAtStart(text) { Self.skip($0, kernel: kernel) }
          if atEnd != expected || atStart != expected {
            Issue.record("\(kernel): \(visible(text))")
          }
          used.insert(expected.used)
        }
      }
      // Some were skipped, and by different lengths.
      #expect(used.count > 10)
    }
  }
#endif
