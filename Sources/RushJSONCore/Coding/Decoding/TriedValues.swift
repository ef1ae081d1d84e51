/// The values of enums without a tag that were read, while one around them is tried.
struct TriedValues {
  struct Key: Hashable {
    let index: UInt32
    let type: ObjectIdentifier
  }

  enum Known {
    case value(Any)
    /// No case fits; nobody has asked why.
    case unfit
    case failed(any Error)
  }

  var known: [Key: Known] = [:]
  /// How many values are being tried, each inside the one before it.
  private(set) var depth = 0
  /// How many values were tried.
  private(set) var count = 0

  /// Returns the number of the value.
  mutating func begin() -> Int {
    depth &+= 1
    count &+= 1
    return count
  }

  mutating func end() {
    assert(depth > 0)
    depth &-= 1
    if depth == 0, !known.isEmpty { known = [:] }
  }
}
