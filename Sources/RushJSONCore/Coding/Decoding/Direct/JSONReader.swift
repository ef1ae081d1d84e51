/// Reads one value of a text as a type that is ``JSONReadable``.
///
/// ```swift
/// struct Point: JSONReadable, Decodable {
///   var x: Double
///   var y: Double?
///   var tags: [String] = []
///
///   init(from reader: inout JSONReader) throws {
///     try reader.beginObject()
///     x = try reader.value("x")
///     y = try reader.value("y")                  // nil if it is missing or null
///     try reader.value("tags", into: &tags)      // unchanged if it is missing
///   }
///
///   init(from decoder: any Decoder) throws {
///     var reader = try JSONReader(decoder, for: Self.self)
///     try self.init(from: &reader)
///   }
/// }
/// let points = try RushJSONCoreDecoder().decode([Point].self, from: text)
/// ```
///
/// A reader refers to a value: the *current* one. Its members may be asked for in any order; asking in the
/// order of the text costs one comparison of names for each. Nothing is copied but what values need. All
/// methods throw a `DecodingError` with the path and the place in the text, as decoders do.
///
/// A reader is valid during the `init(from:)` that it was given to or made in. If that returns with another reader in its
/// place, or the call ends before a reader that was made in it, the process ends.
///
/// ## Topics
///
/// ### Members
///
/// - ``beginObject()``
/// - ``value(_:also:)-2ij1y``
/// - ``value(_:also:)-67d73``
/// - ``value(_:also:into:)-2ydwy``
/// - ``value(_:also:into:)-57xcr``
/// - ``value(_:also:default:)-23ij6``
/// - ``value(_:also:default:)-49mwa``
/// - ``contains(_:)``
/// - ``enter(_:)``
///
/// ### Elements
///
/// - ``beginArray()``
/// - ``element(_:)-7xxma``
/// - ``element(_:)-23myv``
/// - ``isAtEnd``
/// - ``skipElement()``
///
/// ### The current value
///
/// - ``kind``
/// - ``isNull``
/// - ``read(_:)-4eu1t``
/// - ``read(_:)-5g53b``
/// - ``invalidValue(_:_:)``
/// - ``userInfo``
///
/// ### Names that are data
///
/// - ``nextName()``
///
/// ### Types that share an object
///
/// - ``read(_:as:beside:part:)``
/// - ``unknownMembers(beside:)-35ek5``
/// - ``unknownMembers(beside:)-88vc9``
/// - ``unknownMembers(beside:)-7mfzf``
/// - ``unknownMembers(beside:)-76s4g``
/// - ``refuseUnknownMembers(beside:)``
/// - ``MemberNames``
///
/// ### A reader of a decoder
///
/// - ``init(_:for:)``
/// - ``init(_:)``
@safe
public struct JSONReader: ~Copyable {
  // Invariant: these are the session's, which the decoder keeps during the call.
  @usableFromInline let records: CheckedView<TapeRecord>
  let tape: DecodingTape
  private let unmanagedSession: Unmanaged<DecodingSession>
  /// Keeps the session if a type has made this reader of a decoder.
  private var call: ReadingCall?
  /// The value that the first type was asked for.
  package let base: DecodingPlace
  /// Whether the first of equal names counts, and names are keys unchanged.
  let isPlain: Bool
  @usableFromInline package var state: State
  /// The types that have passed the current value on, the outermost first.
  var levels: [ReadingLevel] = []
  /// Whether a value is read only to know which of its cases fits.
  var isTrying = false
  /// Whether a case without a value fits an object, because no member of another case is there.
  var isCaseWithoutMembers = false
  /// The converted names of the objects around the current value.
  var converted: [(object: UInt32, names: ConvertedNames)] = []

