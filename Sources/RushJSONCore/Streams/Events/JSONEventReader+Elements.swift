// Skips objects of an array, in blocks, and notes the few members that are wanted.
//
//   text      [{"id":17,"user":{"id":1},"text":"…"},{"text":"…","id":18},…
//               └ note                                         └ note
//
// The skip kernel notes where wanted members are, as it skips them. When it has skipped many
// objects, the values are read from the text, which the kernel has checked.

internal import _RushJSONShims

/// Names of members that are wanted of the objects in an array.
struct RecordedNames {
  /// A name's length, the name, and a quotation mark, in RUSH_WATCHED_NAME bytes.
  fileprivate private(set) var table: [UInt8] = []
  fileprivate let count: Int
  fileprivate var notes = [rush_note](repeating: rush_note(), count: Self.capacity)
  /// How many members with each name were skipped, and only counted.
  private(set) var counts: [Int] = []
  /// A score: rises with each note, falls when the kernel makes no progress.
  fileprivate var worth = 0

  private static let capacity = 512

  /// - Returns: `nil` if the kernel cannot look for these names.
  init?(_ names: [[UInt8]]) {
    guard names.count > 0, SearchedNames(names) != nil else { return nil }
    count = names.count
    counts = [Int](repeating: 0, count: count)
    for name in names {
      let entry = [UInt8(name.count)] + name + [.quote]
      table += entry + [UInt8](repeating: 0, count: Int(RUSH_WATCHED_NAME) &- entry.count)
    }
  }

  /// Counts the first of the notes, those of values before `used`, and returns how many they are.
  fileprivate mutating func add(_ noted: Int, before used: Int) -> Int {
    var passed = noted
    while passed > 0, notes[passed &- 1].value >= used { passed &-= 1 }
    if count == 1 {
      counts[0] &+= passed
    } else {
      for note in notes.prefix(passed) { counts[Int(note.name)] &+= 1 }
    }
    return passed
  }

  mutating func resetCounts() {
    for name in counts.indices { counts[name] = 0 }
  }

  /// Whether watching has paid off so far.
  var isWorthwhile: Bool { worth > -256 }
}

/// A string, number or literal.
enum EventScalar {
  case null, bool(Bool), number(JSONNumber), string(String)
}

/// How far a reader got in an array of objects.
struct PassedElements {
  /// The number of elements that have begun.
  var begun = 0
  /// The position of the wanted name that was skipped last, if the reader is before its value.
  var name: Int?
  /// Whether the reader is inside an element that is not an object, whose rest is to be skipped.
  var isInArray = false
}

extension JSONEventReader {
  /// The most calls of the kernel before what was found is delivered.
  private static var mostCalls: Int { 8 }

  /// Passes over members of the innermost open object, which is in an array, and of the objects after it in
  /// the same array. The reader ``mayPassMembers``. Gives `found` the name's position, the number of elements that began since
  /// the call, and the value of each member that has one of `names`. If it is `nil`, they are counted.
  ///
  /// It may end inside a member, whose rest ``skipValue()`` skips, between two elements, and after
  /// the array. `nil` if it skipped nothing.
  mutating func skipElements(
    _ names: inout RecordedNames, found: ((Int, Int, EventScalar) -> Void)?
  ) -> PassedElements? {
    let level = pieces.sink.depth
    leavePiece()
    var passed = PassedElements()
    var hasPassed = false
    // The caller keeps what is found, so there is a limit.
    for _ in 0..<Self.mostCalls {
      if passed.name != nil || pieces.sink.depth < level &- 1 || pieces.sink.depth > level &+ 16 {
        break
      }
      let (used, isFull) = passNoted(&names, level: level, passed: &passed, found: found)
      if used == 0 { break }
      hasPassed = true
      if !isFull { break }
    }
    // The end of a chunk is one piece, because the kernel does not take it.
    pieces.limitNextPiece(to: pieces.pending.count < 256 ? 256 : Self.memberPieceSize)
    if !hasPassed {
      names.worth &-= 16
      return nil
    }
    let depth = pieces.sink.depth
    if depth < level &- 1 { endSkip() }
    if isBetweenElements(level) { passed.begun &-= 1 }
    passed.isInArray = depth >= level && !pieces.sink[frame: level &- 1].isObject
    openInValue = max(0, depth &- level &+ (passed.isInArray ? 1 : 0))
    return passed
  }

  /// Whether a comma has been read, and not the element after it.
  private func isBetweenElements(_ level: Int) -> Bool {
    pieces.sink.depth == level &- 1 && pieces.tokenizer.progress.state == .nextElement
  }

  /// Calls the kernel once. Returns the bytes skipped, and whether it may have stopped for want of
  /// room.
  private mutating func passNoted(
    _ names: inout RecordedNames, level: Int, passed: inout PassedElements,
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
          if isAfterName { passed.name = Int(note.name) }
        } else if let found {
          let value = unsafe scalar(in: accepted, at: Int(note.value))
          found(Int(note.name), passed.begun &+ Int(note.elements), value)
        }
      }
      return (used, unchanged)
    }
    let (elements, count) = unsafe (watch.elements, watch.count)
    passed.begun &+= elements
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
    pieces.pass(used, lines: lines)
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
