/// 128 bits in two words, because `UInt128` needs macOS 15 and its siblings.
struct WordPair: Equatable {
  var high: UInt64
  var low: UInt64

  /// The lower bits after a shift by `bits` modulo 128.
  @inline(__always)
  static func &>> (pair: WordPair, bits: Int) -> WordPair {
    let shift = UInt64(truncatingIfNeeded: bits)
    let high = pair.high &>> shift
    // In two steps, because a shift by 64 is a shift by 0.
    let low = pair.low &>> shift | (pair.high &<< 1) &<< ~shift
    return bits & 64 == 0 ? WordPair(high: high, low: low) : WordPair(high: 0, low: high)
  }

  /// The number nearest to the value, which is even if there are two.
  var double: Double {
    if high == 0 { return Double(low) }
    // The 64 highest bits. The last is set if any bit after it is. So they round as the whole
    // value does, because a Double has 53 bits.
    let zeros = high.leadingZeroBitCount
    let top = (self &>> (64 &- zeros)).low
    let rest = low &<< UInt64(truncatingIfNeeded: zeros)
    return Double(top | (rest != 0 ? 1 : 0))
      * Double(sign: .plus, exponent: 64 &- zeros, significand: 1)
  }
}
