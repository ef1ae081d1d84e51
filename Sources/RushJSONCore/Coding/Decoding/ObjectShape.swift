internal import _RushJSONShims

// The shape that the objects of one type have in common.
//
//   {"id": 1, "name": "a"}    names   "id", "name"                   in the order of the text
//                             steps   "name" → 1, "url" → none, "id" → 0     in the order of the type's calls
//   {"id": 2, "name": "b"}    values  where the values of this object are
//
// If an object has the names of an earlier one, in the same order, then they are known to be different,
// and where the member for each key is. A type asks for its keys in the same order each time, so a key is
// found by comparing the two words of its string with those of the next step. The bytes of long names are
// compared once for each object, and not at all for each key.

/// A name of a shape: its bytes in words, and which bits of the words are the name's.
@safe
private struct ShapeName {
  var length: UInt64
  var words: (low: UInt64, high: UInt64)
  var masks: (low: UInt64, high: UInt64)
  // Invariant: the bytes of a name longer than 16, in the shape's memory.
  var bytes: CheckedView<UInt8>?
}

/// A call of a type for a key: what it found, and how the value was decoded.
@safe
struct ShapeStep {
  /// The key's words, which always mean the same string; zeros at the end of the steps.
  fileprivate var words: StringWords
  /// The position of the member in the object, or the number of members if the object lacks it.
  fileprivate var position: Int
  /// The type that was decoded last, if it is not one of the standard library's scalars.
  fileprivate var type: UInt = 0
  // Invariant: the session keeps the hook.
  fileprivate var hook: Unmanaged<TypeHook>?
}

@safe
struct ObjectShape {
  let names: NameFilter
  let count: Int
  // Invariant: `count` names; `count` + 1 values, the last 0; `stepCount` steps and one of
  // zeros, of at most `stepCapacity`; and the bytes of long names. They follow the shape in its memory.
  private let shapeNames: CheckedPointer<ShapeName>
  private let values: CheckedPointer<UInt32>
  private let steps: CheckedPointer<ShapeStep>
  private var stepCapacity: Int
  private var stepCount = 0
  /// Whether another object has had this shape since `ShapeCache` asked last.
  fileprivate var hasMatched = false
  // Invariant: one of the steps, or that of zeros.
  private var next: CheckedPointer<ShapeStep>
  /// The number of steps before the next one.
  @inline(__always)
  private var nextPosition: Int { next - steps }

  // MARK: - Making

  /// The shape of an object whose names are different, ASCII and without escapes, at the object itself.
  static func make(of object: UInt32, _ names: NameFilter, in tape: DecodingTape)
    -> CheckedPointer<ObjectShape>
  {
    assert(names.isUnique && tape.record(object).kind == .object)
    let count = tape.record(object).count
    // A type may ask for many members that are not there.
    let stepCapacity = count &+ 128
    var byteCount = 0
    tape.forEachMember(of: object) { name, _ in if name.length > 16 { byteCount &+= name.length } }
    let namesAt = MemoryLayout<ObjectShape>.stride
    let stepsAt = namesAt &+ count &* MemoryLayout<ShapeName>.stride
    let valuesAt = stepsAt &+ (stepCapacity &+ 1) &* MemoryLayout<ShapeStep>.stride
    let bytesAt = valuesAt &+ (count &+ 1) &* MemoryLayout<UInt32>.stride
    let block = unsafe CheckedPointer<UInt8>.reallocated(nil, capacity: bytesAt &+ byteCount)
    assert(namesAt % MemoryLayout<ShapeName>.alignment == 0)
    assert(stepsAt % MemoryLayout<ShapeStep>.alignment == 0)
    assert(valuesAt % MemoryLayout<UInt32>.alignment == 0)
    let shape = unsafe block.part(ObjectShape.self, capacity: 1, at: 0)
    unsafe shape.initialize(
      to: ObjectShape(
        names: names, count: count,
        shapeNames: block.part(ShapeName.self, capacity: count, at: namesAt),
        values: block.part(UInt32.self, capacity: count &+ 1, at: valuesAt),
        steps: block.part(ShapeStep.self, capacity: stepCapacity &+ 1, at: stepsAt),
        stepCapacity: stepCapacity))
    shape.pointee.fill(from: object, in: tape, bytes: block + bytesAt)
    return shape
  }

