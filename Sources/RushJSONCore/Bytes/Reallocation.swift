internal import _RushJSONShims

/// Resizes `block`, or allocates one, to hold `capacity` elements. Keeps the elements that fit. Free the
/// result with `rush_free`.
/// Elements are moved as bytes. Every Swift value that is not pinned to its address allows that.
func reallocate<Element>(_ block: UnsafeMutablePointer<Element>?, capacity: Int)
  -> UnsafeMutablePointer<Element>
{
  let size = capacity &* MemoryLayout<Element>.stride
  guard let memory = unsafe rush_reallocate(block, size) else {
    // Swift ends the process when memory runs out.
    fatalError("out of memory for \(size) bytes")
  }
  return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
}
