/// The options that both coders have.
package protocol CoderOptions: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  /// Hooks that take precedence over those of the core, at most one for each type. An encoder has instances of
  /// `EncodingHook`. A later file declares this class and uses the options, so they cannot name it.
  var hooks: [TypeHook] { get set }
  /// Strategies that other modules set, by their type.
  var settings: [ObjectIdentifier: any Sendable] { get set }
}

extension CoderOptions {
  /// Puts hooks in the place of those for the same types.
  package mutating func replaceHooks(by new: [TypeHook]) {
    hooks.removeAll { old in new.contains { $0.type == old.type } }
    hooks += new
  }
}

/// A strategy of a decoder that another module sets.
package protocol ReversibleSetting: Sendable {
  /// The name of the decoder's option.
  var name: String { get }
  /// Hooks for an encoder that writes what the strategy reads, or `nil` if there are none.
  var encodingHooks: [TypeHook]? { get }
}

/// The options of a coder at one point in time, and everything derived from them.
package protocol CoderSnapshot: AnyObject, Sendable {
  associatedtype Options: CoderOptions
  var options: Options { get }
  /// The sessions and later options of all coders with these options. `nil` if these belong to one coder.
  var shared: SharedOptions? { get }
  init(_ options: Options, shared: SharedOptions?)

  /// The options of a new coder. They live as long as the process.
  static var initial: Self { get }
  /// The states of coders that are gone.
  static var spareStates: SpareSessions { get }
}

/// A change of options that many coders make: an option, and one of its few values.
package enum OptionStep: Sendable {
  case dates(Int), data(Int), keys(Int), floats, json5(Bool), topLevelDictionary(Bool)
  case formatting(UInt32)

  /// A number for each step.
  fileprivate var code: UInt {
    switch self {
    case .dates(let value): 0x100 | UInt(value)
    case .data(let value): 0x200 | UInt(value)
    case .keys(let value): 0x300 | UInt(value)
    case .floats: 0x400
    case .json5(let value): value ? 0x501 : 0x500
    case .topLevelDictionary(let value): value ? 0x601 : 0x600
    case .formatting(let value): 0x700 | UInt(value) << 12
    }
  }
}

