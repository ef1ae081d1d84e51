// The text of one encoding, and the values in it that are not complete.
//
//   {"users":[{"name":"Ada"          the text so far
//   ▲        ▲▲
//   frames   0 1  2                  incomplete values, each inside the one before it

@safe
struct EncodingText: ~Copyable {
  // Invariant: initialised. Values that write themselves use it, one at a time.
  let writer: CheckedPointer<JSONWriter>
  // Invariant: the writer's. Hooks and scalars write through this address.
  let output: CheckedPointer<TextOutput>
  // Invariant: `frameCount` frames are initialised, and there is room for `frameCapacity`.
  private(set) var frames: CheckedPointer<EncodingFrame>
  private(set) var frameCount = 0
  private var frameCapacity = 16
  private var nextID: UInt32 = 0
  var limits: EncodingLimits
  var names = PreparedNames()
  /// The hashes of names without a number, in the order of the frames.
  private(set) var hashes: [UInt64] = []
  /// The same hashes for frames that have many, or `nil` if none has.
  private var manyHashes: ManyHashes?
  private var farNumbers = FarNumbers()
  /// The keys of complete values by their starts, if names do not tell the keys.
  private(set) var closedKeys: [(start: Int, key: any CodingKey)] = []
  /// The starts of complete values that encoded nothing.
  private(set) var emptyValueOffsets: [Int] = []
  /// Where text of failed values was taken back to, in rising order: each offset, and the first identifier after that.
  // Not pairs, whose array would be one more type.
  private var takenBack: [Int] = []
  /// Whether a key strategy makes names that do not tell their keys.
  private let keepsKeys: Bool

  init(_ options: JSONWritingOptions, maximumDepth: Int, keepsKeys: Bool) {
    self.keepsKeys = keepsKeys
    limits = EncodingLimits(maximumDepth: maximumDepth)
    writer = unsafe .allocate(capacity: 1)
    let buffer = OutputBuffer(maximumLength: options.maximumLength)
    writer.initialize(
      to: JSONWriter(
        TextOutput(buffer, options: options), maximumDepth: maximumDepth, convertsNames: keepsKeys))
    // Invariant: a stored property of a value that stays where it is.
    output = unsafe withUnsafeMutablePointer(to: &writer.pointee.output) {
      unsafe CheckedPointer($0, room: 1)
    }
    frames = unsafe .allocate(capacity: 16)
  }

  deinit {
    for level in 0..<frameCount where frames[level].ownsKey {
      frames[level].key?.free()
    }
    unsafe frames.deallocate()
    unsafe writer.deinitialize(count: 1)
    unsafe writer.deallocate()
  }

  /// Begins a text.
  @inline(__always)
  func beginText() {
    assert(isAtRest)
    output.pointee.buffer.takeBack(to: 0)
    output.pointee.depth = 0
  }

  /// Drops what a call has left beside its text, so that the next one begins as the first did.
  @inline(__always)
  mutating func rest() {
    // Most values leave nothing. Clearing it anyway costs the encoding of a few members 3 % (instructions).
    if _slowPath(!isAtRest) { forget() }
  }

  @inline(__always)
  var isAtRest: Bool {
    frameCount == 0 && !limits.areTouched && hashes.isEmpty && manyHashes == nil
      && closedKeys.isEmpty && emptyValueOffsets.isEmpty && takenBack.isEmpty
  }

  @inline(never)
  private mutating func forget() {
    truncate(to: 0)
    limits = EncodingLimits(maximumDepth: limits.maximumDepth)
    hashes.removeAll(keepingCapacity: true)
    manyHashes = nil
    closedKeys = []
    emptyValueOffsets = []
    takenBack = []
  }

  mutating func clear() {
    truncate(to: 0)
    output.pointee.buffer.restore(to: 0)
    output.pointee.depth = 0
  }

  /// Replaces a writer that a value has assigned by a writer that drops all text.
  @_optimize(size) @inline(never)
  func replaceWriter(at count: Int, depth: Int, _ options: JSONWritingOptions) {
    writer.pointee = JSONWriter(
      TextOutput(OutputBuffer(replacing: count), options: options),
      maximumDepth: limits.maximumDepth, convertsNames: keepsKeys)
    output.pointee.depth = depth
  }

  // MARK: - Frames

  /// Begins a value here, which is a member. The key must live until the value is complete.
  @inline(__always)
  mutating func push<Key: CodingKey>(_ key: UnsafePointer<Key>) -> EncodingPlace {
    unsafe push(position: -1, KeyReference(to: key))
  }

