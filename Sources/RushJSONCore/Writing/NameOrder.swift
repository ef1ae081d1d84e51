extension JSONWritingOptions.NameOrder {
  /// Negative, 0 or positive, as `a` comes before, equals, or comes after `b`. Both are UTF-8.
  /// UTF-8 sorts as its scalars do. UTF-16 differs in one point: scalars from U+10000 on (F0 to F4 in
  /// UTF-8) are pairs of surrogates, D800 to DFFF, which come before U+E000 to U+FFFF (EE and EF in
  /// UTF-8).
  func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let count = min(a.count, b.count)
    for index in 0..<count {
      // Invariant: index < both counts.
      let (x, y) = unsafe (a[index], b[index])
      if x == y { continue }
      if self == .utf16, x >= 0xee, y >= 0xee, (x >= 0xf0) != (y >= 0xf0) {
        return x >= 0xf0 ? -1 : 1
      }
      return Int(x) &- Int(y)
    }
    return a.count &- b.count
  }

  /// The same for strings.
  func compare(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        unsafe compare(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      }
    }
  }

  /// The indexes of `names` in sorted order. The sort is stable.
  /// - Complexity: O(*n* log *n*) comparisons.
  func sorted(_ names: [String]) -> [Int] {
    names.indices.sorted { a, b in
      let order = compare(names[a], names[b])
      return order == 0 ? a < b : order < 0
    }
  }
}
