// The style of a text, and values written in it.

import RushJSONCore

/// How a text is laid out: what its first containers show, and what a new value follows.
struct TextStyle: Sendable {
  var lineBreak: [UInt8] = [.lineFeed]
  /// The indentation of one level.
  var unit: [UInt8] = [.space, .space]
  /// The spaces between a name and its colon, and between the colon and the value.
  var beforeColon: [UInt8] = []
  var afterColon: [UInt8] = [.space]
  /// The spaces between a comma and the next item on the same line.
  var afterComma: [UInt8] = [.space]
  /// The spaces inside the braces of an object on one line.
  var padding: [UInt8] = []
  var quote = UInt8.quote
  /// Whether names that are identifiers have no quotes.
  var hasPlainNames = false
  /// Whether the last item of a container on several lines has a comma.
  var hasTrailingCommas = false
  /// Whether a container that is not empty has a line for each item.
  var isMultiline = true
  /// What separates two items of a container whose lines begin with commas.
  var separator: [UInt8]?

  /// How many records are searched for names and strings.
  private static var reach: Int { 1000 }

  /// The style of a whole text.
  init(_ source: SourceText) {
    let bytes = source.bytes
    // Lines of more than 64 KiB have no style.
    if let at = bytes.prefix(1 << 16).firstIndex(where: SourceText.isLineBreak) {
      lineBreak = Array(bytes[at..<source.afterLineBreak(at)])
    }
    let count = DocumentStorage.rootIndex &+ source.document.recordCount
    var hasQuote = false
    var hasName = false
    for index in DocumentStorage.rootIndex..<min(count, Self.reach) {
      let record = source.record(index)
      guard record.isString else { continue }
      if record.isName, !hasName {
        hasName = true
        takeColon(ofMember: index &+ 1, source)
      }
      let byte = bytes[record.offset &- 1]
      if !hasQuote, byte == .quote || byte == .apostrophe, !record.isName || !hasPlainNames {
        hasQuote = true
        quote = byte
      }
      if hasName, hasQuote { break }
    }
    if hasName, afterColon.isEmpty { afterComma = [] }
    if let unit = Self.unit(of: source) { self.unit = unit }
  }

  /// The indentation of the first line that has one and does not belong to a comment.
  private static func unit(of source: SourceText) -> [UInt8]? {
    let bytes = source.bytes
    let end = min(bytes.count, 1 << 16)
    var at = 0
    while at < end {
      if bytes[at] == .slash {
        at = source.commentEnd(at)
      } else if bytes[at] == .quote || bytes[at] == .apostrophe {
        at = stringEnd(at, in: bytes)
      } else if SourceText.isLineBreak(bytes[at]) {
        let start = source.afterLineBreak(at)
        at = source.skipBlanks(start)
        let isText = at < end && !SourceText.isSpace(bytes[at]) && bytes[at] != .slash
        if at > start, isText { return Array(bytes[start..<at]) }
      } else {
        at &+= 1
      }
    }
    return nil
  }

  /// The offset after the string that begins at `start`.
  static func stringEnd(_ start: Int, in bytes: [UInt8]) -> Int {
    var at = start &+ 1
    while at < bytes.count, bytes[at] != bytes[start] {
      at &+= bytes[at] == .backslash ? 2 : 1
    }
    return at &+ 1
  }

  /// Takes over how a member writes its name and colon.
  mutating func takeColon(ofMember value: Int, _ source: SourceText) {
    let name = source.nameRange(ofMember: value)
    let first = source.bytes[name.lowerBound]
    hasPlainNames = first != .quote && first != .apostrophe
    let colon = source.tokenStart(name.upperBound)
    let start = source.start(of: value)
    guard source.skipBlanks(name.upperBound) == colon, source.skipBlanks(colon &+ 1) == start else {
      return
    }
    beforeColon = Array(source.bytes[name.upperBound..<colon])
    afterColon = Array(source.bytes[colon &+ 1..<start])
  }

  // MARK: - Tokens

  /// A name, in quotes unless the style has none and the name is an identifier.
  func name(_ name: String) -> [UInt8] {
    if hasPlainNames, TextStyle.isIdentifier(name) { return Array(name.utf8) }
    return string(name)
  }

