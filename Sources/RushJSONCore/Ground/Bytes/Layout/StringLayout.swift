// The two words of a `String`.
//
//   up to 15 bytes: the string itself holds them
//
//   byte    0  1  2  …                        13 14 15
//          │ h │ e │ l │ l │ o │ 0 │ 0 │ … │ 0 │ 0 │ tag │      tag: 0xE0 for ASCII, else 0xA0,
//          └──── low ────┘└─────────── high ───────────┘             plus the count
//
//   longer native strings
//
//          low    flags in the high 16 bits, count in the low 48
//          high   discriminator in the high 4 bits; below it the address of the string's object,
//                 whose bytes begin at offset 32. The address may have a tag of 4 bits.
//
//   literals and small strings have the top bit of `high` set: they are never reference-counted
//
// Swift's initialisers write a small string byte by byte, which is half of the time that a text of
// short strings takes. `SmallString.make` writes the two words directly (3 ns instead of 8 to 20).
// Reading a string's bytes through `utf8` retains and releases its memory: two atomic operations,
// which take longer than copying the bytes of most strings in JSON.
//
// The layout is part of the ABI on Apple's platforms. Elsewhere the compiler could change it, so
// `SmallString.isKnown` and `NativeStringLayout.current` probe it once per process.

/// The two words of a string.
@safe
struct StringWords: BitwiseCopyable, Equatable {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The words of the string at `string`, or zeros where layouts are off.
  /// This does not retain the string: its owner must keep it alive while its bytes are in use.
  @inline(__always)
  init(at string: CheckedView<String>) {
    // Invariant: a string is two words on 64-bit platforms. If their layout is unknown, they are not interpreted.
    let words = unsafe string.checked(MemoryLayout<String>.size)
    low = unsafe Layouts.areEnabled ? words.loadUnaligned(as: UInt64.self) : 0
    high = unsafe Layouts.areEnabled ? words.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
  }

  /// The words of a string, or zeros where layouts are off.
  @inline(__always)
  init(_ string: String) {
    // Invariant: a String is two words on 64-bit platforms, and any bits are two integers.
    self =
      unsafe Layouts.areEnabled
      ? unsafeBitCast(string, to: StringWords.self) : StringWords(low: 0, high: 0)
  }

  /// Whether this is a small string. Requires ``SmallString/isKnown``.
  @inline(__always) var isSmall: Bool { high &>> 61 & 1 != 0 }

  /// Whether this is a small string without bytes beyond ASCII. Requires ``SmallString/isKnown``.
  @inline(__always) var isSmallASCII: Bool { high &>> 61 == 7 }

  /// The number of bytes of a small string.
  @inline(__always)
  var smallCount: Int {
    assert(isSmall)
    return Int(truncatingIfNeeded: high &>> 56 & 0x0f)
  }

  /// The bytes of a small string from the ninth on, without the tag.
  @inline(__always) var smallHigh: UInt64 { high & 0x00ff_ffff_ffff_ffff }

  /// The last eight bytes of a small string that has eight or more.
  @inline(__always)
  var smallLast: UInt64 {
    assert(smallCount >= 8)
    let shift = UInt64(truncatingIfNeeded: 8 &* (smallCount &- 8))
    // The second shift is by 8 or more, which removes the tag. A shift by 64 gives zero.
    return low >> shift | high << (64 &- shift)
  }

  /// Whether these words always mean the same string, because it is small or a literal. Requires
  /// ``SmallString/isKnown``.
  @inline(__always) var isImmortal: Bool { high &>> 63 != 0 }

  /// The bytes of a long native string, or `nil` if the string has another form.
  @inline(__always)
  func nativeUTF8(_ layout: NativeStringLayout) -> CheckedBytes? {
    guard low &>> 48 & 0x3fff == layout.flags, high &>> 60 == layout.discriminator else {
      return nil
    }
    let address = UInt(truncatingIfNeeded: high & 0x0fff_ffff_ffff_ffff) &+ 32
    return unsafe CheckedBytes(
      start: UnsafeRawPointer(bitPattern: address),
      count: Int(truncatingIfNeeded: low & 0xffff_ffff_ffff))
  }
}

extension String {
  /// Whether both have the same words. If so, they have the same scalars; if not, they may.
  @inline(__always)
  func hasSameWords(as other: String) -> Bool {
    guard Layouts.areEnabled else { return false }
    let words = StringWords(self)
    let others = StringWords(other)
    return (words.low ^ others.low) | (words.high ^ others.high) == 0
  }
}

// MARK: - Small strings

/// Strings of up to 15 bytes, made from two words.
enum SmallString {
  /// The most UTF-8 bytes of a small string.
  static let capacity = 15

