internal import _RushJSONShims

/// `block` with room for `capacity` elements, its first ones kept where both have them; a new block
/// if there is none. It is freed with `rush_free`.
///
/// The elements are moved as bytes, which every Swift value allows that is not pinned to its address.
func reallocate<Element>(_ block: UnsafeMutablePointer<Element>?, capacity: Int)
  -> UnsafeMutablePointer<Element>
{
  let size = capacity &* MemoryLayout<Element>.stride
  guard let memory = unsafe rush_reallocate(block, size) else {
    // As everywhere in Swift, running out of memory ends the process.
    fatalError("out of memory for \(size) bytes")
  }
  return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
}
