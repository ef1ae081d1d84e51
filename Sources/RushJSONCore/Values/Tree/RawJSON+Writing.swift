// Trees as text: the public functions. `TreeWriting` has the loop.

extension RawJSON: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public static var _sortsNames: Bool { true }
  public static var _own: JSONWriter._Own? {
    // Invariant: a tree is at the address.
    unsafe JSONWriter._Own {
      unsafe $1.writeWhole(CheckedView(at: $0))
    }
  }

  /// Writes the value. Unless the options say otherwise, numbers that were read keep their digits, and
  /// names keep their order.
  /// - Throws: ``JSONWritingError``.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(self) }

  /// An estimate of the length of the compact text in bytes. For a tree from a long text, it is slightly more than
  /// the length of that text.
  public var _estimatedTextLength: Int {
    guard let length = storage?.textSize.length else { return 1024 }
    return length &+ min(length / 8, OutputBuffer.largestReservation)
  }
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

// MARK: - WritableTrees

// Parts of trees as values and members.
extension RawJSON.Object: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  public static var _own: JSONWriter._Own? {
    // Invariant: an object is at the address.
    unsafe JSONWriter._Own { value, output in
      let object = unsafe value.assumingMemoryBound(to: RawJSON.Object.self)
      return unsafe withView(of: RawJSON.dictionary(object.pointee)) {
        output.writeWhole($0)
      }
    }
  }

  /// Writes the object. See ``RawJSON/write(to:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.value(.dictionary(self))
  }
}

extension JSONNumber: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { true }

  /// Writes the number as it was read. See ``JSONWriter/number(_:)``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.number(self)
  }
}

extension JSONField: JSONWritable where Value: JSONWritable {
  @inlinable public static var _isEncodedAsCodable: Bool { Value._isEncodedAsCodable }

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
    case .null: try writer._nullMember(name)
    case .value(let value): try Value._writeMember(name, value, to: &writer)
    }
  }

  @inlinable public var _isMissing: Bool { isMissing }
  @inlinable public var _isAbsent: Bool { isMissing }
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
    of object: RawJSON.Object, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(object.lazy.map { ($0.name, $0.value) }, beside: names)
  }

  /// Writes the members of a dictionary among those of the object that is open, except those that it has already.
  /// They are in the order of their names. See `members(of:beside:)` for an object.
  public mutating func members(
    of members: [String: RawJSON], beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(
      members.sorted { $0.key < $1.key }.lazy.map { ($0.key, $0.value) }, beside: names)
  }

  /// Writes the members of an object, if there is one. See `members(of:beside:)` for an object.
  public mutating func members(
    of object: RawJSON.Object?, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try members(of: object ?? RawJSON.Object(), beside: names)
  }

  /// Writes the members of a dictionary, if there is one. See `members(of:beside:)` for a dictionary.
  public mutating func members(
    of members: [String: RawJSON]?, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try self.members(of: members ?? [:], beside: names)
  }

  /// Writes extra members in their order. See `members(of:beside:)` for an object.
  public mutating func members(
    of fields: ExtraFields, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws(JSONWritingError) {
    try unknownMembers(fields.members, beside: names)
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
  /// or member is on a line of its own, indented by two spaces. If there would be more than 32 levels of lines, the text
  /// is one line.
  ///
  /// Errors of encoders print it, so it is cut: after 16 KB, or 1,000 bytes of one line, `…` follows.
  /// - Complexity: O(1), and O(*n*) in the bytes of a string that is cut.
  public var debugDescription: String {
    var layout = TreeLayout()
    layout.write(self)
    if !layout.isTooDeep { return Self.cut(layout.text, to: TreeLayout.maximumLength) }
    var describer = TreeDescriber(isSpaced: true, limit: TreeLayout.maximumLine)
    describer.describe(self)
    return Self.cut(describer.text, to: TreeLayout.maximumLine)
  }

  /// The text, or its first bytes and an ellipsis.
  private static func cut(_ text: [UInt8], to count: Int) -> String {
    if text.count <= count { return String(decoding: text, as: UTF8.self) }
    var start = text.prefix(count)
    // Not inside a scalar.
    while let last = start.popLast(), last & 0xc0 == 0x80 {}
    return String(decoding: start, as: UTF8.self) + "…"
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

// The next two extensions differ in the text, the members and the mirror.

extension RawJSON.Array: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The array as compact JSON text.
  public var description: String { RawJSON.array(self).description }

  /// The array as ``RawJSON/debugDescription`` lays it out.
  public var debugDescription: String { RawJSON.array(self).debugDescription }

  /// The elements.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension RawJSON.Object: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
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
    self = try text.withText { (bytes) throws(JSONSyntaxError) in
      try RawJSON(parsing: bytes, options: options)
    }
  }

  /// Reads a text into a tree, like ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: RawSpan, options: JSONReadingOptions = .strict
  ) throws(JSONSyntaxError) {
    // Invariant: as above.
    self = try unsafe text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe RawJSON(parsing: CheckedBytes(bytes), options: options)
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
      assert(next < storage.count)
      if isObject { name(storage.names[next]) }
      let value = storage.values[next]
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
    guard let storage, storage.count > 0 else {
      text += brackets.utf8
      return
    }
    text.append(UInt8(ascii: storage.isObject ? "{" : "["))
    open.append((storage, 0))
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
  /// Whether there were too many levels, so that the text is incomplete.
  private(set) var isTooDeep = false

  private static let width = 80
  // Without this limit, the indentation of a deep tree would be quadratic in its depth.
  private static let maximumDepth = 32
  /// The most bytes of text, and of a tree that is too deep. Longer text is incomplete.
  static let maximumLength = 16 << 10
  static let maximumLine = 1000

  mutating func write(_ value: RawJSON) {
    begin(value)
    while text.count <= Self.maximumLength, !isTooDeep, let (container, next) = open.popLast() {
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

  private mutating func begin(member: RawJSON.Object.Member) {
    var describer = TreeDescriber(isSpaced: true)
    describer.name(member.name)
    text += describer.text
    begin(member.value)
  }

  /// Writes a scalar, or a container that fits on the line. Opens any other container.
  private mutating func begin(_ value: RawJSON) {
    let isScalar = value.childCount == 0
    // Leaves room for a comma. Each container wastes at most one line.
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
    isTooDeep = isTooDeep || open.count == Self.maximumDepth
    open.append((value, 0))
  }

  private mutating func breakLine() {
    text.append(UInt8.lineFeed)
    lineStart = text.count
    text += repeatElement(UInt8.space, count: 2 * open.count)
  }
}