  /// Whether strings of every length are laid out as drawn.
  static let isKnown: Bool = {
    guard Layouts.mayBeKnown, MemoryLayout<String>.size == MemoryLayout<StringWords>.size else {
      return false
    }
    return (0...capacity).allSatisfy { count in
      let letters = (0..<count).map { UInt8(0x61 + $0) }
      // The same length with a sequence of two bytes at the start.
      return isAsDrawn(letters) && (count < 2 || isAsDrawn([0xc3, 0xa9] + letters.dropFirst(2)))
    }
  }()

  private static func isAsDrawn(_ bytes: [UInt8]) -> Bool {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in bytes.dropFirst(8).reversed() { high = high &<< 8 | UInt64(byte) }
    for byte in bytes.prefix(8).reversed() { low = low &<< 8 | UInt64(byte) }
    return StringWords(String(decoding: bytes, as: UTF8.self)) == tagged((low, high), bytes.count)
  }

  @inline(__always)
  private static func tagged(_ bytes: (low: UInt64, high: UInt64), _ count: Int) -> StringWords {
    let isASCII = (bytes.low | bytes.high) & 0x8080_8080_8080_8080 == 0
    let tag = (isASCII ? 0xe0 : 0xa0) | UInt64(truncatingIfNeeded: count)
    return StringWords(low: bytes.low, high: bytes.high | tag &<< 56)
  }

  /// The string of `count` ≤ 15 bytes of UTF-8, given in little-endian words padded with zeros.
  /// Requires `isKnown`.
  @inline(__always)
  static func make(_ bytes: (low: UInt64, high: UInt64), count: Int) -> String {
    assert(count >= 0 && count <= capacity)
    assert(count >= 8 || bytes.high == 0)
    assert(count >= 8 || bytes.low >> (8 &* count) == 0)
    assert(count < 8 || bytes.high >> (8 &* (count &- 8)) == 0)
    guard Layouts.areEnabled else { return "" }
    // Invariant: the layout is known, so these are the words of a string that owns no memory.
    return unsafe unsafeBitCast(tagged(bytes, count), to: String.self)
  }

  /// The argument of `make` for bytes in memory.
  // Invariant: there is an address, and up to eight bytes before it can be read.
  @unsafe @inline(__always)
  static func bytes(_ bytes: CheckedBytes) -> (low: UInt64, high: UInt64) {
    let count = bytes.count
    assert(count <= capacity)
    // The last eight bytes, which may begin before the others.
    let end = bytes.view(before: 8).word(at: count &- 8)
    if count >= 8 {
      // The last `count` - 8 of them. A shift by 64 gives zero.
      return (bytes.word(at: 0), end >> UInt64(truncatingIfNeeded: 8 &* (16 &- count)))
    }
    return (end >> UInt64(truncatingIfNeeded: 8 &* (8 &- count)), 0)
  }

  /// Whether `string` is small. Requires `isKnown`.
  @inline(__always) static func isSmall(_ string: String) -> Bool { StringWords(string).isSmall }

  /// The same string, made small if it is short enough: a string with room to grow is not small.
  static func shrunk(_ string: String) -> String {
    if !isKnown || string.utf8.count > capacity || isSmall(string) { return string }
    return String(decoding: Array(string.utf8), as: UTF8.self)
  }
}

// MARK: - Long native strings

/// What the words of long native strings have in common.
struct NativeStringLayout: Sendable, Equatable {
  /// The high 16 bits of the first word, without the top two, which describe the content.
  let flags: UInt64
  /// The high 4 bits of the second word.
  let discriminator: UInt64

  /// A layout that no string has.
  private static let unknown = NativeStringLayout(flags: .max, discriminator: .max)

  /// The layout in this process, or one that matches no string if it is not as drawn.
  static let current: NativeStringLayout = {
    guard SmallString.isKnown else { return unknown }
    let samples = [
      [UInt8](repeating: 0x61, count: 40),
      [UInt8](repeating: 0x62, count: 3000),
      [UInt8]("ein längerer Text, der nicht nur ASCII ist — 𝄞".utf8),
    ]
    let layouts = samples.map(layout(of:))
    return layouts.allSatisfy { $0 == layouts[0] } ? layouts[0] : unknown
  }()

  private static func layout(of bytes: [UInt8]) -> NativeStringLayout {
    var string = String(decoding: bytes, as: UTF8.self)
    let words = StringWords(string)
    let layout = NativeStringLayout(
      flags: words.low &>> 48 & 0x3fff, discriminator: words.high &>> 60)
    let isAsDrawn = string.withUTF8 { utf8 in
      guard let bytes = words.nativeUTF8(layout) else { return false }
      return unsafe bytes.count == utf8.count
        && bytes.baseAddress == UnsafeRawPointer(utf8.baseAddress)
    }
    return isAsDrawn ? layout : unknown
  }
}
