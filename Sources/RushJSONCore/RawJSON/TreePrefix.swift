// The arrays and objects of a snapshot that have not ended.
//
//   [1, 2, {"a": 3        base      │ 1 │ 2 │ – │ – │           values that are complete
//                                       ▲
//                         prefix    base, 2 of it, then {"a": 3   what one snapshot shows
//
// The storage of what is complete goes on growing after what a snapshot knows of it, and is shared by
// all snapshots. Each of them has a storage of its own in which no value lies, but a `TreePrefix`: so it
// takes as much for an array of a million elements as for an empty one.
//
// Whoever walks values finds none in such a storage, and only then has to ask whether it is one. What
// changes a tree, or wants its values side by side, makes a `whole` storage of it first.

internal import Synchronization

/// What a snapshot shows of a container that has not ended.
struct TreePrefix: ~Copyable {
  /// The value that follows the complete ones.
  enum Coming {
    case none
    case value(RawJSON)
    case text(PartialText, count: Int)
  }

  /// The complete values. Of it others may read what never changes: the first `count` values and names.
  var base: TreeStorage?
  var count = 0
  /// At least that of a storage with the first `count` values.
  var height: UInt32 = 1
  /// Of the members some replace earlier ones of their name.
  var hasDuplicates = false
  var coming = Coming.none
  /// That of the coming value, in an object.
  var name = ""
  /// The members without duplicates, once somebody has asked.
  let resolved = AtomicLazyReference<TreeStorage>()

  var comingCount: Int { if case .none = coming { 0 } else { 1 } }

  /// The coming value, which is there.
  var comingValue: RawJSON {
    switch coming {
    case .none: .null
    case .value(let value): value
    case .text(let text, let count): .string(text.string(0..<count))
    }
  }
}

extension TreeStorage {
  /// The storage of an open container, in which no value lies.
  static func prefix(isObject: Bool) -> TreeStorage {
    let stride = MemoryLayout<RawJSON>.stride
    let storage = TreeStorage.create(
      minimumCapacity: (MemoryLayout<TreePrefix>.size &+ stride &- 1) / stride
    ) { _ in
      // As tall as can be, so that it is never walked by recursion, and what is around it neither.
      TreeHeader(
        room: -1, height: .max, isObject: isObject, ownsValues: false, ownsNames: false,
        tableBits: 0)
    }
    let made = unsafe unsafeDowncast(storage, to: TreeStorage.self)
    unsafe made.prefix.initialize(to: TreePrefix())
    return made
  }

  /// Whether this is the storage of an open container.
  @inline(__always)
  var isPrefix: Bool { room < 0 }

  /// What an open container shows.
  ///
  /// Invariant: asked of such a container only. Its memory has room for it, and nothing else in it.
  @inline(__always)
  var prefix: UnsafeMutablePointer<TreePrefix> {
    unsafe UnsafeMutableRawPointer(values).assumingMemoryBound(to: TreePrefix.self)
  }

  /// How many values there are to see.
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

  /// The value at `position` of an open container; `nil` if this is not one, or is shorter.
  @inline(never)
  func prefixValue(at position: Int) -> RawJSON? {
    guard isPrefix, position >= 0, position < prefixCount else { return RawJSON?.none }
    // Invariant: position < count, and the first `count` values of the base do not change.
    if let resolved { return unsafe resolved.values[position] }
    guard let base = unsafe prefix.pointee.base, unsafe position < prefix.pointee.count else {
      return unsafe prefix.pointee.comingValue
    }
    return unsafe base.values[position]
  }

  /// The name of the value at `position`, which an open object has.
  @inline(never)
  func prefixName(at position: Int) -> String {
    // Invariant: as above.
    if let resolved { return unsafe resolved.names[position] }
    guard let base = unsafe prefix.pointee.base, unsafe position < prefix.pointee.count else {
      return unsafe prefix.pointee.name
    }
    return unsafe base.names[position]
  }

  /// Where `name` is in an open object; negative if it is not there, or this is not an open object.
  @inline(never)
  func prefixPosition(of name: String) -> Int {
    guard isPrefix else { return -1 }
    if let resolved { return resolved.position(of: name) }
    let count = unsafe prefix.pointee.count
    if let base = unsafe prefix.pointee.base {
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

  /// An open object's members of which the last of each name counts.
  ///
  /// - Complexity: O(*n*) at the first time.
  private var resolved: TreeStorage? {
    guard unsafe prefix.pointee.hasDuplicates else { return nil }
    return unsafe prefix.pointee.resolved.load() ?? prefix.pointee.resolved.storeIfNil(whole())
  }

  /// A storage of the same contents that has its values in it.
  ///
  /// - Complexity: O(*n*) if this is the storage of an open container.
  @inline(never)
  func whole(capacity: Int = 0) -> TreeStorage {
    guard isPrefix else { return self }
    let count = unsafe prefix.pointee.count
    let comingCount = unsafe prefix.pointee.comingCount
    let room = Swift.max(capacity, count &+ comingCount)
    let whole = isObject ? TreeStorage.object(capacity: room) : TreeStorage.array(capacity: room)
    if let base = unsafe prefix.pointee.base {
      // Invariant: there is room, in which nothing lies yet, and the first `count` of the base do not
      // change.
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

  /// Gives what an open container holds to whom releases it, and leaves nothing.
  func movePrefix(to pending: inout [TreeStorage]) {
    // Invariant: it is initialised, and whoever asks has made sure that nobody looks at it any more.
    let prefix = unsafe prefix.move()
    if case .value(let value) = prefix.coming, let storage = value.storage {
      pending.append(storage)
    }
  }
}

// MARK: - Members that are added while others read

extension TreeStorage {
  /// Adds a member after those that snapshots know; there must be room for it.
  func appendShared(_ name: String, _ value: RawJSON, isDuplicate: Bool) {
    let position = count
    // Invariant: there is room for one more, at which nobody else looks yet.
    unsafe (values + position).initialize(to: value)
    unsafe (names + position).initialize(to: name)
    if tableBits != 0, !isDuplicate {
      let slot = table.search(name, hash: NameHash.hash(name)).slot
      table.publish(position, in: slot)
    }
    ownsNames = true
    count = position &+ 1
    include(height: value.height)
  }

  /// Where `name` is among the first `count` names of an object with a table, to which another thread
  /// may be adding; or a negative number.
  ///
  /// What is added only ever fills free slots, so those of the first `count` names are found as before.
  private func position(of name: String, below count: Int) -> Int {
    let table = table
    var slot = table.start(NameHash.hash(name))
    while true {
      let position = table.published(slot)
      if position < 0 { return position }
      // Invariant: the names below the count are initialised, and do not change.
      if position < count, unsafe names[position].hasSameBytes(as: name) { return position }
      slot = table.after(slot)
    }
  }
}

extension PositionTable {
  /// The slot as what is read and written by several threads.
  ///
  /// Invariant: 0 ≤ slot < size. An atomic integer lies in memory as another does.
  private func shared(_ slot: Int) -> UnsafeMutablePointer<Atomic<Slot>> {
    unsafe UnsafeMutableRawPointer(slots + slot).assumingMemoryBound(to: Atomic<Slot>.self)
  }

  /// What `position` does, while another thread may be adding.
  fileprivate func published(_ slot: Int) -> Int {
    unsafe Int(shared(slot).pointee.load(ordering: .acquiring)) &- 1
  }

  /// What `put` does, while other threads may be reading.
  fileprivate func publish(_ position: Int, in slot: Int) {
    unsafe shared(slot).pointee.store(
      Slot(truncatingIfNeeded: position &+ 1), ordering: .releasing)
  }
}
