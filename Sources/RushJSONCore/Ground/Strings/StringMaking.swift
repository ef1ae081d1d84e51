// Strings made from valid UTF-8, and the bytes of strings.

extension String {
  /// Creates a string from valid UTF-8.
  @inline(__always)
  init(validated bytes: CheckedBytes) {
    self.init(validated: bytes, isASCII: String.isASCII(bytes))
  }

  /// Creates a string from valid UTF-8. `isASCII` says whether all bytes are ASCII.
  @inline(__always)
  init(validated bytes: CheckedBytes, isASCII: Bool) {
    assert(!validateUTF8(bytes, from: 0, to: bytes.count).isInvalid)
    assert(!isASCII || String.isASCII(bytes))
    // Invariant: asserted above, and the bytes live during the call.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      self = String(copying: unsafe UTF8Span(unchecked: bytes.buffer.span, isKnownASCII: isASCII))
    } else {
      // Validates the bytes again.
      self = unsafe String(decoding: bytes.buffer, as: UTF8.self)
    }
  }

  /// Creates a string from the bytes of a string or name that the grammar has accepted.
  @inline(__always)
  init(
    accepted text: CheckedBytes, hasEscapes: Bool,
    leniencies: JSONReadingOptions.Leniencies
  ) {
    if hasEscapes {
      self.init(unescaping: text, leniencies: leniencies)
    } else {
      self.init(validated: text)
    }
  }

  /// Creates a string by unescaping bytes that the grammar has accepted.
  init(unescaping text: CheckedBytes, leniencies: JSONReadingOptions.Leniencies) {
    self = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      guard let output = unsafe CheckedPointer(buffer) else { return "" }
      let count = Escape.unescape(text, into: output, leniencies: leniencies)
      // Unescaping accepted UTF-8 gives UTF-8. Unescaping into a string's own memory would make Swift validate the
      // bytes again.
      return String(validated: CheckedView(output).bytes(count))
    }
  }

  /// Whether all characters are ASCII. O(*n*), eight bytes or more at a time.
  var isASCII: Bool {
    withBytes { String.isASCII($0) }
  }

  /// Whether no byte is above 0x7F. Strings that carry this knowledge compare faster.
  @inline(__always)
  static func isASCII(_ bytes: CheckedBytes) -> Bool {
    let count = bytes.count
    var high: UInt64 = 0
    var at = 0
    if count >= 32 {
      var words = SIMD4<UInt64>()
      while at &+ 32 <= count {
        words |= bytes.load(at: at, as: SIMD4<UInt64>.self)
        at &+= 32
      }
      high = words[0] | words[1] | words[2] | words[3]
    }
    while at &+ 8 <= count {
      high |= bytes.load(at: at, as: UInt64.self)
      at &+= 8
    }
    if count >= 8 {
      high |= bytes.load(at: count &- 8, as: UInt64.self)
    } else {
      while at < count {
        high |= UInt64(bytes[at])
        at &+= 1
      }
    }
    return high & 0x8080_8080_8080_8080 == 0
  }
}

// MARK: - The bytes of strings

extension String {
  /// Whether both have the same Unicode scalars.
  /// Swift's `==` treats "é" and "e\u{301}" as equal. JSON does not (RFC 8259 §8.3).
  /// - Complexity: O(1) if the lengths differ, else O(*n*) in UTF-8 bytes.
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    hasSameWords(as: other) || utf8.count == other.utf8.count && comparesBytes(with: other)
  }

  @inline(never)
  private func comparesBytes(with other: String) -> Bool {
    withBytes { bytes in other.withBytes { haveSameBytes(bytes, $0) } }
  }

  /// Whether the UTF-8 has this byte.
  @inline(never)
  func hasByte(_ byte: UInt8) -> Bool {
    withUTF8Span { bytes in
      for index in bytes.indices where bytes[index] == byte { return true }
      return false
    }
  }

  @inline(__always)
  func withBytes<R, E: Error>(_ body: (CheckedBytes) throws(E) -> R) throws(E) -> R {
    // Invariant: the bytes live during the call.
    try withUTF8Span { (bytes) throws(E) in
      try bytes.withCheckedBytes { (bytes) throws(E) in try body(bytes) }
    }
  }
}

/// Whether the bytes of two parts, which have as many, are the same: the comparison of all names.
@inline(__always)
func haveSameBytes(_ a: CheckedBytes, _ b: CheckedBytes) -> Bool {
  let count = a.count
  assert(count == b.count)
  /// The difference of two words, bit by bit: 0 if they are equal.
  @inline(__always)
  func difference<Word: FixedWidthInteger & BitwiseCopyable>(_ at: Int, as type: Word.Type) -> Word
  {
    a.load(at: at, as: type) ^ b.load(at: at, as: type)
  }
  // Loads may overlap.
  if count >= 8 {
    var at = 0
    while at &+ 8 < count {
      if difference(at, as: UInt64.self) != 0 { return false }
      at &+= 8
    }
    return difference(count &- 8, as: UInt64.self) == 0
  }
  if count >= 4 {
    return difference(0, as: UInt32.self) | difference(count &- 4, as: UInt32.self) == 0
  }
  if count == 0 { return true }
  // The first, the middle and the last byte of at most three.
  let (middle, last) = (count &>> 1, count &- 1)
  return difference(0, as: UInt8.self) | difference(middle, as: UInt8.self)
    | difference(last, as: UInt8.self) == 0
}
