/// What a session found out about the last 16 types. A linear search is faster than a dictionary.
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
