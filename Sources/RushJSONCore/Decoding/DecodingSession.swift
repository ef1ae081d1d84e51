/// The decoder that a type is given: a value of the document, and the path to it.
///
/// Two words, so that an `any Decoder` holds it without an allocation.
package struct ValueDecoder {
  let session: DecodingSession
  let place: DecodingPlace

  @inline(__always)
  init(_ session: DecodingSession, _ place: DecodingPlace) {
    self.session = session
    self.place = place
  }
}

/// An array, or a dictionary with strings for keys: a type that a session can fill by itself.
protocol TapeCollection: Decodable {
  static var isArray: Bool { get }
  static func make(from decoder: ValueDecoder) throws -> Self
}

/// One decoding of one document: the tape, the options when it began, and the open path.
///
/// Decoders and containers are structs that refer to it. During the call it belongs to one thread.
/// After the call it does not change any more: a decoder or a container that was kept continues with a
/// session of its own (`apart`), so that several threads may use it.
@safe
package final class DecodingSession: CodingSession, @unchecked Sendable {
  @exclusivity(unchecked)
  private var attachedStorage: DocumentStorage
  @exclusivity(unchecked)
  private var attachedTape: DecodingTape
  @exclusivity(unchecked)
  private var reader = TapeReader()
  /// Whether the text exists outside of the session, so that errors may name its bytes.
  let isTextKnown: Bool

  package let snapshot: DecodingSnapshot
  let hooks: TypeHooks
  let convertsKeys: Bool

  @exclusivity(unchecked)
  private var path = OpenPath()
  /// The session and place that this detached session came from.
  @exclusivity(unchecked)
  private var origin: (session: DecodingSession, place: DecodingPlace)?
  private let tapePaths = TapePaths()

  /// Whether errors are dropped, so that they need no message, path and place: those of a lossy
  /// collection that has reported enough.
  @exclusivity(unchecked)
  private var dropsErrors = false
  var isQuiet: Bool { unsafe dropsErrors }
  /// How many skipped values lossy collections have reported during the call.
  @exclusivity(unchecked)
  private var reports = 0
  @exclusivity(unchecked)
  var messages = ErrorMessages()
  @exclusivity(unchecked)
  private(set) var asked = AskedNames()

  let search = MemberSearch()
  @exclusivity(unchecked)
  var found = FoundHooks()
  @exclusivity(unchecked)
  var pool = ContainerPool<DecodingSession, ObjectPlace>()
  @exclusivity(unchecked)
  var shapes = ShapeTable()
  @exclusivity(unchecked)
  private(set) var isPooling = false

  /// A session for a document that keeps itself.
  init(_ storage: DocumentStorage, _ snapshot: DecodingSnapshot, isTextKnown: Bool = true) {
    unsafe attachedStorage = storage
    unsafe attachedTape = DecodingTape(storage)
    self.isTextKnown = isTextKnown
    self.snapshot = snapshot
    hooks = snapshot.options.hooks
    convertsKeys = if case .unchanged = snapshot.names { false } else { true }
  }

  deinit { unsafe path.free() }

  // Kept out of line, where it retains and releases only the two storages.
  @inline(never)
  private func attach(_ storage: DocumentStorage) {
    unsafe attachedStorage = storage
    unsafe attachedTape.attach(storage)
    search.expect(0, in: 0)
  }

  var storage: DocumentStorage { unsafe attachedStorage }

  @inline(__always)
  var tape: DecodingTape { unsafe attachedTape }

  // MARK: - The call

  /// Begins a call, which pools containers until `end`.
  func begin() {
    unsafe path.begin()
    unsafe reports = 0
    if unsafe !asked.isEmpty { unsafe asked.removeAll() }
    unsafe isPooling = DecodingSession.canPool
  }

  @inline(__always)
  var isAtWork: Bool { unsafe path.isAtWork }

  @inline(__always)
  func end() {
    unsafe path.end()
    unsafe isPooling = false
    unsafe pool.settle(self)
    if unsafe pool.isEmpty { unsafe shapes.removeAll() }
  }

  /// Reads a text, which the caller keeps until it has called `settle` or the session is gone.
  func read(_ text: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    try unsafe reader.read(text, options: snapshot.reading, into: &attachedStorage)
    unsafe attachedTape.attach(attachedStorage, padding: reader.padding)
    search.expect(0, in: 0)
  }

  /// Whether the session may serve another decoding: it does not hold too much memory. If so, it frees that
  /// of a long text, which nothing refers to any more.
  @inline(__always)
  func prepareForReuse() -> Bool {
    guard unsafe path.capacity <= 1 << 10 && search.isEmpty && tapePaths.isEmpty else {
      return false
    }
    unsafe path.removeNodes()
    unsafe reader.shrink()
    return true
  }

  /// Copies the text, because something still refers to the session when `decode` ends: a decoder or
  /// a container that a type has kept, or an error, which can tell where it happened.
  func settle() {
    attach(DocumentStorage(copying: storage))
    unsafe reader.freeTape()
  }

  // MARK: - Paths

  package func codingPath(of place: DecodingPlace) -> [any CodingKey] {
    if isAtWork, unsafe origin == nil, let keys = unsafe tapePaths.keys(of: place, in: path) {
      return keys
    }
    let (start, keys) = unsafe path.keys(of: place, in: tape, asked: asked)
    if let start { return tapePaths.path(to: start, in: tape) + keys }
    guard let origin = unsafe origin else { return keys }
    return origin.session.codingPath(of: origin.place) + keys
  }

  /// Notes the name that a member was asked for with, where its name in the text may be another one.
  func note(_ name: String, value: UInt32, of object: UInt32) {
    // After the call, other threads may be reading.
    if isAtWork { unsafe asked.note(name, value: value, of: object, in: tape) }
  }

  /// The path of `place`, and of `key` in it, for an error.
  func errorPath(of place: DecodingPlace, then key: (any CodingKey)? = nil) -> [any CodingKey] {
    if isQuiet { return [] }
    var path = codingPath(of: place)
    if let key { path.append(key) }
    return path
  }

  /// A decoder of the value at `index`, the child `key` of `parent`: of this session if it is at
  /// work, otherwise of a new one.
  @inline(never)
  func decoder(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> ValueDecoder {
    if isAtWork { return ValueDecoder(self, addNode(key, index: index, in: parent)) }
    let (session, parent) = apart(at: parent)
    return ValueDecoder(session, session.addNode(key, index: index, in: parent))
  }

  func addNode(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> DecodingPlace {
    unsafe path.addNode(key, index: index, in: parent)
  }

  /// Begins a lossy collection, whose errors count until it is full. Returns what `endReports` needs.
  func beginReports() -> Bool {
    if !isAtWork { return false }
    let outer = unsafe dropsErrors
    unsafe dropsErrors = reports >= SkippedValue.maximumCountInText
    return outer
  }

  func endReports(_ outer: Bool) { if isAtWork { unsafe dropsErrors = outer } }

  /// Counts a skipped value, the `count`th of its collection. Returns whether it is reported.
  func addReport(_ count: Int) -> Bool {
    let isInCollection = count <= SkippedValue.maximumCount
    if !isAtWork { return isInCollection }
    if isInCollection { unsafe reports &+= 1 }
    let isReported = unsafe isInCollection && reports <= SkippedValue.maximumCountInText
    unsafe dropsErrors =
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
    in parent: DecodingPlace, _ shape: UnsafeMutablePointer<ObjectShape>
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
    if unsafe !path.hasRoom {
      if !isAtWork { return try decodeApart(type, at: index, key, position, in: parent) }
      unsafe path.makeRoom()
    }
    let place = unsafe path.push(index, in: parent, key: key, position: position)
    defer { unsafe path.pop() }
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
      if let hook = hooks[type] { return try hook.value(type, from: decoder) }
      return try type.init(from: decoder)
    }
  }

  /// Calls `body` with a decoder of a value that is somewhere inside of the one at `parent`.
  @inline(__always)
  func below<R>(_ parent: DecodingPlace, at index: UInt32, _ body: (ValueDecoder) throws -> R)
    throws
    -> R
  {
    if unsafe !path.hasRoom {
      if !isAtWork { return try belowApart(parent, at: index, body) }
      unsafe path.makeRoom()
    }
    let place = unsafe path.push(index, in: parent, key: nil, position: OpenPath.leap)
    defer { unsafe path.pop() }
    return try body(ValueDecoder(self, place))
  }

  @inline(never)
  private func belowApart<R>(
    _ parent: DecodingPlace, at index: UInt32, _ body: (ValueDecoder) throws -> R
  ) throws -> R {
    try apart(at: parent) { try $0.below($1, at: index, body) }
  }

  /// Decodes the member `key`, whose name differs from the key's own.
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, namedOtherThan key: any CodingKey, in parent: DecodingPlace
  ) throws -> T {
    if !isAtWork {
      return try apart(at: parent) { try $0.decode(type, at: index, namedOtherThan: key, in: $1) }
    }
    let nodeCount = unsafe path.nodeCount
    let place = addNode(key, index: index, in: parent)
    defer { unsafe path.removeNodes(from: nodeCount) }
    return try unwrap(type, at: place)
  }

  @inline(__always)
  func unwrap<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    if !isAtWork { return try unwrapApart(type, at: place) }
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
      throw placed(error, type, at: place.index)
    }
  }

  // MARK: - After the call

  /// A session that continues at a place in this one, and the place in it.
  private func apart(at place: DecodingPlace) -> (DecodingSession, DecodingPlace) {
    let session = DecodingSession(storage, snapshot, isTextKnown: isTextKnown)
    unsafe session.origin = (self, place)
    return (session, DecodingPlace(index: place.index, path: 0))
  }

  /// Calls `body` with a session that continues at `place`, and the place in it.
  private func apart<R>(
    at place: DecodingPlace, _ body: (DecodingSession, DecodingPlace) throws -> R
  ) rethrows -> R {
    let (session, place) = apart(at: place)
    session.begin()
    defer { session.end() }
    return try body(session, place)
  }

  @inline(never)
  private func unwrapApart<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    do {
      if let hook = hooks[type] ?? TypeHook.found(for: type, snapshot.names) {
        return try hook.value(type, from: ValueDecoder(self, place))
      }
      return try type.init(from: ValueDecoder(self, place))
    } catch {
      throw placed(error, type, at: place.index)
    }
  }

  @inline(never)
  private func decodeApart<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: KeyReference?, _ position: UInt32,
    in parent: DecodingPlace
  ) throws -> T {
    try apart(at: parent) {
      try unsafe $0.decode(type, $0.hook(for: type), at: index, key, position, in: $1)
    }
  }
}
