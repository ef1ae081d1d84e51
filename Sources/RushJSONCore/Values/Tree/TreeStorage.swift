// The memory of one array or object of the tree, in one allocation:
//
//   array    header │ value value value … │
//   object   header │ value value value … │ name name name … │ table │
//                     └────── room ─────┘   └──── room ────┘   only in large objects
//
// An object is an array of values, followed by their names. So code that walks a tree (to free,
// compare, hash or describe it) can read values alone, whatever the container.
//
// `height` is an upper bound of the nesting below, and so of recursion. Trees lower than `tall` are walked by
// recursion, taller ones with work lists.

/// The header of a storage.
package struct TreeHeader: BitwiseCopyable {
  /// The number of initialised values, and in an object of initialised names.
  var count = 0
  /// The number of values that fit.
  let room: Int
  /// Greater than the height of every value: 1 if all are scalars. Saturated.
  var height: UInt32 = 1
  let isObject: Bool
  var contents = StorageContents.all
  /// The table has 2 to this power slots; 0 without a table.
  let tableBits: UInt8
  var textSize = TextSize()
}

/// The approximate length of the text that a container was read from, if it was the whole text.
///
///   bits   3 │ 5 …            length 8 + bits 0...2, times 2 to the power of the others
///
// A byte, so that the header keeps its size.
struct TextSize: BitwiseCopyable {
  private let bits: UInt8

  /// An unknown size.
  init() { bits = 0 }

  /// The smallest size that is at least `length`.
  init(_ length: Int) {
    guard length > 8 else {
      bits = 1
      return
    }
    // Sizes are in the order of their bits. The next one is larger than the length.
    let shift = Int.bitWidth &- 4 &- length.leadingZeroBitCount
    let rounded = shift &<< 3 &+ (length &>> shift &- 8) &+ 1
    bits = UInt8(clamping: rounded)
  }

  /// The size in bytes, or `nil` if it is unknown.
  var length: Int? { bits == 0 ? nil : (8 &+ Int(bits & 7)) &<< Int(bits &>> 3) }
}

/// Properties of the values and names of a storage. Reading a text determines them. A value or name that is added
/// later may have all of them.
struct StorageContents: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// They may own memory, which must be released.
  static let ownedValues = StorageContents(rawValue: 1)
  static let ownedNames = StorageContents(rawValue: 2)
  /// Strings among them may have characters that must be escaped: quotation marks, backslashes, controls.
  static let escapedValues = StorageContents(rawValue: 4)
  static let escapedNames = StorageContents(rawValue: 8)

  static let values: StorageContents = [.ownedValues, .escapedValues]
  static let names: StorageContents = [.ownedNames, .escapedNames]
  static let escaped: StorageContents = [.escapedValues, .escapedNames]
  static let all: StorageContents = [.values, .names]
}