/// The sessions of all coders with the same options, which are those of a new coder or a few steps away from them.
///
/// Many programs make a coder for each call and set the same options each time. So the options that a step leads to are
/// made once, and later coders find them, with the sessions that earlier coders have left.
///
/// All of it lives as long as the process, and no references to it are counted: threads would wait for each other to
/// write the counts.
@safe
package struct SharedOptions: Sendable {
  /// The most steps from one place, and the most steps from a new coder: options of more steps belong to one coder.
  private static let limits = (steps: 8, depth: 4)

  private final class Memory: Sendable {
    let sessions = SpareSessions()
    let depth: Int
    /// The address of the first of the steps that were taken, or 0.
    let first = AtomicMemory(count: 1)
    let adding = Locked(0)

    init(depth: Int) { self.depth = depth }
  }

  /// A step that was taken, and the options that it leads to.
  private final class Step: Sendable {
    let code: UInt
    let known: Known
    /// The address of the next one, or 0.
    let next: UInt

    init(_ code: UInt, _ known: Known, next: UInt) {
      (self.code, self.known, self.next) = (code, known, next)
    }
  }

  /// The address of options, and that of what their coders share.
  fileprivate struct Known: BitwiseCopyable {
    let options: UInt
    let shared: UInt
  }

  // Invariant: retained once, and never released.
  private let memory: Unmanaged<Memory>

  package init(depth: Int = 0) { unsafe memory = Unmanaged.passRetained(Memory(depth: depth)) }

  @inline(__always)
  fileprivate var address: UInt { unsafe UInt(bitPattern: memory.toOpaque()) }

  /// The options at an address.
  @inline(__always)
  fileprivate init(at address: UInt) {
    assert(address != 0)
    // Invariant: it is that of memory that is never released.
    unsafe memory = Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  /// Calls `body` with the sessions, which are not counted.
  @inline(__always)
  fileprivate func withSessions<R>(_ body: (SpareSessions) -> R) -> R {
    unsafe memory._withUnsafeGuaranteedRef { body($0.sessions) }
  }

  /// The options that a step leads to, if a coder has taken it.
  @inline(__always)
  fileprivate func known(after step: OptionStep) -> Known? {
    unsafe memory._withUnsafeGuaranteedRef { SharedOptions.known(step.code, in: $0) }
  }

  /// The address of the options that a step leads to. `make` makes them the first time. They are retained if there are
  /// too many steps to share them.
  fileprivate func options(
    after step: OptionStep, _ make: (SharedOptions?) -> AnyObject
  ) -> UInt {
    unsafe memory._withUnsafeGuaranteedRef { SharedOptions.add(step.code, to: $0, make) }
  }

  private static func known(_ code: UInt, in memory: Memory) -> Known? {
    var address = memory.first[0].loadAcquiring()
    while let step = unsafe UnsafeRawPointer(bitPattern: address) {
      // Invariant: it is the address of a step, which is never released.
      let (isSame, known, next) = unsafe Unmanaged<Step>.fromOpaque(step)
        ._withUnsafeGuaranteedRef { ($0.code == code, $0.known, $0.next) }
      if isSame { return known }
      address = next
    }
    return nil
  }

  private static func add(
    _ code: UInt, to memory: Memory, _ make: (SharedOptions?) -> AnyObject
  ) -> UInt {
    memory.adding.withLock { count in
      // Another coder may have been faster.
      if let known = known(code, in: memory) { return known.options }
      let shared =
        count < limits.steps && memory.depth < limits.depth
        ? SharedOptions(depth: memory.depth + 1) : nil
      let options = unsafe UInt(bitPattern: Unmanaged.passRetained(make(shared)).toOpaque())
      if let shared {
        count += 1
        let known = Known(options: options, shared: shared.address)
        let step = unsafe Unmanaged.passRetained(
          Step(code, known, next: memory.first[0].loadAcquiring()))
        unsafe memory.first[0].storeReleasing(UInt(bitPattern: step.toOpaque()))
      }
      return options
    }
  }
}

/// A coder's session: what all containers of one call share.
protocol CodingSession: AnyObject {
  associatedtype Snapshot: CoderSnapshot
  var snapshot: Snapshot { get }
}

extension CoderSnapshot {
  /// The hook of the options for a type. There are few, so a linear search is as fast as a table.
  func hook(of type: any Any.Type) -> TypeHook? {
    options.hooks.first { $0.type == ObjectIdentifier(type) }
  }

  func changed(sharing shared: SharedOptions? = nil, _ body: (inout Options) -> Void) -> Self {
    var options = options
    body(&options)
    return Self(options, shared: shared)
  }

  /// The address of the options after a change: those that are shared if it is a step, or else retained ones.
  fileprivate func changed(_ step: OptionStep?, _ body: (inout Options) -> Void) -> UInt {
    guard let step, let shared else {
      return unsafe UInt(bitPattern: Unmanaged.passRetained(changed(body)).toOpaque())
    }
    return shared.options(after: step) { changed(sharing: $0, body) }
  }

  /// The `userInfo` that coders hand out.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo.mapValues { $0 as Any } }
}

/// The state of a decoder or an encoder: its options, and the sessions that calls have left.
///
/// One thread may replace the options while others read them, without a lock for the readers, who count
/// themselves in and out. A writer publishes its options and then frees the replaced ones if it finds no
/// reader. Otherwise the last reader frees them.
///
/// The coder has sessions of its own from its first call with options that no other coder shares. A writer frees them,
/// and a call whose options were replaced meanwhile keeps no session. So replaced options live only as long as calls that
/// use them.
@safe
package final class CoderState<Snapshot: AnyObject & Sendable>: @unchecked Sendable {
  // The class does not require `CoderSnapshot`: to make its metadata, the runtime would look up the conformance,
  // which takes 240,000 instructions in each process.

  // In this order:
  // - the address of the current options, which are retained unless coders share them;
  // - the number of readers;
  // - the address of the coder's own sessions, or 0;
  // - the address of what coders with the current options share, or 0;
  // - whether there are replaced options;
  // - the lock that a thread holds while it changes options.
  // Shared options live as long as the process.
  private let words = AtomicMemory(count: CoderState.lock + AtomicMemory.lockWords)
  @inline(__always) private static var lock: Int { 5 }
  // Replaced options that a thread may still be reading, for the one who holds the lock. Not of the generic type, whose
  // array would need metadata at each change.
  @safe @exclusivity(unchecked) private var replaced: [any AnyObject & Sendable] = []

  // Written only by the coder's initialisers, so no access can overlap another.
  @safe @exclusivity(unchecked) private var isOfSubclass = false
  /// Whether the coder belongs to a subclass outside this package, which may override options.
  @inline(__always) package var isSubclassed: Bool { isOfSubclass }

  /// Finds out whether a coder is an instance of a subclass of `type`. Its initialisers call this last.
  @inline(__always)
  func noteSubclass(_ coder: AnyObject, of type: AnyClass) {
    isOfSubclass = Swift.type(of: coder) != type
  }

  private var current: AtomicWord { words[0] }
  private var readers: AtomicWord { words[1] }
  private var ownSessions: AtomicReference<SpareSessions> { AtomicReference(in: words[2]) }
  private var sharedOptions: AtomicWord { words[3] }
  private var hasReplaced: AtomicWord { words[4] }

  private init(_ options: Unmanaged<Snapshot>, sharing shared: UInt) {
    words.beginLock(at: CoderState.lock)
    unsafe store(options, sharing: shared)
  }

  deinit {
    dropCurrent()
    ownSessions.remove()
    words.endLock(at: CoderState.lock)
  }

  /// Sets the options of a state that no other thread knows, and has none.
  @inline(__always)
  private func store(_ options: Unmanaged<Snapshot>, sharing shared: UInt) {
    sharedOptions.storeReleasing(shared)
    if shared == 0 { _ = unsafe options.retain() }
    unsafe current.storeReleasing(CoderState.address(options))
  }

  /// Releases the current options of such a state.
  @inline(__always)
  private func dropCurrent() {
    if sharedOptions.loadAcquiring() == 0 {
      unsafe CoderState.snapshot(current.loadAcquiring()).release()
    }
  }

  /// The options at the address that `current` holds.
  @inline(__always)
  private static func snapshot(_ address: UInt) -> Unmanaged<Snapshot> {
    assert(address != 0)
    return unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  /// Calls `body` with the current options, which stay alive during the call. To keep them longer,
  /// retain them.
  @inline(__always)
  func read<R>(_ body: (Snapshot) throws -> R) rethrows -> R {
    // Sequentially consistent, here and in `change`: either the writer sees the reader, or the reader
    // sees what was written.
    readers.addSequential(1)
    defer {
      readers.subtractSequential(1)
      if _slowPath(hasReplaced.loadSequential() != 0) { releaseReplaced() }
    }
    // Invariant: they are not released while a reader is counted.
    return try unsafe CoderState.snapshot(current.loadSequential())
      ._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Releases the replaced options, unless a thread may still be reading them, which then calls this.
  @inline(never)
  private func releaseReplaced() {
    var old: [any AnyObject & Sendable] = []
    words.withLock(at: CoderState.lock) {
      if readers.loadSequential() != 0 { return }
      swap(&old, &replaced)
      hasReplaced.storeSequential(0)
    }
    // Not while the lock is held: an object in `userInfo` may use the coder when it goes.
    extendLifetime(old)
  }

  /// The current options.
  package var snapshot: Snapshot { read { $0 } }

  // MARK: - Sessions

  /// Takes out a session of the running thread, if there is one for the current options. This reads only the
  /// address of the options, so it counts no reader: a session keeps its options alive, so no other options can
  /// have that address.
  @inline(__always)
  func takeSession<Session: CodingSession>() -> Session? where Session.Snapshot == Snapshot {
    takeSession(madeFor: current.loadSequential())
  }

  /// The same for one that was made for `snapshot`.
  @inline(__always)
  func takeSession<Session: CodingSession>(for snapshot: Snapshot) -> Session?
  where Session.Snapshot == Snapshot {
    unsafe takeSession(madeFor: CoderState.address(Unmanaged.passUnretained(snapshot)))
  }

  /// Keeps a session that nothing else refers to, if there is room and its options are not replaced.
  @inline(__always)
  func put<Session: CodingSession>(_ session: consuming Session)
  where Session.Snapshot == Snapshot {
    let shared = session.snapshot.shared
    let options = unsafe CoderState.address(Unmanaged.passUnretained(session.snapshot))
    // Consumed, so that it is not retained and released.
    let session = unsafe Unmanaged.passRetained((consume session) as AnyObject)
    if let shared { return shared.withSessions { unsafe $0.put(retained: session) } }
    if _slowPath(current.loadSequential() != options) { return unsafe session.release() }
    if ownSessions.withUncounted({ unsafe $0.put(retained: session) }) == nil {
      unsafe ownSessions.storeIfNil(SpareSessions()).put(retained: session)
    }
    // Either this thread sees that the options were replaced, or `change` sees the session.
    if _slowPath(current.loadSequential() != options) { releaseOwnSessions() }
  }

  @inline(never)
  private func releaseOwnSessions() { ownSessions.withUncounted { $0.removeAll() } }

  @inline(__always)
  private static func address(_ snapshot: Unmanaged<Snapshot>) -> UInt {
    unsafe UInt(bitPattern: snapshot.toOpaque())
  }

  @inline(__always)
  private func takeSession<Session: CodingSession>(madeFor address: UInt) -> Session?
  where Session.Snapshot == Snapshot {
    let shared = sharedOptions.loadAcquiring()
    // Those of other options are found if the options change at this moment. The comparison below drops them.
    let session: Session? =
      shared != 0
      ? SharedOptions(at: shared).withSessions { $0.take() }
      : ownSessions.withUncounted { $0.take() } ?? nil
    guard let session,
      unsafe CoderState.address(Unmanaged.passUnretained(session.snapshot)) == address
    else { return nil }
    return session
  }
}

// MARK: - Options

extension CoderState {
  /// Takes the options that a step leads to, if coders share the current ones and one of them has taken the step. Returns
  /// whether it did. Shared options have no sessions of the coder's own, and nothing is released.
  // Not for each kind of options: a new encoder with a strategy for dates costs a quarter less (instructions).
  @inline(never)
  package func take(_ step: OptionStep?) -> Bool {
    guard let step else { return false }
    var isTaken = false
    words.withLock(at: CoderState.lock) {
      let shared = sharedOptions.loadAcquiring()
      guard shared != 0, let known = SharedOptions(at: shared).known(after: step) else { return }
      sharedOptions.storeReleasing(known.shared)
      current.storeSequential(known.options)
      isTaken = true
    }
    return isTaken
  }
}

extension CoderState where Snapshot: CoderSnapshot {
  /// The state of a new coder: that of one that is gone, or a new one.
  static func ofNewCoder() -> CoderState {
    unsafe ofNewCoder(Unmanaged.passUnretained(.initial))
  }

  /// The state of a coder with the options of another one.
  static func copying(_ other: CoderState) -> CoderState {
    let snapshot = other.snapshot
    return withExtendedLifetime(snapshot) {
      unsafe ofNewCoder(Unmanaged.passUnretained(snapshot))
    }
  }

  private static func ofNewCoder(_ options: Unmanaged<Snapshot>) -> CoderState {
    let shared = unsafe shared(by: options)
    guard let state = Snapshot.spareStates.take(as: CoderState.self) else {
      return unsafe CoderState(options, sharing: shared)
    }
    unsafe state.begin(options, sharing: shared)
    return state
  }

  /// Keeps the state of a coder that is going away, for the next one. Nothing else may refer to the state.
  static func end(_ state: CoderState) {
    let initial = unsafe Unmanaged.passUnretained(Snapshot.initial)
    unsafe state.begin(initial, sharing: shared(by: initial))
    state.ownSessions.remove()
    if !state.replaced.isEmpty { state.replaced = [] }
    state.hasReplaced.storeRelaxed(0)
    Snapshot.spareStates.put(state)
  }

  @inline(__always)
  private static func shared(by options: Unmanaged<Snapshot>) -> UInt {
    unsafe options._withUnsafeGuaranteedRef { $0.shared?.address ?? 0 }
  }

  /// Sets the options of a state that no other thread knows.
  private func begin(_ options: Unmanaged<Snapshot>, sharing shared: UInt) {
    if unsafe current.loadAcquiring() == CoderState.address(options) { return }
    dropCurrent()
    unsafe store(options, sharing: shared)
  }

  /// Changes an option. A `step` names a value that many coders set: these pass no key path, whose object all threads would
  /// count.
  // Once in the program, and not in the setter of each option: 6 KB.
  @inline(never)
  func change(_ step: OptionStep?, _ body: (inout Snapshot.Options) -> Void) {
    if take(step) { return }
    // Not of the generic type, whose optional would need metadata at each change.
    var old: (any AnyObject & Sendable)?
    words.withLock(at: CoderState.lock) {
      let replacing = unsafe CoderState.snapshot(current.loadAcquiring())
      let isShared = sharedOptions.loadAcquiring() != 0
      let new = unsafe replacing._withUnsafeGuaranteedRef { $0.changed(step, body) }
      unsafe sharedOptions.storeReleasing(CoderState.shared(by: CoderState.snapshot(new)))
      current.storeSequential(new)
      if isShared { return }
      old = unsafe replacing.takeRetainedValue()
      if readers.loadSequential() != 0, let kept = old.take() {
        replaced.append(kept)
        hasReplaced.storeSequential(1)
      }
    }
    // The readers that were seen may have left before they could see `hasReplaced`.
    if hasReplaced.loadSequential() != 0 { releaseReplaced() }
    releaseOwnSessions()
    extendLifetime(old)
  }

  /// An option.
  subscript<Value>(_ option: WritableKeyPath<Snapshot.Options, Value>) -> Value {
    get { read { $0.options[keyPath: option] } }
    set { change(nil) { $0[keyPath: option] = newValue } }
  }

  /// Changes several options at once.
  package func change(_ body: (inout Snapshot.Options) -> Void) { change(nil, body) }

  /// The options of type `S` that another module has set, or `nil` if it has not.
  package func setting<S: Sendable>(_ type: S.Type) -> S? {
    read { $0.options.settings[ObjectIdentifier(type)] as? S }
  }

  /// Changes the options of another module with `body`, which returns the hooks that implement them.
  package func change<S: Sendable>(
    _ step: OptionStep?, from initial: S, _ body: (inout S) -> [TypeHook]
  ) {
    change(step) {
      var setting = $0.settings[ObjectIdentifier(S.self)] as? S ?? initial
      let hooks = body(&setting)
      $0.replaceHooks(by: hooks)
      $0.settings[ObjectIdentifier(S.self)] = setting
    }
  }
}
