// The memory of one array or object of the tree: one allocation, whatever it holds.
//
//   array    header │ value value value … │
//   object   header │ value value value … │ name name name … │ table │
//                     └────── room ─────┘   └──── room ────┘   only of large objects
//
// An object is an array of values with their names behind them. So what walks a tree (to free,
// compare, hash or describe it) looks at values alone and need not know which of the two it is in.
//
// Recursion is bounded by `height`, which says how deep the tree below is at most. Trees below
// `tall` are walked by plain recursion; taller ones, by work lists.

/// What a storage knows about itself.
struct TreeHeader: BitwiseCopyable {
  /// How many values, and in an object how many names, are initialised.
  var count = 0
  /// How many there is room for; negative in the storage of an open container (``TreePrefix``).
  let room: Int
  /// More than the height of every value in it: 1 if all are scalars. Saturated.
  var height: UInt32 = 1
  /// There are names.
  let isObject: Bool
  /// A value may own memory; if not, there is nothing to release.
  var ownsValues = true
  /// A name may.
  var ownsNames = true
  /// The table has 2 to this power slots; 0 if there is no table.
  let tableBits: UInt8
}

/// The memory of one array or object.
///
/// Whoever changes one has made sure that it has no other owner; all others only read. So it can be
/// shared between threads, and `JSONArray` and `JSONObject` are `Sendable`.
final class TreeStorage: ManagedBuffer<TreeHeader, RawJSON> {
  /// The height from which on a tree is not walked by recursion.
  ///
  /// The frames of 64 levels fit in the smallest of stacks, and honest texts are not as deep.
  static let tall: UInt32 = 64

  /// An array's storage with room for `capacity` elements.
  @inline(__always)
  static func array(capacity: Int) -> TreeStorage {
    let storage = TreeStorage.create(minimumCapacity: capacity) { _ in
      TreeHeader(room: capacity, isObject: false, tableBits: 0)
    }
    // Invariant: `create` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(storage, to: TreeStorage.self)
  }

  /// An object's storage with room for `capacity` members.
  @inline(__always)
  static func object(capacity: Int) -> TreeStorage {
    if _slowPath(capacity > NameTable.threshold) { return largeObject(capacity: capacity) }
    return object(capacity: capacity, tableBits: 0)
  }

  @inline(never)
  private static func largeObject(capacity: Int) -> TreeStorage {
    let storage = object(capacity: capacity, tableBits: NameTable.bits(for: capacity))
    storage.table.clear()
    return storage
  }

  @inline(__always)
  private static func object(capacity: Int, tableBits: UInt8) -> TreeStorage {
    let tableSize = tableBits == 0 ? 0 : MemoryLayout<NameTable.Slot>.stride &<< Int(tableBits)
    let behindValues = capacity &* MemoryLayout<String>.stride &+ tableSize
    let stride = MemoryLayout<RawJSON>.stride
    let storage = TreeStorage.create(
      minimumCapacity: capacity &+ (behindValues &+ stride &- 1) / stride
    ) { _ in
      TreeHeader(room: capacity, isObject: true, tableBits: tableBits)
    }
    return unsafe unsafeDowncast(storage, to: TreeStorage.self)
  }

  /// What the storage knows about itself; by address, because `header` looks for exclusive access
  /// each time.
  ///
  /// Invariant for this and the next three: the memory lives as long as the object, and who asks
  /// holds on to that for as long as the pointer is used.
  @inline(__always)
  private var info: UnsafeMutablePointer<TreeHeader> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  /// How many values, and in an object how many names, are initialised.
  @inline(__always)
  var count: Int {
    get { unsafe info.pointee.count }
    set { unsafe info.pointee.count = newValue }
  }

  /// How many values there is room for.
  @inline(__always)
  var room: Int { unsafe info.pointee.room }

  /// More than the height of every value: 1 if all are scalars. Saturated.
  @inline(__always)
  var height: UInt32 {
    get { unsafe info.pointee.height }
    set { unsafe info.pointee.height = newValue }
  }

  /// Whether there are names.
  @inline(__always)
  var isObject: Bool { unsafe info.pointee.isObject }

  /// Whether a value may own memory, and has to be released.
  @inline(__always)
  var ownsValues: Bool {
    get { unsafe info.pointee.ownsValues }
    set { unsafe info.pointee.ownsValues = newValue }
  }

  /// Whether a name may.
  @inline(__always)
  var ownsNames: Bool {
    get { unsafe info.pointee.ownsNames }
    set { unsafe info.pointee.ownsNames = newValue }
  }

  /// The table has 2 to this power slots; 0 if there is no table.
  @inline(__always)
  var tableBits: UInt8 { unsafe info.pointee.tableBits }

