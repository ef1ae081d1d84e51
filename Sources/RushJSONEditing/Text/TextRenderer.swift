// From an overlay to the replaced ranges of the text.
//
// A *region* is a container of the text with all nodes that are still in their places inside it. Its edits
// are ranges of the text; everything else is copied. Containers that came from elsewhere, or were added,
// become blocks of text first, the innermost first, which then are part of the edits around them. Nothing
// here recurses.

import RushJSONCore

struct TextRenderer {
  private let overlay: TextOverlay
  private let source: SourceText
  private let base: TextStyle
  private var maps: [Int: ContainerMap] = [:]
  private var styles: [Int: (style: TextStyle, indentation: [UInt8])] = [:]
  /// The styles of added containers, by node.
  private var addedStyles: [Int: TextStyle] = [:]
  /// The styles of containers that are added to a container, by its record and their kind.
  private var siblingStyles: [Int: [JSONKind: TextStyle]] = [:]
  private var blocks: [Int: TextBlock] = [:]

  init(_ overlay: TextOverlay) {
    self.overlay = overlay
    source = overlay.source
    base = TextStyle(overlay.source)
  }

  /// The edits of the text.
  static func replacements(of overlay: TextOverlay) -> [TextReplacement] {
    var renderer = TextRenderer(overlay)
    return renderer.render()
  }

  // MARK: - Regions

  private mutating func render() -> [TextReplacement] {
    var roots = [0]
    var members: [Int: [Int]] = [:]
    var next = 0
    while next < roots.count {
      let region = roots[next]
      next &+= 1
      var stack = [region]
      while let node = stack.popLast() {
        members[region, default: []].append(node)
        for (item, content) in overlay.nodes[node].contents {
          guard case .opened(let child) = content else { continue }
          if overlay.nodes[child].record == item {
            stack.append(child)
          } else {
            roots.append(child)
            if overlay.nodes[child].record == nil {
              let kind = overlay.kind(of: content)
              addedStyles[child] = style(of: kind, inPlaceOf: item, in: node)
            }
          }
        }
        for id in placedItems(of: node) {
          guard case .opened(let child) = overlay.placed[id].content else { continue }
          roots.append(child)
          if overlay.nodes[child].record == nil {
            addedStyles[child] = style(ofNew: overlay.kind(of: .opened(child)), in: node)
          }
        }
      }
    }
    // Regions inside others come after them.
    for region in roots.dropFirst().reversed() {
      blocks[region] = block(of: region, members[region] ?? [])
    }
    return edits(of: members[0] ?? [])
  }

  /// The items of a node that are not in their places, in order.
  private func placedItems(of node: Int) -> [Int] {
    let node = overlay.nodes[node]
    if let items = node.items { return items.compactMap { $0 < 0 ? ~$0 : nil } }
    return node.groups.values.flatMap { list(from: $0.first) }
  }

  private func list(from first: Int) -> [Int] {
    var ids: [Int] = []
    var at: Int? = first
    while let id = at {
      ids.append(id)
      at = overlay.placed[id].next
    }
    return ids
  }

  private mutating func block(of region: Int, _ members: [Int]) -> TextBlock {
    if let record = overlay.nodes[region].record {
      let edits = edits(of: members)
      let map = map(record)
      return block(
        text(of: map.open..<map.close &+ 1, with: edits)[...],
        without: source.indentation(ofLineAt: map.open))
    }
    let style = addedStyles[region] ?? base
    let isObject = overlay.nodes[region].isObject
    let items = placedItems(of: region).map { item($0, style: style, of: region) }
    return style.block(of: items, isObject: isObject)
  }

  private func block(_ bytes: ArraySlice<UInt8>, without indentation: [UInt8]) -> TextBlock {
    TextBlock(
      bytes, without: indentation, hasWideSpace: source.options.leniencies.hasWideSpace)
  }

  /// A part of the text with the edits inside it.
  private func text(of range: Range<Int>, with edits: [TextReplacement]) -> [UInt8] {
    TextRenderer.text(source.bytes[range], with: edits)
  }

