/// Decodes values of `Decodable` types from JSON in bytes, strings, documents and trees, with errors that
/// say where they happened.
///
/// ```swift
/// struct User: Decodable { var name: String }
/// let users = try RushJSONCoreDecoder().decode([User].self, from: bytes)
/// ```
///
/// This class needs no Foundation. With Foundation, import the module RushJSON and use its subclass
/// `RushJSONDecoder`, which takes the place of `JSONDecoder`. Functions that take a decoder take either.
///
/// A type is decoded straight from the tape of the text (``JSONDocument``), without a tree and without a
/// dictionary for each object. A type that asks for its keys in the order of the text finds each with
/// one comparison.
///
/// Every error about a text or a value is a `DecodingError` with the case, type and path that Foundation
/// has. Its underlying error is a ``JSONSyntaxError`` or a ``JSONValueError`` with the place in the
/// text.
///
/// Threads may share a decoder. Each call reads the options once at its beginning, without a lock, so
/// other threads may change them during the call.
///
/// The decoder that a type is given belongs to its thread until `decode(_:from:at:)` returns.
/// After that, several threads may use decoders and containers that a type has kept; each use costs
/// memory of its own.
open class RushJSONCoreDecoder: @unchecked Sendable {
  package let state: CoderState<DecodingSnapshot>

  /// Creates a decoder with the defaults of Foundation's decoder.
  public init() {
    state = .ofNewCoder()
    noteSubclass(of: RushJSONCoreDecoder.self)
  }

  /// Creates a decoder with the options of another one.
  public init(copying other: RushJSONCoreDecoder) {
    state = .copying(other.state)
    noteSubclass(of: RushJSONCoreDecoder.self)
  }

  deinit {
    unsafe Unmanaged.passUnretained(state)._withUnsafeGuaranteedRef { CoderState.end($0) }
  }

  /// Finds out whether this is an instance of a subclass of `type`. Initialisers call this last.
  package final func noteSubclass(of type: AnyClass) { state.noteSubclass(self, of: type) }

  /// Returns a new decoder with the same options, which can be changed without effect on this one.
  ///
  /// Subclasses with state of their own override this.
  open func copy() -> RushJSONCoreDecoder { RushJSONCoreDecoder(copying: self) }

  // MARK: - Options

  /// How names become keys. By default, they are not converted.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { state[\.keys] }
    set { state.change(newValue.step) { $0.keys = newValue } }
  }

  /// How names match keys in ways that ``KeyDecodingStrategy`` does not have. By default `nil`. Any other
  /// value takes the place of ``keyDecodingStrategy``.
  open var nameStyle: NameStyle? {
    get { state[\.nameStyle] }
    set { state[\.nameStyle] = newValue }
  }

  /// The strings that `Double` and `Float` accept for NaN and the infinities. None by default.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { state[\.floats] }
    set { state.change(newValue.step) { $0.floats = newValue } }
  }

  /// What types find in the `userInfo` of their decoder.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { state[\.userInfo] }
    set {
      // Code that has no entries often says so.
      if newValue.isEmpty, state[\.userInfo].isEmpty { return }
      state[\.userInfo] = newValue
    }
  }

  /// Whether the text may be JSON5, as Foundation reads it (``JSONReadingOptions/Leniencies/json5``).
  open var allowsJSON5: Bool {
    get { state[\.allowsJSON5] }
    set { state.change(.json5(newValue)) { $0.allowsJSON5 = newValue } }
  }

  /// Whether a text without braces around its members is an object. An empty text is then an empty
  /// object.
  ///
  /// - Note: Copies texts without braces.
  open var assumesTopLevelDictionary: Bool {
    get { state[\.assumesTopLevelDictionary] }
    set {
      state.change(.topLevelDictionary(newValue)) { $0.assumesTopLevelDictionary = newValue }
    }
  }

  /// The options for reading texts: leniencies, limits, and the policy for duplicate names.
  ///
  /// The defaults are those of Foundation: one trailing comma and a byte order mark are accepted, arrays
  /// and objects nest at most 512 levels deep, and the first of several members with the same name
  /// counts. Everything else must conform to RFC 8259, even where nothing is decoded. A
  /// ``JSONDocument`` has its own options.
  open var readingOptions: JSONReadingOptions {
    get { state[\.reading] }
    set { state[\.reading] = newValue }
  }

  /// Whether a `DecodingError` that this decoder throws has a ``JSONSyntaxError`` or a ``JSONValueError`` as its
  /// underlying error. `true` by default.
  ///
  /// Some frameworks append the underlying error to the answers that they send. Without it, such an answer has the
  /// words of Foundation's error alone, and no advice about options of this decoder. The error then has no place in the
  /// text; `jsonReport(in:)` finds it by the path. Underlying errors that types give to their own errors stay, and
  /// ``faults(of:in:limit:)`` does not change.
  open var includesUnderlyingErrors: Bool {
    get { state[\.includesUnderlyingErrors] }
    set { state[\.includesUnderlyingErrors] = newValue }
  }

  // MARK: - Decoding

  /// Decodes the value at `pointer` of a text, whose bytes must not change during the call. See
  /// `decode(_:from:at:userInfo:)`.
  ///
  /// All other methods for texts call this one, so a subclass that overrides it sees every text. With
  /// `userInfo`, they call it on a ``copy()``.
  @unsafe
  open func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: UnsafeRawBufferPointer, at pointer: JSONPointer = .root
  ) throws -> T {
    try unsafe withDecoder(for: CheckedBytes(text), at: pointer) {
      try $0.session.unwrap(type, at: $0.place)
    }
  }
}

