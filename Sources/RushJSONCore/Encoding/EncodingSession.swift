// Encodes straight to text, in the order in which a type gives its members.
//
//   {"users":[{"name":"Ada"          the text so far
//   ▲        ▲▲
//   frames   0 1  2                  values that are not complete, each in the one before it
//
// A container writes while its frame is open; frames within it are closed then. That is how types
// encode themselves. Whoever does it otherwise (writes to a container that was closed, or a name a
// second time) makes the text so far into nodes, once, and from then on everything is nodes, which
// are put into text at the end: slower, and right for every order of calls.

/// Where a value is being encoded.
struct EncodingPlace: BitwiseCopyable {
  /// Where in the text the value begins; for nodes made later, a number below zero.
  let start: Int
  /// Tells frames apart that stood at the same level.
  let id: UInt32
  /// The number of its frame.
  let level: UInt32

  /// The place as containers have it that cannot be: the value is something else already.
  var misused: EncodingPlace { EncodingPlace(start: start, id: .max, level: .max &- 1) }
  var isMisused: Bool { level == .max &- 1 }
}

/// One call of `encode`, and everything that it hands out.
@safe
final class EncodingSession {
  /// A value that is not complete.
  struct OpenValue: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// Nothing was written yet.
      case empty
      case scalar, array, object
    }

    let id: UInt32
    var kind = Kind.empty
    /// Its names are data, and not converted.
    var isDictionary = false
    /// It has more names than are looked through one by one.
    var hasManyHashes = false
    /// The position of the value in an array, or −1.
    let position: Int
    let start: Int
    /// The elements or members that were begun.
    var count = 0
    /// Where the hashes of its names begin that have no number.
    let firstHash: Int
    /// The numbers of its names that have one.
    var numbers = NameNumbers()
  }

  /// Numbers of prepared names.
  struct NameNumbers: BitwiseCopyable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    mutating func insert(_ number: UInt8) -> Bool {
      let bit = 1 as UInt64 &<< UInt64(number & 63)
      if number < 64 {
        if low & bit != 0 { return false }
        low |= bit
      } else {
        if high & bit != 0 { return false }
        high |= bit
      }
      return true
    }

    func contains(_ number: Int) -> Bool {
      (number < 64 ? low : high) &>> UInt64(number & 63) & 1 != 0
    }
  }

  struct State: ~Copyable {
    var names = MemberNames()
    var hashes: [UInt32] = []
    /// The hashes of values that have many.
    var manyHashes: [UInt32: Set<UInt32>] = [:]
    var deepest = 0
    /// The calls of `encode` that are one in the other.
    var calls = 0
    /// The nodes by the starts of their values, once the text was not enough.
    var nodes: [Int: EncodedNode] = [:]
    var nextNode = -1
    var pool = EncoderPool()
    /// The last arrays and dictionaries that were found to be such.
    var collections: [(type: ObjectIdentifier, collection: (any TextCollection.Type)?)] = []
  }

  // Invariant: initialised while the session lives. By address, because the properties of a class are
  // checked for exclusive access each time.
  let state: UnsafeMutablePointer<State>
  let output: UnsafeMutablePointer<TextOutput>
  // Invariant: `frameCount` frames and keys are initialised, and there is room for `frameCapacity`.
  private(set) var frames: UnsafeMutablePointer<OpenValue>
  private var keys: UnsafeMutablePointer<(any CodingKey)?>
  private(set) var frameCount = 0
  private var frameCapacity = 16
  private var nextID: UInt32 = 0
  var isTree = false
  /// No more is encoded: handed-out containers are of no use any longer.
  private var isOver = false

  let snapshot: EncodingSnapshot
  let hooks: EncodingHooks

  init(_ snapshot: EncodingSnapshot) {
    self.snapshot = snapshot
    hooks = snapshot.options.hooks
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe output = .allocate(capacity: 1)
    unsafe output.initialize(
      to: TextOutput(
        OutputBuffer(maximumLength: snapshot.scalars.maximumLength), options: snapshot.scalars))
    unsafe frames = .allocate(capacity: 16)
    unsafe keys = .allocate(capacity: 16)
  }

  deinit {
    unsafe keys.deinitialize(count: frameCount)
    unsafe frames.deallocate()
    unsafe keys.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe output.deinitialize(count: 1)
    unsafe output.deallocate()
  }

  /// Whether it may serve again: nothing went wrong, and it does not hold much memory.
  var isReusable: Bool {
    unsafe !isTree && output.pointee.buffer.failure == nil
      && output.pointee.buffer.count < 1 << 20
  }

  /// Makes it ready for another value.
  func restart() {
    truncate(to: 0)
    isOver = false
    unsafe output.pointee.buffer.takeBack(to: 0)
    unsafe output.pointee.depth = 0
    unsafe state.pointee.deepest = 0
    unsafe state.pointee.calls = 0
    unsafe state.pointee.hashes.removeAll(keepingCapacity: true)
    unsafe state.pointee.manyHashes.removeAll()
  }

  /// Gives the containers that somebody has kept to them, and lets none write any longer.
  func end() {
    isOver = true
    unsafe state.pointee.pool.settle(self)
  }

  // ---- Frames ----

  /// Begins a value here, which is a member.
  @inline(__always)
  func push(_ key: (any CodingKey)?) -> EncodingPlace {
    let place = push(position: -1)
    if let key { unsafe keys[frameCount &- 1] = key }
    return place
  }

  /// Begins a value here, which is an element.
  @inline(__always)
  func push(position: Int) -> EncodingPlace {
    if _slowPath(frameCount == frameCapacity) { grow() }
    let level = frameCount
    let id = nextID
    // The last two tell other things.
    nextID = id &+ 1 < .max &- 1 ? id &+ 1 : 0
    let start = unsafe output.pointee.buffer.count
    unsafe (frames + level).initialize(
      to: OpenValue(
        id: id, position: position, start: start, firstHash: state.pointee.hashes.count))
    unsafe (keys + level).initialize(to: nil)
    frameCount = level &+ 1
    return EncodingPlace(start: start, id: id, level: UInt32(truncatingIfNeeded: level))
  }

  @inline(never)
  private func grow() {
    let capacity = frameCapacity &* 2
    let (newFrames, newKeys) = (
      UnsafeMutablePointer<OpenValue>.allocate(capacity: capacity),
      UnsafeMutablePointer<(any CodingKey)?>.allocate(capacity: capacity)
    )
    unsafe newFrames.moveInitialize(from: frames, count: frameCount)
    unsafe newKeys.moveInitialize(from: keys, count: frameCount)
    unsafe frames.deallocate()
    unsafe keys.deallocate()
    unsafe (frames, keys) = unsafe (newFrames, newKeys)
    frameCapacity = capacity
  }

  /// Forgets the frames from `level` on.
  @inline(__always)
  private func truncate(to level: Int) {
    while frameCount > level {
      frameCount &-= 1
      unsafe (keys + frameCount).deinitialize(count: 1)
      if unsafe _slowPath(frames[frameCount].hasManyHashes) {
        unsafe state.pointee.manyHashes[frames[frameCount].id] = nil
      }
    }
  }

  /// Forgets all frames, once there are nodes for them.
  func forgetFrames() { truncate(to: 0) }

  /// The frames from the outermost on.
  var openValues: [(frame: OpenValue, key: (any CodingKey)?)] {
    (0..<frameCount).map { unsafe (frames[$0], key(at: $0)) }
  }

  private func key(at level: Int) -> (any CodingKey)? {
    let position = unsafe frames[level].position
    return unsafe position >= 0 ? JSONPathKey(position: position) : keys[level]
  }

  /// Whether the text can go on in the value at `place`; what is open within it is closed then. If
  /// not, everything is nodes from now on.
  @inline(__always)
  func isOpen(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    if _fastPath(frameCount == level &+ 1), unsafe frames[level].id == place.id { return !isTree }
    return isOpenBelow(place)
  }

  /// Whether the value at `place` is not complete.
  func hasFrame(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    return unsafe frameCount > level && frames[level].id == place.id
  }

  @inline(never)
  private func isOpenBelow(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    if place.isMisused || isTree || isOver { return false }
    if hasFrame(place) {
      // A value that is awaited inside cannot be left for later in the text.
      if unsafe frames[frameCount &- 1].kind != .empty {
        close(to: level &+ 1)
        return true
      }
    }
    makeNodes()
    return false
  }

  /// Completes the values of all frames from `level` on.
  @inline(__always)
  func close(to level: Int) {
    while frameCount > level {
      let frame = unsafe frames[frameCount &- 1]
      switch frame.kind {
      case .scalar: break
      // What encodes nothing is an empty object.
      case .empty:
        unsafe output.pointee.empty(isObject: true)
        unsafe state.pointee.deepest = max(state.pointee.deepest, output.pointee.depth &+ 1)
      case .array: unsafe output.pointee.close(isObject: false)
      case .object:
        unsafe output.pointee.close(isObject: true)
        if unsafe _slowPath(state.pointee.hashes.count > frame.firstHash) {
          unsafe state.pointee.hashes.removeSubrange(frame.firstHash...)
        }
      }
      truncate(to: frameCount &- 1)
    }
  }

  /// Makes the value at `place` an array or an object. Not so if it is something else already.
  @inline(__always)
  func open(_ place: EncodingPlace, isObject: Bool) -> Bool {
    let kind = isObject ? OpenValue.Kind.object : .array
    guard isOpen(place) else { return openNode(place, isObject: isObject) }
    let level = Int(place.level)
    switch unsafe frames[level].kind {
    case .empty:
      unsafe frames[level].kind = kind
      unsafe output.pointee.open(isObject: isObject)
      unsafe state.pointee.deepest = max(state.pointee.deepest, output.pointee.depth)
      return true
    case .scalar:
      // A dictionary that was written at once may be gone on with, and so may an array.
      makeNodes()
      return openNode(place, isObject: isObject)
    case let found: return found == kind
    }
  }

  /// The value at `place` is about to be written as a whole. Not so if something was already.
  @inline(__always)
  func beginWhole(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    guard unsafe frames[level].kind == .empty else { return false }
    unsafe frames[level].kind = .scalar
    return true
  }

  /// Takes back what was written of a whole value.
  func takeBackWhole(_ place: EncodingPlace, depth: Int) {
    unsafe frames[Int(place.level)].kind = .empty
    unsafe output.pointee.depth = depth
    unsafe output.pointee.buffer.takeBack(to: place.start)
  }

  // ---- Taking back ----

  /// What has to be known to take a member or an element back.
  struct Mark: BitwiseCopyable {
    let count: Int
    let level: Int
    let elements: Int
    let hashes: Int
    let numbers: NameNumbers
    let depth: Int
  }

  @inline(__always)
  func mark(_ place: EncodingPlace) -> Mark? {
    guard isOpen(place) else { return nil }
    let frame = unsafe frames[Int(place.level)]
    return unsafe Mark(
      count: output.pointee.buffer.count, level: Int(place.level), elements: frame.count,
      hashes: state.pointee.hashes.count, numbers: frame.numbers, depth: output.pointee.depth)
  }

  /// Takes back a member or an element that failed, unless everything became nodes meanwhile.
  @inline(never)
  func takeBack(to mark: Mark) {
    truncate(to: mark.level &+ 1)
    unsafe frames[mark.level].count = mark.elements
    unsafe frames[mark.level].numbers = mark.numbers
    unsafe output.pointee.depth = mark.depth
    unsafe output.pointee.buffer.takeBack(to: mark.count)
    guard unsafe state.pointee.hashes.count > mark.hashes else { return }
    let id = unsafe frames[mark.level].id
    for hash in unsafe state.pointee.hashes[mark.hashes...] {
      unsafe state.pointee.manyHashes[id]?.remove(hash)
    }
    unsafe state.pointee.hashes.removeSubrange(mark.hashes...)
  }

  // ---- Paths and errors ----

  func codingPath(_ place: EncodingPlace) -> [any CodingKey] {
    if isTree { return unsafe state.pointee.nodes[place.start]?.codingPath ?? [] }
    var level = Int(place.level)
    if place.isMisused {
      level = (0..<frameCount).first { unsafe frames[$0].start == place.start } ?? -1
    }
    return (0..<min(level &+ 1, frameCount)).compactMap { key(at: $0) }
  }

  func failure(_ value: Any, _ path: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}
