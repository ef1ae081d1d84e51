// A tree as text: a walk without recursion.

extension RawJSON: JSONWritable {
  /// Writes the value. Numbers that were read keep their digits, and names their order, unless the
  /// options say otherwise.
  ///
  /// - Throws: ``JSONWritingError``.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.value(self)
  }
}

extension JSONWriter {
  /// Writes a tree.
  ///
  /// - Throws: ``JSONWritingError`` if no value may stand here, the tree is too deep, or a number has
  ///   no text in the form that the options ask for.
  /// - Complexity: O(*n*) in the bytes of its text.
  public mutating func value(_ value: RawJSON) throws(JSONWritingError) {
    try beginValue()
    let depth = output.depth
    if let refusal = output.write(value) {
      output.depth = depth
      switch refusal {
      case .tooDeep: throw JSONWritingError(.tooDeep(limit: output.options.maximumDepth))
      case .number(let number, let pointer):
        throw JSONWritingError(.notRepresentable(number: number.text), at: pointer)
      }
    }
    endValue()
    try check()
  }
}

extension TextOutput {
  /// Why a tree was not written.
  fileprivate enum TreeRefusal {
    case tooDeep
    case number(JSONNumber, JSONPointer)
  }

  /// An array or object that is being written.
  @safe
  private struct Frame {
    // Invariant: the tree that is written holds the storage, and does not change meanwhile.
    let storage: Unmanaged<TreeStorage>
    var next: Int
    let count: Int
    let isObject: Bool
    /// Where the order of the values begins in the list of orders, if it is not their own.
    let order: Int
  }

  fileprivate mutating func write(_ root: RawJSON) -> TreeRefusal? {
    var open = GrowingStack<Frame>()
    // The orders of the objects that are open, if names are sorted.
    var orders: [Int] = []
    guard let storage = root.storage, storage.count > 0 else {
      return scalar(root) ? nil : .number(root.numberOrZero, .root)
    }
    if options.maximumDepth <= depth { return .tooDeep }
    var frame = begin(storage, &orders)
    while true {
      if frame.next == frame.count {
        close(isObject: frame.isObject)
        if options.nameOrder != .asGiven, frame.isObject { orders.removeSubrange(frame.order...) }
        if _slowPath(buffer.failure != nil) || open.count == 0 { return nil }
        frame = open.pop()
        continue
      }
      separate(frame.next == 0)
      var index = frame.next
      frame.next &+= 1
      if frame.isObject {
        if options.nameOrder != .asGiven { index = orders[frame.order &+ index] }
        // Invariant: index < count, and an object has as many names as values.
        unsafe frame.storage._withUnsafeGuaranteedRef { unsafe string($0.names[index]) }
        colon()
      }
      let value = unsafe frame.storage._withUnsafeGuaranteedRef { unsafe $0.values + index }
      let child = unsafe value.pointee.unretainedStorage
      if let child = unsafe child {
        if _slowPath(depth >= options.maximumDepth) { return .tooDeep }
        open.push(frame)
        frame = unsafe child._withUnsafeGuaranteedRef { begin($0, &orders) }
      } else if unsafe !scalar(value.pointee) {
        open.push(frame)
        return unsafe .number(value.pointee.numberOrZero, pointer(&open, orders))
      }
    }
  }

  /// Opens an array or object, which is not empty.
  @inline(__always)
  private mutating func begin(_ storage: TreeStorage, _ orders: inout [Int]) -> Frame {
    let isObject = storage.isObject
    self.open(isObject: isObject)
    let order = orders.count
    if _slowPath(options.nameOrder != .asGiven), isObject {
      appendOrder(of: storage, to: &orders)
    }
    return unsafe Frame(
      storage: Unmanaged.passUnretained(storage), next: 0, count: storage.count,
      isObject: isObject, order: order)
  }

  @inline(never)
  private func appendOrder(of storage: TreeStorage, to orders: inout [Int]) {
    // Invariant: an object has `count` names.
    let names = unsafe Array(UnsafeBufferPointer(start: storage.names, count: storage.count))
    orders += options.nameOrder.sorted(names)
  }

  /// Writes a value that has no storage: a scalar, or an empty array or object. Returns whether it
  /// has a text.
  @inline(__always)
  private mutating func scalar(_ value: borrowing RawJSON) -> Bool {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .string(let value): string(value)
    case .number(let value):
      guard hasText(value) else { return false }
      number(value)
    case .array: empty(isObject: false)
    case .dictionary: empty(isObject: true)
    }
    return true
  }

  /// The path of the value that was written last.
  @inline(never)
  private func pointer(_ open: inout GrowingStack<Frame>, _ orders: [Int]) -> JSONPointer {
    var tokens: [String] = []
    while open.count > 0 {
      let frame = open.pop()
      var index = frame.next &- 1
      guard frame.isObject else {
        tokens.append(String(index))
        continue
      }
      if options.nameOrder != .asGiven { index = orders[frame.order &+ index] }
      // Invariant: index < count, as it was the index of the value.
      tokens.append(unsafe frame.storage._withUnsafeGuaranteedRef { unsafe $0.names[index] })
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}

extension RawJSON {
  /// The storage of an array or object that has an element or a member; not retained.
  @inline(__always)
  fileprivate var unretainedStorage: Unmanaged<TreeStorage>? {
    guard let storage, storage.count > 0 else { return nil }
    return unsafe Unmanaged.passUnretained(storage)
  }

  fileprivate var numberOrZero: JSONNumber {
    if case .number(let number) = self { number } else { 0 }
  }
}
