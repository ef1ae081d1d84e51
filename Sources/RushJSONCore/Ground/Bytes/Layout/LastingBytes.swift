// The address of the bytes of an array after the call that gives it.
//
//   [UInt8], ContiguousArray     │ object │ ─▶ count │ bytes …      one object: a copy refers to it, a change copies it
//   ArraySlice, Data             │ object │ start, end │             the same, and a range
//
// Swift promises the address during the call of a closure alone. A document needs it for as long as it has a copy of
// the array. Where a probe fails, it copies the bytes instead.

/// Bytes in memory that neither moves nor changes while a copy of their owner lives.
package enum LastingBytes {
  /// Whether arrays and slices of bytes have such memory.
  package static let areKnown =
    haveAddress([UInt8](repeating: 7, count: 100))
    && haveAddress(ContiguousArray<UInt8>(repeating: 7, count: 3000))
    && haveAddress([UInt8](repeating: 7, count: 100_000)[30..<90_000])

  /// Whether `bytes` have one address, in a copy too, which is elsewhere in memory.
  package static func haveAddress<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bool {
    guard Layouts.mayBeKnown else { return false }
    let copies = [bytes]
    // Both at the same time: two temporary copies could have one address after the other.
    let isSame = bytes.withContiguousStorageIfAvailable { first in
      copies[0].withContiguousStorageIfAvailable { second in
        unsafe first.baseAddress == second.baseAddress && first.count == second.count
      }
    }
    return isSame == true
  }

  /// The bytes of an array or a slice, whose owner is any copy of it, or `nil` if they are not known to last.
  @inline(__always)
  package static func of<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> CheckedBytes? {
    guard areKnown else { return nil }
    return known(bytes)
  }

  /// The bytes of a value that ``haveAddress(_:)`` was asked about, of the same type.
  @inline(__always)
  package static func known<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> CheckedBytes? {
    // Invariant: the probe has shown that the address outlives the closure.
    bytes.withContiguousStorageIfAvailable { unsafe CheckedBytes($0) }
  }
}
