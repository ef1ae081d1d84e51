// Well-formed UTF-8 as the Unicode Standard defines it (table 3-7): no overlong forms, no
// surrogates, nothing above U+10FFFF, nothing cut short.
//
// This finds the exact place, byte by byte where bytes are not ASCII. The kernels that validate
// UTF-8 only report that a block has an error.

/// Validates the sequences that begin in `from..<to`, and reads past `to` to finish the last one.
/// `end` is the start of the first ill-formed sequence, or the end of the last well-formed one. A
/// sequence that the text cuts short is ill-formed.
/// - Complexity: O(*n*) in the bytes of the range, eight at a time while they are ASCII.
func validateUTF8(_ text: CheckedBytes, from: Int, to: Int)
  -> (end: Int, isInvalid: Bool)
{
  assert(from >= 0 && from <= text.count && to <= text.count)
  var at = from
  while at < to {
    if at &+ 8 <= to,
      text.load(at: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      at &+= 8
      continue
    }
    let length = wellFormedSequenceLength(in: text, at: at)
    if length == 0 { return (at, true) }
    at &+= length
  }
  assert(at <= text.count)
  return (at, false)
}

/// The length of the well-formed UTF-8 sequence at `at`, or 0.
@inline(__always)
func wellFormedSequenceLength(in text: CheckedBytes, at: Int) -> Int {
  // Later bytes are read only after a check of how many remain.
  assert(at >= 0 && at < text.count)
  let lead = text[at]
  if lead < 0x80 { return 1 }
  let remaining = text.count &- at
  @inline(__always) func continues(_ i: Int) -> Bool { text[at &+ i] & 0xc0 == 0x80 }
  switch lead {
  case 0xc2...0xdf:
    return remaining >= 2 && continues(1) ? 2 : 0
  case 0xe0...0xef:
    guard remaining >= 3 else { return 0 }
    let second = text[at &+ 1]
    let lowest: UInt8 = lead == 0xe0 ? 0xa0 : 0x80
    let highest: UInt8 = lead == 0xed ? 0x9f : 0xbf
    return second >= lowest && second <= highest && continues(2) ? 3 : 0
  case 0xf0...0xf4:
    guard remaining >= 4 else { return 0 }
    let second = text[at &+ 1]
    let lowest: UInt8 = lead == 0xf0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xf4 ? 0x8f : 0xbf
    return second >= lowest && second <= highest && continues(2) && continues(3) ? 4 : 0
  default:
    return 0
  }
}

/// The number of bytes at the end of `bytes` that belong to an incomplete UTF-8 sequence.
/// A byte of 0xF8 or above counts as the first of four: like the kernels, this leaves it to the exact
/// validation to refuse it.
func incompleteTail(of bytes: some BidirectionalCollection<UInt8>) -> Int {
  for (back, byte) in zip(1...3, bytes.reversed()) {
    if byte & 0xc0 == 0x80 { continue }
    let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

/// The same for a sequence that more bytes can complete; 0 if none can.
func openTail(of bytes: some BidirectionalCollection<UInt8>) -> Int {
  let tail = incompleteTail(of: bytes)
  if tail == 0 { return 0 }
  let sequence = bytes.suffix(tail)
  guard let lead = sequence.first, 0xc2...0xf4 ~= lead else { return 0 }
  guard let second = sequence.dropFirst().first else { return tail }
  let canEnd =
    switch lead {
    case 0xe0: second >= 0xa0
    case 0xed: second <= 0x9f
    case 0xf0: second >= 0x90
    case 0xf4: second <= 0x8f
    default: true
    }
  return canEnd ? tail : 0
}

// MARK: - SpansOfText

// The bytes of arrays and strings as spans. Their own property `span` needs macOS 26 and its siblings.

extension Array {
  /// Calls `body` with the elements.
  @inline(__always)
  package func withSpan<R, E: Error>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    // Invariant: the elements live during the call, and a span cannot leave it.
    try unsafe withUnsafeBufferPointer { (elements) throws(E) in try unsafe body(elements.span) }
  }
}

extension ArraySlice {
  /// Calls `body` with the elements.
  @inline(__always)
  package func withSpan<R, E: Error>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    // Invariant: the elements live during the call, and a span cannot leave it.
    try unsafe withUnsafeBufferPointer { (elements) throws(E) in try unsafe body(elements.span) }
  }
}

extension String {
  /// Calls `body` with the bytes in UTF-8.
  ///
  /// Copies none, unless the string is one of Objective-C, or so short that it has no memory.
  @inline(__always)
  package func withUTF8Span<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // Going through `utf8` retains and releases the memory of the string.
    if let bytes = StringWords(self).nativeUTF8(NativeStringLayout.current) {
      // Invariant: the string lives until `body` has returned, and with it its bytes.
      return try withExtendedLifetime(self) { () throws(E) in
        try unsafe body(Span(_unsafeBytes: bytes.raw))
      }
    }
    return try slowWithUTF8Span(body)
  }

  // Out of line, because it looks up the metadata of a result and an optional of `R`.
  @inline(never)
  private func slowWithUTF8Span<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // The standard library's function passes on any error, so a result takes the error through it.
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      // Invariant: the bytes live during the call, and a span cannot leave it.
      Result { () throws(E) in try unsafe body(bytes.span) }
    }
    if let result { return try result.get() }
    return try Array(utf8).withSpan(body)
  }
}

// MARK: - ByteSequence

// Texts in any sequence of bytes.

extension Sequence where Element == UInt8 {
  /// Calls `body` with the bytes. Copies them only if they are not contiguous in memory.
  @inlinable @inline(__always)
  package func withBytes<R>(_ body: (CheckedBytes) throws -> R) rethrows -> R {
    guard Self.self == [UInt8].self else { return try slowWithBytes(body) }
    // Invariant: the bytes of the array are valid during the call.
    return try unsafe sameType(self, as: [UInt8].self).withUnsafeBytes {
      unsafe try body(CheckedBytes($0))
    }
  }

  // Out of line, because it looks up the metadata of an optional `R`.
  @inline(never)
  @usableFromInline
  func slowWithBytes<R>(_ body: (CheckedBytes) throws -> R) rethrows -> R {
    // Invariant: the bytes are valid during the call.
    let result = try withContiguousStorageIfAvailable {
      try unsafe body(CheckedBytes($0))
    }
    return try unsafe result ?? [UInt8](self).withUnsafeBytes { unsafe try body(CheckedBytes($0)) }
  }

  /// The same for errors of one type, which the standard library's functions do not pass on.
  package func withText<R, E>(_ body: (CheckedBytes) throws(E) -> R) throws(E) -> R {
    let result: Result<R, E>? = withContiguousStorageIfAvailable { bytes in
      do throws(E) {
        // Invariant: the bytes are valid during the call.
        return .success(try unsafe body(CheckedBytes(bytes)))
      } catch {
        return .failure(error)
      }
    }
    if let result { return try result.get() }
    // An array is contiguous.
    return try [UInt8](self).withText(body)
  }
}
