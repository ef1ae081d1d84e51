// Builds a tree that can be read before it is complete.
//
//   [1, {"a": [2, 3], "b": [4
//
//   open       [1         {"a": [2, 3]      [4          the complete values of each container
//               ▲           ▲                ▲
//   snapshot   [1 value,  {1 value, "b":    [1 value]}] ◀── the next snapshot may have 2 values
//
// A snapshot has one storage for each open container. It refers to the container's complete values
// and counts them (TreePrefix.swift), so all snapshots share those values. While no caller keeps
// the last snapshot, the next one reuses its storages and notes only the new values.

/// Turns tokens into a tree that grows.
@safe
struct PartialTreeSink: PieceSink {
  /// An open array or object.
  @safe
  struct Open {
    /// The complete values. `nil` until the first value is complete.
    fileprivate var base: TreeStorage?
    // The container's storage in the last snapshot. Invariant: the storage around it, or `shown`,
    // keeps it alive.
    fileprivate var node: Unmanaged<TreeStorage>?
    let isObject: Bool
    /// Its byte offset from the start of the stream.
    let start: Int
    /// In an object, the name whose value is incomplete.
    fileprivate(set) var name: String?
    /// The object already has a member of this name. The new value shows when it is complete, or
    /// never.
    fileprivate(set) var isHidden = false
    /// The number of members that replace an earlier one.
    fileprivate var duplicates = 0

    fileprivate init(isObject: Bool, start: Int) {
      self.isObject = isObject
      self.start = start
      unsafe node = unsafe Unmanaged<TreeStorage>?.none
    }

    /// The path token of the incomplete or next value.
    var token: String? { isObject ? name : String(base?.count ?? 0) }
  }

  private(set) var open: [Open] = []
  /// Whether the whole value is complete.
  private(set) var isComplete = false
  /// The complete value, or the last snapshot of it.
  private var shown = RawJSON.null
  /// The number of open containers that a snapshot shows: those around the outermost hidden value.
  private var visible = Int.max
  /// The start of the piece. Invariant: valid while the piece's tokens come.
  nonisolated(unsafe) private var base = unsafe UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  /// The offset of the piece in the stream.
  private var baseOffset = 0
  private let leniencies: JSONReadingOptions.Leniencies
  private let firstWins: Bool

  init(options: JSONReadingOptions) {
    leniencies = options.leniencies
    firstWins = options.duplicateNames == .keepFirst
  }

  /// A sink with the same values, which continues without effect on this one.
  func copy() -> PartialTreeSink {
    var copy = self
    // The last snapshot stays with this sink, which still changes it.
    if !isComplete { copy.shown = .null }
    for level in copy.open.indices { copy.open[level].separate() }
    return copy
  }

  // MARK: - Snapshots

  /// The value so far, which ends with the unfinished `string` or a `literal` if there is one.
  /// - Complexity: O(*d*) in the open containers.
  mutating func snapshot(_ string: inout PartialString?, literal: RawJSON?) -> RawJSON? {
    if open.isEmpty {
      if isComplete { return shown }
      if let literal { return literal }
      guard let made = string?.string() else { return RawJSON?.none }
      return .string(made)
    }
    let end = min(visible, open.count)
    assert(end > 0)
    var level = 0
    while level < end, open[level].update() { level &+= 1 }
    var coming = TreePrefix.Incomplete.none
    if end == open.count, !open[end &- 1].isHidden {
      if let literal {
        coming = .value(literal)
      } else if let string {
        coming = .text(string.text, count: string.count)
      }
    }
    if level == end {
      open[end &- 1].setIncomplete(coming)
    } else {
      for new in (level..<end).reversed() { coming = .value(open[new].makeNode(coming)) }
      if level > 0 {
        open[level &- 1].setIncomplete(coming)
      } else if case .value(let root) = coming {
        shown = root
      }
    }
    return shown
  }

  // MARK: - Complete values

