/// A key by its address: only paths read keys, and a copy in an existential for each value costs more than
/// its name.
@safe
struct KeyReference {
  // Invariant: a key of the type, which lives as long as the frame that refers to it: in the call that decodes
  // or encodes the member, or in memory that the frame owns.
  let address: UnsafeRawPointer
  let keyType: any CodingKey.Type

  /// The key at `address`.
  var key: any CodingKey {
    // The compiler opens constants, not properties.
    let type = keyType
    return unsafe KeyReference.load(type, at: address)
  }

  private static func load<Key: CodingKey>(
    _ type: Key.Type, at address: UnsafeRawPointer
  ) -> any CodingKey {
    // Invariant: the address is that of a key of this type.
    unsafe address.assumingMemoryBound(to: type).pointee
  }

  @inline(__always)
  init<Key: CodingKey>(to key: UnsafePointer<Key>) {
    unsafe address = UnsafeRawPointer(key)
    keyType = Key.self
  }

  /// A copy of `key`, which the owner frees with `free`.
  init<Key: CodingKey>(owning key: Key) {
    let copy = UnsafeMutablePointer<Key>.allocate(capacity: 1)
    unsafe copy.initialize(to: key)
    unsafe self.init(to: copy)
  }

  func free() {
    let type = keyType
    unsafe KeyReference.free(type, at: address)
  }

  private static func free<Key: CodingKey>(_ type: Key.Type, at address: UnsafeRawPointer) {
    // Invariant: `init(owning:)` has allocated the key.
    let key = unsafe UnsafeMutablePointer(mutating: address.assumingMemoryBound(to: type))
    unsafe key.deinitialize(count: 1)
    unsafe key.deallocate()
  }
}
