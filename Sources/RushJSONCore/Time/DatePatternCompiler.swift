/// Reads a pattern once and refuses what could not be read and written alike.
struct DatePatternCompiler {
  private(set) var elements: [DatePattern.Element] = []
  private(set) var fractionDigits = 0

  private let bytes: [UInt8]
  private var offset = 0
  /// Where each element's letters begin.
  private var starts: [Int] = []
  private var fields: Set<JSONDateError.Field> = []
  /// Where an hour of 12 was found.
  private var halfDayHourStart: Int?

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
  }

  /// Whether year, month and day are all there.
  var hasWholeDate: Bool {
    fields.contains(.year)
      && (fields.contains(.dayOfYear) || fields.isSuperset(of: [.month, .day]))
  }

  mutating func compile() throws(JSONDatePatternError) {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == .apostrophe {
        try readQuote()
      } else if isLetter(byte) {
        try readLetters(byte)
      } else {
        append(.literal(byte), from: offset)
        offset += 1
      }
    }
    if elements.isEmpty { throw JSONDatePatternError(.empty, at: 0) }
    if let start = halfDayHourStart, !fields.contains(.dayPeriod) {
      throw JSONDatePatternError(.missingDayPeriod, at: start)
    }
    for (index, next) in elements.enumerated().dropFirst()
    where elements[index - 1].couldTakeStart(of: next) {
      throw JSONDatePatternError(.ambiguousDigits, at: starts[index - 1])
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20)
  }

  private mutating func append(_ element: DatePattern.Element, from start: Int) {
    elements.append(element)
    starts.append(start)
  }

  /// `'text'`, in which `''` is an apostrophe, as it is outside.
  private mutating func readQuote() throws(JSONDatePatternError) {
    let start = offset
    offset += 1
    if offset < bytes.count, bytes[offset] == .apostrophe {
      append(.literal(0x27), from: start)
      offset += 1
      return
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == .apostrophe {
        guard offset < bytes.count, bytes[offset] == .apostrophe else { return }
        offset += 1
      }
      append(.literal(byte), from: offset - 1)
    }
    throw JSONDatePatternError(.unterminatedQuote, at: start)
  }

  private mutating func readLetters(_ letter: UInt8) throws(JSONDatePatternError) {
    let start = offset
    while offset < bytes.count, bytes[offset] == letter { offset += 1 }
    let count = offset - start
    let scalar = Unicode.Scalar(letter)
    guard let counts = Self.counts(of: scalar) else {
      throw JSONDatePatternError(.unknownLetter(scalar), at: start)
    }
    guard counts.contains(count), let element = Self.element(scalar, count) else {
      throw JSONDatePatternError(.unsupportedCount(scalar, count: count), at: start)
    }
    try note(element, from: start)
    append(element, from: start)
  }

  /// How many times a letter may stand in a row; `nil` if it has no meaning.
  private static func counts(of letter: Unicode.Scalar) -> [Int]? {
    switch letter {
    case "y": [1, 2, 4]
    case "u": [1, 4]
    case "M", "L", "E": [1, 2, 3, 4]
    case "D": [1, 3]
    case "d", "H", "h", "k", "K", "m", "s": [1, 2]
    case "a", "z": [1, 2, 3]
    case "S": Array(1...9)
    case "Z", "X", "x": [1, 2, 3, 4, 5]
    case "O": [1, 4]
    default: nil
    }
  }

  private static func element(_ letter: Unicode.Scalar, _ count: Int) -> DatePattern.Element? {
    switch letter {
    case "y", "u": .number(count == 2 ? .yearOfCentury : .year, letters: count)
    case "M", "L": count <= 2 ? .number(.month, letters: count) : .monthName(isShort: count == 3)
    case "d": .number(.day, letters: count)
    case "D": .number(.dayOfYear, letters: count)
    case "E": .weekdayName(isShort: count <= 3)
    case "a": .dayPeriod
    case "H": .number(.hour, letters: count)
    case "k": .number(.hourFrom1, letters: count)
    case "h": .number(.halfDayHour, letters: count)
    case "K": .number(.halfDayHourFrom0, letters: count)
    case "m": .number(.minute, letters: count)
    case "s": .number(.second, letters: count)
    case "S": .fraction(digits: count)
    case "X", "x": .offset(isoStyle(count, usesZ: letter == "X"))
    case "Z": .offset(count == 5 ? .extended(usesZ: true) : gmtOrBasic(count))
    case "O": .offset(count == 4 ? .longGMT : .shortGMT)
    case "z": .offset(.shortGMT)
    default: nil
    }
  }

  /// The forms of five letters differ from those of three, and four from two, by seconds alone, which
  /// no offset here has.
  private static func isoStyle(_ count: Int, usesZ: Bool) -> DatePattern.OffsetStyle {
    switch count {
    case 1: .hours(usesZ: usesZ)
    case 2, 4: .basic(usesZ: usesZ)
    default: .extended(usesZ: usesZ)
    }
  }

  private static func gmtOrBasic(_ count: Int) -> DatePattern.OffsetStyle {
    count == 4 ? .longGMT : .basic(usesZ: false)
  }

  /// Notes which field the element is, and refuses a second one.
  private mutating func note(
    _ element: DatePattern.Element, from start: Int
  ) throws(JSONDatePatternError) {
    let field: JSONDateError.Field
    switch element {
    case .literal: return
    case .number(let number, _):
      field = number.field
      if number == .halfDayHour || number == .halfDayHourFrom0 { halfDayHourStart = start }
    case .monthName: field = .month
    case .weekdayName: field = .weekday
    case .dayPeriod: field = .dayPeriod
    case .fraction(let digits):
      field = .fraction
      fractionDigits = digits
    case .offset: field = .offset
    }
    // A day of the year is a month and a day.
    let repeatsDate =
      field == .dayOfYear && !fields.isDisjoint(with: [.month, .day])
      || (field == .month || field == .day) && fields.contains(.dayOfYear)
    if repeatsDate || !fields.insert(field).inserted {
      throw JSONDatePatternError(.repeatedField(field), at: start)
    }
  }
}
