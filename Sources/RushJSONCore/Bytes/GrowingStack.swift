internal import _RushJSONShims

/// A stack of plain values in growing memory, for the loops that walk documents and trees. Unlike an
/// array, it does not check for uniqueness at each access.
@safe
struct GrowingStack<Element: BitwiseCopyable>: ~Copyable {
  // Invariant: 0 ≤ count ≤ capacity, and the elements below `count` are initialised.
  private var elements: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  init() { unsafe elements = nil }

  deinit { unsafe rush_free(elements) }

  @inline(__always)
  mutating func push(_ element: Element) {
    if _slowPath(count == capacity) { grow() }
    // Invariant: count < capacity, so the address is inside the memory.
    unsafe (elements.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Removes the last element. The stack must not be empty.
  @inline(__always)
  mutating func pop() -> Element {
    count &-= 1
    return unsafe elements.unsafelyUnwrapped[count]
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(32, 2 &* capacity)
    unsafe elements = reallocate(elements, capacity: capacity)
  }
}
