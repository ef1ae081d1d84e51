// How a session codes values of each type: by a hook, or by the type's own conformance.
//
//   type ──▶ slot: address of metadata │ hook, or `nil` for a type without one
//
// A session enters each type when it meets the first value of it. The look-up needs neither a cast nor a
// conformance, so it costs two loads. Hooks of the options come first, then those of the core, which are found by the
// identity of the type, and those of models that are known (KnownTypes).

/// A way to code the values of a type other than by its own conformance.
package class TypeHook: @unchecked Sendable {
  let type: ObjectIdentifier

  init(_ type: ObjectIdentifier) { self.type = type }
}

/// From types to their hooks: a table with open addressing, which only grows.
///
/// A hook is not counted when it is used, because the table keeps it.
@safe
struct TypeMap<Hook: TypeHook>: ~Copyable {
  @safe
  private struct Slot {
    /// 0 in a free slot.
    var type: UInt = 0
    var hook: Unmanaged<Hook>?
  }

  // Invariant: 2 ** (64 - shift) slots, at least half of them free. Their hooks are retained.
  private var slots: CheckedPointer<Slot>
  private var shift: UInt64
  private var count = 0
  private var replaced: [Hook] = []

  init() { self.init(shift: 59) }

  private init(shift: UInt64) {
    self.shift = shift
    slots = unsafe .allocate(capacity: 1 &<< Int(64 &- shift))
    slots.initialize(repeating: Slot(), count: capacity)
  }

  deinit {
    for at in 0..<capacity { unsafe slots[at].hook?.release() }
    unsafe slots.deallocate()
  }

  private var capacity: Int { 1 &<< Int(64 &- shift) }

  /// The slot of a type, or the free one where it belongs.
  @inline(__always)
  private func slot(of type: UInt) -> Int {
    // Otherwise the search may have no end.
    assert(type != 0 && 2 &* count <= capacity)
    // Fibonacci hashing, because metadata are near each other at multiples of eight.
    var at = Int(truncatingIfNeeded: (UInt64(type) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
    while slots[at].type != type, slots[at].type != 0 {
      at = (at &+ 1) & Int(truncatingIfNeeded: ~UInt64(0) &>> shift)
    }
    return at
  }

  /// The hook for a type, `.some(nil)` if it has none, or `nil` if the type was not entered.
  @inline(__always)
  subscript(type: any Any.Type) -> Unmanaged<Hook>?? {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let slot = slots[slot(of: type)]
    return unsafe slot.type == type ? .some(slot.hook) : nil
  }

  /// Enters a type that was not entered yet.
  mutating func add(_ hook: Hook?, for type: any Any.Type) -> Unmanaged<Hook>? {
    if 2 &* (count &+ 1) > capacity { grow() }
    count &+= 1
    let kept = unsafe hook.map { unsafe Unmanaged.passRetained($0) }
    let type = UInt(bitPattern: ObjectIdentifier(type))
    assert(slots[slot(of: type)].type == 0)
    slots[slot(of: type)] = unsafe Slot(type: type, hook: kept)
    return unsafe kept
  }

  /// Whether a type was entered without a hook.
  func lacksHook(for type: any Any.Type) -> Bool {
    if case .some(.none) = unsafe self[type] { true } else { false }
  }

  /// Gives a type that was entered another hook. The old one lives as long as the table, because a call may be in it.
  mutating func replace(_ hook: Hook, for type: any Any.Type) {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let slot = slot(of: type)
    guard slots[slot].type == type else { return }
    if let old = unsafe slots[slot].hook { replaced.append(unsafe old.takeRetainedValue()) }
    unsafe slots[slot].hook = unsafe Unmanaged.passRetained(hook)
  }

  private mutating func grow() {
    assert(shift > 1)
    var larger = TypeMap(shift: shift &- 1)
    for at in 0..<capacity where slots[at].type != 0 {
      larger.slots[larger.slot(of: slots[at].type)] = slots[at]
      unsafe slots[at].hook = nil
    }
    larger.count = count
    larger.replaced = replaced
    self = larger
  }
}

/// Questions about the standard library that coders answer by the names of types.
enum StandardLibrary {
  /// The generic types whose values coders know.
  enum Family {
    case none, array, contiguousArray, set, optional, dictionaryOfStrings, dictionary, other
  }

  /// The generic type that a type is of, or `.none` if it is not the standard library's. Costs a twentieth of a look-up
  /// of a conformance.
  static func family(of type: any Any.Type) -> Family {
    let name = _typeName(type)
    guard name.hasPrefix("Swift.") else { return .none }
    return if name.hasPrefix("Swift.Array<") {
      .array
    } else if name.hasPrefix("Swift.Dictionary<") {
      name.hasPrefix("Swift.Dictionary<Swift.String, ") ? .dictionaryOfStrings : .dictionary
    } else if name.hasPrefix("Swift.Optional<") {
      .optional
    } else if name.hasPrefix("Swift.Set<") {
      .set
    } else if name.hasPrefix("Swift.ContiguousArray<") {
      .contiguousArray
    } else {
      .other
    }
  }
}
