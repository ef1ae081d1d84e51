// The open arrays and objects of a snapshot.
//
//   [1, 2, {"a": 3        base      │ 1 │ 2 │ – │ – │             complete values
//                                       ▲
//                         prefix    base, 2 values, then {"a": 3   what one snapshot shows
//
// All snapshots share the base, which grows after the values that a snapshot knows. The snapshot's
// own storage holds only a `TreePrefix`, which is equally small for any number of elements.
//
// Code that walks a tree finds such a storage empty, and only then checks whether it is a prefix.
// Code that changes a tree, or needs its values side by side, makes a `whole` storage of it first.

internal import _RushJSONShims

/// The part of an open container that a snapshot shows.
struct TreePrefix: ~Copyable {
  /// The incomplete value after the complete ones.
  enum Incomplete {
    case none
    case value(RawJSON)
    case text(PartialText, count: Int)
  }

  /// The complete values. Other threads may read the first `count` values and names, which never
  /// change.
  var base: TreeStorage?
  var count = 0
  /// At least the height of a storage with the first `count` values.
  var height: UInt32 = 1
  /// Whether some of the members replace earlier ones of the same name.
  var hasDuplicates = false
  var coming = Incomplete.none
  /// The name of the coming value in an object.
  var name = ""
  var comingCount: Int { if case .none = coming { 0 } else { 1 } }

  /// The coming value, which must exist.
  var comingValue: RawJSON {
    switch coming {
    case .none: .null
    case .value(let value): value
    case .text(let text, let count): .string(text.string(0..<count))
    }
  }
}

extension TreeStorage {
  /// A storage for an open container, which holds no values.
  static func prefix(isObject: Bool) -> TreeStorage {
    let stride = MemoryLayout<RawJSON>.stride
    let made = TreeStorage.storage(
      // The greatest height, so that no code walks it, or the containers around it, by recursion.
      TreeHeader(room: -1, height: .max, isObject: isObject, contents: [], tableBits: 0),
      minimumCapacity: (MemoryLayout<TreePrefix>.stride &+ MemoryLayout<UInt>.size &+ stride &- 1)
        / stride)
    unsafe made.prefix.initialize(to: TreePrefix())
    unsafe made.resolvedWord.initialize(to: 0)
    return made
  }

  /// Whether this is the storage of an open container of a snapshot.
  @inline(__always) var isPrefix: Bool { room < 0 }

  /// The part of the open container that the snapshot shows.
  /// Invariant: the storage's memory has room for a prefix and a word, and holds nothing else.
  @inline(__always)
  var prefix: UnsafeMutablePointer<TreePrefix> {
    assert(isPrefix)
    return unsafe UnsafeMutableRawPointer(values).assumingMemoryBound(to: TreePrefix.self)
  }

  /// The word after the prefix, which belongs to `resolvedReference`. A prefix is at least as aligned.
  private var resolvedWord: UnsafeMutablePointer<UInt> {
    unsafe UnsafeMutableRawPointer(prefix + 1).assumingMemoryBound(to: UInt.self)
  }

  /// The members of an open object without duplicates, made on the first request.
  private var resolvedReference: AtomicReference<TreeStorage> {
    unsafe AtomicReference(in: AtomicWord(at: resolvedWord))
  }

  /// The number of values, including those of a prefix.
  @inline(__always)
  var visibleCount: Int {
    let count = count
    return _fastPath(count != 0) ? count : prefixCount
  }

  @inline(never)
  private var prefixCount: Int {
    guard isPrefix else { return 0 }
    if let resolved { return resolved.count }
    return unsafe prefix.pointee.count &+ prefix.pointee.comingCount
  }

  /// The value at `position` of a prefix. `nil` if this is not a prefix, or is shorter.
  @inline(never)
  func prefixValue(at position: Int) -> RawJSON? {
    guard isPrefix, position >= 0, position < prefixCount else { return RawJSON?.none }
    // Invariant: the first `count` values of the base do not change.
    if let resolved { return unsafe resolved.values[position] }
    guard let base = unsafe prefix.pointee.base, unsafe position < prefix.pointee.count else {
      return unsafe prefix.pointee.comingValue
    }
    // Not with its count, which another thread may change.
    assert(position < base.room)
    return unsafe base.values[position]
  }

  /// The name of the member at `position` of an open object, which must exist.
  @inline(never)
  func prefixName(at position: Int) -> String {
    assert(position >= 0 && position < prefixCount)
    // Invariant: the first `count` names of the base do not change.
    if let resolved { return unsafe resolved.names[position] }
    guard let base = unsafe prefix.pointee.base, unsafe position < prefix.pointee.count else {
      return unsafe prefix.pointee.name
    }
    assert(position < base.room)
    return unsafe base.names[position]
  }

