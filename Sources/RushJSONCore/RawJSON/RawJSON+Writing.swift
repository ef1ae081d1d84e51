// Trees as text, without recursion.

extension RawJSON: JSONWritable {
  public static var _sortsNames: Bool { true }

  /// Writes the value. Unless the options say otherwise, numbers that were read keep their digits, and
  /// names keep their order.
  /// - Throws: ``JSONWritingError``.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(self) }
}

extension JSONWriter {
  /// Writes a tree.
  /// - Throws: ``JSONWritingError`` if a value is not allowed here, if the tree is too deep, or if a
  ///   number has no text in the form that the options require.
  /// - Complexity: O(*n*) in the bytes of the text.
  public mutating func value(_ value: RawJSON) throws(JSONWritingError) {
    if _slowPath(isFlattening), case .dictionary(let object) = value {
      isFlattening = false
      return try members(of: object)
    }
    let mark = mark
    try beginValue()
    if let refusal = output.write(value, maximumDepth: maximumDepth) {
      takeBack(to: mark)
      switch refusal {
      case .tooDeep: throw JSONWritingError(.tooDeep(limit: maximumDepth))
      case .number(let number, let pointer):
        throw JSONWritingError(.notRepresentable(number: number.text), at: pointer)
      }
    }
    endValue()
    try check()
  }
}

extension TextOutput {
  fileprivate enum TreeRefusal {
    case tooDeep
    case number(JSONNumber, JSONPointer)
  }

  /// An array or object that is being written.
  /// Invariant: the tree being written owns the values, and does not change meanwhile.
  @safe
  private struct Frame: BitwiseCopyable {
    let values: UnsafeMutablePointer<RawJSON>
    /// The names of an object.
    let names: UnsafeMutablePointer<String>?
    var next: Int
    let count: Int
    /// The start of this object's order in the list of orders, if names are sorted.
    let order: Int
  }

  fileprivate mutating func write(_ root: RawJSON, maximumDepth: Int) -> TreeRefusal? {
    withExtendedLifetime(root) {
      unsafe withUnsafePointer(to: root) { unsafe write(at: $0, maximumDepth: maximumDepth) }
    }
  }

  private mutating func write(at root: UnsafePointer<RawJSON>, maximumDepth: Int) -> TreeRefusal? {
    var open = GrowingStack<Frame>()
    // The sorted orders of the open objects, as indices of their members.
    var orders: [Int] = []
    var wholes: [TreeStorage] = []
    let isSorted = options.nameOrder != .asGiven
    var frame = unsafe Frame(
      values: UnsafeMutablePointer(mutating: root), names: nil, next: 0, count: 1, order: 0)
    // The root is written like the element of an array without brackets.
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
      case .string: unsafe string(inside: value)
      case .number(let number):
        guard hasText(number) else {
          open.push(frame)
          return .number(number, pointer(&open, orders))
        }
        self.number(number)
      case .array, .dictionary:
        guard depth < maximumDepth else { return .tooDeep }
        guard
          let storage = unsafe RawJSON.storage(inside: value)
            ?? RawJSON.uncommonStorage(inside: value, &wholes)
        else {
          unsafe empty(isObject: value.pointee.kind == .object)
          continue
        }
        open.push(frame)
        isRoot = false
        unsafe storage._withUnsafeGuaranteedRef { storage in
          let isObject = storage.isObject
          self.open(isObject: isObject)
          frame = unsafe Frame(
            values: storage.values, names: isObject ? storage.names : nil, next: 0,
            count: storage.count, order: orders.count)
          if _slowPath(isSorted), isObject { appendOrder(of: storage, to: &orders) }
        }
      }
    }
  }

  @inline(__always)
  private mutating func string(inside value: UnsafePointer<RawJSON>) {
    if _fastPath(RawJSON.holdsContentFirst) {
      // Invariant: the string is the first part of the value.
      unsafe string(at: EnumLayout.payload(at: value, as: String.self))
    } else if case .string(let string) = unsafe value.pointee {
      self.string(string)
    }
  }

  @inline(never)
  private func appendOrder(of storage: TreeStorage, to orders: inout [Int]) {
    // Invariant: an object has `count` names.
    let names = unsafe Array(UnsafeBufferPointer(start: storage.names, count: storage.count))
    orders += options.nameOrder.sorted(names)
  }

  /// The path of the last value.
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
      // Invariant: index < count, because it was the index of a value.
      tokens.append(unsafe names[index])
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}

extension RawJSON {
  /// Whether a string, array or object is stored at the start of the value that holds it, so that a
  /// walk can read it without a retain. The tag follows the largest payload, a number, whose first
  /// 16 bytes have no spare bits for it. This is still probed once per process.
  static let holdsContentFirst: Bool = {
    let hasStrings = ["", "short", "a string of more than fifteen bytes"].allSatisfy { string in
      EnumLayout.holds(string, first: RawJSON.string(string))
    }
    let containers: [RawJSON] = [[], [:], [1], ["a": 1]]
    return hasStrings && containers.allSatisfy { EnumLayout.holds($0.storage, first: $0) }
  }()

  /// The storage of the array or object at `value`, not retained; `nil` if it is empty.
  @inline(__always)
  fileprivate static func storage(inside value: UnsafePointer<RawJSON>) -> Unmanaged<TreeStorage>? {
    let storage: Unmanaged<TreeStorage>?
    if _fastPath(holdsContentFirst) {
      // Invariant: the reference is the first word of the value, which keeps it alive.
      unsafe storage = unsafe EnumLayout.payload(at: value, as: Unmanaged<TreeStorage>?.self)
        .pointee
    } else {
      unsafe storage = unsafe value.pointee.storage.map { unsafe Unmanaged.passUnretained($0) }
    }
    guard let storage = unsafe storage, unsafe storage._withUnsafeGuaranteedRef({ $0.count }) > 0
    else { return nil }
    return unsafe storage
  }

  /// The storage of an array or object that has not ended, in a snapshot, or `nil` if it is empty.
  /// `wholes` retains it.
  @inline(never)
  fileprivate static func uncommonStorage(
    inside value: UnsafePointer<RawJSON>, _ wholes: inout [TreeStorage]
  ) -> Unmanaged<TreeStorage>? {
    guard let storage = unsafe value.pointee.storage, storage.visibleCount > 0 else { return nil }
    wholes.append(storage.whole())
    return unsafe wholes.last.map { unsafe Unmanaged.passUnretained($0) }
  }
}
