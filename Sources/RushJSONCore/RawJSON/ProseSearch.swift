/// Looks for a value among other text.
///
///     Sure! Here it is [as asked]: ```json {"a": 1} ``` I hope …
///                      ↑ no JSON            ↑ the value
///
/// Whether a bracket begins the value is found out by reading on from it. If that fails within what is
/// kept, the search goes on behind the bracket.
struct ProseSearch {
  /// Bytes from a bracket on that are kept. A failure behind that is one.
  private static let most = 4096

  /// Behind a bracket that may begin the value.
  private(set) var isInside = false
  /// Where that bracket is.
  private(set) var start = StreamPlace()
  private var kept: [UInt8] = []
  private var isKeeping = true
  /// The bracket was tried, and begins nothing.
  private var isBehindBracket = false

  /// Where in `bytes` the value may begin.
  mutating func begin(in bytes: ArraySlice<UInt8>) -> Int? {
    let rest = isBehindBracket ? bytes.dropFirst() : bytes
    isBehindBracket = false
    return rest.firstIndex { $0 == 0x5b || $0 == 0x7b }
  }

  mutating func enter(_ bytes: ArraySlice<UInt8>, at place: StreamPlace) {
    isInside = true
    start = place
    kept = []
    isKeeping = true
    keep(bytes)
  }

  /// Remembers what was read, while it is little.
  mutating func keep(_ bytes: ArraySlice<UInt8>) {
    if !isKeeping { return }
    kept += bytes
    // A piece that is long has been kept as a whole, to be searched.
    if kept.count > Self.most &+ bytes.count { (kept, isKeeping) = ([], false) }
  }

  /// What is to be searched again, if it was kept.
  mutating func retry() -> ArraySlice<UInt8>? {
    if !isKeeping { return nil }
    isInside = false
    isBehindBracket = true
    defer { kept = [] }
    return kept[...]
  }
}
