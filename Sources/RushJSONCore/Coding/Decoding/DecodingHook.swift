/// A way to decode a type other than by its `init(from:)`; always a `ValueHook`.
package class DecodingHook: TypeKeyed, @unchecked Sendable {}

/// From types to the ways to decode them.
package typealias DecodingHookTable = TypeTable<DecodingHook>

// MARK: - FoundHooks

/// The hooks that a session has found, by their types: a table with open addressing, which only grows.
///
/// A hook is not counted when it is used, because the table keeps it.
@safe
struct FoundHooks: ~Copyable {
  @safe
  private struct Slot {
    var type: UInt = 0
    var hook: Unmanaged<DecodingHook>?
  }

  // Invariant: 2 ** (64 - shift) slots, at least half of them empty. Their hooks are retained.
  private var slots: UnsafeMutablePointer<Slot>
  private var shift: UInt64
  private var count = 0

  init() { self.init(shift: 60) }

  private init(shift: UInt64) {
    self.shift = shift
    let capacity = FoundHooks.capacity(shift)
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: Slot(), count: capacity)
  }

  deinit {
    for at in 0..<FoundHooks.capacity(shift) { unsafe slots[at].hook?.release() }
    unsafe slots.deallocate()
  }

  private static func capacity(_ shift: UInt64) -> Int { 1 &<< Int(64 &- shift) }

  @inline(__always)
  private func slot(of type: UInt) -> Int {
    // As in `TypeTable`.
    var at = Int(truncatingIfNeeded: (UInt64(type) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
    while unsafe slots[at].type != type, unsafe slots[at].type != 0 {
      at = (at &+ 1) & Int(truncatingIfNeeded: ~UInt64(0) &>> shift)
    }
    return at
  }

  @inline(__always)
  subscript(type: ObjectIdentifier) -> Unmanaged<DecodingHook>? {
    unsafe slots[slot(of: UInt(bitPattern: type))].hook
  }

  /// Adds the hook for a type that has none.
  mutating func add(_ hook: DecodingHook) -> Unmanaged<DecodingHook> {
    if 2 &* (count &+ 1) > FoundHooks.capacity(shift) { grow() }
    count &+= 1
    let kept = unsafe Unmanaged.passRetained(hook)
    let type = UInt(bitPattern: hook.type)
    unsafe slots[slot(of: type)] = unsafe Slot(type: type, hook: kept)
    return unsafe kept
  }

  private mutating func grow() {
    let larger = FoundHooks(shift: shift &- 1)
    for at in 0..<FoundHooks.capacity(shift) where unsafe slots[at].type != 0 {
      unsafe larger.slots[larger.slot(of: slots[at].type)] = unsafe slots[at]
      unsafe slots[at].hook = nil
    }
    var moved = larger
    moved.count = count
    self = moved
  }
}
