// Values that are neither arrays nor objects.

extension JSONWriter {
  /// Writes `null`.
  /// - Throws: ``JSONWritingError`` if no value is allowed here, as do all methods below.
  public mutating func null() throws(JSONWritingError) {
    try beginValue()
    output.null()
    endValue()
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) throws(JSONWritingError) {
    try beginValue()
    output.bool(value)
    endValue()
  }

  /// Writes a string.
  /// - Complexity: O(*n*) in its UTF-8 bytes, which are copied.
  public mutating func string(_ value: String) throws(JSONWritingError) {
    try beginValue()
    output.string(value)
    endValue()
  }

  /// Writes a string from its UTF-8.
  /// - Throws: ``JSONWritingError``, with ``JSONWritingError/Kind/invalidUTF8`` for ill-formed bytes.
  /// - Complexity: O(*n*) in the bytes, which are copied.
  public mutating func string(utf8 value: Span<UInt8>) throws(JSONWritingError) {
    try validate(value)
    try string(accepted: value)
  }

  /// Writes a string from bytes that are known to be UTF-8.
  mutating func string(accepted value: Span<UInt8>) throws(JSONWritingError) {
    try beginValue()
    value.withCheckedBytes { output.string($0) }
    endValue()
  }

  /// Writes an integer of any width, in decimal, without an exponent.
  ///
  /// The canonical form has the nearest `Double` instead.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger) throws(JSONWritingError) {
    if let value = Int64(exactly: value) {
      try integer(value)
    } else if let value = UInt64(exactly: value) {
      try integer(value)
    } else {
      try number(JSONNumber(value))
    }
  }

  /// Writes an integer.
  public mutating func integer(_ value: Int64) throws(JSONWritingError) {
    guard output.options.numbers == .asGiven else { return try double(Double(value)) }
    try beginValue()
    output.integer(value)
    endValue()
  }

  /// Writes an integer.
  public mutating func integer(_ value: UInt64) throws(JSONWritingError) {
    guard output.options.numbers == .asGiven else { return try double(Double(value)) }
    try beginValue()
    output.integer(value)
    endValue()
  }

  /// Writes the shortest digits that read back as `value`.
  /// - Throws: ``JSONWritingError/Kind/notRepresentable(number:)`` for NaN and the infinities, unless
  ///   ``JSONWritingOptions/nonFiniteNumbers`` says otherwise.
  public mutating func double(_ value: Double) throws(JSONWritingError) {
    guard output.hasText(value) else {
      throw failure(ofNextValue: .notRepresentable(number: "\(value)"))
    }
    try beginValue()
    output.double(value)
    endValue()
  }

  /// Writes the shortest digits that read back as `value` when read as a `Float`.
  /// - Throws: As ``double(_:)``.
  public mutating func float(_ value: Float) throws(JSONWritingError) {
    guard output.options.numbers == .asGiven else { return try double(Double(value)) }
    guard output.hasText(Double(value)) else {
      throw failure(ofNextValue: .notRepresentable(number: "\(value)"))
    }
    try beginValue()
    output.float(value)
    endValue()
  }

  /// Writes a number. One that was read keeps its text, unless ``JSONWritingOptions/numbers`` says
  /// otherwise.
  /// - Throws: As ``double(_:)``.
  public mutating func number(_ value: JSONNumber) throws(JSONWritingError) {
    guard output.hasText(value) else {
      throw failure(ofNextValue: .notRepresentable(number: value.text))
    }
    try beginValue()
    output.number(value)
    endValue()
  }
}
