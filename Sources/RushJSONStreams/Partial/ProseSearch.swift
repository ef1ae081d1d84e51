internal import RushJSONCore

/// Searches prose for a JSON value.
///
///     Sure! Here it is [as asked]: ```json {"a": 1} ``` I hope …
///                      ↑ not JSON           ↑ the value
///
/// A bracket begins the value if the text from it on is JSON. The search first reads a few bytes of that text, and
/// then more. After an error within the first 4 KiB that is not about a limit, the search continues after the
/// bracket. So the result depends on the text alone, not on its pieces.
///
/// Brackets that cannot begin the wanted value are not candidates.
struct ProseSearch {
  /// The length of JSON after which an error ends the search.
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
  /// The kinds of values that are wanted.
  private let (wantsObjects, wantsArrays): (Bool, Bool)
  /// Where the first values of fenced blocks may begin, if only these are wanted.
  private var fences: FenceSearch?

  init(objects: Bool, arrays: Bool, onlyInFences: Bool) {
    (wantsObjects, wantsArrays) = (objects, arrays)
    fences = onlyInFences ? FenceSearch() : nil
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    kept.removeFirst(first)
    read -= first
    first = 0
    kept += bytes
  }

  /// Advances to the next bracket. Returns whether there is one.
  mutating func enter(_ position: inout StreamPosition) -> Bool {
    let origin = position.offset &- first
    var bracket: Int?
    for index in first..<kept.count {
      let byte = kept[index]
      let isCandidate = fences?.beginsValue(byte) != false
      if byte != .openBracket, byte != .openBrace { continue }
      if failing.remove(origin &+ index) == nil, isCandidate,
        byte == .openBrace ? wantsObjects : wantsArrays
      {
        bracket = index
        break
      }
    }
    position.advance(over: kept[first..<(bracket ?? kept.count)])
    first = bracket ?? kept.count
    read = first
    start = position
    isInside = bracket != nil
    return isInside
  }

  /// Whether the value that was found is the open box of a task list where an array is wanted. If so,
  /// the search continues after its bracket.
  mutating func leaveBox() -> Bool {
    guard !wantsObjects, kept[first...].starts(with: "[ ]".utf8) else { return false }
    isInside = false
    return true
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

/// Finds the places in Markdown where a fenced block may begin with a JSON value.
///
///     Try ```python                a block in another language
///     print([1]) ```               its end: a fence without a word while a block is open
///     ```json
///     {"a": [1]}                   the first character of a JSON block begins a value
///     ```
private struct FenceSearch {
  private enum State {
    case outside
    /// In a JSON block, before anything but whitespace.
    case first
    /// In a block, but not at its first character.
    case inside
    /// After this many backticks, in a block or not.
    case ticks(Int, isInside: Bool)
    /// In the word after a fence. Its first bytes are in `word`.
    case word(isInside: Bool)
  }

  private static let words: Set<[UInt8]> = [
    Array("json".utf8), Array("json5".utf8), Array("jsonc".utf8),
  ]
  /// Longer than all words of JSON.
  private static let longestWord = 6

  private var state = State.outside
  private var word: [UInt8] = []

  /// Advances over `byte`. Returns whether a value in a JSON block may begin with it.
  mutating func beginsValue(_ byte: UInt8) -> Bool {
    if case .ticks(let count, let isInside) = state, byte != .backtick {
      word = []
      state = count >= 3 ? .word(isInside: isInside) : isInside ? .inside : .outside
    }
    if case .word(let isInside) = state {
      if Self.isWordByte(byte) {
        if word.count < Self.longestWord { word.append(byte | 0x20) }
        return false
      }
      // A fence without a word ends the open block, if there is one.
      let isJSON = word.isEmpty ? !isInside : Self.words.contains(word)
      state = isJSON ? .first : word.isEmpty ? .outside : .inside
    }
    switch state {
    case .ticks(let count, let isInside): state = .ticks(count &+ 1, isInside: isInside)
    case .outside: if byte == .backtick { state = .ticks(1, isInside: false) }
    case .inside, .word: if byte == .backtick { state = .ticks(1, isInside: true) }
    case .first:
      if byte.isSpace { return false }
      state = byte == .backtick ? .ticks(1, isInside: true) : .inside
      return true
    }
    return false
  }

  /// Whether `byte` belongs to the name of a language. All but ASCII letters and digits end it.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: (.digit0 ... .digit9).contains(byte)
    }
  }
}