/// The memory of one array or object. A storage changes only while it has one owner. So threads can share it, and
/// `RawJSON.Array` and `RawJSON.Object` are `Sendable`.
package final class TreeStorage: ManagedBuffer<TreeHeader, RawJSON> {
  /// The smallest height of trees that are walked without recursion. The frames of 64 levels fit in the smallest
  /// stacks, and ordinary texts are not as deep.
  static let tall: UInt32 = 64

  @inline(never)
  static func storage(_ header: TreeHeader, minimumCapacity: Int) -> TreeStorage {
    assert(minimumCapacity >= 0 && minimumCapacity >= header.room)
    let storage = TreeStorage.make(capacity: minimumCapacity) { _ in header }
    // Invariant: `make` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(storage, to: TreeStorage.self)
  }

  static func array(capacity: Int) -> TreeStorage {
    storage(
      TreeHeader(room: capacity, isObject: false, tableBits: 0), minimumCapacity: capacity)
  }

  static func object(capacity: Int) -> TreeStorage {
    if _slowPath(capacity > PositionTable.threshold) { return largeObject(capacity: capacity) }
    return object(capacity: capacity, tableBits: 0)
  }

  @inline(never)
  private static func largeObject(capacity: Int) -> TreeStorage {
    // Four slots for a member are more than any table has.
    typealias Slot = PositionTable.Slot
    typealias Most = (RawJSON, String, (Slot, Slot, Slot, Slot))
    let capacity = MemorySize.checked(capacity, of: Most.self)
    // The memory for 2³² members would have more than 160 GB.
    guard capacity < Slot.max else { MemorySize.outOfMemory(capacity, MemoryLayout<Most>.stride) }
    let storage = object(capacity: capacity, tableBits: HashIndex.bits(for: capacity))
    storage.table.index.clear()
    return storage
  }

  private static func object(capacity: Int, tableBits: UInt8) -> TreeStorage {
    assert(capacity >= 0 && (tableBits == 0) == (capacity <= PositionTable.threshold))
    let tableSize = tableBits == 0 ? 0 : MemoryLayout<PositionTable.Slot>.stride &<< Int(tableBits)
    let sizeAfterValues = capacity &* MemoryLayout<String>.stride &+ tableSize
    let stride = MemoryLayout<RawJSON>.stride
    return storage(
      TreeHeader(room: capacity, isObject: true, tableBits: tableBits),
      minimumCapacity: capacity &+ (sizeAfterValues &+ stride &- 1) / stride)
  }

  static func empty(isObject: Bool, capacity: Int) -> TreeStorage {
    isObject ? object(capacity: capacity) : array(capacity: capacity)
  }

  // MARK: - Header

  /// The header by address, because `header` checks for exclusive access each time. Its fields are
  /// documented there; each has an accessor of its own, because one through a key path is a call.
  /// Invariant for all pointers below: the memory lives as long as the object, and the caller keeps
  /// that alive while it uses the pointer.
  @inline(__always)
  private var info: CheckedPointer<TreeHeader> {
    unsafe withUnsafeMutablePointerToHeader { unsafe CheckedPointer($0, room: 1) }
  }

  @inline(__always)
  var count: Int {
    get { info.pointee.count }
    set {
      assert(newValue >= 0 && newValue <= room)
      info.pointee.count = newValue
    }
  }

  @inline(__always)
  var height: UInt32 {
    get { info.pointee.height }
    set { info.pointee.height = newValue }
  }

  @inline(__always)
  var contents: StorageContents {
    get { info.pointee.contents }
    set { info.pointee.contents = newValue }
  }

  @inline(__always)
  var textSize: TextSize {
    get { info.pointee.textSize }
    set { info.pointee.textSize = newValue }
  }

  @inline(__always) var room: Int { info.pointee.room }
  @inline(__always) var isObject: Bool { info.pointee.isObject }
  @inline(__always) var tableBits: UInt8 { info.pointee.tableBits }

  // MARK: - Contents

  @inline(__always)
  var values: CheckedPointer<RawJSON> {
    unsafe withUnsafeMutablePointerToElements { unsafe CheckedPointer($0, room: max(room, 0)) }
  }

  @inline(__always)
  var names: CheckedPointer<String> {
    assert(isObject)
    // Invariant: a name's alignment is no stricter than a value's. Only strings are accessed here.
    return unsafe CheckedPointer(
      (values + room).assuming(String.self).address, room: max(room, 0))
  }

  @inline(__always)
  var table: PositionTable {
    let names = names
    return unsafe PositionTable(
      slots: CheckedPointer(
        (names + room).assuming(PositionTable.Slot.self).address, room: 1 &<< Int(tableBits)),
      bits: tableBits, names: names)
  }

  /// Notes that a value of this height was added.
  func include(height below: UInt32) {
    contents.insert(.values)
    // Saturated: `UInt32.max` means that height or more.
    let above = below == .max ? below : below &+ 1
    if above > height { height = above }
    assert(height > below || height == .max)
  }

  /// Adds an element to an array, which must have room for it.
  func append(_ element: RawJSON) {
    let position = count
    assert(!isObject && position < room)
    (values + position).initialize(to: element)
    count = position &+ 1
    include(height: element.height)
  }

  deinit {
    if _slowPath(height >= TreeStorage.tall) { releaseTallChildren() }
    // `count` values, and names in an object, are initialised.
    assert(self.count >= 0 && self.count <= room)
    // Values are moved out one by one, so that the compiler releases them here by their type.
    // `deinitialize` would call the runtime for each.
    let count = self.count
    let values = self.values
    let contents = self.contents
    if contents.contains(.ownedValues) {
      for index in 0..<count { _ = unsafe (values + index).move() }
    }
    guard isObject, contents.contains(.ownedNames) else { return }
    let names = self.names
    for index in 0..<count { _ = unsafe (names + index).move() }
  }
}

// MARK: - Releasing without recursion

extension TreeStorage {
  /// Releases all tall descendants, one after the other.
  @inline(never)
  private func releaseTallChildren() {
    var pending: [TreeStorage] = []
    moveTallChildren(to: &pending)
    while var storage = pending.popLast() {
      // If the storage has another owner, that one will release its contents. (If two threads see
      // each other as that owner, the later one frees it from here, with a list of its own.)
      if isKnownUniquelyReferenced(&storage) { storage.moveTallChildren(to: &pending) }
      // Here `storage` is released, with no tall children left.
    }
  }

  private func moveTallChildren(to pending: inout [TreeStorage]) {
    for index in 0..<count {
      guard let child = values[index].storage, child.height >= TreeStorage.tall
      else { continue }
      values[index] = .null
      pending.append(child)
    }
    height = 1
  }
}

// MARK: - Copying and growing

extension TreeStorage {
  /// Copies the contents to a storage with room for `capacity` values, which is at least `count`.
  @inline(never)
  func copy(capacity: Int) -> TreeStorage {
    assert(capacity >= self.count)
    let copy = TreeStorage.empty(isObject: isObject, capacity: capacity)
    let count = count
    copy.values.initialize(from: values, count: count)
    if isObject { copy.names.initialize(from: names, count: count) }
    finish(copy)
    return copy
  }

