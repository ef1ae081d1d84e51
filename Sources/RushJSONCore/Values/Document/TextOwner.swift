// Memory beside a document's tape: the owner of the text, and room for one unescaped string.

internal import _RushJSONShims

/// The owner of the bytes of a text. It keeps them in place and unchanged.
package enum TextOwner: Sendable {
  /// The bytes outlive the document.
  case nothing
  case array([UInt8])
  case contiguousArray(ContiguousArray<UInt8>)
  case slice(ArraySlice<UInt8>)
  case object(any AnyObject & Sendable)
  #if !hasFeature(Embedded)
    case value(any Sendable)
  #endif
}

extension TextOwner {
  /// An owner in memory of its own, which a storage counts.
  final class Box: Sendable {
    private let owner: TextOwner

    init(_ owner: TextOwner) { self.owner = owner }
  }

  var retained: Unmanaged<Box>? {
    if case .nothing = self { return nil }
    return unsafe Unmanaged.passRetained(Box(self))
  }
}

/// Bytes that a document has copied or adopted.
@safe
final class OwnedBytes: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer
  private let deallocator: @Sendable (UnsafeRawBufferPointer) -> Void
  var bytes: CheckedBytes { unsafe CheckedBytes(memory) }

  /// Adopts `bytes`, and calls `deallocator` when it is freed.
  init(
    adopting bytes: UnsafeRawBufferPointer,
    deallocator: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    unsafe memory = bytes
    unsafe self.deallocator = deallocator
  }

  convenience init(copying bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.init(adopting: UnsafeRawBufferPointer(copy)) { unsafe $0.deallocate() }
  }

  deinit { unsafe deallocator(memory) }
}

// MARK: - SpareBytes

/// Memory for one unescaped string, which the next one uses again.
///
/// Any thread may use it. A block that one thread has taken is not available to others.
@usableFromInline
@safe
struct SpareBytes: Sendable {
  // Invariant: the word is 0, or the address of a block that belongs to it. A block begins with its
  // capacity, in `header` bytes, and then has as many bytes.
  let word: AtomicWord?

  private static var header: Int { 16 }

  /// Longer blocks are not kept.
  private static var longest: Int { 1 << 16 }

  /// The unescaped form of bytes that the grammar has accepted. `keep` takes it back.
  @usableFromInline
  func unescape(_ text: CheckedBytes, leniencies: JSONReadingOptions.Leniencies) -> CheckedBytes {
    assert(!text.isEmpty)
    let output = unsafe CheckedPointer(
      room(for: text.count).assumingMemoryBound(to: UInt8.self), room: text.count)
    return CheckedView(output).bytes(Escape.unescape(text, into: output, leniencies: leniencies))
  }

  private func room(for count: Int) -> UnsafeMutableRawPointer {
    if let block = unsafe UnsafeMutableRawPointer(bitPattern: word?.exchange(0) ?? 0) {
      if unsafe block.load(as: Int.self) >= count { return unsafe block + SpareBytes.header }
      unsafe rush_free(block)
    }
    let capacity = max(count, min(2 &* count, SpareBytes.longest), 256)
    let memory: UnsafeMutablePointer<UInt8> = unsafe reallocate(
      nil, capacity: SpareBytes.header &+ capacity)
    let block = UnsafeMutableRawPointer(memory)
    unsafe block.storeBytes(of: capacity, as: Int.self)
    return unsafe block + SpareBytes.header
  }

  /// Takes back what `unescape` has returned.
  @usableFromInline
  func keep(_ bytes: CheckedBytes) {
    // Invariant: the bytes are those of a block, which nothing else uses.
    assert(unsafe bytes.baseAddress != nil)
    let block = unsafe UnsafeMutableRawPointer(
      mutating: bytes.baseAddress.unsafelyUnwrapped - SpareBytes.header)
    assert(unsafe block.load(as: Int.self) >= bytes.count)
    guard let word, unsafe block.load(as: Int.self) <= SpareBytes.longest else {
      return unsafe rush_free(block)
    }
    let other = word.exchange(UInt(bitPattern: block))
    if other != 0 { unsafe rush_free(UnsafeMutableRawPointer(bitPattern: other)) }
  }

  /// Frees the memory. Invariant: no references to it remain.
  @inline(__always)
  func remove() {
    if let word, let block = unsafe UnsafeMutableRawPointer(bitPattern: word.loadAcquiring()) {
      word.storeRelaxed(0)
      unsafe rush_free(block)
    }
  }
}
