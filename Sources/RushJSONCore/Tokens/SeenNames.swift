/// The names seen so far in every open object, for the policy that refuses duplicates.
struct SeenNames {
  // Arrays of bytes, because canonically equivalent strings would be one name.
  private var open: [Set<[UInt8]>] = []

  mutating func begin() { open.append([]) }
  mutating func end() { open.removeLast() }

  /// Adds a name to the innermost object. Returns `false` if it is a duplicate.
  mutating func insert(
    _ name: UnsafeRawBufferPointer, hasEscapes: Bool, leniencies: JSONLeniencies
  ) -> Bool {
    let bytes = unsafe hasEscapes ? Escape.unescaped(name, leniencies: leniencies) : Array(name)
    return open[open.count &- 1].insert(bytes).inserted
  }
}