  /// The position of a reader. Trivial, so a type that reads another one's value keeps it on the stack.
  ///
  /// Invariant: `container` is 0, or an array or object that is the current value. `next` is then one of its
  /// elements or names, the value after a name that `nextName()` has returned, or the container's end.
  /// `end` is not 0 only in an object. So `next` may be read below the container's end, and its record says
  /// how it is skipped.
  @usableFromInline
  package struct State: BitwiseCopyable {
    /// The index of the current value's record.
    @usableFromInline package var value: UInt32
    /// The array or object that was begun, or 0. The others mean nothing before that, but `end` is 0.
    @usableFromInline package var container: UInt32
    /// The name or element that is expected next.
    @usableFromInline var next: UInt32
    /// The end of the object; 0 in an array, and if every name takes the long way.
    @usableFromInline var end: UInt32
    /// The bits of the names that were passed.
    @usableFromInline var passed: UInt64
    /// The bits of the names that may follow.
    @usableFromInline var rest: UInt64

    // No initial values at the properties: code in other modules would call a function for each.
    init(at value: UInt32) {
      (self.value, container, next, end) = (value, 0, 0, 0)
      (passed, rest) = (0, 0)
    }
  }

  /// Makes the value at `index` the current one. Nothing is begun.
  @inlinable @inline(__always)
  package mutating func move(to index: UInt32) {
    assert(!record(index).isName)
    state.value = index
    state.container = 0
    state.end = 0
  }

  private init(_ session: DecodingSession, _ place: DecodingPlace) {
    tape = session.tape
    records = tape.records
    unsafe unmanagedSession = Unmanaged.passUnretained(session)
    base = place
    isPlain = !tape.isLastWins && !session.convertsKeys
    state = State(at: place.index)
  }

  /// Creates a reader of a decoder's value: at its place in the text, if the decoder is this library's, and otherwise of
  /// a tree that the decoder is asked for.
  ///
  /// A type that is ``JSONReadable`` implements `init(from:)` of `Decodable` with it. Another library's decoder gives the
  /// path and `userInfo`. The strategies of Foundation's `JSONDecoder` apply if the module RushJSON is in the program. Of
  /// any other decoder, dates and bytes are read as this library's default reads them, or in the format that the type
  /// asks for.
  /// - Throws: A `DecodingError` for a value of another library's decoder that is not JSON, such as a date of a property
  ///   list.
  /// - Complexity: O(1), and O(*n*) in the values of another library's decoder.
  public init(_ decoder: any Decoder) throws {
    guard let own = decoder as? ValueDecoder else {
      try self.init(RawJSON(from: decoder), of: decoder, at: decoder.codingPath)
      return
    }
    // After the call, other threads may be reading.
    let (session, place) =
      own.session.isAtWork ? (own.session, own.place) : own.session.detached(at: own.place)
    self.init(session, place)
    call = ReadingCall(session)
  }

  /// Creates a reader of a tree that another library's decoder has at `path`.
  init(_ tree: RawJSON, of decoder: any Decoder, at path: [any CodingKey]) throws {
    let session = try DecodingSession(tree, of: decoder, at: path)
    self.init(
      session,
      DecodingPlace(index: UInt32(truncatingIfNeeded: DocumentStorage.rootIndex), path: 0))
    call = ReadingCall(session)
  }

  /// Calls `body` with a reader of the value at `place`, which `body` must not exchange for another.
  ///
  /// A reader that has changed places outlives the session or the path that it refers to. No error would keep the
  /// program from using it, so this ends the process.
  @inline(__always)
  static func read<T>(
    _ session: DecodingSession, _ place: DecodingPlace, _ body: (inout JSONReader) throws -> T
  ) rethrows -> T {
    var reader = JSONReader(session, place)
    defer {
      let isOwn =
        unsafe reader.unmanagedSession.toOpaque() == Unmanaged.passUnretained(session).toOpaque()
        && reader.base == place && reader.call == nil
      precondition(isOwn, "a value put another reader in the place of the one that it was given")
    }
    return try body(&reader)
  }

  @inline(__always)
  package var session: DecodingSession { unsafe unmanagedSession.takeUnretainedValue() }

  @inlinable
  package func record(_ index: UInt32) -> TapeRecord {
    assert(isRecord(index))
    return records[Int(index)]
  }

  @usableFromInline
  func isRecord(_ index: UInt32) -> Bool { tape.holds(index) }

  /// The index after a value and everything in it.
  @inlinable
  package func following(_ index: UInt32) -> UInt32 {
    index &+ UInt32(truncatingIfNeeded: record(index).distance)
  }

  // MARK: - The current value

  /// The kind of the current value.
  @inlinable public var kind: JSONKind { record(state.value).valueKind }

