// Skips objects of an array in blocks, and notes the few wanted members.
//
//   text      [{"id":17,"user":{"id":1},"text":"…"},{"text":"…","id":18},…
//               └ note                                         └ note
//
// The skip kernel notes the offsets of wanted members. After many objects, the values are read from the text,
// which the kernel has checked.

internal import _RushJSONShims

/// Names of the wanted members of the objects in an array.
package struct RecordedNames {
  /// A name's length, the name, and a quotation mark, in RUSH_WATCHED_NAME bytes.
  fileprivate private(set) var table: [UInt8] = []
  fileprivate let count: Int
  fileprivate var notes = [rush_note](repeating: rush_note(), count: Self.capacity)
  /// The number of members with each name that were only counted.
  package private(set) var counts: [Int] = []
  /// A score: rises with each note, falls when the kernel makes no progress.
  fileprivate var worth = 0

  private static let capacity = 512

  /// - Returns: `nil` if the kernel cannot search for these names.
  package init?(_ names: [[UInt8]]) {
    guard names.count > 0, SearchedNames(names) != nil else { return nil }
    count = names.count
    counts = [Int](repeating: 0, count: count)
    for name in names {
      let entry = [UInt8(name.count)] + name + [.quote]
      table += entry + [UInt8](repeating: 0, count: Int(RUSH_WATCHED_NAME) &- entry.count)
    }
  }

  /// Counts the notes of values before `used`, which come first, and returns their number.
  fileprivate mutating func add(_ noted: Int, before used: Int) -> Int {
    var skipped = noted
    while skipped > 0, notes[skipped &- 1].value >= used { skipped &-= 1 }
    if count == 1 {
      counts[0] &+= skipped
    } else {
      for note in notes.prefix(skipped) { counts[Int(note.name)] &+= 1 }
    }
    return skipped
  }

  package mutating func resetCounts() {
    for name in counts.indices { counts[name] = 0 }
  }

  /// Whether watching has paid off so far.
  package var isWorthwhile: Bool { worth > -256 }
}

/// A string, number or literal.
package enum EventScalar {
  case null, bool(Bool), number(JSONNumber), string(String)
}

/// The progress of a reader in an array of objects.
package struct SkippedElements {
  /// The number of elements that began since the call.
  package var begun = 0
  /// The position of the wanted name that was skipped last, if the reader is before its value.
  package var name: Int?
  /// Whether the reader is inside an element that is not an object, whose rest is to be skipped.
  package var isInArray = false
}

extension JSONEventReader {
  /// The most calls of the kernel before the caller gets the values.
  private static var mostCalls: Int { 8 }

  /// Skips members of the innermost open object, which is in an array, and of the objects after it in the same
  /// array, if the reader ``maySkipMembers``. Calls `found` for each member with one of `names`: with the name's
  /// position, the number of elements that began since the call, and the value. Without `found`, it counts them.
  ///
  /// It may end inside a member, whose rest ``skipValue()`` skips, between two elements, and after
  /// the array. `nil` if it skipped nothing.
  package mutating func skipElements(
    _ names: inout RecordedNames, found: ((Int, Int, EventScalar) -> Void)?
  ) -> SkippedElements? {
    let level = pieces.sink.depth
    leavePiece()
    var skipped = SkippedElements()
    var hasSkipped = false
    // The caller keeps what is found, so there is a limit.
    for _ in 0..<Self.mostCalls {
      if skipped.name != nil || pieces.sink.depth < level &- 1 || pieces.sink.depth > level &+ 16 {
        break
      }
      let (used, isFull) = skipNoted(&names, level: level, skipped: &skipped, found: found)
      if used == 0 { break }
      hasSkipped = true
      if !isFull { break }
    }
    // The end of a chunk is one piece, because the kernel does not take it.
    pieces.limitNextPiece(to: pieces.pending.count < 256 ? 256 : Self.memberPieceSize)
    if !hasSkipped {
      names.worth &-= 16
      return nil
    }
    let depth = pieces.sink.depth
    if depth < level &- 1 { endSkip() }
    if isBetweenElements(level) { skipped.begun &-= 1 }
    skipped.isInArray = depth >= level && !pieces.sink[frame: level &- 1].isObject
    openInValue = max(0, depth &- level &+ (skipped.isInArray ? 1 : 0))
    return skipped
  }

  /// Whether the last token was the comma before an element.
  private func isBetweenElements(_ level: Int) -> Bool {
    pieces.sink.depth == level &- 1 && pieces.tokenizer.progress.state == .nextElement
  }

