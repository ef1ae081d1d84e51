// The small strings, arrays and objects of a large text, in slabs (ObjectSlab).

internal import _RushJSONShims

/// Makes objects of one tree. Its owner calls `end`.
@safe
struct TreeSlab {
  /// What objects in slabs begin with.
  private struct Types: Sendable {
    let strings: SlabString
    let storages: SlabClass
  }

  /// `nil` where objects cannot be made in slabs.
  private static let types: Types? = {
    let sample = TreeStorage.array(capacity: 1)
    // Invariant: the addresses are only compared.
    let start = unsafe UnsafeMutableRawPointer(Unmanaged.passUnretained(sample).toOpaque())
    let header = unsafe sample.withUnsafeMutablePointerToHeader {
      UnsafeMutableRawPointer($0)
    }
    guard RawJSON.holdsContentFirst, let strings = SlabString.current,
      unsafe header == start + headerOffset,
      unsafe UnsafeMutableRawPointer(sample.values) == start + valuesOffset
    else { return nil }
    guard let storages = SlabClass(of: sample) else { return nil }
    let types = Types(strings: strings, storages: storages)
    return copiesAreApart(types) ? types : nil
  }()

  /// Whether a copy of a storage in a slab is in none: it must not have the class of the original.
  private static func copiesAreApart(_ types: Types) -> Bool {
    var slab = TreeSlab(types, for: 0)
    let storage = slab.storage(isObject: false, capacity: 1)
    slab.end()
    // Invariant: each address is that of an object that lives during the call.
    return unsafe SlabReleases.isInSlab(Unmanaged.passUnretained(storage).toOpaque())
      && [storage.copy(capacity: 1), storage.move(capacity: 1)].allSatisfy {
        unsafe !SlabReleases.isInSlab(Unmanaged.passUnretained($0).toOpaque())
      }
  }

  /// Whether objects can be made in slabs here.
  static var isAvailable: Bool { types != nil }

  private static let headerOffset = 16
  private static let valuesOffset = headerOffset + MemoryLayout<TreeHeader>.size

  /// Texts of fewer bytes make objects one by one, as most of a slab would be unused. So trees of
  /// records share no memory.
  static let smallestText = 8192

  private let types: Types?
  private var slab = ObjectSlab(size: ObjectSlab.size)
  private var longSlab = ObjectSlab(size: ObjectSlab.longSize)
  var longStrings: LongStrings

  init(for byteCount: Int) {
    self.init(byteCount < TreeSlab.smallestText ? nil : TreeSlab.types, for: byteCount)
  }

  private init(_ types: Types?, for byteCount: Int) {
    self.types = types
    longStrings = LongStrings(for: byteCount, isUsed: types != nil)
  }

  /// Whether values of this tree may be in slabs.
  @inline(__always) var isUsed: Bool { types != nil }

  mutating func end() {
    slab.end()
    longSlab.end()
    longStrings.free()
  }

  // MARK: - Strings

  /// Makes a string of valid UTF-8 at `target`. Returns `false` if slabs are not used or it is too long.
  @inline(__always)
  mutating func string(
    _ target: UnsafeMutablePointer<RawJSON>, _ start: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    unsafe string(target, count) { unsafe (count, rush_copy_and_merge($0, start, count)) }
  }

  /// Likewise for `count` bytes with escapes, which are unescaped into the string's memory.
  @inline(__always)
  mutating func string(
    _ target: UnsafeMutablePointer<RawJSON>, unescaping start: UnsafeRawPointer, _ count: Int,
    _ leniencies: JSONLeniencies
  ) -> Bool {
    unsafe string(target, count) { bytes in
      // Invariant: the place has room for `count` bytes, and no escape is shorter than its meaning.
      let length = unsafe Escape.unescape(
        UnsafeRawBufferPointer(start: start, count: count),
        into: UnsafeMutableBufferPointer(
          start: bytes.assumingMemoryBound(to: UInt8.self), count: count), leniencies: leniencies)
      return unsafe (length, length > SmallString.capacity ? rush_merge(bytes, length) : 0)
    }
  }

  /// Makes a string of at most `count` bytes, which `fill` writes. It returns how many it has written, and
  /// their bits merged (see `SlabString.words`). Returns `false` if slabs are not used or it is too long.
  @inline(__always)
  private mutating func string(
    _ target: UnsafeMutablePointer<RawJSON>, _ count: Int,
    _ fill: (UnsafeMutableRawPointer) -> (length: Int, merged: UInt64)
  ) -> Bool {
    guard let types, SlabString.hasRoom(count) else { return false }
    if count <= SlabString.longestOfSmall {
      unsafe TreeSlab.make(target, count, types.strings, &slab, fill)
    } else {
      unsafe TreeSlab.make(target, count, types.strings, &longSlab, fill)
    }
    return true
  }

  @inline(__always)
  private static func make(
    _ target: UnsafeMutablePointer<RawJSON>, _ count: Int, _ strings: SlabString,
    _ slab: inout ObjectSlab, _ fill: (UnsafeMutableRawPointer) -> (length: Int, merged: UInt64)
  ) {
    let bytes = unsafe SlabString.place(for: count, in: &slab)
    let (length, merged) = unsafe fill(bytes)
    if length > SmallString.capacity {
      unsafe put(strings.words(length, merged: merged, in: &slab), at: target)
    } else {
      // Escapes were longer than their meanings. The next object takes the place.
      unsafe target.initialize(to: .string(String(validated: bytes, count: length)))
    }
  }

  @inline(__always)
  private static func put(_ words: StringWords, at target: UnsafeMutablePointer<RawJSON>) {
    // The words replace those of the empty string, which owns nothing.
    // Invariant: `types` has probed that a value begins with its string.
    unsafe target.initialize(to: .string(""))
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: words, as: StringWords.self)
  }

  // MARK: - Arrays and objects

  /// An empty storage, in a slab if it is small.
  @inline(__always)
  mutating func storage(isObject: Bool, capacity: Int) -> TreeStorage {
    let size =
      TreeSlab.valuesOffset &+ capacity
      &* (MemoryLayout<RawJSON>.stride &+ (isObject ? MemoryLayout<String>.stride : 0))
    guard let types, size <= ObjectSlab.largestObject else {
      return isObject ? .object(capacity: capacity) : .array(capacity: capacity)
    }
    _ = unsafe slab.place(for: size)
    let object = unsafe slab.object(of: types.storages, size: size)
    unsafe (object + TreeSlab.headerOffset).storeBytes(
      of: TreeHeader(room: capacity, isObject: isObject, tableBits: 0), as: TreeHeader.self)
    // Invariant: the object is a storage without values, and the counts are those of one owner.
    return unsafe Unmanaged<TreeStorage>.fromOpaque(object).takeRetainedValue()
  }
}
