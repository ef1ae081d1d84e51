/// Encodes values of types that are `Encodable` to JSON: Foundation's `JSONEncoder`, faster.
///
/// ```swift
/// let bytes = try RushJSONEncoder().encodeToBytes(user)
/// ```
///
/// A type is encoded straight to text, in the order in which it gives its members. What it does
/// against that order (members of a container that was closed, a name twice, `superEncoder` after
/// others) is encoded as Foundation encodes it, by a slower way.
///
/// Everything thrown for a value is an `EncodingError` of the case and wording that Foundation has,
/// with the whole path. Misuse that traps in Foundation throws, too; where a call cannot throw, the
/// next one does, or the encoding ends with the error.
///
/// An encoder may be shared between threads. Its options are read once at the beginning of each call,
/// without a lock, so they may even be changed meanwhile. What a type is given in `encode(to:)` belongs
/// to that call and its thread: on another thread, or after the call, its methods throw.
open class RushJSONEncoder: @unchecked Sendable {
  let options: SharedOptions<EncodingSnapshot>
  let spare = SpareSession()

  /// Creates an encoder with the options that Foundation's has.
  public init() { options = SharedOptions(.initial) }

  /// The form of the text.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Indented, byte for byte as Foundation does it; ``indentation`` has other ways.
    public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
    /// Names in the order of their UTF-8.
    public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
    /// `/` instead of `\/`.
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    /// The canonical form of RFC 8785.
    public static let canonical = OutputFormatting(rawValue: 1 << 16)
  }

  /// What becomes of NaN and the infinities.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// They are errors.
    case `throw`
    /// They are these strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// What becomes of optional members that are `nil`.
  public enum NilEncodingStrategy: Sendable, Hashable {
    /// What `encode(to:)` says, as in Foundation: one that is written by the compiler leaves such
    /// members out, and a `nil` that is encoded is `null`.
    case asEncoded
    /// They are `null`, also where `encode(to:)` would leave them out.
    case null
    /// They are left out, also where `encode(to:)` or a dictionary has `null`. Elements of arrays stay.
    case omit
  }

  /// How the keys of a type become the names of members.
  ///
  /// The keys of a dictionary `[String: T]` are data and stay as they are.
  public enum KeyEncodingStrategy: Sendable {
    /// Keys are names as they are.
    case useDefaultKeys
    /// `firstName` becomes `first_name`, exactly as in Foundation: `imageURL` becomes `image_url`, and
    /// `URLSession` becomes `u_rl_session`.
    case convertToSnakeCase
    /// `firstName` becomes `first-name`, by the rules of ``convertToSnakeCase``.
    case convertToKebabCase
    /// What a closure makes of the path to the member, whose last key is its own.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    /// The name for a key of the value at `path`.
    func name(_ key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
      switch self {
      case .useDefaultKeys: key.stringValue
      case .convertToSnakeCase: NameCase.separated(key.stringValue, by: "_")
      case .convertToKebabCase: NameCase.separated(key.stringValue, by: "-")
      case .custom(let convert): convert(path() + [key]).stringValue
      }
    }
  }

  /// The form of the text. Compact, with escaped slashes, by default.
  open var outputFormatting: OutputFormatting {
    get { options[\.formatting] }
    set { options[\.formatting] = newValue }
  }

  /// How keys become names. As they are by default.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { options[\.keys] }
    set { options[\.keys] = newValue }
  }

  /// What becomes of NaN and the infinities. They are errors by default.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { options[\.floats] }
    set { options[\.floats] = newValue }
  }

  /// What types find in their encoder's `userInfo`.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options[\.userInfo] }
    set { options[\.userInfo] = newValue }
  }

  /// The indentation of each level, which makes the text one of a line for each value; `nil` for what
  /// ``outputFormatting`` says.
  open var indentation: JSONWritingOptions.Indentation? {
    get { options[\.indentation] }
    set { options[\.indentation] = newValue }
  }

  /// What becomes of optional members that are `nil`. What `encode(to:)` says by default.
  open var nilEncodingStrategy: NilEncodingStrategy {
    get { options[\.nils] }
    set { options[\.nils] = newValue }
  }

  /// How deep arrays and objects may nest. 512 by default.
  open var maximumDepth: Int {
    get { options[\.maximumDepth] }
    set { options[\.maximumDepth] = max(newValue, 0) }
  }

  /// How many bytes the text may have. No limit by default.
  open var maximumLength: Int {
    get { options[\.maximumLength] }
    set { options[\.maximumLength] = newValue }
  }

  // MARK: - Encoding

  /// The value as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  /// - Complexity: O(*n*) in the bytes of the text.
  open func encodeToBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    unsafe try text(value) { unsafe Array($0) }
  }

  /// The value as JSON text.
  open func encodeToString<T: Encodable>(_ value: T) throws -> String {
    unsafe try text(value) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

/// Everything that can be set on an encoder.
package struct EncodingOptions: CoderOptions {
  package var formatting: RushJSONEncoder.OutputFormatting = []
  package var keys = RushJSONEncoder.KeyEncodingStrategy.useDefaultKeys
  package var floats = RushJSONEncoder.NonConformingFloatEncodingStrategy.throw
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  package var nils = RushJSONEncoder.NilEncodingStrategy.asEncoded
  package var indentation: JSONWritingOptions.Indentation?
  package var maximumDepth = 512
  package var maximumLength = Int.max
  package var hooks: EncodingHooks
  package var settings: [ObjectIdentifier: any Sendable] = [:]
}

/// The options of an encoder as they were at one time.
package final class EncodingSnapshot: CoderSnapshot {
  package let options: EncodingOptions
  /// Names are written otherwise than types give them.
  let convertsNames: Bool
  /// How text is first written: compact.
  let scalars: JSONWritingOptions
  /// How that is put into form; `nil` if it is in form already.
  let form: JSONWritingOptions?

  package init(_ options: EncodingOptions) {
    self.options = options
    if case .useDefaultKeys = options.keys { convertsNames = false } else { convertsNames = true }
    let formatting = options.formatting
    var scalars = JSONWritingOptions()
    scalars.maximumDepth = .max
    scalars.maximumLength = options.maximumLength
    if !formatting.contains(.withoutEscapingSlashes) { scalars.escaping = .slashes }
    if case .convertToString(let positive, let negative, let nan) = options.floats {
      scalars.nonFiniteNumbers = .strings(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    var form = JSONWritingOptions()
    if formatting.contains(.canonical) {
      form = .canonical
      form.refusesDuplicateNames = false
      scalars.escaping = []
    }
    if let indentation = options.indentation {
      form.layout = .indented(by: indentation)
    } else if formatting.contains(.prettyPrinted) {
      form.layout = .foundation
    }
    if formatting.contains(.sortedKeys), form.nameOrder == .asGiven { form.nameOrder = .utf8 }
    form.maximumDepth = .max
    form.maximumLength = options.maximumLength
    self.scalars = scalars
    self.form =
      form.layout == .compact && form.nameOrder == .asGiven ? nil : form
  }
}