  func string(_ string: String) -> [UInt8] {
    let text = Array(RawJSON.string(string).description.utf8)
    if quote == .quote || text.contains(.apostrophe) { return text }
    var bytes: [UInt8] = [.apostrophe]
    var at = 1
    while at < text.count &- 1 {
      // A quotation mark needs no escape here.
      if text[at] == .backslash {
        if text[at &+ 1] != .quote { bytes.append(.backslash) }
        bytes.append(text[at &+ 1])
        at &+= 2
      } else {
        bytes.append(text[at])
        at &+= 1
      }
    }
    return bytes + [.apostrophe]
  }

  /// Whether a name is an identifier of ASCII letters, digits, `$` and `_`. Others are always quoted.
  private static func isIdentifier(_ name: String) -> Bool {
    var isFirst = true
    for byte in name.utf8 {
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      let isDigit = byte &- .digit0 < 10
      if !(isLetter || byte == .underscore || byte == UInt8(ascii: "$") || isDigit && !isFirst) {
        return false
      }
      isFirst = false
    }
    return !isFirst
  }

  private func scalar(_ value: RawJSON) -> [UInt8] {
    switch value {
    case .string(let string): self.string(string)
    case .number(let number): Array(number.text.utf8)
    default: Array(value.description.utf8)
    }
  }

  // MARK: - Values

  /// A value in this style, without recursion.
  func block(_ value: RawJSON) -> TextBlock {
    var block = TextBlock()
    var open: [(container: RawJSON, next: Int, isObject: Bool)] = []
    var value = value
    while true {
      if value.childCount > 0 {
        let isObject = value.kind == .object
        begin(isObject: isObject, depth: open.count &+ 1, &block)
        open.append((value, 0, isObject))
      } else {
        block.bytes += scalar(value)
      }
      while let top = open.last, top.next == top.container.childCount {
        open.removeLast()
        finish(isObject: top.isObject, depth: open.count, &block)
      }
      guard let top = open.last else { return block }
      if top.next > 0 { separate(depth: open.count, &block) }
      if case .dictionary(let object) = top.container {
        let member = object[top.next]
        block.bytes += name(member.name) + beforeColon + [.colon] + afterColon
        value = member.value
      } else {
        value = top.container.child(at: top.next)
      }
      open[open.count &- 1].next &+= 1
    }
  }

  /// An array or object of items that are texts already.
  func block(of items: [ItemText], isObject: Bool) -> TextBlock {
    var block = TextBlock()
    if items.isEmpty {
      block.bytes = isObject ? [.openBrace, .closeBrace] : [.openBracket, .closeBracket]
      return block
    }
    begin(isObject: isObject, depth: 1, &block)
    for (index, item) in items.enumerated() {
      if index > 0, isMultiline || items[index &- 1].endsWithLineComment {
        block.startLine(lineBreak, unit)
      } else if index > 0 {
        block.bytes += afterComma
      }
      block.append(item.item, indentation: unit)
      let isLast = index == items.count &- 1
      if !isLast || isMultiline && hasTrailingCommas { block.bytes.append(.comma) }
      block.append(item.trail, indentation: unit)
    }
    if !isMultiline, items.last?.endsWithLineComment == true { block.startLine(lineBreak, []) }
    finish(isObject: isObject, depth: 0, &block, hasComma: true)
    return block
  }

  private func begin(isObject: Bool, depth: Int, _ block: inout TextBlock) {
    block.bytes.append(isObject ? .openBrace : .openBracket)
    if isMultiline {
      block.startLine(lineBreak, indentation(depth))
    } else if isObject {
      block.bytes += padding
    }
  }

  private func separate(depth: Int, _ block: inout TextBlock) {
    block.bytes.append(.comma)
    if isMultiline {
      block.startLine(lineBreak, indentation(depth))
    } else {
      block.bytes += afterComma
    }
  }

  private func finish(isObject: Bool, depth: Int, _ block: inout TextBlock, hasComma: Bool = false)
  {
    if isMultiline {
      if hasTrailingCommas, !hasComma { block.bytes.append(.comma) }
      block.startLine(lineBreak, indentation(depth))
    } else if isObject {
      block.bytes += padding
    }
    block.bytes.append(isObject ? .closeBrace : .closeBracket)
  }

