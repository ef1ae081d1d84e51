// Members that nobody waits for, passed over by blocks.
//
//   text      {"id":17,"user":{…},"text":"…",…},{"id":18,"user":…
//                   └ tokens ┘└──────── blocks ────────┘└ tokens
//
// A search finds where a name that is waited for may be next, whatever that place is: a name of this
// object or of another, or part of a string. The skip kernel passes over what is before it, and the
// tokenizer reads on from there, so the caller sees every member that may be one of them.

internal import _RushJSONShims

/// Names of members that a reader waits for, and how far they were searched for.
struct AwaitedNames {
  private let names: [[UInt8]]
  /// For each name: up to where in the stream it does not begin, and whether it may begin there.
  private var searched: [(end: Int, isFound: Bool)]

  /// How many bytes are searched at a time. The skip then finds them in a cache.
  private static let window = 16 << 10
  /// The bytes that a search may read after its end, and more than the longest name in quotes has.
  static let reach = 128

  /// - Returns: `nil` if a search for these names would find too much, or would not find a name that is
  ///   written with escapes.
  init?(_ names: [[UInt8]]) {
    guard (1...4).contains(names.count) else { return nil }
    for name in names {
      guard (1...32).contains(name.count),
        name.allSatisfy({
          $0 > .space && $0 < 0x7f && $0 != .quote && $0 != .backslash && $0 != .slash
        })
      else { return nil }
    }
    self.names = names
    searched = names.map { _ in (0, false) }
  }

  /// How many bytes of `text`, which begins at `offset` of the stream, can be passed over, and whether a
  /// name may begin there.
  mutating func passable(
    in text: UnsafeRawBufferPointer, at offset: Int
  ) -> (count: Int, isFound: Bool) {
    var result = (count: min(Self.window, text.count &- Self.reach), isFound: false)
    for number in names.indices {
      var end = searched[number].end &- offset
      if end < 0 || !searched[number].isFound && end < result.count {
        let start = max(0, end)
        let size = result.count &- start
        // Invariant: `reach` bytes follow those that are searched.
        let found = unsafe rush_find_name(
          BlockKernel.fastest.raw, text.baseAddress.unsafelyUnwrapped + start, size, names[number],
          names[number].count)
        end = start &+ found
        searched[number] = (offset &+ end, found < size)
      }
      if end < result.count { result = (end, true) }
    }
    return result
  }
}

extension JSONEventReader {
  /// The size of the first piece after members that were passed over: it is to hold one member.
  static var memberPieceSize: Int { 96 }

  /// The number of open arrays and objects, when all records of the piece have been taken.
  var openDepth: Int { pieces.sink.depth }

  /// Whether the name of a member has been passed over, but not its value.
  var isAfterName: Bool {
    pieces.tokenizer.progress.state == .colon || pieces.tokenizer.progress.state == .value
  }

  /// Whether all records have been taken, and there are enough bytes to pass over some by blocks.
  var mayPassMembers: Bool {
    queue.isEmpty && openInValue == 0 && !pieces.isCollecting && mayPassBlocks
  }

  /// Passes over members of the innermost open object by blocks, up to one that may have one of `names`,
  /// or to the object's end. Returns whether it passed over any bytes.
  ///
  /// It may end inside a member, whose rest ``skipValue()`` passes over, and even after its name.
  mutating func passMembers(upTo names: inout AwaitedNames) -> Bool {
    guard mayPassMembers else { return false }
    let depth = pieces.sink.depth
    var hasPassed = false
    while pieces.sink.depth >= depth, pieces.unreadCount > AwaitedNames.reach &+ 64 {
      let offset = pieces.unreadOffset
      let (count, isFound) = unsafe pieces.pending.suffix(pieces.unreadCount).withUnsafeBytes {
        text in
        // Invariant: the chunk stays in place during the call.
        unsafe names.passable(in: text, at: offset)
      }
      // The kernel reads whole blocks.
      let used = count < 64 ? 0 : passBlocks(floor: depth &- 1, most: count &+ 16)
      hasPassed = hasPassed || used > 0
      if isFound { pieces.limitNextPiece(to: Self.memberPieceSize) }
      if isFound, pieces.sink.depth > depth {
        // The name is that of another object, inside a member.
        _ = passBlocks(floor: depth, most: .max)
        if pieces.sink.depth > depth { break }
        endSkip()
        pieces.limitNextPiece(to: Self.memberPieceSize)
      } else if isFound || used == 0 {
        break
      }
    }
    if hasPassed {
      if pieces.sink.depth < depth {
        endSkip()
        pieces.limitNextPiece(to: Self.memberPieceSize)
      }
      openInValue = max(0, pieces.sink.depth &- depth)
    }
    return hasPassed
  }
}
