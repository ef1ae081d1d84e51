// Typed reads, which are exact or throw.

extension JSONDocument.Value {
  /// The boolean.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a boolean.
  @inlinable
  public func bool() throws(JSONValueError) -> Bool {
    switch record.kind {
    case .true: return true
    case .false: return false
    default: throw wrongKind(.bool)
    }
  }

  /// The number with its spelling, digit for digit.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a number.
  /// - Complexity: O(*n*) in the digits of the number.
  public func number() throws(JSONValueError) -> JSONNumber {
    guard kind == .number else { throw wrongKind(.number) }
    return storage.number(at: record.offset)
  }

  /// The number as an integer of type `T`, exactly: `1.0` and `1e2` are integers too.
  /// - Throws: ``JSONValueError/Kind/notRepresentable(number:type:)`` if the number has a fraction or
  ///   is out of range, ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a number.
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(JSONValueError) -> T {
    let record = record
    switch record.kind {
    case .integer:
      if let value = T(exactly: Int64(bitPattern: record.payload)) { return value }
    case .unsigned:
      if let value = T(exactly: record.payload) { return value }
    default:
      if let value = try number().exactly(T.self) { return value }
    }
    throw error(.notRepresentable(number: try number().text, type: "\(T.self)"))
  }

  /// The number as an `Int`, exactly.
  /// - Throws: As ``integer(as:)``.
  @inlinable
  public func int() throws(JSONValueError) -> Int {
    let record = record
    if record.kind == .integer, let value = Int(exactly: Int64(bitPattern: record.payload)) {
      return value
    }
    return try rareInt()
  }

  @usableFromInline func rareInt() throws(JSONValueError) -> Int { try integer() }

  /// The number as an `Int64`, exactly.
  /// - Throws: As ``integer(as:)``.
  public func int64() throws(JSONValueError) -> Int64 { try integer() }

  /// The number as a `UInt64`, exactly.
  /// - Throws: As ``integer(as:)``.
  public func uint64() throws(JSONValueError) -> UInt64 { try integer() }

  /// The number as the nearest `Double`, ties to even.
  /// - Throws: ``JSONValueError/Kind/notRepresentable(number:type:)`` if the number is larger than
  ///   any `Double`, ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a number.
  @inlinable
  public func double() throws(JSONValueError) -> Double {
    if let value = record.double, value.isFinite { return value }
    return try rareDouble()
  }

  @usableFromInline
  func rareDouble() throws(JSONValueError) -> Double {
    guard let value = record.double else { throw wrongKind(.number) }
    // The number was out of range, unless the text is `Infinity`.
    if value.isInfinite, !storage.isNonFinite(at: record.offset) {
      throw error(.notRepresentable(number: try number().text, type: "Double"))
    }
    return value
  }

  /// The number as the nearest `Float`, rounded once, directly from the digits.
  /// - Throws: As ``double()``.
  public func float() throws(JSONValueError) -> Float {
    let number = try number()
    guard let value = number.float else {
      throw error(.notRepresentable(number: number.text, type: "Float"))
    }
    return value
  }

  /// The string, unescaped.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a string.
  /// - Complexity: O(*n*) in the bytes of the string, which are copied.
  public func string() throws(JSONValueError) -> String {
    guard kind == .string else { throw wrongKind(.string) }
    return storage.string(record)
  }

  /// Calls `body` with the UTF-8 of the unescaped string.
  ///
  /// Copies the bytes only if the string has escapes.
  /// - Throws: ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value is not a string.
  public func withUTF8<R>(_ body: (Span<UInt8>) -> R) throws(JSONValueError) -> R {
    guard kind == .string else { throw wrongKind(.string) }
    return storage.withUTF8(record, body)
  }

  /// Whether the value is a string equal to `string`, scalar by scalar. Copies only escaped ones.
  /// - Complexity: O(*n*) in the bytes of the string.
  public func hasString(_ string: String) -> Bool {
    guard kind == .string else { return false }
    return storage.isEqual(record, string)
  }
}

extension TapeRecord {
  /// The nearest `Double`, if this is a number.
  @inlinable
  var double: Double? {
    switch kind {
    case .integer: Double(Int64(bitPattern: payload))
    case .unsigned: Double(payload)
    case .double: Double(bitPattern: payload)
    default: nil
    }
  }
}

extension DocumentStorage {
  func number(at offset: Int) -> JSONNumber {
    let accepted = ScannedNumber.accepted(text, at: offset, leniencies: options.leniencies)
    guard let number = accepted else { return 0 }
    assert(number.length > 0 && offset &+ number.length <= text.count)
    let bytes = CheckedBytes(rebasing: text[offset..<offset &+ number.length])
    return JSONNumber(number, text: bytes)
  }

  /// Whether the number at `offset` is spelled `NaN` or `Infinity`.
  func isNonFinite(at offset: Int) -> Bool {
    assert(offset >= 0 && offset < text.count)
    let first = text[offset]
    // The tokenizer has accepted the number, so the text does not end before the letter.
    assert(first != .plus && first != .minus || offset &+ 1 < text.count)
    let letter = first == .plus || first == .minus ? text[offset &+ 1] : first
    return letter == UInt8(ascii: "I") || letter == UInt8(ascii: "N")
  }

  /// A string or name, unescaped.
  package func string(_ record: TapeRecord) -> String {
    let count = record.length
    if count <= SmallString.capacity, !record.hasEscapes, record.offset >= 8, SmallString.isKnown {
      // Invariant: the eight bytes before the string are in the text, too.
      return unsafe SmallString.make(SmallString.bytes(rawBytes(record)), count: count)
    }
    // Invariant: the tokenizer has accepted the bytes.
    return String(
      accepted: rawBytes(record), hasEscapes: record.hasEscapes, leniencies: options.leniencies)
  }

  /// The unescaped bytes of a string or name that has escapes.
  func unescaped(_ record: TapeRecord) -> [UInt8] {
    assert(record.hasEscapes)
    return Escape.unescaped(rawBytes(record), leniencies: options.leniencies)
  }

  @inline(__always)
  package func withUTF8<R>(_ record: TapeRecord, _ body: (Span<UInt8>) -> R) -> R {
    let bytes = rawBytes(record)
    if !record.hasEscapes { return unsafe body(bytes.buffer.span) }
    let room = 512
    if bytes.count <= room {
      // No escape is shorter than its meaning, so there is room, and the bytes do not leave the closure.
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
        let output = unsafe CheckedPointer(buffer).unsafelyUnwrapped
        let count = Escape.unescape(bytes, into: output, leniencies: options.leniencies)
        assert(count >= 0 && count <= bytes.count)
        return unsafe body(CheckedView(output).bytes(count).buffer.span)
      }
    }
    return unescaped(record).withSpan(body)
  }

  package func isEqual(_ record: TapeRecord, _ string: String) -> Bool {
    var string = string
    return string.withUTF8 { utf8 in
      unsafe isEqual(record, CheckedBytes(utf8))
    }
  }

  /// Whether a string or name has these bytes, unescaped.
  package func isEqual(_ record: TapeRecord, _ utf8: CheckedBytes) -> Bool {
    let bytes = rawBytes(record)
    if !record.hasEscapes {
      return bytes.count == utf8.count && haveSameBytes(bytes, utf8)
    }
    // An escape is longer than its scalar. A control character that needs none counts as one, too.
    guard bytes.count >= utf8.count else { return false }
    return unescaped(record).elementsEqual(utf8)
  }
}
