/// Shrinks failing bytes as long as they still fail: removes ever smaller parts and containers of JSON, then
/// makes bytes smaller.
struct Shrinker {
  private(set) var smallest: [UInt8]
  private let fails: ([UInt8]) -> Bool
  /// Attempts that are left, for properties that are slow.
  private var attempts = 20_000

  /// The smallest bytes found that fail, as `bytes` do.
  static func shrink(_ bytes: [UInt8], whileFails fails: ([UInt8]) -> Bool) -> [UInt8] {
    withoutActuallyEscaping(fails) { fails in
      var shrinker = Shrinker(smallest: bytes, fails: fails)
      // A smaller choice may make more of the rest needless, and the reverse.
      while true {
        let before = shrinker.smallest
        shrinker.removeParts()
        shrinker.removeContainers()
        shrinker.lowerBytes()
        if shrinker.smallest == before || shrinker.attempts <= 0 { return shrinker.smallest }
      }
    }
  }

  private init(smallest: [UInt8], fails: @escaping ([UInt8]) -> Bool) {
    self.smallest = smallest
    self.fails = fails
  }

  private mutating func keep(_ candidate: [UInt8]) -> Bool {
    if attempts <= 0 { return false }
    attempts -= 1
    guard fails(candidate) else { return false }
    smallest = candidate
    return true
  }

  private mutating func removeParts() {
    var size = max(smallest.count / 2, 1)
    while size > 0, !smallest.isEmpty {
      var start = 0
      var didShrink = false
      while start < smallest.count {
        var candidate = smallest
        candidate.removeSubrange(start..<min(start + size, candidate.count))
        // A member or an element begins anywhere.
        if keep(candidate) { didShrink = true } else { start += max(1, size / 8) }
      }
      if !didShrink { size = size > 8 ? size * 3 / 4 : size - 1 }
    }
  }

  /// Tries a plain value instead of a container, and what is in it.
  private mutating func removeContainers() {
    var start = 0
    while start < smallest.count {
      if smallest[start] == 0x5b || smallest[start] == 0x7b, let end = end(of: start) {
        var plain = smallest
        plain.replaceSubrange(start...end, with: [0x30])
        var inside = smallest
        inside.remove(at: end)
        let colon = inside[start..<end].firstIndex(of: 0x3a)
        inside.removeSubrange(start...(smallest[start] == 0x7b ? colon ?? start : start))
        if keep(plain) || keep(inside) { continue }
      }
      start += 1
    }
  }

  /// The bracket that closes the one at `start`. Strings are not looked at: it is only a guess.
  private func end(of start: Int) -> Int? {
    var depth = 0
    for index in start..<smallest.count {
      switch smallest[index] {
      case 0x5b, 0x7b: depth += 1
      case 0x5d, 0x7d: depth -= 1
      default: break
      }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Tries the plainest choice for each byte, then plain bytes of texts.
  private mutating func lowerBytes() {
    for index in smallest.indices {
      let byte = smallest[index]
      for plain in [0, 1, 0x20, 0x30, 0x31, 0x61, byte / 2, byte &- 1] as [UInt8]
      where plain < byte {
        var candidate = smallest
        candidate[index] = plain
        if keep(candidate) { break }
      }
    }
  }
}