  /// Begins a value here, which is a member and may be completed after the call that has the key.
  @inline(never)
  mutating func push(owning key: some CodingKey) -> EncodingPlace {
    let place = push(position: -1, KeyReference(owning: key))
    frames[Int(place.level)].ownsKey = true
    return place
  }

  /// Begins a value here, which is an element, or the whole text at position −1.
  @inline(__always)
  mutating func push(position: Int, _ key: KeyReference? = nil) -> EncodingPlace {
    if _slowPath(frameCount == frameCapacity) { grow() }
    assert(frameCount >= 0 && frameCount < frameCapacity)
    let level = frameCount
    let id = nextID
    // The two highest identifiers have other meanings.
    nextID = id &+ 1 < .max &- 1 ? id &+ 1 : 0
    let start = output.pointee.buffer.count
    (frames + level).initialize(
      to: EncodingFrame(
        id: id, position: position, start: start, firstHash: hashes.count, key: key))
    frameCount = level &+ 1
    return EncodingPlace(start: start, id: id, level: UInt32(truncatingIfNeeded: level))
  }

  @inline(never)
  private mutating func grow() {
    let capacity = frameCapacity &* 2
    let newFrames = unsafe CheckedPointer<EncodingFrame>.allocate(capacity: capacity)
    unsafe newFrames.moveInitialize(from: frames, count: frameCount)
    unsafe frames.deallocate()
    frames = newFrames
    frameCapacity = capacity
  }

  @inline(__always)
  private mutating func truncate(to level: Int) {
    assert(level >= 0)
    while frameCount > level {
      frameCount &-= 1
      if _slowPath(frames[frameCount].hasManyHashes || frames[frameCount].ownsKey) {
        release(frames[frameCount])
      }
    }
  }

  @inline(never)
  private mutating func release(_ frame: EncodingFrame) {
    if frame.hasManyHashes { manyHashes?.byFrame[frame.id] = nil }
    if frame.ownsKey { frame.key?.free() }
  }

  @inline(__always)
  func isInnermost(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    return _fastPath(frameCount == level &+ 1) && _fastPath(frames[level].id == place.id)
  }

  /// Whether the value at `place` is not complete.
  func hasFrame(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    return frameCount > level && frames[level].id == place.id
  }

  /// Whether nothing has been written for the value at `place`, which has a frame.
  @inline(__always)
  func isUntouched(_ place: EncodingPlace) -> Bool {
    assert(hasFrame(place))
    return frames[Int(place.level)].kind == .empty
  }

  func key(at level: Int) -> (any CodingKey)? {
    // The keys of other frames may be gone.
    assert(level >= 0 && level < frameCount)
    let position = frames[level].position
    return position >= 0 ? JSONPathKey(position: position) : frames[level].key?.key
  }

  /// The path to the value at `place`, or `nil` if the value is complete.
  func codingPath(_ place: EncodingPlace) -> [any CodingKey]? {
    let level =
      place.isMisused
      ? (0..<frameCount).first { frames[$0].start == place.start }
      : hasFrame(place) ? Int(place.level) : nil
    guard let level else { return nil }
    return (0...level).compactMap { key(at: $0) }
  }

  // MARK: - Values

  /// Makes the value at `level`, which has no text yet, an array or an object.
  @inline(__always)
  mutating func open(_ level: Int, isObject: Bool) -> Bool {
    assert(level == frameCount &- 1)
    assert(frames[level].kind == .empty)
    if _slowPath(output.pointee.depth >= limits.maximumDepth) {
      limits.noteTooDeep()
      return false
    }
    frames[level].kind = isObject ? .object : .array
    output.pointee.open(isObject: isObject)
    return true
  }

  /// Completes the values of all frames from `level` on.
  @inline(__always)
  mutating func close(to level: Int) {
    assert(level >= 0)
    while frameCount > level { closeInnermost() }
  }

  @inline(__always)
  private mutating func closeInnermost() {
    assert(frameCount > 0)
    let frame = frames + (frameCount &- 1)
    // Comparisons, because a switch jumps through a table.
    if frame.pointee.kind == .object {
      output.pointee.close(isObject: true)
      if _slowPath(hashes.count > frame.pointee.firstHash) {
        hashes.removeSubrange(frame.pointee.firstHash...)
      }
    } else if frame.pointee.kind == .array {
      output.pointee.close(isObject: false)
    } else if frame.pointee.kind == .empty {
      closeEmpty()
    }
    if _slowPath(keepsKeys) { keepKey() }
    frameCount &-= 1
    if _slowPath(frame.pointee.hasManyHashes || frame.pointee.ownsKey) {
      release(frame.pointee)
    }
  }

