internal import _RushJSONShims

/// The shapes of the last objects that the containers of a session's pool were filled in for: up to four
/// for each container, the last one first.
@safe
struct ShapeTable: ~Copyable {
  typealias Shape = UnsafeMutablePointer<ObjectShape>

  /// How often the shape of a container's object was not known.
  private struct Misses {
    /// Objects in a row.
    var count = 0
    /// How many of the next objects are not looked at.
    var skips = 0
  }

  /// The most shapes for each container.
  private static var depth: Int { 4 }
  /// The most members of all shapes, so that a session does not keep too much memory.
  private static var maximumMembers: Int { 2048 }

  // Invariant: `depth` shapes for each container of a full pool, from the first one on. The table owns them.
  private var shapes: UnsafeMutablePointer<Shape?>?
  private var misses: [Misses] = []
  private var memberCount = 0

  init() { unsafe shapes = nil }

  deinit {
    guard let shapes = unsafe shapes else { return }
    for at in 0..<misses.count &* ShapeTable.depth { unsafe rush_free(shapes[at]) }
    unsafe rush_free(shapes)
  }

  /// A place in the object at `place`, for the container with the number `slot`.
  @inline(__always)
  mutating func object(
    at place: DecodingPlace, slot: Int, _ search: borrowing MemberSearch, in tape: DecodingTape
  ) -> ObjectPlace {
    if let shapes = unsafe shapes, let last = unsafe shapes[slot &* ShapeTable.depth],
      unsafe last.pointee.matches(place.index, in: tape)
    {
      return unsafe ObjectPlace(value: place, names: last.pointee.names, shape: last)
    }
    return unlikeLast(place, slot, search, in: tape)
  }

  @inline(never)
  private mutating func unlikeLast(
    _ place: DecodingPlace, _ slot: Int, _ search: borrowing MemberSearch, in tape: DecodingTape
  ) -> ObjectPlace {
    if unsafe shapes == nil { makeRoom() }
    if misses[slot].skips > 0 {
      misses[slot].skips &-= 1
      return ObjectPlace(value: place, names: search.summary(of: place.index, in: tape))
    }
    // Invariant: `makeRoom` was called.
    let own = unsafe shapes.unsafelyUnwrapped + slot &* ShapeTable.depth
    for at in 1..<ShapeTable.depth {
      if let shape = unsafe own[at], unsafe shape.pointee.matches(place.index, in: tape) {
        misses[slot].count = 0
        unsafe moveFirst(shape, from: at, of: own)
        return unsafe ObjectPlace(value: place, names: shape.pointee.names, shape: shape)
      }
    }
    misses[slot].count &+= 1
    // Objects with names of their own, such as identifiers, are not learned one by one.
    if misses[slot].count > 8 { misses[slot].skips = 32 }
    let names = search.summary(of: place.index, in: tape)
    let count = tape.record(place.index).count
    guard names.isUnique, count <= NameSummary.scannedMembers else {
      return ObjectPlace(value: place, names: names)
    }
    let oldest = unsafe own[ShapeTable.depth &- 1]
    if let oldest = unsafe oldest { unsafe memberCount &-= oldest.pointee.count }
    unsafe rush_free(oldest)
    unsafe own[ShapeTable.depth &- 1] = nil
    if memberCount &+ count > ShapeTable.maximumMembers {
      return ObjectPlace(value: place, names: names)
    }
    memberCount &+= count
    let shape = unsafe ObjectShape.make(of: place.index, names, in: tape)
    unsafe moveFirst(shape, from: ShapeTable.depth &- 1, of: own)
    return unsafe ObjectPlace(value: place, names: names, shape: shape)
  }

  /// Puts a shape before those that are before the position `at`.
  private func moveFirst(_ shape: Shape, from at: Int, of own: UnsafeMutablePointer<Shape?>) {
    for position in (0..<at).reversed() { unsafe own[position &+ 1] = own[position] }
    unsafe own[0] = shape
  }

  private mutating func makeRoom() {
    let count = ContainerCount.maximum
    let room: UnsafeMutablePointer<Shape?> = unsafe reallocate(
      nil, capacity: count &* ShapeTable.depth)
    unsafe room.initialize(repeating: nil, count: count &* ShapeTable.depth)
    unsafe shapes = unsafe room
    misses = Array(repeating: Misses(), count: count)
  }

  /// Drops the shapes of the first container, which has left the full pool. No container uses them.
  mutating func removeFirst() {
    guard let shapes = unsafe shapes else { return }
    let depth = ShapeTable.depth
    for at in 0..<depth {
      if let shape = unsafe shapes[at] { unsafe memberCount &-= shape.pointee.count }
      unsafe rush_free(shapes[at])
    }
    let rest = (misses.count &- 1) &* depth
    for at in 0..<rest { unsafe shapes[at] = shapes[at &+ depth] }
    for at in rest..<rest &+ depth { unsafe shapes[at] = nil }
    misses.removeFirst()
    misses.append(Misses())
  }

  /// Drops all shapes. No container uses them.
  mutating func removeAll() { self = ShapeTable() }
}
