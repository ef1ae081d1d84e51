extension TextOutput {
  @inline(__always)
  mutating func integer(_ value: Int64) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: there is room for the longest number.
    unsafe buffer.advance(by: NumberText.write(value, to: buffer.position))
  }

  @inline(__always)
  mutating func integer(_ value: UInt64) {
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    unsafe buffer.advance(by: NumberText.write(value, to: buffer.position))
  }

  /// Writes a number that has a text. NaN and the infinities follow the options.
  @inline(__always)
  mutating func double(_ value: Double) {
    guard value.isFinite else { return nonFinite(value) }
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    unsafe buffer.advance(
      by: NumberText.write(value, layout: options.numberLayout, to: buffer.position))
  }

  /// As ``double(_:)``.
  @inline(__always)
  mutating func float(_ value: Float) {
    guard value.isFinite else { return nonFinite(Double(value)) }
    buffer.reserve(NumberText.maximumLength)
    // Invariant: as above.
    unsafe buffer.advance(
      by: NumberText.write(value, layout: options.numberLayout, to: buffer.position))
  }

  @inline(never)
  private mutating func nonFinite(_ value: Double) {
    if case .strings(let positiveInfinity, let negativeInfinity, let nan) =
      options.nonFiniteNumbers
    {
      string(value.isNaN ? nan : value < 0 ? negativeInfinity : positiveInfinity)
    } else {
      null()
    }
  }

  /// Writes a number that has a text: as it was read, or as the nearest `Double`.
  @inline(__always)
  mutating func number(_ number: JSONNumber) {
    guard options.numbers == .asGiven else { return double(number.nearestDouble) }
    switch number.storage {
    case .decimal(let digits, let spelling)
    where spelling.textCapacity <= OutputBuffer.largestReservation:
      buffer.reserve(spelling.textCapacity)
      // Invariant: there is room for `textCapacity` bytes.
      unsafe buffer.advance(by: spelling.write(digits, to: buffer.position))
    case .double(let value): double(value)
    default: longNumber(number)
    }
  }

  @inline(never)
  private mutating func longNumber(_ number: JSONNumber) {
    var text = number.text
    text.withUTF8 { utf8 in
      unsafe buffer.append(UnsafeRawBufferPointer(utf8))
    }
  }

  // MARK: - Numbers without a text

  @inline(__always)
  func hasText(_ value: Double) -> Bool { value.isFinite || options.nonFiniteNumbers != .error }

  @inline(__always)
  func hasText(_ number: JSONNumber) -> Bool {
    if options.numbers == .asGiven, case .decimal = number.storage { return true }
    return hasUncommonText(number)
  }

  /// A number beyond the range of `Double` has no text as a `Double`.
  @inline(never)
  private func hasUncommonText(_ number: JSONNumber) -> Bool {
    if !number.isFinite { return options.nonFiniteNumbers != .error }
    return options.numbers == .asGiven || number.nearestDouble.isFinite
  }
}
