// Objects in slabs: a tree of a large text makes its small strings, arrays and objects in blocks of 2 KB,
// and longer strings in blocks of 16 KB, because one allocation for each takes longer than reading it.
// `rush_slab.h` draws a slab.
//
// Each object is counted by itself, as always. Its slab counts the objects in it, and is freed with the
// last of them. So an object that outlives its neighbours keeps at most one slab.
//
// Nobody but the runtime's release sees the difference: it reads the class's destroyer. Who frees a whole
// tree does not even call it. An object with one owner then dies without a change of its counts, and the
// slab's count changes once for a run of objects.
//
// This works on Linux: elsewhere, strings have a class of Objective-C, or pointers are signed.
// `SlabClass` and `SlabString` probe what they know.

internal import _RushJSONShims

/// A class whose objects can be made in slabs.
@safe
struct SlabClass: @unchecked Sendable {
  // Invariant: metadata from `rush_slab_class`, which is never freed.
  fileprivate let metadata: UnsafeRawPointer
  fileprivate let counts: UInt

  /// The class of `object`, or `nil` if its objects cannot be made in slabs.
  init?(of object: AnyObject) {
    guard Layouts.areEnabled else { return nil }
    // Invariant: every object begins with the address of its class's metadata.
    let real = unsafe Unmanaged.passUnretained(object).toOpaque().load(as: UnsafeRawPointer.self)
    unsafe self.init(real)
  }

  fileprivate init?(_ real: UnsafeRawPointer) {
    guard let metadata = unsafe rush_slab_class(real) else { return nil }
    unsafe self.metadata = metadata
    counts = unsafe UInt(rush_slab_counts(metadata))
  }
}

// MARK: - Making objects

/// Makes objects in one slab after the other. Its owner calls `end`.
@safe
struct ObjectSlab {
  /// The bytes of a slab: a block of 2 KB for an allocator that adds up to two words.
  static let size = 2032
  /// The largest object. So the unused end of a slab is a quarter of it at most.
  static let largestObject = 504
  /// The bytes of a slab for longer strings, whose unused end is an eighth of it at most.
  static let longSize = 16_368
  /// What precedes each object, and the objects of a slab.
  private static let prefix = MemoryLayout<UInt>.size

  // Invariant: `room` bytes from `next` on belong to `slab`, are aligned for a word, and are unused.
  private var slab: UnsafeMutablePointer<rush_slab>?
  private var next: UnsafeMutableRawPointer
  private var room = 0
  private var made: UInt = 0
  private let size: Int

  /// Slabs of `size` bytes, a multiple of 8. Nothing is allocated before the first object.
  init(size: Int) {
    self.size = size
    unsafe slab = nil
    unsafe next = UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// Where the next object begins. It has room for `size` bytes, a multiple of 8 up to an eighth of the
  /// slab or `largestObject`.
  @inline(__always)
  mutating func place(for size: Int) -> UnsafeMutableRawPointer {
    if _slowPath(room < size &+ ObjectSlab.prefix) { self = ObjectSlab.opened(after: self) }
    // Invariant: a slab that was opened has room for the largest object.
    return unsafe next + ObjectSlab.prefix
  }

  /// Makes an object of `size` bytes at the place of `place(for:)`, which was asked for as many or more.
  /// Its class and its counts are set, for one owner, and the caller sets the rest.
  @inline(__always)
  mutating func object(of type: SlabClass, size: Int) -> UnsafeMutableRawPointer {
    let total = size &+ ObjectSlab.prefix
    let object = unsafe next + ObjectSlab.prefix
    unsafe next.storeBytes(of: slab, as: UnsafeMutablePointer<rush_slab>?.self)
    unsafe object.storeBytes(of: type.metadata, as: UnsafeRawPointer.self)
    unsafe object.storeBytes(of: type.counts, toByteOffset: 8, as: UInt.self)
    unsafe next += total
    room &-= total
    made &+= 1
    return unsafe object
  }

  @inline(never)
  private static func opened(after full: ObjectSlab) -> ObjectSlab {
    full.end()
    var opened = ObjectSlab(size: full.size)
    let block: UnsafeMutablePointer<UInt64> = unsafe reallocate(nil, capacity: full.size / 8)
    let slab = unsafe UnsafeMutableRawPointer(block).assumingMemoryBound(to: rush_slab.self)
    unsafe slab.pointee.objects = rush_open_slab
    unsafe opened.slab = slab
    unsafe opened.next = UnsafeMutableRawPointer(slab) + prefix
    opened.room = full.size &- prefix
    return opened
  }

  /// Leaves the last slab to its objects.
  func end() {
    guard let slab = unsafe slab else { return }
    // While the slab is open, it counts objects that were freed, but not those that were made.
    unsafe rush_slab_release(slab, rush_open_slab &- made)
  }
}

// MARK: - Strings

/// The native strings of up to 2047 bytes that are made in slabs.
struct SlabString: Sendable {
  /// The most bytes of a string in a slab of the smaller size.
  static let longestOfSmall = 255
  private static let longest = 2047

