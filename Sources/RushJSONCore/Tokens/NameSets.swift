/// The names of the members of every open object, for the policy that refuses duplicates.
struct NameSets {
  // Arrays of bytes, not strings: strings that are canonically equivalent would be one name.
  private var open: [Set<[UInt8]>] = []

  mutating func begin() { open.append([]) }

  mutating func end() { open.removeLast() }

  /// Adds a name to the innermost object. Returns whether it was not there.
  mutating func insert(
    _ name: UnsafeRawBufferPointer, hasEscapes: Bool, leniencies: JSONLeniencies
  ) -> Bool {
    let bytes =
      unsafe hasEscapes ? Escape.unescaped(name, leniencies: leniencies) : Array(name)
    return open[open.count &- 1].insert(bytes).inserted
  }
}
