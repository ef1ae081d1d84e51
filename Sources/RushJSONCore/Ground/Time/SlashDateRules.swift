/// Dates as ASP.NET and WCF write them in strings, in both directions.
///
///     /Date(1234567890123+0100)/
///           └─────┬─────┘└─┬─┘
///     milliseconds in UTC  the clock of the writer, which does not change the instant
struct SlashDateRules: Sendable, Hashable {
  /// The clock that dates are written with; none is written if it is `nil`.
  let offset: JSONTimestamp.Offset?

  /// Milliseconds without a fraction.
  private var number: UnixRules {
    UnixRules(shift: 3, digits: WrittenDigits(fewest: 0, most: 0, roundsToNearest: false))
  }

  private static let prefix: StaticString = "/Date("

  // MARK: - Reading

  @_optimize(size)
  func parse(_ bytes: CheckedBytes) throws(DateFailure) -> JSONTimestamp {
    var reader = DateReader(bytes)
    // Invariant: the prefix is ASCII text at a constant address.
    for index in 0..<Self.prefix.utf8CodeUnitCount {
      try reader.expect(unsafe Self.prefix.utf8Start[index])
    }
    let start = reader.offset
    _ = reader.skip(.minus)
    // A number of JSON may have a point or an exponent, this one may not.
    while reader.digit(at: reader.offset) != nil { reader.offset += 1 }
    let end = reader.offset
    if let sign = reader.current, sign == .plus || sign == .minus {
      reader.offset += 1
      _ = try reader.pair(of: .offset, upTo: 23)
      _ = try reader.pair(of: .offset, upTo: 59)
    }
    try reader.expect(UInt8(ascii: ")"))
    try reader.expect(.slash)
    try reader.expectEnd()
    do throws(DateFailure) {
      // Invariant: start ≤ end ≤ the count, because the reader stops at the end.
      return try number.parse(CheckedBytes(rebasing: bytes[start..<end]))
    } catch {
      throw DateFailure(error.fault, at: start + error.offset)
    }
  }

  // MARK: - Writing

  /// The prefix, a number, an offset, and what closes them.
  static let maximumLength = 6 + UnixRules.maximumLength + 5 + 2

  /// Writes the text and returns its length.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  func write(_ timestamp: JSONTimestamp, to bytes: CheckedPointer<UInt8>) -> Int {
    var length = Self.prefix.utf8CodeUnitCount
    unsafe bytes.copy(CheckedBytes(start: Self.prefix.utf8Start, count: length))
    length += number.write(timestamp, to: bytes + length)
    if let offset {
      bytes.store(offset.seconds < 0 ? UInt8.minus : .plus, at: length, as: UInt8.self)
      let minutes = offset.seconds.magnitude / 60
      length +=
        1
        + writeInteger(UInt64(minutes / 60 * 100 + minutes % 60), digits: 4, to: bytes + length + 1)
    }
    assert(length &+ 2 <= SlashDateRules.maximumLength)
    bytes.store(UInt8(ascii: ")"), at: length, as: UInt8.self)
    bytes.store(UInt8.slash, at: length + 1, as: UInt8.self)
    return length + 2
  }
}
