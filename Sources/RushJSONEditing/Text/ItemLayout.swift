// Items that are added to a container, or removed, with the commas, spaces and line breaks around them.
//
//   {                          {
//     // Size                    // Colour
//     "size": 12,  // points     "theme": "dark"
//                              }
//     // Colour
//     "theme": "dark"          without "size": its lines, its comments and the blank line are gone
//   }

import RushJSONCore

/// The edits of one container. The caller passes its items in order: those of the text that stay or go, and
/// those that are added.
struct ItemLayout {
  private let source: SourceText
  private var map: ContainerMap
  private let style: TextStyle
  /// The indentation of items on lines of their own.
  private let indentation: [UInt8]
  private var edits: [TextReplacement] = []
  /// The position of the last item of the text that stays, so far.
  private var lastKept: Int?
  private var removed: [Int] = []
  /// Items that wait for the next one that stays.
  private var pending: [ItemText] = []

  init(_ source: SourceText, _ map: ContainerMap, _ style: TextStyle, _ indentation: [UInt8]) {
    self.source = source
    self.map = map
    self.style = style
    self.indentation = indentation
  }

  mutating func keep(_ positions: ClosedRange<Int>) {
    flushRemoved(before: positions.lowerBound)
    if let lastKept {
      if !pending.isEmpty { add(pending, after: lastKept, hasNext: true) }
    } else if !pending.isEmpty {
      add(pending, before: positions.lowerBound)
    }
    pending = []
    lastKept = positions.upperBound
  }

  mutating func remove(_ position: Int) { removed.append(position) }
  mutating func add(_ item: ItemText) { pending.append(item) }

  mutating func finish() -> [TextReplacement] {
    guard let lastKept else { return fill() }
    flushRemoved(before: nil)
    if !pending.isEmpty {
      add(pending, after: lastKept, hasNext: false)
    } else if lastKept < map.children.count &- 1, !map.hasTrailingComma {
      removeComma(after: lastKept)
    }
    return edits
  }

  private mutating func edit(_ range: Range<Int>, _ bytes: [UInt8] = []) {
    edits.append(TextReplacement(range: range, bytes: bytes))
  }

  // MARK: - Removing

  private mutating func flushRemoved(before next: Int?) {
    for position in removed {
      edit(lines(of: position, isLast: next == nil))
    }
    removed = []
  }

  /// The surroundings that are removed with an item: comments, comma, and its lines or spaces.
  private mutating func lines(of position: Int, isLast: Bool) -> Range<Int> {
    let place = map.place(position)
    let end = source.skipBlanks(place.trailEnd)
    let endsLine = end < source.bytes.count && SourceText.isLineBreak(source.bytes[end])
    let lineStart = source.lineStart(before: place.lead, floor: place.floor)
    if endsLine, let lineStart {
      var lineEnd = source.afterLineBreak(end)
      // Of two blank lines, one stays.
      if source.isAfterBlankLine(lineStart, floor: map.open &+ 1) {
        let next = source.skipBlanks(lineEnd)
        if SourceText.isLineBreak(source.bytes[next]) { lineEnd = source.afterLineBreak(next) }
      }
      return lineStart..<lineEnd
    }
    let blanks = source.skipBlanks(before: place.lead, floor: place.floor)
    if endsLine { return blanks..<place.trailEnd }
    if !isLast { return place.lead..<end }
    // A line comment before it keeps its line break.
    return (place.followsComments ? blanks : place.floor)..<place.trailEnd
  }

  private mutating func removeComma(after position: Int) {
    let place = map.place(position)
    guard let comma = place.comma else { return }
    let isAlone = source.bytes[place.valueEnd..<comma].allSatisfy(SourceText.isSpace)
    edit((isAlone ? place.valueEnd : comma)..<comma &+ 1)
  }

  // MARK: - Adding

  /// Items as text: with separators between them, and commas after them as far as these are known.
  private func text(
    _ items: [ItemText], hasNext: Bool, startsLine: Bool, isFirst: Bool
  ) -> [UInt8] {
    var text: [UInt8] = []
    var startsLine = startsLine
    for (index, item) in items.enumerated() {
      if index > 0 || !isFirst {
        let space = startsLine ? style.lineBreak + indentation : style.afterComma
        text += style.separator ?? space
      }
      text += item.item.text(indentation: indentation)
      let isFollowed = hasNext || index < items.count &- 1
      if style.separator == nil, isFollowed || map.hasTrailingComma || fillsTrailingComma {
        text.append(.comma)
      }
      text += item.trail.text(indentation: indentation)
      startsLine = style.isMultiline || item.endsWithLineComment
    }
    return text
  }

  /// Whether the container was empty, and gets a trailing comma as the one around it has.
  private var fillsTrailingComma: Bool {
    map.isEmpty && style.isMultiline && style.hasTrailingCommas
  }

  /// The line break that a line comment at the end of `items` needs before what follows at `offset`.
  private func lineBreak(after items: [ItemText], at offset: Int, _ indentation: [UInt8]) -> [UInt8]
  {
    guard items.last?.endsWithLineComment == true else { return [] }
    let next = source.skipBlanks(offset)
    if next < source.bytes.count, SourceText.isLineBreak(source.bytes[next]) { return [] }
    return style.lineBreak + indentation
  }

