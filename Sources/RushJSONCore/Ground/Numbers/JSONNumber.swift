/// A lossless JSON number: its value is exact, and its text is written as it was read.
///
/// A number keeps its spelling digit for digit: `1.10`, `-0`, `1E+05`, `1e400` and an integer of sixty
/// digits are written unchanged. Numbers compare and hash **by value**, exactly and at any size: `3`,
/// `3.0` and `300e-2` are equal, `0` and `-0` are equal, and `9007199254740993` differs from
/// `9007199254740992`. To tell spellings apart, compare ``text``.
///
/// A number made from a `Double` or a `Float` has the value of its shortest decimal text, so
/// `JSONNumber(0.1)` equals the number read from `0.1`. A number can be NaN or an infinity, though
/// JSON has no text for these (``isFinite``).
///
/// Numbers of up to 19 digits, and most of 20, need no allocation. Longer ones keep their text in a
/// `String`.
public struct JSONNumber: Sendable {
  /// The representation of a number.
  ///
  ///     1.10      decimal    digits 110, two of them after the point
  ///     1E+05     decimal    digits 1, an exponent 5 with "E", "+" and one leading zero
  ///     0.1 + 0.2 double     0.30000000000000004
  ///     1234567890123456789012345   text
  ///
  // 17 bytes, so that a value of a tree takes 24 with its own tag.
  package enum Storage: Sendable {
    /// All digits as one integer, and their spelling.
    case decimal(digits: UInt64, spelling: NumberSpelling)
    /// A number from a program. Its text, if it is finite, is the shortest that reads back the same.
    case double(Double)
    /// Any longer number: a text in the grammar of RFC 8259 §6.
    case text(String)
  }

  package var storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  @usableFromInline
  init(magnitude: UInt64, isNegative: Bool) {
    storage = .decimal(
      digits: magnitude, spelling: NumberSpelling(isNegative: isNegative, fractionDigits: 0))
  }

  /// A number with a text that is known to be well-formed.
  @usableFromInline package init(wellFormed text: String) { storage = .text(text) }
}

// MARK: - From Swift's numbers

extension JSONNumber {
  /// Creates a number from an integer of any type, exactly.
  /// - Complexity: O(1) without allocation for a magnitude of up to 64 bits. A larger number is stored
  ///   as text.
  @inlinable
  public init(_ value: some BinaryInteger) {
    let isNegative = value < 0
    if let magnitude = UInt64(exactly: value.magnitude) {
      self.init(magnitude: magnitude, isNegative: isNegative)
    } else {
      self.init(wellFormed: String(value))
    }
  }

  /// Creates a number from an `Int`, exactly.
  /// - Complexity: O(1), without allocation.
  public init(_ value: Int) { self.init(magnitude: UInt64(value.magnitude), isNegative: value < 0) }

  /// Creates a number with the value of the shortest decimal text that reads back as `value`.
  ///
  /// An integer is written without a point: `JSONNumber(3.0).text` is `"3"`. NaN and the infinities
  /// are kept; see ``isFinite``.
  /// - Complexity: O(1), without allocation.
  public init(_ value: Double) { storage = .double(value) }
}

