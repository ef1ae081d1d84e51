// Unescapes strings that the grammar has accepted, quickly.
//
//   text    Line one\\nLine two …          32 bytes are copied at once, wherever an escape may be,
//           └──────┘^                     and the text goes on after the first one; what was
//   output  Line one⏎Line two …           copied of it and behind it is written over.

internal import _RushJSONShims

/// Unescapes one string after the other, in memory that it keeps.
@safe
struct Unescaper {
  // Invariant: room for `capacity` bytes, which the owner frees with `free`.
  private var output: UnsafeMutableRawPointer?
  private var capacity = 0
  private let leniencies: JSONLeniencies

  init(leniencies: JSONLeniencies) {
    unsafe output = nil
    self.leniencies = leniencies
  }

  func free() { unsafe rush_free(output) }

  /// What `count` bytes of the text stand for. It stays in place until the next call.
  mutating func unescape(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeRawBufferPointer {
    let output = unsafe room(for: count)
    let text = unsafe UnsafeRawBufferPointer(start: start, count: count)
    let length = unsafe Escape.unescape(text, to: output, leniencies)
    return unsafe UnsafeRawBufferPointer(start: output, count: length)
  }

  private mutating func room(for count: Int) -> UnsafeMutableRawPointer {
    if count <= capacity, let output = unsafe output { return unsafe output }
    // Doubling keeps the work linear in what is unescaped.
    capacity = max(count, 2 &* capacity, 256)
    guard let memory = unsafe rush_reallocate(output, capacity) else {
      // As everywhere in Swift, running out of memory ends the process.
      fatalError("out of memory for a string of \(count) bytes")
    }
    unsafe output = memory
    return unsafe memory
  }
}

extension Escape {
  /// Writes what `text` stands for to `output`, which has room for as many bytes. Returns how many
  /// there are.
  @inline(never)
  fileprivate static func unescape(
    _ text: UnsafeRawBufferPointer, to output: UnsafeMutableRawPointer, _ leniencies: JSONLeniencies
  ) -> Int {
    guard let start = text.baseAddress else { return 0 }
    let count = text.count
    var at = 0
    var end = 0
    // Invariant: end ≤ at ≤ count, because no escape is shorter than what it stands for. So what can
    // be loaded from the text at `at` has room in the output at `end`.
    while true {
      if _fastPath(at &+ 32 <= count) {
        let words = unsafe start.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
        unsafe output.storeBytes(of: words, toByteOffset: end, as: SIMD4<UInt64>.self)
        let plain = plainBytes(words)
        at &+= plain
        end &+= plain
        if plain == 32 { continue }
      } else if at &+ 8 <= count {
        let word = unsafe start.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        unsafe output.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
        let plain = plainBytes(UInt64(littleEndian: word))
        at &+= plain
        end &+= plain
        if plain == 8 { continue }
      } else {
        if at == count { return end }
        let byte = unsafe start.load(fromByteOffset: at, as: UInt8.self)
        if byte != 0x5c {
          unsafe output.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
          at &+= 1
          end &+= 1
          continue
        }
      }
      // At a backslash, which the grammar lets nothing but an escape follow.
      if at &+ 6 <= count {
        let letter = unsafe start.load(fromByteOffset: at &+ 1, as: UInt8.self)
        let short = shortEscape(letter)
        if short != 0 {
          unsafe output.storeBytes(of: short, toByteOffset: end, as: UInt8.self)
          at &+= 2
          end &+= 1
          continue
        }
        if letter == 0x75 {
          let unit = unsafe hexadecimal(
            UInt32(littleEndian: start.loadUnaligned(fromByteOffset: at &+ 2, as: UInt32.self)))
          if unit &- 0xd800 >= 0x800 {
            end &+= unsafe write(unit, to: output + end)
            at &+= 6
            continue
          }
        }
      }
      let (length, written) = unsafe unescapeOne(text, at: at, to: output + end, leniencies)
      at &+= length
      end &+= written
    }
  }

  private static let everyByte: UInt64 = 0x0101_0101_0101_0101

