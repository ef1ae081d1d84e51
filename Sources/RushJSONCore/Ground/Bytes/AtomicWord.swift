internal import _RushJSONShims

/// A word that several threads may read and write, in memory of its owner.
@safe
package struct AtomicWord: @unchecked Sendable {
  // Invariant: an initialised word, which the owner of this value keeps.
  private let address: UnsafeMutablePointer<UInt>

  @inline(__always)
  init(at address: UnsafeMutablePointer<UInt>) {
    assert(UInt(bitPattern: address) % UInt(MemoryLayout<UInt>.alignment) == 0)
    unsafe self.address = unsafe address
  }

  @inline(__always)
  package func loadRelaxed() -> UInt { unsafe UInt(rush_load_relaxed(address)) }

  @inline(__always)
  package func loadAcquiring() -> UInt { unsafe UInt(rush_load_acquire(address)) }

  @inline(__always)
  package func loadSequential() -> UInt { unsafe UInt(rush_load_sequential(address)) }

  @inline(__always)
  package func storeRelaxed(_ value: UInt) { unsafe rush_store_relaxed(address, value) }

  @inline(__always)
  package func storeReleasing(_ value: UInt) { unsafe rush_store_release(address, value) }

  @inline(__always)
  package func storeSequential(_ value: UInt) { unsafe rush_store_sequential(address, value) }

  /// Stores `value` and returns what it replaces. Sequentially consistent.
  @inline(__always)
  package func exchange(_ value: UInt) -> UInt { unsafe UInt(rush_exchange(address, value)) }

  /// Stores `value` if the word is 0. Returns what the word was. Sequentially consistent.
  @inline(__always)
  package func storeIfZero(_ value: UInt) -> UInt {
    unsafe UInt(rush_compare_exchange(address, 0, value))
  }

  /// Adds `value`, sequentially consistent.
  @inline(__always)
  package func addSequential(_ value: UInt) { _ = unsafe rush_add_sequential(address, value) }

  /// Subtracts `value`, sequentially consistent.
  @inline(__always)
  package func subtractSequential(_ value: UInt) {
    _ = unsafe rush_add_sequential(address, 0 &- value)
  }
}

/// Words that several threads may read and write, with memory of their own.
@safe
package struct AtomicMemory: ~Copyable, @unchecked Sendable {
  // Invariant: `count` words.
  private let words: UnsafeMutablePointer<UInt>
  package let count: Int

  /// Words that are all 0.
  package init(count: Int) {
    precondition(count > 0)
    self.count = count
    unsafe words = .allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
  }

  deinit { unsafe words.deallocate() }

  /// The word at `index`. It must not be used after the words are freed.
  @inline(__always)
  package subscript(index: Int) -> AtomicWord {
    assert(index >= 0 && index < count)
    return unsafe AtomicWord(at: words + index)
  }
}

extension AtomicMemory {
  /// How many words a lock takes.
  @inline(__always)
  static var lockWords: Int {
    (MemoryLayout<rush_lock>.size &+ MemoryLayout<UInt>.size &- 1) / MemoryLayout<UInt>.size
  }

  /// Makes a lock of the words from `index` on, which must have no other use. ``endLock(at:)`` has to end it.
  func beginLock(at index: Int) {
    unsafe lock(at: index).initialize(to: rush_lock())
    unsafe rush_lock_init(lock(at: index))
  }

  func endLock(at index: Int) { unsafe rush_lock_destroy(lock(at: index)) }

  /// Calls `body` while the lock is held.
  @inline(__always)
  func withLock(at index: Int, _ body: () -> Void) {
    unsafe rush_lock_lock(lock(at: index))
    body()
    unsafe rush_lock_unlock(lock(at: index))
  }

  private func lock(at index: Int) -> UnsafeMutablePointer<rush_lock> {
    assert(index >= 0 && index &+ AtomicMemory.lockWords <= count)
    // Invariant: the words are there, and a word is aligned as a lock.
    return unsafe UnsafeMutableRawPointer(words + index).assumingMemoryBound(to: rush_lock.self)
  }
}

/// A reference that is set once, by the first of several threads.
@safe
struct AtomicReference<Object: AnyObject>: @unchecked Sendable {
  // Invariant: 0, or the address of an object that the word keeps alive.
  private let word: AtomicWord

  /// A reference in a word that is 0 or belongs to a reference already.
  @inline(__always)
  init(in word: AtomicWord) { self.word = word }

  /// The object, or `nil` if it is not set yet.
  @inline(__always)
  func load() -> Object? { AtomicReference.object(word.loadAcquiring()) }

  /// Calls `body` with the object, if it is set. The object is not counted meanwhile: the word keeps it.
  @inline(__always)
  func withUncounted<R>(_ body: (Object) -> R) -> R? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word.loadAcquiring()) else {
      return nil
    }
    return unsafe Unmanaged<Object>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  /// Sets the object unless there is one. Returns the one that is set.
  func storeIfNil(_ new: Object) -> Object {
    let retained = unsafe Unmanaged.passRetained(new)
    let address = unsafe UInt(bitPattern: retained.toOpaque())
    guard let present = AtomicReference.object(word.storeIfZero(address)) else { return new }
    unsafe retained.release()
    return present
  }

  /// Sets the object that `make` makes of the one that is set, which it takes over. One thread at a time may do that.
  func replace(_ make: (Object?) -> Object) {
    let new = unsafe Unmanaged.passRetained(make(load()))
    let old = AtomicReference.object(word.exchange(unsafe UInt(bitPattern: new.toOpaque())))
    if let old { unsafe Unmanaged.passUnretained(old).release() }
  }

  /// Releases the object, if there is one, and refers to none. Nothing may use the reference meanwhile.
  @inline(__always)
  func remove() {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word.loadAcquiring()) else { return }
    word.storeRelaxed(0)
    unsafe Unmanaged<Object>.fromOpaque(address).release()
  }

  @inline(__always)
  private static func object(_ address: UInt) -> Object? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
  }
}

// MARK: - Locked

/// A value that one thread at a time may use. Copies share the value.
///
/// `body` must not use the same `Locked` again, because the lock is not recursive.
@safe
package struct Locked<Value>: @unchecked Sendable {
  private let memory: Memory

  /// The value and its lock, in one allocation.
  @safe
  private final class Memory: ManagedBuffer<Value, rush_lock> {
    deinit { unsafe withUnsafeMutablePointerToElements { unsafe rush_lock_destroy($0) } }
  }

  package init(_ value: sending Value) {
    let memory = Memory.make(capacity: 1) { memory in
      unsafe memory.withUnsafeMutablePointerToElements { lock in
        // Invariant: there is room for one lock.
        unsafe lock.initialize(to: rush_lock())
        unsafe rush_lock_init(lock)
      }
      return value
    }
    self.memory = unsafe unsafeDowncast(memory, to: Memory.self)
  }

  /// Calls `body` with the value, while the lock is held.
  package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    // Invariant: the value stays where it is, and no other thread uses it while the lock is held.
    // Two closures, because Swift 6.2 takes the pointers of one tuple for one value, which `body`
    // sends away while the lock is still needed.
    let value = unsafe memory.withUnsafeMutablePointerToHeader { unsafe $0 }
    let lock = unsafe memory.withUnsafeMutablePointerToElements { unsafe $0 }
    unsafe rush_lock_lock(lock)
    defer {
      unsafe rush_lock_unlock(lock)
      extendLifetime(memory)
    }
    return try unsafe body(&value.pointee)
  }
}
