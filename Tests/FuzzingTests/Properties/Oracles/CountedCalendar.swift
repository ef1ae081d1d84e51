/// The days of the years 0 to 9999, counted one year after the other, so that no formula is trusted.
enum CountedCalendar {
  static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func length(ofMonth month: Int, in year: Int) -> Int {
    month == 2 && isLeapYear(year) ? 29 : lengths[month - 1]
  }

  /// The day, from 1970-01-01, on which each year begins, and the day after the last one.
  static let starts: [Int] = {
    var starts = [0]
    for year in 0...9999 { starts.append(starts[year] + (isLeapYear(year) ? 366 : 365)) }
    let epoch = starts[1970]
    return starts.map { $0 - epoch }
  }()

  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    (1..<month).reduce(starts[year] + day - 1) { $0 + length(ofMonth: $1, in: year) }
  }

  /// The date of a day, or `nil` if it is in no year from 0 to 9999.
  static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int)? {
    guard day >= starts[0], day < starts[10_000] else { return nil }
    // The last year that begins on the day or before it.
    var (low, high) = (0, 9999)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= day { low = middle } else { high = middle - 1 }
    }
    var (month, rest) = (1, day - starts[low])
    while rest >= length(ofMonth: month, in: low) {
      rest -= length(ofMonth: month, in: low)
      month += 1
    }
    return (low, month, rest + 1)
  }
}