  static func text(_ bytes: ArraySlice<UInt8>, with edits: [TextReplacement]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(edits.reduce(bytes.count) { $0 &+ $1.bytes.count })
    var at = bytes.startIndex
    for edit in edits {
      text += bytes[at..<edit.range.lowerBound]
      text += edit.bytes
      at = edit.range.upperBound
    }
    text += bytes[at...]
    return text
  }

  // MARK: - Styles

  private mutating func map(_ record: Int) -> ContainerMap {
    if let map = maps[record] { return map }
    let map = ContainerMap(record, source, parents: overlay.parents)
    maps[record] = map
    return map
  }

  private mutating func style(of node: Int) -> (style: TextStyle, indentation: [UInt8]) {
    if let record = overlay.nodes[node].record, record > 0 { return style(ofContainer: record) }
    return (addedStyles[node] ?? base, [])
  }

  /// The style of a container that is added to a node: that of the last one of its kind there, so that a list of
  /// objects on one line each stays one.
  private mutating func style(ofNew kind: JSONKind, in node: Int) -> TextStyle {
    let record = overlay.nodes[node].record ?? 0
    guard record > 0, kind == .array || kind == .object else { return style(of: node).style }
    if let known = siblingStyles[record]?[kind] { return known }
    var map = maps[record] ?? self.map(record)
    let sibling = map.children.suffix(Self.siblings).last {
      source.record($0).valueKind == kind && source.record($0).count > 0
    }
    maps[record] = map
    let found = sibling.map { style(ofChild: $0, of: record) } ?? style(of: node).style
    siblingStyles[record, default: [:]][kind] = found
    return found
  }

  /// How many siblings are searched.
  private static var siblings: Int { 64 }

  /// The style of a container of the text, given the one around it.
  private func style(ofChild record: Int, of container: Int?) -> TextStyle {
    var parents = overlay.parents
    if parents[record] == nil { parents[record] = container }
    return ContainerMap(record, source, parents: parents).style(base).style
  }

  private mutating func style(
    ofContainer record: Int
  ) -> (style: TextStyle, indentation: [UInt8]) {
    if let style = styles[record] { return style }
    let map = map(record)
    var style = base
    // An empty container follows the one around it, which has an item.
    if map.isEmpty, let parent = overlay.parents[record], parent > 0 {
      style = self.map(parent).style(base).style
    }
    let result = map.style(style)
    styles[record] = result
    return result
  }

  // MARK: - Items as text

  private mutating func block(_ content: EditedContent, style: TextStyle) -> TextBlock {
    switch content {
    case .new(let value): return style.block(value)
    case .opened(let node): return blocks[node] ?? TextBlock()
    case .original(let record):
      let start = source.start(of: record)
      let parent = overlay.parents[record] ?? 0
      let end = parent > 0 ? map(parent).valueEnd(record) : source.end(of: record, enclosing: 0)
      return block(
        source.bytes[start..<end], without: source.indentation(ofLineAt: start))
    }
  }

  private mutating func item(_ id: Int, style: TextStyle, of node: Int) -> ItemText {
    let placed = overlay.placed[id]
    let isMember = overlay.nodes[node].isObject
    var valueStyle = style
    if case .new(let value) = placed.content, value.childCount > 0 {
      valueStyle = self.style(ofNew: value.kind, in: node)
    }
    let value = block(placed.content, style: valueStyle)
    var text = ItemText()
    let name = placed.name ?? ""
    let named = style.name(name) + style.beforeColon + [.colon] + style.afterColon
    guard let origin = placed.source, origin.container > 0 else {
      if isMember { text.item.append(named) }
      text.item.append(value, indentation: [])
      return text
    }
    var map = maps[origin.container] ?? self.map(origin.container)
    let place = map.place(map.position(of: origin.value))
    maps[origin.container] = map
    let indentation = source.indentation(ofLineAt: place.start)
    let bytes = source.bytes
    text.item = block(bytes[place.lead..<place.start], without: indentation)
    if isMember, map.isObject {
      let range = source.nameRange(ofMember: origin.value)
      let isSame = source.hasName(name, member: origin.value)
      text.item.append(isSame ? Array(bytes[range]) : style.name(name))
      let colon = bytes[range.upperBound..<source.start(of: origin.value)]
      text.item.append(block(colon, without: indentation), indentation: [])
    } else if isMember {
      text.item.append(named)
    }
    text.item.append(value, indentation: [])
    for part in [
      place.valueEnd..<(place.comma ?? place.valueEnd),
      (place.comma.map { $0 &+ 1 } ?? place.valueEnd)..<place.trailEnd,
    ] where !bytes[part].allSatisfy(SourceText.isSpace) {
      text.trail.append(block(bytes[part], without: indentation), indentation: [])
    }
    text.endsWithLineComment = place.endsWithLineComment
    return text
  }

