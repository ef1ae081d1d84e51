// The number grammar byte by byte, for texts that the fast scan does not handle: numbers that are
// long, have an exponent, are near the end of the text or of the extended kinds, and malformed ones.

extension ScannedNumber {
  /// What is wrong with a number's text, and at which byte.
  struct Fault: Error {
    let kind: JSONSyntaxError.Kind
    let at: Int
    /// Whether the text ended too early.
    let isAtEnd: Bool
  }

  /// Spellings of numbers that RFC 8259 §6 does not allow.
  struct Extensions: OptionSet {
    let rawValue: UInt8

    /// `+1`, `.5`, `5.` and `0x1F`.
    static let otherSpellings = Extensions(rawValue: 1 << 0)
    /// `NaN`, `Infinity` and `-Infinity`.
    static let nonFinite = Extensions(rawValue: 1 << 1)
  }

  /// Scans the number at the start of `text`. The caller checks what follows it.
  static func full(_ text: CheckedBytes, allowing extensions: Extensions = [])
    -> Result<ScannedNumber, Fault>
  {
    var scan = NumberScan(text)
    let extended = extensions.contains(.otherSpellings)
    let nonFinite = extensions.contains(.nonFinite)
    if scan.skip(.minus) {
      scan.number.isNegative = true
    } else if extended || nonFinite {
      scan.hasPlus = scan.skip(.plus)
    }
    let hasDigit = scan.digit != nil
    if nonFinite, !hasDigit, scan.skip("NaN") {
      scan.number.form = .notANumber
    } else if nonFinite, !hasDigit, scan.skip("Infinity") {
      scan.number.form = .infinity
    } else if scan.hasPlus, !extended {
      scan.at = 0
      return .failure(scan.fault(.expectedValue))
    } else if extended, scan.skipHexadecimalPrefix() {
      if let fault = scan.hexadecimal() { return .failure(fault) }
    } else if let fault = scan.decimal(isExtended: extended) {
      return .failure(fault)
    }
    if scan.number.form == .notANumber || scan.number.form == .infinity {
      // It has no digits, but is not zero.
      scan.number.isInteger = false
    }
    assert(scan.at > 0 && scan.at <= text.count)
    scan.number.length = scan.at
    return .success(scan.number)
  }
}

@safe
private struct NumberScan {
  // Invariant: `at` is compared with `count` before each use as an index.
  let text: CheckedBytes
  let count: Int
  var at = 0
  var number = ScannedNumber()
  var hasPlus = false
  /// The number of hexadecimal digits from the first that is not zero on, if there are more than 16.
  private var wideDigits = 0

  init(_ text: CheckedBytes) {
    self.text = text
    count = text.count
  }

  func fault(_ kind: JSONSyntaxError.Kind = .invalidNumber) -> ScannedNumber.Fault {
    assert(at <= count)
    return ScannedNumber.Fault(kind: kind, at: at, isAtEnd: at == count)
  }

  var byte: UInt8? { at < count ? text[at] : nil }

  var digit: UInt8? {
    guard let byte, byte &- .digit0 < 10 else { return nil }
    return byte &- .digit0
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

  /// Skips `0x` or `0X`.
  mutating func skipHexadecimalPrefix() -> Bool {
    // Lower case differs from upper case by one bit, as no other byte does from `x`.
    guard at &+ 2 <= count, text[at] == .digit0 && text[at &+ 1] | 0x20 == 0x78 else {
      return false
    }
    at &+= 2
    return true
  }

  /// Adds all digits that follow to the number. Returns how many there were.
  mutating func digits() -> Int {
    assert(at <= count)
    let start = at
    eightDigits()
    while let value = digit {
      at &+= 1
      guard number.isExact else { continue }
      let (product, overflow) = number.digits.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(value))
      if overflow || carry {
        number.isExact = false
        eightDigits()
      } else {
        number.digits = sum
      }
    }
    return at &- start
  }

  /// Adds digits by eights, as long as there are eight and the number does not overflow.
  private mutating func eightDigits() {
    while at &+ 8 <= count {
      let values = text.word(at: at) ^ DigitWord.ascii
      if DigitWord.nonDigits(values) != 0 { return }
      if number.isExact {
        let (product, overflow) = number.digits.multipliedReportingOverflow(by: 100_000_000)
        let (sum, carry) = product.addingReportingOverflow(DigitWord.number(values))
        if overflow || carry { return }
        number.digits = sum
      }
      at &+= 8
    }
  }

  mutating func decimal(isExtended: Bool) -> ScannedNumber.Fault? {
    let start = at
    let integerDigits = digits()
    if integerDigits == 0, !(isExtended && byte == .decimalPoint) { return fault() }
    if integerDigits > 1, text[start] == .digit0 {
      at = start &+ 1
      return fault(.leadingZero)
    }
    if skip(.decimalPoint) {
      number.isInteger = false
      number.fractionDigits = digits()
      // RFC 8259 requires digits on both sides of the point, JSON5 on one.
      if number.fractionDigits == 0, !isExtended || integerDigits == 0 { return fault() }
    }
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      number.isInteger = false
      number.hasExponent = true
      at &+= 1
      let isNegative = skip(.minus)
      if !isNegative { _ = skip(.plus) }
      if digit == nil { return fault() }
      var exponent = 0
      while let value = digit {
        // Saturated: no text has enough digits before the exponent to make up for this.
        if exponent < Int.max / 32 { exponent = exponent &* 10 &+ Int(value) }
        at &+= 1
      }
      number.exponent = isNegative ? 0 &- exponent : exponent
    }
    return nil
  }

  /// Scans the hexadecimal digits of an integer below 2¹²⁸, the limit of Foundation.
  mutating func hexadecimal() -> ScannedNumber.Fault? {
    number.form = .hexadecimal
    let start = at
    while let value = hexadecimalDigit {
      if number.digits &>> 60 != 0 {
        // The first of these digits is not zero, so they can be counted now.
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
    // Upper case becomes lower case; no other byte below 0x80 becomes one of these letters.
    guard let byte, (0x61...0x66).contains(byte | 0x20) else { return nil }
    return (byte | 0x20) &- 0x61 &+ 10
  }
}
