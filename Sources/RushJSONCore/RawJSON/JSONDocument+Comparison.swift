// Equality and hashing of a document's values: those of their trees.

extension JSONDocument.Value: Hashable {
  /// Whether both values are equal as trees: numbers by value, members in any order, and of several members of
  /// the same name the one that the document's options choose. The documents may differ.
  ///
  /// To compare a value with many others, make a tree of it once.
  /// - Complexity: O(1) for a value and itself, and for values of different kinds. Otherwise O(*n*) in all values
  ///   of both, on average, at any depth: a tree is made of each, with an allocation for each array, object and
  ///   long string, and is released after the comparison.
  public static func == (a: JSONDocument.Value, b: JSONDocument.Value) -> Bool {
    if a.storage === b.storage, a.index == b.index { return true }
    return a.kind == b.kind && RawJSON(a) == RawJSON(b)
  }

  /// Hashes the value, with the hash of its tree.
  /// - Complexity: O(*n*) in all values of the value, whose tree is made.
  public func hash(into hasher: inout Hasher) { RawJSON(self).hash(into: &hasher) }
}
