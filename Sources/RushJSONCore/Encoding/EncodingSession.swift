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

internal import Synchronization
internal import _RushJSONShims

/// Where a value is being encoded.
struct EncodingPlace: BitwiseCopyable, Equatable {
  /// Where in the text the value begins; for nodes made later, a number below zero.
  let start: Int
  /// Tells frames apart that stood at the same level.
  let id: UInt32
  /// The number of its frame.
  let level: UInt32

  /// The place as containers have it that cannot be: the value is something else already, is too deep,
  /// or its encoder is not to be used here.
  var misused: EncodingPlace { EncodingPlace(start: start, id: .max, level: .max &- 1) }
  var isMisused: Bool { level == .max &- 1 }
}

/// One call of `encode`, and everything that it hands out.
@safe
final class EncodingSession: CodingSession {
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
    var hashes: [UInt64] = []
    /// The hashes of values that have many.
    var manyHashes: [UInt32: Set<UInt64>] = [:]
    /// The keys of values that are complete, by their starts, if names are not the keys'.
    var closedKeys: [(start: Int, key: any CodingKey)] = []
    /// The starts of values that are complete although nothing was encoded.
    var vacantStarts: [Int] = []
    var exceeded = ExceededLimits()
    /// How often something too deep failed and was taken back.
    var refusals = 0
    /// Where a value was to become something else than it is.
    var misusedPath: [any CodingKey]?
    /// The calls of `encode` that are one in the other.
    var calls = 0
    /// The nodes by the starts of their values, once the text was not enough.
    var nodes: [Int: EncodedNode] = [:]
    var nextNode = -1
    var pool = ContainerPool<EncodingSession, EncodingPlace>()
    /// The last arrays and dictionaries that were found to be such.
    var collections = RecentTypes<(any TextCollection.Type)?>()
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
  private(set) var isTree = false
  /// The thread that encodes; 0 before and after. What was handed out works there and then: all that
  /// it may touch is without locks.
  private let thread = Atomic<UInt>(0)

  let snapshot: EncodingSnapshot
  let hooks: EncodingHooks
  let maximumDepth: Int
  /// Names do not tell the keys that they were made of.
  private let keepsKeys: Bool

  init(_ snapshot: EncodingSnapshot) {
    self.snapshot = snapshot
    hooks = snapshot.options.hooks
    maximumDepth = snapshot.options.maximumDepth
    keepsKeys = snapshot.convertsNames
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
    unsafe !isTree && state.pointee.misusedPath == nil && output.pointee.buffer.failure == nil
      && output.pointee.buffer.count < 1 << 20
  }

  /// Makes it ready for another value.
  func restart() {
    truncate(to: 0)
    thread.store(rush_current_thread(), ordering: .relaxed)
    unsafe output.pointee.buffer.takeBack(to: 0)
    unsafe output.pointee.depth = 0
    unsafe state.pointee.exceeded = ExceededLimits()
    unsafe state.pointee.refusals = 0
    unsafe state.pointee.calls = 0
    // Most values leave all of these empty, and clearing what is empty costs an encoding of a few
    // members 3 % (instructions).
    if unsafe !state.pointee.hashes.isEmpty {
      unsafe state.pointee.hashes.removeAll(keepingCapacity: true)
    }
    if unsafe !state.pointee.manyHashes.isEmpty { unsafe state.pointee.manyHashes = [:] }
    if unsafe !state.pointee.closedKeys.isEmpty { unsafe state.pointee.closedKeys = [] }
    if unsafe !state.pointee.vacantStarts.isEmpty { unsafe state.pointee.vacantStarts = [] }
  }

  /// Gives the containers that somebody has kept to them, and lets none write any longer.
  func end() {
    thread.store(0, ordering: .relaxed)
    unsafe state.pointee.pool.settle(self)
  }

  /// Whether what was handed out is used during the call, by the thread that encodes.
  @inline(__always)
  var isInUse: Bool { thread.load(ordering: .relaxed) == rush_current_thread() }

  // MARK: - Frames

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

  /// The frames from the outermost on.
  var openValues: [(frame: OpenValue, key: (any CodingKey)?)] {
    (0..<frameCount).map { unsafe (frames[$0], key(at: $0)) }
  }

