/// Options of JSON text: layout, escapes, order of names, form of numbers, and limits.
///
/// `Int.max` is no limit, and a negative limit becomes 0.
public struct JSONWritingOptions: Sendable, Hashable {
  /// The line breaks and spaces. None by default.
  public var layout = Layout.compact

  /// The characters that are escaped although RFC 8259 does not require it. None by default.
  public var escaping: Escaping = []

  /// The order of an object's members. Unchanged by default.
  public var nameOrder = NameOrder.asGiven

  /// The form of numbers. By default, numbers that were read keep their text.
  public var numbers = NumberForm.asGiven

  /// The layout of `Double` and `Float`. That of `JSONEncoder` by default.
  public var numberLayout = JSONNumber.Layout.foundation

  /// The treatment of NaN and the infinities, which JSON has no text for. Errors by default.
  public var nonFiniteNumbers: NonFiniteNumbers {
    get { other?.nonFiniteNumbers ?? .error }
    set { other = newValue == .error ? nil : Other(nonFiniteNumbers: newValue) }
  }
  /// The options that are not words and differ from the defaults. By reference, because options are copied and released
  /// for each text, which took a sixth of the time of small ones.
  private var other: Other?

  /// Whether two members of one name in an object are an error. `false` by default.
  ///
  /// Checked only if names are sorted, where the check costs nothing.
  public var refusesDuplicateNames = false

  /// The deepest nesting of arrays and objects. 512 by default, as in reading.
  ///
  /// Deeper nesting throws ``JSONWritingError/Kind/tooDeep(limit:)``. The length of indented text grows
  /// with the square of the depth, so for values from outside raise this limit only together with a
  /// ``maximumLength``.
  public var maximumDepth = 512 { didSet { maximumDepth = max(maximumDepth, 0) } }

  /// The largest number of bytes in the text. No limit by default.
  ///
  /// A longer text throws ``JSONWritingError/Kind/tooLong(limit:)``, soon after the limit.
  public var maximumLength = Int.max { didSet { maximumLength = max(maximumLength, 0) } }

  /// Creates options for compact text.
  public init() {}

  /// Compact text, without whitespace between tokens.
  // Not stored, because a copy takes longer.
  public static var compact: JSONWritingOptions { JSONWritingOptions() }

  /// Whether these are the options of ``compact``. The comparison that the compiler makes takes
  /// 130 instructions, a twelfth of writing 45 bytes.
  var areCompact: Bool {
    layout == .compact && escaping.isEmpty && nameOrder == .asGiven && numbers == .asGiven
      && numberLayout == .foundation && !hasOther && !refusesDuplicateNames
      && maximumDepth == 512 && maximumLength == .max
  }
  private var hasOther: Bool { if case .some = other { true } else { false } }

  /// Two spaces per level, `"name": value`, and `[]` for an empty array.
  public static let pretty = JSONWritingOptions(layout: .indented(by: .spaces(2)))

  /// Byte for byte what `JSONEncoder` writes with `prettyPrinted` and `withoutEscapingSlashes`.
  public static let foundationPretty = JSONWritingOptions(layout: .foundation)

  /// The canonical form of RFC 8785: no spaces, names in the order of their UTF-16 units, and numbers
  /// as ECMAScript writes the nearest `Double`, whatever their text was.
  public static let canonical = {
    var options = JSONWritingOptions()
    options.nameOrder = .utf16
    options.numbers = .double
    options.numberLayout = .ecmaScript
    options.refusesDuplicateNames = true
    return options
  }()

  private init(layout: Layout) { self.layout = layout }

