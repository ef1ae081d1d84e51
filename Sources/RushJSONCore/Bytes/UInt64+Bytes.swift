extension UInt64 {
  /// Whether one of the eight bytes is `byte`.
  @inline(__always)
  func hasByte(_ byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = self ^ (ones &* UInt64(byte))
    // The top bit of each byte that is zero. A borrow adds only bytes above one of them.
    return (difference &- ones) & ~difference & (ones &<< 7) != 0
  }
}