  private func indentation(_ depth: Int) -> [UInt8] {
    Array(repeatElement(unit, count: depth).joined())
  }
}

// MARK: - TextBlock

/// Text of one or several lines that can be put at any indentation.
struct TextBlock: Sendable {
  var bytes: [UInt8] = []
  /// The offsets after line breaks, where the indentation of the place goes.
  private var lines: [Int] = []

  init() {}

  /// The text of a range, without `indentation` at the start of its lines. Line breaks in strings are part
  /// of the strings.
  init(_ bytes: ArraySlice<UInt8>, without indentation: [UInt8], hasWideSpace: Bool) {
    let text = Array(bytes)
    var at = 0
    var copied = 0
    while at < text.count {
      let start = at
      switch text[at] {
      case .quote, .apostrophe:
        at = TextStyle.stringEnd(at, in: text)
        continue
      case .slash:
        let end = SourceText.commentEnd(at, in: text, hasWideSpace: hasWideSpace)
        // The quotes of a comment begin no string. Its line breaks are handled one by one.
        at &+= 1
        while at < end, !SourceText.isLineBreak(text[at]) { at &+= 1 }
        while at < end {
          takeLine(text, &at, &copied, indentation)
          while at < end, !SourceText.isLineBreak(text[at]) { at &+= 1 }
        }
        continue
      case .lineFeed, .carriageReturn: takeLine(text, &at, &copied, indentation)
      default: at = start &+ 1
      }
    }
    self.bytes += text[min(copied, text.count)...]
  }

  /// Takes the text up to the line break at `at`, and skips the indentation after it.
  private mutating func takeLine(
    _ text: [UInt8], _ at: inout Int, _ copied: inout Int, _ indentation: [UInt8]
  ) {
    at = SourceText.afterLineBreak(at, in: text)
    bytes += text[copied..<at]
    lines.append(bytes.count)
    var matched = 0
    while matched < indentation.count, at < text.count, text[at] == indentation[matched] {
      matched &+= 1
      at &+= 1
    }
    copied = at
  }

  mutating func startLine(_ lineBreak: [UInt8], _ indentation: [UInt8]) {
    bytes += lineBreak
    lines.append(bytes.count)
    bytes += indentation
  }

  /// Appends a block that lies at `indentation` in this one.
  mutating func append(_ block: TextBlock, indentation: [UInt8]) {
    var from = 0
    for line in block.lines {
      bytes += block.bytes[from..<line]
      lines.append(bytes.count)
      // A blank line stays without spaces.
      if line < block.bytes.count, !SourceText.isLineBreak(block.bytes[line]) {
        bytes += indentation
      }
      from = line
    }
    bytes += block.bytes[from...]
  }

  /// The text with `indentation` at the start of each line but the first.
  func text(indentation: [UInt8]) -> [UInt8] {
    if lines.isEmpty || indentation.isEmpty { return bytes }
    var block = TextBlock()
    block.append(self, indentation: indentation)
    return block.bytes
  }
}

extension TextStyle {
  /// Whether a text of whole tokens ends with a comment that a line break must end. It begins with the rest of such
  /// a comment if `isInComment`.
  static func endsWithLineComment(_ bytes: [UInt8], isInComment: Bool) -> Bool {
    var at = 0
    if isInComment {
      at = bytes.firstIndex(where: SourceText.isLineBreak) ?? bytes.count
      if at == bytes.count { return true }
    }
    while at < bytes.count {
      if bytes[at] == .quote || bytes[at] == .apostrophe {
        at = stringEnd(at, in: bytes)
      } else if bytes[at] == .slash {
        let isLine = at &+ 1 < bytes.count && bytes[at &+ 1] == .slash
        at = SourceText.commentEnd(at, in: bytes, hasWideSpace: false)
        if isLine, at == bytes.count { return true }
      } else {
        at &+= 1
      }
    }
    return false
  }
}

/// An element or member as text: comments above it, name and value, and then the comments after its comma.
struct ItemText: Sendable {
  var item = TextBlock()
  var trail = TextBlock()
  var endsWithLineComment = false
}