  private let type: SlabClass
  private let layout: NativeStringLayout

  /// Strings in slabs, or `nil` where native strings are not as drawn in StringLayout, or not so:
  ///
  ///     object   class │ counts │ capacity │ count │ bytes, then 0 … │ breadcrumbs │
  ///                                 ↑ the room for bytes, and a bit for breadcrumbs, from 64 bytes on
  static let current: SlabString? = {
    let layout = NativeStringLayout.current
    guard layout.discriminator == 0 else { return nil }
    let samples = [16, 40, 63, 64, 100, 3000].flatMap { count in
      [0, 2].map { other in
        String(
          decoding: [UInt8](repeating: 0x61, count: count - other)
            + (other > 0 ? [0xc3, 0xa9] : []), as: UTF8.self)
      }
    }
    let types = unsafe samples.map { unsafe realClass(of: $0, layout) }
    guard let type = unsafe types[0], unsafe types.allSatisfy({ unsafe $0 == type }) else {
      return nil
    }
    return unsafe SlabClass(type).map { SlabString(type: $0, layout: layout) }
  }()

  /// The class of a sample's object, or `nil` if that is not as drawn.
  private static func realClass(of sample: String, _ layout: NativeStringLayout)
    -> UnsafeRawPointer?
  {
    let count = sample.utf8.count
    let words = StringWords(sample)
    guard let bytes = unsafe words.nativeUTF8(layout)?.baseAddress,
      words.low == low(count, isASCII: sample.utf8.allSatisfy { $0 < 0x80 }, layout)
    else { return nil }
    return unsafe withExtendedLifetime(sample) {
      // Invariant: the object has four words before its bytes, and more memory than its capacity.
      let object = unsafe bytes - 32
      let capacity = unsafe object.load(fromByteOffset: 16, as: UInt64.self)
      let room = Int(truncatingIfNeeded: capacity & 0xffff_ffff_ffff)
      guard unsafe object.load(fromByteOffset: 24, as: UInt64.self) == words.low,
        capacity &>> 48 == (count >= 64 ? 0x8000 : 0), room > count, room < count + 64,
        room % 8 == 0
      else { return nil }
      if count >= 64, unsafe bytes.load(fromByteOffset: room, as: UInt64.self) != 0 { return nil }
      return unsafe object.load(as: UnsafeRawPointer.self)
    }
  }

  private static func low(_ count: Int, isASCII: Bool, _ layout: NativeStringLayout) -> UInt64 {
    UInt64(truncatingIfNeeded: count) | (layout.flags | (isASCII ? 0xc000 : 0)) &<< 48
  }

  /// Whether a string of `count` bytes can be made in a slab.
  @inline(__always)
  static func hasRoom(_ count: Int) -> Bool { count > SmallString.capacity && count <= longest }

  /// Where the bytes of the next string go, which has `count` of them or fewer. Requires `hasRoom`.
  @inline(__always)
  static func place(for count: Int, in slab: inout ObjectSlab) -> UnsafeMutableRawPointer {
    unsafe slab.place(for: size(count)) + bytesOffset
  }

  private static let bytesOffset = 32

