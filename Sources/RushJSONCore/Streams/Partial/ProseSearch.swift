/// Searches prose for a JSON value.
///
///     Sure! Here it is [as asked]: ```json {"a": 1} ``` I hope …
///                      ↑ not JSON           ↑ the value
///
/// A bracket begins the value if the text from it on is JSON. The search reads a little of that
/// text at first and then more. An error within the first 4 KiB, unless it concerns a limit, sends
/// the search to the text after the bracket. So the result depends only on the text, not on the
/// pieces that it comes in.
struct ProseSearch {
  /// The length of JSON after which an error no longer sends the search on.
  private static let decidingLength = 4096
  /// The number of bytes to read from a bracket on at first.
  private static let firstLength = 64

  /// A bracket was found that may begin the value.
  private(set) var isInside = false
  /// The value was found. Errors in it count.
  private(set) var isDecided = false
  /// The position of the bracket.
  private(set) var start = StreamPosition()
  /// The bytes that were not searched yet, or may have to be searched again.
  private var kept: [UInt8] = []
  /// The index of the bracket, or of the first byte that was not searched.
  private var first = 0
  /// The index of the first byte that was not read.
  private var read = 0
  /// The offsets of brackets known to begin no value. They were open at an error, so reading from
  /// any of them would meet the same error.
  private var failing: Set<Int> = []
  /// The error of the best candidate so far, and the number of bytes of JSON before it.
  private var best: (error: JSONStreamError, length: Int)?

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    kept.removeFirst(first)
    read -= first
    first = 0
    kept += bytes
  }

  /// Advances to the next bracket. Returns whether there is one.
  mutating func enter(_ position: inout StreamPosition) -> Bool {
    let origin = position.offset &- first
    let bracket = kept[first...].indices.first { index in
      (kept[index] == .openBracket || kept[index] == .openBrace)
        && failing.remove(origin &+ index) == nil
    }
    position.advance(over: kept[first..<(bracket ?? kept.count)])
    first = bracket ?? kept.count
    read = first
    start = position
    isInside = bracket != nil
    return isInside
  }

  /// The next bytes to read from the bracket on. `nil` if all have been read.
  mutating func next() -> ArraySlice<UInt8>? {
    if read == kept.count { return nil }
    let end = min(kept.count, first &+ max(Self.firstLength, 2 &* (read &- first)))
    defer { read = end }
    return kept[read..<end]
  }

  /// Decides for the value if the text from the bracket to `position` is long enough.
  mutating func decide(_ position: StreamPosition) {
    if position.offset &- start.offset >= Self.decidingLength { isDecided = true }
  }

  /// Removes and returns the unread bytes, after the value was found.
  mutating func takeRest() -> ArraySlice<UInt8> {
    defer { (kept, first, read) = ([], 0, 0) }
    return kept[read...]
  }

  /// The error to report if no candidate is the value: the one with the most JSON between its
  /// bracket and the fault. The last of several equal ones, `error` being that of this candidate.
  mutating func bestError(with error: JSONStreamError) -> JSONStreamError {
    let length = error.offset &- start.offset
    if let best, best.length > length { return best.error }
    best = (error, length)
    return error
  }

  /// Whether the search continues after the bracket in spite of `error`. The containers that begin
  /// at the offsets `open` were open at the error.
  mutating func retry(after error: JSONStreamError, in open: [Int]) -> Bool {
    switch error.syntaxError?.kind {
    case nil, .textTooLong, .tooDeep, .stringTooLong, .numberTooLong, .tooManyValues: return false
    default: if error.offset &- start.offset >= Self.decidingLength { return false }
    }
    _ = bestError(with: error)
    isInside = false
    failing.formUnion(open.dropFirst())
    return true
  }

  mutating func passBracket(_ position: inout StreamPosition) {
    position = start
    position.advance(over: kept[first...first])
    first &+= 1
  }
}
