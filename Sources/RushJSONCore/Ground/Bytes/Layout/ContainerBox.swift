// The standard library's boxes around keyed containers.
//
//   KeyedDecodingContainer<Key> ──▶ box:  type │ counts │ session │ slot │ owner
//   KeyedEncodingContainer<Key> ──▶       0      8        16        24     32
//
// A container pool (Coding) uses a container again while nobody else refers to its box, which saves an
// allocation and several look-ups of generic metadata for every object of a text. It asks that a container is one reference,
// as reflection shows it. Where the fields of the box are known, too, the pool gives a container that a type has kept its
// owner, and otherwise a box has one from the beginning.
//
// The standard library does not promise this. `KeptContainer.pooling` probes it; where a container is not one reference, a
// coder makes a new one each time.
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

  /// Keeps `container`. Requires `pooling` for containers of this kind.
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

  /// The fields of this library's container, in its box.
  private struct Fields: BitwiseCopyable, Equatable {
    var session: UInt
    var slot: UInt
    // Invariant: 0, or a counted reference, which the box releases.
    var owner: UInt
  }

  /// Gives the box an owner. It has none, and its fields are known.
  func giveOwner(_ owner: ContainerOwner) {
    guard Layouts.includeObjects else { return }
    // Invariant: the probe has found the fields after the two words that begin every object.
    let fields = unsafe (box.toOpaque() + 16).assumingMemoryBound(to: Fields.self)
    assert(unsafe fields.pointee.owner == 0)
    unsafe fields.pointee.owner = UInt(bitPattern: Unmanaged.passRetained(owner).toOpaque())
  }

  /// Probes what is known of a container of the standard library around `content`, one of this library without an owner.
  static func pooling<Container, Content>(
    _ container: Container, around content: Content
  ) -> ContainerPooling {
    guard Uniqueness.isKnown, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else {
      return .none
    }
    if hasKnownBox(container, around: content) { return .uncounted }
    return isReference(container) ? .counted : .none
  }

  private static func hasKnownBox<Container, Content>(
    _ container: Container, around content: Content
  ) -> Bool {
    guard Layouts.mayIncludeObjects, MemoryLayout<Content>.size == MemoryLayout<Fields>.size,
      MemoryLayout<Content>.alignment == MemoryLayout<Fields>.alignment
    else { return false }
    let kept = KeptContainer(container, keyType: ObjectIdentifier(Container.self))
    // Invariant: the sizes are equal. The load stays inside the box, which holds the content, and
    // any bits are a value of a bitwise copyable type.
    return unsafe (kept.box.toOpaque() + 16).loadUnaligned(as: Fields.self)
      == unsafeBitCast(content, to: Fields.self)
  }

  /// Whether the memory of a container is a reference to an object, which is all that it stores.
  private static func isReference<Container>(_ container: Container) -> Bool {
    let fields = Mirror(reflecting: container).children
    guard fields.count == 1, let field = fields.first?.value, type(of: field) is AnyClass else {
      return false
    }
    let address = UInt(bitPattern: ObjectIdentifier(field as AnyObject))
    // Invariant: the container has the size of a reference.
    return unsafe withUnsafeBytes(of: container) { unsafe $0.loadUnaligned(as: UInt.self) }
      == address
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