  /// Completes the innermost value, which has no text: it is an empty object.
  @inline(never)
  private mutating func closeEmpty() {
    emptyValueOffsets.append(frames[frameCount &- 1].start)
    if output.pointee.depth >= limits.maximumDepth { limits.noteTooDeep() }
    output.pointee.empty(isObject: true)
  }

  /// Keeps the key of the innermost value, which is complete.
  @inline(never)
  private mutating func keepKey() {
    let frame = frames[frameCount &- 1]
    if let key = frame.key { closedKeys.append((frame.start, key.key)) }
  }

  /// Begins to write the value at `place` as a whole. Returns `false` if part of it has been written.
  @inline(__always)
  mutating func beginWhole(_ place: EncodingPlace) -> Bool {
    assert(isInnermost(place))
    let level = Int(place.level)
    guard frames[level].kind == .empty else { return false }
    frames[level].kind = .scalar
    return true
  }

  mutating func takeBackWhole(_ place: EncodingPlace) {
    assert(isInnermost(place))
    frames[Int(place.level)].kind = .empty
    output.pointee.buffer.takeBack(to: place.start)
  }

  /// Closes the object at `level`, whose names were not recorded, so nothing can follow. Does nothing if the object was
  /// too deep to be opened.
  mutating func closeFinal(_ level: Int) {
    assert(level == frameCount &- 1)
    guard frames[level].kind == .object else { return }
    output.pointee.close(isObject: true)
    frames[level].kind = .scalar
  }

  mutating func markDictionary(_ level: Int, _ isDictionary: Bool) {
    assert(level >= 0 && level < frameCount)
    frames[level].isDictionary = isDictionary
  }

  // MARK: - Members and elements

  /// Begins an element. Returns its position.
  @inline(__always) @discardableResult
  mutating func beginElement(_ level: Int) -> Int {
    assert(level >= 0 && level < frameCount)
    let frame = frames + level
    let position = frame.pointee.count
    output.pointee.separateCompact(position == 0)
    frame.pointee.count = position &+ 1
    return position
  }

  /// Takes back an element that was begun at an offset, and nothing else in it.
  mutating func takeBackElement(_ level: Int, to count: Int) {
    assert(level == frameCount &- 1)
    assert(frames[level].count > 0)
    frames[level].count &-= 1
    output.pointee.buffer.takeBack(to: count)
  }

  /// Begins a member with a prepared name. Returns `false` if the object may already have the name.
  @inline(__always)
  mutating func beginMember(_ slot: PreparedNames.Name, _ level: Int) -> Bool {
    assert(level >= 0 && level < frameCount)
    let frame = frames + level
    let isNew =
      slot.number < UInt16(NameNumbers.count)
      ? frame.pointee.numbers.insert(slot.number) : insertFar(slot.number, level)
    guard _fastPath(isNew),
      _fastPath(hashes.count == frame.pointee.firstHash)
        || !hasHash(names.hashes[Int(slot.number)], level)
    else { return false }
    names.write(slot, isFirst: frame.pointee.count == 0, to: &output.pointee.buffer)
    frame.pointee.count &+= 1
    return true
  }

  @inline(never)
  private mutating func insertFar(_ number: UInt16, _ level: Int) -> Bool {
    farNumbers.insert(Int(number), level, frames[level].id)
  }

  /// Begins a member with any name. Returns `false` if the object may already have the name.
  mutating func beginMember(_ name: String, _ level: Int) -> Bool {
    if isRepeated(NameHash.hash(name), level) { return false }
    beginNewMember(name, level)
    return true
  }

  /// Begins a member with a name that the object does not have.
  @inline(__always)
  mutating func beginNewMember(_ name: String, _ level: Int) {
    beginElement(level)
    output.pointee.string(name)
    output.pointee.colon()
  }

  /// Whether the object at `level` has a name of this hash among those without a number.
  @inline(never)
  private func hasHash(_ hash: UInt64, _ level: Int) -> Bool {
    assert(level >= 0 && level < frameCount)
    let frame = frames[level]
    if frame.hasManyHashes { return manyHashes?.byFrame[frame.id]?.contains(hash) ?? false }
    return hashes[frame.firstHash...].contains(hash)
  }

