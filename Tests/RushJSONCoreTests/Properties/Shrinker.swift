import RushJSONCore

/// Shrinks a failing text: removes ever smaller parts of it as long as it still fails.
enum Shrinker {
  /// The smallest text found that fails, as `bytes` does.
  ///
  /// - Complexity: O(*n* log *n*) calls of `fails` for each part that can be removed.
  static func shrink(_ bytes: [UInt8], whileFails fails: ([UInt8]) -> Bool) -> [UInt8] {
    var smallest = bytes
    var size = smallest.count / 2
    while size > 0 {
      var start = 0
      var didShrink = false
      while start < smallest.count {
        var candidate = smallest
        candidate.removeSubrange(start..<min(start + size, candidate.count))
        if fails(candidate) {
          smallest = candidate
          didShrink = true
        } else {
          start += size
        }
      }
      if !didShrink { size /= 2 }
    }
    return smallest
  }
}
