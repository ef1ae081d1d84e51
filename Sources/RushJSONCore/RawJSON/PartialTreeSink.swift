// Builds a tree that can be looked at before it is complete.
//
//   [1, {"a": [2, 3], "b": [4
//
//   root ──▶ [1, ·]                        a container that is open stands where it will stay, and
//                ▲ open[1].place           `open` knows where that is. So a snapshot is the root, and
//                {"a": [2, 3], "b": ·}     what follows it is added in place.
//                                   ▲ open[2].place
//                                   [4]
//
// Only what somebody else holds on to, who kept a snapshot, is copied first: from the root inwards,
// once after each snapshot, as only there it could have got another owner.

/// A value that stays where it is in memory.
@safe
final class TreePlace {
  // Invariant: one value, initialised.
  let pointer: UnsafeMutablePointer<RawJSON>

  init(_ value: RawJSON) {
    unsafe pointer = UnsafeMutablePointer<RawJSON>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}

/// Turns tokens into a tree that grows.
@safe
struct PartialTreeSink: TokenSink {
  /// A container that is open.
  @safe
  struct Open {
    // Invariant: where the container stands, in the root's place or among the values of the container
    // around it. That has no other owner when this is used, and nothing is added to it before this
    // container ends.
    fileprivate var place: UnsafeMutablePointer<RawJSON>
    // Invariant: that of the container, which keeps it; `nil` while it is empty.
    fileprivate var storage: Unmanaged<TreeStorage>?
    /// The place, if it is not in the tree.
    fileprivate var ownPlace: TreePlace?
    let isObject: Bool
    /// The name whose value comes next or is coming; of an object.
    fileprivate(set) var name: String?
    /// Where the value that is coming has its place, if it has one already.
    fileprivate(set) var slot: Int?
    /// The value that is coming is that of a second member of its name, and is not kept.
    fileprivate var isDropped = false

    var value: RawJSON { unsafe place.pointee }

    /// What leads from the container to the value that is coming, or would come next.
    var token: String? {
      if case .array(let array) = value { return String(slot ?? array.count) }
      return name
    }
  }

  private(set) var open: [Open] = []
  /// The value of the text is complete.
  private(set) var isComplete = false
  private let rootPlace = TreePlace(.null)
  /// There has been a snapshot since anything was added.
  private var isShared = false
  /// The text that offsets count from. Set before the sink is used.
  nonisolated(unsafe) var base = unsafe UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  private let leniencies: JSONLeniencies
  private let firstWins: Bool

  init(options: JSONReadingOptions) {
    leniencies = options.leniencies
    firstWins = options.duplicateNames == .firstWins
  }

  /// The value of the text, as far as it has come.
  var root: RawJSON { unsafe rootPlace.pointer.pointee }

  // ---- Snapshots ----

  /// The value so far; `innermost`, if there is any, is the string that the text ends in.
  ///
  /// - Complexity: O(*d*) in the containers that are open.
  mutating func snapshot(innermost: RawJSON?) -> RawJSON? {
    if open.isEmpty { return isComplete ? root : innermost }
    if let innermost { open[open.count &- 1].put(innermost, firstWins: firstWins) }
    raise()
    isShared = true
    return root
  }

  /// Copies what has got another owner by the last snapshot, so that the open containers can grow.
  ///
  /// - Complexity: O(*d*) in the containers that are open, and in the values of those that are copied.
  mutating func own() {
    if !isShared { return }
    isShared = false
    var place = unsafe rootPlace.pointer
    for level in open.indices {
      if let ownPlace = open[level].ownPlace { unsafe place = ownPlace.pointer }
      unsafe open[level].own(at: place)
      if open[level].slot != nil { unsafe place = open[level].slotPlace }
    }
    // A string that has not ended grows in place, too, as soon as the tree has it no more.
    let last = open.count &- 1
    if last >= 0, open[last].slot != nil, !open[last].isDropped { unsafe place.pointee = .null }
  }

  // ---- Values ----

  private mutating func add(_ value: RawJSON) {
    guard !open.isEmpty else {
      unsafe rootPlace.pointer.pointee = value
      isComplete = true
      return
    }
    let level = open.count &- 1
    open[level].put(value, firstWins: firstWins)
    open[level].endValue()
  }

  private mutating func begin(_ container: RawJSON, isObject: Bool) {
    guard !open.isEmpty else {
      unsafe rootPlace.pointer.pointee = container
      unsafe open.append(Open(place: rootPlace.pointer, isObject: isObject))
      return
    }
    let around = open.count &- 1
    open[around].put(container, firstWins: firstWins)
    if open[around].isDropped {
      let place = TreePlace(container)
      unsafe open.append(Open(place: place.pointer, ownPlace: place, isObject: isObject))
    } else {
      unsafe open.append(Open(place: open[around].slotPlace, isObject: isObject))
    }
    // Whatever ends first, the reading or the tree: a tall tree knows that it is one.
    let level = around &+ 1 &- Int(TreeStorage.tall)
    if level >= 0 { open[level].include(height: TreeStorage.tall) }
  }

  /// Tells each container of the height of the open one in it.
  private func raise() {
    for level in open.indices.dropFirst().reversed() where open[level].ownPlace == nil {
      open[level &- 1].include(height: open[level].height)
    }
  }