// MARK: - Literals

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    // `StaticBigInt` needs macOS 13.3, and a conformance cannot have another type for newer systems.
    /// Creates a number from an integer literal that an `Int64` holds. The compiler refuses others.
    public init(integerLiteral value: Int64) { self.init(value) }
  #else
    /// Creates a number from an integer literal of any size, exactly.
    /// - Complexity: O(1) without allocation for up to 64 bits; beyond, O(*n*²) for *n* bits.
    public init(integerLiteral value: StaticBigInt) {
      let isNegative = value.signum() < 0
      var words = JSONNumber.magnitude(of: value)
      if words.count == 1 {
        self.init(magnitude: UInt64(words[0]), isNegative: isNegative)
        return
      }
      // Nine digits at a time: 10⁹ is the largest power of ten in a word of any size.
      var groups: [UInt] = []
      while !words.isEmpty {
        var remainder: UInt = 0
        for index in words.indices.reversed() {
          // The remainder is less than the divisor, so the quotient fits.
          (words[index], remainder) = (1_000_000_000 as UInt).dividingFullWidth(
            (remainder, words[index]))
        }
        groups.append(remainder)
        while words.last == 0 { words.removeLast() }
      }
      var text = isNegative ? "-" : ""
      for (index, group) in groups.reversed().enumerated() {
        let digits = String(group)
        if index > 0 { text += String(repeating: "0", count: 9 - digits.utf8.count) }
        text += digits
      }
      self = JSONNumber(text) ?? JSONNumber(wellFormed: text)
    }

    /// The words of the magnitude, the lowest first. The last one is not zero unless it is the only one.
    private static func magnitude(of value: StaticBigInt) -> [UInt] {
      let isNegative = value.signum() < 0
      var carry = isNegative
      var words: [UInt] = []
      for index in 0...(value.bitWidth / UInt.bitWidth) {
        // Two's complement: invert, and add one while it carries.
        var word = isNegative ? ~value[index] : value[index]
        if carry { (word, carry) = word.addingReportingOverflow(1) }
        words.append(word)
      }
      while words.count > 1, words.last == 0 { words.removeLast() }
      return words
    }
  #endif

  /// Creates a number from a literal with a point or an exponent.
  ///
  /// The compiler converts the literal to a `Double`, which loses its spelling: `1.10` is `1.1`.
  /// ``init(text:)`` keeps all digits.
  public init(floatLiteral value: Double) { self.init(value) }
}

// MARK: - Layout

extension JSONNumber {
  /// The layout of the digits of a floating-point number.
  ///
  /// All layouts have the same digits: the fewest that read back as the same number, and of those the
  /// closest to it. They differ in the position of the point, and in when and how an exponent is
  /// written.
  ///
  /// | value | `foundation` | `ecmaScript` | `swift` |
  /// | --- | --- | --- | --- |
  /// | 1 | `1` | `1` | `1.0` |
  /// | −0 | `-0` | `0` | `-0.0` |
  /// | 0.00001 | `1e-05` | `0.00001` | `1e-05` |
  /// | 0.0000001 | `1e-07` | `1e-7` | `1e-07` |
  /// | 2⁵³ + 2 | `9.007199254740994e+15` | `9007199254740994` | `9.007199254740994e+15` |
  /// | 10²¹ | `1e+21` | `1e+21` | `1e+21` |
  public enum Layout: Sendable, Hashable {
    /// The layout of Foundation's `JSONEncoder`: like `swift`, without `.0` at the end.
    case foundation
    /// The layout of ECMAScript's `Number::toString`, which RFC 8785 §3.2.2.3 requires.
    ///
    /// Numbers below 10⁻⁶ and from 10²¹ on have an exponent, without leading zeros; −0 is `0`.
    case ecmaScript
    /// The layout of Swift's `description`.
    ///
    /// Numbers below 10⁻⁴, and above 2⁵³ for `Double` or 2²⁴ for `Float`, have an exponent of at least
    /// two digits. An integer ends in `.0`.
    case swift
  }
}

// MARK: - Comparison

// Numbers are equal if their values are, whatever their spelling.

extension JSONNumber: Hashable, Comparable {
  /// The value without its spelling.
  var value: DecimalValue {
    switch storage {
    case .decimal(let digits, let spelling):
      return DecimalValue(
        digits: digits, exponent: Int64(spelling.decimalExponent), isNegative: spelling.isNegative)
    case .double(let value): return JSONNumber.value(of: value)
    case .text(let text): return text.withUTF8Span { DecimalValue($0) }
    }
  }

