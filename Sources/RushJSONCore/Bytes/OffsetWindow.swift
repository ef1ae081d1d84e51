/// The offsets of one window, counted from `start`. They are valid until the next call of
/// ``BlockIndexer/next()``.
@safe
package struct OffsetWindow {
  package let start: Int
  package let offsets: UnsafePointer<UInt32>
  package let count: Int

  init(start: Int, offsets: UnsafePointer<UInt32>, count: Int) {
    self.start = start
    unsafe self.offsets = offsets
    self.count = count
  }

  init(start: Int, offsets: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe self.init(start: start, offsets: UnsafePointer(offsets), count: count)
  }
}