  /// The position of `name` in an open object. Negative if it is absent, or this is not a prefix.
  @inline(never)
  func prefixPosition(of name: String) -> Int {
    guard isPrefix else { return -1 }
    if let resolved { return resolved.position(of: name) }
    let count = unsafe prefix.pointee.count
    if let base = unsafe prefix.pointee.base {
      assert(base.isObject && count <= base.room)
      // Invariant: the first `count` names do not change.
      let position =
        base.tableBits == 0
        ? unsafe TreeStorage.position(of: name, in: base.names, count: count)
        : base.position(of: name, below: count)
      if position >= 0 { return position }
    }
    let isComing =
      unsafe prefix.pointee.comingCount > 0 && prefix.pointee.name.hasSameBytes(as: name)
    return isComing ? count : -1
  }

  /// The members of an open object without duplicates, if it has any: the last of each name wins.
  /// - Complexity: O(*n*) on the first request.
  private var resolved: TreeStorage? {
    guard unsafe prefix.pointee.hasDuplicates else { return nil }
    return resolvedReference.load() ?? resolvedReference.storeIfNil(whole())
  }

  /// A storage of the same contents that holds its values.
  /// - Complexity: O(*n*) for a prefix, otherwise O(1).
  @inline(never)
  func whole(capacity: Int = 0) -> TreeStorage {
    guard isPrefix else { return self }
    let count = unsafe prefix.pointee.count
    let comingCount = unsafe prefix.pointee.comingCount
    let room = Swift.max(capacity, count &+ comingCount)
    let whole = isObject ? TreeStorage.object(capacity: room) : TreeStorage.array(capacity: room)
    if let base = unsafe prefix.pointee.base {
      assert(base.isObject == isObject && count <= base.room)
      // Invariant: the new storage has uninitialised room, and the first `count` values and names
      // of the base do not change.
      unsafe whole.values.initialize(from: base.values, count: count)
      if isObject { unsafe whole.names.initialize(from: base.names, count: count) }
      whole.count = count
      whole.height = unsafe prefix.pointee.height
      if unsafe prefix.pointee.hasDuplicates {
        whole.removeDuplicates(firstWins: false)
      } else if whole.tableBits != 0 {
        whole.table.build(count: count)
      }
    }
    if comingCount > 0 {
      let value = unsafe prefix.pointee.comingValue
      if isObject {
        unsafe whole.append(SmallString.shrunk(prefix.pointee.name), value)
      } else {
        whole.append(value)
      }
    }
    return whole
  }

  /// Deinitialises the prefix, and leaves the release of its value to `pending`.
  func movePrefix(to pending: inout [TreeStorage]) {
    // Invariant: it is initialised, and the caller frees the storage, so nothing reads it later.
    assert(count == 0)
    let prefix = unsafe prefix.move()
    resolvedReference.remove()
    if case .value(let value) = prefix.coming, let storage = value.storage {
      pending.append(storage)
    }
  }
}

// MARK: - Adding members while other threads read

extension TreeStorage {
  /// Adds a member after those that snapshots know. There must be room for it.
  func appendShared(_ name: String, _ value: RawJSON, isDuplicate: Bool) {
    let position = count
    assert(isObject && position < room)
    // Invariant: no other thread reads what is after the count.
    unsafe (values + position).initialize(to: value)
    unsafe (names + position).initialize(to: name)
    if tableBits != 0, !isDuplicate {
      let found = table.search(name, hash: NameHash.hash(name))
      assert(found.position < 0, "the slot is free")
      table.publish(position, in: found.slot)
    }
    contents.insert(.names)
    count = position &+ 1
    include(height: value.height)
  }

  /// The position of `name` among the first `count` names of an object with a table. Negative if
  /// it is absent. Another thread may be adding names.
  /// Additions fill only free slots, so the first `count` names are found as before.
  private func position(of name: String, below count: Int) -> Int {
    assert(tableBits != 0)
    let table = table
    var slot = table.index.start(NameHash.hash(name))
    while true {
      let position = table.published(slot)
      if position < 0 { return position }
      // Invariant: the names below the count are initialised, and do not change.
      if position < count, unsafe names[position].hasSameBytes(as: name) { return position }
      slot = table.index.after(slot)
    }
  }
}

extension PositionTable {
  /// The same as `position`, while another thread may be adding.
  fileprivate func published(_ slot: Int) -> Int {
    assert(slot >= 0 && slot < index.size)
    return unsafe Int(rush_load_acquire_32(index.slots + slot)) &- 1
  }

  /// The same as `put`, while other threads may be reading.
  fileprivate func publish(_ position: Int, in slot: Int) {
    assert(slot >= 0 && slot < index.size)
    assert(position >= 0 && position < Slot.max)
    unsafe rush_store_release_32(index.slots + slot, HashIndex.slot(position))
  }
}
