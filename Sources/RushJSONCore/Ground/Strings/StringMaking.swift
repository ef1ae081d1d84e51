// Strings made from valid UTF-8, and the bytes of strings.

extension String {
  /// Creates a string from `count` bytes of valid UTF-8.
  @inline(__always)
  init(validated start: UnsafeRawPointer, count: Int) {
    let isASCII = unsafe String.isASCII(start, count)
    unsafe self.init(validated: start, count: count, isASCII: isASCII)
  }

  /// Creates a string from `count` bytes of valid UTF-8. `isASCII` says whether all are ASCII.
  @inline(__always)
  init(validated start: UnsafeRawPointer, count: Int, isASCII: Bool) {
    assert(count >= 0)
    assert(unsafe String.isUTF8(start, count))
    assert(unsafe !isASCII || String.isASCII(start, count))
    // Invariant: the caller guarantees the bytes, and that they live during the call.
    let start = unsafe start.assumingMemoryBound(to: UInt8.self)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let bytes = unsafe Span<UInt8>(_unsafeStart: start, count: count)
      self = String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
    } else {
      // Validates the bytes again.
      self = unsafe String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
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
    } else if let start = unsafe text.baseAddress {
      // Invariant: accepted bytes are UTF-8. The caller keeps them alive during the call.
      unsafe self.init(validated: start, count: text.count)
    } else {
      self.init()
    }
  }

  /// Creates a string by unescaping bytes that the grammar has accepted.
  init(unescaping text: CheckedBytes, leniencies: JSONReadingOptions.Leniencies) {
    self = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      let count = unsafe Escape.unescape(text, into: buffer, leniencies: leniencies)
      guard let start = buffer.baseAddress else { return "" }
      // Invariant: unescaping accepted UTF-8 gives UTF-8. Unescaping into a string's own memory would
      // make Swift validate the bytes again.
      return unsafe String(validated: start, count: count)
    }
  }

  /// Whether all characters are ASCII. O(*n*), eight bytes or more at a time.
  var isASCII: Bool {
    withBytes { bytes in
      guard let start = unsafe bytes.baseAddress else { return true }
      // Invariant: there are as many bytes from `start` on.
      return unsafe String.isASCII(start, bytes.count)
    }
  }

  /// Whether `count` bytes are UTF-8, for assertions.
  private static func isUTF8(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
    let bytes = unsafe CheckedBytes(start: start, count: count)
    return !validateUTF8(bytes, from: 0, to: count).isInvalid
  }

  /// Whether no byte is above 0x7F. Strings that carry this knowledge compare faster.
  @inline(__always)
  static func isASCII(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
    assert(count >= 0)
    var high: UInt64 = 0
    var at = 0
    // Invariant: each load ends at or before `count`.
    if count >= 32 {
      var words = SIMD4<UInt64>()
      while at &+ 32 <= count {
        words |= unsafe start.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
        at &+= 32
      }
      high = words[0] | words[1] | words[2] | words[3]
    }
    while at &+ 8 <= count {
      high |= unsafe start.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      at &+= 8
    }
    if count >= 8 {
      high |= unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else {
      while at < count {
        high |= unsafe UInt64(start.load(fromByteOffset: at, as: UInt8.self))
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
    withBytes { bytes in
      other.withBytes { others in
        assert(bytes.count == others.count)
        guard let a = unsafe bytes.baseAddress, let b = unsafe others.baseAddress else {
          return true
        }
        return unsafe haveSameBytes(a, b, bytes.count)
      }
    }
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

/// Whether `count` bytes at two addresses are the same: the comparison of all names.
@inline(__always)
func haveSameBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
  assert(count >= 0)
  // Invariant: each load begins at or after 0 and ends at or before `count`. Loads may overlap.
  if count >= 8 {
    var at = 0
    while at &+ 8 < count {
      if unsafe differ(a + at, b + at, as: UInt64.self) != 0 { return false }
      at &+= 8
    }
    return unsafe differ(a + (count &- 8), b + (count &- 8), as: UInt64.self) == 0
  }
  if count >= 4 {
    let first = unsafe differ(a, b, as: UInt32.self)
    return unsafe first | differ(a + (count &- 4), b + (count &- 4), as: UInt32.self) == 0
  }
  if count == 0 { return true }
  // The first, the middle and the last byte of at most three.
  let (middle, last) = (count &>> 1, count &- 1)
  let first = unsafe differ(a, b, as: UInt8.self)
  let second = unsafe differ(a + middle, b + middle, as: UInt8.self)
  return unsafe first | second | differ(a + last, b + last, as: UInt8.self) == 0
}

/// The difference of two words in memory, bit by bit: 0 if they are equal.
@inline(__always)
private func differ<Word: FixedWidthInteger & BitwiseCopyable>(
  _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as type: Word.Type
) -> Word {
  // Invariant: the caller guarantees a word at each address.
  unsafe a.loadUnaligned(as: type) ^ b.loadUnaligned(as: type)
}
