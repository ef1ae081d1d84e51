// The block kernel without vector registers: eight words of eight bytes make one block.
// It writes exactly what the C kernels write (rush_blocks.h says what), and stands in for them on
// every architecture that has none.

internal import _RushJSONShims

private let everyByte: UInt64 = 0x0101_0101_0101_0101
private let everyTopBit: UInt64 = 0x8080_8080_8080_8080
private let everyLowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f

/// The top bit of each byte of `word` that is zero, and no other bit.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 {
  // A carry never leaves its byte, because both summands are below 0x80.
  ~(((word & everyLowBits) &+ everyLowBits) | word | everyLowBits)
}

/// The top bit of each byte of `word` that equals `byte`.
@inline(__always)
private func bytes(_ word: UInt64, equalTo byte: UInt8) -> UInt64 {
  zeroBytes(word ^ (everyByte &* UInt64(byte)))
}

/// Eight top bits → the low eight bits, the first byte's bit lowest.
@inline(__always)
private func gather(_ topBits: UInt64) -> UInt64 {
  (topBits &* 0x0002_0408_1020_4081) &>> 56
}

/// Bits `i` of the result: the XOR of bits 0 through `i`.
@inline(__always)
private func prefixXOR(_ bits: UInt64) -> UInt64 {
  var bits = bits
  bits ^= bits &<< 1
  bits ^= bits &<< 2
  bits ^= bits &<< 4
  bits ^= bits &<< 8
  bits ^= bits &<< 16
  bits ^= bits &<< 32
  return bits
}

/// Indexes `blocks` blocks of 64 bytes; see `rush_index_blocks` for what and where.
///
/// Does not validate UTF-8: its caller does.
func indexBlocksPortably(
  _ start: UnsafeRawPointer, blocks: Int, firstOffset: UInt32,
  offsets: UnsafeMutablePointer<UInt32>, carry: inout rush_block_carry
) -> Int {
  var count = 0
  for block in 0..<blocks {
    var quote: UInt64 = 0
    var backslash: UInt64 = 0
    var structural: UInt64 = 0
    var space: UInt64 = 0
    var control: UInt64 = 0
    for i in 0..<8 {
      // Invariant: the caller vouches for 64 × `blocks` readable bytes at `start`.
      let word = unsafe UInt64(
        littleEndian: start.loadUnaligned(
          fromByteOffset: block &* 64 &+ i &* 8, as: UInt64.self))
      let shift = UInt64(truncatingIfNeeded: i &* 8)
      let folded = word | (everyByte &* 0x20)
      quote |= gather(bytes(word, equalTo: 0x22)) &<< shift
      backslash |= gather(bytes(word, equalTo: 0x5c)) &<< shift
      structural |=
        gather(
          bytes(folded, equalTo: 0x7b) | bytes(folded, equalTo: 0x7d)
            | bytes(folded, equalTo: 0x3a) | bytes(folded, equalTo: 0x2c)) &<< shift
      space |=
        gather(
          bytes(word, equalTo: 0x20) | bytes(word, equalTo: 0x0a)
            | bytes(word, equalTo: 0x0d) | bytes(word, equalTo: 0x09)) &<< shift
      control |= gather(zeroBytes(word & (everyByte &* 0xe0))) &<< shift
    }

    // Which bytes are escaped, by the borrow of a subtraction through each run of backslashes;
    // rush_blocks.h names the method.
    let odd: UInt64 = 0xaaaa_aaaa_aaaa_aaaa
    let candidates = backslash & ~carry.escaped
    let terminal = (((candidates &<< 1) | odd) &- candidates) ^ odd
    let escaped = terminal ^ (backslash | carry.escaped)
    let escapes = terminal & backslash
    carry.escaped = escapes &>> 63

    let quotes = quote & ~escaped
    let inString = prefixXOR(quotes) ^ carry.in_string
    carry.in_string = UInt64(bitPattern: Int64(bitPattern: inString) &>> 63)

    let scalar = ~(structural | space | quotes)
    let scalarStarts = scalar & ~((scalar &<< 1) | carry.after_scalar)
    carry.after_scalar = scalar &>> 63

    var bits =
      quotes | ((structural | scalarStarts) & ~inString) | (inString & (escapes | control))
    let base = firstOffset &+ UInt32(truncatingIfNeeded: block &* 64)
    while bits != 0 {
      // Invariant: `offsets` has room for 64 entries a block.
      unsafe offsets[count] = base &+ UInt32(truncatingIfNeeded: bits.trailingZeroBitCount)
      count &+= 1
      bits &= bits &- 1
    }
  }
  return count
}