  private init(
    names: NameFilter, count: Int, shapeNames: CheckedPointer<ShapeName>,
    values: CheckedPointer<UInt32>, steps: CheckedPointer<ShapeStep>, stepCapacity: Int
  ) {
    self.names = names
    self.count = count
    self.shapeNames = shapeNames
    self.values = values
    self.steps = steps
    self.stepCapacity = stepCapacity
    next = steps
    values[count] = 0
    endSteps()
  }

  /// Writes the step of zeros, which no key has.
  private func endSteps() {
    assert(stepCount >= 0 && stepCount <= stepCapacity)
    unsafe (steps + stepCount).initialize(
      to: ShapeStep(words: StringWords(low: 0, high: 0), position: count))
  }

  /// Forgets all members: the search finds them.
  fileprivate mutating func end() {
    stepCount = 0
    stepCapacity = 0
    endSteps()
    next = steps
  }

  private func fill(from object: UInt32, in tape: DecodingTape, bytes: CheckedPointer<UInt8>) {
    var bytes = bytes
    var position = 0
    tape.forEachMember(of: object) { name, value in
      assert(position < count && tape.holds(name) && !name.hasEscapes)
      let length = name.length
      let start = tape.text + name.offset
      let low = ObjectShape.word(start, min(length, 8))
      let high = ObjectShape.word(start + 8, min(length &- 8, 8))
      var kept: CheckedView<UInt8>?
      if length > 16 {
        bytes.update(from: start, count: length)
        kept = CheckedView(bytes)
        bytes += length
      }
      let masks = (ObjectShape.mask(length), ObjectShape.mask(length &- 8))
      (shapeNames + position).initialize(
        to: ShapeName(
          length: UInt64(truncatingIfNeeded: length), words: (low, high), masks: masks,
          bytes: kept))
      values[position] = value
      position &+= 1
    }
    assert(position == count)
  }

  /// A word of the first `count` bytes from `start` on; 0 if `count` is not positive.
  private static func word(_ start: CheckedView<UInt8>, _ count: Int) -> UInt64 {
    assert(count <= 8)
    var word: UInt64 = 0
    var at = 0
    while at < count {
      let byte = start[at]
      word |= UInt64(byte) &<< UInt64(truncatingIfNeeded: at &* 8)
      at &+= 1
    }
    return word
  }

