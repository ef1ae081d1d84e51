// Numbers, strings and booleans off the tape.

/// A type that one record of the tape gives.
protocol TapeScalar: Decodable {
  /// The kind of value that it is made of.
  static var kind: JSONKind { get }
  /// The value at `index`, or `nil` if it is none of this type. The caller finds out why.
  static func read(_ session: DecodingSession, _ index: UInt32) -> Self?
}

extension Bool: TapeScalar {
  static var kind: JSONKind { .bool }

  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Bool? {
    switch session.record(index).kindByte {
    case TapeKind.true.rawValue: true
    case TapeKind.false.rawValue: false
    default: nil
    }
  }
}

extension String: TapeScalar {
  static var kind: JSONKind { .string }

  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> String? {
    let record = session.record(index)
    if record.kindByte == TapeKind.string.rawValue { return session.plainString(record) }
    return unsafe record.kind == .escapedString ? session.storage.string(record) : nil
  }
}

extension DecodingSession {
  /// A string or name without escapes.
  @inline(__always)
  func plainString(_ record: TapeRecord) -> String {
    let count = record.length
    let offset = record.offset
    let start = unsafe text + offset
    // Invariant: the bytes lie in the text and are UTF-8, which the tokenizer has checked. Eight bytes
    // before them may be read if there are as many.
    if count <= SmallString.capacity, hasSmallStrings, offset >= 8 {
      return unsafe SmallString.make(SmallString.bytes(start, count), count: count)
    }
    return unsafe String(validated: start, count: count)
  }

  /// A string or name.
  @inline(__always)
  func string(_ record: TapeRecord) -> String {
    unsafe record.hasEscapes ? storage.string(record) : plainString(record)
  }
}

extension Double: TapeScalar {
  static var kind: JSONKind { .number }

  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Double? {
    let record = session.record(index)
    if record.kindByte == TapeKind.double.rawValue {
      let value = Double(bitPattern: record.payload)
      // A number too large became an infinity, and one too small a zero.
      if value.isNormal { return value }
      return session.oddDouble(record, value)
    }
    if record.kindByte == TapeKind.integer.rawValue {
      return Double(Int64(bitPattern: record.payload))
    }
    return session.rareDouble(record)
  }
}

extension Float: TapeScalar {
  static var kind: JSONKind { .number }

  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Float? {
    let record = session.record(index)
    if record.kindByte == TapeKind.integer.rawValue {
      // Rounded once: the conversion from an integer is exact, or correctly rounded.
      return Float(Int64(bitPattern: record.payload))
    }
    return session.rareFloat(record)
  }
}

extension DecodingSession {
  @inline(never)
  func oddDouble(_ record: TapeRecord, _ value: Double) -> Double? {
    if value == 0 { return isZero(at: record.offset) ? value : nil }
    if unsafe value.isFinite || storage.isNonFinite(at: record.offset) { return value }
    return nil
  }

  /// Whether all digits before the exponent of the number at `offset` are zeros.
  private func isZero(at offset: Int) -> Bool {
    let number = unsafe storage.number(at: offset)
    return number == 0
  }

  @inline(never)
  func rareDouble(_ record: TapeRecord) -> Double? {
    switch record.kind {
    case .unsigned: Double(record.payload)
    case .string, .escapedString: unsafe snapshot.options.floats.value(of: storage.string(record))
    default: nil
    }
  }

  @inline(never)
  func rareFloat(_ record: TapeRecord) -> Float? {
    switch record.kind {
    case .unsigned: return Float(record.payload)
    case .double:
      if unsafe storage.isNonFinite(at: record.offset) {
        return Float(Double(bitPattern: record.payload))
      }
      let number = unsafe storage.number(at: record.offset)
      guard let value = number.float else { return nil }
      return value == 0 && number != 0 ? nil : value
    case .string, .escapedString:
      return unsafe snapshot.options.floats.value(of: storage.string(record))
    default: return nil
    }
  }

  /// An integer that is written with a point or an exponent, or does not fit in 64 bits.
  @inline(never)
  func rareInteger<T: FixedWidthInteger>(_ record: TapeRecord) -> T? {
    switch record.kind {
    case .unsigned: return T(exactly: record.payload)
    case .double:
      if unsafe storage.isNonFinite(at: record.offset) { return nil }
      if let value = unsafe storage.number(at: record.offset).exactly(T.self) { return value }
      // As Foundation: what the nearest Double takes for an integer is one, `1.0000000000000001` for
      // example, as long as a Double can tell integers apart.
      let nearest = Double(bitPattern: record.payload)
      return nearest.magnitude < 0x1p53 ? T(exactly: nearest) : nil
    default: return nil
    }
  }
}

extension RushJSONDecoder.NonConformingFloatDecodingStrategy {
  /// The value that a string stands for.
  func value<F: BinaryFloatingPoint>(of string: String) -> F? {
    guard
      case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self
    else { return nil }
    if string == positiveInfinity { return .infinity }
    if string == negativeInfinity { return -.infinity }
    return string == nan ? .nan : nil
  }
}

extension FixedWidthInteger {
  @inline(__always)
  static func readInteger(_ session: DecodingSession, _ index: UInt32) -> Self? {
    let record = session.record(index)
    if record.kindByte == TapeKind.integer.rawValue {
      return Self(exactly: Int64(bitPattern: record.payload))
    }
    return session.rareInteger(record)
  }
}

extension Int: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int? {
    readInteger(session, index)
  }
}

extension Int8: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int8? {
    readInteger(session, index)
  }
}

extension Int16: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int16? {
    readInteger(session, index)
  }
}

extension Int32: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int32? {
    readInteger(session, index)
  }
}

extension Int64: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int64? {
    readInteger(session, index)
  }
}

extension UInt: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt? {
    readInteger(session, index)
  }
}

extension UInt8: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt8? {
    readInteger(session, index)
  }
}

extension UInt16: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt16? {
    readInteger(session, index)
  }
}

extension UInt32: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt32? {
    readInteger(session, index)
  }
}

extension UInt64: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt64? {
    readInteger(session, index)
  }
}

extension Int128: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> Int128? {
    readInteger(session, index)
  }
}

extension UInt128: TapeScalar {
  static var kind: JSONKind { .number }
  @inline(__always)
  static func read(_ session: DecodingSession, _ index: UInt32) -> UInt128? {
    readInteger(session, index)
  }
}
