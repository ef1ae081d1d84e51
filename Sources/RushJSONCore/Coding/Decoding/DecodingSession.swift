/// The decoder that a type is given: a value of the document, and the path to it.
///
/// Two words, so that an `any Decoder` holds it without an allocation.
package struct ValueDecoder {
  package let session: DecodingSession
  package let place: DecodingPlace

  @inline(__always)
  package init(_ session: DecodingSession, _ place: DecodingPlace) {
    self.session = session
    self.place = place
  }
}

/// One decoding of one document: the tape, the options when it began, and the open path.
///
/// Decoders and containers are structs that refer to it. During the call it belongs to one thread.
/// After the call it does not change any more: a decoder or a container that was kept continues with a
/// session of its own (`apart`), so that several threads may use it.
@safe
package final class DecodingSession: ContainerOwner, CodingSession, @unchecked Sendable {
  @safe @exclusivity(unchecked)
  private var attachedStorage: DocumentStorage
  @safe @exclusivity(unchecked)
  private var attachedTape: DecodingTape
  @safe @exclusivity(unchecked)
  private var reader = TapeReader()
  /// Whether the text exists outside of the session, so that errors may name its bytes.
  private(set) var isTextKnown: Bool

  package let snapshot: DecodingSnapshot
  let convertsKeys: Bool

  @safe @exclusivity(unchecked)
  var path = OpenPath()
  /// The session and place that this detached session came from.
  @safe @exclusivity(unchecked)
  private var origin: (session: DecodingSession, place: DecodingPlace)?
  /// The path and the `userInfo` of another library's decoder, whose value this session reads.
  @safe @exclusivity(unchecked)
  private var other: (path: [any CodingKey], userInfo: [CodingUserInfoKey: Any])?
  /// Makes a hook for each type, in place of the options' hooks, in a session that only notes which types are decoded.
  @safe @exclusivity(unchecked)
  var otherHooks: ((any Decodable.Type) -> TypeHook)?
  /// Whether a type of this session has turned out to be a model.
  @safe @exclusivity(unchecked)
  private var hasLearned = false
  /// How many readers a type has made of decoders of this session.
  @safe @exclusivity(unchecked)
  fileprivate var readers = 0
  private let tapePaths = TapePaths()

  /// Whether errors are dropped, so that they need no message, path and place: those of a lossy
  /// collection that has reported enough.
  @safe @exclusivity(unchecked)
  private var dropsErrors = false
  var isQuiet: Bool { dropsErrors }
  /// The indices of incomplete values, outermost first; nearly always none.
  @safe @exclusivity(unchecked)
  var arriving: [UInt32] = []
  /// How many faults are looked for, or 0 if values are decoded. If not, each error has a place in this session, also those
  /// that types make themselves.
  @safe @exclusivity(unchecked)
  var faultLimit = 0
  /// The faults that models have found.
  @safe @exclusivity(unchecked)
  var foundFaults: [FoundFault] = []
  /// Whether errors have a kind and a place, and neither a message nor a path: those that become faults.
  @safe @exclusivity(unchecked)
  var isBrief = false
  /// How many skipped values lossy collections have reported during the call.
  @safe @exclusivity(unchecked)
  private var reports = 0
  @safe @exclusivity(unchecked)
  var messages = ErrorMessages()
  @safe @exclusivity(unchecked)
  private(set) var asked = AskedNames()

  @safe @exclusivity(unchecked)
  var tried = TriedValues()

  let search = MemberSearch()
  @safe @exclusivity(unchecked)
  private var hooks = TypeMap<TypeHook>()
  @safe @exclusivity(unchecked)
  var pool = ContainerPool<ObjectSlot>()
  @safe @exclusivity(unchecked)
  var shapes = ShapeCache()
  @safe @exclusivity(unchecked)
  var singleKeys = SingleKeys()
  @safe @exclusivity(unchecked)
  private(set) var isPooling = false

  /// A session for a document that keeps itself.
  package init(_ storage: DocumentStorage, _ snapshot: DecodingSnapshot, isTextKnown: Bool = true) {
    attachedStorage = storage
    attachedTape = DecodingTape(storage)
    self.isTextKnown = isTextKnown
    self.snapshot = snapshot
    convertsKeys = if case .unchanged = snapshot.names { false } else { true }
  }

  /// A session for a tree that another library's decoder has at `path`.
  convenience init(_ tree: RawJSON, of decoder: any Decoder, at path: [any CodingKey]) throws {
    self.init(
      try TreeTape.storage(of: tree, options: JSONReadingOptions()), .like(decoder),
      isTextKnown: false)
    other = (path, decoder.userInfo)
  }

  deinit { path.free() }

  /// Goes to the beginning of the storage that was read last.
  @inline(__always)
  private func restart(padding: Int) {
    assert(!isAtWork)
    attachedTape.refer(to: attachedStorage, padding: padding)
    search.expect(0, in: 0)
  }

  var storage: DocumentStorage { attachedStorage }

  @inline(__always)
  var tape: DecodingTape { attachedTape }

  // MARK: - The call

  /// Begins a call, which pools containers until `end`.
  func begin() {
    path.begin()
    reports = 0
    if !asked.isEmpty { asked.removeAll() }
    isPooling = true
  }

  /// Whether new containers are pooled. The probe waits for the first container, because many types need none.
  func canPoolContainers() -> Bool {
    isPooling = DecodingSession.pooling != .none
    return isPooling
  }

  @inline(__always)
  var isAtWork: Bool { path.isAtWork }

  @inline(__always)
  func end() {
    path.end()
    isPooling = false
    pool.dropKept(of: self)
    if pool.isEmpty { shapes.removeAll() }
  }

  /// Reads a text, which the caller keeps until it has called `detachFromInput` or the session is gone.
  /// With a pointer, the tape may lack all values but the one at the pointer.
  @inline(__always)
  func read(_ text: CheckedBytes, at pointer: JSONPointer) throws(JSONSyntaxError) {
    if text.count > ShortText.capacity, !pointer.isEmpty, !convertsKeys,
      readValue(at: pointer, of: text)
    {
      return
    }
    try reader.read(text, options: snapshot.reading, into: &attachedStorage)
    restart(padding: reader.padding)
  }

  @inline(never)
  private func readValue(at pointer: JSONPointer, of text: CheckedBytes) -> Bool {
    let isRead = reader.read(
      text, at: pointer, options: snapshot.reading, into: &attachedStorage)
    guard isRead else { return false }
    restart(padding: reader.padding)
    return true
  }

  /// Takes a text that has been read, which the caller keeps as above.
  func take(_ text: TapedText) {
    reader.take(text, snapshot.reading, into: &attachedStorage)
    restart(padding: reader.padding)
  }

  /// Turns to a document that keeps itself. Returns the storage before, which is the session's own memory for texts.
  func turn(to storage: DocumentStorage, isTextKnown: Bool) -> DocumentStorage {
    let own = self.storage
    attachedStorage = storage
    self.isTextKnown = isTextKnown
    restart(padding: 0)
    return own
  }

  /// Whether the session may serve another decoding: it does not hold too much memory. If so, it frees that
  /// of a long text, which nothing refers to any more.
  @inline(__always)
  func prepareForReuse() -> Bool {
    assert(!isAtWork)
    assert(arriving.isEmpty && faultLimit == 0 && foundFaults.isEmpty)
    assert(!dropsErrors && tried.depth == 0 && otherHooks == nil)
    guard
      path.capacity <= 1 << 10 && search.isEmpty && tapePaths.isEmpty && !hasLearned
    else {
      return false
    }
    path.removeNodes()
    reader.shrink()
    return true
  }

  /// Copies the text, because something still refers to the session when `decode` ends: a decoder or
  /// a container that a type has kept, or an error, which can tell where it happened.
  func detachFromInput() {
    // No error would keep the program from using the reader, whose tape is freed.
    precondition(readers == 0, "a JSONReader outlived the call that it belongs to")
    attachedStorage = DocumentStorage.copying(storage)
    restart(padding: 0)
    reader.freeTape()
  }

  // MARK: - Paths

  var userInfo: [CodingUserInfoKey: Any] { other?.userInfo ?? snapshot.userInfo }

  package func codingPath(of place: DecodingPlace) -> [any CodingKey] {
    let path = ownPath(of: place)
    return other.map { $0.path + path } ?? path
  }

  /// The path of a place as the text has it, where a strategy converts its names.
  package func pathInText(of place: DecodingPlace) -> [any CodingKey] {
    guard convertsKeys, isAtWork, origin == nil && other == nil else {
      return codingPath(of: place)
    }
    let (start, keys) = path.keys(of: place, in: tape, asked: AskedNames(), inText: true)
    return start == nil ? keys : codingPath(of: place)
  }

  private func ownPath(of place: DecodingPlace) -> [any CodingKey] {
    if isAtWork, origin == nil, let keys = tapePaths.keys(of: place, in: path) {
      return keys
    }
    let (start, keys) = path.keys(of: place, in: tape, asked: asked)
    if let start { return tapePaths.path(to: start, in: tape) + keys }
    guard let origin else { return keys }
    return origin.session.codingPath(of: origin.place) + keys
  }

  /// Notes the name under which a type requested a member, whose name in the text may differ.
  func note(_ name: String, value: UInt32, of object: UInt32) {
    // After the call, other threads may be reading.
    if isAtWork { asked.note(name, value: value, of: object, in: tape) }
  }

  /// The path of `place`, and of `key` in it, for an error.
  func errorPath(of place: DecodingPlace, then key: (any CodingKey)? = nil) -> [any CodingKey] {
    if isQuiet || isBrief { return [] }
    var path = codingPath(of: place)
    if let key { path.append(key) }
    return path
  }

  func addNode(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> DecodingPlace {
    path.addNode(key, index: index, in: parent)
  }

  /// Begins a lossy collection, whose errors count until it is full. Returns what `endReports` needs.
  package func beginReports() -> Bool {
    begin(droppingErrors: reports >= SkippedValue.maximumCountInText)
  }

  /// Makes errors with a message and a path, wherever the call is. Returns what `endReports` needs.
  package func beginWholeErrors() -> Bool { begin(droppingErrors: false) }

  /// Makes errors without a message and a path. Returns what `endReports` needs.
  package func beginQuietErrors() -> Bool { begin(droppingErrors: true) }

  private func begin(droppingErrors: Bool) -> Bool {
    if !isAtWork { return false }
    let outer = dropsErrors
    dropsErrors = droppingErrors
    return outer
  }

  /// The number of reported values, at most the number that the list of a whole text may have.
  package var reportCount: Int { min(reports, SkippedValue.maximumCountInText) }

  package func endReports(_ outer: Bool) { if isAtWork { dropsErrors = outer } }

  /// Counts a skipped value, the `count`th of its collection. Returns whether it is reported.
  package func addReport(_ count: Int) -> Bool {
    let isInCollection = count <= SkippedValue.maximumCount
    if !isAtWork { return isInCollection }
    if isInCollection { reports &+= 1 }
    let isReported = isInCollection && reports <= SkippedValue.maximumCountInText
    dropsErrors =
      count >= SkippedValue.maximumCount || reports >= SkippedValue.maximumCountInText
    return isReported
  }

  // MARK: - Decoding one value

  /// Decodes the member of the object at `parent` that a key asks for, whose value is at `index`. The key stays
  /// where it is during the call.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, keyAt key: UnsafePointer<some CodingKey>,
    in parent: DecodingPlace
  ) throws -> T {
    // Invariant: the frame that refers to the key is closed before the call returns.
    try unsafe decode(type, at: index, KeyReference(to: key), in: parent)
  }

  @inline(never)
  private func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: KeyReference, in parent: DecodingPlace
  ) throws -> T {
    // Decoding the value moves the expectation into it.
    defer { search.expect(tape.following(index), in: parent.index) }
    return try unsafe decode(type, hook(for: type), at: index, key, 0, in: parent)
  }

  /// The same in an object of a known shape, which remembers how the value was decoded.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, keyAt key: UnsafePointer<some CodingKey>,
    in parent: DecodingPlace, _ shape: CheckedPointer<ObjectShape>
  ) throws -> T {
    let hook: Unmanaged<TypeHook>?
    if let known = unsafe shape.pointee.hook(for: type) {
      unsafe hook = unsafe known
    } else {
      unsafe hook = unsafe learnedHook(for: type, shape)
    }
    // Invariant: the frame that refers to the key is closed before the call returns.
    return try unsafe decode(type, hook, at: index, KeyReference(to: key), 0, in: parent)
  }

  /// Decodes the element at `position` of the array at `parent`, whose value is at `index`, by the hook for
  /// its type.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, _ hook: Unmanaged<TypeHook>?, at index: UInt32, position: Int,
    in parent: DecodingPlace
  ) throws -> T {
    try unsafe decode(type, hook, at: index, nil, UInt32(truncatingIfNeeded: position), in: parent)
  }

  /// Decodes the element at `position` of the array at `parent`, whose value is at `index`.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, position: Int, in parent: DecodingPlace
  ) throws -> T {
    try unsafe decode(
      type, hook(for: type), at: index, nil, UInt32(truncatingIfNeeded: position), in: parent)
  }

  @inline(__always)
  private func decode<T: Decodable>(
    _ type: T.Type, _ hook: Unmanaged<TypeHook>?, at index: UInt32,
    _ key: KeyReference?, _ position: UInt32, in parent: DecodingPlace
  ) throws -> T {
    if !path.hasRoom {
      if !isAtWork { return try decodeDetached(type, at: index, key, position, in: parent) }
      path.makeRoom()
    }
    let place = path.push(index, in: parent, key: key, position: position)
    defer { path.pop() }
    return try unsafe unwrap(type, hook, at: place)
  }

  /// Decodes a value that is somewhere inside of the one at `parent`.
  func decode<T: Decodable>(_ type: T.Type, at index: UInt32, below parent: DecodingPlace) throws
    -> T
  {
    try unsafe decode(type, hook(for: type), at: index, nil, OpenPath.leap, in: parent)
  }

  /// Decodes a value that is somewhere inside of the one at `parent`, by a hook or by `init(from:)`.
  func decodePlainly<T: Decodable>(_ type: T.Type, at index: UInt32, below parent: DecodingPlace)
    throws -> T
  {
    try below(parent, at: index) { decoder in
      if let hook = snapshot.hook(of: type) {
        return try hook.value(type, from: decoder)
      }
      return try type.init(from: decoder)
    }
  }

  /// Calls `body` with a decoder of a value that is somewhere inside of the one at `parent`.
  @inline(__always)
  package func below<R>(
    _ parent: DecodingPlace, at index: UInt32, _ body: (ValueDecoder) throws -> R
  )
    throws
    -> R
  {
    if !path.hasRoom {
      if !isAtWork { return try belowDetached(parent, at: index, body) }
      path.makeRoom()
    }
    let place = path.push(index, in: parent, key: nil, position: OpenPath.leap)
    defer { path.pop() }
    return try body(ValueDecoder(self, place))
  }

  @inline(never)
  private func belowDetached<R>(
    _ parent: DecodingPlace, at index: UInt32, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try detached(at: parent) { try $0.below($1, at: index, body) }
  }

  /// Decodes the member `key`, whose name differs from the key's own.
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, namedOtherThan key: any CodingKey, in parent: DecodingPlace
  ) throws -> T {
    if !isAtWork {
      return try detached(at: parent) {
        try $0.decode(type, at: index, namedOtherThan: key, in: $1)
      }
    }
    let nodeCount = path.nodeCount
    let place = addNode(key, index: index, in: parent)
    defer { path.removeNodes(from: nodeCount) }
    return try unwrap(type, at: place)
  }

  @inline(__always)
  func unwrap<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    if !isAtWork { return try unwrapDetached(type, at: place) }
    return try unsafe unwrap(type, hook(for: type), at: place)
  }

  /// Decodes a value by the hook for its type, or by the type's `init(from:)` if it has none.
  @inline(__always)
  private func unwrap<T: Decodable>(
    _ type: T.Type, _ hook: Unmanaged<TypeHook>?, at place: DecodingPlace
  ) throws -> T {
    do {
      if let hook = unsafe hook {
        return try unsafe hook._withUnsafeGuaranteedRef {
          try $0.value(type, from: ValueDecoder(self, place))
        }
      }
      return try type.init(from: ValueDecoder(self, place))
    } catch {
      throw addingLocation(error, type, at: place.index)
    }
  }

  // MARK: - After the call

  /// A session that continues at a place in this one, and the place in it.
  func detached(at place: DecodingPlace) -> (DecodingSession, DecodingPlace) {
    let session = DecodingSession(storage, snapshot, isTextKnown: isTextKnown)
    session.origin = (self, place)
    session.other = other.map { ([], $0.userInfo) }
    return (session, DecodingPlace(index: place.index, path: 0))
  }

  /// Calls `body` with a session that continues at `place`, and the place in it.
  func detached<R>(
    at place: DecodingPlace, _ body: (DecodingSession, DecodingPlace) throws -> R
  ) rethrows -> R {
    let (session, place) = detached(at: place)
    session.begin()
    defer { session.end() }
    return try body(session, place)
  }

  /// Decodes a value outside of a call of the decoder.
  @inline(never)
  package func unwrapDetached<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    do {
      if let hook = snapshot.hook(for: type) {
        return try hook.value(type, from: ValueDecoder(self, place))
      }
      return try type.init(from: ValueDecoder(self, place))
    } catch {
      throw addingLocation(error, type, at: place.index)
    }
  }

  @inline(never)
  private func decodeDetached<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: KeyReference?, _ position: UInt32,
    in parent: DecodingPlace
  ) throws -> T {
    try detached(at: parent) {
      try unsafe $0.decode(type, $0.hook(for: type), at: index, key, position, in: $1)
    }
  }
}

