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

/// The options of a coder at one point in time, and everything derived from them.
package protocol CoderSnapshot: AnyObject, Sendable {
  associatedtype Options: CoderOptions
  var options: Options { get }
  init(_ options: Options)

  /// The options of a new coder. They live as long as the process.
  static var initial: Self { get }
  /// The sessions of all coders that have the options of a new one: many programs make a coder for each call.
  static var initialSessions: SpareSessions { get }
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

  func changed(_ body: (inout Options) -> Void) -> Self {
    var options = options
    body(&options)
    return Self(options)
  }

  /// The `userInfo` that coders hand out.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo.mapValues { $0 as Any } }
}

/// The state of a decoder or an encoder: its options, and the sessions that calls have left.
///
/// One thread may replace the options while others read them, without a lock for the readers, who count
/// themselves in and out. A writer publishes its options and then frees all replaced ones if it finds no
/// reader. Otherwise the next writer or `deinit` frees them.
///
/// The coder has sessions of its own from its first call with other options than those of a new coder.
@safe
package final class CoderState<Snapshot: AnyObject & Sendable>: @unchecked Sendable {
  // The class does not require `CoderSnapshot`: to make its metadata, the runtime would look up the conformance,
  // which takes 240,000 instructions in each process.

  // The address of the current options, which are retained, the number of readers, and the address of the
  // coder's own sessions, or 0.
  private let words = AtomicMemory(count: 3)
  // Invariant: both live as long as the process.
  private let initial: Unmanaged<Snapshot>
  private let initialSessions: Unmanaged<SpareSessions>
  // Replaced options that a thread may still be reading.
  private let replaced = Locked<[Snapshot]>([])

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

  private init(_ options: Snapshot, initial: Snapshot, initialSessions: SpareSessions) {
    unsafe self.initial = .passUnretained(initial)
    unsafe self.initialSessions = .passUnretained(initialSessions)
    unsafe current.storeReleasing(UInt(bitPattern: Unmanaged.passRetained(options).toOpaque()))
  }

  deinit {
    unsafe CoderState.snapshot(current.loadAcquiring()).release()
    ownSessions.remove()
  }

  /// The options at the address that `current` holds.
  @inline(__always)
  private static func snapshot(_ address: UInt) -> Unmanaged<Snapshot> {
    // Invariant: it always holds one.
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  /// Calls `body` with the current options, which stay alive during the call. To keep them longer,
  /// retain them.
  @inline(__always)
  func read<R>(_ body: (Snapshot) throws -> R) rethrows -> R {
    // Sequentially consistent, here and in `change`: either the writer sees the reader, or the reader
    // sees what was written.
    readers.addSequential(1)
    defer { readers.subtractReleasing(1) }
    // Invariant: they are not released while a reader is counted.
    return try unsafe CoderState.snapshot(current.loadSequential())
      ._withUnsafeGuaranteedRef { try body($0) }
  }

  /// The current options.
  var snapshot: Snapshot { read { $0 } }

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

  /// Keeps a session that nothing else refers to, if there is room.
  @inline(__always)
  func put<Session: CodingSession>(_ session: consuming Session)
  where Session.Snapshot == Snapshot {
    let isInitial = unsafe isInitial(
      CoderState.address(Unmanaged.passUnretained(session.snapshot)))
    // Consumed, so that it is not retained and released.
    let session = unsafe Unmanaged.passRetained((consume session) as AnyObject)
    if isInitial {
      unsafe initialSessions._withUnsafeGuaranteedRef { unsafe $0.put(session) }
    } else if ownSessions.withUncounted({ unsafe $0.put(session) }) == nil {
      unsafe ownSessions.storeIfNil(SpareSessions()).put(session)
    }
  }

  @inline(__always)
  private static func address(_ snapshot: Unmanaged<Snapshot>) -> UInt {
    unsafe UInt(bitPattern: snapshot.toOpaque())
  }

  @inline(__always)
  private func isInitial(_ address: UInt) -> Bool {
    unsafe address == CoderState.address(initial)
  }

  @inline(__always)
  private func takeSession<Session: CodingSession>(madeFor address: UInt) -> Session?
  where Session.Snapshot == Snapshot {
    let session: Session? =
      isInitial(address)
      ? unsafe initialSessions._withUnsafeGuaranteedRef { $0.take() }
      : ownSessions.withUncounted { $0.take() } ?? nil
    guard let session,
      unsafe CoderState.address(Unmanaged.passUnretained(session.snapshot)) == address
    else { return nil }
    return session
  }
}

// MARK: - Options

extension CoderState where Snapshot: CoderSnapshot {
  convenience init(_ options: Snapshot = .initial) {
    self.init(options, initial: .initial, initialSessions: Snapshot.initialSessions)
  }

  // Once in the program, and not in the setter of each option: 6 KB.
  @inline(never)
  private func change(_ body: (inout Snapshot.Options) -> Void) {
    replaced.withLock { replaced in
      let old = unsafe CoderState.snapshot(current.loadAcquiring())
      let new = unsafe Unmanaged.passRetained(old.takeUnretainedValue().changed(body))
      unsafe current.storeSequential(UInt(bitPattern: new.toOpaque()))
      unsafe replaced.append(old.takeRetainedValue())
      if readers.loadSequential() == 0 { replaced.removeAll() }
    }
  }

  subscript<Value>(_ option: WritableKeyPath<Snapshot.Options, Value>) -> Value {
    get { read { $0.options[keyPath: option] } }
    set { change { $0[keyPath: option] = newValue } }
  }

  /// The options of type `S` that another module has set, or `nil` if it has not.
  package func setting<S: Sendable>(_ type: S.Type) -> S? {
    read { $0.options.settings[ObjectIdentifier(type)] as? S }
  }

  /// Changes the options of another module with `body`, which returns the hooks that implement them.
  package func change<S: Sendable>(from initial: S, _ body: (inout S) -> [TypeHook]) {
    change {
      var setting = $0.settings[ObjectIdentifier(S.self)] as? S ?? initial
      let hooks = body(&setting)
      $0.replaceHooks(by: hooks)
      $0.settings[ObjectIdentifier(S.self)] = setting
    }
  }
}
