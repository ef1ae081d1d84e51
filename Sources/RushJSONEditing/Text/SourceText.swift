// The places of a text's parts, for edits: where values and names end, and what belongs to an item.
//
//   // Colours          ┐ lead: comments on lines of their own, directly above the item
//   "theme": "dark",    │ item, comma
//                    // or "light"   trail: comments that begin on the line of the comma
//
// The tape has where each value begins. Ends are found by a scan of a few bytes, and only for items that
// edits touch. The text has been read, so a scan meets nothing but the grammar.

import RushJSONCore

/// A text, its tape, and scans between two tokens.
struct SourceText: Sendable {
  /// The text. Without a value, `null` follows it, in the place of the value that edits make.
  let bytes: [UInt8]
  let document: JSONDocument
  /// The number of bytes of the text.
  let count: Int
  /// The elements of arrays that were looked up by index, by the record of the array.
  private let elements = Locked<[Int: [Int]]>([:])

  init(_ bytes: [UInt8], options: JSONReadingOptions) throws(JSONSyntaxError) {
    count = bytes.count
    (self.bytes, document) = try SourceText.read(bytes, options)
  }

  private static func read(
    _ bytes: [UInt8], _ options: JSONReadingOptions
  ) throws(JSONSyntaxError) -> ([UInt8], JSONDocument) {
    do throws(JSONSyntaxError) {
      return (bytes, try JSONDocument(parsing: bytes, options: options))
    } catch {
      guard error.kind == .emptyText else { throw error }
    }
    var filled = bytes
    let endsLine = bytes.last.map(isLineBreak)
    // A comment may need a line break before the value, and a last line break stays the last.
    if endsLine == false { filled.append(.lineFeed) }
    filled += "null".utf8
    if endsLine == true { filled.append(.lineFeed) }
    return (filled, try JSONDocument(parsing: filled, options: options))
  }

  /// Whether the text has no value.
  var isEmpty: Bool { count < bytes.count }

  var options: JSONReadingOptions { storage.options }
  private var storage: DocumentStorage { document.storage }

  func record(_ index: Int) -> TapeRecord { storage.record(index) }
  func value(_ index: Int) -> JSONDocument.Value { JSONDocument.Value(storage, index) }

  /// The unescaped name of the member whose value has this record.
  func name(ofMember value: Int) -> String { storage.string(record(value &- 1)) }

  func hasName(_ name: String, member value: Int) -> Bool {
    storage.isEqual(record(value &- 1), name)
  }

  /// The records of the values of a container's children, in order.
  func children(of container: Int) -> [Int] {
    let step = record(container).kind == .object ? 1 : 0
    var values: [Int] = []
    values.reserveCapacity(record(container).count)
    let range = storage.children(of: container)
    var at = range.lowerBound
    while at < range.upperBound {
      values.append(at &+ step)
      at &+= step &+ record(at &+ step).distance
    }
    return values
  }

  /// The record of the element at an index, which is below the count.
  /// - Complexity: O(*n*) in the elements of the array the first time, then O(1).
  func element(at index: Int, of array: Int) -> Int {
    if index <= 8 {
      var at = array &+ 1
      for _ in 0..<index { at &+= record(at).distance }
      return at
    }
    return elements.withLock { known in
      if let values = known[array] { return values[index] }
      let values = children(of: array)
      known[array] = values
      return values[index]
    }
  }

  /// The record of the value of the child that a token leads to, or `nil` if there is none.
  func child(_ token: String, of container: Int) -> Int? {
    if record(container).kind == .object { return value(container)[token]?.index }
    guard record(container).isContainer, let index = JSONPointer.index(of: token),
      index < record(container).count
    else { return nil }
    return element(at: index, of: container)
  }

  /// Whether a look-up index shows that no two members of an object have one name.
  func isKnownUnique(_ object: Int) -> Bool {
    record(object).count >= DocumentStorage.indexedMembers
      && storage.memberIndex(of: object).isUnique
  }

  // MARK: - Beginnings and ends

  /// The offset of a value's first byte.
  func start(of value: Int) -> Int {
    let record = record(value)
    return record.isString ? record.offset &- 1 : record.offset
  }