  /// Records the hash of a name without a number. Returns whether the object already has one with this
  /// hash. Nodes tell two such names apart.
  private mutating func isRepeated(_ hash: UInt64, _ level: Int) -> Bool {
    if hasHash(hash, level) { return true }
    let prepared = names.hashes
    // The names of this object alone: a session may know many others.
    let frameID = frames[level].id
    if frames[level].numbers.contains(where: { prepared[$0] == hash })
      || farNumbers.contains(level, frameID, where: { prepared[$0] == hash })
    {
      return true
    }
    hashes.append(hash)
    let frame = frames[level]
    if frame.hasManyHashes {
      manyHashes?.byFrame[frame.id]?.insert(hash)
    } else if hashes.count &- frame.firstHash >= 32 {
      frames[level].hasManyHashes = true
      if manyHashes == nil { manyHashes = ManyHashes() }
      manyHashes?.byFrame[frame.id] = Set(hashes[frame.firstHash...])
    }
    return false
  }

  // MARK: - Taking back

  /// The state before a member or an element, to take it back.
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
  func mark(_ level: Int) -> Mark {
    assert(level == frameCount &- 1)
    let frame = frames[level]
    return Mark(
      count: output.pointee.buffer.count, level: level, elements: frame.count, hashes: hashes.count,
      numbers: frame.numbers, depth: output.pointee.depth, exceeded: limits.exceeded)
  }

  /// The state before an element that has a frame, with what the frame does not tell.
  func mark(beforeElement child: EncodingPlace, depth: Int, exceeded: ExceededLimits) -> Mark {
    assert(hasFrame(child) && child.level > 0)
    let frame = frames[Int(child.level)]
    let level = Int(child.level) &- 1
    // A comma precedes all elements but the first.
    return Mark(
      count: frame.start &- min(frame.position, 1), level: level, elements: frame.position,
      hashes: frame.firstHash, numbers: frames[level].numbers, depth: depth, exceeded: exceeded)
  }

  /// Takes back a member or an element that failed.
  @inline(never)
  mutating func takeBack(to mark: Mark) {
    assert(mark.level >= 0 && mark.level < frameCount)
    assert(mark.count <= output.pointee.buffer.count)
    truncate(to: mark.level &+ 1)
    frames[mark.level].count = mark.elements
    frames[mark.level].numbers = mark.numbers
    output.pointee.depth = mark.depth
    output.pointee.buffer.restore(to: mark.count)
    while let last = closedKeys.last, last.start >= mark.count { closedKeys.removeLast() }
    while let last = emptyValueOffsets.last, last >= mark.count { emptyValueOffsets.removeLast() }
    guard hashes.count > mark.hashes else { return }
    let id = frames[mark.level].id
    for hash in hashes[mark.hashes...] { manyHashes?.byFrame[id]?.remove(hash) }
    hashes.removeSubrange(mark.hashes...)
  }

  /// Notes that text was taken back to an offset. A type may have kept places after it, where other values will begin.
  @_optimize(size) @inline(never)
  mutating func noteTakenBack(to start: Int) {
    // Values that an earlier note refers to are also those of this one.
    while !takenBack.isEmpty, takenBack[takenBack.count &- 2] >= start { takenBack.removeLast(2) }
    takenBack.append(start)
    takenBack.append(Int(truncatingIfNeeded: nextID))
  }

  /// Whether the value at `place` was taken back, so that its offset is that of another value, or of none.
  /// - Complexity: O(log *n*) in the notes.
  @_optimize(size) @inline(never)
  func isTakenBack(_ place: EncodingPlace) -> Bool {
    if takenBack.isEmpty || place.id == .max { return false }
    // Searches the first note that is later than the value. Of the later ones, it has the lowest offset.
    var (low, high) = (0, takenBack.count / 2)
    while low < high {
      let middle = (low &+ high) / 2
      let id = UInt32(truncatingIfNeeded: takenBack[2 &* middle &+ 1])
      // Identifiers start over after the highest one.
      let isLater = Int32(bitPattern: id &- place.id) > 0
      if isLater { high = middle } else { low = middle &+ 1 }
    }
    return 2 &* low < takenBack.count && takenBack[2 &* low] <= place.start
  }
}

/// The hashes of names by the identifier of the frame. A class, because a process that makes the type of this dictionary looks up
/// two conformances, which takes as long as the rest of the first value.
private final class ManyHashes {
  var byFrame: [UInt32: Set<UInt64>] = [:]
}
