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
      // Invariant: `count` bytes follow those before `first`, and the pointer does not leave the closure.
      unsafe Int(rush_find_byte(bytes.baseAddress.unsafelyUnwrapped + first, count, byte))
    }
    return found < count ? start &+ found : nil
  }
}
