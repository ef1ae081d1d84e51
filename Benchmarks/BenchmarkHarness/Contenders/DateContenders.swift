import Foundation
import RushJSON

// Dates: each contender reads all dates of a file one by one, or writes them to a buffer as an
// encoder does, with three fraction digits, the most that Foundation writes.

/// A way to read and write dates. A type instead of closures, so that the loops are specialised and
/// time nothing else.
protocol DateWays {
  func date(from text: borrowing TimedText) throws -> Date?
  /// Writes the dates one after the other, and returns the bytes.
  func bytes(of dates: Span<Date>) throws -> [UInt8]
}

/// A string in memory that is not retained to be read, because it cannot be copied: in a loop over strings,
/// that would take as long as reading a date.
struct TimedText: ~Copyable {
  let string: String
}

extension InProcessContender {
  static let iso8601DateFormatterName = "ISO8601DateFormatter"

  /// Foundation's class of that name, which programs for older systems use.
  static var iso8601DateFormatter: InProcessContender {
    let fractional = ISO8601DateFormatter()
    fractional.formatOptions.insert(.withFractionalSeconds)
    return InProcessContender(
      name: iso8601DateFormatterName,
      preparations: DateRuns.preparations(
        FoundationWays(plain: ISO8601DateFormatter(), fractional: fractional)))
  }

  static var rushJSONDates: Preparations {
    DateRuns.preparations(RushJSONWays())
  }

  /// `Date.ISO8601FormatStyle`, in Foundation's column.
  static var foundationDates: Preparations {
    DateRuns.preparations(
      FoundationWays(
        plain: Date.ISO8601FormatStyle(),
        fractional: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }

  static let foundationDatesFootnote = "Date.ISO8601FormatStyle"
}

private struct RushJSONWays: DateWays {
  private let formatter = JSONDateFormat.rfc3339
  private let format = JSONDateFormat.rfc3339(.fraction(.fixed(3)))

  @inline(never)
  func date(from text: borrowing TimedText) -> Date? { formatter.date(from: text.string) }

  func bytes(of dates: Span<Date>) throws -> [UInt8] {
    let most = format.maximumLength
    return unsafe try [UInt8](unsafeUninitializedCapacity: dates.count * most) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      for index in dates.indices {
        guard let timestamp = JSONTimestamp(dates[index]) else { continue }
        // Invariant: each earlier date has at most `most` bytes, so there is room for another.
        count += unsafe try format.write(timestamp, to: base + count)
      }
    }
  }
}

/// A format of Foundation, which needs to know whether a date has a fraction.
private struct FoundationWays<Format: FoundationDateFormat>: DateWays {
  let plain: Format
  let fractional: Format

  @inline(never)
  func date(from text: borrowing TimedText) throws -> Date? {
    let bytes = text.string.utf8
    let hasFraction =
      bytes.count > 20 && bytes[bytes.index(bytes.startIndex, offsetBy: 19)] == 0x2e
    return try (hasFraction ? fractional : plain).parsed(text.string)
  }

  func bytes(of dates: Span<Date>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(dates.count * 40)
    for index in dates.indices {
      bytes.append(contentsOf: fractional.string(from: dates[index]).utf8)
    }
    return bytes
  }
}

private protocol FoundationDateFormat {
  func parsed(_ text: String) throws -> Date?
  func string(from date: Date) -> String
}

extension Date.ISO8601FormatStyle: FoundationDateFormat {
  func parsed(_ text: String) throws -> Date? { try parse(text) }
  func string(from date: Date) -> String { format(date) }
}

extension ISO8601DateFormatter: FoundationDateFormat {
  func parsed(_ text: String) -> Date? { date(from: text) }
}

/// The two tasks with dates, for any contender.
private enum DateRuns {
  static func preparations(
    _ ways: some DateWays
  ) -> InProcessContender.Preparations {
    [
      .dates: { parsing($0, ways) },
      .datesToText: { formatting($0, ways) },
    ]
  }

  /// Reads all dates of the file. Takes no part if there are none.
  private static func parsing(_ input: BenchmarkInput, _ ways: some DateWays) -> (any PreparedRun)?
  {
    let texts = DateTexts.find(in: input.bytes)
    if texts.isEmpty { return nil }
    return InProcessRun(
      work: { try dates(of: texts, ways) },
      describe: { try fingerprint(of: $0, read: texts) })
  }

  private static func dates(of texts: [String], _ ways: some DateWays) throws -> [Date] {
    var dates: [Date] = []
    dates.reserveCapacity(texts.count)
    try unsafe texts.withUnsafeBufferPointer { strings in
      // Invariant: a structure with one field has the layout of the field.
      try unsafe strings.withMemoryRebound(to: TimedText.self) { texts in
        for index in texts.indices {
          guard let date = unsafe try ways.date(from: texts[index]) else {
            throw UsageError("the date \(unsafe texts[index].string) could not be read")
          }
          dates.append(date)
        }
      }
    }
    return dates
  }

  private static func formatting(
    _ input: BenchmarkInput, _ ways: some DateWays
  ) -> (any PreparedRun)? {
    // Whole milliseconds, so that no contender rounds, which each does in its own way; plus an
    // eighth of a millisecond, because Foundation truncates what a `Double` lacks.
    let dates = DateTexts.find(in: input.bytes).compactMap { text -> Date? in
      guard let date = JSONDateFormat.rfc3339.date(from: text) else { return nil }
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
      return Date(timeIntervalSince1970: (milliseconds + 0.125) / 1000)
    }
    if dates.isEmpty { return nil }
    return InProcessRun(
      work: { try ways.bytes(of: dates.span) },
      describe: { .hash(of: $0) })
  }

  /// The number of dates and the sum of their minutes. Their seconds are compared with the text to
  /// a millisecond, because `ISO8601DateFormatter` rounds in its own way.
  private static func fingerprint(of dates: [Date], read texts: [String]) throws -> Fingerprint {
    for (date, text) in zip(dates, texts) {
      // Offsets are whole minutes, so the text has the seconds of the date.
      let expected = Double(text.dropFirst(17).prefix { !"Z+-".contains($0) }) ?? -1
      let seconds = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
      let isNear = abs(seconds - expected) < 0.0011 || abs(seconds - expected) > 59.9989
      if !isNear { throw UsageError("the date \(text) could not be read") }
    }
    let sum = dates.reduce(into: 0 as UInt64) { sum, date in
      let minutes = ((date.timeIntervalSince1970 + 0.0011) / 60).rounded(.down)
      sum = sum &* 31 &+ UInt64(bitPattern: Int64(minutes))
    }
    return .accepted([
      Fingerprint.Field(name: "dates", value: UInt64(dates.count)),
      Fingerprint.Field(name: "hash of minutes", value: sum),
    ])
  }
}

/// The dates of a document: every string that looks like one, found without any of the measured
/// libraries.
enum DateTexts {
  static func find(in bytes: [UInt8]) -> [String] {
    var texts: [String] = []
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == quote, looksLikeDate(bytes[(index + 1)...]),
        let end = bytes[(index + 1)...].firstIndex(of: quote)
      else { continue }
      texts.append(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
    }
    return texts
  }

  private static let quote = UInt8(ascii: "\"")

  private static func looksLikeDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let shape = "0000-00-00T00:00:00".utf8
    guard bytes.count > shape.count else { return false }
    return zip(bytes, shape).allSatisfy { byte, expected in
      expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
    }
  }
}
