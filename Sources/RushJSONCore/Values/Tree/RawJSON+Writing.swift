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
            ?? RawJSON.slowStorage(inside: value, &wholes)
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
  fileprivate static func slowStorage(
    inside value: UnsafePointer<RawJSON>, _ wholes: inout [TreeStorage]
  ) -> Unmanaged<TreeStorage>? {
    guard let storage = unsafe value.pointee.storage, storage.visibleCount > 0 else { return nil }
    wholes.append(storage.whole())
    return unsafe wholes.last.map { unsafe Unmanaged.passUnretained($0) }
  }
}

// MARK: - WritableTrees

// Parts of trees as values and members.
extension JSONObject: JSONWritable {
  /// Writes the object. See ``RawJSON/write(to:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.value(.dictionary(self))
  }
}

extension JSONNumber: JSONWritable {
  /// Writes the number as it was read. See ``JSONWriter/number(_:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.number(self)
  }
}

extension JSONField: JSONWritable where Value: JSONWritable {
  /// Writes the value, or `null`: a single value or an element cannot be missing.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if case .value(let value) = self { try value.write(to: &writer) } else { try writer.null() }
  }

  @inlinable
  public static func _writeMember(
    _ name: JSONName, _ value: JSONField, to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    switch value {
    case .missing: break
    case .null: try writer.nullMember(name)
    case .value(let value): try Value._writeMember(name, value, to: &writer)
    }
  }

  @inlinable public var _isMissing: Bool { isMissing }
}

extension JSONWriter {
  /// Writes the members of an object among those of the object that is open, except those that it has already.
  ///
  /// - Parameters:
  ///   - object: The members. Among those of another value (`members(of:beside:)`), or after these, they are
  ///     written at the end of the object, where all other names are known.
  ///   - names: Adds the names of your members, which are left out of `object`.
  /// - Throws: ``JSONWritingError`` if no member is allowed here, or a value cannot be written.
  public mutating func members(
    of object: JSONObject, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(object.lazy.map { ($0.name, $0.value) }, beside: names)
  }

  /// Writes the members of a dictionary among those of the object that is open, except those that it has already.
  /// See `members(of:beside:)` for an object.
  public mutating func members(
    of members: [String: RawJSON], beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(members.lazy.map { ($0.key, $0.value) }, beside: names)
  }
}

// MARK: - Description

// Values as text for people: compact JSON.

extension RawJSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value as compact JSON text.
  /// - Complexity: O(*n*) in all values of the tree.
  public var description: String {
    var describer = TreeDescriber()
    describer.describe(self)
    return String(decoding: describer.text, as: UTF8.self)
  }

  /// The value as JSON text with spaces, on one line if that fits in 80 bytes. Otherwise each element
  /// or member is on a line of its own, indented by two spaces.
  /// - Complexity: O(*n*) in all values of the tree. Indentation stops at 32 levels.
  public var debugDescription: String {
    var layout = TreeLayout()
    layout.write(self)
    return String(decoding: layout.text, as: UTF8.self)
  }

  /// The elements or members, or the content of a scalar.
  public var customMirror: Mirror {
    switch self {
    case .array(let array): array.customMirror
    case .dictionary(let object): object.customMirror
    default: Mirror(self, children: [])
    }
  }
}

// The next two look alike, but differ in the text, the members and the mirror.

extension JSONArray: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The array as compact JSON text.
  public var description: String { RawJSON.array(self).description }

  /// The array as ``RawJSON/debugDescription`` lays it out.
  public var debugDescription: String { RawJSON.array(self).debugDescription }

  /// The elements.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The object as compact JSON text.
  public var description: String { RawJSON.dictionary(self).description }

  /// The object as ``RawJSON/debugDescription`` lays it out.
  public var debugDescription: String { RawJSON.dictionary(self).debugDescription }

  /// The members.
  public var customMirror: Mirror {
    // A collection, so that `dump` prints one line for the object and one for each member.
    Mirror(
      self, children: map { (label: $0.name, value: $0.value as Any) }, displayStyle: .collection)
  }
}

// MARK: - Bytes

// Trees of bytes in any form.

extension RawJSON {
  /// Reads a text in any sequence of bytes into a tree, like
  /// ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``. Copies the bytes only if they are not
  /// contiguous in memory.
  public init(
    parsing text: some Sequence<UInt8>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: the bytes are used in the closure only.
    self = try unsafe text.withText { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text in chunks into a tree. The chunks may be cut anywhere.
  ///
  /// The whole text is put together in memory, unless there is only one chunk.
  /// - Throws: The first error in the text, with its offset in the whole text.
  /// - Complexity: As for ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsingChunks chunks: some Sequence<some Sequence<UInt8>>, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: as above.
    self = try unsafe chunks.withText(ofChunks: { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    })
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: RawSpan, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: as above.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: bytes, options: options)
    }
  }
}