  /// Calls the kernel once. Returns the number of bytes skipped, and whether the room for notes may be full.
  private mutating func skipNoted(
    _ names: inout RecordedNames, level: Int, skipped: inout SkippedElements,
    found: ((Int, Int, EventScalar) -> Void)?
  ) -> (used: Int, isFull: Bool) {
    let floor = level &- 2
    var array = pieces.sink[frame: floor]
    let wasBetween = isBetweenElements(level)
    pieces.sink.addKinds(to: &openKinds, from: knownKinds)
    var kinds = openKinds
    openKinds = []
    // Invariant: the pointers are set for the call of the kernel, and read only by it.
    var watch = unsafe rush_watch()
    unsafe watch.level = level
    unsafe watch.name_count = names.count
    unsafe watch.capacity = names.notes.count
    var lines = CountedLines()
    let (used, unchanged) = unsafe pieces.pending.withUnsafeBytes { all in
      // Offsets in notes have 32 bits.
      let text = unsafe UnsafeRawBufferPointer(rebasing: all.prefix(1 << 30))
      // Invariant: names, notes and the chunk stay in place during the call.
      let (used, unchanged) = unsafe names.table.withUnsafeBufferPointer { table in
        unsafe names.notes.withUnsafeMutableBufferPointer { notes in
          unsafe watch.names = table.baseAddress
          unsafe watch.notes = notes.baseAddress
          return unsafe pieces.tokenizer.skip(
            text, floor: floor, open: &kinds, watch: &watch, lines: &lines)
        }
      }
      let accepted = unsafe UnsafeRawBufferPointer(rebasing: text.prefix(used))
      let counted = unsafe found == nil ? names.add(watch.count, before: used) : 0
      for note in unsafe names.notes[counted..<watch.count] where note.name_start < used {
        if note.value >= used {
          if isAfterName { skipped.name = Int(note.name) }
        } else if let found {
          let value = unsafe scalar(in: accepted, at: Int(note.value))
          found(Int(note.name), skipped.begun &+ Int(note.elements), value)
        }
      }
      return (used, unchanged)
    }
    let (elements, count) = unsafe (watch.elements, watch.count)
    skipped.begun &+= elements
    names.worth = min(4096, names.worth &+ count &- (used < 512 ? 8 : 0))
    let depth = pieces.tokenizer.progress.depth
    levelsLooked &+= max(0, depth &- unchanged)
    pieces.sink.skip(floor: floor, unchanged: unchanged, depth: depth, kinds: kinds)
    if depth > floor {
      // Paths end at the object that was skipped in part, but the array's elements were counted.
      array.count &+= elements &+ (wasBetween ? 1 : 0) &- (isBetweenElements(level) ? 1 : 0)
      pieces.sink[frame: floor] = array
    }
    (openKinds, knownKinds) = (kinds, depth)
    pieces.skip(used, lines: lines)
    return (used, count &+ Int(RUSH_NOTES_IN_BLOCK) > names.notes.count)
  }

  /// The string, number or literal at `start` of text that a kernel has accepted; it ends there.
  private func scalar(in text: UnsafeRawBufferPointer, at start: Int) -> EventScalar {
    // Invariant: `start` and the token from there on are inside the text.
    switch unsafe text[start] {
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    case .quote:
      let rest = unsafe UnsafeRawBufferPointer(rebasing: text[(start &+ 1)...])
      var end = unsafe rush_find_byte(rest.baseAddress, rest.count, .quote)
      let hasEscapes = unsafe rush_find_byte(rest.baseAddress, end, .backslash) < end
      if hasEscapes {
        end = 0
        while unsafe rest[end] != .quote { unsafe end &+= rest[end] == .backslash ? 2 : 1 }
      }
      let string = unsafe UnsafeRawBufferPointer(rebasing: rest[..<end])
      return unsafe .string(
        String(accepted: string, hasEscapes: hasEscapes, leniencies: options.leniencies))
    default:
      let rest = unsafe UnsafeRawBufferPointer(rebasing: text[start...])
      var length = 1
      while length < rest.count, unsafe !endsScalar(rest[length]) { length &+= 1 }
      let reach = ScannedNumber.fastReach
      if start >= reach, rest.count >= reach, let first = rest.baseAddress,
        let number = unsafe ScannedNumber.fast(first, length: length)
      {
        return unsafe .number(JSONNumber(number, text: rest))
      }
      guard
        let number = unsafe ScannedNumber.accepted(rest, at: 0, leniencies: options.leniencies)
      else { return .null }
      return unsafe .number(JSONNumber(number, text: rest))
    }
  }
}