  private static func value(of double: Double) -> DecimalValue {
    if double.isNaN { return .notANumber }
    if double.isInfinite { return .infinity(isNegative: double < 0) }
    // Below 2^53 neighbours are at most one apart, so an integer is its own shortest text.
    if double.magnitude < 0x1p53 {
      // Converted there and back, because a rounding function would need the C library.
      let integer = UInt64(double.magnitude)
      if Double(integer) == double.magnitude {
        return DecimalValue(digits: integer, exponent: 0, isNegative: double < 0)
      }
    }
    let decimal = ShortestDecimal(double)
    return DecimalValue(
      digits: decimal.digits, exponent: Int64(decimal.exponent), isNegative: double < 0)
  }

  /// Whether the values are equal: `3 == 3.0`, and `0 == -0`.
  ///
  /// Unlike in `Double`, NaN equals itself, as `Hashable` requires.
  /// - Complexity: O(1) without allocation for numbers of up to 64 bits of digits; else O(*n*) in the
  ///   bytes of their texts, whatever their exponents.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if case .decimal(let a, let leftSpelling) = left.storage,
      case .decimal(let b, let rightSpelling) = right.storage
    {
      if leftSpelling == rightSpelling { return a == b }
      // Integers of different sign.
      if leftSpelling.isInteger, rightSpelling.isInteger { return a | b == 0 }
    }
    if case .double(let a) = left.storage, case .double(let b) = right.storage {
      // Different numbers have shortest texts of different values, or they could not be read back.
      return a == b || a.isNaN && b.isNaN
    }
    return left.value == right.value
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

  /// Whether the left value is less than the right one. This is a total order with NaN at its end.
  /// - Complexity: O(*n*) in the bytes of the texts, whatever the exponents.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if case .decimal(let a, let leftSpelling) = left.storage,
      case .decimal(let b, let rightSpelling) = right.storage,
      leftSpelling == rightSpelling
    {
      return leftSpelling.isNegative ? b < a : a < b
    }
    return left.value < right.value
  }
}

// MARK: - Accessors

// The value as one of Swift's numbers: exact for integers, rounded for binary fractions.

extension JSONNumber {
  /// The value as an `Int`, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `1.0` and `1e2` are integers.
  /// - Complexity: As ``exactly(_:)``.
  public var int: Int? { exactly(Int.self) }

  /// The value as an `Int64`, or `nil` if it is not an integer or is out of range.
  /// - Complexity: As ``exactly(_:)``.
  public var int64: Int64? { exactly(Int64.self) }

  /// The value as a `UInt64`, or `nil` if it is not an integer or is out of range.
  /// - Complexity: As ``exactly(_:)``.
  public var uint64: UInt64? { exactly(UInt64.self) }

