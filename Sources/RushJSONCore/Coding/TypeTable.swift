internal import Synchronization

/// What belongs to one type.
package protocol FiledByType: AnyObject, Sendable {
  var type: ObjectIdentifier { get }
}

/// From types to the ways to code them: an open table, by the address of the type's metadata.
///
/// No cast and no conformance is looked up, so a look-up costs the same two loads in a program of a
/// hundred thousand conformances.
@safe
package final class TypeTable<Hook: FiledByType>: @unchecked Sendable {
  // Invariant: 2 ** bits slots, of which at least half are empty; the hooks are kept by `hooks`.
  private let slots: UnsafeMutablePointer<Slot>
  private let shift: UInt64
  let hooks: [Hook]
  // Types that are known to be no collections: each slot has the last one that came to it. Another
  // coder's answer is as good, so these are shared, and nothing has to be ordered.
  private let plainTypes = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

  @safe
  private struct Slot {
    var type: UInt
    var hook: Unmanaged<Hook>?
  }

  /// A table of these hooks; the last one of several for a type counts.
  package init(_ hooks: [Hook]) {
    self.hooks = hooks
    var bits = 4
    while 1 &<< bits < hooks.count &* 3 { bits &+= 1 }
    shift = UInt64(64 &- bits)
    unsafe slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1 &<< bits)
    unsafe slots.initialize(repeating: Slot(type: 0, hook: nil), count: 1 &<< bits)
    let mask = 1 &<< bits &- 1
    for hook in hooks {
      let type = UInt(bitPattern: hook.type)
      var at = TypeTable.start(type, shift)
      while unsafe slots[at].type != 0, unsafe slots[at].type != type { at = (at &+ 1) & mask }
      unsafe slots[at] = unsafe Slot(type: type, hook: Unmanaged.passUnretained(hook))
    }
  }

  deinit { unsafe slots.deallocate() }

  /// This table with more hooks, which replace those for the same types.
  package func adding(_ more: [Hook]) -> TypeTable {
    let replaced = Set(more.map(\.type))
    return TypeTable(hooks.filter { !replaced.contains($0.type) } + more)
  }

  @inline(__always)
  private static func start(_ type: UInt, _ shift: UInt64) -> Int {
    // Fibonacci hashing: metadata lie at multiples of eight, near each other.
    Int(truncatingIfNeeded: (UInt64(type) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
  }

  /// The way to code a type, if it is not by its own `init(from:)` or `encode(to:)`.
  @inline(__always)
  subscript(type: any Any.Type) -> Hook? {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let mask = Int(truncatingIfNeeded: ~UInt64(0) &>> shift)
    var at = TypeTable.start(type, shift)
    while true {
      let found = unsafe slots[at].type
      if found == 0 { return nil }
      if found == type { return unsafe slots[at].hook?.takeUnretainedValue() }
      at = (at &+ 1) & mask
    }
  }

  /// Whether a type has been found to be no array and no dictionary.
  @inline(__always)
  func isKnownPlain(_ type: ObjectIdentifier) -> Bool {
    let type = UInt(bitPattern: type)
    return plainTypes[TypeTable.start(type, 58)].load(ordering: .relaxed) == type
  }

  func markPlain(_ type: ObjectIdentifier) {
    let type = UInt(bitPattern: type)
    plainTypes[TypeTable.start(type, 58)].store(type, ordering: .relaxed)
  }
}
