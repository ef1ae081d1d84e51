extension ScannedNumber {
  /// The nearest `Double`. The number's text begins at `text`.
  @inline(__always)
  func double(in text: UnsafeRawPointer) -> Double {
    if isExact, form == .decimal {
      return DecimalConversion.nearest(digits, decimalExponent, isNegative: isNegative)
    }
    return unsafe rareDouble(in: text)
  }

  @inline(never)
  private func rareDouble(in text: UnsafeRawPointer) -> Double {
    switch form {
    case .decimal:
      return unsafe DecimalConversion.nearest(UnsafeRawBufferPointer(start: text, count: length))
    case .hexadecimal:
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
      // Invariant: the caller keeps the bytes of the number alive during the call.
      let magnitude = unsafe hexadecimalMagnitude(
        in: bytes.assumingMemoryBound(to: UInt8.self).span
      ).double
      return isNegative ? -magnitude : magnitude
    case .notANumber: return isNegative ? -Double.nan : .nan
    case .infinity: return isNegative ? -.infinity : .infinity
    }
  }

  /// The magnitude of a hexadecimal integer. The text is read only if it has more than 64 bits.
  func hexadecimalMagnitude(in text: Span<UInt8>) -> WordPair {
    if isExact { return WordPair(high: 0, low: digits) }
    var magnitude = WordPair(high: 0, low: 0)
    var isPrefix = true
    for index in text.indices {
      // A sign and a zero precede the "x".
      let letter = text[index] | 0x20
      if isPrefix {
        isPrefix = letter != UInt8(ascii: "x")
      } else {
        let digit = letter < UInt8(ascii: "a") ? letter & 0x0f : letter &- UInt8(ascii: "a") &+ 10
        magnitude.high = magnitude.high &<< 4 | magnitude.low &>> 60
        magnitude.low = magnitude.low &<< 4 | UInt64(digit)
      }
    }
    return magnitude
  }
}