  /// The value as an integer of any type, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `1.0` and `1e2` are integers, and `9007199254740993.0` is exactly
  /// 9007199254740993.
  /// - Complexity: O(1) for numbers of up to 64 bits of digits; else O(*n*) in the bytes of the text,
  ///   whatever the exponent.
  public func exactly<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    if case .decimal(let digits, let spelling) = storage, spelling.isInteger {
      if !spelling.isNegative { return T(exactly: digits) }
      // −2⁶³ is its own negative.
      if digits <= Int64.min.magnitude {
        return T(exactly: Int64(truncatingIfNeeded: 0 &- digits))
      }
    }
    return integer()
  }

  private func integer<T: FixedWidthInteger>() -> T? {
    let value = value
    switch value {
    case .short(let isNegative, let digits, let exponent):
      if exponent < 0 { return nil }
      let magnitude = T.Magnitude(exactly: digits)
      return magnitude.flatMap { Self.scaled($0, exponent: exponent, isNegative: isNegative) }
    case .long(let long):
      guard let exponent = long.lastExponent, exponent >= 0 else { return nil }
      var magnitude: T.Magnitude = 0
      for digit in long.digits {
        guard let next = Self.appending(T.Magnitude(digit), to: magnitude) else { return nil }
        magnitude = next
      }
      return Self.scaled(magnitude, exponent: exponent, isNegative: long.isNegative)
    case .infinity, .notANumber: return nil
    }
  }

  private static func scaled<T: FixedWidthInteger>(
    _ magnitude: T.Magnitude, exponent: Int64, isNegative: Bool
  ) -> T? {
    var magnitude = magnitude
    // Ends soon: a magnitude other than zero overflows after one digit per three bits of the type.
    if magnitude != 0 {
      for _ in 0..<exponent {
        guard let next = appending(0, to: magnitude) else { return nil }
        magnitude = next
      }
    }
    if !isNegative { return T(exactly: magnitude) }
    // The type cannot represent the magnitude of its smallest number.
    if magnitude == T.min.magnitude { return T.min }
    guard let positive = T(exactly: magnitude) else { return nil }
    let (negative, overflow) = T.zero.subtractingReportingOverflow(positive)
    return overflow ? nil : negative
  }

  private static func appending<M: FixedWidthInteger>(_ digit: M, to magnitude: M) -> M? {
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(digit)
    return overflow || carry ? nil : sum
  }

  /// The nearest `Double`, ties to even, or `nil` if the value is beyond the largest finite one.
  ///
  /// A value too small for any other `Double` gives zero. NaN and the infinities are given back.
  /// - Complexity: O(1) for numbers of up to 64 bits of digits; else O(*n*) in the bytes of the text.
  public var double: Double? {
    let nearest = nearestDouble
    return nearest.isFinite || !isFinite ? nearest : nil
  }

  /// The nearest `Double`, ties to even; an infinity if the value is beyond the largest finite one.
  /// - Complexity: As ``double``.
  public var nearestDouble: Double {
    if case .double(let value) = storage { return value }
    return nearest()
  }

  /// The nearest `Float`, ties to even, or `nil` if the value is beyond the largest finite one.
  ///
  /// Rounded once, from the decimal value; a `Double` in between would round twice.
  /// - Complexity: As ``double``.
  public var float: Float? {
    let nearest: Float = nearest()
    return nearest.isFinite || !isFinite ? nearest : nil
  }

  @inline(__always)
  private func nearest<F: InterchangeFloat>() -> F {
    switch storage {
    case .decimal(let digits, let spelling):
      return DecimalConversion.nearest(
        digits, spelling.decimalExponent, isNegative: spelling.isNegative)
    case .double(let value):
      // The value is that of the shortest decimal, not that of the bits.
      guard value.isFinite, value != 0 else { return F(value) }
      let decimal = ShortestDecimal(value)
      return DecimalConversion.nearest(decimal.digits, decimal.exponent, isNegative: value < 0)
    case .text(let text):
      // Invariant: the bytes do not leave the closure.
      return text.withBytes { DecimalConversion.nearest($0) }
    }
  }

  /// Whether the value is an integer, of any size and spelling.
  /// - Complexity: As ``exactly(_:)``.
  public var isInteger: Bool {
    if case .decimal(_, let spelling) = storage, spelling.isInteger { return true }
    switch value {
    case .short(_, _, let exponent): return exponent >= 0
    case .long(let long): return long.isInteger
    case .infinity, .notANumber: return false
    }
  }

  /// Whether the number is neither NaN nor an infinity. Every number read from JSON text is finite.
  public var isFinite: Bool {
    if case .double(let value) = storage { return value.isFinite }
    return true
  }
}

extension FixedWidthInteger {
  /// Creates an integer of the value of a number, or `nil` if it is not an integer or is out of range.
  ///
  /// The spelling does not matter: `Int(exactly:)` of `1.0` and `1e2` are 1 and 100.
  /// - Complexity: As ``JSONNumber/exactly(_:)``.
  public init?(exactly number: JSONNumber) {
    guard let value = number.exactly(Self.self) else { return nil }
    self = value
  }
}
