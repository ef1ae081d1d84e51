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

extension RushJSONEncoder {
  /// The strategy of type `S` that another module has set, or `nil` if it has not.
  package func setting<S: Sendable>(_ type: S.Type) -> S? { options.setting(type) }

  /// Sets a strategy of another module and the hooks that implement it.
  package func set<S: Sendable>(_ setting: S, hooks: [EncodingHook]) {
    options.set(setting, hooks: hooks)
  }
}

// MARK: - Encoding

extension RushJSONEncoder {
  /// Hands the value as JSON text to `sink`, in pieces of at most 64 KiB.
  ///
  /// The text is made first: a type may come back to what it has encoded.
  /// - Throws: As ``encodeToBytes(_:)``, and what the sink throws.
  public func encode<T: Encodable>(_ value: T, to sink: (Span<UInt8>) throws -> Void) throws {
    let bytes = try encodeToBytes(value)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start &+ OutputBuffer.windowSize)
      try sink(bytes.span.extracting(start..<end))
      start = end
    }
  }

  /// The value as a tree.
  package func encodeToTree<T: Encodable>(_ value: T) throws -> RawJSON {
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    return unsafe try text(value) { text in
      try unsafe RawJSON(parsing: text, options: reading)
    }
  }

  /// Encodes a value and calls `body` with the text.
  package func text<T: Encodable, R>(
    _ value: T, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    unsafe try text(value, encode: { try $0.encodeValue(value) }, unsafe body)
  }

  /// Encodes with `encode`; `value` is what errors are about.
  package func text<R>(
    _ value: Any, encode: (ValueEncoder) throws -> Void,
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let snapshot = options.read { $0 }
    var session = spare.take(for: snapshot) ?? EncodingSession(snapshot)
    session.restart()
    defer {
      session.end()
      if isKnownUniquelyReferenced(&session), session.isReusable { spare.put(session) }
    }
    let place = session.push(nil)
    do {
      try encode(ValueEncoder(session, place))
    } catch {
      throw session.isTooDeep ? session.tooDeep(value) : error
    }
    return unsafe try session.finish(value, body)
  }
}

extension RawJSON {
  /// A value of a type that is `Encodable` as a tree, as ``RushJSONEncoder`` encodes it.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  /// - Complexity: O(*n*) in the bytes that the text would have.
  public init(encoding value: some Encodable, by encoder: RushJSONEncoder = RushJSONEncoder())
    throws
  {
    self = try encoder.encodeToTree(value)
  }
}

extension EncodingSession {
  /// Completes the text, puts it into form, and calls `body` with it.
  func finish<R>(_ value: Any, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    if isTooDeep { throw tooDeep(value) }
    try checkMisuse(value)
    let isEmpty =
      isTree
      ? unsafe state.pointee.nodes[0]?.isNothing ?? true
      : unsafe frames[0].kind == .empty
    if isEmpty {
      throw failure(value, [], "Top-level \(type(of: value)) did not encode any values.")
    }
    if isTree {
      unsafe state.pointee.nodes[0]?.write(to: &output.pointee)
      // Nodes may have been put together that are each within the limit.
      if unsafe !output.pointee.isWithin(depth: maximumDepth) {
        throw tooDeep(value)
      }
    } else {
      close(to: 0)
      // What encoded nothing was an object.
      if isTooDeep { throw tooDeep(value) }
    }
    if unsafe output.pointee.buffer.finish() != nil || state.pointee.exceeded.isTooLong {
      let limit = JSONWritingError(.tooLong(limit: snapshot.options.maximumLength))
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "\(limit)", underlyingError: limit))
    }
    let text = unsafe output.pointee.buffer.bytes
    guard let form = snapshot.form else { return try unsafe body(text) }
    var reading = JSONReadingOptions()
    reading.maximumDepth = .max
    var writer = JSONWriter(options: form, capacity: text.count &* 2)
    do {
      unsafe try writer.value(JSONDocument(parsing: text, options: reading).root)
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "\(error)", underlyingError: error))
    }
    return try unsafe body(writer.output.buffer.bytes)
  }
}

extension TextOutput {
  /// Whether the text nests no deeper than so.
  fileprivate func isWithin(depth: Int) -> Bool {
    var options = JSONReadingOptions()
    options.maximumDepth = depth
    do throws(JSONSyntaxError) {
      try unsafe JSONTokenizer.validate(buffer.bytes, options: options)
      return true
    } catch {
      return false
    }
  }
}
