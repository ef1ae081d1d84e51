// Pointers that know the memory they belong to, in checked builds: the sinks, stacks and outputs of the core use them in
// the place of the standard library's.
//
//   lower                 address              upper
//     │ elements, or bytes    │ more of them     │
//
// In checked builds (RUSHJSON_CHECKED=1), each load and store asserts that it stays between the bounds, however the
// address was computed. In other builds the bounds are gone, and a pointer is its address alone. Operations
// without an assertion are still `unsafe`: to make a pointer, to use its address elsewhere, to allocate or free memory, and
// to begin or end the life of elements.

internal import _RushJSONShims

/// The memory that a pointer may reach. Empty, except in checked builds.
@safe
@usableFromInline
package struct MemoryBounds: BitwiseCopyable {
  #if RUSHJSON_CHECKED
    @usableFromInline let lower: UInt
    @usableFromInline let upper: UInt
  #endif

  /// Bounds of `byteCount` bytes.
  @inlinable @inline(__always)
  init(_ start: UnsafeRawPointer?, byteCount: @autoclosure () -> Int) {
    #if RUSHJSON_CHECKED
      let byteCount = byteCount()
      assert(byteCount >= 0)
      lower = UInt(bitPattern: start)
      upper = lower &+ UInt(bitPattern: byteCount)
    #endif
  }

  /// Asserts that `count` bytes at an address lie in the memory.
  @inlinable @inline(__always)
  func check(_ address: UnsafeRawPointer, _ count: Int) {
    #if RUSHJSON_CHECKED
      let start = UInt(bitPattern: address)
      assert(count >= 0)
      assert(
        start >= lower && start <= upper, "an address \(Int(start &- lower)) bytes into memory")
      assert(
        upper &- start >= UInt(bitPattern: count), "\(count) bytes with \(upper &- start) left")
    #endif
  }
}

/// Pointers of one kind: their arithmetic and order.
@usableFromInline
package protocol CheckedAddress: Comparable {
  func advanced(by distance: Int) -> Self
  /// The number of elements between two pointers.
  static func - (end: Self, start: Self) -> Int
}

extension CheckedAddress {
  @inlinable @inline(__always)
  package static func + (pointer: Self, distance: Int) -> Self { pointer.advanced(by: distance) }
  @inlinable @inline(__always)
  package static func - (pointer: Self, distance: Int) -> Self {
    pointer.advanced(by: 0 &- distance)
  }
  @inlinable @inline(__always)
  package static func += (pointer: inout Self, distance: Int) {
    pointer = pointer.advanced(by: distance)
  }
  @inlinable @inline(__always)
  package static func -= (pointer: inout Self, distance: Int) {
    pointer = pointer.advanced(by: 0 &- distance)
  }
}

/// A pointer to elements that others may change.
@safe
package struct CheckedPointer<Element: ~Copyable>: CheckedAddress, BitwiseCopyable {
  let address: UnsafeMutablePointer<Element>
  fileprivate let bounds: MemoryBounds

  /// A pointer to the first of `room` elements.
  // Invariant: the memory has room for as many, and lives as long as the pointers that are made of this one.
  @inline(__always)
  package init(_ address: UnsafeMutablePointer<Element>, room: @autoclosure () -> Int) {
    unsafe self.init(
      address, MemoryBounds(address, byteCount: room() &* MemoryLayout<Element>.stride))
  }

  @inline(__always)
  fileprivate init(_ address: UnsafeMutablePointer<Element>, _ bounds: MemoryBounds) {
    unsafe self.address = address
    self.bounds = bounds
  }

  /// A pointer to no element.
  static var nowhere: Self {
    unsafe Self(UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped, room: 0)
  }

  /// A pointer to the first element of a buffer, if there is room for one.
  @inline(__always)
  package init?(_ memory: UnsafeMutableBufferPointer<Element>) {
    guard let first = memory.baseAddress, memory.count > 0 else { return nil }
    unsafe self.init(first, room: memory.count)
  }

  /// New memory, which the caller initialises and deallocates.
  @unsafe @inline(__always)
  static func allocate(capacity: Int) -> Self {
    unsafe Self(.allocate(capacity: capacity), room: capacity)
  }

  @inline(__always)
  package func advanced(by distance: Int) -> Self { unsafe Self(address + distance, bounds) }
  @inline(__always)
  package static func - (end: Self, start: Self) -> Int { unsafe end.address - start.address }
  @inline(__always)
  package static func < (one: Self, other: Self) -> Bool { unsafe one.address < other.address }
  @inline(__always)
  package static func == (one: Self, other: Self) -> Bool { unsafe one.address == other.address }

  /// The address of `count` elements from `index` on, which are in the memory.
  @inline(__always)
  func checked(_ count: Int, at index: Int = 0) -> UnsafeMutablePointer<Element> {
    let place = unsafe address + index
    unsafe bounds.check(place, count &* MemoryLayout<Element>.stride)
    return unsafe place
  }

  var pointee: Element {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(checked(1)) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe checked(1) }
  }

  package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(checked(1, at: index)) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe checked(1, at: index) }
  }

  @inline(__always)
  func initialize(to element: consuming Element) { unsafe checked(1).initialize(to: element) }

  /// Takes the element, whose memory has none then.
  @unsafe @inline(__always)
  func move() -> Element { unsafe checked(1).move() }

  @unsafe @inline(__always)
  func moveInitialize(from source: Self, count: Int) {
    unsafe checked(count).moveInitialize(from: source.checked(count), count: count)
  }

  @unsafe @inline(__always)
  func deinitialize(count: Int) { unsafe checked(count).deinitialize(count: count) }

  @unsafe @inline(__always)
  func deallocate() { unsafe address.deallocate() }

  /// Frees memory of `reallocated`.
  @unsafe @inline(__always)
  func free() { unsafe rush_free(address) }
}