  private var closingIndentation: [UInt8] { source.indentation(ofLineAt: map.open) }

  private mutating func add(_ items: [ItemText], after position: Int, hasNext: Bool) {
    let place = map.place(position)
    if style.separator != nil {
      // Each item has its comma before it, so one that removed items had goes.
      if !hasNext, place.comma != nil { removeComma(after: position) }
      let end =
        place.comma.map { source.gap(place.valueEnd..<$0, hasNext: false).trailEnd }
        ?? place.trailEnd
      let at = lineEnd(end)
      edit(at..<at, text(items, hasNext: false, startsLine: true, isFirst: false))
      return
    }
    if place.comma == nil {
      // A comma goes before a comment that ends its line, and after one that does not.
      let isInline = !style.isMultiline && !place.endsWithLineComment
      let comma = isInline ? place.trailEnd : place.valueEnd
      edit(comma..<comma, [.comma])
    }
    let startsLine = style.isMultiline || place.endsWithLineComment
    var bytes = text(items, hasNext: hasNext, startsLine: startsLine, isFirst: false)
    bytes += lineBreak(
      after: items, at: place.trailEnd, hasNext ? indentation : closingIndentation)
    let end = startsLine ? lineEnd(place.trailEnd) : place.trailEnd
    edit(end..<end, bytes)
  }

  /// The offset after the blanks at the end of a line, which stay there; `end` if more follows on the line.
  private func lineEnd(_ end: Int) -> Int {
    let blanks = source.skipBlanks(end)
    return blanks < map.close && SourceText.isLineBreak(source.bytes[blanks]) ? blanks : end
  }

  private mutating func add(_ items: [ItemText], before position: Int) {
    let lead = map.place(position).lead
    var bytes = text(items, hasNext: true, startsLine: false, isFirst: true)
    let startsLine = style.isMultiline || items.last?.endsWithLineComment == true
    if let separator = style.separator {
      edit(lead..<lead, bytes + separator)
      return
    }
    bytes += startsLine ? style.lineBreak + indentation : style.afterComma
    edit(lead..<lead, bytes)
  }

  /// Nothing that the container had stays.
  private mutating func fill() -> [TextReplacement] {
    if map.isEmpty { return fillEmpty() }
    if pending.isEmpty {
      flushRemoved(before: nil)
      if !keepsComments { edits = [TextReplacement(range: map.inside, bytes: [])] }
      return edits
    }
    let place = map.place(removed[0])
    removed.removeFirst()
    var bytes = text(pending, hasNext: false, startsLine: false, isFirst: true)
    bytes += lineBreak(after: pending, at: place.trailEnd, closingIndentation)
    edit(place.lead..<place.trailEnd, bytes)
    flushRemoved(before: nil)
    return edits
  }

  /// Whether a comment is left between the brackets.
  private var keepsComments: Bool {
    var at = map.open &+ 1
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if at < edit.range.lowerBound, hasComment(at..<edit.range.lowerBound) { return true }
      at = max(at, edit.range.upperBound)
    }
    return at < map.close && hasComment(at..<map.close)
  }

  private func hasComment(_ range: Range<Int>) -> Bool {
    source.bytes[range].contains { !SourceText.isSpace($0) }
  }

  private mutating func fillEmpty() -> [TextReplacement] {
    let inside = map.inside
    var bytes = text(pending, hasNext: false, startsLine: style.isMultiline, isFirst: true)
    let last = lastComment(in: inside)
    let startsLine = style.isMultiline || last?.isLine == true
    let breaks = style.lineBreak + indentation
    guard let last else {
      let end = style.lineBreak + closingIndentation
      if style.isMultiline {
        bytes = breaks + bytes + end
      } else {
        let padding = map.isObject ? style.padding : []
        bytes = padding + bytes + (pending.last?.endsWithLineComment == true ? end : padding)
      }
      return pending.isEmpty ? [] : [TextReplacement(range: inside, bytes: bytes)]
    }
    bytes = (startsLine ? breaks : [.space]) + bytes
    let hasBreak = source.bytes[last.end..<inside.upperBound].contains(
      where: SourceText.isLineBreak)
    var end = last.end
    if !hasBreak, startsLine || pending.last?.endsWithLineComment == true {
      bytes += style.lineBreak + closingIndentation
      end = inside.upperBound
    }
    return pending.isEmpty ? [] : [TextReplacement(range: last.end..<end, bytes: bytes)]
  }

  private func lastComment(in range: Range<Int>) -> (end: Int, isLine: Bool)? {
    var last: (end: Int, isLine: Bool)?
    var at = range.lowerBound
    while at < range.upperBound {
      if source.bytes[at] == .slash {
        let isLine = source.bytes[at &+ 1] == .slash
        at = source.commentEnd(at)
        last = (at, isLine)
      } else {
        at &+= 1
      }
    }
    return last
  }
}