  /// The first value.
  @inline(__always)
  var values: UnsafeMutablePointer<RawJSON> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 }
  }

  /// The first name of an object.
  @inline(__always)
  var names: UnsafeMutablePointer<String> {
    // Names are no more strictly aligned than values, and only ever accessed as strings.
    unsafe UnsafeMutableRawPointer(values + room).assumingMemoryBound(to: String.self)
  }

  /// The table of a large object.
  @inline(__always)
  var table: NameTable {
    unsafe NameTable(
      slots: UnsafeMutableRawPointer(names + room)
        .assumingMemoryBound(to: NameTable.Slot.self),
      bits: tableBits)
  }

  /// Takes note of a value that was put in, of which the height is given.
  @inline(__always)
  func include(height below: UInt32) {
    ownsValues = true
    // Saturated: UInt32.max stands for itself and everything above.
    let above = below == .max ? below : below &+ 1
    if above > height { height = above }
  }

  /// Adds an element of an array; there must be room for it.
  @inline(__always)
  func append(_ element: RawJSON) {
    let position = count
    // Invariant: there is room for one more, behind those that are initialised.
    unsafe (values + position).initialize(to: element)
    count = position &+ 1
    include(height: element.height)
  }

  deinit {
    if _slowPath(height >= TreeStorage.tall) { releaseTallChildren() }
    // Invariant: `count` values, and names in an object, are initialised.
    // Moved out one at a time: so the compiler releases them here, by their type, where
    // `deinitialize` would call the runtime for each.
    let count = self.count
    let values = unsafe self.values
    if ownsValues {
      for index in 0..<count { _ = unsafe (values + index).move() }
    }
    guard isObject, ownsNames else { return }
    let names = unsafe self.names
    for index in 0..<count { _ = unsafe (names + index).move() }
  }
}

// MARK: - Releasing without recursion

extension TreeStorage {
  /// Releases all children that are tall, and theirs, one after the other.
  @inline(never)
  private func releaseTallChildren() {
    var pending: [TreeStorage] = []
    moveTallChildren(to: &pending)
    while var storage = pending.popLast() {
      // If it has another owner, that one will release what is in it. (If two threads see each
      // other as that owner, the later one frees it from here, with a list of its own.)
      if isKnownUniquelyReferenced(&storage) { storage.moveTallChildren(to: &pending) }
      // Here `storage` is released, with no tall children left.
    }
  }

  private func moveTallChildren(to pending: inout [TreeStorage]) {
    if isPrefix { movePrefix(to: &pending) }
    for index in 0..<count {
      // Invariant: index < count.
      guard let child = unsafe values[index].storage, child.height >= TreeStorage.tall
      else { continue }
      unsafe values[index] = .null
      pending.append(child)
    }
    height = 1
  }
}

// MARK: - Copying and growing

extension TreeStorage {
  /// An empty storage of the same kind.
  private func sibling(capacity: Int) -> TreeStorage {
    isObject
      ? TreeStorage.object(capacity: capacity) : TreeStorage.array(capacity: capacity)
  }

  /// A storage with the same contents and room for `capacity` values, no fewer than there are.
  @inline(never)
  func copy(capacity: Int) -> TreeStorage {
    let copy = sibling(capacity: capacity)
    let count = count
    // Invariant: capacity ≥ count, and the copy's memory is not initialised yet.
    unsafe copy.values.initialize(from: values, count: count)
    if isObject { unsafe copy.names.initialize(from: names, count: count) }
    finish(copy)
    return copy
  }

  /// The contents, moved to a storage with room for `capacity` values, no fewer than there are.
  ///
  /// The receiver is empty then. It must have no owner but the caller.
  @inline(never)
  func move(capacity: Int) -> TreeStorage {
    let target = sibling(capacity: capacity)
    let count = count
    // Invariant: as above; what is moved is no longer initialised here, which the count says.
    unsafe target.values.moveInitialize(from: values, count: count)
    if isObject { unsafe target.names.moveInitialize(from: names, count: count) }
    self.count = 0
    target.count = count
    finish(target)
    return target
  }

  private func finish(_ copy: TreeStorage) {
    copy.count = max(count, copy.count)
    copy.height = height
    guard copy.tableBits != 0 else { return }
    if copy.tableBits == tableBits {
      copy.table.copySlots(of: table)
    } else {
      copy.buildTable()
    }
  }
}

extension Optional where Wrapped == TreeStorage {
  /// Makes sure that the storage has no other owner and room for `capacity` values in all.
  ///
  /// - Complexity: O(1) if both are so, else O(*n*). Growing doubles the room.
  @inline(__always)
  mutating func makeUnique(capacity: Int, isObject: Bool) {
    if isKnownUniquelyReferenced(&self), let storage = self, storage.room >= capacity {
      return
    }
    makeUniqueSlowly(capacity: capacity, isObject: isObject)
  }

  @inline(never)
  private mutating func makeUniqueSlowly(capacity: Int, isObject: Bool) {
    guard var owner = self else {
      if capacity > 0 {
        self =
          isObject
          ? TreeStorage.object(capacity: capacity) : TreeStorage.array(capacity: capacity)
      }
      return
    }
    self = nil
    if owner.isPrefix { return self = owner.whole(capacity: capacity) }
    // Growing by one at a time shall cost O(1) each.
    let enough = capacity <= owner.room ? owner.count : Swift.max(capacity, 2 &* owner.count)
    self =
      isKnownUniquelyReferenced(&owner)
      ? owner.move(capacity: Swift.max(enough, capacity))
      : owner.copy(capacity: Swift.max(enough, capacity))
  }
}