// MARK: - ReadingCall

/// Keeps the session of a reader that a type has made from a decoder, and ends the call that the reader has begun.
final class ReadingCall {
  let session: DecodingSession
  private let hasBegun: Bool

  /// Continues the call that a session is in, or begins one.
  init(_ session: DecodingSession) {
    self.session = session
    hasBegun = !session.isAtWork
    if hasBegun { session.begin() }
    session.readers &+= 1
  }

  deinit {
    assert(session.readers > 0)
    session.readers &-= 1
    if hasBegun { session.end() }
  }
}

// MARK: - Known

// Caches of a session: shapes of objects, and hooks of types.

extension DecodingSession {
  /// A place in the object at `place`, for the container with a number in the pool.
  @inline(__always)
  func object(at place: DecodingPlace, slot: Int) -> ObjectPlace {
    assert(tape.record(place.index).kind == .object)
    return shapes.object(at: place, slot: slot, search, in: tape)
  }

  /// Keeps a new container in the pool.
  func addToPool<Container>(
    _ container: Container, _ slot: ObjectSlot, keyType: ObjectIdentifier, isCounted: Bool
  ) {
    let wasFull = pool.isFull
    // Invariant: a container is one reference, as the probe has found.
    pool.add(KeptContainer(container, keyType: keyType), slot, isCounted: isCounted, in: self)
    if wasFull { shapes.removeFirst() }
  }