extension CheckedPointer {
  /// Memory of ``reallocate(_:capacity:)`` with the elements of another, whose pointers are not used any more.
  @unsafe @inline(__always)
  static func reallocated(_ old: Self?, capacity: Int) -> Self {
    unsafe Self(reallocate(old?.address, capacity: capacity), room: capacity)
  }

  @inline(__always)
  func initialize(repeating element: Element, count: Int) {
    unsafe checked(count).initialize(repeating: element, count: count)
  }

  @inline(__always)
  func initialize(from source: Self, count: Int) {
    unsafe checked(count).initialize(from: source.checked(count), count: count)
  }

  @inline(__always)
  func update(repeating element: Element, count: Int) {
    unsafe checked(count).update(repeating: element, count: count)
  }

  @inline(__always)
  func update(from source: Self, count: Int) {
    unsafe checked(count).update(from: source.checked(count), count: count)
  }

  @inline(__always)
  func update(from source: CheckedView<Element>, count: Int) {
    unsafe checked(count).update(from: source.elements(count), count: count)
  }

  /// The number of bytes between two pointers.
  @inline(__always)
  func bytes(from start: Self) -> Int {
    unsafe Int(bitPattern: address) &- Int(bitPattern: start.address)
  }

  /// Writes the bytes of a value, which may be part of an element, or several.
  @inline(__always)
  func storeBytes<T: BitwiseCopyable>(of value: T) where Element: BitwiseCopyable {
    unsafe bounds.check(address, MemoryLayout<T>.size)
    unsafe UnsafeMutableRawPointer(address).storeBytes(of: value, as: T.self)
  }

  /// The same memory for elements of another type.
  @unsafe @inline(__always)
  func assuming<Other>(_ type: Other.Type) -> CheckedPointer<Other> {
    unsafe CheckedPointer<Other>(
      UnsafeMutableRawPointer(address).assumingMemoryBound(to: type), bounds)
  }
}

/// A pointer to elements that do not change.
@safe
@usableFromInline
package struct CheckedView<Element>: CheckedAddress, BitwiseCopyable {
  @usableFromInline let address: UnsafePointer<Element>
  @usableFromInline let bounds: MemoryBounds

  /// A pointer to the first of `count` elements.
  // Invariant: there are as many, and they live as long as the pointers that are made of this one.
  @inline(__always)
  init(_ address: UnsafePointer<Element>, count: @autoclosure () -> Int) {
    unsafe self.init(
      address, MemoryBounds(address, byteCount: count() &* MemoryLayout<Element>.stride))
  }

  @inlinable @inline(__always)
  init(_ address: UnsafePointer<Element>, _ bounds: MemoryBounds) {
    unsafe self.address = address
    self.bounds = bounds
  }

  /// A pointer to no element.
  static var nowhere: Self { Self(CheckedPointer<Element>.nowhere) }

  /// A pointer to one value, whose type the caller knows.
  @inline(__always)
  init(at address: UnsafeRawPointer) {
    unsafe self.init(address.assumingMemoryBound(to: Element.self), count: 1)
  }

  /// A pointer to the first element of a buffer, if there is one.
  @inline(__always)
  init?(_ elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress, elements.count > 0 else { return nil }
    unsafe self.init(first, count: elements.count)
  }

  /// The elements at a pointer.
  @inline(__always)
  init(_ pointer: CheckedPointer<Element>) {
    unsafe self.init(pointer.address, pointer.bounds)
  }

  @inlinable @inline(__always)
  package func advanced(by distance: Int) -> Self { unsafe Self(address + distance, bounds) }
  @inlinable @inline(__always)
  package static func - (end: Self, start: Self) -> Int { unsafe end.address - start.address }
  @inlinable @inline(__always)
  package static func < (one: Self, other: Self) -> Bool { unsafe one.address < other.address }
  @inlinable @inline(__always)
  package static func == (one: Self, other: Self) -> Bool { unsafe one.address == other.address }

  /// The address of `byteCount` bytes, the first of them `offset` after this one, which are in the memory.
  @inlinable @inline(__always)
  func checked(_ byteCount: Int, at offset: Int = 0) -> UnsafeRawPointer {
    let place = unsafe UnsafeRawPointer(address) + offset
    unsafe bounds.check(place, byteCount)
    return unsafe place
  }

  @inlinable package var pointee: Element {
    @inline(__always) unsafeAddress { unsafe elements(1) }
  }

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { unsafe elements(1, at: index) }
  }

  /// The elements for a type that may write, and does not.
  @unsafe @inline(__always)
  var mutable: CheckedPointer<Element> {
    unsafe CheckedPointer(UnsafeMutablePointer(mutating: address), bounds)
  }

  /// The elements as they are, for functions of the standard library.
  // Invariant: the buffer is not used after the call that it is passed to.
  @unsafe @inline(__always)
  func buffer(_ count: Int) -> UnsafeBufferPointer<Element> {
    unsafe UnsafeBufferPointer(start: elements(count), count: count)
  }

  /// The address of `count` elements from `index` on, which are in the memory.
  @inlinable @inline(__always)
  func elements(_ count: Int, at index: Int = 0) -> UnsafePointer<Element> {
    let place = unsafe address + index
    unsafe bounds.check(place, count &* MemoryLayout<Element>.stride)
    return unsafe place
  }
}