  /// The place of a member's name, with its quotes if it has any.
  func nameRange(ofMember value: Int) -> Range<Int> {
    let name = record(value &- 1)
    // A name without quotes follows a bracket, a comma, whitespace or a comment, never a quote.
    let hasQuotes = isQuote(name.offset &- 1)
    let end = name.offset &+ name.length
    return hasQuotes ? name.offset &- 1..<end &+ 1 : name.offset..<end
  }

  private func isQuote(_ at: Int) -> Bool {
    at >= 0 && (bytes[at] == .quote || bytes[at] == .apostrophe)
  }

  /// Where a value ends.
  /// - Parameter enclosing: How many containers around the value have the same last record, so that only
  ///   closing brackets are between their ends.
  func end(of value: Int, enclosing: Int) -> Int {
    let record = record(value)
    if !record.isContainer { return end(ofScalar: record) }
    return closing(of: value, enclosing: enclosing).offset &+ 1
  }

  /// The offset of the closing bracket of a container, and whether a comma precedes it.
  func closing(of container: Int, enclosing: Int) -> (offset: Int, hasComma: Bool) {
    // The brackets after the last value inside close it, this container, and those around it.
    let last = record(container &+ record(container).distance &- 1)
    var at = last.isContainer ? last.offset &+ 1 : end(ofScalar: last)
    var closings: [(offset: Int, hasComma: Bool)] = []
    var hasComma = false
    while true {
      at = tokenStart(at)
      guard at < bytes.count else { break }
      if bytes[at] == .closeBracket || bytes[at] == .closeBrace {
        closings.append((at, hasComma))
        hasComma = false
      } else if bytes[at] == .comma {
        hasComma = true
      } else {
        break
      }
      at &+= 1
    }
    return closings[closings.count &- 1 &- enclosing]
  }

  private func end(ofScalar record: TapeRecord) -> Int {
    record.isString ? record.offset &+ record.length &+ 1 : wordEnd(record.offset)
  }

  private func wordEnd(_ start: Int) -> Int { bytes.wordEnd(from: start) }

  // MARK: - Between tokens