  /// The index of the value of the member for a key, or 0 if the object lacks it.
  @inline(never)
  func member(_ key: String, of object: ObjectPlace) -> UInt32 {
    if convertsKeys { return convertedMember(key, of: object.value) }
    return search.member(key, of: object.value.index, object.names, in: tape)
  }

  /// The same in an object of a known shape, whose type asks for its keys in another order than before.
  @inline(never)
  func slowExpectedMember(
    _ key: String, of object: ObjectPlace, _ shape: CheckedPointer<ObjectShape>
  ) -> UInt32 {
    let words = StringWords(key)
    guard tape.hasSmallStrings, words.isImmortal else { return member(key, of: object) }
    if let index = shape.pointee.knownMember(words) { return index }
    let index = member(key, of: object)
    shape.pointee.record(words, index: index)
    return index
  }

  /// Checks the shapes in builds with assertions; tests call it after each operation.
  func _checkInvariants() { shapes._checkInvariants() }

  // MARK: - Types

  /// The hook for a type, which the session keeps, or `nil` if the type decodes itself. The session must be
  /// at work; otherwise the result does not matter.
  @inline(__always)
  func hook<T: Decodable>(for type: T.Type) -> Unmanaged<TypeHook>? {
    // The type may be a subclass of `T`.
    if let known = unsafe hooks[type] { return unsafe known }
    return unsafe newHook(for: type)
  }

  @inline(never)
  private func newHook(for type: any Decodable.Type) -> Unmanaged<TypeHook>? {
    // After the call, other threads may be reading.
    guard isAtWork else { return nil }
    if let otherHooks { return unsafe hooks.add(otherHooks(type), for: type) }
    return unsafe hooks.add(snapshot.hook(for: type), for: type)
  }

  /// Whether this session has met the type, and has no hook for it.
  func lacksHook(for type: any Any.Type) -> Bool { hooks.lacksHook(for: type) }

  /// Gives a type without a hook one. Hooks for collections of the type do not know it yet, so the next call begins with a
  /// new session.
  func learn(_ hook: TypeHook, for type: any Any.Type) {
    hooks.replace(hook, for: type)
    hasLearned = true
  }

  @inline(never)
  func learnedHook<T: Decodable>(
    for type: T.Type, _ shape: CheckedPointer<ObjectShape>
  ) -> Unmanaged<TypeHook>? {
    let isKnown = unsafe hooks[type] != nil
    let hook = unsafe hook(for: type)
    // The first value may turn out to be a model.
    if unsafe isKnown || hook != nil { unsafe shape.pointee.record(hook, for: type) }
    return unsafe hook
  }
}
