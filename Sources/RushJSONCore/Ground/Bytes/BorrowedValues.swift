// Values that generic code reads where they are.
//
// `if let` on an optional of a generic type looks up the metadata of the optional, copies it and destroys
// the copy: 600 instructions for each member that may be absent. Reading through an address retains what
// it reads. A switch over a value that might not be copyable does neither, and every copyable value may
// pass for one.

/// The value as one of the type that it has, which generic code knows by another name. A checked cast is a call into the
/// runtime.
@inlinable @inline(__always)
package func sameType<T, U>(_ value: T, as type: U.Type = U.self) -> U {
  assert(T.self == U.self)
  // Invariant: asserted above.
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Passes an array of `T`, whose element type the caller knows as `Element`, to `body`.
// Passed as one word, and borrowed. This avoids a retain and a release for each array (9 % of writing canada.json).
@inline(__always)
func withArray<T, Element, E: Error>(
  of type: T.Type, _ elements: [Element], _ body: (borrowing [T]) throws(E) -> Void
) throws(E) {
  assert(T.self == Element.self)
  // Invariant: the word is an array of `T` that the caller keeps.
  let word = unsafe unsafeBitCast(elements, to: UInt.self)
  try unsafe withUnsafeBytes(of: word) { (bytes) throws(E) in
    try unsafe CheckedView<[T]>(at: bytes.baseAddress.unsafelyUnwrapped).borrowValue(body)
  }
}

extension Dictionary {
  /// Whether this is known to be the other dictionary, without a comparison of the entries.
  func sharesStorage(with other: Self) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty == other.isEmpty }
    guard MemoryLayout<Self>.size == MemoryLayout<UInt>.size else { return false }
    // Invariant: the sizes are equal, and the bits are only compared.
    return unsafe unsafeBitCast(self, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Passes the value to `body` without copying it. Returns `false` if the optional is `nil`.
  @inline(__always)
  borrowing func borrowValue(_ body: (borrowing Wrapped) throws -> Void) rethrows -> Bool {
    switch self {
    case .some(let value):
      try body(value)
      return true
    case .none: return false
    }
  }
}

extension CheckedView {
  /// Passes the value to `body` without copying it.
  @inline(__always)
  func borrowValue<R, E: Error>(_ body: (borrowing Element) throws(E) -> R) throws(E) -> R {
    try unsafe elements(1).borrowValue(body)
  }
}

extension UnsafePointer where Pointee: ~Copyable {
  // `~Copyable`, because the compiler copies a value whose type it knows to be copyable.
  @inline(__always)
  fileprivate func borrowValue<R, E: Error>(
    _ body: (borrowing Pointee) throws(E) -> R
  ) throws(E) -> R {
    // Invariant: as for `pointee`, which the caller keeps alive meanwhile.
    try unsafe body(pointee)
  }
}