  /// The offset of the first token at or after `start`, or the length of the text.
  func tokenStart(_ start: Int) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at] == .slash {
        at = commentEnd(at)
      } else if SourceText.isSpace(bytes[at]) {
        at &+= 1
      } else {
        let space = WideSpace.length(in: bytes, at: at)
        if space == 0 { break }
        at &+= space
      }
    }
    return at
  }

  /// Where the comment ends that begins at `start`: after `*/`, or before the line break.
  func commentEnd(_ start: Int) -> Int {
    SourceText.commentEnd(start, in: bytes, hasWideSpace: options.leniencies.hasWideSpace)
  }

  /// - Parameter hasWideSpace: Whether U+2028 and U+2029 end a line.
  static func commentEnd(_ start: Int, in bytes: [UInt8], hasWideSpace: Bool) -> Int {
    var at = start &+ 2
    if start &+ 1 < bytes.count, bytes[start &+ 1] == .slash {
      while at < bytes.count, !isLineBreak(bytes[at]),
        !(hasWideSpace && WideSpace.isLineSeparator(in: bytes, at: at))
      {
        at &+= 1
      }
      return at
    }
    while at &+ 1 < bytes.count, bytes[at] != .asterisk || bytes[at &+ 1] != .slash { at &+= 1 }
    return min(at &+ 2, bytes.count)
  }

  /// Whether a comment that a line break must end ends at `offset`, which is between two tokens.
  func endsLineComment(at offset: Int) -> Bool {
    guard offset > 0, offset == bytes.count || SourceText.isLineBreak(bytes[offset]) else {
      return false
    }
    // The last record that begins before the offset.
    var low = DocumentStorage.rootIndex
    var high = low &+ document.recordCount
    while low < high {
      let middle = (low &+ high) / 2
      if record(middle).offset < offset { low = middle &+ 1 } else { high = middle }
    }
    var at = 0
    if low > DocumentStorage.rootIndex {
      let last = record(low &- 1)
      at = last.isContainer ? last.offset &+ 1 : end(ofScalar: last)
    }
    while at < offset {
      if bytes[at] == .slash {
        let isLine = bytes[at &+ 1] == .slash
        at = commentEnd(at)
        if at == offset { return isLine }
      } else {
        at &+= 1
      }
    }
    return false
  }

  /// What is between two items, or between an item and a bracket.
  struct Gap {
    /// Where the comments end that belong to what precedes the gap.
    var trailEnd: Int
    /// Where the comments begin that belong to the next item.
    var leadStart: Int
    var hasComments = false
    /// Whether there are comments that belong to neither side.
    var hasFreeComments = false
    /// Whether a line break separates both sides.
    var hasBreak = false
    /// Whether the comments before `trailEnd` end with one that ends with its line.
    var endsWithLineComment = false
  }

  /// Divides the comments between two offsets: to the left those that begin before the first line break, to
  /// the right those directly above, without a blank line between. Without a line break, all belong to the
  /// item on the right, or if there is none to the left.
  func gap(_ range: Range<Int>, hasNext: Bool) -> Gap {
    var gap = Gap(trailEnd: range.lowerBound, leadStart: range.upperBound)
    var at = range.lowerBound
    var lead: Int?
    var lines = 0
    var hasFree = false
    while at < range.upperBound {
      let byte = bytes[at]
      if SourceText.isLineBreak(byte) {
        if !gap.hasBreak { lead = nil }
        gap.hasBreak = true
        lines &+= 1
        if lines > 1 {
          hasFree = hasFree || lead != nil
          lead = nil
        }
        at = afterLineBreak(at)
      } else if byte == .slash {
        let isLine = bytes[at &+ 1] == .slash
        if lead == nil { lead = at }
        at = commentEnd(at)
        lines = 0
        gap.hasComments = true
        if !gap.hasBreak {
          gap.trailEnd = at
          gap.endsWithLineComment = isLine
        }
      } else {
        at &+= 1
      }
    }
    if !gap.hasBreak, hasNext {
      gap.trailEnd = range.lowerBound
      gap.endsWithLineComment = false
    }
    if hasNext { gap.leadStart = lead ?? range.upperBound }
    gap.hasFreeComments = hasFree
    return gap
  }

  // MARK: - Lines

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte >= .tab && byte <= .carriageReturn
  }

  static func isLineBreak(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }

  /// The offset after the line break at `at`, which may be a carriage return and a line feed.
  func afterLineBreak(_ at: Int) -> Int { SourceText.afterLineBreak(at, in: bytes) }

  static func afterLineBreak(_ at: Int, in bytes: [UInt8]) -> Int {
    let isPair =
      bytes[at] == .carriageReturn && at &+ 1 < bytes.count && bytes[at &+ 1] == .lineFeed
    return isPair ? at &+ 2 : at &+ 1
  }

  /// The offset after spaces and tabs from `start` on.
  func skipBlanks(_ start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] == .space || bytes[at] == .tab { at &+= 1 }
    return at
  }

  /// The offset of the first of the spaces and tabs that end at `end`, at least `floor`.
  func skipBlanks(before end: Int, floor: Int = 0) -> Int {
    var at = end
    while at > floor, bytes[at &- 1] == .space || bytes[at &- 1] == .tab { at &-= 1 }
    return at
  }

  /// The start of the line of `offset`, if only spaces and tabs, and a line break not before `floor`, precede
  /// it.
  func lineStart(before offset: Int, floor: Int) -> Int? {
    let at = skipBlanks(before: offset, floor: floor)
    return at > floor && SourceText.isLineBreak(bytes[at &- 1]) ? at : nil
  }

  /// The spaces and tabs that the line of `offset` begins with. Empty if the line begins more than 4 KiB before
  /// the offset, so that many edits of one long line do not take quadratic time.
  func indentation(ofLineAt offset: Int) -> [UInt8] {
    let floor = max(0, offset &- 4096)
    var at = offset
    while at > floor, !SourceText.isLineBreak(bytes[at &- 1]) { at &-= 1 }
    if at == floor, floor > 0 { return [] }
    return Array(bytes[at..<min(skipBlanks(at), offset)])
  }

  /// Whether the line before the one at `start` is blank, or ends with an opening bracket.
  func isAfterBlankLine(_ start: Int, floor: Int) -> Bool {
    var at = start &- 1
    if at > 0, bytes[at] == .lineFeed, bytes[at &- 1] == .carriageReturn { at &-= 1 }
    at = skipBlanks(before: at, floor: floor)
    return at <= floor || SourceText.isLineBreak(bytes[at &- 1])
  }
}

/// A range of the text, and the bytes that take its place.
struct TextReplacement: Sendable, Hashable {
  var range: Range<Int>
  var bytes: [UInt8]
}
