// Scalars from records of the tape. One record has the whole value; most values need nothing else.

/// Reads a value that is stored in its usual form. Returns `nil` for any other form.
private struct QuickRecord: ScalarSource {
  let record: TapeRecord
  let tape: DecodingTape

  @inline(__always)
  private var kind: UInt8 { record.kindByte }

  @inline(__always)
  var bool: Bool? {
    kind == TapeKind.true.rawValue ? true : kind == TapeKind.false.rawValue ? false : nil
  }

  @inline(__always)
  var string: String? { kind == TapeKind.string.rawValue ? tape.plainString(record) : nil }

  @inline(__always)
  var double: Double? {
    if kind == TapeKind.double.rawValue {
      let value = Double(bitPattern: record.payload)
      // A number that is too large became an infinity, and one that is too small became zero.
      return value.isNormal ? value : nil
    }
    guard kind == TapeKind.integer.rawValue else { return nil }
    return Double(Int64(bitPattern: record.payload))
  }

  @inline(__always)
  var float: Float? {
    if kind == TapeKind.double.rawValue {
      return Float(roundingOnce: Double(bitPattern: record.payload))
    }
    guard kind == TapeKind.integer.rawValue else { return nil }
    // Rounded once: the conversion from an integer is exact, or correctly rounded.
    return Float(Int64(bitPattern: record.payload))
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    guard kind == TapeKind.integer.rawValue else { return nil }
    return T(exactly: Int64(bitPattern: record.payload))
  }
}

extension Float {
  /// The `Float` nearest to a number whose nearest `Double` is `value`, or `nil` if `value` does not tell.
  ///
  /// Every number halfway between two `Float`s is a `Double`. So a number is on the same side of it as its nearest
  /// `Double`, unless that is the halfway number itself.
  @inline(__always)
  fileprivate init?(roundingOnce value: Double) {
    let magnitude = value.magnitude
    // A normal `Float` has 23 fraction bits, and a `Double` 29 more. The comparison is false for NaN.
    guard magnitude >= 0x1p-126, magnitude < 0x1.fffffep127,
      value.bitPattern & 0x1fff_ffff != 0x1000_0000
    else { return nil }
    self = Float(value)
  }
}

/// A record as a source of values in any other form.
private struct SlowRecord: ScalarSource {
  let record: TapeRecord
  let session: DecodingSession

  var bool: Bool? { nil }
  var string: String? { record.kind == .escapedString ? session.storage.string(record) : nil }
  var double: Double? { session.slowDouble(record) }
  var float: Float? { session.slowFloat(record) }

  func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    if T.bitWidth > 64 { return session.slowInteger(record) }
    if T.isSigned { return session.slowSigned(record).flatMap(T.init(exactly:)) }
    return session.slowUnsigned(record).flatMap(T.init(exactly:))
  }
}

extension JSONScalar {
  /// The value of a record, or `nil` if it takes more to tell.
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Self? {
    read(from: QuickRecord(record: record, tape: tape))
  }

  /// The value of a record that ``quick(_:_:)`` has not read, or `nil` if it does not have this type.
  @inline(never)
  static func slow(_ record: TapeRecord, _ session: DecodingSession) -> Self? {
    read(from: SlowRecord(record: record, session: session))
  }

  /// The value at `index`, or `nil` if it does not have this type. The caller determines the reason.
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Self? {
    let record = session.tape.record(index)
    return quick(record, session.tape) ?? slow(record, session)
  }
}

extension DecodingSession {
  fileprivate func slowDouble(_ record: TapeRecord) -> Double? {
    switch record.kind {
    case .unsigned: return Double(record.payload)
    case .double:
      let value = Double(bitPattern: record.payload)
      if value == 0 { return isZero(at: record.offset) ? value : nil }
      return value.isFinite || storage.isNonFinite(at: record.offset) ? value : nil
    case .string, .escapedString:
      return snapshot.options.floats.value(of: storage.string(record))
    default: return nil
    }
  }

  fileprivate func slowFloat(_ record: TapeRecord) -> Float? {
    switch record.kind {
    case .unsigned: return Float(record.payload)
    case .double:
      let nearest = Double(bitPattern: record.payload)
      if nearest == 0, isZero(at: record.offset) { return Float(nearest) }
      if storage.isNonFinite(at: record.offset) { return Float(nearest) }
      let number = storage.number(at: record.offset)
      guard let value = number.float else { return nil }
      return value == 0 && number != 0 ? nil : value
    case .string, .escapedString:
      return snapshot.options.floats.value(of: storage.string(record))
    default: return nil
    }
  }

  /// Whether all digits of a number are zeros, up to its exponent. Otherwise it was too small for a `Double`.
  private func isZero(at offset: Int) -> Bool {
    let tape = tape
    assert(offset >= 0 && offset < tape.textCount)
    for at in offset..<tape.textCount {
      let byte = tape.text[at]
      if byte != .digit0, byte != .decimalPoint, byte != .minus, byte != .plus {
        return !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte)
      }
    }
    return true
  }

  @inline(never)
  func slowSigned(_ record: TapeRecord) -> Int64? { slowInteger(record) }

  @inline(never)
  func slowUnsigned(_ record: TapeRecord) -> UInt64? { slowInteger(record) }

  /// An integer with a point or an exponent, or one that does not fit in `Int64`.
  func slowInteger<T: FixedWidthInteger>(_ record: TapeRecord) -> T? {
    switch record.kind {
    case .unsigned: return T(exactly: record.payload)
    case .double:
      // As in Foundation, a number is an integer if the nearest Double is one, `1.0000000000000001` for
      // example, as long as a Double can tell integers apart.
      let nearest = Double(bitPattern: record.payload)
      if nearest.magnitude < 0x1p53 { return T(exactly: nearest) }
      if storage.isNonFinite(at: record.offset) { return nil }
      return storage.number(at: record.offset).exactly(T.self)
    default: return nil
    }
  }
}

extension RushJSONCoreDecoder.NonConformingFloatDecodingStrategy {
  /// The value for a string.
  func value<F: BinaryFloatingPoint>(of string: String) -> F? {
    guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self
    else { return nil }
    if string == positiveInfinity { return .infinity }
    if string == negativeInfinity { return -.infinity }
    return string == nan ? .nan : nil
  }
}
