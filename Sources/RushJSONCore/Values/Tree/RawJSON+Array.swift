extension RawJSON {
  /// The elements of a JSON array.
  ///
  /// It has the operations of `[RawJSON]`, and converts to and from it. It is a type of its own because a Swift array
  /// releases its elements by recursion, and a tree can be deeper than any stack.
  ///
  /// An array takes one word. An empty one has no memory, and one that was read has exactly what it
  /// needs. Copies share it until one of them changes.
  @safe
  public struct Array: @unchecked Sendable {
    /// `nil` if the array has no memory, and so no elements.
    var storage: TreeStorage?

    @inline(__always) init(storage: TreeStorage?) { self.storage = storage }

    /// Creates an empty array.
    public init() { storage = nil }

    /// Creates an array of `elements`.
    /// - Complexity: O(*n*). The array shares what is in the elements.
    public init(_ elements: some Sequence<RawJSON>) {
      let isCopied: Void? = elements.withContiguousStorageIfAvailable { elements in
        unsafe initialize(copying: elements)
      }
      if isCopied != nil { return }
      reserveCapacity(elements.underestimatedCount)
      for element in elements { append(element) }
    }

    /// Returns the same array, without a copy.
    /// - Complexity: O(1).
    public init(_ elements: RawJSON.Array) { self = elements }

    private mutating func initialize(copying elements: UnsafeBufferPointer<RawJSON>) {
      guard let source = elements.baseAddress, elements.count > 0 else { return }
      let storage = TreeStorage.array(capacity: elements.count)
      // Invariant: the new storage is empty and has room for all elements.
      unsafe storage.values.checked(elements.count).initialize(from: source, count: elements.count)
      storage.count = elements.count
      for index in 0..<elements.count { unsafe storage.include(height: elements[index].height) }
      self.storage = storage
    }
  }
}

// MARK: - Elements

extension RawJSON.Array: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }

  /// The number of elements.
  /// - Complexity: O(1).
  @inline(__always) public var endIndex: Int { storage?.count ?? 0 }

  /// The element at `position`, which must be in `0..<count`.
  /// - Complexity: O(1), in place if the memory has no other owner, else O(*n*) for a copy.
  public subscript(position: Int) -> RawJSON {
    get {
      guard let storage, position >= 0, position < storage.count else {
        preconditionFailure("an index of an array is at least 0 and less than its count")
      }
      // Invariant: position < count, and the storage lives as long as `self`.
      return storage.values[position]
    }
    _modify {
      storage.makeUnique(capacity: 0, isObject: false)
      guard let storage, position >= 0, position < storage.count else {
        preconditionFailure("an index of an array is at least 0 and less than its count")
      }
      defer { storage.include(height: storage.values[position].height) }
      yield &storage.values[position]
    }
  }

  /// Replaces an element, and returns the old one.
  mutating func exchange(_ element: RawJSON, at position: Int) -> RawJSON {
    var element = element
    swap(&element, &self[position])
    return element
  }

  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<RawJSON>) throws -> Result
  ) rethrows -> Result? {
    guard let storage else {
      return try unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    // Invariant: `count` values are initialised, and the storage outlives the call.
    return try withExtendedLifetime(storage) {
      try unsafe body(CheckedView(storage.values).buffer(storage.count))
    }
  }
}

extension RawJSON.Array: RangeReplaceableCollection {
  /// Makes room for `capacity` elements in all.
  /// - Complexity: O(*n*) if there is less room, or if the memory is shared.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.makeUnique(capacity: capacity, isObject: false)
  }

  /// Adds an element at the end.
  /// - Complexity: O(1) on average, unless the memory is shared.
  public mutating func append(_ element: RawJSON) {
    storage.makeUnique(capacity: endIndex &+ 1, isObject: false)
    storage?.append(element)
  }

  /// Replaces the elements at `subrange`, which must lie in `0..<count`.
  /// - Complexity: O(*n* + *m*), *m* being the new elements.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<RawJSON>
  ) {
    precondition(
      subrange.lowerBound >= 0 && subrange.upperBound <= count,
      "the range to replace lies in the array")
    // Copied first, because the new elements may be this array or hold it.
    let added = [RawJSON](newElements)
    let newCount = count - subrange.count + added.count
    storage.makeUnique(capacity: newCount, isObject: false)
    guard let storage else { return }
    assert(newCount <= storage.room && subrange.upperBound <= storage.count)
    // The tail moves over elements that are no longer initialised, and the new elements fill the space that this
    // leaves.
    let at = storage.values + subrange.lowerBound
    let tail = storage.count - subrange.upperBound
    unsafe at.deinitialize(count: subrange.count)
    unsafe (at + added.count).moveInitialize(from: at + subrange.count, count: tail)
    for (index, element) in added.enumerated() {
      (at + index).initialize(to: element)
      storage.include(height: element.height)
    }
    storage.count = newCount
  }
}

extension RawJSON.Array: ExpressibleByArrayLiteral {
  /// Creates an array of the elements of a literal.
  public init(arrayLiteral elements: RawJSON...) { self.init(elements) }
}
