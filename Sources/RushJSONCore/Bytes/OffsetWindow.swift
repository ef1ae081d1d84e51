/// The offsets of one window, counted from `start`. They are valid until the next call of
/// ``BlockIndexer/next()``.
@safe
package struct OffsetWindow {
  package let start: Int
  package let offsets: UnsafePointer<UInt32>
  package let count: Int
}
