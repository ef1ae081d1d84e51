// The types of the program that coders have met and that have said what they are.
//
// A cast to a protocol that a type does not conform to makes the runtime read every conformance of the program, once for each
// type and protocol. So no coder asks a type whether it is a model. A model says so itself, in its `init(from:)` or
// `encode(to:)`, whose generated code knows the answer when it is compiled. From the next session on, coders find it here.
//
//   first value   type ─→ no hook ─→ init(from: any Decoder) ─→ JSONReader(decoder, for: Self.self) ─→ entered
//   later         type ─→ entered ─→ hook ─→ init(from: inout JSONReader)

/// Entries for types that coders have met, by the identity of the type. Shared by all threads of a process.
///
/// Neither a dictionary, whose type would look up two conformances in each process, nor generic, because the runtime makes
/// each type of locks.
struct KnownTypes: Sendable {
  private final class Entries {
    var map = TypeMap<TypeHook>()
  }

  private let entries = Locked(Entries())

  /// The entry for a type, or `nil` if it has none.
  subscript(type: any Any.Type) -> TypeHook? {
    entries.withLock { entries in
      guard case .some(.some(let entry)) = unsafe entries.map[type] else { return nil }
      // Invariant: the map keeps its entries.
      return unsafe entry.takeUnretainedValue()
    }
  }

  /// Enters a type. Called once for each session that meets it without a hook.
  func enter(_ entry: TypeHook, for type: any Any.Type) {
    entries.withLock { entries in
      if unsafe entries.map[type] == nil { _ = unsafe entries.map.add(entry, for: type) }
    }
  }
}