extension RushJSONCoreDecoder {
  /// This decoder, or if there are more entries for ``userInfo``, a copy that has them.
  @inlinable @inline(__always)
  package func adding(_ userInfo: [CodingUserInfoKey: any Sendable]?) -> RushJSONCoreDecoder {
    guard let userInfo, !userInfo.isEmpty else { return self }
    let copy = copy()
    copy.userInfo.merge(userInfo) { $1 }
    return copy
  }

  /// This decoder, or if it leaves out underlying errors, a copy whose errors have their places.
  package var withUnderlyingErrors: RushJSONCoreDecoder {
    if state.read({ $0.options.includesUnderlyingErrors }) { return self }
    let copy = copy()
    copy.includesUnderlyingErrors = true
    return copy
  }

  /// The error that this decoder throws for one that has its place.
  package func leaving(_ error: any Error) -> any Error { state.snapshot.options.leaving(error) }
}

// MARK: - Strategies

extension RushJSONCoreDecoder {
  /// How the names of members become the keys of a type.
  ///
  /// The names of a dictionary `[String: T]` are data and stay unchanged.
  public enum KeyDecodingStrategy: Sendable {
    /// Names are keys, unchanged.
    case useDefaultKeys
    /// `first_name` becomes `firstName`, exactly as in Foundation: underscores at the beginning and the
    /// end stay, and words after the first are capitalised.
    ///
    /// So `image_url` is `imageUrl`, never `imageURL`; see ``NameStyle/snakeCaseWithAcronyms``.
    case convertFromSnakeCase
    /// A closure makes the key from the path to the member, whose last key is the member's name.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// How the names of members match the keys of a type, beyond ``KeyDecodingStrategy``.
  ///
  /// The names of a dictionary `[String: T]` are data and stay unchanged.
  public enum NameStyle: Sendable, Hashable {
    /// `first-name` becomes `firstName`, by the rules of ``KeyDecodingStrategy/convertFromSnakeCase``.
    case kebabCase
    /// `first_name` matches `firstName`, and `image_url` matches both `imageUrl` and `imageURL`: names
    /// and keys are compared without underscores, and ASCII letters regardless of case. A member that is
    /// named exactly like the key takes precedence.
    case snakeCaseWithAcronyms
    /// `first_name` and `first-name` match `firstName`; `image_url` and `image-url` match both
    /// `imageUrl` and `imageURL`: as ``snakeCaseWithAcronyms``, and without hyphens. If several members
    /// match, the first counts.
    case snakeOrKebabCase
  }

