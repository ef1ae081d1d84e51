// Builds a tree that can be looked at before it is complete.
//
//   [1, {"a": [2, 3], "b": [4
//
//   open       [1         {"a": [2, 3]      [4          what is complete of each container, which grows
//               ▲           ▲                ▲
//   snapshot   [1 of it,  {1 of it, "b":    [1 of it]}] ◀── the next one may have 2 of it
//
// A snapshot is one storage for each open container, with what is complete by reference and count
// (TreePrefix.swift), and shares everything else with those before and after it. As long as nobody has
// kept the last snapshot its storages are used again: only what came since is noted in them.

/// Turns tokens into a tree that grows.
@safe
struct PartialTreeSink: TokenSink {
  /// A container that is open.
  @safe
  struct Open {
    /// The complete values; `nil` until the first is complete.
    fileprivate var base: TreeStorage?
    // Invariant: what stands for the container in the last snapshot, in which the one around it, or
    // `shown`, keeps it.
    fileprivate var node: Unmanaged<TreeStorage>?
    let isObject: Bool
    /// Where it begins in the text.
    let start: Int
    /// The name whose value comes next or is coming; of an object.
    fileprivate(set) var name: String?
    /// The name is there already. Its new value shows when it is complete, or never.
    fileprivate(set) var isHidden = false
    /// How many of the members replace an earlier one.
    fileprivate var duplicates = 0

    fileprivate init(isObject: Bool, start: Int) {
      self.isObject = isObject
      self.start = start
      unsafe node = unsafe Unmanaged<TreeStorage>?.none
    }

    /// What leads from the container to the value that is coming, or would come next.
    var token: String? { isObject ? name : String(base?.count ?? 0) }
  }

  private(set) var open: [Open] = []
  /// The value of the text is complete.
  private(set) var isComplete = false
  /// The value of the text if it is complete, or what the last snapshot shows of it.
  private var shown = RawJSON.null
  /// How many open containers a snapshot shows: those around the first hidden value, or all.
  private var visible = Int.max
  /// The text that offsets count from. Set before the sink is used.
  nonisolated(unsafe) var base = unsafe UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  /// Where that begins in the whole text.
  var baseOffset = 0
  private let leniencies: JSONLeniencies
  private let firstWins: Bool

  init(options: JSONReadingOptions) {
    leniencies = options.leniencies
    firstWins = options.duplicateNames == .firstWins
  }

  // MARK: - Snapshots

  /// The value so far, which ends in `string` if there is one.
  ///
  /// - Complexity: O(*d*) in the containers that are open.
  mutating func snapshot(_ string: inout PartialString?) -> RawJSON? {
    if open.isEmpty {
      if isComplete { return shown }
      guard let made = string?.string() else { return RawJSON?.none }
      return .string(made)
    }
    let end = min(visible, open.count)
    var level = 0
    while level < end, open[level].update() { level &+= 1 }
    var coming = TreePrefix.Coming.none
    if end == open.count, !open[end &- 1].isHidden, let string {
      coming = .text(string.text, count: string.count)
    }
    if level == end {
      open[end &- 1].show(coming)
    } else {
      for new in (level..<end).reversed() { coming = .value(open[new].makeNode(coming)) }
      if level > 0 {
        open[level &- 1].show(coming)
      } else if case .value(let root) = coming {
        shown = root
      }
    }
    return shown
  }

  // MARK: - What is complete

