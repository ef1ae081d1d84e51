/// The options that both coders have.
package protocol CoderOptions: Sendable {
  associatedtype Hook: FiledByType
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  var hooks: TypeTable<Hook> { get set }
  /// Strategies that other modules set, by their type.
  var settings: [ObjectIdentifier: any Sendable] { get set }
}

/// The options of a coder at one point in time, and everything derived from them.
package protocol CoderSnapshot: AnyObject, Sendable {
  associatedtype Options: CoderOptions
  var options: Options { get }
  init(_ options: Options)
}

extension CoderSnapshot {
  func changed(_ body: (inout Options) -> Void) -> Self {
    var options = options
    body(&options)
    return Self(options)
  }

  /// The `userInfo` that coders hand out.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo.mapValues { $0 as Any } }
}

/// Options that one thread may replace while others read them, without a lock for the readers, who count
/// themselves in and out. A writer publishes its options and then frees all replaced ones if it finds no
/// reader. Otherwise the next writer or `deinit` frees them.
@safe
final class SharedOptions<Snapshot: CoderSnapshot>: Sendable {
  // The address of the current options, which are retained, and the number of readers.
  private let words = AtomicWords(count: 2)
  // Replaced options that a thread may still be reading.
  private let replaced = Locked<[Snapshot]>([])

  private var current: AtomicWord { words[0] }
  private var readers: AtomicWord { words[1] }

  init(_ options: Snapshot) {
    unsafe current.storeReleasing(UInt(bitPattern: Unmanaged.passRetained(options).toOpaque()))
  }

  deinit { unsafe SharedOptions.snapshot(current.loadAcquiring()).release() }

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
    return try unsafe SharedOptions.snapshot(current.loadSequential())
      ._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Whether `snapshot` has the current options.
  @inline(__always)
  func areCurrent(_ snapshot: Snapshot) -> Bool {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(snapshot).toOpaque())
    return current.loadSequential() == address
  }

  private func change(_ body: (inout Snapshot.Options) -> Void) {
    replaced.withLock { replaced in
      let old = unsafe SharedOptions.snapshot(current.loadAcquiring())
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
  func setting<S: Sendable>(_ type: S.Type) -> S? {
    read { $0.options.settings[ObjectIdentifier(type)] as? S }
  }

  /// Changes the options of another module with `body`, which returns the hooks that implement them.
  func change<S: Sendable>(from initial: S, _ body: (inout S) -> [Snapshot.Options.Hook]) {
    change {
      var setting = $0.settings[ObjectIdentifier(S.self)] as? S ?? initial
      $0.hooks = $0.hooks.adding(body(&setting))
      $0.settings[ObjectIdentifier(S.self)] = setting
    }
  }
}
