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
  ///
  /// Invariant: the tree that is written holds the values, and does not change meanwhile.
  @safe
  private struct Frame: BitwiseCopyable {
    let values: UnsafeMutablePointer<RawJSON>
    /// The names of an object.
    let names: UnsafeMutablePointer<String>?
    var next: Int
    let count: Int
    /// Where the order of the values begins in the list of orders, if it is not their own.
    let order: Int
  }

  fileprivate mutating func write(_ root: RawJSON) -> TreeRefusal? {
    withExtendedLifetime(root) {
      unsafe withUnsafePointer(to: root) { unsafe write(at: $0) }
    }
  }

  private mutating func write(at root: UnsafePointer<RawJSON>) -> TreeRefusal? {
    var open = GrowingStack<Frame>()
    // The orders of the objects that are open, if names are sorted.
    var orders: [Int] = []
    let isSorted = options.nameOrder != .asGiven
    var frame = unsafe Frame(
      values: UnsafeMutablePointer(mutating: root), names: nil, next: 0, count: 1, order: 0)
    // The root is written like an element of an array without brackets.
    var isRoot = true
    while true {
      if frame.next == frame.count {
        if isRoot { return nil }
        let isObject = unsafe frame.names != nil
        close(isObject: isObject)
        if isSorted, isObject { orders.removeSubrange(frame.order...) }
        if _slowPath(buffer.failure != nil) { return nil }
        frame = open.pop()
        isRoot = open.count == 0
        continue
      }
      if !isRoot { separate(frame.next == 0) }
      var index = frame.next
      frame.next &+= 1
      if let names = unsafe frame.names {
        if _slowPath(isSorted) { index = orders[frame.order &+ index] }
        // Invariant: index < count, and an object has as many names as values.
        unsafe string(at: names + index)
        colon()
      }
      let value = unsafe frame.values + index
      switch unsafe value.pointee {
      case .null: null()
      case .bool(let value): bool(value)
      // Invariant: a string is the first part of the value that holds it, as RawJSON's tag is behind
      // the largest content. (`holdsStringsFirst`)
      case .string where RawJSON.holdsStringsFirst:
        unsafe string(at: UnsafeRawPointer(value).assumingMemoryBound(to: String.self))
      case .string(let value): string(value)
      case .number(let number):
        guard hasText(number) else {
          open.push(frame)
          return .number(number, pointer(&open, orders))
        }
        self.number(number)
      case .array(let array):
        guard depth < options.maximumDepth else { return .tooDeep }
        guard let storage = array.storage, storage.count > 0 else {
          empty(isObject: false)
          continue
        }
        open.push(frame)
        isRoot = false
        self.open(isObject: false)
        frame = unsafe Frame(
          values: storage.values, names: nil, next: 0, count: storage.count, order: 0)
      case .dictionary(let object):
        guard depth < options.maximumDepth else { return .tooDeep }
        guard let storage = object.storage, storage.count > 0 else {
          empty(isObject: true)
          continue
        }
        open.push(frame)
        isRoot = false
        self.open(isObject: true)
        frame = unsafe Frame(
          values: storage.values, names: storage.names, next: 0, count: storage.count,
          order: orders.count)
        if _slowPath(isSorted) { appendOrder(of: storage, to: &orders) }
      }
    }
  }

  @inline(never)
  private func appendOrder(of storage: TreeStorage, to orders: inout [Int]) {
    // Invariant: an object has `count` names.
    let names = unsafe Array(UnsafeBufferPointer(start: storage.names, count: storage.count))
    orders += options.nameOrder.sorted(names)
  }

  /// The path of the value that was written last.
  @inline(never)
  private func pointer(_ open: inout GrowingStack<Frame>, _ orders: [Int]) -> JSONPointer {
    var tokens: [String] = []
    while open.count > 1 {
      let frame = open.pop()
      var index = frame.next &- 1
      guard let names = unsafe frame.names else {
        tokens.append(String(index))
        continue
      }
      if options.nameOrder != .asGiven { index = orders[frame.order &+ index] }
      // Invariant: index < count, as it was the index of the value.
      tokens.append(unsafe names[index])
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}

extension RawJSON {
  /// Whether the two words of a string are the first two of the value that holds it.
  ///
  /// The tag stands behind the largest content, a number, whose first 16 bytes can be anything and so
  /// have no room for a tag. It is looked at once in a process all the same.
  fileprivate static let holdsStringsFirst: Bool = {
    ["", "short", "a string of more than fifteen bytes"].allSatisfy { string in
      let value = RawJSON.string(string)
      return unsafe withUnsafePointer(to: value) { value in
        unsafe withUnsafePointer(to: string) { string in
          let (a, b) = unsafe (StringWords(at: value), StringWords(at: string))
          return a.low == b.low && a.high == b.high
        }
      }
    }
  }()
}