  /// The value at `path`, if it is complete.
  func completeValue(at path: [String]) -> RawJSON? {
    if isComplete { return shown[JSONPointer(tokens: path)] }
    for (token, level) in zip(path, open.indices) {
      let container = open[level]
      if !container.isHidden, container.token == token, level &+ 1 < open.count { continue }
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
    if let count = open[level].countToMove, count > open.count { letGo(at: level) }
    open[level].add(value, firstWins: firstWins)
    if visible > level { visible = .max }
  }

  /// Before values are moved to more room: takes them out of the last snapshot, if nobody has kept that,
  /// so that they need not be copied.
  @inline(never)
  private mutating func letGo(at level: Int) {
    for around in 0...level { if !open[around].isOwnNode { return } }
    open[level].letGo()
  }

  private mutating func begin(isObject: Bool, at offset: Int) {
    // What is in a value that does not show shows as little.
    if visible == .max, open.last?.isHidden == true { visible = open.count }
    open.append(Open(isObject: isObject, start: baseOffset &+ offset))
  }

  // MARK: - Tokens

  mutating func reserve(tokens: Int) -> Bool { true }

  mutating func beginObject(at offset: Int) { begin(isObject: true, at: offset) }

  mutating func beginArray(at offset: Int) { begin(isObject: false, at: offset) }

  mutating func endContainer(at offset: Int) -> Bool {
    // Invariant of every sink: there is one.
    if var ended = open.popLast() { add(ended.end()) }
    return open.last?.isObject == true
  }

  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    let name = string(start, length, hasEscapes)
    if !open.isEmpty { open[open.count &- 1].begin(SmallString.shrunk(name)) }
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

// MARK: - An open container

extension PartialTreeSink.Open {
  fileprivate mutating func begin(_ name: String) {
    if let base { isHidden = base.position(of: name) >= 0 }
    self.name = name
  }

  /// Adds the value that was coming, and now is complete.
  fileprivate mutating func add(_ value: RawJSON, firstWins: Bool) {
    let isDuplicate = isHidden
    let name = name ?? ""
    isHidden = false
    self.name = nil
    if isDuplicate, firstWins { return }
    // Whoever else knows the storage looks at none but the values that it knows.
    if base == nil || base?.count == base?.room { grow() }
    guard let base else { return }
    if isObject {
      base.appendShared(name, value, isDuplicate: isDuplicate)
    } else {
      base.append(value)
    }
    if isDuplicate { noteDuplicate() }
  }

  /// How many values move with the next one, if they are many.
  @inline(__always)
  fileprivate var countToMove: Int? {
    guard let base, base.count == base.room, base.count >= 16 else { return nil }
    return base.count
  }

  @inline(never)
  private mutating func grow() {
    base.makeUnique(capacity: (base?.count ?? 0) &+ 1, isObject: isObject)
  }

  /// The container, which has ended.
  @inline(__always)
  fileprivate mutating func end() -> RawJSON {
    if duplicates > 0 { removeDuplicates() }
    return complete
  }

  /// The complete members or elements.
  private var complete: RawJSON {
    isObject ? .dictionary(JSONObject(storage: base)) : .array(JSONArray(storage: base))
  }

  /// The complete value at `path`, which begins in the container.
  fileprivate func completeValue(at path: ArraySlice<String>) -> RawJSON? {
    var container = self
    if duplicates > 0 { container.removeDuplicates() }
    return container.complete[JSONPointer(tokens: Array(path))]
  }

  /// Replaced members stay until the end, or until they are half of all: so snapshots that know them
  /// share them still, and to be rid of them takes no longer than to add them did.
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

  // MARK: - In a snapshot

  /// Calls `body` with what the snapshot shows, which must be there.
  @inline(__always)
  private func use<Result>(_ body: (UnsafeMutablePointer<TreePrefix>) -> Result) -> Result {
    // Invariant: somebody keeps the node, which is the storage of an open container.
    unsafe node.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafe body($0.prefix) }
  }

  /// Whether only the container around it keeps what stands for it in the last snapshot.
  fileprivate var isOwnNode: Bool {
    mutating get { unsafe Uniqueness.isKnown && node?.isOnlyReference() == true }
  }

  /// Takes the complete values out of the last snapshot. The next one notes them again.
  fileprivate func letGo() {
    unsafe use { prefix in
      unsafe prefix.pointee.base = nil
      unsafe prefix.pointee.count = 0
    }
  }

  /// Notes what is complete by now where the last snapshot shows the container. `false` if there is no
  /// such place, or somebody has kept it.
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

  /// Shows the value that is coming.
  fileprivate func show(_ coming: TreePrefix.Coming) {
    unsafe use { prefix in
      if case .none = coming, unsafe prefix.pointee.comingCount == 0 { return }
      unsafe prefix.pointee.coming = coming
      if isObject { unsafe prefix.pointee.name = name ?? "" }
    }
  }

  /// A new place for the container, which the caller keeps.
  fileprivate mutating func makeNode(_ coming: TreePrefix.Coming) -> RawJSON {
    let new = TreeStorage.prefix(isObject: isObject)
    unsafe node = Unmanaged.passUnretained(new)
    note()
    show(coming)
    return isObject ? .dictionary(JSONObject(storage: new)) : .array(JSONArray(storage: new))
  }
}