// MARK: - TreeDescriber

// Values as text for people. Both writers keep a list of the open containers.

/// Writes a tree on one line.
struct TreeDescriber {
  private(set) var text: [UInt8] = []
  /// Whether there are spaces after commas and colons.
  private let isSpaced: Bool
  /// The maximum length of the text in bytes.
  private let limit: Int
  /// The open containers, each with the index of its next child.
  private var open: [(storage: TreeStorage, next: Int)] = []

  init(isSpaced: Bool = false, limit: Int = .max) {
    self.isSpaced = isSpaced
    self.limit = limit
  }

  /// Writes a value, or stops once the text is too long. Returns whether the value was written.
  @discardableResult
  mutating func describe(_ value: RawJSON) -> Bool {
    begin(value)
    while text.count <= limit, let (storage, next) = open.popLast() {
      let isObject = storage.isObject
      if next == storage.count {
        text.append(UInt8(ascii: isObject ? "}" : "]"))
        continue
      }
      if next > 0 { text += (isSpaced ? ", " : ",").utf8 }
      // Invariant: next < count.
      if isObject { unsafe name(storage.names[next]) }
      let value = unsafe storage.values[next]
      open.append((storage, next + 1))
      begin(value)
    }
    return open.isEmpty && text.count <= limit
  }

  mutating func name(_ name: String) {
    append(name)
    text += (isSpaced ? ": " : ":").utf8
  }

  /// Writes a scalar, or opens a container.
  private mutating func begin(_ value: RawJSON) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let bool): text += (bool ? "true" : "false").utf8
    case .number(let number): text += number.text.utf8
    case .string(let string): append(string)
    case .array(let array): begin(array.storage, "[]")
    case .dictionary(let object): begin(object.storage, "{}")
    }
  }

  private mutating func begin(_ storage: TreeStorage?, _ brackets: String) {
    guard let storage, storage.visibleCount > 0 else {
      text += brackets.utf8
      return
    }
    text.append(UInt8(ascii: storage.isObject ? "{" : "["))
    open.append((storage.whole(), 0))
  }

  /// Writes a string with the escapes that RFC 8259 §7 requires.
  private mutating func append(_ string: String) {
    text.append(UInt8.quote)
    for byte in string.utf8 {
      if text.count > limit { return }
      switch byte {
      case .quote, .backslash: text += [UInt8.backslash, byte]
      case .lineFeed: text += "\\n".utf8
      case .carriageReturn: text += "\\r".utf8
      case .tab: text += "\\t".utf8
      case 0..<0x20:
        text += "\\u00".utf8
        if byte < 0x10 { text.append(UInt8.digit0) }
        text += String(byte, radix: 16).utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8.quote)
  }
}

/// Writes a tree on several lines.
struct TreeLayout {
  private(set) var text: [UInt8] = []
  private var lineStart = 0
  private var open: [(container: RawJSON, next: Int)] = []

  private static let width = 80
  // Without this limit, the indentation of a deep tree would be quadratic in its depth.
  private static let maximumIndentation = 32

  mutating func write(_ value: RawJSON) {
    begin(value)
    while let (container, next) = open.popLast() {
      if next > 0, next < container.childCount { text.append(UInt8.comma) }
      let isAtEnd = next == container.childCount
      if !isAtEnd { open.append((container, next + 1)) }
      breakLine()
      if case .dictionary(let object) = container {
        if isAtEnd { text.append(UInt8.closeBrace) } else { begin(member: object[next]) }
      } else {
        if isAtEnd { text.append(UInt8.closeBracket) } else { begin(container.child(at: next)) }
      }
    }
  }

  private mutating func begin(member: JSONObject.Member) {
    var describer = TreeDescriber(isSpaced: true)
    describer.name(member.name)
    text += describer.text
    begin(member.value)
  }

  /// Writes a scalar, or a container that fits on the line. Opens any other container.
  private mutating func begin(_ value: RawJSON) {
    let isScalar = value.childCount == 0
    // Leaves room for a comma. Each container costs at most one line that is written in vain.
    let room = Swift.max(Self.width - 1 - (text.count - lineStart), 0)
    var describer = TreeDescriber(isSpaced: true, limit: isScalar ? .max : room)
    if describer.describe(value) {
      text += describer.text
      return
    }
    if case .dictionary = value {
      text.append(UInt8.openBrace)
    } else {
      text.append(UInt8.openBracket)
    }
    open.append((value, 0))
  }

  private mutating func breakLine() {
    text.append(UInt8.lineFeed)
    lineStart = text.count
    let depth = Swift.min(open.count, Self.maximumIndentation)
    text += repeatElement(UInt8.space, count: 2 * depth)
  }
}
