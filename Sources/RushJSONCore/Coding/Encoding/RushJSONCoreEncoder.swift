/// Encodes `Encodable` values as JSON in bytes, strings and trees.
///
/// ```swift
/// let bytes = try RushJSONCoreEncoder().encodeToBytes(user)
/// ```
///
/// This class needs no Foundation. With Foundation, import the module RushJSON and use its subclass
/// `RushJSONEncoder`, which takes the place of `JSONEncoder`. Functions that take an encoder take either.
///
/// The encoder writes a value straight to text, with members in the order of the type's calls. A
/// type may deviate from that order: return to a container that it has left, give a name twice, or use
/// a `superEncoder` late. The result is then the same as Foundation's, but encoding is slower.
///
/// Values that cannot be encoded throw an `EncodingError` with the case and wording of Foundation's and
/// the whole path. Misuse that traps in Foundation throws here as well. Where a call cannot throw, the
/// next call does, or the encoding fails at its end.
///
/// Threads may share an encoder. Each call reads the options once, at its beginning and without a lock,
/// so they may be changed at any time. The encoder that a type gets in `encode(to:)` belongs to that
/// call and its thread. Its methods throw on other threads and after the call.
open class RushJSONCoreEncoder: @unchecked Sendable {
  package let state: CoderState<EncodingSnapshot>

  /// Creates an encoder with the defaults of Foundation's encoder.
  public init() {
    state = .ofNewCoder()
    noteSubclass(of: RushJSONCoreEncoder.self)
  }

  /// Creates an encoder with the options of another one.
  public init(copying other: RushJSONCoreEncoder) {
    state = .copying(other.state)
    noteSubclass(of: RushJSONCoreEncoder.self)
  }

  deinit {
    unsafe Unmanaged.passUnretained(state)._withUnsafeGuaranteedRef { CoderState.end($0) }
  }

  /// Finds out whether this is an instance of a subclass of `type`. Initialisers call this last.
  package final func noteSubclass(of type: AnyClass) { state.noteSubclass(self, of: type) }

  /// Returns a new encoder with the same options, which can be changed without effect on this one.
  ///
  /// Subclasses with state of their own override this.
  open func copy() -> RushJSONCoreEncoder { RushJSONCoreEncoder(copying: self) }

  /// How the text is formatted.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Indents the text, byte for byte as Foundation does. See ``indentation`` for other ways.
    public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
    /// Sorts the members of each object by the UTF-8 bytes of their names.
    public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
    /// Writes `/` instead of `\/`.
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    /// Writes the canonical form of RFC 8785.
    public static let canonical = OutputFormatting(rawValue: 1 << 16)
  }

  /// How NaN and the infinities are encoded, which JSON has no numbers for.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Throws an error.
    case `throw`
    /// Encodes these strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// How optional members that are `nil` are encoded.
  public enum NilEncodingStrategy: Sendable, Hashable {
    /// As `encode(to:)` encodes them, as in Foundation. An implementation by the compiler leaves such
    /// members out; an explicitly encoded `nil` is `null`.
    case asEncoded
    /// As `null`, even if `encode(to:)` leaves them out.
    case null
    /// Leaves them out, even if `encode(to:)` or a dictionary has `null`. Elements of arrays stay.
    case omit
  }

  /// How the keys of a type become the names of members.
  ///
  /// Strategies do not apply to the keys of a dictionary `[String: T]`, which are data.
  public enum KeyEncodingStrategy: Sendable {
    /// Uses the keys unchanged.
    case useDefaultKeys
    /// Turns `firstName` into `first_name`, exactly as Foundation does: `imageURL` becomes `image_url`,
    /// and `URLSession` becomes `u_rl_session`.
    case convertToSnakeCase
    /// Calls a closure with the path to the member, including its own key, to get the name.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// How the keys of a type become the names of members, beyond ``KeyEncodingStrategy``.
  ///
  /// Styles do not apply to the keys of a dictionary `[String: T]`, which are data.
  public enum NameStyle: Sendable, Hashable {
    /// Turns `firstName` into `first-name`, by the rules of ``KeyEncodingStrategy/convertToSnakeCase``.
    case kebabCase
  }

  /// How the text is formatted. By default, compact and with escaped slashes.
  open var outputFormatting: OutputFormatting {
    get { state[\.formatting] }
    set {
      state.change(UInt32(exactly: newValue.rawValue).map { .formatting($0) }) {
        $0.formatting = newValue
      }
    }
  }

  /// How keys become names. Unchanged by default.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { state[\.keys] }
    set { state.change(newValue.step) { $0.keys = newValue } }
  }

  /// How keys become names in ways that ``KeyEncodingStrategy`` does not have. By default `nil`. Any other
  /// value takes the place of ``keyEncodingStrategy``.
  open var nameStyle: NameStyle? {
    get { state[\.nameStyle] }
    set { state[\.nameStyle] = newValue }
  }

  /// How NaN and the infinities are encoded. They are errors by default.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { state[\.floats] }
    set { state.change(newValue.step) { $0.floats = newValue } }
  }

  /// The `userInfo` of the encoders that types get.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { state[\.userInfo] }
    set {
      // Code that has no entries often says so.
      if newValue.isEmpty, state[\.userInfo].isEmpty { return }
      state[\.userInfo] = newValue
    }
  }

  /// The indentation of each level, with a line for each value. By default `nil`: the layout that
  /// ``outputFormatting`` sets.
  open var indentation: JSONWritingOptions.Indentation? {
    get { state[\.indentation] }
    set { state[\.indentation] = newValue }
  }

  /// How optional members that are `nil` are encoded. By default, as `encode(to:)` encodes them.
  open var nilEncodingStrategy: NilEncodingStrategy {
    get { state[\.nils] }
    set { state[\.nils] = newValue }
  }

  /// The number of levels that arrays and objects may nest. 512 by default.
  open var maximumDepth: Int {
    get { state[\.maximumDepth] }
    set { state[\.maximumDepth] = max(newValue, 0) }
  }

  /// The number of bytes that the text may have. No limit by default.
  open var maximumLength: Int {
    get { state[\.maximumLength] }
    set { state[\.maximumLength] = max(newValue, 0) }
  }

  // MARK: - Encoding

  /// Encodes a value as JSON text in UTF-8.
  /// - Parameter userInfo: Entries that are added to those of the encoder for this call, or replace them.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  open func encodeToBytes<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try text(value, userInfo: userInfo) { bytes = Array($0) }
    return consume bytes
  }

  /// Encodes a value as JSON text. See `encodeToBytes(_:userInfo:)`.
  open func encodeToString<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]? = nil
  ) throws -> String {
    var string = ""
    try text(value, userInfo: userInfo) {
      string = String(decoding: $0, as: UTF8.self)
    }
    return consume string
  }
}