  /// The characters that a writer escapes in addition to those that it must escape.
  ///
  /// Quotation marks, backslashes and control characters below U+0020 are always escaped (RFC 8259 §7):
  /// `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, else `\u00` and two lower-case hexadecimal digits.
  public struct Escaping: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `/` becomes `\/`, as `JSONEncoder` writes it by default.
    public static let slashes = Escaping(rawValue: 1)
    /// Everything from U+0080 on becomes `\u` and four digits, or a pair of these. The text is ASCII.
    public static let nonASCII = Escaping(rawValue: 2)
    /// `<`, `>`, `&` and `'` become `\u003c`, `\u003e`, `\u0026` and `\u0027`, for a text inside HTML.
    public static let html = Escaping(rawValue: 4)
    /// U+2028 and U+2029 become `\u2028` and `\u2029`, as JavaScript before 2019 requires.
    public static let lineSeparators = Escaping(rawValue: 8)
  }

  /// The line breaks and spaces.
  public enum Layout: Sendable, Hashable {
    /// No line breaks and no spaces.
    case compact
    /// Each element and member on a line of its own, `"name": value`, `[]`.
    ///
    /// A value of *n* lines that nests *d* levels deep has up to *d* · *n* levels of indentation.
    case indented(by: Indentation)
    /// The layout of Foundation: two spaces, `"name" : value`, and a blank line in an empty container.
    case foundation
  }

  /// The indentation of a line per level.
  public enum Indentation: Sendable, Hashable {
    /// This number of spaces per level.
    case spaces(Int)
    /// This number of tabs per level.
    case tabs(Int)
  }

  /// The order of an object's members.
  public enum NameOrder: Sendable, Hashable {
    /// The order of the text, of the tree, or of declaration.
    case asGiven
    /// The order of the names' UTF-8 bytes, which is that of their Unicode scalars.
    case utf8
    /// The order of the names' UTF-16 code units (RFC 8785 §3.2.3).
    case utf16
  }

  /// The form of numbers that were read.
  public enum NumberForm: Sendable, Hashable {
    /// Unchanged, digit for digit.
    case asGiven
    /// As the nearest `Double`, in ``JSONWritingOptions/numberLayout``.
    case double
  }

  /// The treatment of NaN and the infinities.
  public enum NonFiniteNumbers: Sendable, Hashable {
    /// They are errors.
    case error
    /// They are written as `null`.
    case null
    /// They are written as these strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

extension JSONWritingOptions {
  private final class Other: Sendable, Hashable {
    let nonFiniteNumbers: NonFiniteNumbers

    init(nonFiniteNumbers: NonFiniteNumbers) { self.nonFiniteNumbers = nonFiniteNumbers }

    static func == (left: Other, right: Other) -> Bool {
      left.nonFiniteNumbers == right.nonFiniteNumbers
    }
    func hash(into hasher: inout Hasher) { hasher.combine(nonFiniteNumbers) }
  }
}

// MARK: - NameOrder

extension JSONWritingOptions.NameOrder {
  /// Returns a negative number, 0 or a positive number if `a` comes before, equals, or comes after `b`.
  /// Both are UTF-8.
  /// UTF-8 sorts as its scalars do. UTF-16 differs in one point: scalars from U+10000 on (F0 to F4 in
  /// UTF-8) are pairs of surrogates, D800 to DFFF, which come before U+E000 to U+FFFF (EE and EF in
  /// UTF-8).
  func compare(_ a: CheckedBytes, _ b: CheckedBytes) -> Int {
    let count = min(a.count, b.count)
    for index in 0..<count {
      // Invariant: index < both counts.
      let (x, y) = (a[index], b[index])
      if x == y { continue }
      if self == .utf16, x >= 0xee, y >= 0xee, (x >= 0xf0) != (y >= 0xf0) {
        return x >= 0xf0 ? -1 : 1
      }
      return Int(x) &- Int(y)
    }
    return a.count &- b.count
  }

  /// The first eight bytes as a number, followed by zeros. If that of one name is less than that of another, the
  /// name comes first. In the order of UTF-16 it ends with the first byte that may come before a smaller one.
  func prefix(of name: CheckedBytes) -> UInt64 {
    if name.count >= 8, self == .utf8 {
      return UInt64(bigEndian: name.load(at: 0, as: UInt64.self))
    }
    var prefix: UInt64 = 0
    var shift: UInt64 = 56
    for at in 0..<min(name.count, 8) {
      // Invariant: at < count.
      let byte = min(name[at], self == .utf16 ? 0xee : 0xff)
      prefix |= UInt64(byte) &<< shift
      if byte == 0xee, self == .utf16 { break }
      shift &-= 8
    }
    return prefix
  }

  /// The same for strings.
  func compare(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        unsafe compare(CheckedBytes(a), CheckedBytes(b))
      }
    }
  }

  /// The indexes of `names` in sorted order. The sort is stable.
  /// - Complexity: O(*n* log *n*) comparisons.
  func sorted(_ names: [String]) -> [Int] {
    names.indices.sorted { a, b in
      let order = compare(names[a], names[b])
      return order == 0 ? a < b : order < 0
    }
  }
}

extension JSONWritingOptions.Escaping {
  /// The characters, as the room Strings names them. The bits are the same.
  @inline(__always)
  var characters: EscapedCharacters { EscapedCharacters(rawValue: rawValue) }
}
