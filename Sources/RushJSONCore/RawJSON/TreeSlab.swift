// The small strings, arrays and objects of a large text, in slabs (ObjectSlab).

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
  private var slab = ObjectSlab()
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
    longStrings.free()
  }

  /// Makes a string of valid UTF-8 at `target`. Returns `false` if slabs are not used or it is too long.
  @inline(__always)
  mutating func string(
    _ target: UnsafeMutablePointer<RawJSON>, _ start: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    guard let types, SlabString.hasRoom(count) else { return false }
    let words = unsafe types.strings.words(start, count, in: &slab)
    // The words replace those of the empty string, which owns nothing.
    // Invariant: `types` has probed that a value begins with its string.
    unsafe target.initialize(to: .string(""))
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: words, as: StringWords.self)
    return true
  }

  /// An empty storage, in a slab if it is small.
  @inline(__always)
  mutating func storage(isObject: Bool, capacity: Int) -> TreeStorage {
    let size =
      TreeSlab.valuesOffset &+ capacity
      &* (MemoryLayout<RawJSON>.stride &+ (isObject ? MemoryLayout<String>.stride : 0))
    guard let types, size <= ObjectSlab.largestObject else {
      return isObject ? .object(capacity: capacity) : .array(capacity: capacity)
    }
    let object = unsafe slab.object(of: types.storages, size: size)
    unsafe (object + TreeSlab.headerOffset).storeBytes(
      of: TreeHeader(room: capacity, isObject: isObject, tableBits: 0), as: TreeHeader.self)
    // Invariant: the object is a storage without values, and the counts are those of one owner.
    return unsafe Unmanaged<TreeStorage>.fromOpaque(object).takeRetainedValue()
  }
}
