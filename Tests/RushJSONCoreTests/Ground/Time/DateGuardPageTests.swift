#if canImport(Glibc)
  import RushJSONCore
  import Testing

  /// No reader of dates reads a byte before or after the text, which lies against pages that fault.
  @Suite struct DateGuardPageTests {
    @Test func everyLengthOfDates() throws {
      let pages = try GuardedPages(atLeast: 4096)
      let formats: [JSONDateFormat] = [
        .rfc3339, .unix(.milliseconds), try .pattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"),
        .aspNet, try .pattern("HH:mm zzz"),
      ]
      let samples = [
        "2024-06-24T21:00:33.123456789+02:00", "2024-06-24T21:00:33.167806Z",
        "2024-06-24T21:00:33Z", "2024-06-24T21:00:33-00:00", "1719262833167.806e-12",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "+01:00+01:00+01:00+01:00+01:00+01:00",
        "/Date(1719262833167)/", "/Date(-1719262833167-0830)/", "21:00 PDT", "21:00 A",
      ]
      var read = 0
      for sample in samples {
        let bytes = Array(sample.utf8)
        for start in bytes.indices {
          for end in start...bytes.count {
            // Beginnings at both guards, and tails, which end like dates.
            guard start == 0 || end == bytes.count else { continue }
            let part = Array(bytes[start..<end])
            for format in formats {
              let first = pages.withBytesAtStart(part) { try? format.parse($0) }
              let second = pages.withBytesAtEnd(part) { try? format.parse($0) }
              #expect(first == second)
              if first != nil { read += 1 }
            }
          }
        }
      }
      #expect(read > 10)
    }
  }
#endif