  /// Moves the contents to a storage with room for `capacity` values, which is at least `count`.
  /// This storage is empty afterwards. It must have no owner but the caller.
  @inline(never)
  func move(capacity: Int) -> TreeStorage {
    assert(capacity >= self.count)
    let target = TreeStorage.empty(isObject: isObject, capacity: capacity)
    let count = count
    // Nothing is initialised here afterwards, so the count becomes 0.
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
    assert(copy.count <= copy.room && copy.isObject == isObject)
    if copy.tableBits != 0, !copy.table.copySlots(of: table) { copy.table.build(count: copy.count) }
  }
}

extension Optional where Wrapped == TreeStorage {
  /// Ensures that the storage has one owner and room for `capacity` values in all.
  /// - Complexity: O(1) if both hold already, else O(*n*). Growing doubles the room.
  mutating func makeUnique(capacity: Int, isObject: Bool) {
    if isKnownUniquelyReferenced(&self), let storage = self, storage.room >= capacity { return }
    makeUniqueSlowly(capacity: capacity, isObject: isObject)
  }

  /// Removes the last value, and in an object its name. There must be one. The room for others stays.
  mutating func removeLast() {
    guard let (room, isObject) = map({ ($0.room, $0.isObject) }) else { return }
    makeUnique(capacity: room, isObject: isObject)
    guard let storage = self else { return }
    let last = storage.count &- 1
    assert(last >= 0)
    if storage.tableBits != 0 { storage.table.remove(last, count: last &+ 1) }
    storage.count = last
    // Invariant: the value, and in an object its name, are initialised, and nothing reads them after the count.
    if isObject { unsafe (storage.names + last).deinitialize(count: 1) }
    unsafe (storage.values + last).deinitialize(count: 1)
  }

  @inline(never)
  private mutating func makeUniqueSlowly(capacity: Int, isObject: Bool) {
    guard var owner = self else {
      if capacity > 0 { self = TreeStorage.empty(isObject: isObject, capacity: capacity) }
      return
    }
    self = nil
    // Room doubles, so that growing by one value costs O(1) on average.
    let enough = capacity <= owner.room ? owner.count : Swift.max(capacity, 2 &* owner.count)
    self =
      isKnownUniquelyReferenced(&owner)
      ? owner.move(capacity: Swift.max(enough, capacity))
      : owner.copy(capacity: Swift.max(enough, capacity))
  }
}

// MARK: - Members

// The members of an object's storage: look-up by name, and the rule that a name occurs once.

extension TreeStorage {
  /// The position of `name` in the object, or a negative number.
  /// - Complexity: O(*n*) comparisons in an object without a table, else O(1) on average.
  func position(of name: String) -> Int {
    if tableBits != 0 {
      let position = table.search(name, hash: NameHash.hash(name)).position
      assert(position < count)
      return position
    }
    return TreeStorage.position(of: name, in: names, count: count)
  }

  /// Returns the position of `name` among the first `count` of `names`, or a negative number. Names in a tree that
  /// fit in a string's two words are stored there.
  static func position(of name: String, in names: CheckedPointer<String>, count: Int) -> Int {
    for position in 0..<count {
      if names[position].hasSameWords(as: name) { return position }
    }
    // Small strings with different words are different.
    if SmallString.isKnown, SmallString.isSmall(name) { return -1 }
    for position in 0..<count {
      if names[position].hasSameBytes(as: name) { return position }
    }
    return -1
  }

  /// Adds a member. There must be room for it, and the object must not have its name yet.
  func append(_ name: String, _ value: RawJSON) {
    let position = count
    assert(isObject && position < room)
    assert(self.position(of: name) < 0, "a name occurs once")
    if tableBits != 0 {
      table.index.put(position, in: table.search(name, hash: NameHash.hash(name)).slot)
    }
    (values + position).initialize(to: value)
    (names + position).initialize(to: name)
    contents.insert(.names)
    count = position &+ 1
    include(height: value.height)
  }

  /// Adds a member before the one at `position`, under the conditions of ``append(_:_:)``.
  /// - Complexity: O(*m*) on average in the members after it.
  func insert(_ name: String, _ value: RawJSON, at position: Int) {
    assert(isObject && count < room)
    assert(position >= 0 && position <= count)
    let others = position..<count
    if tableBits != 0 { table.move(others, by: 1) }
    // The later ones move by one, which leaves a gap.
    let newValue = values + position
    let newName = names + position
    unsafe (newValue + 1).moveInitialize(from: newValue, count: others.count)
    unsafe (newName + 1).moveInitialize(from: newName, count: others.count)
    newValue.initialize(to: value)
    newName.initialize(to: name)
    if tableBits != 0 {
      table.index.put(position, in: table.search(name, hash: NameHash.hash(name)).slot)
    }
    contents.insert(.names)
    count &+= 1
    include(height: value.height)
  }

  /// Keeps one member of each name, at the position of the first.
  @inline(never)
  func removeDuplicates(firstWins: Bool) {
    assert(isObject)
    let total = count
    count = 0
    if tableBits != 0 { table.index.clear() }
    // Everything between the count and the index was moved out.
    for index in 0..<total {
      assert(count <= index)
      let name = unsafe (names + index).move()
      let value = unsafe (values + index).move()
      let first = position(of: name)
      if first < 0 {
        append(name, value)
      } else if !firstWins {
        values[first] = value
      }
    }
  }
}
