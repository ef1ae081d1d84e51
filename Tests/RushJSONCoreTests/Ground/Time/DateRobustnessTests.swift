import CorpusGenerator
import RushJSONCore
import Testing

/// No text and no instant traps, and the fast reader agrees with the careful one.
@Suite struct DateRobustnessTests {
  private static let seed: UInt64 = 0x74_69_6d_65

  private static let texts = [
    "2024-06-24T21:00:33Z", "2024-06-24T21:00:33.1Z", "2024-06-24T21:00:33.167806Z",
    "2024-06-24t21:00:33.167806123z", "2024-06-24T21:00:33+02:00",
    "2024-06-24T21:00:33.12345678-23:59", "2024-06-24T21:00:33.123456789+00:00",
    "2016-12-31T23:59:60Z", "9999-12-31T23:59:59.999999999Z", "0000-01-01T00:00:00Z",
  ]

  private static func formats() throws -> [JSONDateFormat] {
    let lenient: [JSONDateFormat.RFC3339Option] = [
      .allowSpaceSeparator, .allowMissingZone(assume: .behind(hours: 3)), .allowZoneWithoutColon,
      .allowHourOnlyZone, .allowMissingSeconds, .allowCommaFraction, .allowHour24, .dateOnly,
    ]
    return [
      .rfc3339, .rfc3339(lenient), .rfc3339(lenient + [.leapSecond(.clamp), .rounding(.nearest)]),
      .unix(.seconds), .unix(.milliseconds), .unix(.microseconds), .unix(.nanoseconds),
      try .pattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"), try .pattern("EEE, d MMM y h:mm a z"),
      .aspNet, try .pattern("HH:mm Z"), try .pattern("yyyyDDDKKa"),
      .anyOf(.rfc3339, .unix(.seconds), .rfc3339(lenient)), .anyOf(),
    ]
  }

