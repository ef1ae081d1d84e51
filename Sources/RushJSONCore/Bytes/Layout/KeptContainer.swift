// A keyed container that is used again and again: see ContainerPool.swift.
//
//   pool ──▶ keeper ──▶ KeyedDecodingContainer<Key>, which is a reference to
//                       object:  type │ counts │ our container
//
// To copy a container whose type of keys is not known before run time, its size has to be looked up in
// the runtime's tables, which takes longer than all the rest. The keeper is made for the container's
// type, and knows from its own what else would be looked up.

/// A container of the standard library, and where ours is in it.
@safe
struct KeptContainer {
  let keyType: ObjectIdentifier
  private let keeper: AnyObject
  // Invariant: the keeper, without counting.
  private let unmanagedKeeper: Unmanaged<AnyObject>
  // Invariant: what the container refers to, which the keeper keeps.
  private var object: Unmanaged<AnyObject>

  /// Keeps `container`, which must be one reference.
  init<Container>(_ container: Container, keyType: ObjectIdentifier) {
    self.keyType = keyType
    // Invariant: the caller has compared the sizes.
    unsafe object = unsafe Unmanaged.passUnretained(
      unsafeBitCast(container, to: AnyObject.self))
    keeper = ContainerKeeper(container)
    unsafe unmanagedKeeper = Unmanaged.passUnretained(keeper)
  }

  /// Whether nobody else has the container.
  @inline(__always)
  mutating func isUnused() -> Bool { unsafe object.isOnlyReference() }

  /// The container, which must be of this type.
  @inline(__always)
  func container<Container>(as type: Container.Type) -> Container {
    // Invariant: the caller's, and `self` lives during the call.
    unsafe unmanagedKeeper._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: ContainerKeeper<Container>.self).copy()
    }
  }

  /// What lies behind the two words of every object: our container.
  @inline(__always)
  var contents: UnsafeMutableRawPointer { unsafe object.toOpaque() + 16 }
}

/// Keeps a value of a type that others know by name only.
private final class ContainerKeeper<Container> {
  private let container: Container

  init(_ container: Container) { self.container = container }

  // Not inlined: in the caller the type would have to be looked up again.
  @inline(never)
  func copy() -> Container { container }
}
