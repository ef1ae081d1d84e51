// The number grammar byte by byte: for numbers that the fast scan leaves alone because they are
// long, have an exponent, stand near the end of the text, are no numbers at all, or are of the
// extended kinds.

extension ScannedNumber {
  /// What is wrong with a number's text, and at which of its bytes.
  struct Fault: Error {
    let kind: JSONSyntaxError.Kind
    let at: Int
    /// The text ended where more was needed.
    let isAtEnd: Bool
  }

  /// Ways to write a number that RFC 8259 §6 does not have.
  struct Extensions: OptionSet {
    let rawValue: UInt8

    /// `+1`, `.5`, `5.` and `0x1F`.
    static let otherSpellings = Extensions(rawValue: 1 << 0)
    /// `NaN`, `Infinity` and `-Infinity`.
    static let nonFinite = Extensions(rawValue: 1 << 1)
  }

  /// Scans the number at the start of `text`; what follows it is for the caller to judge.
  static func full(_ text: UnsafeRawBufferPointer, allowing extensions: Extensions = [])
    -> Result<ScannedNumber, Fault>
  {
    var scan = unsafe NumberScan(text)
    let extended = extensions.contains(.otherSpellings)
    let nonFinite = extensions.contains(.nonFinite)
    if scan.skip(0x2d) {
      scan.number.isNegative = true
    } else if extended || nonFinite {
      scan.hasPlus = scan.skip(0x2b)
    }
    if nonFinite, scan.skip("NaN") {
      scan.number.form = .notANumber
    } else if nonFinite, scan.skip("Infinity") {
      scan.number.form = .infinity
    } else if scan.hasPlus, !extended {
      scan.at = 0
      return .failure(scan.fault(.expectedValue))
    } else if extended, scan.skip("0x") || scan.skip("0X") {
      if let fault = scan.hexadecimal() { return .failure(fault) }
    } else if let fault = scan.decimal(isExtended: extended) {
      return .failure(fault)
    }
    if scan.number.form == .notANumber || scan.number.form == .infinity {
      // No digits, which is not to say zero.
      scan.number.isInteger = false
    }
    scan.number.length = scan.at
    return .success(scan.number)
  }
}

/// A scan of one number's text on its way.
@safe
private struct NumberScan {
  // Invariant: `at` is compared with `count` before each use as an index.
  let text: UnsafeRawBufferPointer
  let count: Int
  var at = 0
  var number = ScannedNumber()
  var hasPlus = false
  /// How many digits there are from the first that is not zero on.
  private var significant = 0
  /// The same of hexadecimal digits, if they are more than 16.
  private var wideDigits = 0

  init(_ text: UnsafeRawBufferPointer) {
    unsafe self.text = text
    count = text.count
  }

  func fault(_ kind: JSONSyntaxError.Kind = .invalidNumber) -> ScannedNumber.Fault {
    ScannedNumber.Fault(kind: kind, at: at, isAtEnd: at == count)
  }

  var byte: UInt8? { unsafe at < count ? text[at] : nil }

  var digit: UInt8? {
    guard let byte, byte &- 0x30 < 10 else { return nil }
    return byte &- 0x30
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard self.byte == byte else { return false }
    at &+= 1
    return true
  }

  mutating func skip(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard at &+ length <= count else { return false }
    let isThere = word.withUTF8Buffer { unsafe $0.elementsEqual(text[at..<at &+ length]) }
    if isThere { at &+= length }
    return isThere
  }

  /// Adds digits to the number until there are no more. Returns how many there were.
  mutating func digits() -> Int {
    let start = at
    while let value = digit {
      at &+= 1
      if significant == 0, value == 0 { continue }
      significant &+= 1
      guard number.isExact else { continue }
      let (product, overflow) = number.digits.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(value))
      if overflow || carry { number.isExact = false } else { number.digits = sum }
    }
    return at &- start
  }

  mutating func decimal(isExtended: Bool) -> ScannedNumber.Fault? {
    let start = at
    let integerDigits = digits()
    if integerDigits == 0, !(isExtended && byte == .decimalPoint) { return fault() }
    if integerDigits > 1, unsafe text[start] == .digit0 {
      at = start &+ 1
      return fault(.leadingZero)
    }
    if skip(0x2e) {
      number.isInteger = false
      number.fractionDigits = digits()
      // RFC 8259 wants digits on both sides of the point, JSON5 on one.
      if number.fractionDigits == 0, !isExtended || integerDigits == 0 { return fault() }
    }
    if let byte, byte | 0x20 == 0x65 {
      number.isInteger = false
      number.hasExponent = true
      at &+= 1
      let isNegative = skip(0x2d)
      if !isNegative { _ = skip(0x2b) }
      if digit == nil { return fault() }
      var exponent = 0
      while let value = digit {
        // Saturated: no text has enough digits before the exponent to bring this back.
        if exponent < 1 &<< 48 { exponent = exponent &* 10 &+ Int(value) }
        at &+= 1
      }
      number.exponent = isNegative ? 0 &- exponent : exponent
    }
    return nil
  }

  /// Hexadecimal digits of an integer below 2¹²⁸, the most that Foundation reads.
  mutating func hexadecimal() -> ScannedNumber.Fault? {
    number.form = .hexadecimal
    let start = at
    while let value = hexadecimalDigit {
      if number.digits &>> 60 != 0 {
        // The digits begin with one that is not zero, so they can be counted from here on.
        wideDigits = max(wideDigits, 16) &+ 1
        if wideDigits > 32 { return fault(.numberTooLong) }
        number.isExact = false
      } else {
        number.digits = number.digits &<< 4 | UInt64(value)
      }
      at &+= 1
    }
    return at == start ? fault() : nil
  }

  private var hexadecimalDigit: UInt8? {
    if let digit { return digit }
    // Upper case becomes lower case; no other byte below 0x80 comes to stand among the letters.
    guard let byte, (0x61...0x66).contains(byte | 0x20) else { return nil }
    return (byte | 0x20) &- 0x61 &+ 10
  }
}
