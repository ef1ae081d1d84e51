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
