internal import _RushJSONShims

// The one place that checks how much memory is requested.
//
// Capacities come from the text, from the elements, and from the caller of a public function. Their
// arithmetic wraps, so a wrong one can be any number. Here it ends the process, before a small block
// could be mistaken for a large one.

/// The sizes that can be requested.
enum MemorySize {
  /// More bytes than any header before the elements, and any rounding of the size after them.
  private static let margin = 4096

  /// Returns `capacity`, or ends the process if a block cannot hold as many elements.
  @inline(__always)
  static func checked<Element>(_ capacity: Int, of type: Element.Type) -> Int {
    let most = (Int.max &- margin) / MemoryLayout<Element>.stride
    // A negative capacity is above every limit.
    if _slowPath(UInt(bitPattern: capacity) > UInt(bitPattern: most)) {
      outOfMemory(capacity, MemoryLayout<Element>.stride)
    }
    return capacity
  }

  /// Ends the process, as Swift does when memory runs out.
  @inline(never)
  static func outOfMemory(_ capacity: Int, _ stride: Int) -> Never {
    fatalError("out of memory for \(capacity) elements of \(stride) bytes")
  }
}

/// Resizes `block`, or allocates one, to hold `capacity` elements. Keeps the elements that fit. Free the
/// result with `rush_free`.
/// Elements are moved as bytes. Every Swift value that is not pinned to its address allows that.
func reallocate<Element>(_ block: UnsafeMutablePointer<Element>?, capacity: Int)
  -> UnsafeMutablePointer<Element>
{
  let stride = MemoryLayout<Element>.stride
  let size = MemorySize.checked(capacity, of: Element.self) &* stride
  guard let memory = unsafe rush_reallocate(block, size) else {
    MemorySize.outOfMemory(capacity, stride)
  }
  return unsafe memory.bindMemory(to: Element.self, capacity: capacity)
}

extension ManagedBuffer {
  /// Makes a buffer of the class that it is called on. `create` does not check the size.
  @inline(__always)
  static func make(
    capacity: Int, header: (ManagedBuffer<Header, Element>) -> Header
  ) -> ManagedBuffer<Header, Element> {
    let capacity = MemorySize.checked(capacity, of: Element.self)
    return create(minimumCapacity: capacity, makingHeaderWith: header)
  }
}

// MARK: - GrowingStack

/// A stack of plain values in growing memory, for the loops that walk documents and trees. Unlike an
/// array, it does not check for uniqueness at each access.
@safe
struct GrowingStack<Element: BitwiseCopyable>: ~Copyable {
  // Invariant: 0 ≤ count ≤ capacity, and the elements below `count` are initialised.
  private var elements: CheckedPointer<Element>?
  private(set) var count = 0
  private var capacity = 0
  /// Whether the memory belongs to the caller.
  private var isLent = false

  init() { elements = nil }

  /// A stack that begins in memory of the caller's.
  // Invariant: the caller keeps the memory as long as the stack.
  init(lending memory: UnsafeMutableBufferPointer<Element>) {
    elements = unsafe CheckedPointer(memory)
    capacity = memory.count
    isLent = true
  }

  deinit { if !isLent { unsafe elements?.free() } }

  @inline(__always)
  mutating func push(_ element: Element) {
    if _slowPath(count == capacity) { grow() }
    assert(count >= 0 && count < capacity)
    unsafe (elements.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Removes the last element. The stack must not be empty.
  @inline(__always)
  mutating func pop() -> Element {
    assert(count > 0 && count <= capacity)
    count &-= 1
    return unsafe elements.unsafelyUnwrapped[count]
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return unsafe elements.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      unsafe elements.unsafelyUnwrapped[index] = newValue
    }
  }

  /// Removes all elements after the first `count`.
  @inline(__always)
  mutating func truncate(to count: Int) {
    assert(count >= 0 && count <= self.count)
    self.count = count
  }

  /// The elements from a position on, which stay where they are during the call.
  mutating func withElements(
    from start: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Void
  ) {
    assert(start >= 0 && start <= count)
    if start == count { return }
    // Invariant: there are elements, so there is memory.
    unsafe body(
      UnsafeMutableBufferPointer(
        start: (elements.unsafelyUnwrapped + start).address, count: count &- start))
  }

  @inline(never)
  private mutating func grow() {
    assert(count == capacity)
    capacity = max(32, 2 &* capacity)
    if isLent {
      let own = unsafe CheckedPointer<Element>.reallocated(nil, capacity: capacity)
      if let elements { own.update(from: elements, count: count) }
      elements = own
      isLent = false
    } else {
      elements = unsafe .reallocated(elements, capacity: capacity)
    }
  }
}