  /// How many of eight bytes, the first the lowest, come before the first backslash.
  @inline(__always)
  private static func plainBytes(_ word: UInt64) -> Int {
    let difference = word ^ (everyByte &* 0x5c)
    let hits = (difference &- everyByte) & ~difference & (everyByte &* 0x80)
    return hits.trailingZeroBitCount &>> 3
  }

  /// How many of 32 bytes come before the first backslash.
  @inline(__always)
  private static func plainBytes(_ words: SIMD4<UInt64>) -> Int {
    let differences = words ^ (everyByte &* 0x5c)
    // The high bit of each byte that is a backslash, and maybe of some behind one.
    let hits = (differences &- everyByte) & ~differences & (everyByte &* 0x80)
    if hits[0] | hits[1] | hits[2] | hits[3] == 0 { return 32 }
    // Eight high bits as one byte each.
    let gather: UInt64 = 0x0002_0408_1020_4081
    let bytes = (hits &* gather) &>> 56
    let mask = bytes[0] | bytes[1] &<< 8 | bytes[2] &<< 16 | bytes[3] &<< 24
    return mask.trailingZeroBitCount
  }

  /// What the letter after a backslash stands for, if that is one byte in every grammar; else zero.
  @inline(__always)
  private static func shortEscape(_ letter: UInt8) -> UInt8 {
    if letter == 0x6e { return 0x0a }
    switch letter {
    case 0x22, 0x2f, 0x5c: return letter
    case 0x72: return 0x0d
    case 0x74: return 0x09
    case 0x62: return 0x08
    case 0x66: return 0x0c
    default: return 0
    }
  }

  /// The value of four hexadecimal digits, the first the lowest byte.
  @inline(__always)
  private static func hexadecimal(_ digits: UInt32) -> UInt32 {
    // Digits are 0x3_, letters 0x4_ or 0x6_ with 1 for ten: they alone have the bit of 0x40.
    let values = (digits & 0x0f0f_0f0f) &+ (digits &>> 6 & 0x0101_0101) &* 9
    return values &<< 12 & 0xf000 | values & 0x0f00 | values &>> 12 & 0x00f0 | values &>> 24
  }

  /// Writes a scalar below U+10000. Returns how many bytes it takes.
  @inline(__always)
  private static func write(_ scalar: UInt32, to output: UnsafeMutableRawPointer) -> Int {
    // Invariant: six bytes of text stand for it, so there is room for three.
    func put(_ byte: UInt32, at offset: Int) {
      unsafe output.storeBytes(
        of: UInt8(truncatingIfNeeded: byte), toByteOffset: offset, as: UInt8.self)
    }
    if scalar < 0x80 {
      put(scalar, at: 0)
      return 1
    }
    if scalar < 0x800 {
      put(0xc0 | scalar &>> 6, at: 0)
      put(0x80 | scalar & 0x3f, at: 1)
      return 2
    }
    put(0xe0 | scalar &>> 12, at: 0)
    put(0x80 | scalar &>> 6 & 0x3f, at: 1)
    put(0x80 | scalar & 0x3f, at: 2)
    return 3
  }

  /// Writes what the escape at `at` stands for. Returns how many bytes it has, and how many it makes.
  @inline(never)
  private static func unescapeOne(
    _ text: UnsafeRawBufferPointer, at: Int, to output: UnsafeMutableRawPointer,
    _ leniencies: JSONLeniencies
  ) -> (length: Int, written: Int) {
    // Invariant: what an escape stands for has room, as above.
    let output = unsafe output.assumingMemoryBound(to: UInt8.self)
    switch unsafe read(text, at: at, leniencies: leniencies) {
    case .scalar(let scalar, let length):
      var written = 0
      for byte in unsafe UTF8.encode(scalar).unsafelyUnwrapped {
        unsafe output[written] = byte
        written &+= 1
      }
      return (length, written)
    case .lineBreak:
      unsafe output[0] = 0x0d
      unsafe output[1] = 0x0a
      return (3, 2)
    case .invalid, .unfinished:
      // The grammar accepted the string, so this does not happen; one byte passes as it stands.
      unsafe output[0] = text[at]
      return (1, 1)
    }
  }
}