/// The options of an encoder.
package struct EncodingOptions: CoderOptions {
  package var formatting: RushJSONCoreEncoder.OutputFormatting = []
  package var keys = RushJSONCoreEncoder.KeyEncodingStrategy.useDefaultKeys
  package var nameStyle: RushJSONCoreEncoder.NameStyle?
  package var floats = RushJSONCoreEncoder.NonConformingFloatEncodingStrategy.throw
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  package var nils = RushJSONCoreEncoder.NilEncodingStrategy.asEncoded
  package var indentation: JSONWritingOptions.Indentation?
  package var maximumDepth = 512
  package var maximumLength = Int.max
  package var hooks: [TypeHook]
  package var settings: [ObjectIdentifier: any Sendable] = [:]
}

extension RushJSONCoreEncoder.KeyEncodingStrategy {
  fileprivate var step: OptionStep? {
    switch self {
    case .useDefaultKeys: .keys(0)
    case .convertToSnakeCase: .keys(1)
    case .custom: nil
    }
  }
}

extension RushJSONCoreEncoder.NonConformingFloatEncodingStrategy {
  fileprivate var step: OptionStep? { if case .throw = self { .floats } else { nil } }
}

/// The options of an encoder at one point in time.
package final class EncodingSnapshot: CoderSnapshot {
  package let options: EncodingOptions
  package let shared: SharedOptions?
  /// Whether a key strategy is set.
  let convertsNames: Bool
  /// Whether it is a closure.
  let hasKeyClosure: Bool
  /// How text is written first: compact.
  let scalars: JSONWritingOptions
  /// How that text is formatted afterwards, or `nil` if it stays compact.
  let form: JSONWritingOptions?
  /// Whether there is such a form. Stored, because a comparison with `nil` copies the form: a tenth of the
  /// instructions of a call that encodes 46 bytes.
  let hasForm: Bool

  package init(_ options: EncodingOptions, shared: SharedOptions? = nil) {
    self.options = options
    self.shared = shared
    (convertsNames, hasKeyClosure) =
      switch (options.nameStyle, options.keys) {
      case (nil, .useDefaultKeys): (false, false)
      case (nil, .custom): (true, true)
      default: (true, false)
      }
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
    hasForm = form.layout != .compact || form.nameOrder != .asGiven
    self.form = hasForm ? form : nil
  }

  /// The name for a key in the value at `path`.
  func name(_ key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
    if case (nil, .custom(let convert)) = (options.nameStyle, options.keys) {
      return convert(path() + [key]).stringValue
    }
    return name(of: key.stringValue)
  }

  /// The name for a key that is `string`. Closures do not apply.
  func name(of string: String) -> String {
    switch (options.nameStyle, options.keys) {
    case (.kebabCase, _): NameCase.separated(string, by: "-")
    case (nil, .convertToSnakeCase): NameCase.separated(string, by: "_")
    case (nil, _): string
    }
  }
}
