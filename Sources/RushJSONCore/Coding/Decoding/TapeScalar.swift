/// A type whose values are made of one record of the tape.
package protocol TapeScalar: Decodable, SendableMetatype {
  /// The kind of JSON value.
  static var kind: JSONKind { get }
  /// The value at `index`, or `nil` if it does not have this type. The caller determines the reason.
  static func read(_ session: DecodingSession, _ index: UInt32) -> Self?
  /// Whether `decodeIfPresent` at the end of an array counts an element, as in Foundation.
  static var isCountedAtEnd: Bool { get }
}

extension TapeScalar {
  @inline(__always)
  package static var isCountedAtEnd: Bool { true }
}

extension Bool: TapeScalar {
  package static var kind: JSONKind { .bool }

  @inline(__always)
  package static func read(_ session: DecodingSession, _ index: UInt32) -> Bool? {
    switch session.tape.record(index).kindByte {
    case TapeKind.true.rawValue: true
    case TapeKind.false.rawValue: false
    default: nil
    }
  }
}

extension String: TapeScalar {
  package static var kind: JSONKind { .string }

  @inline(__always)
  package static func read(_ session: DecodingSession, _ index: UInt32) -> String? {
    let record = session.tape.record(index)
    if record.kindByte == TapeKind.string.rawValue { return session.tape.plainString(record) }
    return record.kind == .escapedString ? session.storage.string(record) : nil
  }
}

extension Double: TapeScalar {
  package static var kind: JSONKind { .number }

  @inline(__always)
  package static func read(_ session: DecodingSession, _ index: UInt32) -> Double? {
    let record = session.tape.record(index)
    if record.kindByte == TapeKind.double.rawValue {
      let value = Double(bitPattern: record.payload)
      // A number that is too large became an infinity, and one that is too small became zero.
      if value.isNormal { return value }
      return session.slowZeroOrInfinity(record, value)
    }
    if record.kindByte == TapeKind.integer.rawValue {
      return Double(Int64(bitPattern: record.payload))
    }
    return session.slowDouble(record)
  }
}

extension Float: TapeScalar {
  package static var kind: JSONKind { .number }

  @inline(__always)
  package static func read(_ session: DecodingSession, _ index: UInt32) -> Float? {
    let record = session.tape.record(index)
    if record.kindByte == TapeKind.integer.rawValue {
      // Rounded once: the conversion from an integer is exact, or correctly rounded.
      return Float(Int64(bitPattern: record.payload))
    }
    return session.slowFloat(record)
  }
}

extension DecodingSession {
  @inline(never)
  func slowZeroOrInfinity(_ record: TapeRecord, _ value: Double) -> Double? {
    // A zero must be a zero before its exponent.
    if value == 0 { return storage.number(at: record.offset) == 0 ? value : nil }
    if value.isFinite || storage.isNonFinite(at: record.offset) { return value }
    return nil
  }

  @inline(never)
  func slowDouble(_ record: TapeRecord) -> Double? {
    switch record.kind {
    case .unsigned: Double(record.payload)
    case .string, .escapedString: snapshot.options.floats.value(of: storage.string(record))
    default: nil
    }
  }

  @inline(never)
  func slowFloat(_ record: TapeRecord) -> Float? {
    switch record.kind {
    case .unsigned: return Float(record.payload)
    case .double:
      if storage.isNonFinite(at: record.offset) { return Float(Double(bitPattern: record.payload)) }
      let number = storage.number(at: record.offset)
      guard let value = number.float else { return nil }
      return value == 0 && number != 0 ? nil : value
    case .string, .escapedString:
      return snapshot.options.floats.value(of: storage.string(record))
    default: return nil
    }
  }

  /// An integer with a point or an exponent, or one that does not fit in `Int64`.
  @inline(never)
  func slowInteger<T: FixedWidthInteger>(_ record: TapeRecord) -> T? {
    switch record.kind {
    case .unsigned: return T(exactly: record.payload)
    case .double:
      if storage.isNonFinite(at: record.offset) { return nil }
      if let value = storage.number(at: record.offset).exactly(T.self) { return value }
      // As in Foundation, a number is an integer if the nearest Double is one, `1.0000000000000001` for
      // example, as long as a Double can tell integers apart.
      let nearest = Double(bitPattern: record.payload)
      return nearest.magnitude < 0x1p53 ? T(exactly: nearest) : nil
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

package protocol TapeInteger: TapeScalar, FixedWidthInteger {}

extension TapeInteger {
  package static var kind: JSONKind { .number }

  @inline(__always)
  package static func read(_ session: DecodingSession, _ index: UInt32) -> Self? {
    let record = session.tape.record(index)
    if record.kindByte == TapeKind.integer.rawValue {
      return Self(exactly: Int64(bitPattern: record.payload))
    }
    return session.slowInteger(record)
  }
}

extension Int: TapeInteger {}
extension Int8: TapeInteger {}
extension Int16: TapeInteger {}
extension Int32: TapeInteger {}
extension Int64: TapeInteger {}
extension UInt: TapeInteger {}
extension UInt8: TapeInteger {}
extension UInt16: TapeInteger {}
extension UInt32: TapeInteger {}
extension UInt64: TapeInteger {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TapeInteger {
  package static var isCountedAtEnd: Bool { false }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TapeInteger {
  package static var isCountedAtEnd: Bool { false }
}