  // MARK: - Edits

  private mutating func edits(of members: [Int]) -> [TextReplacement] {
    var edits: [TextReplacement] = []
    for node in members {
      changeInPlace(node, &edits)
      if let record = overlay.nodes[node].record, record > 0, overlay.nodes[node].isRearranged {
        var map = maps[record] ?? self.map(record)
        let (style, indentation) = self.style(ofContainer: record)
        let slots = slots(of: node, &map)
        maps[record] = map
        var layout = ItemLayout(source, map, style, indentation)
        for slot in slots {
          switch slot {
          case .kept(let range): layout.keep(range)
          case .removed(let position): layout.remove(position)
          case .placed(let id): layout.add(item(id, style: style, of: node))
          }
        }
        edits += layout.finish()
      }
    }
    return merged(edits)
  }

  /// Values and names that are replaced where they are.
  private mutating func changeInPlace(_ node: Int, _ edits: inout [TextReplacement]) {
    for (item, name) in overlay.nodes[node].renamed {
      let range = source.nameRange(ofMember: item)
      var style = base
      let first = source.bytes[range.lowerBound]
      style.hasPlainNames = first != .quote && first != .apostrophe
      if !style.hasPlainNames { style.quote = first }
      edits.append(TextReplacement(range: range, bytes: style.name(name)))
    }
    for (item, content) in overlay.nodes[node].contents {
      switch content {
      case .original(item): continue
      case .opened(let child) where overlay.nodes[child].record == item: continue
      default: break
      }
      let range: Range<Int>
      // The end of a scalar does not depend on the containers around it.
      if let container = overlay.nodes[node].record, container > 0,
        source.record(item).isContainer
      {
        range = map(container).valueRange(item)
      } else {
        range = source.start(of: item)..<source.end(of: item, enclosing: 0)
      }
      if case .new(let value) = content, value.childCount == 0 {
        // One token depends on the quotes alone, so no container is mapped.
        edits.append(TextReplacement(range: range, bytes: token(value, inPlaceOf: item)))
        continue
      }
      let style = style(of: overlay.kind(of: content), inPlaceOf: item, in: node)
      let block = block(content, style: style)
      let indentation = source.indentation(ofLineAt: range.lowerBound)
      edits.append(
        TextReplacement(range: range, bytes: block.text(indentation: indentation)))
    }
  }

  /// The style of a value that replaces an item: the style of the replaced container, or else of the
  /// container around it.
  private mutating func style(
    of kind: JSONKind, inPlaceOf item: Int, in node: Int
  ) -> TextStyle {
    let record = source.record(item)
    if record.isContainer, record.count > 0 {
      return style(ofChild: item, of: overlay.nodes[node].record)
    }
    var style = style(ofNew: kind, in: node)
    style.quote = quote(inPlaceOf: item)
    return style
  }

  /// A value without children in place of another value.
  private func token(_ value: RawJSON, inPlaceOf item: Int) -> [UInt8] {
    var style = base
    style.quote = quote(inPlaceOf: item)
    return style.block(value).bytes
  }

  /// The quotes of the string that a value replaces, or else those of the text.
  private func quote(inPlaceOf item: Int) -> UInt8 {
    let first = source.bytes[source.start(of: item)]
    return first == .quote || first == .apostrophe ? first : base.quote
  }

  private enum Slot {
    /// Neighbours that stay, by their positions.
    case kept(ClosedRange<Int>)
    case removed(Int)
    case placed(Int)
  }

