// The orders of names.

extension JSONWritingOptions.NameOrder {
  /// Less than 0, 0 or more than 0, as `a` comes before, is, or comes after `b`, both in UTF-8.
  ///
  /// UTF-8 sorts as scalars do. UTF-16 differs in one point: scalars from U+10000 on, which UTF-8
  /// begins with F0 to F4, are pairs of surrogates there, D800 to DFFF, and so come before U+E000 to
  /// U+FFFF, which UTF-8 begins with EE and EF.
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

  /// As above, of names in Swift.
  func compare(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        unsafe compare(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      }
    }
  }

  /// The order in which `names` are to be written, as indexes; equal names keep theirs.
  ///
  /// - Complexity: O(*n* log *n*) comparisons.
  func sorted(_ names: [String]) -> [Int] {
    names.indices.sorted { a, b in
      let order = compare(names[a], names[b])
      return order == 0 ? a < b : order < 0
    }
  }
}
