/// Refers to a value that is being encoded.
struct EncodingPlace: PooledPlace {
  /// The offset of the value in the text; negative for a value that was a node from the beginning.
  let start: Int
  // One word: written as two halves, it could not be read as a whole until both are in the cache.
  private let levelAndID: UInt64

  /// Tells apart the frames that have used the same level.
  @inline(__always) var id: UInt32 { UInt32(truncatingIfNeeded: levelAndID) }
  /// The index of the frame.
  @inline(__always) var level: UInt32 { UInt32(truncatingIfNeeded: levelAndID &>> 32) }

  static let isForAllThreads = true
  mutating func leavePool() {}

  /// The place of a container that cannot be: of another kind, too deep, or used elsewhere.
  var misused: EncodingPlace { EncodingPlace(start: start, id: .max, level: .max &- 1) }
  var isMisused: Bool { level == .max &- 1 }

  init(node start: Int) { self.init(start: start, id: .max, level: .max) }

  @inline(__always)
  init(start: Int, id: UInt32, level: UInt32) {
    self.start = start
    levelAndID = UInt64(level) &<< 32 | UInt64(id)
  }
}

/// A value that is not complete.
struct EncodingFrame {
  enum Kind: UInt8, BitwiseCopyable {
    /// Nothing has been written yet.
    case empty
    case scalar, array, object
  }

  let id: UInt32
  var kind = Kind.empty
  /// Its names are data, so key strategies do not apply.
  var isDictionary = false
  /// It has too many hashes for a linear search.
  var hasManyHashes = false
  /// Its key is in memory of its own, which the end of the frame frees.
  var ownsKey = false
  /// The position of the value in an array, or −1.
  let position: Int
  let start: Int
  /// The elements or members that were begun.
  var count = 0
  /// The index of the first hash of its names without a number.
  let firstHash: Int
  /// Its names that have a number.
  var numbers = NameNumbers()
  /// The key of a member.
  var key: KeyReference?
}

/// A set of the numbers that ``PreparedNames`` gives to names.
struct NameNumbers: BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Returns whether the number is new.
  @inline(__always)
  mutating func insert(_ number: UInt8) -> Bool {
    let bit = 1 as UInt64 &<< UInt64(number & 63)
    let isNew = (number < 64 ? low : high) & bit == 0
    if number < 64 { low |= bit } else { high |= bit }
    return isNew
  }

  func contains(_ number: Int) -> Bool {
    (number < 64 ? low : high) &>> UInt64(number & 63) & 1 != 0
  }
}
