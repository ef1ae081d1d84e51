// Reads a value that may be surrounded by prose.
//
//   Sure! Here it is: {"a": 1} I hope …
//   └ search ───────┘ └ reading ┘ └ ignored
//
// While the search has not decided for a bracket, it keeps the text, and reading starts again with the next one.

internal import RushJSONCore

/// The reading of one value, with the search for it if there may be prose.
struct ProseReading: ~Copyable {
  private(set) var value: PartialReading
  /// The search for the value in prose, which holds the text that may have to be searched again.
  private var search: ProseSearch?

  /// - Parameter search: Finds the value in prose, if there may be any.
  init(_ value: consuming PartialReading, search: ProseSearch?) {
    self.value = value
    self.search = search
    self.value.ignoresRest = search != nil
  }

  private init(copying other: borrowing ProseReading) {
    value = other.value.copy()
    search = other.search
  }

  /// Copies the values of the open containers, the unfinished string, and the tokenizer's state between two pieces.
  func copy() -> ProseReading { ProseReading(copying: self) }

  mutating func snapshot() -> RawJSON? { value.snapshot() }

  mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError) {
    var bytes = bytes
    if search != nil {
      if let failure = value.failure { throw failure }
      if value.isComplete { return }
      if search?.isDecided == false { bytes = try find(bytes, isLast: isLast) }
      // The text after the value is prose.
      if value.isComplete { return }
      if isLast, search?.isDecided == false { return try finishSearch() }
    }
    try value.feed(bytes, isLast: isLast)
  }

  /// Ends prose that had no value before its end.
  private mutating func finishSearch() throws(JSONStreamError) {
    do throws(JSONStreamError) {
      if search?.isInside == true { return try value.feed([], isLast: true) }
      let isEmpty = value.position.offset == 0
      try value.refuse(JSONSyntaxError(isEmpty ? .emptyText : .expectedValue, at: 0))
    } catch {
      let best = search?.bestError(with: error) ?? error
      value.failure = best
      throw best
    }
  }

  /// Searches prose for the value. Returns the bytes after those that were read when it is found.
  private mutating func find(
    _ bytes: ArraySlice<UInt8>, isLast: Bool
  ) throws(JSONStreamError) -> ArraySlice<UInt8> {
    search?.add(bytes)
    while search?.isInside == true || search?.enter(&value.position) == true {
      do throws(JSONStreamError) {
        while !value.isComplete, search?.isDecided == false, let next = search?.next() {
          try value.feed(next, isLast: false)
          search?.decide(value.position)
        }
        if value.isComplete, search?.leaveBox() == true {
          value.restart()
          search?.passBracket(&value.position)
          continue
        }
        if value.isComplete || search?.isDecided == true { return search?.takeRest() ?? [] }
        // An error in the carried bytes counts, too.
        if isLast { try value.readCutToken() }
        return []
      } catch {
        guard search?.retry(after: error, in: value.openStarts) == true else { throw error }
        value.restart()
        search?.passBracket(&value.position)
      }
    }
    return []
  }
}