  /// Whether the current value is `null`.
  @inlinable public var isNull: Bool { record(state.value).kindByte == TapeKind.null.rawValue }

  @inlinable var isArray: Bool { record(state.value).kindByte == TapeKind.array.rawValue }

  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  // MARK: - Arrays

  /// Begins the current value, an array, and returns the number of its elements.
  /// - Throws: `DecodingError` if the value is not an array.
  public mutating func beginArray() throws -> Int {
    let record = record(state.value)
    guard record.kindByte == TapeKind.array.rawValue else {
      throw session.notAnArray(at: state.value, path: path(to: state.value))
    }
    state.container = state.value
    state.next = state.value &+ 1
    state.end = 0
    return record.count
  }

  /// Whether the array or object has no more elements or members.
  @inlinable public var isAtEnd: Bool { state.next >= containerEnd }

  /// The end of the container that was begun.
  @inlinable var containerEnd: UInt32 { state.container == 0 ? 0 : following(state.container) }

  /// Skips the next element of the array.
  public mutating func skipElement() throws { _ = try nextElement() }

  @usableFromInline
  package mutating func nextElement() throws -> UInt32 {
    let index = state.next
    guard index < containerEnd, !record(index).isName else { throw pastEnd() }
    state.next = following(index)
    return index
  }

  /// The next member's name, in the order of the text; `element(_:)` reads its value. `nil` at the end, which
  /// passes the last value if nothing has read it.
  ///
  /// Names are not converted, and of equal names each is found. To find a member by its name, use
  /// `value(_:)`, which finds members whose names were returned here, too.
  public mutating func nextName() -> String? {
    let object = record(state.container)
    guard object.kindByte == TapeKind.object.rawValue else { return nil }
    let end = state.container &+ UInt32(truncatingIfNeeded: object.payload &>> 32)
    let index = name(from: state.next, to: end)
    guard index < end else {
      state.next = end
      return nil
    }
    // A search looks at the members before it, too.
    state.passed = .max
    state.next = index &+ 1
    return tape.string(record(index))
  }

  /// The name at `index`, or the one after if a value is there, because the last name's value was not read.
  @inline(__always)
  func name(from index: UInt32, to end: UInt32) -> UInt32 {
    index < end && !record(index).isName ? following(index) : index
  }
}

// MARK: - Errors

// Errors of readers: those of the containers of Codable, with the path read from the tape.

extension JSONReader {
  // Mutating, although they change nothing: a function that is not inlined and only reads would be passed a
  // copy of the reader, which its callers would make in advance.

  /// The path of the value at `index`: that of the reader's first value, and the steps from there.
  mutating func path(to index: UInt32) -> [any CodingKey] {
    if session.isQuiet || session.isBrief { return [] }
    return codingPath(to: index)
  }

  /// The same where errors are dropped, too.
  mutating func codingPath(to index: UInt32) -> [any CodingKey] {
    let steps = TapePaths.steps(from: base.index, to: index, in: tape, asked: session.asked)
    return session.codingPath(of: base) + steps
  }

  /// The path of the current value.
  package mutating func currentPath() -> [any CodingKey] { path(to: state.value) }

  @inline(never)
  package mutating func missing(_ name: JSONName) -> DecodingError {
    let object = state.container
    let key = JSONPathKey(stringValue: name.description)
    return .keyNotFound(
      key,
      session.context(
        "No value associated with key \"\(key.stringValue)\".", path(to: object), object,
        .missingName(session.nameInText(of: key.stringValue))))
  }

  /// Returns to a state, and adds the place of the value at `index` to an error that a type has thrown.
  @inline(never) @usableFromInline
  package mutating func failed(
    _ error: any Error, _ type: any Any.Type, at index: UInt32, returningTo outer: State
  ) -> any Error {
    state = outer
    return session.addingLocation(error, type, at: index)
  }

  @inline(never)
  mutating func pastEnd() -> DecodingError {
    let array = state.container == 0 ? state.value : state.container
    let count = record(array).isContainer ? record(array).count : 0
    return .valueNotFound(
      Any.self,
      session.context(
        "The array is at its end.", path(to: array) + [JSONPathKey(position: count)], array,
        .indexOutOfRange(count, count: count)))
  }

