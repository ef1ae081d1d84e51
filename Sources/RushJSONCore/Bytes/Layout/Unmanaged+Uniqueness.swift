extension Unmanaged {
  /// Whether only one counted reference to the object is left.
  @inline(__always)
  mutating func isOnlyReference() -> Bool {
    unsafe withUnsafeMutablePointer(to: &self) { reference in
      // Invariant: an unmanaged reference lies in memory as a counted one does, and is not counted here.
      unsafe isKnownUniquelyReferenced(
        &UnsafeMutableRawPointer(reference).assumingMemoryBound(to: Instance.self).pointee)
    }
  }
}
