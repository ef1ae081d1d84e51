// The bytes of a text, or of a part of it.
//
//   memory   │ readable before │ t e x t        │ padding │
//                              start            count

/// A view of bytes that do not change. Its base is never nil. Loads of words may reach into the memory around the bytes
/// whose owner promises it; checked builds know its bounds.
@safe
@usableFromInline
package struct TextBytes: Sequence, BitwiseCopyable {
  let start: CheckedView<UInt8>
  package let count: Int

  /// No bytes.
  package init() {
    unsafe self.init(TextBytes.nowhere, count: 0)
  }

  /// An address for views without bytes.
  private static var nowhere: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// The bytes of a buffer, with `before` and `after` more bytes around them that may be read.
  // Invariant: the memory lives as long as the views that are made of this one.
  @usableFromInline @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer, before: Int = 0, after: Int = 0) {
    unsafe self.init(
      bytes.baseAddress ?? TextBytes.nowhere, count: bytes.count, before: before, after: after)
  }

  @inline(__always)
  init(_ base: UnsafeRawPointer, count: Int, before: Int = 0, after: Int = 0) {
    let first = unsafe (base - before).assumingMemoryBound(to: UInt8.self)
    unsafe start = CheckedView(first, count: before &+ count &+ after) + before
    self.count = count
  }

  /// The `count` bytes from a pointer on.
  @inline(__always)
  init(_ start: CheckedView<UInt8>, count: Int) {
    assert(count >= 0)
    self.start = start
    self.count = count
  }

  @inline(__always) package var isEmpty: Bool { count == 0 }
  @inline(__always) package var first: UInt8? { count == 0 ? nil : self[0] }
  @inline(__always) package var last: UInt8? { count == 0 ? nil : self[count &- 1] }
  @inline(__always) package var indices: Range<Int> { unsafe Range(uncheckedBounds: (0, count)) }

  @inline(__always)
  package subscript(offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count, "byte \(offset) of \(count)")
    return start[offset]
  }

  /// A word of the bytes from an offset on, the first in its low bits.
  @inline(__always)
  func word(at offset: Int) -> UInt64 { start.word(at: offset) }

  // MARK: - Parts

  @inline(__always)
  package subscript(range: Range<Int>) -> TextBytes {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count) bytes")
    return TextBytes(start + range.lowerBound, count: range.count)
  }

  @inline(__always)
  package subscript(range: PartialRangeFrom<Int>) -> TextBytes {
    assert(range.lowerBound >= 0 && range.lowerBound <= count, "\(range) of \(count) bytes")
    return TextBytes(start + range.lowerBound, count: count &- range.lowerBound)
  }

  @inline(__always)
  package subscript(range: PartialRangeUpTo<Int>) -> TextBytes {
    assert(range.upperBound >= 0 && range.upperBound <= count, "\(range) of \(count) bytes")
    return TextBytes(start, count: range.upperBound)
  }

  package func prefix(_ most: Int) -> TextBytes { self[..<Swift.min(most, count)] }
  package func dropFirst(_ most: Int) -> TextBytes { self[Swift.min(most, count)...] }
  package func dropLast(_ most: Int) -> TextBytes { self[..<Swift.max(0, count &- most)] }

  // MARK: - Use elsewhere

  /// The bytes for an interface that takes pointers.
  @inline(__always)
  package var buffer: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start.checked(count), count: count)
  }

  /// The address of the first byte, for a kernel that gets `count` as well.
  @inline(__always)
  var base: UnsafeRawPointer { unsafe start.checked(count) }

  /// Reads the bytes one after the other.
  @usableFromInline
  package struct Iterator: IteratorProtocol {
    fileprivate var rest: TextBytes

    @usableFromInline @inline(__always)
    package mutating func next() -> UInt8? {
      guard let byte = rest.first else { return nil }
      rest = rest[1...]
      return byte
    }
  }

  @usableFromInline @inline(__always)
  package func makeIterator() -> Iterator { Iterator(rest: self) }
}

extension CheckedPointer<UInt8> {
  /// Copies the bytes of a text.
  @inline(__always)
  func copy(_ bytes: TextBytes, at offset: Int = 0) {
    unsafe UnsafeMutableRawPointer(checked(bytes.count, at: offset))
      .copyMemory(from: bytes.start.checked(bytes.count), byteCount: bytes.count)
  }
}
