// A number from its text, and its text again.

extension JSONNumber: LosslessStringConvertible {
  /// Creates a number from a text that is exactly one JSON number (RFC 8259 §6), or returns `nil`.
  ///
  /// ``init(text:)`` says what is wrong.
  /// - Complexity: O(*n*) in UTF-8 bytes. Copies them if there are too many digits to store in place.
  public init?(_ text: String) {
    do throws(JSONSyntaxError) { try self.init(text: text) } catch { return nil }
  }

  /// Creates a number from a text that is exactly one JSON number (RFC 8259 §6).
  /// - Throws: The error that a reader of documents would throw, with an offset in UTF-8 bytes of
  ///   `text`.
  /// - Complexity: O(*n*) in UTF-8 bytes. Copies them if there are too many digits to store in place.
  public init(text: String) throws(JSONSyntaxError) {
    // Invariant: the bytes do not leave the closure.
    self = try text.withBytes { (bytes) throws(JSONSyntaxError) in
      try JSONNumber.read(bytes)
    }
  }

  /// Creates a number with the value of the shortest decimal text that reads back as `value`.
  ///
  /// The digits are those that a `Float` needs, not those of a `Double`: `JSONNumber(Float(0.1))` is
  /// `0.1`. NaN and the infinities are kept; see ``isFinite``.
  /// - Complexity: O(1).
  public init(_ value: Float) {
    guard value.isFinite else {
      storage = .double(Double(value))
      return
    }
    // At most nine digits and a small exponent, and always a well-formed number.
    let text = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: NumberText.maximumLength
    ) {
      // Invariant: the capacity is what `write` needs, and it returns how many bytes it has written.
      guard let output = unsafe CheckedPointer($0) else { return "" }
      let count = NumberText.write(value, layout: .foundation, to: output)
      return unsafe String(decoding: $0[..<count], as: UTF8.self)
    }
    self = JSONNumber(text) ?? JSONNumber(Double(value))
  }

  private static func read(_ bytes: CheckedBytes) throws(JSONSyntaxError) -> JSONNumber {
    guard let first = bytes.first else { throw JSONSyntaxError(.emptyText, at: 0) }
    if first != .minus, first &- UInt8.digit0 > 9 { throw JSONSyntaxError(.expectedValue, at: 0) }
    switch ScannedNumber.full(bytes) {
    case .success(let scanned):
      if scanned.length == bytes.count { return JSONNumber(scanned, text: bytes) }
      throw JSONSyntaxError(.invalidNumber, at: scanned.length)
    case .failure(let fault):
      throw JSONSyntaxError(fault.isAtEnd ? .unexpectedEnd : fault.kind, at: fault.at)
    }
  }

  /// The number that a scan found at the beginning of `text`.
  /// A spelling that RFC 8259 does not allow becomes one that it does: `+.5` is `0.5`, `0x1F` is `31`.
  @inline(__always)
  package init(_ scanned: ScannedNumber, text: CheckedBytes) {
    if scanned.isExact, !scanned.hasExponent, scanned.fractionDigits <= NumberSpelling.largest,
      scanned.form == .decimal
    {
      storage = .decimal(
        digits: scanned.digits,
        spelling: NumberSpelling(
          isNegative: scanned.isNegative, fractionDigits: scanned.fractionDigits))
    } else {
      self = JSONNumber.rare(scanned, text)
    }
  }

  @inline(never)
  private static func rare(_ scanned: ScannedNumber, _ text: CheckedBytes) -> JSONNumber {
    // Invariant: the caller keeps the bytes alive and unchanged during the call, and the number has
    // `length` of them. Any raw bytes may be read as UInt8.
    let all = unsafe text.buffer.span
    let bytes = all.extracting(0..<min(scanned.length, all.count))
    switch scanned.form {
    case .hexadecimal:
      if scanned.isExact {
        return JSONNumber(magnitude: scanned.digits, isNegative: scanned.isNegative)
      }
      let magnitude = scanned.hexadecimalMagnitude(in: bytes)
      // Invariant: there is room for the longest number.
      let text = unsafe String(unsafeUninitializedCapacity: NumberText.maximumLength) {
        unsafe CheckedPointer($0).map { NumberText.write(magnitude, to: $0) } ?? 0
      }
      return JSONNumber(wellFormed: (scanned.isNegative ? "-" : "") + text)
    case .notANumber: return JSONNumber(Double.nan)
    case .infinity:
      return JSONNumber(scanned.isNegative ? -Double.infinity : .infinity)
    case .decimal: break
    }
    if scanned.isExact, scanned.fractionDigits <= NumberSpelling.largest {
      let plain = NumberSpelling(
        isNegative: scanned.isNegative, fractionDigits: scanned.fractionDigits)
      // Only an exponent makes such a number rare.
      var letter = bytes.count &- 1
      while bytes[letter] | 0x20 != UInt8(ascii: "e") { letter &-= 1 }
      let exponent = bytes.extracting(letter..<bytes.count)
      if let spelling = NumberSpelling(plain, exponent: exponent) {
        return JSONNumber(.decimal(digits: scanned.digits, spelling: spelling))
      }
    }
    return JSONNumber(wellFormed: standardText(bytes))
  }

  /// The text of a decimal number in the grammar of RFC 8259 §6.
  private static func standardText(_ bytes: Span<UInt8>) -> String {
    func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- UInt8.digit0 <= 9 }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count &+ 1)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == .plus, index == 0 { continue }
      if byte == .decimalPoint {
        // A point needs digits on both sides.
        if index == 0 || !isDigit(index &- 1) { text.append(UInt8.digit0) }
        if !isDigit(index &+ 1) { continue }
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

// MARK: - The text again

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text: as it was read, or the shortest with the same value.
  ///
  /// A number that is not finite has no JSON text. It gives `NaN`, `Infinity` or `-Infinity`.
  /// - Complexity: O(*n*) in the bytes of the text, which are copied.
  public var text: String {
    if case .text(let text) = storage { return text }
    // On the stack, so that the string has exactly its text: up to 15 bytes need no allocation.
    // Invariant: the capacity is what `write` needs, and it returns how many bytes it has written.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: textCapacity) {
      guard let output = unsafe CheckedPointer($0) else { return "" }
      let count = write(layout: .foundation, to: output)
      return unsafe String(decoding: $0[..<count], as: UTF8.self)
    }
  }

  /// The same as ``text``.
  public var description: String { text }

  /// The room that `write` needs, in bytes: at least the length of the text.
  @inline(__always)
  package var textCapacity: Int {
    switch storage {
    case .decimal(_, let spelling): spelling.textCapacity
    case .double: NumberText.maximumLength
    case .text(let text): text.utf8.count
    }
  }

  /// Writes the number, and returns how many bytes its text has.
  /// A number that was read is written as it was read, whatever the layout. A number that is not finite
  /// has no JSON text, and gives `NaN`, `Infinity` or `-Infinity`: callers test `isFinite` first.
  /// - Parameters:
  ///   - layout: For a number that was made from a `Double`.
  ///   - output: Room for `textCapacity` bytes.
  @inline(__always)
  package func write(layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>) -> Int {
    if case .decimal(let digits, let spelling) = storage {
      return spelling.write(digits, to: output)
    }
    return writeRare(layout, to: output)
  }

  @inline(never)
  private func writeRare(_ layout: JSONNumber.Layout, to output: CheckedPointer<UInt8>) -> Int {
    let text: String
    switch storage {
    case .decimal(let digits, let spelling): return spelling.write(digits, to: output)
    case .double(let value):
      if value.isFinite { return NumberText.write(value, layout: layout, to: output) }
      text = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    case .text(let long): text = long
    }
    // Invariant: there is room for all of the text's bytes, which do not leave the closure.
    return text.withBytes { bytes in
      output.copy(bytes)
      return bytes.count
    }
  }
}
