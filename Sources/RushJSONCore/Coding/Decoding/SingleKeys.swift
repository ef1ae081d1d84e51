// The keys of objects with one member.
//
//   {"circle": {"radius": 1}}     the code that the compiler writes for an enum asks for all keys of this object
//
// An array of keys takes 4,000 instructions, most of them to find metadata, and an enum with values has made two of them. So
// a session keeps the last ones.

/// The arrays of keys of such objects, by the type of the key and the name.
@safe
struct SingleKeys {
  /// An array of keys in an object that needs no metadata of its type to be read.
  private final class List<Key: CodingKey> {
    let keys: [Key]
    init(_ keys: [Key]) { self.keys = keys }
  }

  private struct Entry {
    let type: ObjectIdentifier
    // The words of a small string, which mean the same name as long as the process lives.
    let name: StringWords
    let list: AnyObject
  }

  private static let capacity = 16
  private var entries: [Entry] = []

  /// Whether a type's keys are kept: those of one byte, which cannot hold the name. They are nearly always the cases of an
  /// enum.
  @inline(__always)
  static func keeps<Key: CodingKey>(_ type: Key.Type) -> Bool { MemoryLayout<Key>.size <= 1 }

  /// The keys that are kept for a name, or `nil`.
  @inline(__always)
  func known<Key: CodingKey>(_ type: Key.Type, _ words: StringWords) -> [Key]? {
    for index in entries.indices
    where entries[index].name == words && entries[index].type == ObjectIdentifier(type) {
      // Invariant: the entries of a type are lists of it.
      return unsafe unsafeDowncast(entries[index].list, to: List<Key>.self).keys
    }
    return nil
  }

  /// Keeps the keys for a name, if its words are a small string.
  mutating func keep<Key: CodingKey>(_ keys: [Key], _ words: StringWords) {
    guard SmallString.isKnown, words.isSmall else { return }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(Entry(type: ObjectIdentifier(Key.self), name: words, list: List(keys)))
  }
}
extension CodingKey {
  /// The keys that the type has for names.
  // Not `compactMap`, whose array grows: each step takes 600 instructions where the type is not known.
  static func keys(named names: [String]) -> [Self] {
    unsafe Array(unsafeUninitializedCapacity: names.count) { keys, count in
      guard let start = keys.baseAddress else { return }
      for name in names {
        guard let key = Self(stringValue: name) else { continue }
        // Invariant: there is room for a key of each name.
        unsafe (start + count).initialize(to: key)
        count &+= 1
      }
    }
  }
}
