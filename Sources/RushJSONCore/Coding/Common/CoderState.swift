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
@safe
package final class SharedOptions: Sendable {
  /// The most steps from one place, and the most steps from a new coder: options of more steps belong to one coder.
  private static let limits = (steps: 8, depth: 4)

  let sessions = SpareSessions()
  private let depth: Int
  /// The first of the steps that were taken, or `nil`. They live as long as the process.
  private let first = AtomicMemory(count: 1)
  private let adding = Locked(0)

  /// A step that was taken, and the options that it leads to.
  private final class Step: Sendable {
    let code: UInt
    let options: any AnyObject & Sendable
    let next: Step?

    init(_ code: UInt, _ options: any AnyObject & Sendable, next: Step?) {
      self.code = code
      self.options = options
      self.next = next
    }
  }

  package init(depth: Int = 0) { self.depth = depth }

  deinit { AtomicReference<Step>(in: first[0]).remove() }

  /// The options that a step leads to. `make` makes them the first time.
  fileprivate func options(
    after step: OptionStep, _ make: (SharedOptions?) -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    known(step.code)
      ?? adding.withLock { count in
        // Another thread may have been faster.
        if let known = known(step.code) { return known }
        guard count < Self.limits.steps, depth < Self.limits.depth else { return make(nil) }
        count += 1
        let made = make(SharedOptions(depth: depth + 1))
        AtomicReference<Step>(in: first[0]).replace { Step(step.code, made, next: $0) }
        return made
      }
  }

  private func known(_ code: UInt) -> (any AnyObject & Sendable)? {
    var step = AtomicReference<Step>(in: first[0]).load()
    while let taken = step {
      if taken.code == code { return taken.options }
      step = taken.next
    }
    return nil
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

  /// The options after a change, which are shared if it is a step.
  fileprivate func changed(_ step: OptionStep?, _ body: (inout Options) -> Void) -> Self {
    guard let step, let shared else { return changed(body) }
    let options = shared.options(after: step) { changed(sharing: $0, body) }
    // Invariant: the options of one kind of coder lead to those of the same kind.
    return unsafe unsafeDowncast(options, to: Self.self)
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

  // The address of the current options, which are retained, the number of readers, the address of the coder's own
  // sessions, or 0, and the address of the sessions that coders with the current options share, or 0. These live as
  // long as the process. Then whether there are replaced options, and the lock of those who change options.
  private let words = AtomicMemory(count: CoderState.lock + AtomicMemory.lockWords)
  @inline(__always) private static var lock: Int { 5 }
  // Replaced options that a thread may still be reading, for the one who holds the lock. Not of the generic type, whose
  // array would need metadata at each change.
  @exclusivity(unchecked) private var replaced: [any AnyObject & Sendable] = []

  // Written only by the coder's initialisers, so no access can overlap another.
  @exclusivity(unchecked) private var isOfSubclass = false
  /// Whether the coder belongs to a subclass outside this package, which may override options.
  @inline(__always) package var isSubclassed: Bool { unsafe isOfSubclass }

  /// Finds out whether a coder is an instance of a subclass of `type`. Its initialisers call this last.
  package func noteSubclass(_ coder: AnyObject, of type: AnyClass) {
    unsafe isOfSubclass = Swift.type(of: coder) != type
  }

  private var current: AtomicWord { words[0] }
  private var readers: AtomicWord { words[1] }
  private var ownSessions: AtomicReference<SpareSessions> { AtomicReference(in: words[2]) }
  private var sharedSessions: AtomicWord { words[3] }
  private var hasReplaced: AtomicWord { words[4] }

  private init(_ options: Snapshot, sharing sessions: UInt) {
    words.beginLock(at: CoderState.lock)
    sharedSessions.storeReleasing(sessions)
    unsafe current.storeReleasing(UInt(bitPattern: Unmanaged.passRetained(options).toOpaque()))
  }

  deinit {
    unsafe CoderState.snapshot(current.loadAcquiring()).release()
    ownSessions.remove()
    words.endLock(at: CoderState.lock)
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
      unsafe swap(&old, &replaced)
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
    let shared = CoderState.address(ofSessions: session.snapshot.shared)
    let options = unsafe CoderState.address(Unmanaged.passUnretained(session.snapshot))
    // Consumed, so that it is not retained and released.
    let session = unsafe Unmanaged.passRetained((consume session) as AnyObject)
    if shared != 0 {
      unsafe CoderState.sessions(shared)._withUnsafeGuaranteedRef { unsafe $0.put(session) }
      return
    }
    if _slowPath(current.loadSequential() != options) { return unsafe session.release() }
    if ownSessions.withUncounted({ unsafe $0.put(session) }) == nil {
      unsafe ownSessions.storeIfNil(SpareSessions()).put(session)
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

  /// The address of sessions that are shared, or 0.
  @inline(__always)
  private static func address(ofSessions shared: SharedOptions?) -> UInt {
    guard let shared else { return 0 }
    return unsafe UInt(bitPattern: Unmanaged.passUnretained(shared.sessions).toOpaque())
  }

  @inline(__always)
  private static func sessions(_ address: UInt) -> Unmanaged<SpareSessions> {
    assert(address != 0)
    // Invariant: it is the address of sessions that are shared, which live as long as the process.
    return unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  @inline(__always)
  private func takeSession<Session: CodingSession>(madeFor address: UInt) -> Session?
  where Session.Snapshot == Snapshot {
    let shared = sharedSessions.loadAcquiring()
    // Those of other options are found if the options change at this moment. The comparison below drops them.
    let session: Session? =
      shared != 0
      ? unsafe CoderState.sessions(shared)._withUnsafeGuaranteedRef { $0.take() }
      : ownSessions.withUncounted { $0.take() } ?? nil
    guard let session,
      unsafe CoderState.address(Unmanaged.passUnretained(session.snapshot)) == address
    else { return nil }
    return session
  }
}

// MARK: - Options

extension CoderState where Snapshot: CoderSnapshot {
  /// The state of a new coder: that of one that is gone, or a new one.
  static func ofNewCoder(_ options: Snapshot = .initial) -> CoderState {
    let sessions = CoderState.address(ofSessions: options.shared)
    guard let state = Snapshot.spareStates.take(as: CoderState.self) else {
      return CoderState(options, sharing: sessions)
    }
    state.begin(options, sharing: sessions)
    return state
  }

  /// Keeps the state of a coder that is going away, for the next one. Nothing else may refer to the state.
  static func end(_ state: CoderState) {
    state.begin(.initial, sharing: CoderState.address(ofSessions: Snapshot.initial.shared))
    state.ownSessions.remove()
    unsafe state.replaced.removeAll()
    state.hasReplaced.storeRelaxed(0)
    unsafe Snapshot.spareStates.put(Unmanaged.passRetained(state as AnyObject))
  }

  /// Sets the options of a state that no other thread knows.
  private func begin(_ options: Snapshot, sharing sessions: UInt) {
    let new = unsafe Unmanaged.passUnretained(options)
    let old = current.loadAcquiring()
    if unsafe old == CoderState.address(new) { return }
    sharedSessions.storeReleasing(sessions)
    unsafe current.storeReleasing(CoderState.address(new.retain()))
    unsafe CoderState.snapshot(old).release()
  }

  // Once in the program, and not in the setter of each option: 6 KB.
  @inline(never)
  private func change(_ step: OptionStep?, _ body: (inout Snapshot.Options) -> Void) {
    var old: Snapshot?
    words.withLock(at: CoderState.lock) {
      let replacing = unsafe CoderState.snapshot(current.loadAcquiring())
      let changed = unsafe replacing.takeUnretainedValue().changed(step, body)
      sharedSessions.storeReleasing(CoderState.address(ofSessions: changed.shared))
      let new = unsafe Unmanaged.passRetained(changed)
      unsafe current.storeSequential(UInt(bitPattern: new.toOpaque()))
      old = unsafe replacing.takeRetainedValue()
      if readers.loadSequential() != 0, let kept = old.take() {
        unsafe replaced.append(kept)
        hasReplaced.storeSequential(1)
      }
    }
    // The readers that were seen may have left before they could see `hasReplaced`.
    if hasReplaced.loadSequential() != 0 { releaseReplaced() }
    releaseOwnSessions()
    extendLifetime(old)
  }

  /// An option. A `step` names a value that many coders set.
  subscript<Value>(
    _ option: WritableKeyPath<Snapshot.Options, Value>, step step: OptionStep? = nil
  ) -> Value {
    get { read { $0.options[keyPath: option] } }
    set { change(step) { $0[keyPath: option] = newValue } }
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
