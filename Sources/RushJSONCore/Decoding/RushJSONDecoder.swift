/// Decodes values of types that are `Decodable` from JSON: Foundation's `JSONDecoder`, faster, and
/// with errors that say where.
///
/// ```swift
/// struct User: Decodable { var name: String }
/// let users = try RushJSONDecoder().decode([User].self, from: bytes)
/// ```
///
/// A type is decoded straight off the text's tape (``JSONDocument``): no tree is built, and no
/// dictionary for an object. A type that asks for its keys in the order of the text finds each with
/// one comparison.
///
/// Everything thrown for a text or a value is a `DecodingError` of the case, type and path that
/// Foundation has; its underlying error is a ``JSONSyntaxError`` or a ``JSONValueError`` with the
/// place in the text.
///
/// A decoder may be shared between threads. Its options are read once at the beginning of each call,
/// without a lock, so they may even be changed meanwhile.
///
/// The decoder that a type is given belongs to the thread on which it is given, until ``decode(_:from:at:)``
/// returns. Decoders and containers that a type keeps for later may be used by several threads at a time
/// from then on; each use costs memory of its own.
open class RushJSONDecoder: @unchecked Sendable {
  let options: SharedOptions<DecodingSnapshot>
  /// What one decoding leaves for the next.
  let spare = SpareSession()

  /// Creates a decoder with the options that Foundation's has.
  public init() { options = SharedOptions(.initial) }

  // MARK: - Options

  /// How names become keys. As they are by default.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { options[\.keys] }
    set { options[\.keys] = newValue }
  }

  /// What strings `Double` and `Float` accept for values that no number says. None by default.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { options[\.floats] }
    set { options[\.floats] = newValue }
  }

  /// What types find in their decoder's `userInfo`.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options[\.userInfo] }
    set { options[\.userInfo] = newValue }
  }

  /// Whether the text may be JSON5, as Foundation reads it (``JSONLeniencies/json5``).
  open var allowsJSON5: Bool {
    get { options[\.allowsJSON5] }
    set { options[\.allowsJSON5] = newValue }
  }

  /// Whether the text is an object even if it has no braces around its members; an empty text is an
  /// empty object then.
  ///
  /// - Note: A text without braces is copied.
  open var assumesTopLevelDictionary: Bool {
    get { options[\.assumesTopLevelDictionary] }
    set { options[\.assumesTopLevelDictionary] = newValue }
  }

  /// How texts are read: leniencies, limits, and the policy for duplicate names.
  ///
  /// By default as Foundation reads them: one trailing comma and a byte order mark are accepted, arrays
  /// and objects nest 512 deep, and the first of several members of the same name counts. All else is
  /// checked by RFC 8259, also where nothing is decoded. A document that has been read before
  /// (``JSONDocument``) has its own options.
  open var readingOptions: JSONReadingOptions {
    get { options[\.reading] }
    set { options[\.reading] = newValue }
  }

  // MARK: - Decoding

  /// Decodes the value at `pointer` of a text, whose bytes must not change meanwhile. See
  /// ``decode(_:from:at:)-([UInt8],_)``.
  ///
  /// All texts come this way, whatever holds them, so a subclass that overrides this sees each.
  @unsafe
  open func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: UnsafeRawBufferPointer, at pointer: JSONPointer = .root
  ) throws -> T {
    try unsafe withDecoder(for: text, at: pointer) { try $0.session.unwrap(type, at: $0.place) }
  }
}

extension RushJSONDecoder {
  /// The strategy of type `S` that another module has set, or `nil` if it has not.
  package func setting<S: Sendable>(_ type: S.Type) -> S? { options.setting(type) }

  /// Sets a strategy of another module and the hooks that implement it.
  package func set<S: Sendable>(_ setting: S, hooks: [TypeHook]) {
    options.set(setting, hooks: hooks)
  }
}
