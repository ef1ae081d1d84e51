// The places of a container's items, and its style.

import RushJSONCore

/// What a container of the text looks like around one of its items.
struct ItemPlace: Sendable {
  /// Where the gap before the item begins: after a comma or the opening bracket.
  var floor: Int
  /// Where the item's comments above it begin; `start` if it has none.
  var lead: Int
  /// Where the name, or the value of an element, begins.
  var start: Int
  var valueEnd: Int
  var comma: Int?
  /// Where the comments after the item end that belong to it.
  var trailEnd: Int
  /// Whether other comments are in the gap before the item.
  var followsComments: Bool
  var endsWithLineComment: Bool
}

/// A container of the text.
struct ContainerMap {
  private let source: SourceText
  let record: Int
  let isObject: Bool
  /// The offsets of the brackets.
  let open: Int
  let close: Int
  /// Whether a comma follows the last item.
  let hasTrailingComma: Bool
  /// The records of the containers around it, from the inside.
  private let enclosing: [Int]
  private let count: Int
  /// The records of the values.
  private(set) lazy var children: [Int] = source.children(of: record)

  /// - Parameter parents: The record of the container of each one that was opened.
  init(_ record: Int, _ source: SourceText, parents: [Int: Int]) {
    self.source = source
    self.record = record
    isObject = source.record(record).kind == .object
    count = source.record(record).count
    open = source.start(of: record)
    var enclosing: [Int] = []
    let end = record &+ source.record(record).distance
    var at = parents[record]
    // Others end later, and so do those around them.
    while let container = at, container > 0,
      container &+ source.record(container).distance == end
    {
      enclosing.append(container)
      at = parents[container]
    }
    self.enclosing = enclosing
    (close, hasTrailingComma) = source.closing(of: record, enclosing: enclosing.count)
  }

  var isEmpty: Bool { count == 0 }
  var inside: Range<Int> { open &+ 1..<close }

  /// The offset at which a child's value ends.
  func valueEnd(_ value: Int) -> Int {
    let end = value &+ source.record(value).distance
    let isLast = end == record &+ source.record(record).distance
    return source.end(of: value, enclosing: isLast ? enclosing.count &+ 1 : 0)
  }

  func valueRange(_ value: Int) -> Range<Int> { source.start(of: value)..<valueEnd(value) }

  /// The offset of a child's name or value.
  func start(_ value: Int) -> Int {
    isObject ? source.nameRange(ofMember: value).lowerBound : source.start(of: value)
  }

  /// The position of a child among the others.
  mutating func position(of value: Int) -> Int {
    var low = 0
    var high = children.count
    while low < high {
      let middle = (low &+ high) / 2
      if children[middle] < value { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The place of the child at a position.
  mutating func place(_ position: Int) -> ItemPlace {
    let value = children[position]
    let start = start(value)
    var floor = open &+ 1
    if position > 0 { floor = source.tokenStart(valueEnd(children[position &- 1])) &+ 1 }
    let before = source.gap(floor..<start, hasNext: true)
    let valueEnd = valueEnd(value)
    let next = source.tokenStart(valueEnd)
    let comma = next != close ? next : nil
    let isLast = position == children.count &- 1
    let limit = isLast ? close : self.start(children[position &+ 1])
    let after = source.gap((comma.map { $0 &+ 1 } ?? valueEnd)..<limit, hasNext: !isLast)
    let trailEnd = max(after.trailEnd, valueEnd)
    return ItemPlace(
      floor: floor, lead: before.leadStart, start: start, valueEnd: valueEnd, comma: comma,
      trailEnd: trailEnd,
      followsComments: before.trailEnd > floor || before.hasFreeComments,
      endsWithLineComment: after.endsWithLineComment)
  }

  // MARK: - Style

  /// The style that the container shows; `style` where it shows none.
  func style(_ style: TextStyle) -> (style: TextStyle, indentation: [UInt8]) {
    let base = source.indentation(ofLineAt: open)
    var style = style
    style.separator = nil
    if isEmpty {
      if source.gap(inside, hasNext: false).hasBreak { style.isMultiline = true }
      return (style, base + style.unit)
    }
    let first = record &+ (isObject ? 2 : 1)
    let second = first &+ source.record(first).distance &+ (isObject ? 1 : 0)
    let before = source.gap(open &+ 1..<start(first), hasNext: true)
    style.isMultiline = before.hasBreak
    style.hasTrailingCommas = hasTrailingComma
    if isObject { style.takeColon(ofMember: first, source) }
    var line = before.leadStart
    var indentation = lineIndentation(line, floor: open &+ 1)
    if count > 1 {
      let firstEnd = valueEnd(first)
      let comma = source.tokenStart(firstEnd) &+ 1
      let between = source.gap(comma..<start(second), hasNext: true)
      if between.hasBreak { style.isMultiline = true }
      line = between.leadStart
      indentation = indentation ?? lineIndentation(line, floor: comma)
      if !between.hasBreak, !between.hasComments {
        style.afterComma = Array(source.bytes[comma..<start(second)])
        // The first item may have comments on its line, and blanks at its end.
        let lineEnd = source.skipBlanks(
          source.gap(firstEnd..<comma &- 1, hasNext: false).trailEnd)
        let before = source.bytes[lineEnd..<comma &- 1]
        if !hasTrailingComma, before.contains(where: SourceText.isLineBreak),
          before.allSatisfy(SourceText.isSpace)
        {
          style.isMultiline = true
          style.separator = before + [.comma] + style.afterComma
        }
      }
    }
    if !style.isMultiline, isObject, !before.hasComments {
      style.padding = Array(source.bytes[open &+ 1..<start(first)])
    }
    if let indentation, indentation.count > base.count, indentation.starts(with: base) {
      style.unit = Array(indentation[base.count...])
    }
    return (style, indentation ?? base + style.unit)
  }

  private func lineIndentation(_ offset: Int, floor: Int) -> [UInt8]? {
    source.lineStart(before: offset, floor: floor).map { Array(source.bytes[$0..<offset]) }
  }
}
