#if canImport(Glibc)
  import CorpusGenerator
  import RushJSONCore
  import Testing

  /// No kernel and no pass reads a byte before or after a text. The texts here touch pages that fault,
  /// and a fault would end the process.
  @Suite struct GuardPageTests {
    /// Ends of texts that tempt a reader to read further.
    static let ends = [
      "1", "-1", "12345678", "123456789012345678", "0.5", "1.25", "1e5", "-0.123456789", "1.",
      "-", "1e", "true", "false", "null", "tru", "n", "\"\"", "\"a\"", "\"abcdefg\"", "\"", "\"\\",
      "\"\\n\"", "\"\\n\\n\\n\\n\\n\\n\\n\\n\\n\"", "\"\\u0041\"", "\"\\u00", "\"\\ud83d\\ude00\"",
      "\"\\ud83d", "\"\\ud83d\\u", "\"\\ud83d\\ude0",
      "\"\\n\\n\\n\\n\\n\\n\\n\\n\\ud83d\\u", "\"\\n\\n\\n\\n\\n\\n\\n\\n\\ud83d\\ude0",
      "\"\u{e9}\"", "\"\u{20ac}\"", "\"\u{1f600}\"", "[]", "{}", "[1]", "{\"a\":1}", "[", "{",
      "{\"a\"", "{\"a\":", ",", ":", "]", "}", " ",
    ]

    static let cutUTF8: [[UInt8]] = [
      [0xc3], [0xe2], [0xe2, 0x82], [0xf0], [0xf0, 0x9f], [0xf0, 0x9f, 0x98], [0xff], [0x80],
    ]

    @Test func textsOfEveryLength() throws {
      let pages = try GuardedPages(atLeast: 4096)
      for length in 0...136 {
        for end in Self.ends {
          check(text(endingWith: Array(end.utf8), length: length), pages)
        }
        for end in Self.cutUTF8 {
          check(text(endingWith: Array("\"".utf8) + end, length: length), pages)
        }
      }
    }

    /// The same at a few lengths, which take little time.
    @Test(arguments: [0, 40])
    func shortTexts(length: Int) throws {
      let pages = try GuardedPages(atLeast: 4096)
      for end in Self.ends { check(text(endingWith: Array(end.utf8), length: length), pages) }
    }

    /// The fast pass needs a few tokens after a number. Brackets are the shortest.
    @Test(arguments: ["1", "-1", "123456", "0.5", "1e5", "-0.123456789", "1234567.890123", "true"])
    func valuesInBrackets(_ value: String) throws {
      let pages = try GuardedPages(atLeast: 4096)
      for before in 1...24 {
        for after in 1...24 {
          let text =
            String(repeating: "[", count: before) + value + String(repeating: "]", count: after)
          check(Array(text.utf8), pages)
        }
      }
    }

    @Test func leniencies() throws {
      let pages = try GuardedPages(atLeast: 4096)
      let ends = [
        "/", "//", "/*", "/**", "/**/", "'", "'\\", "'\\x4", "'\\\r", "a", "{a", "{\\u00", "{\\x",
        "+", ".", "5.", "0x", "0xA", "N", "NaN", "Infinit", "Infinity", "-Infinity", "1/", "{é",
      ]
      for length in 0...80 {
        for end in ends {
          check(text(endingWith: Array(end.utf8), length: length), pages, options: .json5)
        }
      }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func documents(seed: UInt64) throws {
      let pages = try GuardedPages(atLeast: 16384)
      var generator = DocumentGenerator(seed: seed, finiteNumbers: false)
      for _ in 0..<40 {
        let bytes = generator.document(maximumDepth: 5, maximumBytes: 10_000)
        check(bytes, pages)
        for cut in [1, 2, 3, bytes.count / 2, bytes.count / 3] where cut < bytes.count {
          check(Array(bytes.dropLast(cut)), pages)
        }
      }
    }

    /// A text of at least `length` bytes that ends in `end`, after elements of an array that the fast pass
    /// reads.
    private func text(endingWith end: [UInt8], length: Int) -> [UInt8] {
      let room = length - end.count
      if room <= 0 { return end }
      var bytes: [UInt8] = [0x5b]
      for element in ["1,", "\"ab\",", "{\"a\":2.5},", "true,", "[],", "-17,"] {
        while bytes.count + element.utf8.count <= room { bytes += Array(element.utf8) }
      }
      while bytes.count < room { bytes.append(0x20) }
      return bytes + end
    }

    private func check(
      _ bytes: [UInt8], _ pages: borrowing GuardedPages, options: JSONReadingOptions = .strict
    ) {
      let expected = Readers.careful.verdict(of: bytes, options: options)
      for kernel in BlockKernel.available {
        let atEnd = pages.withBytesAtEnd(bytes) { text in
          Self.read(text, options, kernel)
        }
        let atStart = pages.withBytesAtStart(bytes) { text in
          Self.read(text, options, kernel)
        }
        if atEnd != expected || atStart != expected {
          Issue.record("\(kernel): \(atEnd), \(atStart), not \(expected)\n\(visible(bytes))")
        }
      }
    }

    /// Reads the text in place, and touches everything that its document holds.
    private static func read(
      _ text: CheckedBytes, _ options: JSONReadingOptions, _ kernel: BlockKernel
    ) -> Verdict {
      do throws(JSONSyntaxError) {
        // Invariant: the document ends before the text does.
        let document = try JSONDocument(
          parsing: text, keptBy: .nothing, options: options, kernel: kernel, window: 8192)
        var cursor = document.cursor()
        while cursor.advance() { cursor.withUTF8 { _ = $0.count } }
        touch(document.root)
        return .accepted
      } catch {
        return .refused(error)
      }
    }

    private static func touch(_ value: JSONDocument.Value) {
      _ = try? value.number()
      _ = try? value.float()
      _ = try? value.string()
      for element in (try? value.elements()).map(Array.init) ?? [] { touch(element) }
      for member in (try? value.members()).map(Array.init) ?? [] {
        _ = value[member.name]
        touch(member.value)
      }
    }
  }
#endif
