/// The last types that a session has looked at, with what it found out about them.
///
/// A linear search over at most 16 entries is faster than a dictionary.
struct RecentTypes<Finding> {
  private var entries: [(type: ObjectIdentifier, finding: Finding)] = []

  @inline(__always)
  subscript(type: ObjectIdentifier) -> Finding? {
    for entry in entries where entry.type == type { return entry.finding }
    return nil
  }

  mutating func add(_ type: ObjectIdentifier, _ finding: Finding) {
    if entries.count == 16 { entries.removeFirst() }
    entries.append((type, finding))
  }
}
