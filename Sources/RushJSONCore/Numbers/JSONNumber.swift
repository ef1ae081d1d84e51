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
  enum Storage: Sendable {
    /// All digits as one integer, and their spelling.
    case decimal(digits: UInt64, spelling: NumberSpelling)
    /// A number from a program. Its text, if it is finite, is the shortest that reads back the same.
    case double(Double)
    /// Any longer number: a text in the grammar of RFC 8259 §6.
    case text(String)
  }

  var storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  @usableFromInline
  init(magnitude: UInt64, isNegative: Bool) {
    storage = .decimal(
      digits: magnitude, spelling: NumberSpelling(isNegative: isNegative, fractionDigits: 0))
  }

  /// A number with a text that is known to be well-formed.
  @usableFromInline init(wellFormed text: String) { storage = .text(text) }
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
