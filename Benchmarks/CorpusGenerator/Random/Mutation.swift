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

  /// `bytes` with one byte replaced, for every position and each of `replacements`: by default 255 texts for
  /// each byte of input, made one at a time, in order of position. The offset is that of the byte.
  public static func singleByteChanges(
    of bytes: [UInt8], to replacements: [UInt8] = Array(0...255)
  ) -> some Sequence<(offset: Int, bytes: [UInt8])> {
    bytes.indices.lazy.flatMap { offset in
      replacements.lazy.filter { $0 != bytes[offset] }.map { replacement in
        var changed = bytes
        changed[offset] = replacement
        return (offset, changed)
      }
    }
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