  @usableFromInline
  mutating func invalidRawValue<T>(_ rawValue: some Any, _ type: T.Type) -> DecodingError {
    refused(Self.message(rawValue, type), of: type, .cases(of: type))
  }

  @inline(never) @usableFromInline
  mutating func invalidRawValue<T: RawRepresentable>(
    _ rawValue: T.RawValue, _ cases: [T]
  ) -> DecodingError {
    refused(
      Self.message(rawValue, T.self), of: T.self,
      .values(
        cases.prefix(DecodingHint.listLimit &+ 1).compactMap { DecodingHint.rawValue(of: $0) }))
  }

  private static func message<T>(_ rawValue: some Any, _ type: T.Type) -> String {
    "Cannot initialize \(T.self) from invalid \(Swift.type(of: rawValue)) value \(rawValue)"
  }

  private mutating func refused(
    _ text: String, of type: any Any.Type, _ hint: @autoclosure () -> DecodingHint
  ) -> DecodingError {
    .dataCorrupted(
      session.context(
        text, path(to: state.value), state.value, session.invalidValue(of: type, at: state.value),
        hint()))
  }

  /// The error for a current value that a type does not accept.
  /// - Parameter reason: A sentence for people.
  public mutating func invalidValue(
    _ type: any Any.Type, _ reason: String = "The value is not valid."
  )
    -> DecodingError
  {
    refused(reason, of: type, reason == "The value is not valid." ? .none : .reason(reason))
  }

  /// - Parameter known: The names that the type has.
  mutating func unknownMember(_ index: UInt32, known: [String]) -> DecodingError {
    let name = tape.string(record(index &- 1))
    return .dataCorrupted(
      session.context(
        "The object has an unknown member \"\(name)\".", path(to: index), index,
        .unknownName(name), .member(nearest: Spelling.nearest(to: name, of: known))))
  }
}

// MARK: - Names of members

extension JSONReader {
  /// The names of the members that types read of one object.
  ///
  /// ```swift
  /// rest = reader.unknownMembers(beside: { $0.add("id") })
  /// ```
  @safe
  public struct MemberNames: ~Copyable {
    enum Task {
      /// Lists the names of the type itself, or those of its parts, too.
      case own, every
      /// Lists the names that are read: not those of an optional part without a member that it demands.
      case read
      /// Finds the names that the object has: of all, or of those up to the first one that a type demands.
      case find, findDemanded
    }

    /// The names that types have added, and how they treat other members.
    struct Result {
      var names: [JSONName] = []
      /// Whether a part takes all undeclared members, and whether such a part is read before the part that asks.
      var isOpen = false
      var isOpenBefore = false
      /// Whether the type itself keeps or refuses unknown members.
      var decides = false
      /// Whether a member inside an object in this one was found.
      var isInside = false
      /// Whether the type takes or refuses all other members.
      var takesOthers = false
      var refusesOthers = false
      /// Whether a member that a type demands is missing.
      var isStopped = false
    }

    // Invariant: the reader waits for these names. Containers of other libraries have no reader.
    let reader: UnsafeMutablePointer<JSONReader>?
    let task: Task
    /// The type that adds names. It leaves out the names of the part that asks.
    let level: ReadingLevel
    var object: UInt32
    /// The number of its parts so far.
    var partCount = 0
    /// The type of the part that adds names, and the types around it. A recursive type adds its names once.
    var types: [ObjectIdentifier] = []
    var result = Result()

    init(_ task: Task, for reader: UnsafeMutablePointer<JSONReader>?, _ level: ReadingLevel) {
      unsafe self.reader = reader
      self.task = task
      self.level = level
      object = level.object
    }

    /// The names of a type itself.
    static func own(_ add: @escaping (inout MemberNames) -> Void) -> [JSONName] {
      var names = unsafe MemberNames(
        .own, for: nil, ReadingLevel(object: 0, names: add, part: -1))
      add(&names)
      return names.result.names
    }
  }

  /// A type that has passed its object on to another type.
  struct ReadingLevel {
    let object: UInt32
    /// Adds the names of the type.
    let names: (inout MemberNames) -> Void
    /// The position of the other type among the parts of this one, or -1.
    var part: Int
    /// Whether the other type reads the whole value, and not a part of its members.
    var isWhole = false
  }
}