  /// The lowest `count` bytes of a word, at most eight.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : (1 &<< UInt64(count &* 8)) &- 1
  }

  // MARK: - Another object

  /// Whether an object has the same names in the same order. If so, finds its values.
  /// - Complexity: O(*m*), some thirty instructions for each member.
  @inline(__always)
  mutating func matches(_ object: UInt32, in tape: DecodingTape) -> Bool {
    guard tape.record(object).count == count else { return false }
    var at = object &+ 1
    for position in 0..<count {
      assert(at < tape.following(object))
      let record = tape.record(at)
      let name = shapeNames + position
      let length = name.pointee.length
      let offset = record.offset
      guard record.payload == length, record.kindByte == TapeKind.name.rawValue,
        offset &+ 16 <= tape.readableCount
      else { return false }
      assert(tape.holds(record))
      let start = tape.text + offset
      let low = start.load(as: UInt64.self) ^ name.pointee.words.low
      let high =
        start.load(at: 8, as: UInt64.self)
        ^ name.pointee.words.high
      if low & name.pointee.masks.low | high & name.pointee.masks.high != 0 { return false }
      if length > 16 {
        let rest = Int(truncatingIfNeeded: length) &- 8
        // Invariant: names longer than 16 bytes have them in the shape.
        let bytes = unsafe name.pointee.bytes.unsafelyUnwrapped
        if !haveSameBytes(start.bytes(rest, at: 8), bytes.bytes(rest, at: 8)) {
          return false
        }
      }
      values[position] = at &+ 1
      at = tape.following(at &+ 1)
    }
    next = steps
    hasMatched = true
    return true
  }

  // MARK: - Members

  /// The index of the value of the member for a key, or 0 if the object lacks it; `nil` if the type does not
  /// ask for its keys in the order of its last object.
  @inline(__always)
  mutating func expectedMember(_ words: StringWords) -> UInt32? {
    assert(words.low | words.high != 0)
    assert(nextPosition >= 0 && nextPosition <= stepCount)
    let step = next
    if (step.pointee.words.low ^ words.low) | (step.pointee.words.high ^ words.high) != 0 {
      return nil
    }
    next = step + 1
    // No key has the words of the last step, zeros.
    assert(nextPosition <= stepCount)
    assert(step.pointee.position >= 0 && step.pointee.position <= count)
    return values[step.pointee.position]
  }

  /// The same for a key that may be that of any step.
  mutating func knownMember(_ words: StringWords) -> UInt32? {
    for at in 0..<stepCount where steps[at].words == words {
      next = steps + (at &+ 1)
      assert(steps[at].position >= 0 && steps[at].position <= count)
      return values[steps[at].position]
    }
    return nil
  }

  /// Notes where the value for a key was found, whose words must always mean the same string.
  mutating func record(_ words: StringWords, index: UInt32) {
    assert(words.low | words.high != 0)
    guard stepCount < stepCapacity else { return }
    var position = 0
    while position < count, values[position] != index { position &+= 1 }
    if position == count, index != 0 { return }
    unsafe (steps + stepCount).initialize(to: ShapeStep(words: words, position: position))
    stepCount &+= 1
    endSteps()
    next = steps + stepCount
  }

  // MARK: - Types

  /// The hook that the value of the last step was decoded with, or `nil` inside if it had none. `nil` if
  /// another type was decoded.
  @inline(__always)
  func hook(for type: any Any.Type) -> Unmanaged<TypeHook>?? {
    assert(nextPosition >= 0 && nextPosition <= stepCount)
    if next == steps { return nil }
    let step = next - 1
    guard step.pointee.type == UInt(bitPattern: ObjectIdentifier(type)) else { return nil }
    return unsafe .some(step.pointee.hook)
  }

  /// Notes the hook for the last step, which the session keeps.
  func record(_ hook: Unmanaged<TypeHook>?, for type: any Any.Type) {
    assert(nextPosition >= 0 && nextPosition <= stepCount)
    if next == steps { return }
    (next - 1).pointee.type = UInt(bitPattern: ObjectIdentifier(type))
    unsafe (next - 1).pointee.hook = unsafe hook
  }
}

// MARK: - The place of a container

/// The place of a keyed container, and the shape of its object.
@safe
struct ObjectPlace: BitwiseCopyable {
  let value: DecodingPlace
  let names: NameFilter
  // Invariant: the session's table keeps the shape while the container is in the session's pool.
  private(set) var shape: CheckedPointer<ObjectShape>?

  init(value: DecodingPlace, names: NameFilter) {
    self.value = value
    self.names = names
    shape = nil
  }

  init(value: DecodingPlace, names: NameFilter, shape: CheckedPointer<ObjectShape>) {
    self.value = value
    self.names = names
    self.shape = shape
  }

  /// Forgets the shape, before the pool lets go of a container that a type has kept.
  mutating func leavePool() { shape = nil }
}

/// The slot of a container that decodes.
final class ObjectSlot: ContainerSlot {
  @safe @exclusivity(unchecked)
  var object: ObjectPlace