  /// How `Double` and `Float` read values that no JSON number has.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// A string is not accepted for a number.
    case `throw`
    /// These strings are accepted for the infinities and NaN.
    case convertFromString(
      positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

// MARK: - Options as a value

/// Everything that can be set on a decoder.
package struct DecodingOptions: CoderOptions {
  // As in Foundation: one comma too many, a byte order mark, and the first of duplicates.
  package var reading = JSONReadingOptions(
    leniencies: [.trailingCommas, .byteOrderMark], duplicateNames: .keepFirst)
  package var allowsJSON5 = false
  package var assumesTopLevelDictionary = false
  package var keys = RushJSONCoreDecoder.KeyDecodingStrategy.useDefaultKeys
  package var nameStyle: RushJSONCoreDecoder.NameStyle?
  package var floats = RushJSONCoreDecoder.NonConformingFloatDecodingStrategy.throw
  package var includesUnderlyingErrors = true
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  package var hooks: [TypeHook]
  package var settings: [ObjectIdentifier: any Sendable] = [:]

  init(hooks: [TypeHook]) { self.hooks = hooks }
}

extension RushJSONCoreDecoder.KeyDecodingStrategy {
  fileprivate var step: OptionStep? {
    switch self {
    case .useDefaultKeys: .keys(0)
    case .convertFromSnakeCase: .keys(1)
    case .custom: nil
    }
  }
}

extension RushJSONCoreDecoder.NonConformingFloatDecodingStrategy {
  fileprivate var step: OptionStep? { if case .throw = self { .floats } else { nil } }
}

extension NameRule {
  /// The rule of a decoder's options.
  init(
    _ strategy: RushJSONCoreDecoder.KeyDecodingStrategy, _ style: RushJSONCoreDecoder.NameStyle?
  ) {
    self =
      switch (style, strategy) {
      case (.kebabCase, _): .camelCase(separator: "-")
      case (.snakeCaseWithAcronyms, _): .tolerant(ignoresHyphens: false)
      case (.snakeOrKebabCase, _): .tolerant(ignoresHyphens: true)
      case (nil, .useDefaultKeys): .unchanged
      case (nil, .convertFromSnakeCase): .camelCase(separator: "_")
      case (nil, .custom(let convert)): .custom(convert)
      }
  }
}

/// The options of a decoder at one point in time.
package final class DecodingSnapshot: CoderSnapshot {
  package let options: DecodingOptions
  package let shared: SharedOptions?
  /// The options for reading texts, considering all options.
  package let reading: JSONReadingOptions
  /// How names become keys, considering all options.
  let names: NameRule

  package init(_ options: DecodingOptions, shared: SharedOptions? = nil) {
    self.options = options
    self.shared = shared
    names = NameRule(options.keys, options.nameStyle)
    var reading = options.reading
    // Reading options with all of JSON5 ask for that of the specification.
    if options.allowsJSON5, !reading.leniencies.isSuperset(of: .json5) {
      reading.leniencies.formUnion(.foundationJSON5)
    }
    self.reading = reading
  }

  package static let spareStates = SpareSessions()

  /// The options of a new decoder.
  package static let initial = DecodingSnapshot(
    DecodingOptions(hooks: treeHooks + (defaults?.decodingHooks ?? [])), shared: SharedOptions())

  private static var defaults: (any DecodingDefaults.Type)? {
    if let known = known.withLock({ $0 }) { return known }
    let provider: Any.Type = DecodingDefaultsProvider.self
    return provider as? any DecodingDefaults.Type
  }

  private static let known = Locked<(any DecodingDefaults.Type)?>(nil)

  /// Tells the hooks that a module adds, before it makes its first decoder. That saves the look-up of the conformance,
  /// 230,000 instructions in each process.
  package static func use(_ defaults: any DecodingDefaults.Type) {
    known.withLock { $0 = defaults }
  }

  /// The options of a new decoder, with the strategies that a decoder of Foundation shows.
  static func like(_ decoder: any Decoder) -> DecodingSnapshot {
    guard let defaults, let strategies = ForeignOptions(of: decoder) else { return .initial }
    return initial.changed { defaults.set(&$0, strategies) }
  }
}

/// The hooks that a module beside the core adds to every new decoder.
package protocol DecodingDefaults: SendableMetatype {
  static var decodingHooks: [TypeHook] { get }

  /// Sets options to strategies of Foundation's.
  static func set(_ options: inout DecodingOptions, _ strategies: ForeignOptions)
}

/// The type that such a module makes conform to `DecodingDefaults`.
///
/// So a decoder that the core makes, for example to read an array of bytes, knows the types of Foundation
/// if the module that knows them is in the program.
package enum DecodingDefaultsProvider {}

// Swift 6.2 ends if two modules make a type conform to `SendableMetatype`: this one by `Sendable`, the other one by the
// protocol.
@available(*, unavailable)
extension DecodingDefaultsProvider: Sendable {}

// MARK: - NameRule

/// How the names of members become keys.
enum NameRule: Sendable {
  case unchanged
  /// Camel case, from names whose words are separated by this character.
  case camelCase(separator: Unicode.Scalar)
  /// Names are compared without underscores and regardless of case, and maybe without hyphens.
  case tolerant(ignoresHyphens: Bool)
  case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

  /// The key for a name in the object at `path`.
  @inline(never)
  func converted(_ name: String, path: [any CodingKey]) -> String {
    switch self {
    case .unchanged, .tolerant: name
    case .camelCase(let separator): NameCase.camel(name, separator: separator)
    case .custom(let convert): convert(path + [JSONPathKey(stringValue: name)]).stringValue
    }
  }
}