  /// The bytes of an object for `count` bytes with the zero that ends them, and maybe breadcrumbs.
  @inline(__always)
  private static func size(_ count: Int) -> Int {
    let room = (count &+ 8) & ~7
    return bytesOffset &+ room &+ (room > 64 ? 8 : 0)
  }

  /// Makes a string of the `count` bytes of UTF-8 that are at the place, which was asked for as many or
  /// more. More than a small string has. `merged` has a top bit if one of the bytes has. Returns the
  /// string's words, which own it.
  @inline(__always)
  func words(_ count: Int, merged: UInt64, in slab: inout ObjectSlab) -> StringWords {
    let room = (count &+ 8) & ~7
    let hasBreadcrumbs = room > 64
    let object = unsafe slab.object(of: type, size: SlabString.size(count))
    let bytes = unsafe object + SlabString.bytesOffset
    // Invariant: the object has `room` bytes, of which the last 1 to 8 are not in use, and then, if they
    // are more than 64, one more word.
    let last = unsafe bytes.load(fromByteOffset: room &- 8, as: UInt64.self)
    let used = (1 &<< UInt64(truncatingIfNeeded: count &<< 3 & 63)) &- 1 as UInt64
    unsafe bytes.storeBytes(of: last & used, toByteOffset: room &- 8, as: UInt64.self)
    if hasBreadcrumbs { unsafe bytes.storeBytes(of: 0, toByteOffset: room, as: UInt64.self) }
    let low = SlabString.low(count, isASCII: merged & 0x8080_8080_8080_8080 == 0, layout)
    let capacity = UInt64(truncatingIfNeeded: room) | (hasBreadcrumbs ? 0x8000 &<< 48 : 0)
    unsafe object.storeBytes(of: capacity, toByteOffset: 16, as: UInt64.self)
    unsafe object.storeBytes(of: low, toByteOffset: 24, as: UInt64.self)
    return StringWords(low: low, high: UInt64(UInt(bitPattern: object)))
  }
}

// MARK: - Freeing objects

/// Counts dead objects, and tells their slabs. Its owner calls `end`.
@safe
struct SlabReleases {
  private var slab: UnsafeMutablePointer<rush_slab>?
  private var count: UInt = 0

  init() { unsafe slab = nil }

  /// Whether the object at `address` is in a slab.
  static func isInSlab(_ address: UnsafeRawPointer) -> Bool {
    Layouts.areEnabled ? unsafe rush_is_in_slab(address) : false
  }

  /// Whether the object at `address` is in a slab and has one owner, which then drops it without a release.
  /// What it owns must be released before `add`.
  @inline(__always)
  static func owns(_ address: UnsafeRawPointer) -> Bool {
    Layouts.areEnabled ? unsafe rush_slab_of_unique(address) != nil : false
  }

  /// Notes that the object at `address`, which `owns` accepted, is dead.
  @inline(__always)
  mutating func add(_ address: UnsafeRawPointer) {
    // Invariant: the word before an object in a slab is the slab's address.
    let slab = unsafe (address - 8).load(as: UnsafeMutablePointer<rush_slab>?.self)
    if unsafe slab != self.slab {
      end()
      unsafe self.slab = unsafe slab
      count = 0
    }
    count &+= 1
  }

  /// Drops a string that is the only owner of an object in a slab. Returns `false` for any other, which
  /// must be released. Requires ``SlabString/current``.
  @inline(__always)
  mutating func add(_ words: StringWords) -> Bool {
    guard Layouts.areEnabled, words.high &>> 56 == 0,
      let object = unsafe UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: words.high)),
      unsafe SlabReleases.owns(object)
    else { return false }
    let capacity = unsafe object.load(fromByteOffset: 16, as: UInt64.self)
    if capacity &>> 63 != 0 {
      // Somebody may have used indices of the string's UTF-16 form, whose places it keeps.
      let room = Int(truncatingIfNeeded: capacity & 0xffff_ffff_ffff)
      if unsafe object.load(fromByteOffset: 32 &+ room, as: UInt64.self) != 0 { return false }
    }
    unsafe add(object)
    return true
  }

  /// Tells the last slab.
  @inline(__always)
  func end() { if let slab = unsafe slab { unsafe rush_slab_release(slab, count) } }
}
