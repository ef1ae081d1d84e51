// Reference counts seen through an unmanaged reference.
//
//   T               │ address of the object │      counted
//   Unmanaged<T>    │ address of the object │      the same word, not counted
//
// `isKnownUniquelyReferenced` takes a counted reference, so its caller must be an owner. Here the
// owner is elsewhere: the keeper of a container, the snapshot around a node. `Uniqueness.isKnown`
// probes both answers. Where it fails, no object counts as unique, and nothing is reused.

/// Whether references can be counted from the outside.
enum Uniqueness {
  private final class Probe {}

  /// Whether an object with one owner is found unique, and with two owners is not.
  static let isKnown: Bool = {
    guard Layouts.areEnabled, unsafe MemoryLayout<Unmanaged<Probe>>.size == MemoryLayout<Probe>.size
    else { return false }
    var owners = [Probe()]
    var reference = unsafe Unmanaged.passUnretained(owners[0])
    guard unsafe reference.isOnlyReference() else { return false }
    owners.append(owners[0])
    let isUnique = unsafe reference.isOnlyReference()
    return withExtendedLifetime(owners) { !isUnique }
  }()
}

extension Unmanaged {
  /// Whether exactly one counted reference to the object is left. Requires ``Uniqueness/isKnown``.
  @inline(__always)
  mutating func isOnlyReference() -> Bool {
    guard Layouts.areEnabled else { return false }
    // Unprotected: nothing is written through the pointer, so the caller's stack needs no guard.
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &self) { reference in
      // Invariant: an unmanaged reference has the same memory as a counted one.
      unsafe isKnownUniquelyReferenced(
        &UnsafeMutableRawPointer(reference).assumingMemoryBound(to: Instance.self).pointee)
    }
  }
}
