// Values that generic code reads where they are.
//
// `if let` on an optional of a generic type looks up the metadata of the optional, copies it and destroys
// the copy: 600 instructions for each member that may be absent. Reading through an address retains what
// it reads. A switch over a value that might not be copyable does neither, and every copyable value may
// pass for one.

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
