/// How JSON is written: layout, escapes, the order of names, the form of numbers, and limits.
public struct JSONWritingOptions: Sendable, Hashable {
  /// Where line breaks and spaces go. None by default.
  public var layout = Layout.compact

  /// What is escaped besides what must be. Nothing by default.
  public var escaping: JSONEscaping = []

  /// The order of an object's members. As they come by default.
  public var nameOrder = NameOrder.asGiven

  /// How numbers are written. Those that were read, as they stood, by default.
  public var numbers = NumberForm.asGiven

  /// How `Double` and `Float` are laid out. As `JSONEncoder` does it by default.
  public var numberLayout = JSONNumber.Layout.foundation

  /// What becomes of NaN and the infinities, for which JSON has no text. They are errors by default.
  public var nonFiniteNumbers = NonFiniteNumbers.error

  /// Whether an object with two members of one name is an error. It is not by default.
  ///
  /// Looked for only where names are sorted, as it costs nothing there.
  public var refusesDuplicateNames = false

  /// How deep arrays and objects may nest. 512 by default, which is what readers take by default.
  ///
  /// Indented text has as many bytes as the square of the depth, so raise this limit only together with
  /// ``maximumLength`` if the values are not your own. What nests deeper is
  /// ``JSONWritingError/Kind/tooDeep(limit:)``.
  public var maximumDepth = 512

  /// How many bytes the text may have. No limit by default. A longer text is
  /// ``JSONWritingError/Kind/tooLong(limit:)``.
  ///
  /// A writer stops soon after it has exceeded the limit.
  public var maximumLength = Int.max

  /// Compact text.
  public init() {}

  /// No byte that is not needed.
  public static let compact = JSONWritingOptions()

  /// Two spaces for each level, `"name": value`, and `[]` for what is empty.
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

  /// Where line breaks and spaces go.
  public enum Layout: Sendable, Hashable {
    /// Nowhere.
    case compact
    /// Each element and member on a line of its own, `"name": value`, `[]`.
    ///
    /// The lines of a value that nests *d* levels deep have up to *d* · *n* spaces, *n* being its lines.
    case indented(by: Indentation)
    /// As Foundation has it: two spaces, `"name" : value`, and a blank line in what is empty.
    case foundation
  }

  /// What a line begins with, for each level.
  public enum Indentation: Sendable, Hashable {
    case spaces(Int)
    case tabs(Int)
  }

  /// The order of an object's members.
  public enum NameOrder: Sendable, Hashable {
    /// As they come: in the order of the text, of the tree, or of declaration.
    case asGiven
    /// By the bytes of the names in UTF-8, which is the order of their Unicode scalars.
    case utf8
    /// By the units of the names in UTF-16 (RFC 8785 §3.2.3).
    case utf16
  }

  /// How numbers are written that have a text already.
  public enum NumberForm: Sendable, Hashable {
    /// Digit for digit as they were read.
    case asGiven
    /// As the nearest `Double`, in the layout of ``JSONWritingOptions/numberLayout``.
    case double
  }

  /// What becomes of NaN and the infinities.
  public enum NonFiniteNumbers: Sendable, Hashable {
    /// They are errors.
    case error
    /// They are written as `null`.
    case null
    /// They are written as these strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