  /// Goes on with nodes. No frame is open any more, so whoever writes finds a node.
  func beginTree() {
    isTree = true
    truncate(to: 0)
    unsafe output.pointee.buffer.restore(to: 0)
    unsafe output.pointee.depth = 0
  }

  func key(at level: Int) -> (any CodingKey)? {
    let position = unsafe frames[level].position
    return unsafe position >= 0 ? JSONPathKey(position: position) : keys[level]
  }

  /// Whether the text can go on in the value at `place`; what is open within it is closed then. If
  /// not, everything is nodes from now on.
  @inline(__always)
  func isOpen(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    if _fastPath(isInUse), _fastPath(frameCount == level &+ 1),
      unsafe _fastPath(frames[level].id == place.id)
    {
      return true
    }
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
    if place.isMisused || !isInUse || isTree { return false }
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
        unsafe state.pointee.vacantStarts.append(frame.start)
        if unsafe output.pointee.depth >= maximumDepth { noteTooDeep() }
        unsafe output.pointee.empty(isObject: true)
      case .array: unsafe output.pointee.close(isObject: false)
      case .object:
        unsafe output.pointee.close(isObject: true)
        if unsafe _slowPath(state.pointee.hashes.count > frame.firstHash) {
          unsafe state.pointee.hashes.removeSubrange(frame.firstHash...)
        }
      }
      if _slowPath(keepsKeys), let key = unsafe keys[frameCount &- 1] {
        unsafe state.pointee.closedKeys.append((frame.start, key))
      }
      truncate(to: frameCount &- 1)
    }
  }

  /// Makes the value at `place` an array or an object. Returns `false` if it cannot be one.
  @inline(__always)
  func open(_ place: EncodingPlace, isObject: Bool) -> Bool {
    let kind = isObject ? OpenValue.Kind.object : .array
    guard isOpen(place) else { return openNode(place, isObject: isObject) }
    let level = Int(place.level)
    switch unsafe frames[level].kind {
    case .empty:
      if unsafe _slowPath(output.pointee.depth >= maximumDepth) { return noteTooDeep() }
      unsafe frames[level].kind = kind
      unsafe output.pointee.open(isObject: isObject)
      return true
    case .scalar:
      // A dictionary that was written at once may be gone on with, and so may an array.
      makeNodes()
      return openNode(place, isObject: isObject)
    case let found: return found == kind || noteMisuse(place)
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

  // MARK: - Taking back

  /// What has to be known to take a member or an element back.
  struct Mark: BitwiseCopyable {
    let count: Int
    let level: Int
    let elements: Int
    let hashes: Int
    let numbers: NameNumbers
    let depth: Int
    let exceeded: ExceededLimits
  }

  @inline(__always)
  func mark(_ place: EncodingPlace) -> Mark? {
    guard isOpen(place) else { return nil }
    let frame = unsafe frames[Int(place.level)]
    return unsafe Mark(
      count: output.pointee.buffer.count, level: Int(place.level), elements: frame.count,
      hashes: state.pointee.hashes.count, numbers: frame.numbers, depth: output.pointee.depth,
      exceeded: state.pointee.exceeded)
  }

  /// Takes back a member or an element that failed, unless everything became nodes meanwhile.
  @inline(never)
  func takeBack(to mark: Mark) {
    truncate(to: mark.level &+ 1)
    unsafe frames[mark.level].count = mark.elements
    unsafe frames[mark.level].numbers = mark.numbers
    unsafe output.pointee.depth = mark.depth
    unsafe output.pointee.buffer.restore(to: mark.count)
    while let last = unsafe state.pointee.closedKeys.last, last.start >= mark.count {
      unsafe state.pointee.closedKeys.removeLast()
    }
    while let last = unsafe state.pointee.vacantStarts.last, last >= mark.count {
      unsafe state.pointee.vacantStarts.removeLast()
    }
    guard unsafe state.pointee.hashes.count > mark.hashes else { return }
    let id = unsafe frames[mark.level].id
    for hash in unsafe state.pointee.hashes[mark.hashes...] {
      unsafe state.pointee.manyHashes[id]?.remove(hash)
    }
    unsafe state.pointee.hashes.removeSubrange(mark.hashes...)
  }
}
