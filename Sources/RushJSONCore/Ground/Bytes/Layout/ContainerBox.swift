// The standard library's boxes around keyed containers.
//
//   KeyedDecodingContainer<Key> ──▶ box:  type │ counts │ fields of this library's container
//   KeyedEncodingContainer<Key> ──▶       0      8        16
//
// A container pool (Coding) refills the fields of a box that nobody else refers to, which saves an
// allocation and several look-ups of generic metadata for every object of a text.
//
// The standard library does not promise this layout. `KeptContainer.hasKnownBox` probes it; where it
// is unknown, a coder makes a new container each time.
//
// Copying a container whose type of keys is known only at run time makes the runtime look up its
// size, which takes longer than everything else. A keeper is generic over the container and knows
// its size:
//
//   pool ──▶ keeper ──▶ KeyedDecodingContainer<Key> ──▶ box

/// A container of the standard library that is kept for reuse, and access to its box.
@safe
struct KeptContainer {
  let keyType: ObjectIdentifier
  private let keeper: AnyObject
  // Invariant: the object in `keeper`, used without counting.
  private let unmanagedKeeper: Unmanaged<AnyObject>
  // Invariant: the box, which the container in `keeper` keeps alive.
  private var box: Unmanaged<AnyObject>

  /// Keeps `container`. Requires `hasKnownBox` for containers of this kind.
  init<Container>(_ container: Container, keyType: ObjectIdentifier) {
    self.keyType = keyType
    // Invariant: the probe has found that a container is one reference.
    unsafe box = unsafe Unmanaged.passUnretained(unsafeBitCast(container, to: AnyObject.self))
    keeper = ContainerKeeper(container)
    unsafe unmanagedKeeper = Unmanaged.passUnretained(keeper)
  }

  /// Whether the pool holds the only reference to the container.
  @inline(__always) mutating func isUnused() -> Bool { unsafe box.isOnlyReference() }

  /// The container, which must be of this type.
  @inline(__always)
  func container<Container>(as type: Container.Type) -> Container {
    // Invariant: the caller files containers by type, and `self` lives during the call.
    unsafe unmanagedKeeper._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: ContainerKeeper<Container>.self).copy()
    }
  }

  /// The fields in the box, which must be laid out as `Fields`.
  @inline(__always)
  func fields<Fields: BitwiseCopyable>(as type: Fields.Type) -> UnsafeMutablePointer<Fields> {
    // Invariant: the probe has found the fields after the two words that begin every object.
    unsafe (box.toOpaque() + 16).assumingMemoryBound(to: Fields.self)
  }

  /// Probes whether the box of `container` holds `content` as drawn, laid out as `Fields`.
  static func hasKnownBox<Container, Content, Fields: BitwiseCopyable>(
    _ container: Container, around content: Content, as type: Fields.Type,
    isSame: (Fields, Fields) -> Bool
  ) -> Bool {
    guard Uniqueness.isKnown, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      MemoryLayout<Content>.size == MemoryLayout<Fields>.size,
      MemoryLayout<Content>.alignment == MemoryLayout<Fields>.alignment
    else { return false }
    let kept = KeptContainer(container, keyType: ObjectIdentifier(Container.self))
    // Invariant: the sizes are equal. The load stays inside the box, which holds the content, and
    // any bits are a value of a bitwise copyable type.
    return unsafe isSame(
      kept.fields(as: Fields.self).pointee, unsafeBitCast(content, to: Fields.self))
  }
}

/// Keeps a value whose type only the keeper knows.
private final class ContainerKeeper<Container> {
  private let container: Container

  init(_ container: Container) { self.container = container }

  // Not inlined: the caller would have to look up the type.
  @inline(never)
  func copy() -> Container { container }
}
