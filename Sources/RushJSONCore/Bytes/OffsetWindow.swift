/// One window's offsets, counted from `start`. They stay valid until the next window is asked for.
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
