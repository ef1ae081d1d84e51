// What everything that belongs to one call of `decode` shares.

internal import Synchronization
internal import _RushJSONShims

/// One decoding of one document: the tape, the options as they were when it began, and where it is.
///
/// There is one such object for each call of `decode`; decoders and containers are structs that refer
/// to it. During the call it belongs to one thread, like the decoders that a type is given. After the
/// call it changes no more: who goes on with a decoder or a container that was kept gets a session of
/// its own (`apart`), so that several threads may.
@safe
package final class DecodingSession: CodingSession, @unchecked Sendable {
  // The document.
  @exclusivity(unchecked)
  private(set) var storage: DocumentStorage
  // Invariant: the storage's own records and text; valid while it is.
  @exclusivity(unchecked)
  private(set) var records: UnsafePointer<TapeRecord>
  @exclusivity(unchecked)
  private(set) var text: UnsafeRawPointer
  @exclusivity(unchecked)
  private(set) var textCount: Int
  /// Memory for the tape, if it is the session's.
  @exclusivity(unchecked)
  private var tape: TapeBuffer?
  // Invariant: one tokenizer, from the first text on that the session reads itself.
  @exclusivity(unchecked)
  private var tokenizer: UnsafeMutablePointer<Tokenizer>?

  package let snapshot: DecodingSnapshot
  let hooks: TypeHooks
  /// Whether strings of up to 15 bytes can be read and made as two words.
  let hasSmallStrings: Bool

  // Invariant: `frameCount` frames are initialised, of at most `frameCapacity`. They are trivial, so
  // nothing has to be done for those that are left.
  @exclusivity(unchecked)
  private var frames: UnsafeMutablePointer<DecodingFrame>
  @exclusivity(unchecked)
  private var frameCapacity = 12
  @exclusivity(unchecked)
  private var frameCount: UInt32 = 0
  /// How many frames there is room for during the call, and 0 before and after it.
  @exclusivity(unchecked)
  private var frameLimit = 0
  /// Steps that outlive their frames.
  @exclusivity(unchecked)
  var nodes: [DecodingNode] = []

  // Invariant: 16 words.
  let nameBits: UnsafeMutablePointer<UInt64>

  // The object that was asked last, in the upper half, and the name that is asked for next if a type
  // asks in the order of the text. One word, so that containers that are used after the call by several
  // threads find what belongs together.
  private let expectation = Atomic<UInt64>(0)

  /// The indexes of large objects whose names are compared as Swift compares strings.
  let equivalents = Mutex<[UInt32: [String: UInt32]]>([:])
  /// The steps of the last path that was read from the tape, where the next search goes on.
  let lastSteps = Mutex<[TapeStep]>([])
  /// Whether there are such, which are true of one text only.
  let knowsText = Atomic<Bool>(false)

  /// The session that this one goes on with, and where.
  @exclusivity(unchecked)
  private(set) var origin: (session: DecodingSession, place: DecodingPlace)?

  // The last types that turned out to be collections: see Collections.swift.
  @exclusivity(unchecked)
  var collections = RecentTypes<any TapeCollection.Type>()

  /// Whether the caller knows the text, so that errors may name its bytes: not if it was made of a tree.
  var isTextKnown = true

  /// Whether a key strategy is set.
  let convertsKeys: Bool
  /// From how many elements on it is found out whether a type is a collection.
  let worthwhileCount: Int

  /// Keyed containers that are used again.
  @exclusivity(unchecked)
  var pool = ContainerPool<DecodingSession, ObjectPlace>()
  /// Whether they are; not before the first session has found out, nor after the end.
  @exclusivity(unchecked)
  private(set) var isPooling = false

  /// A session for a document that keeps itself.
  init(_ storage: DocumentStorage, _ snapshot: DecodingSnapshot) {
    unsafe self.storage = storage
    unsafe records = storage.records
    unsafe text = storage.text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    unsafe textCount = unsafe storage.text.count
    self.snapshot = snapshot
    hooks = snapshot.options.hooks
    hasSmallStrings = SmallString.isKnown
    convertsKeys = if case .useDefaultKeys = snapshot.options.keys { false } else { true }
    // A dictionary's names are data, which no key strategy converts: then it matters at any size.
    worthwhileCount = convertsKeys ? 0 : 4
    unsafe frames = reallocate(nil, capacity: frameCapacity)
    unsafe nameBits = reallocate(nil, capacity: 16)
    unsafe tokenizer = nil
  }

  private func attach(_ storage: DocumentStorage) {
    unsafe self.storage = storage
    unsafe records = storage.records
    unsafe text = storage.text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    unsafe textCount = unsafe storage.text.count
    expect(0, in: 0)
  }

  /// The name that is expected in an object, or `nil` if another object was asked last.
  @inline(__always)
  func expectedName(in object: UInt32) -> UInt32? {
    let expectation = expectation.load(ordering: .relaxed)
    return expectation >> 32 == UInt64(object) ? UInt32(truncatingIfNeeded: expectation) : nil
  }

  @inline(__always)
  func expect(_ name: UInt32, in object: UInt32) {
    expectation.store(UInt64(object) &<< 32 | UInt64(name), ordering: .relaxed)
  }

  /// The record at `index`, which comes from the tape itself.
  @inline(__always)
  func record(_ index: UInt32) -> TapeRecord { unsafe records[Int(index)] }

  @inline(__always)
  func record(_ index: Int) -> TapeRecord { unsafe records[index] }

  /// The index after a value and what is in it.
  @inline(__always)
  func following(_ index: UInt32) -> UInt32 {
    index &+ UInt32(truncatingIfNeeded: record(index).distance)
  }

  /// Begins a call, in which containers are used again, until `end`.
  func begin() {
    unsafe frameLimit = frameCapacity
    unsafe isPooling = DecodingSession.canPool
  }

  /// Whether the session's call has begun and not ended.
  @inline(__always)
  var isAtWork: Bool { unsafe frameLimit != 0 }

  /// Leaves containers that somebody has kept to themselves.
  @inline(__always)
  func end() {
    unsafe frameLimit = 0
    unsafe isPooling = false
    unsafe pool.settle(self)
  }

  deinit {
    unsafe rush_free(frames)
    unsafe rush_free(nameBits)
    unsafe tape?.free()
    unsafe tokenizer?.deinitialize(count: 1)
    unsafe tokenizer?.deallocate()
  }

  // MARK: - From one decoding to the next

  /// Reads a text, which the caller keeps until it has called `finish` or the session is gone.
  func read(_ text: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    var buffer = unsafe tape ?? TapeBuffer(capacity: text.count / 8 &+ 64)
    defer { unsafe tape = buffer }
    let tokenizer = unsafe tokenizer(of: text)
    attach(try unsafe DocumentStorage(lendingTextOf: &tokenizer.pointee, tape: &buffer))
  }

  /// The tokenizer, at the beginning of `text`.
  @inline(__always)
  private func tokenizer(of text: UnsafeRawBufferPointer) -> UnsafeMutablePointer<Tokenizer> {
    if let tokenizer = unsafe tokenizer {
      unsafe tokenizer.pointee.restart(text)
      return unsafe tokenizer
    }
    let new = UnsafeMutablePointer<Tokenizer>.allocate(capacity: 1)
    unsafe new.initialize(to: Tokenizer(text, options: snapshot.reading))
    unsafe tokenizer = unsafe new
    return unsafe new
  }

  /// Whether the session may serve another decoding: it does not hold more memory than is worth it.
  var isReusable: Bool {
    unsafe (tape?.capacity ?? 0) <= 1 << 14 && frameCapacity <= 1 << 10
      && !knowsText.load(ordering: .relaxed)
  }

  /// Makes the session independent of a text that the caller of `decode` keeps only until now.
  ///
  /// Called when `decode` ends and something still refers to the session: a type kept a decoder or a
  /// container, or an error can still be asked where it happened.
  func settle() {
    unsafe attach(DocumentStorage(copying: storage))
    unsafe tape?.free()
    unsafe tape = nil
  }

  // MARK: - The path

  /// The frame of a number, if it is there.
  func frame(_ number: UInt32) -> DecodingFrame? {
    unsafe number > 0 && number <= frameCount ? unsafe frames[Int(number) &- 1] : nil
  }

  /// Takes a step: to a member, whose key has the type `keyType`, or to the element at `position`.
  @inline(__always)
  private func push(
    _ index: UInt32, in parent: DecodingPlace, keyType: (any CodingKey.Type)?, position: Int
  ) -> DecodingPlace {
    unsafe frames[Int(frameCount)] = DecodingFrame(
      index: index, nodeCount: UInt32(truncatingIfNeeded: nodes.count), parent: parent,
      keyType: keyType, position: position)
    unsafe frameCount &+= 1
    return unsafe DecodingPlace(index: index, path: frameCount)
  }

  @inline(__always)
  private func pop() {
    unsafe frameCount &-= 1
    let nodeCount = unsafe Int(frames[Int(frameCount)].nodeCount)
    if unsafe nodes.count != nodeCount { trimNodes(nodeCount) }
  }

  /// Whether there is room for a frame.
  @inline(__always)
  private var hasRoom: Bool { unsafe Int(frameCount) < frameLimit || makesRoom() }

  @inline(never)
  private func makesRoom() -> Bool {
    if !isAtWork { return false }
    unsafe frameCapacity &*= 2
    unsafe frames = reallocate(frames, capacity: frameCapacity)
    unsafe frameLimit = frameCapacity
    return true
  }

  @inline(never)
  private func trimNodes(_ count: Int) {
    if unsafe nodes.count > count { unsafe nodes.removeSubrange(count...) }
  }

  // MARK: - Decoding one value

  /// Decodes the member of the object at `parent` whose value is at `index`.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, keyedBy keyType: any CodingKey.Type, in parent: DecodingPlace
  ) throws -> T {
    if !hasRoom { return try decodeApart(type, at: index, keyedBy: keyType, in: parent) }
    let place = push(index, in: parent, keyType: keyType, position: 0)
    defer {
      pop()
      // What was decoded has moved the expectation into itself.
      expect(following(index), in: parent.index)
    }
    return try unwrap(type, at: place)
  }

  /// Decodes the element at `position` of the array at `parent`, whose value is at `index`.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, position: Int, in parent: DecodingPlace
  ) throws -> T {
    if !hasRoom { return try decodeApart(type, at: index, position: position, in: parent) }
    let place = push(index, in: parent, keyType: nil, position: position)
    defer { pop() }
    return try unwrap(type, at: place)
  }

  /// Decodes the member `key`, whose name is not the key's own.
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, namedOtherThan key: any CodingKey, in parent: DecodingPlace
  ) throws -> T {
    if !isAtWork {
      return try apart(at: parent) {
        try $0.decode(type, at: index, namedOtherThan: key, in: $1)
      }
    }
    let nodeCount = unsafe nodes.count
    let place = addNode(key, index: index, in: parent)
    defer { trimNodes(nodeCount) }
    return try unwrap(type, at: place)
  }

  // MARK: - After the call

  /// Calls `body` with a session of its own, at work meanwhile, and the same place in it.
  private func apart<R>(
    at place: DecodingPlace, _ body: (DecodingSession, DecodingPlace) throws -> R
  ) rethrows -> R {
    let (session, place) = apart(at: place)
    session.begin()
    defer { session.end() }
    return try body(session, place)
  }

  /// A session of its own that goes on at a place in this one, and the place in it.
  func apart(at place: DecodingPlace) -> (DecodingSession, DecodingPlace) {
    let session = unsafe DecodingSession(storage, snapshot)
    unsafe session.origin = (self, place)
    return (session, DecodingPlace(index: place.index, path: 0))
  }

  @inline(never)
  private func decodeApart<T: Decodable>(
    _ type: T.Type, at index: UInt32, keyedBy keyType: any CodingKey.Type, in parent: DecodingPlace
  ) throws -> T {
    try apart(at: parent) { try $0.decode(type, at: index, keyedBy: keyType, in: $1) }
  }

  @inline(never)
  private func decodeApart<T: Decodable>(
    _ type: T.Type, at index: UInt32, position: Int, in parent: DecodingPlace
  ) throws -> T {
    try apart(at: parent) { try $0.decode(type, at: index, position: position, in: $1) }
  }

  /// Decodes the value at `place`.
  @inline(__always)
  func unwrap<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    do {
      if let hook = hooks[type] { return try hook.value(type, from: ValueDecoder(self, place)) }
      let record = record(place.index)
      if record.isContainer, record.count >= worthwhileCount,
        let collection = collection(type, isArray: record.kind == .array)
      {
        return try make(collection, type, place)
      }
      return try type.init(from: ValueDecoder(self, place))
    } catch {
      throw placed(error, type, at: place.index)
    }
  }
}