  @Test(arguments: texts)
  func noPrefixIsADate(_ text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let prefix = Array(bytes[..<count])
      let error = #expect(throws: JSONValueError.self) {
        try JSONDateFormat.rfc3339.parse(prefix.span)
      }
      #expect(error?.offset.map { $0 <= count } ?? false)
    }
    for suffix in [" ", "Z", "0", "\0", "+01:00"] {
      #expect(throws: JSONValueError.self) { try JSONDateFormat.rfc3339.parse(text + suffix) }
    }
  }

  /// Replaces each byte by every other one: none is mistaken for another.
  @Test(arguments: texts)
  func everyByteIsLookedAt(_ text: String) {
    let bytes = Array(text.utf8)
    let strict = JSONDateFormat.rfc3339
    for index in bytes.indices {
      var changed = bytes
      for byte in UInt8.min...UInt8.max where byte != bytes[index] {
        changed[index] = byte
        guard let read = try? strict.parse(changed.span) else { continue }
        // Another digit, the other sign, or a letter of the other case.
        let isDigit = (0x30...0x39).contains(byte) && (0x30...0x39).contains(bytes[index])
        let isSign = (byte == 0x2b || byte == 0x2d) && (0x2b...0x2d).contains(bytes[index])
        let isLetter = byte ^ 0x20 == bytes[index] && (0x54...0x5a).contains(byte & 0xdf)
        if !isDigit, !isSign, !isLetter {
          Issue.record("\(String(decoding: changed, as: UTF8.self)) was read as \(read)")
        }
      }
    }
  }

  /// The fast reader and the careful one agree. A fraction of more than nine digits, the tenth of no
  /// meaning, keeps the first from reading a text.
  @Test func bothReadersAgree() throws {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<4000 {
      func pair(_ limit: Int) -> String {
        let value = random.integer(in: 0...limit)
        return "\(value / 10 % 10)\(value % 10)"
      }
      let digits = random.integer(in: 0...9)
      let fraction = digits == 0 ? "" : random.digits(digits, leadingZero: true)
      let zone =
        random.chance(1, in: 2)
        ? "Z"
        : "+-".randomElement(random.integer(in: 0...1))
          + pair(26) + ":" + pair(62)
      let head =
        "\(pair(99))\(pair(99))-\(pair(13))-\(pair(32))T\(pair(25)):\(pair(61)):\(pair(62))"
      let plain = head + (digits == 0 ? "" : "." + fraction) + zone
      let long = head + "." + fraction + String(repeating: "0", count: 10 - digits) + zone
      let first = Result { try JSONDateFormat.rfc3339.parse(plain) }
      let second = Result { try JSONDateFormat.rfc3339.parse(long) }
      switch (first, second) {
      case (.success(let first), .success(let second)): #expect(first == second, "\(plain)")
      case (.failure(let first as JSONValueError), .failure(let second as JSONValueError)):
        #expect(first.dateFault == second.dateFault, "\(plain)")
      default: Issue.record("\(plain): \(first), \(second)")
      }
    }
  }

  @Test func randomChangesNeverTrap() throws {
    var random = SeededGenerator(seed: Self.seed)
    let formats = try Self.formats()
    let samples =
      Self.texts + [
        "1719262833.167806", "-1.5e3", "Mon, 24 Jun 2024 9:00 PM GMT+2", "202417609PM",
        "2020-09-30",
      ]
    var read = 0
    for _ in 0..<6000 {
      var bytes = Array(samples[random.integer(in: 0...samples.count - 1)].utf8)
      for _ in 0..<random.integer(in: 1...3) {
        let index = random.integer(in: 0...bytes.count - 1)
        switch random.integer(in: 0...3) {
        case 0: bytes[index] = UInt8(random.integer(in: 0...255))
        case 1: bytes.insert(UInt8(random.integer(in: 0x20...0x7e)), at: index)
        case 2 where bytes.count > 1: bytes.remove(at: index)
        default: bytes[index] = UInt8(random.integer(in: 0x30...0x39))
        }
      }
      for format in formats {
        do throws(JSONValueError) {
          let timestamp = try format.parse(bytes.span)
          read += 1
          // The instant has a description and is in normal form.
          #expect((0..<1_000_000_000).contains(timestamp.nanoseconds))
          #expect(!timestamp.description.isEmpty)
        } catch {
          #expect(error.offset.map { $0 <= bytes.count } ?? false)
          #expect(!error.description.isEmpty)
        }
      }
    }
    #expect(read > 1000)
  }

  @Test func extremeInstantsNeverTrap() throws {
    let formats = try Self.formats()
    let seconds: [Int64] = [
      .min, .min + 1, .min + 62_167_219_200, -62_167_219_201, -62_167_219_200, -1, 0,
      253_402_300_799, 253_402_300_800, .max - 62_167_219_200, .max - 1, .max,
    ]
    for seconds in seconds {
      for nanoseconds in [.min, -1, 0, 1, 999_999_999, 1_000_000_000, .max] as [Int32] {
        let timestamp = JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds)
        #expect(timestamp.description.hasSuffix("Z"))
        for format in formats {
          do throws(JSONValueError) {
            let text = try format.format(timestamp)
            #expect(text.utf8.count <= format.maximumLength)
          } catch {
            #expect(error.dateFault == .outOfRange(.year) || error.dateFault == .wrongForm)
          }
        }
      }
    }
  }

  /// Writing and reading gives the same instant at any offset, for all formats with nine digits.
  @Test func writingIsTheMirrorOfReading() throws {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<3000 {
      let timestamp = JSONTimestamp(
        seconds: Int64(random.integer(in: -62_000_000_000...253_000_000_000)),
        nanoseconds: Int32(random.integer(in: 0...999_999_999)))
      let offset = try #require(JSONTimestamp.Offset(minutes: random.integer(in: -1439...1439)))
      let formats: [JSONDateFormat] = [
        .rfc3339, .rfc3339(.offset(offset), .numericUTC), .rfc3339(.fraction(.fixed(9))),
        .unix(.seconds), .unix(.milliseconds), .unix(.microseconds), .unix(.nanoseconds),
        try .pattern("EEEE d MMMM y h:mm:ss.SSSSSSSSS a xxx", offset: offset),
      ]
      for format in formats {
        let text = try format.format(timestamp)
        let read = try format.parse(text)
        if read != timestamp { Issue.record("\(text) is not \(timestamp), seed \(Self.seed)") }
      }
    }
  }

  @Test func timestampsCarryAndCompare() {
    #expect(
      JSONTimestamp(seconds: 1, nanoseconds: -1)
        == JSONTimestamp(seconds: 0, nanoseconds: 999_999_999))
    #expect(
      JSONTimestamp(seconds: 1, nanoseconds: 2_000_000_001)
        == JSONTimestamp(seconds: 3, nanoseconds: 1))
    #expect(JSONTimestamp(seconds: .min, nanoseconds: -1) == JSONTimestamp(seconds: .min))
    #expect(
      JSONTimestamp(seconds: .max, nanoseconds: .max)
        == JSONTimestamp(seconds: .max, nanoseconds: 999_999_999))
    #expect(JSONTimestamp(seconds: -1, nanoseconds: 5) < JSONTimestamp(seconds: 0))
    #expect(JSONTimestamp(seconds: 7, nanoseconds: 5) < JSONTimestamp(seconds: 7, nanoseconds: 6))
    #expect(
      JSONTimestamp(seconds: .max).description == "+292277026596-12-04T15:30:07Z")
    #expect(
      JSONTimestamp(seconds: .min).description == "-292277022657-01-27T08:29:52Z")
  }
}

extension String {
  /// The character at an index that must exist.
  fileprivate func randomElement(_ index: Int) -> String { String(dropFirst(index).prefix(1)) }
}