  init(_ object: ObjectPlace) { self.object = object }

  override func leave(_ session: ContainerOwner) {
    object.leavePool()
    super.leave(session)
  }
}

// MARK: - ShapeCache

/// The shapes of the last objects that the containers of a session's pool were filled in for: up to four
/// for each container, the last one first.
@safe
struct ShapeCache: ~Copyable {
  typealias Shape = CheckedPointer<ObjectShape>

  /// How often the shape of a container's object was not known.
  private struct Misses {
    /// Objects in a row.
    var count = 0
    /// The number of objects to skip before the next lookup.
    var skips = 0
  }

  /// The most shapes for each container.
  private static var depth: Int { 4 }
  /// The most members of a shape, whose steps are found one by one while they are learned.
  private static var maximumMembersOfShape: Int { 512 }
  /// The most members of all shapes, so that a session does not keep too much memory.
  private static var maximumMembers: Int { 2048 }

  // Invariant: `depth` shapes for each container of a full pool, from the first one on. The table owns them.
  private var shapes: CheckedPointer<Shape?>?
  private var misses: [Misses] = []
  private var memberCount = 0

  init() { shapes = nil }

  deinit {
    guard let shapes else { return }
    for at in 0..<misses.count &* ShapeCache.depth { unsafe shapes[at]?.free() }
    unsafe shapes.free()
  }

  /// A place in the object at `place`, for the container with the number `slot`.
  @inline(__always)
  mutating func object(
    at place: DecodingPlace, slot: Int, _ search: borrowing MemberSearch, in tape: DecodingTape
  ) -> ObjectPlace {
    assert(slot >= 0 && slot < ContainerCount.maximum)
    if let shapes, let last = shapes[slot &* ShapeCache.depth],
      last.pointee.matches(place.index, in: tape)
    {
      return ObjectPlace(value: place, names: last.pointee.names, shape: last)
    }
    return slowObject(place, slot, search, in: tape)
  }

  @inline(never)
  private mutating func slowObject(
    _ place: DecodingPlace, _ slot: Int, _ search: borrowing MemberSearch, in tape: DecodingTape
  ) -> ObjectPlace {
    if shapes == nil { makeRoom() }
    assert(misses.count == ContainerCount.maximum)
    if misses[slot].skips > 0 {
      misses[slot].skips &-= 1
      return ObjectPlace(value: place, names: search.summary(of: place.index, in: tape))
    }
    // Invariant: `makeRoom` was called.
    let own = unsafe shapes.unsafelyUnwrapped + slot &* ShapeCache.depth
    // It was worth while to learn the last shape.
    if let last = own[0], last.pointee.hasMatched {
      last.pointee.hasMatched = false
      misses[slot].count = 0
    }
    for at in 1..<ShapeCache.depth {
      if let shape = own[at], shape.pointee.matches(place.index, in: tape) {
        misses[slot].count = 0
        moveFirst(shape, from: at, of: own)
        return ObjectPlace(value: place, names: shape.pointee.names, shape: shape)
      }
    }
    misses[slot].count &+= 1
    // Objects with names of their own, such as identifiers, are not learned one by one.
    if misses[slot].count > 8 { misses[slot].skips = 32 }
    let names = search.summary(of: place.index, in: tape)
    let count = tape.record(place.index).count
    guard names.isUnique, count <= ShapeCache.maximumMembersOfShape else {
      return ObjectPlace(value: place, names: names)
    }
    let oldest = own[ShapeCache.depth &- 1]
    if let oldest { memberCount &-= oldest.pointee.count }
    assert(memberCount >= 0)
    unsafe oldest?.free()
    own[ShapeCache.depth &- 1] = nil
    if memberCount &+ count > ShapeCache.maximumMembers {
      return ObjectPlace(value: place, names: names)
    }
    memberCount &+= count
    let shape = ObjectShape.make(of: place.index, names, in: tape)
    moveFirst(shape, from: ShapeCache.depth &- 1, of: own)
    return ObjectPlace(value: place, names: names, shape: shape)
  }

