import Foundation
import RushJSON

// Dates: every contender reads all dates of a file one by one to `Date`, or writes them to bytes with
// three fraction digits, which is all that Foundation writes.

extension InProcessContender {
  static let iso8601DateFormatterName = "ISO8601DateFormatter"

  /// Foundation's class of that name: what programs use that know older systems.
  static var iso8601DateFormatter: InProcessContender {
    InProcessContender(
      name: iso8601DateFormatterName,
      preparations: [
        .dates: { input in
          let plain = ISO8601DateFormatter()
          let fractional = ISO8601DateFormatter()
          fractional.formatOptions.insert(.withFractionalSeconds)
          return DateRuns.parsing(input) { text in
            (DateRuns.hasFraction(text) ? fractional : plain).date(from: text)
          }
        },
        .datesToText: { input in
          let formatter = ISO8601DateFormatter()
          formatter.formatOptions.insert(.withFractionalSeconds)
          return DateRuns.formatting(input) {
            $1.append(contentsOf: formatter.string(from: $0).utf8)
          }
        },
      ])
  }

  static var rushJSONDates: [BenchmarkTask: Preparation] {
    [
      .dates: { input in
        let formatter = JSONDateFormatter()
        return DateRuns.parsing(input) { formatter.date(from: $0) }
      },
      .datesToText: { input in
        let formatter = JSONDateFormatter(.rfc3339(.fraction(.fixed(3))))
        return DateRuns.formatting(input) { try formatter.append($0, to: &$1) }
      },
    ]
  }

  /// `Date.ISO8601FormatStyle`, in Foundation's column.
  static var foundationDates: [BenchmarkTask: Preparation] {
    [
      .dates: { input in
        let plain = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return DateRuns.parsing(input) { text in
          try (DateRuns.hasFraction(text) ? fractional : plain).parse(text)
        }
      },
      .datesToText: { input in
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return DateRuns.formatting(input) { $1.append(contentsOf: style.format($0).utf8) }
      },
    ]
  }

  static let foundationDatesFootnote = "Date.ISO8601FormatStyle"
}

/// The two tasks with dates, whoever does them.
enum DateRuns {
  /// Whether the text of a date has a fraction: Foundation needs to be told.
  static func hasFraction(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count > 20 && bytes[bytes.index(bytes.startIndex, offsetBy: 19)] == 0x2e
  }

  /// Reads all dates of the file; takes no part if there is none.
  static func parsing(
    _ input: BenchmarkInput, _ parse: @escaping (String) throws -> Date?
  ) -> (any PreparedRun)? {
    let texts = DateTexts.find(in: input.bytes)
    if texts.isEmpty { return nil }
    return InProcessRun(
      work: {
        var dates: [Date] = []
        dates.reserveCapacity(texts.count)
        for text in texts {
          guard let date = try parse(text) else { throw UnreadableDate(text: text) }
          dates.append(date)
        }
        return dates
      }, describe: { try fingerprint(of: $0, read: texts) })
  }

  /// Writes all dates of the file into one buffer, as an encoder does: `format` appends to it.
  static func formatting(
    _ input: BenchmarkInput, _ format: @escaping (Date, inout [UInt8]) throws -> Void
  ) -> (any PreparedRun)? {
    // Whole milliseconds, so that nobody has to round, which all do in their own way; and an eighth
    // of one more, because Foundation drops what a `Double` lacks of a millisecond.
    let dates = DateTexts.find(in: input.bytes).compactMap { text -> Date? in
      guard let date = JSONDateFormatter().date(from: text) else { return nil }
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
      return Date(timeIntervalSince1970: (milliseconds + 0.125) / 1000)
    }
    if dates.isEmpty { return nil }
    return InProcessRun(
      work: {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(dates.count * 40)
        for date in dates { try format(date, &bytes) }
        return bytes
      },
      describe: { bytes in
        var visitor = FingerprintVisitor()
        visitor.visit(string: bytes.span)
        return visitor.fingerprint
      })
  }

  /// The number of dates and the minutes of all. The seconds of each are compared with its text, to
  /// a millisecond, which `ISO8601DateFormatter` rounds in its own way.
  private static func fingerprint(of dates: [Date], read texts: [String]) throws -> Fingerprint {
    for (date, text) in zip(dates, texts) {
      // Offsets are whole minutes, so the seconds of the text are those of the date.
      let expected = Double(text.dropFirst(17).prefix { !"Z+-".contains($0) }) ?? -1
      let seconds = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
      let isNear = abs(seconds - expected) < 0.0011 || abs(seconds - expected) > 59.9989
      if !isNear { throw UnreadableDate(text: text) }
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

/// A contender did not read a date.
struct UnreadableDate: Error, CustomStringConvertible {
  let text: String
  var description: String { "the date \(text) was not read" }
}
