// Bytes to read: a whole text, a part of a text, or the bytes of a future text. Like the standard library's buffers, but
// safe to use: checked builds assert each index (CheckedPointer.swift), and only the code that makes a value is responsible
// for the memory.

/// Bytes in memory that another object keeps, and that do not change meanwhile.
@safe
@usableFromInline
package struct CheckedBytes: RandomAccessCollection, BitwiseCopyable {
  @usableFromInline let start: UnsafeRawPointer?
  @usableFromInline package let count: Int

  // Invariant of all initialisers: the memory has as many bytes, and lives as long as the value and its parts.
  @inlinable @inline(__always)
  package init(start: UnsafeRawPointer?, count: Int) {
    assert(count >= 0)
    assert(unsafe start != nil || count == 0)
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(start: bytes.baseAddress, count: bytes.count)
  }

  @inlinable @inline(__always)
  package init(_ bytes: UnsafeMutableRawBufferPointer) {
    unsafe self.init(start: bytes.baseAddress, count: bytes.count)
  }

  @inlinable @inline(__always)
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe self.init(start: bytes.baseAddress, count: bytes.count)
  }

  @inlinable @inline(__always)
  package init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.init(start: bytes.baseAddress, count: bytes.count)
  }

  /// A part, whose indices begin with 0.
  @inlinable @inline(__always)
  package init(rebasing part: Slice<CheckedBytes>) {
    let (lower, upper) = (part.startIndex, part.endIndex)
    assert(lower >= 0 && lower <= upper && upper <= part.base.count)
    // Without bytes there may be no address, and none is made.
    let start = unsafe UInt(bitPattern: part.base.start) &+ UInt(bitPattern: lower)
    unsafe self.init(start: UnsafeRawPointer(bitPattern: start), count: upper &- lower)
  }

  /// No bytes.
  @inlinable @inline(__always)
  package init() { unsafe self.init(start: nil, count: 0) }

  @inlinable @inline(__always) package var startIndex: Int { 0 }
  @inlinable @inline(__always) package var endIndex: Int { count }
  @inlinable @inline(__always) package func index(after index: Int) -> Int { index &+ 1 }
  @inlinable @inline(__always) package func index(before index: Int) -> Int { index &- 1 }
  @inlinable @inline(__always)
  package func index(_ index: Int, offsetBy distance: Int) -> Int { index &+ distance }
  @inlinable @inline(__always)
  package func distance(from start: Int, to end: Int) -> Int { end &- start }

  @inlinable package subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      assert(index >= 0 && index < count, "byte \(index) of \(count)")
      // Invariant: asserted above.
      return unsafe start.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
    }
  }

  @inlinable package subscript(range: Range<Int>) -> Slice<CheckedBytes> {
    @inline(__always) get {
      assert(range.lowerBound >= 0 && range.upperBound <= count, "bytes \(range) of \(count)")
      return Slice(base: self, bounds: range)
    }
  }

  /// The first byte, if there is one.
  @inlinable package var baseAddress: UnsafeRawPointer? { @inline(__always) get { unsafe start } }

  /// The bytes as they are, for functions of the standard library and for spans.
  @inlinable package var buffer: UnsafeBufferPointer<UInt8> {
    @inline(__always) get { unsafe raw.assumingMemoryBound(to: UInt8.self) }
  }

  /// The same, without a type.
  @inlinable package var raw: UnsafeRawBufferPointer {
    @inline(__always) get { unsafe UnsafeRawBufferPointer(start: start, count: count) }
  }

  @inlinable
  package func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try unsafe body(buffer)
  }

  /// The bytes from an offset on, as they are in memory.
  @inline(__always)
  func load<T: BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    assert(offset >= 0 && MemoryLayout<T>.size <= count &- offset)
    // Invariant: asserted above.
    return unsafe start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Eight bytes from an offset on, the lowest first.
  @inline(__always)
  func word(at offset: Int) -> UInt64 { UInt64(littleEndian: load(at: offset, as: UInt64.self)) }
}

extension [UInt8] {
  // The standard library copies a buffer of its own at once, and other collections by bytes.
  @inline(__always)
  package init(_ bytes: CheckedBytes) { unsafe self.init(bytes.raw) }

  @inline(__always)
  mutating func append(contentsOf bytes: CheckedBytes) { unsafe append(contentsOf: bytes.raw) }

  @inline(__always)
  func withCheckedBytes<R>(_ body: (CheckedBytes) throws -> R) rethrows -> R {
    // Invariant: the bytes stay in place during the call.
    try unsafe withUnsafeBytes { unsafe try body(CheckedBytes($0)) }
  }
}

extension ArraySlice<UInt8> {
  @inline(__always)
  func withCheckedBytes<R>(_ body: (CheckedBytes) throws -> R) rethrows -> R {
    // Invariant: as above.
    try unsafe withUnsafeBytes { unsafe try body(CheckedBytes($0)) }
  }
}

extension Span<UInt8> {
  @inline(__always)
  package func withCheckedBytes<R, E>(_ body: (CheckedBytes) throws(E) -> R) throws(E) -> R {
    // Invariant: as above.
    try unsafe withUnsafeBytes { (bytes) throws(E) in try unsafe body(CheckedBytes(bytes)) }
  }
}