  // ---- Tokens ----

  mutating func reserve(tokens: Int) -> Bool { true }

  mutating func beginObject(at offset: Int) {
    begin(.dictionary(JSONObject()), isObject: true)
  }

  mutating func beginArray(at offset: Int) { begin(.array(JSONArray()), isObject: false) }

  mutating func endContainer(at offset: Int) -> Bool {
    // Invariant of every sink: there is one.
    let ended = open.popLast()
    if open.isEmpty {
      isComplete = true
      return false
    }
    let around = open.count &- 1
    if let ended, ended.ownPlace == nil { open[around].include(height: ended.height) }
    open[around].endValue()
    return open[around].isObject
  }

  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    let name = string(start, length, hasEscapes)
    if !open.isEmpty { open[open.count &- 1].name = name }
  }

  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    add(.string(string(start, length, hasEscapes)))
  }

  private func string(_ start: Int, _ length: Int, _ hasEscapes: Bool) -> String {
    // Invariant: the grammar has accepted the string, which lies in the text.
    let text = unsafe UnsafeRawBufferPointer(start: base + start, count: length)
    return unsafe String(accepted: text, hasEscapes: hasEscapes, leniencies: leniencies)
  }

  mutating func integer(_ value: UInt64, at start: Int) {
    add(.number(JSONNumber(magnitude: value, isNegative: false)))
  }

  mutating func fastNumber(_ text: UnsafeRawPointer, length: Int, at start: Int) -> Bool {
    guard let number = unsafe ScannedNumber.fast(text, length: length) else { return false }
    self.number(number, at: start)
    return true
  }

  mutating func number(_ number: ScannedNumber, at start: Int) {
    // Invariant: the number was scanned there.
    let text = unsafe UnsafeRawBufferPointer(start: base + start, count: number.length)
    add(unsafe .number(JSONNumber(number, text: text)))
  }

  mutating func bool(_ value: Bool, at offset: Int) { add(.bool(value)) }

  mutating func null(at offset: Int) { add(.null) }
}

extension PartialTreeSink.Open {
  fileprivate init(
    place: UnsafeMutablePointer<RawJSON>, ownPlace: TreePlace? = nil, isObject: Bool
  ) {
    unsafe self.place = unsafe place
    unsafe storage = nil
    self.ownPlace = ownPlace
    self.isObject = isObject
  }

  /// Calls `body` with the storage, which must be there.
  @inline(__always)
  private func use<Result>(_ body: (TreeStorage) -> Result) -> Result {
    // Invariant: the container keeps its storage, and stays in its place during the call.
    unsafe storage.unsafelyUnwrapped._withUnsafeGuaranteedRef(body)
  }

  fileprivate var height: UInt32 { unsafe storage == nil ? 1 : use { $0.height } }

  fileprivate func include(height: UInt32) { use { $0.include(height: height) } }

  /// Where the value that is coming stands. It has a slot.
  fileprivate var slotPlace: UnsafeMutablePointer<RawJSON> {
    // Invariant: a slot is one of the values that the storage has.
    unsafe use { unsafe $0.values + (slot ?? 0) }
  }

  /// Makes sure that the container, which stands at `place` now, has no other owner than that.
  fileprivate mutating func own(at place: UnsafeMutablePointer<RawJSON>) {
    unsafe self.place = unsafe place
    if unsafe storage?.isOnlyReference() == false {
      replaceStorage(use { $0.copy(capacity: $0.room) })
    }
  }

  private mutating func replaceStorage(_ new: TreeStorage) {
    unsafe storage = Unmanaged.passUnretained(new)
    unsafe place.pointee =
      isObject ? .dictionary(JSONObject(storage: new)) : .array(JSONArray(storage: new))
  }

  /// Makes room for one more value.
  @inline(__always)
  private mutating func makeRoom() {
    if unsafe storage == nil || use({ $0.count == $0.room }) { grow() }
  }

  @inline(never)
  private mutating func grow() {
    var storage = unsafe place.pointee.storage
    // So that it is moved and not copied.
    unsafe place.pointee = .null
    let count = storage?.count ?? 0
    storage.makeUnique(capacity: count &+ 1, isObject: isObject)
    unsafe replaceStorage(storage.unsafelyUnwrapped)
  }

  /// Puts the value that is coming, or what there is of it, into its slot, which it may get now.
  fileprivate mutating func put(_ value: RawJSON, firstWins: Bool) {
    if isDropped { return }
    if slot != nil { return exchange(value) }
    let name = name ?? ""
    if isObject, unsafe storage != nil {
      let position = use { $0.position(of: name) }
      if position >= 0 {
        slot = position
        isDropped = firstWins
        if !firstWins { exchange(value) }
        return
      }
    }
    makeRoom()
    slot = use { storage in
      if isObject {
        storage.append(SmallString.inPlace(name), value)
      } else {
        storage.append(value)
      }
      return storage.count &- 1
    }
  }

  private func exchange(_ value: RawJSON) {
    unsafe slotPlace.pointee = value
    include(height: value.height)
  }

  /// The value that was coming is complete.
  fileprivate mutating func endValue() {
    slot = nil
    name = nil
    isDropped = false
  }
}
