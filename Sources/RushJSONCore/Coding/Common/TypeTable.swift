/// A way to code a type. A class and not a protocol, because the runtime would look up the conformance for a table's
/// metadata.
package class TypeKeyed: @unchecked Sendable {
  package let type: ObjectIdentifier

  init(_ type: ObjectIdentifier) { self.type = type }
}

/// From types to the ways to code them: a table with open addressing, by the address of metadata. A look-up
/// needs neither a cast nor a conformance, so it costs two loads.
@safe
package final class TypeTable<Hook: TypeKeyed>: @unchecked Sendable {
  // Invariant: 2 ** bits slots, at least half of them empty. `hooks` keeps the hooks alive.
  private let slots: UnsafeMutablePointer<Slot>
  private let shift: UInt64
  let hooks: [Hook]
  // The last four types of each group of hashes that are known not to be collections. The answer is the
  // same for all coders and threads, so the order of accesses does not matter.
  private let plainTypes = AtomicMemory(count: 256)
  // The same for types that are known to be read and written by `Codable` alone.
  private let indirectTypes = AtomicMemory(count: 256)

  @safe
  private struct Slot {
    var type: UInt
    var hook: Unmanaged<Hook>?
  }

  /// A table of these hooks. Of several hooks for one type, the last counts.
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

  /// A copy with more hooks, which replace those for the same types.
  package func adding(_ more: [Hook]) -> TypeTable {
    let replaced = Set(more.map(\.type))
    return TypeTable(hooks.filter { !replaced.contains($0.type) } + more)
  }

  @inline(__always)
  private static func start(_ type: UInt, _ shift: UInt64) -> Int {
    // Fibonacci hashing, because metadata are near each other at multiples of eight.
    Int(truncatingIfNeeded: (UInt64(type) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
  }

  /// The hook for a type, or `nil` if the type codes itself.
  @inline(__always)
  subscript(type: any Any.Type) -> Hook? { unsafe unretained(type)?.takeUnretainedValue() }

  /// The hook for a type as a reference that is not counted: the table keeps the hook.
  @inline(__always)
  func unretained(_ type: any Any.Type) -> Unmanaged<Hook>? {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let mask = Int(truncatingIfNeeded: ~UInt64(0) &>> shift)
    var at = TypeTable.start(type, shift)
    while true {
      let found = unsafe slots[at].type
      if found == 0 { return nil }
      if found == type { return unsafe slots[at].hook }
      at = (at &+ 1) & mask
    }
  }

  @inline(__always)
  func isNotCollection(_ type: ObjectIdentifier) -> Bool {
    let type = UInt(bitPattern: type)
    return TypeTable.isKnown(type, in: plainTypes, at: TypeTable.start(type, 56))
  }

  func markNotCollection(_ type: ObjectIdentifier) {
    let type = UInt(bitPattern: type)
    TypeTable.note(type, in: plainTypes, at: TypeTable.start(type, 56))
  }

  @inline(__always)
  func hasNoHook(_ type: ObjectIdentifier) -> Bool {
    let type = UInt(bitPattern: type)
    return TypeTable.isKnown(type, in: indirectTypes, at: TypeTable.start(type, 56))
  }

  func markIndirect(_ type: ObjectIdentifier) {
    let type = UInt(bitPattern: type)
    TypeTable.note(type, in: indirectTypes, at: TypeTable.start(type, 56))
  }

  @inline(__always)
  private static func isKnown(_ type: UInt, in types: borrowing AtomicMemory, at slot: Int) -> Bool
  {
    let first = slot & ~3
    return types[first].loadRelaxed() == type || types[first | 1].loadRelaxed() == type
      || types[first | 2].loadRelaxed() == type || types[first | 3].loadRelaxed() == type
  }

  /// Notes a type. A bucket has four slots: with two, types with the same hash displaced each other, and a text of 20
  /// types met 600 look-ups.
  private static func note(_ type: UInt, in types: borrowing AtomicMemory, at slot: Int) {
    let first = slot & ~3
    for slot in [first | 3, first | 2, first | 1] {
      types[slot].storeRelaxed(types[slot &- 1].loadRelaxed())
    }
    types[first].storeRelaxed(type)
  }
}

// MARK: - RecentTypes

/// A session's findings about the last 16 types. A linear search is faster than a dictionary.
struct RecentTypes<Finding> {
  private var entries: [(type: ObjectIdentifier, finding: Finding)] = []

  @inline(__always)
  subscript(type: ObjectIdentifier) -> Finding? {
    for entry in entries where entry.type == type { return entry.finding }
    return nil
  }

  mutating func add(_ type: ObjectIdentifier, _ finding: Finding) {
    if entries.count == 16 { entries.removeFirst() }
    entries.append((type, finding))
  }
}

// MARK: - CoderManagedType

/// A standard type that is `JSONReadable`, but that coders decode and encode with their own code.
///
/// Its errors, keys and limits stay those of `Codable`. Its elements still read and write themselves, one by
/// one.
protocol CoderManagedType {}

/// A coder of another library was asked for a type without `Codable`. It takes a tree instead.
///
/// The coder's caller makes the tree: conformances are in every program, and would bring the code for trees.
package struct OtherCoder: Error {
  init() {}
}

extension Optional: CoderManagedType {}
extension JSONField: CoderManagedType {}
extension Array: CoderManagedType {}
extension ContiguousArray: CoderManagedType {}
extension Set: CoderManagedType {}
extension Dictionary: CoderManagedType {}

extension RawJSON: CoderManagedType {}
extension JSONObject: CoderManagedType {}
extension JSONNumber: CoderManagedType {}
extension JSONTimestamp: CoderManagedType {}
