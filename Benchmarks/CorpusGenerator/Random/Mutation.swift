/// Ways to damage a text: all changes of one small kind, or some at random.
///
/// The result may be valid or not. A test checks that all readers agree about it, or that none
/// traps.
public enum Mutation {
  /// Every proper prefix of `bytes`, from the empty one to all but the last byte.
  ///
  /// Each prefix is a slice, made on request, and copies nothing.
  public static func prefixes(of bytes: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
    bytes.indices.lazy.map { bytes[..<$0] }
  }

  /// `bytes` with one byte replaced, for every position and every other value of the byte: 255
  /// texts for each byte of input, made one at a time.
  public static func singleByteChanges(of bytes: [UInt8]) -> SingleByteChanges {
    SingleByteChanges(original: bytes, replacements: Array(0...255))
  }

  /// Like `singleByteChanges(of:)`, with only `replacements` as new values. A replacement that
  /// equals the byte it would replace is left out.
  public static func singleByteChanges(
    of bytes: [UInt8], to replacements: [UInt8]
  ) -> SingleByteChanges {
    SingleByteChanges(original: bytes, replacements: replacements)
  }

  /// Bytes that mean something to a JSON reader or to UTF-8, and their neighbours that do not.
  public static let significantBytes: [UInt8] =
    Array("{}[]:,\"\\/-+.eE0159tfnulabr \n\t\r'#".utf8) + [
      0x00, 0x0B, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
    ]

  /// `bytes` after `count` random edits: a byte replaced, inserted, or removed, a range removed,
  /// repeated, or moved.
  public static func edited(
    _ bytes: [UInt8], count: Int, using random: inout SeededGenerator
  ) -> [UInt8] {
    var result = bytes
    for _ in 0..<count {
      edit(&result, using: &random)
    }
    return result
  }

  private static func edit(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let byte =
      random.chance(3, in: 4)
      ? random.element(of: significantBytes) : UInt8(random.integer(in: 0...255))
    guard !bytes.isEmpty else {
      bytes.append(byte)
      return
    }
    let position = random.integer(in: 0...(bytes.count - 1))
    let end = min(bytes.count, position + random.integer(in: 1...16))
    switch random.integer(in: 0...5) {
    case 0: bytes[position] = byte
    case 1: bytes.insert(byte, at: position)
    case 2: bytes.remove(at: position)
    case 3: bytes.removeSubrange(position..<end)
    case 4: bytes.insert(contentsOf: Array(bytes[position..<end]), at: position)
    default:
      let moved = Array(bytes[position..<end])
      bytes.removeSubrange(position..<end)
      bytes.insert(contentsOf: moved, at: random.integer(in: 0...bytes.count))
    }
  }
}

/// The texts that differ from one text in exactly one byte, in order of position, then of the
/// replacements given. Each is a separate copy, made on request.
public struct SingleByteChanges: Sequence, Sendable {
  /// One of the changed texts.
  public struct Element: Sendable, Hashable {
    /// The zero-based byte offset of the change.
    public let offset: Int
    /// The whole text, changed.
    public let bytes: [UInt8]
  }

  let original: [UInt8]
  let replacements: [UInt8]

  /// An iterator at the first change.
  public func makeIterator() -> Iterator {
    Iterator(changes: self)
  }

  /// Steps through the changes.
  public struct Iterator: IteratorProtocol, Sendable {
    private let changes: SingleByteChanges
    private var offset = 0
    private var choice = 0

    init(changes: SingleByteChanges) {
      self.changes = changes
    }

    /// The next changed text, or `nil` after the last.
    public mutating func next() -> Element? {
      while offset < changes.original.count {
        while choice < changes.replacements.count {
          let replacement = changes.replacements[choice]
          choice += 1
          guard replacement != changes.original[offset] else { continue }
          var bytes = changes.original
          bytes[offset] = replacement
          return Element(offset: offset, bytes: bytes)
        }
        choice = 0
        offset += 1
      }
      return nil
    }
  }
}
