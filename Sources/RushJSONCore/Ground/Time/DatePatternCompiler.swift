/// Compiles a pattern, and refuses those whose dates could not be read and written alike.
struct DatePatternCompiler {
  private(set) var elements: [DatePattern.Element] = []
  private(set) var fractionDigits = 0

  private let bytes: [UInt8]
  private var offset = 0
  /// The offset of each element's first letter.
  private var starts: [Int] = []
  private var fields: Set<JSONValueError.DateField> = []
  /// The offset of a 12-hour field.
  private var halfDayHourStart: Int?

  init(_ pattern: String) { bytes = Array(pattern.utf8) }

  var hasWholeDate: Bool {
    fields.contains(.year)
      && (fields.contains(.dayOfYear) || fields.isSuperset(of: [.month, .day]))
  }

  mutating func compile() throws(JSONValueError) {
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
    if elements.isEmpty { throw fault(.empty, at: 0) }
    if let start = halfDayHourStart, !fields.contains(.dayPeriod) {
      throw fault(.missingDayPeriod, at: start)
    }
    for (index, next) in elements.enumerated().dropFirst()
    where elements[index - 1].couldTakeStart(of: next) {
      throw fault(.ambiguousDigits, at: starts[index - 1])
    }
  }

  private func fault(_ fault: JSONValueError.DatePatternFault, at offset: Int) -> JSONValueError {
    JSONValueError(.invalidDatePattern(fault), offset: offset)
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  private mutating func append(_ element: DatePattern.Element, from start: Int) {
    elements.append(element)
    starts.append(start)
  }

  /// Reads `'text'`, where `''` is an apostrophe, as it is outside.
  private mutating func readQuote() throws(JSONValueError) {
    let start = offset
    offset += 1
    if offset < bytes.count, bytes[offset] == .apostrophe {
      append(.literal(.apostrophe), from: start)
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
    throw fault(.unterminatedQuote, at: start)
  }

  private mutating func readLetters(_ letter: UInt8) throws(JSONValueError) {
    let start = offset
    while offset < bytes.count, bytes[offset] == letter { offset += 1 }
    let count = offset - start
    let scalar = Unicode.Scalar(letter)
    guard let counts = Self.counts(of: scalar) else {
      throw fault(.unknownLetter(scalar), at: start)
    }
    guard counts.contains(count), let element = Self.element(scalar, count) else {
      throw fault(.unsupportedCount(scalar, count: count), at: start)
    }
    try note(element, from: start)
    append(element, from: start)
  }

  /// How many times a letter may be repeated; `nil` if it has no meaning.
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
    case "X", "x": .offset(isoStyle(count, usesZ: letter == "X"), readsZones: false)
    case "Z":
      .offset(count == 5 ? .extended(usesZ: true) : gmtOrBasic(count), readsZones: count <= 3)
    case "O": .offset(count == 4 ? .longGMT : .shortGMT, readsZones: false)
    case "z": .offset(.shortGMT, readsZones: true)
    default: nil
    }
  }

  // Five letters differ from three, and four from two, only by seconds, which no offset here has.
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

  /// Records which field the element is, and refuses a repeated one.
  private mutating func note(
    _ element: DatePattern.Element, from start: Int
  ) throws(JSONValueError) {
    let field: JSONValueError.DateField
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
    // A day of the year implies a month and a day.
    let repeatsDate =
      field == .dayOfYear && !fields.isDisjoint(with: [.month, .day])
      || (field == .month || field == .day) && fields.contains(.dayOfYear)
    if repeatsDate || !fields.insert(field).inserted {
      throw fault(.repeatedField(field), at: start)
    }
  }
}

extension DatePattern {
  init(
    compiling pattern: String, offset: JSONTimestamp.Offset, roundsToNearest: Bool
  ) throws(JSONValueError) {
    var compiler = DatePatternCompiler(pattern)
    try compiler.compile()
    let fraction = UInt8(compiler.fractionDigits)
    self.init(
      pattern: pattern, offset: offset, elements: compiler.elements,
      digits: WrittenDigits(fewest: fraction, most: fraction, roundsToNearest: roundsToNearest),
      hasWholeDate: compiler.hasWholeDate)
  }
}