  /// The value at `path` if it is complete.
  func completeValue(at path: [String]) -> RawJSON? {
    if isComplete { return shown[JSONPointer(tokens: path)] }
    for (token, level) in zip(path, open.indices) {
      let container = open[level]
      // Names are the same if their scalars are.
      let isOpen = container.token?.utf8.elementsEqual(token.utf8) == true
      if !container.isHidden, isOpen, level &+ 1 < open.count { continue }
      return container.completeValue(at: path.dropFirst(level))
    }
    return RawJSON?.none
  }

  // MARK: - Values

  private mutating func add(_ value: RawJSON) {
    let level = open.count &- 1
    if level < 0 {
      shown = value
      isComplete = true
      return
    }
    if let count = open[level].countToMove, count > open.count { release(at: level) }
    open[level].add(value, firstWins: firstWins)
    if visible > level { visible = .max }
  }

  /// Before a container's values move to a larger storage: takes them out of the last snapshot if
  /// no caller keeps it, so that they are moved and not copied.
  @inline(never)
  private mutating func release(at level: Int) {
    for around in 0...level { if !open[around].isOwnNode { return } }
    open[level].release()
  }

  private mutating func begin(isObject: Bool, at offset: Int) {
    // Everything inside a hidden value is hidden.
    if visible == .max, open.last?.isHidden == true { visible = open.count }
    open.append(Open(isObject: isObject, start: baseOffset &+ offset))
  }

  // MARK: - Tokens

  static var keepsPieces: Bool { false }

  mutating func begin(_ piece: UnsafeRawBufferPointer, at offset: Int) {
    // An empty piece may have no address, and has no tokens.
    if let start = piece.baseAddress { unsafe base = unsafe start }
    baseOffset = offset
  }

  mutating func reserve(tokens: Int) -> Bool { true }

  mutating func beginObject(at offset: Int) { begin(isObject: true, at: offset) }

  mutating func beginArray(at offset: Int) { begin(isObject: false, at: offset) }

  mutating func endContainer(at offset: Int) -> Bool {
    assert(!open.isEmpty, "the grammar lets no container end that has not begun")
    if var ended = open.popLast() { add(ended.end()) }
    return open.last?.isObject == true
  }

  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    assert(open.last?.isObject == true)
    let name = string(start, length, hasEscapes)
    if !open.isEmpty { open[open.count &- 1].begin(SmallString.shrunk(name)) }
  }

  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    add(.string(string(start, length, hasEscapes)))
  }

  private func string(_ start: Int, _ length: Int, _ hasEscapes: Bool) -> String {
    assert(start >= 0 && length >= 0)
    // Invariant: the tokenizer has accepted the string, which lies in the piece.
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
    assert(start >= 0 && number.length > 0)
    // Invariant: the number was scanned there.
    let text = unsafe UnsafeRawBufferPointer(start: base + start, count: number.length)
    add(unsafe .number(JSONNumber(number, text: text)))
  }

  mutating func bool(_ value: Bool, at offset: Int) { add(.bool(value)) }

  mutating func null(at offset: Int) { add(.null) }
}

// MARK: - Open containers

extension PartialTreeSink.Open {
  fileprivate mutating func begin(_ name: String) {
    if let base { isHidden = base.position(of: name) >= 0 }
    self.name = name
  }

  /// Adds the value that has just been completed.
  fileprivate mutating func add(_ value: RawJSON, firstWins: Bool) {
    assert(!isObject || self.name != nil, "a member has a name")
    let isDuplicate = isHidden
    let name = name ?? ""
    isHidden = false
    self.name = nil
    if isDuplicate, firstWins { return }
    // Snapshots share the storage, but look only at the values that it had when they were made.
    if base == nil || base?.count == base?.room { grow() }
    guard let base else { return }
    if isObject {
      base.appendShared(name, value, isDuplicate: isDuplicate)
    } else {
      base.append(value)
    }
    if isDuplicate { noteDuplicate() }
  }

  /// The number of values that the next one moves to a larger storage. `nil` if they are few or none.
  @inline(__always)
  fileprivate var countToMove: Int? {
    guard let base, base.count == base.room, base.count >= 16 else { return nil }
    return base.count
  }

