// The standard library's boxes around keyed containers.
//
//   KeyedDecodingContainer<Key> ──▶ box:  type │ counts │ session │ slot │ owner
//   KeyedEncodingContainer<Key> ──▶       0      8        16        24     32
//
// A container pool (Coding) uses a container again while nobody else refers to its box, which saves an
// allocation and several look-ups of generic metadata for every object of a text. It asks that a container is one reference
// to its box. Where the fields of the box are known, too, the pool gives a container that a type has kept its
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

/// An object that a container keeps alive.
package class ContainerOwner {}

/// Whether the standard library's containers can be used again.
enum ContainerPooling {
  case none
  /// A container is one reference, and its box counts its owner.
  case counted
  /// The fields of the box are known, too, and it has no owner.
  case uncounted
}

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

  /// Probes how containers of the standard library can be used again. `make` makes one around a content of this library, with
  /// an owner or without one.
  static func pooling<Container, Content>(
    of make: (ContainerOwner?) -> (content: Content, container: Container)
  ) -> ContainerPooling {
    guard Uniqueness.isKnown, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else {
      return .none
    }
    if hasKnownBox(make) { return .uncounted }
    return isReference(make) ? .counted : .none
  }

  private static func hasKnownBox<Container, Content>(
    _ make: (ContainerOwner?) -> (content: Content, container: Container)
  ) -> Bool {
    guard Layouts.mayIncludeObjects, MemoryLayout<Content>.size == MemoryLayout<Fields>.size,
      MemoryLayout<Content>.alignment == MemoryLayout<Fields>.alignment
    else { return false }
    let (content, container) = make(nil)
    let kept = KeptContainer(container, keyType: ObjectIdentifier(Container.self))
    // Invariant: the sizes are equal. The load stays inside the box, which holds the content, and
    // any bits are a value of a bitwise copyable type.
    return unsafe (kept.box.toOpaque() + 16).loadUnaligned(as: Fields.self)
      == unsafeBitCast(content, to: Fields.self)
  }

  /// Whether the word that a container consists of is a counted reference to an object that has the content.
  ///
  /// A copy of the container has the same content: that of both counts its owner once. So the word refers to the content. It
  /// has none of the bits that a tag would use. Reflection would say the same, for 1,500,000 instructions.
  private static func isReference<Container, Content>(
    _ make: (ContainerOwner?) -> (content: Content, container: Container)
  ) -> Bool {
    let life = OwnerLife()
    var (owner, container) = unsafe madeWithOwner(life, make)
    // Invariant: the container has the size of a word, and keeps its owner.
    let word = unsafe withUnsafeBytes(of: &container) { unsafe $0.loadUnaligned(as: UInt.self) }
    let hasTag = word & 7 != 0 || word &>> (UInt(UInt.bitWidth) &- 8) != 0
    guard word != 0, !hasTag, !life.hasEnded, unsafe owner.isOnlyReference() else { return false }
    let copy = ContainerKeeper(container)
    let isShared = unsafe owner.isOnlyReference()
    return withExtendedLifetime((copy, container)) { isShared }
  }

  /// A container, and its owner, which nothing else counts.
  @inline(never)
  private static func madeWithOwner<Container, Content>(
    _ life: OwnerLife, _ make: (ContainerOwner?) -> (content: Content, container: Container)
  ) -> (owner: Unmanaged<ContainerOwner>, container: Container) {
    let owner = ProbedOwner(life)
    return unsafe (Unmanaged.passUnretained(owner), make(owner).container)
  }
}

/// Whether the owner in a probe has been freed, because the container did not keep it.
private final class OwnerLife {
  var hasEnded = false
}

private final class ProbedOwner: ContainerOwner {
  private let life: OwnerLife

  init(_ life: OwnerLife) { self.life = life }

  deinit { life.hasEnded = true }
}

/// Keeps a value whose type only the keeper knows.
private final class ContainerKeeper<Container> {
  private let container: Container

  init(_ container: Container) { self.container = container }

  // Not inlined: the caller would have to look up the type.
  @inline(never)
  func copy() -> Container { container }
}
