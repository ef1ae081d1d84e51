/// Looks for a value among other text.
///
///     Sure! Here it is [as asked]: ```json {"a": 1} ``` I hope …
///                      ↑ no JSON            ↑ the value
///
/// Whether a bracket begins the value is found out by reading on from it, a little at first and then
/// more. If there is an error within the first 4 KiB, other than of a limit, the search continues after
/// the bracket. So what is found depends on the text alone, and not on the pieces in which it comes.
struct ProseSearch {
  /// How much of a value has to be JSON before an error is one.
  private static let most = 4096
  /// What is read from a bracket on at first.
  private static let least = 64

  /// A bracket that may begin the value is being tried.
  private(set) var isInside = false
  /// What is read is the value, and may be wrong.
  private(set) var isDecided = false
  /// Where the bracket is.
  private(set) var start = StreamPlace()
  /// What may have to be searched again, or has not been yet.
  private var kept: [UInt8] = []
  /// The first of these that was not passed over: that of the bracket.
  private var first = 0
  /// How many of them are read.
  private var read = 0
  /// Where brackets are that begin nothing: those that were open at an error, which would be met from
  /// each of them.
  private var failing: Set<Int> = []

  /// Goes on with more of the text.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    kept.removeFirst(first)
    read -= first
    first = 0
    kept += bytes
  }

  /// Passes over what is not a bracket. Returns whether there is one.
  mutating func enter(_ place: inout StreamPlace) -> Bool {
    let origin = place.offset &- first
    let bracket = kept[first...].indices.first { index in
      (kept[index] == 0x5b || kept[index] == .openBrace) && failing.remove(origin &+ index) == nil
    }
    place.advance(over: kept[first..<(bracket ?? kept.count)])
    first = bracket ?? kept.count
    read = first
    start = place
    isInside = bracket != nil
    return isInside
  }

  /// What is to be read next from the bracket on; `nil` if all has been.
  mutating func next() -> ArraySlice<UInt8>? {
    if read == kept.count { return nil }
    let end = min(kept.count, first &+ max(Self.least, 2 &* (read &- first)))
    defer { read = end }
    return kept[read..<end]
  }

  /// All up to `place` was JSON.
  mutating func decide(_ place: StreamPlace) {
    if place.offset &- start.offset >= Self.most { isDecided = true }
  }

  /// What is left, once the value is found.
  mutating func takeRest() -> ArraySlice<UInt8> {
    defer { (kept, first, read) = ([], 0, 0) }
    return kept[read...]
  }

  /// Whether the search continues after the bracket when there is an error, at which the containers that begin at
  /// `open` were open.
  mutating func retry(after error: JSONSyntaxError, in open: [Int]) -> Bool {
    switch error.kind {
    case .textTooLong, .tooDeep, .stringTooLong, .numberTooLong, .tooManyValues: return false
    default: if error.offset &- start.offset >= Self.most { return false }
    }
    isInside = false
    failing.formUnion(open.dropFirst())
    return true
  }

  /// Passes over the bracket.
  mutating func passBracket(_ place: inout StreamPlace) {
    place = start
    place.advance(over: kept[first...first])
    first &+= 1
  }
}
