// The memory of an array of bytes, written while the array is being made.
//
//   start                    count                 capacity
//     │ bytes that are written │ room for more bytes │        then the array ends at `count`
//
// An array gives its memory to a closure only, and a text is not written by one closure. A copy of a
// complete text into an array takes as long as writing some texts (documents), or a fifth of it (trees of
// long strings).
//
// Swift promises only that the address is valid during the closure. In fact, the memory of an array is
// part of an object and stays where it is until the array is changed or released, and removing its last
// bytes moves nothing. `ArrayMemory.isKnown` probes this; where it fails, texts are copied.
//
// Used where the length of the text can be estimated: for documents, and for trees that were read (`TextSize`).

/// Memory that becomes an array.
@safe
struct ArrayMemory: ~Copyable {
  /// All bytes count as initialised: any bits are bytes, and those after the text are removed unread.
  private var bytes: [UInt8]
  /// The address of the memory, which is valid as long as this value and is not moved.
  let start: UnsafeMutablePointer<UInt8>

  /// Makes an array of `capacity` > 0 bytes. Requires ``isKnown``.
  init(capacity: Int) {
    assert(capacity > 0)
    var address: UnsafeMutablePointer<UInt8>?
    bytes = unsafe Array(unsafeUninitializedCapacity: capacity) { memory, count in
      unsafe address = memory.baseAddress
      count = capacity
    }
    // Invariant: an array of at least one byte has memory.
    unsafe start = address.unsafelyUnwrapped
  }

  /// Ends the memory. Returns the array of its first `count` bytes, which must be written.
  consuming func array(count: Int) -> [UInt8] {
    bytes.removeLast(bytes.count &- count)
    return bytes
  }

  /// Whether an array keeps what is written to its memory, and does not move it.
  static let isKnown: Bool = {
    guard Layouts.mayBeKnown else { return false }
    return [(1, 1), (100, 60), (100_000, 99_000)].allSatisfy { capacity, count in
      let memory = ArrayMemory(capacity: capacity)
      let start = unsafe memory.start
      // Invariant: there is room for `capacity` bytes, and `memory` is used below.
      for index in 0..<count { unsafe start[index] = UInt8(truncatingIfNeeded: index &* 7) }
      let array = memory.array(count: count)
      let isKept = array.indices.allSatisfy { array[$0] == UInt8(truncatingIfNeeded: $0 &* 7) }
      let isInPlace = unsafe array.withUnsafeBufferPointer {
        unsafe $0.baseAddress == UnsafePointer(start)
      }
      return array.count == count && isKept && isInPlace
    }
  }()
}