  /// Puts a shape before those that are before the position `at`.
  private func moveFirst(_ shape: Shape, from at: Int, of own: CheckedPointer<Shape?>) {
    assert(at > 0 && at < ShapeCache.depth)
    for position in (0..<at).reversed() { own[position &+ 1] = own[position] }
    own[0] = shape
  }

  private mutating func makeRoom() {
    let count = ContainerCount.maximum
    let room = unsafe CheckedPointer<Shape?>.reallocated(nil, capacity: count &* ShapeCache.depth)
    room.initialize(repeating: nil, count: count &* ShapeCache.depth)
    shapes = room
    misses = Array(repeating: Misses(), count: count)
  }

  /// Drops the shapes of the first container, which has left the full pool. No container uses them.
  mutating func removeFirst() {
    guard let shapes else { return }
    let depth = ShapeCache.depth
    for at in 0..<depth {
      if let shape = shapes[at] { memberCount &-= shape.pointee.count }
      unsafe shapes[at]?.free()
    }
    assert(memberCount >= 0)
    let rest = (misses.count &- 1) &* depth
    for at in 0..<rest { shapes[at] = shapes[at &+ depth] }
    for at in rest..<rest &+ depth { shapes[at] = nil }
    misses.removeFirst()
    misses.append(Misses())
  }

  /// Drops all shapes. No container uses them.
  mutating func removeAll() { self = ShapeCache() }
}

// MARK: - Checks

extension ObjectShape {
  /// Checks names, values and steps in builds with assertions; tests call it after each operation.
  func _checkInvariants() {
    assert(nextPosition >= 0 && nextPosition <= stepCount)
    assert(stepCount <= stepCapacity)
    assert(areNamesSound())
    assert(areStepsSound())
  }

  private func areNamesSound() -> Bool {
    // The bytes of long names follow the values.
    var end = unsafe UnsafeRawPointer((values + (count &+ 1)).address)
    for position in 0..<count {
      let name = shapeNames[position]
      let length = Int(truncatingIfNeeded: name.length)
      assert(length >= 0)
      assert(name.masks.low == ObjectShape.mask(length))
      assert(name.masks.high == ObjectShape.mask(length &- 8))
      assert(name.words.low & ~name.masks.low == 0)
      assert(name.words.high & ~name.masks.high == 0)
      assert((name.bytes != nil) == (length > 16))
      if let bytes = name.bytes {
        assert(unsafe UnsafeRawPointer(bytes.address) == end)
        assert(ObjectShape.word(bytes, 8) == name.words.low)
        assert(ObjectShape.word(bytes + 8, 8) == name.words.high)
        unsafe end += length
      }
      // Not their order: the names of an object that does not match may have replaced some.
      assert(values[position] != 0)
    }
    assert(values[count] == 0)
    return true
  }

  private func areStepsSound() -> Bool {
    for at in 0..<stepCount {
      let step = steps[at]
      assert(step.words.low | step.words.high != 0)
      assert(step.position >= 0 && step.position <= count)
      assert(unsafe step.hook == nil || step.type != 0)
    }
    let last = steps[stepCount]
    assert(last.words.low | last.words.high == 0)
    return true
  }
}

extension ShapeCache {
  /// Checks all shapes in builds with assertions; tests call it after each operation.
  func _checkInvariants() { assert(areShapesSound()) }

  private func areShapesSound() -> Bool {
    var members = 0
    if let shapes {
      assert(misses.count == ContainerCount.maximum)
      for at in 0..<misses.count &* ShapeCache.depth {
        guard let shape = shapes[at] else { continue }
        shape.pointee._checkInvariants()
        members &+= shape.pointee.count
      }
    }
    assert(members == memberCount)
    assert(memberCount <= ShapeCache.maximumMembers)
    return true
  }
}
