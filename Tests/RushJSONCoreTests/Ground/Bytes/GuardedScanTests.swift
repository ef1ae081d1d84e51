#if canImport(Glibc)
  import RushJSONCore
  import RushJSONStreams
  import Testing

  /// No scan of a number, a string or an escape, and no copy, reads a byte before or after what it was given,
  /// which lies against pages that fault. The lengths give the first byte every alignment at one guard and
  /// the last byte at the other. `Tests/KernelEquality` does the same for each kernel.
  @Suite struct GuardedScanTests {
    /// What is done with bytes, and its result as text.
    struct Scan: Sendable, CustomTestStringConvertible {
      let name: String
      let inputs: [[UInt8]]
      let run: @Sendable (Span<UInt8>) throws -> String
      var testDescription: String { name }
    }

    /// Beginnings and ends, with something between them of every length.
    private static func filled(
      _ parts: [(String, String, String)], upTo length: Int = 100
    ) -> [[UInt8]] {
      parts.flatMap { start, unit, end in
        (0...length).map { count in
          let unit = Array(unit.utf8)
          let middle = (0..<count).map { unit[$0 % unit.count] }
          return Array(start.utf8) + middle + Array(end.utf8)
        }
      }
    }

    private static let strings = filled([
      ("", "a", ""), ("", "a", "\n"), ("", "a", "\""), ("", "a", "\\"), ("", "a", "/"),
      ("\u{1}", "a", ""), ("\"", "b", "\u{e9}"), ("", "a", "\u{20ac}"), ("", "a", "\u{1f600}"),
      ("", "\n", ""), ("\u{2028}", "c", "\u{2029}"),
    ])

    private static let numbers = filled(
      [
        ("", "7", ""), ("-", "7", ""), ("0.", "3", ""), ("-0.", "0", "1"), ("1e", "1", ""),
        ("1.", "5", "e-3"), ("1.", "5", "e"), ("1.", "5", "-"), ("", "9", "."), ("", "1", "x"),
      ], upTo: 45)

    private static let texts: [[UInt8]] =
      strings.map { [0x22] + $0 + [0x22] } + strings.map { [0x22] + $0 }
      + filled([
        ("\"", "a", #"\n""#), ("\"", "a", #"\u0041""#), ("\"", "a", #"\ud83d\ude00""#),
        ("\"", "a", #"\ud83d\u"#), ("\"", "a", #"\u00"#), ("\"", "a", #"\"#), ("\"", #"\n"#, #"""#),
        ("{\"", "k", "\":1}"), ("{\"", "k", "\":1,\"b\":[2.5,true,null]}"),
        ("[", " ", "]"), ("[1,", "\n", "2]"), ("[\"", "\u{e9}", "\"]"),
      ]) + numbers

    private static let leniently = filled([
      ("'", "a", "'"), ("'", "a", "\\'"), ("{", "a", ":1}"), ("{", "a", ""), ("//", "a", "\n1"),
      ("/*", "a", "*/1"), ("/*", "*", ""), ("0x", "A", ""), ("+", "1", ""), ("1", " ", "//"),
    ])

    private static func verdict(_ body: () throws -> String) -> String {
      do { return try body() } catch { return "\(error)" }
    }

    private static func tree(
      _ text: Span<UInt8>, _ options: JSONReadingOptions = .strict
    ) throws -> String {
      try RawJSON(parsing: text, options: options).description
    }

    static let scans = [
      Scan(name: "writing strings", inputs: strings) { bytes in
        try [[], .slashes, .nonASCII, .html].map { (escaping: JSONWritingOptions.Escaping) in
          var options = JSONWritingOptions.compact
          options.escaping = escaping
          var writer = JSONWriter(options: options)
          try writer.beginObject()
          try writer.name(utf8: bytes)
          try writer.string(utf8: bytes)
          try writer.endObject()
          return try writer.finishString()
        }.joined()
      },
      Scan(name: "lines", inputs: texts) { bytes in
        var writer = JSONLinesWriter()
        try writer.write(unchecked: bytes)
        return String(decoding: try writer.finish(), as: UTF8.self)
      },
      Scan(name: "trees", inputs: texts) { try tree($0) },
      Scan(name: "lenient trees", inputs: leniently) { try tree($0, .json5) },
      Scan(name: "validation", inputs: texts + leniently) { bytes in
        try JSONDocument.validate(bytes)
        return "valid"
      },
      Scan(name: "decoders", inputs: texts) { bytes in
        let decoder = RushJSONCoreDecoder()
        return verdict { "\(try decoder.decode(Double.self, from: bytes))" }
          + verdict { "\(try decoder.decode(Int.self, from: bytes))" }
          + verdict { try decoder.decode(String.self, from: bytes) }
          + verdict {
            "\(try decoder.decode([String: Int].self, from: bytes).sorted { $0.key < $1.key })"
          }
      },
      Scan(name: "UTF-16", inputs: texts.map { $0.flatMap { [$0, 0] } }) { bytes in
        verdict { "\(try RushJSONCoreDecoder().decode(RawJSON.self, from: bytes))" }
      },
      Scan(name: "UTF-32", inputs: texts.map { $0.flatMap { [0, 0, 0, $0] } }) { bytes in
        verdict { "\(try RushJSONCoreDecoder().decode(RawJSON.self, from: bytes))" }
      },
      Scan(name: "reports", inputs: texts) { bytes in
        do throws(JSONSyntaxError) {
          try JSONDocument.validate(bytes)
          return ""
        } catch {
          return error.report(in: bytes) + "\(error.location(in: bytes))"
            + error.pointer(in: bytes).description
        }
      },
      Scan(name: "bytes as text", inputs: strings) { bytes in
        [JSONBytesFormat.base64, .base64URL, .hexadecimal].map { format in
          format.format(bytes) + "\(format.parse(bytes) ?? [])"
        }.joined()
      },
      Scan(name: "dates", inputs: numbers + strings) { bytes in
        "\(try JSONDateFormat.unix(.seconds).parse(bytes))"
          + verdict { "\(try JSONDateFormat.rfc3339.parse(bytes))" }
      },
    ]

    @Test(arguments: scans)
    func nothingElseIsRead(_ scan: Scan) throws {
      let pages = try GuardedPages(atLeast: 4096)
      var results: Set<String> = []
      for input in scan.inputs {
        let expected = Self.verdict { try scan.run(input.span) }
        results.insert(expected)
        let atEnd = pages.withBytesAtEnd(input) { bytes in
          Self.verdict { try unsafe scan.run(bytes.raw.assumingMemoryBound(to: UInt8.self).span) }
        }
        let atStart = pages.withBytesAtStart(input) { bytes in
          Self.verdict { try unsafe scan.run(bytes.raw.assumingMemoryBound(to: UInt8.self).span) }
        }
        if atEnd != expected || atStart != expected {
          Issue.record("\(atEnd), \(atStart), not \(expected): \(visible(input))")
        }
      }
      #expect(results.count > 1)
    }
  }
#endif