// MARK: - Bytes

/// Passes the value where it is, which is not copied.
// Invariant: the view is not used after the call.
@unsafe @inline(__always)
func withView<Value, R>(of value: Value, _ body: (CheckedView<Value>) throws -> R) rethrows -> R {
  try unsafe _withUnprotectedUnsafePointer(to: value) { try unsafe body(CheckedView($0, count: 1)) }
}

extension CheckedView<UInt8> {
  /// A pointer to the first of `count` bytes, which may have readable bytes before them, too.
  // Invariant: as for elements.
  @inlinable @inline(__always)
  init(bytes: UnsafeRawPointer, count: Int, before: Int = 0) {
    unsafe self.init(
      bytes.assumingMemoryBound(to: UInt8.self),
      MemoryBounds(bytes - before, byteCount: before &+ count))
  }

  /// The bytes from an offset on, as they are in memory.
  @inline(__always)
  func load<T: BitwiseCopyable>(at offset: Int = 0, as type: T.Type) -> T {
    unsafe checked(MemoryLayout<T>.size, at: offset).loadUnaligned(as: type)
  }

  /// Eight bytes from an offset on, the lowest first.
  @inline(__always)
  func word(at offset: Int = 0) -> UInt64 {
    UInt64(littleEndian: load(at: offset, as: UInt64.self))
  }

  /// `count` bytes from an offset on.
  @inlinable @inline(__always)
  func bytes(_ count: Int, at offset: Int = 0) -> CheckedBytes {
    unsafe CheckedBytes(start: checked(count, at: offset), count: count)
  }
}

extension CheckedBytes {
  /// A pointer to the first byte. Without bytes, it points to no memory.
  // Invariant: more bytes, as many as are given, can be read before and after these.
  @inlinable @inline(__always)
  func view(before: Int = 0, after: Int = 0) -> CheckedView<UInt8> {
    unsafe CheckedView(
      bytes: baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped,
      count: count &+ after, before: before)
  }
}

extension CheckedPointer<UInt8> {
  /// Writes a value to the bytes from an offset on, as it is in memory.
  @inline(__always)
  func store<T: BitwiseCopyable>(_ value: T, at offset: Int = 0, as type: T.Type) {
    unsafe UnsafeMutableRawPointer(checked(MemoryLayout<T>.size, at: offset))
      .storeBytes(of: value, as: type)
  }

  /// Writes eight bytes from an offset on, the lowest first.
  @inline(__always)
  func store(word: UInt64, at offset: Int = 0) {
    store(word.littleEndian, at: offset, as: UInt64.self)
  }

  /// Copies bytes to those from an offset on.
  @inline(__always)
  func copy(_ bytes: CheckedBytes, at offset: Int = 0) {
    unsafe UnsafeMutableRawBufferPointer(
      start: checked(bytes.count, at: offset), count: bytes.count
    )
    .copyMemory(from: bytes.raw)
  }

  /// Memory for elements of another type, from an offset on, which is aligned for them.
  @unsafe
  func part<Other>(_ type: Other.Type, capacity: Int, at offset: Int) -> CheckedPointer<Other> {
    let memory = unsafe UnsafeMutableRawPointer(
      checked(capacity &* MemoryLayout<Other>.stride, at: offset))
    assert(Int(bitPattern: memory) % MemoryLayout<Other>.alignment == 0)
    return unsafe CheckedPointer<Other>(
      memory.bindMemory(to: type, capacity: capacity), room: capacity)
  }
}