  private func slots(of node: Int, _ map: inout ContainerMap) -> [Slot] {
    overlay.nodes[node].isObject ? memberSlots(of: node, &map) : elementSlots(of: node, &map)
  }

  private func elementSlots(of node: Int, _ map: inout ContainerMap) -> [Slot] {
    let items = overlay.nodes[node].items ?? []
    var slots: [Slot] = []
    var next = 0
    var first: Int?
    for (position, value) in map.children.enumerated() {
      let isKept = next < items.count && items[next] == value
      if !isKept, let start = first {
        slots.append(.kept(start...position &- 1))
        first = nil
      }
      while next < items.count, items[next] < 0 {
        slots.append(.placed(~items[next]))
        next &+= 1
      }
      if next < items.count, items[next] == value {
        first = first ?? position
        next &+= 1
      } else {
        slots.append(.removed(position))
      }
    }
    if let first { slots.append(.kept(first...map.children.count &- 1)) }
    while next < items.count {
      slots.append(.placed(~items[next]))
      next &+= 1
    }
    return slots
  }

  private func memberSlots(of node: Int, _ map: inout ContainerMap) -> [Slot] {
    let edited = overlay.nodes[node]
    var touched = Set(edited.removed.map { map.position(of: $0) })
    for key in edited.groups.keys where key.record != map.record {
      touched.insert(map.position(of: key.record))
    }
    var slots: [Slot] = []
    func place(_ record: Int, isAfter: Bool) {
      guard let group = edited.groups[.init(record: record, isAfter: isAfter)] else { return }
      slots += list(from: group.first).map { .placed($0) }
    }
    var next = 0
    for position in touched.sorted() {
      if next < position { slots.append(.kept(next...position &- 1)) }
      let value = map.children[position]
      place(value, isAfter: false)
      slots.append(edited.removed.contains(value) ? .removed(position) : .kept(position...position))
      place(value, isAfter: true)
      next = position &+ 1
    }
    if next < map.children.count { slots.append(.kept(next...map.children.count &- 1)) }
    place(map.record, isAfter: true)
    return slots
  }

  /// The edits in the order of the text. Ranges that touch become one, and what changes nothing is dropped.
  private func merged(_ edits: [TextReplacement]) -> [TextReplacement] {
    let order = edits.indices.sorted { a, b in
      let (left, right) = (edits[a].range, edits[b].range)
      if left.lowerBound != right.lowerBound { return left.lowerBound < right.lowerBound }
      if left.isEmpty != right.isEmpty { return left.isEmpty }
      return a < b
    }
    var merged: [TextReplacement] = []
    for edit in order.map({ edits[$0] }) where !edit.range.isEmpty || !edit.bytes.isEmpty {
      if let last = merged.last, edit.range.lowerBound <= last.range.upperBound {
        let end = max(last.range.upperBound, edit.range.upperBound)
        merged[merged.count &- 1].range = last.range.lowerBound..<end
        merged[merged.count &- 1].bytes += edit.bytes
      } else {
        merged.append(edit)
      }
    }
    return merged.map(separated).filter { !source.bytes[$0.range].elementsEqual($0.bytes) }
  }

  /// An edit with the line breaks that comments need before and inside it, and before what follows it.
  private func separated(_ edit: TextReplacement) -> TextReplacement {
    var edit = edit
    let isInComment = source.endsLineComment(at: edit.range.lowerBound)
    // Not before it is needed: many edits of one long line would each search its beginning.
    var indentation: [UInt8] { source.indentation(ofLineAt: edit.range.lowerBound) }
    if isInComment, let first = edit.bytes.first(where: { $0 != .space && $0 != .tab }),
      !SourceText.isLineBreak(first)
    {
      edit.bytes = base.lineBreak + indentation + edit.bytes
    }
    guard TextStyle.endsWithLineComment(edit.bytes, isInComment: isInComment) else { return edit }
    let next = source.skipBlanks(edit.range.upperBound)
    if next < source.bytes.count, !SourceText.isLineBreak(source.bytes[next]) {
      edit.bytes += base.lineBreak + indentation
    }
    return edit
  }
}

extension TextBlock {
  mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }
}
