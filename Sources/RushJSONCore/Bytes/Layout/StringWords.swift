// The UTF-8 of strings without touching their reference counts.
//
// Asking a string for its bytes retains and releases its memory, two atomic operations that take
// longer than copying the bytes of most strings in JSON. A walk over strings that something else
// keeps alive can do without. So this looks at the two words of a string:
//
//   up to 15 bytes        in the words themselves (SmallString)
//   native, longer        word 0   flags in the high 16 bits, count in the low 48
//                         word 1   discriminator in the high 8 bits, address of the object below;
//                                  the bytes are 32 behind that
//
// The layout is part of the ABI where Swift has a stable one. Elsewhere it could change with the
// compiler, so it is tried out once in a process; strings that do not look like those that were tried
// take the common way.

/// The two words of a string.
@safe
struct StringWords: BitwiseCopyable {
  let low: UInt64
  let high: UInt64

  /// The words of the string at `string`, which is not retained: what keeps it alive must go on to do
  /// so for as long as the bytes are used.
  @inline(__always)
  init(at string: UnsafeRawPointer) {
    // Invariant: a string of two words lies at the address; if the layout is another, the words are
    // not looked at.
    low = unsafe string.loadUnaligned(as: UInt64.self)
    high = unsafe string.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  /// Whether the string is held in place. Only if ``SmallString/isKnown``.
  @inline(__always)
  var isInPlace: Bool { high &>> 61 & 1 != 0 }

  /// How many bytes a string has that is held in place.
  @inline(__always)
  var countInPlace: Int { Int(truncatingIfNeeded: high &>> 56 & 0x0f) }

  /// The second word's bytes of a string that is held in place.
  @inline(__always)
  var highInPlace: UInt64 { high & 0x00ff_ffff_ffff_ffff }

  /// The bytes of a long native string, if it is one of those whose layout is known.
  @inline(__always)
  func nativeUTF8(_ layout: NativeStringLayout) -> UnsafeRawBufferPointer? {
    guard low &>> 48 & 0x3fff == layout.flags, high &>> 56 == layout.discriminator else {
      return nil
    }
    let address = UInt(truncatingIfNeeded: high & 0x00ff_ffff_ffff_ffff) &+ 32
    return unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: address),
      count: Int(truncatingIfNeeded: low & 0xffff_ffff_ffff))
  }
}

/// What the words of long native strings have in common.
struct NativeStringLayout: Sendable {
  /// The high 16 bits of the first word but for the highest two, which tell of the content.
  let flags: UInt64
  /// The high 8 bits of the second word.
  let discriminator: UInt64

  /// The layout of this process; one that no string has, if it is not as described above.
  static let current: NativeStringLayout = {
    let unknown = NativeStringLayout(flags: .max, discriminator: .max)
    guard SmallString.isKnown else { return unknown }
    let samples = [
      [UInt8](repeating: 0x61, count: 40),
      [UInt8](repeating: 0x62, count: 3000),
      [UInt8]("ein längerer Text, der nicht nur ASCII ist — 𝄞".utf8),
    ]
    var found: NativeStringLayout?
    for sample in samples {
      var string = String(decoding: sample, as: UTF8.self)
      let words = unsafe withUnsafePointer(to: &string) { unsafe StringWords(at: $0) }
      let layout = NativeStringLayout(
        flags: words.low &>> 48 & 0x3fff, discriminator: words.high &>> 56)
      if let found, found.flags != layout.flags || found.discriminator != layout.discriminator {
        return unknown
      }
      found = layout
      let isAsDescribed = string.withUTF8 { utf8 in
        guard let bytes = unsafe words.nativeUTF8(layout) else { return false }
        return unsafe bytes.count == utf8.count
          && bytes.baseAddress == UnsafeRawPointer(utf8.baseAddress)
      }
      if !isAsDescribed { return unknown }
    }
    return found ?? unknown
  }()
}
