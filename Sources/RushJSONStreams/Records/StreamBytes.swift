import RushJSONCore
internal import _RushJSONShims

/// Searches in the bytes of a stream that do not depend on JSON's grammar.
package enum StreamBytes {
  package static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    firstIndex(of: byte, in: bytes, from: bytes.startIndex, to: bytes.endIndex)
  }

  /// The first index of `byte` in `start..<end`, or `nil`.
  @inline(__always)
  static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>, from start: Int, to end: Int)
    -> Int?
  {
    let count = end &- start
    if count <= 0 { return nil }
    let first = start &- bytes.startIndex
    let found = unsafe bytes.withUnsafeBytes { bytes in
      assert(first >= 0 && first &+ count <= bytes.count)
      // Invariant: there are bytes, and the pointer does not leave the closure.
      return unsafe Int(rush_find_byte(bytes.baseAddress.unsafelyUnwrapped + first, count, byte))
    }
    assert(found >= 0 && found <= count)
    return found < count ? start &+ found : nil
  }
}