  /// Takes values of its own, because the next ones are added in place.
  fileprivate mutating func separate() {
    base.makeUnique(capacity: 0, isObject: isObject)
    unsafe node = nil
  }

  @inline(never)
  private mutating func grow() {
    base.makeUnique(capacity: (base?.count ?? 0) &+ 1, isObject: isObject)
  }

  /// The value of the container, which has ended.
  @inline(__always)
  fileprivate mutating func end() -> RawJSON {
    if duplicates > 0 { removeDuplicates() }
    return complete
  }

  /// The complete members or elements.
  private var complete: RawJSON {
    isObject ? .dictionary(RawJSON.Object(storage: base)) : .array(RawJSON.Array(storage: base))
  }

  /// The complete value at `path`, whose first token is one of the container.
  fileprivate func completeValue(at path: ArraySlice<String>) -> RawJSON? {
    var container = self
    if duplicates > 0 { container.removeDuplicates() }
    return container.complete[JSONPointer(tokens: Array(path))]
  }

  /// Replaced members stay until the object ends or they are half of all members. So snapshots go
  /// on sharing them, and removing them costs no more than adding them did.
  @inline(never)
  private mutating func noteDuplicate() {
    duplicates &+= 1
    if duplicates > 8, 2 &* duplicates > base?.count ?? 0 { removeDuplicates() }
  }

  @inline(never)
  private mutating func removeDuplicates() {
    base.makeUnique(capacity: 0, isObject: isObject)
    base?.removeDuplicates(firstWins: false)
    duplicates = 0
  }

  // MARK: - Snapshots

  /// Calls `body` with the contents of the container's storage in the last snapshot, which must
  /// exist.
  @inline(__always)
  private func use<Result>(_ body: (UnsafeMutablePointer<TreePrefix>) -> Result) -> Result {
    // Invariant: the snapshot keeps the node alive.
    assert(unsafe node != nil)
    return unsafe node.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafe body($0.prefix) }
  }

  /// Whether the last snapshot has a storage for the container that only the storage around it
  /// keeps.
  fileprivate var isOwnNode: Bool { mutating get { unsafe node?.isOnlyReference() == true } }

  /// Takes the complete values out of the last snapshot. The next snapshot notes them again.
  fileprivate func release() {
    unsafe use { prefix in
      unsafe prefix.pointee.base = nil
      unsafe prefix.pointee.count = 0
    }
  }

  /// Notes the complete values in the storage of the last snapshot. Returns `false` if there is no
  /// such storage, or a caller keeps it.
  fileprivate mutating func update() -> Bool {
    guard isOwnNode, duplicates == 0, unsafe !use({ unsafe $0.pointee.hasDuplicates }) else {
      return false
    }
    note()
    return true
  }

  private func note() {
    guard let base else { return }
    unsafe use { prefix in
      if unsafe prefix.pointee.base !== base {
        unsafe prefix.pointee.base = base
      } else if unsafe prefix.pointee.count == base.count {
        return
      }
      unsafe prefix.pointee.count = base.count
      unsafe prefix.pointee.height = base.height
      unsafe prefix.pointee.hasDuplicates = duplicates > 0
    }
  }

  /// Shows the incomplete value.
  fileprivate func setIncomplete(_ coming: TreePrefix.Incomplete) {
    unsafe use { prefix in
      if case .none = coming, unsafe prefix.pointee.comingCount == 0 { return }
      unsafe prefix.pointee.coming = coming
      if isObject { unsafe prefix.pointee.name = name ?? "" }
    }
  }

  /// Makes a new storage for the container, which the caller keeps.
  fileprivate mutating func makeNode(_ coming: TreePrefix.Incomplete) -> RawJSON {
    assert(duplicates >= 0 && duplicates <= base?.count ?? 0)
    let new = TreeStorage.prefix(isObject: isObject)
    unsafe node = Unmanaged.passUnretained(new)
    note()
    setIncomplete(coming)
    // Without a way to count references, each snapshot gets storages of its own.
    if !Uniqueness.isKnown { unsafe node = nil }
    return isObject
      ? .dictionary(RawJSON.Object(storage: new)) : .array(RawJSON.Array(storage: new))
  }
}
