// The edits of a text, by pointer. Each finds all it needs before it changes anything.

import RushJSONCore

extension TextOverlay {
  /// An item, the nodes on the way to it, and the last token of its path.
  struct Found {
    /// The nodes, from that of the text to that of the container.
    var path: [Int]
    var item: ItemReference
    /// The index of an element.
    var index: Int?

    var node: Int { path[path.count &- 1] }
  }

  // MARK: - Looking up

  /// The item at `pointer`.
  mutating func find(_ pointer: JSONPointer) throws(JSONValueError) -> Found {
    guard let token = pointer.tokens.last else { return Found(path: [0], item: Self.root) }
    let path = try container(of: pointer)
    let node = path[path.count &- 1]
    guard let (item, index) = step(token, in: node) else {
      throw failure(against: token, pointer, depth: pointer.tokens.count &- 1, path)
    }
    return Found(path: path, item: item, index: index)
  }

  func kind(of found: Found) -> JSONKind { kind(of: content(of: found.item, in: found.node)) }

  /// The nodes on the way to the container of the value at `pointer`, which is not empty.
  private mutating func container(of pointer: JSONPointer) throws(JSONValueError) -> [Int] {
    var path = [0]
    var item = Self.root
    for (depth, token) in pointer.tokens.enumerated() {
      guard let opened = open(item, in: path[depth]) else {
        let found = kind(of: content(of: item, in: path[depth]))
        throw failure(
          .wrongKind(expected: .object, found: found), pointer.prefix(depth), item, in: path[depth])
      }
      path.append(opened)
      if depth == pointer.tokens.count &- 1 { break }
      guard let (next, _) = step(token, in: opened) else {
        throw failure(against: token, pointer, depth: depth, path)
      }
      item = next
    }
    return path
  }

  private mutating func step(_ token: String, in node: Int) -> (item: ItemReference, index: Int?)? {
    if nodes[node].isObject { return member(named: token, of: node).map { ($0, nil) } }
    guard let index = JSONPointer.index(of: token), index < count(of: node) else { return nil }
    return (element(at: index, of: node), index)
  }

  // MARK: - Errors

  /// Why a token leads nowhere in the last node of a path.
  private func failure(
    against token: String, _ pointer: JSONPointer, depth: Int, _ path: [Int], removed: Int = 0
  ) -> JSONValueError {
    let node = path[path.count &- 1]
    return failure(
      against: token, pointer, depth: depth, isObject: nodes[node].isObject,
      count: count(of: node) &- removed, nodes[node].record)
  }

  private func failure(
    against token: String, _ pointer: JSONPointer, depth: Int, isObject: Bool, count: Int,
    _ record: Int?
  ) -> JSONValueError {
    let kind: JSONValueError.Kind
    if isObject {
      kind = .missingName(token)
    } else if token == JSONPointer.pastTheEnd {
      kind = .indexOutOfRange(count, count: count)
    } else if let index = JSONPointer.index(of: token) {
      kind = .indexOutOfRange(index, count: count)
    } else {
      kind = .invalidIndex(token)
    }
    return failure(kind, at: pointer.prefix(depth), record)
  }

  /// Why a token leads nowhere in a content.
  func failure(
    against token: String, _ pointer: JSONPointer, depth: Int, in content: EditedContent
  ) -> JSONValueError {
    let kind = kind(of: content)
    let record: Int?
    let count: Int
    switch content {
    case .original(let value): (record, count) = (value, source.record(value).count)
    case .opened(let node): (record, count) = (nodes[node].record, self.count(of: node))
    case .new(let value): (record, count) = (nil, value.childCount)
    }
    guard kind == .array || kind == .object else {
      return failure(
        .wrongKind(expected: .object, found: kind), at: pointer.prefix(depth), record)
    }
    return failure(
      against: token, pointer, depth: depth, isObject: kind == .object, count: count, record)
  }

  private func failure(
    _ kind: JSONValueError.Kind, _ pointer: JSONPointer, _ item: ItemReference, in node: Int
  ) -> JSONValueError {
    if case .original(let record) = content(of: item, in: node) {
      return failure(kind, at: pointer, record)
    }
    return JSONValueError(kind, at: pointer)
  }

  /// An error about the value at `pointer`, which has this record if it is in the text.
  private func failure(
    _ kind: JSONValueError.Kind, at pointer: JSONPointer, _ record: Int?
  ) -> JSONValueError {
    guard let record, record > 0, !source.isEmpty else { return JSONValueError(kind, at: pointer) }
    return JSONValueError(kind, place: EditedPlace(pointer, source, source.start(of: record)))
  }

  // MARK: - Values

  mutating func set(
    _ value: RawJSON, at pointer: JSONPointer, creatingObjects: Bool
  ) throws(JSONValueError) {
    if creatingObjects, let depth = firstMissing(on: pointer) {
      var added = value
      for token in pointer.tokens[depth...].reversed() { added = .dictionary([token: added]) }
      return try set(added, at: pointer.prefix(depth), creatingObjects: false)
    }
    try put(.new(value), at: pointer, replacing: true)
  }

  /// The number of tokens that lead to the first missing member or `null` with tokens after it.
  private mutating func firstMissing(on pointer: JSONPointer) -> Int? {
    var node = 0
    var item = Self.root
    for (depth, token) in pointer.tokens.enumerated() {
      if kind(of: content(of: item, in: node)) == .null { return depth }
      guard let opened = open(item, in: node) else { return nil }
      guard let (next, _) = step(token, in: opened) else {
        let isLast = depth == pointer.tokens.count &- 1
        return nodes[opened].isObject && !isLast ? depth &+ 1 : nil
      }
      (node, item) = (opened, next)
    }
    return nil
  }

  mutating func insert(_ value: RawJSON, at pointer: JSONPointer) throws(JSONValueError) {
    try put(.new(value), at: pointer, replacing: false)
  }

  mutating func append(_ value: RawJSON, to pointer: JSONPointer) throws(JSONValueError) {
    if pointer.isEmpty, hasNoValue { return try insert(value, at: JSONPointer(tokens: ["-"])) }
    let array = try find(pointer)
    guard kind(of: array) == .array else {
      throw failure(
        .wrongKind(expected: .array, found: kind(of: array)), pointer, array.item, in: array.node)
    }
    try insert(value, at: pointer.appending(JSONPointer.pastTheEnd))
  }

  /// Puts new content at a pointer: replaces a member, or an element if `replacing`; else adds an item.
  private mutating func put(
    _ content: EditedContent, at pointer: JSONPointer, replacing: Bool
  ) throws(JSONValueError) {
    guard let token = pointer.tokens.last else {
      try check(content, in: [0], at: pointer)
      return setContent(content, of: Self.root, in: 0)
    }
    if hasNoValue {
      // The value that the edit needs. It goes if the edit fails.
      let isArray = pointer.tokens[0] == JSONPointer.pastTheEnd
      setContent(.new(isArray ? [] : [:]), of: Self.root, in: 0)
      do throws(JSONValueError) {
        return try put(content, at: pointer, replacing: replacing)
      } catch {
        nodes[0].contents[Self.root] = nil
        throw error
      }
    }
    let path = try container(of: pointer)
    let node = path[path.count &- 1]
    if replacing || nodes[node].isObject, let (item, _) = step(token, in: node) {
      try check(content, in: path, at: pointer)
      note(content, in: path)
      return setContent(content, of: item, in: node)
    }
    let target = try target(token, pointer, path)
    if nodes[node].isObject { try check(.new(.string(token)), in: path, at: pointer) }
    try check(content, in: path, at: pointer)
    note(content, in: path)
    add(PlacedItem(content: content, name: token), target, to: node)
  }

  /// Whether the text is empty, and no edit has given it a value.
  var hasNoValue: Bool { source.isEmpty && nodes[0].contents[Self.root] == nil }

  /// Where a new item goes.
  private enum Target {
    case index(Int)
    case end
    case beside(ItemReference, isAfter: Bool)
  }

  /// The target for a token that leads to no item of an object, or to a position in an array.
  private func target(
    _ token: String, _ pointer: JSONPointer, _ path: [Int], removed: Int = 0
  ) throws(JSONValueError) -> Target {
    let node = path[path.count &- 1]
    if nodes[node].isObject { return .end }
    let count = count(of: node) &- removed
    if token == JSONPointer.pastTheEnd { return .index(count) }
    if let index = JSONPointer.index(of: token), index <= count { return .index(index) }
    throw failure(
      against: token, pointer, depth: pointer.tokens.count &- 1, path, removed: removed)
  }

  private mutating func add(_ item: PlacedItem, _ target: Target, to node: Int) {
    switch target {
    case .index(let index): insert(item, at: index, of: node)
    case .end: append(item, to: node)
    case .beside(let anchor, let isAfter): insert(item, beside: anchor, isAfter: isAfter, of: node)
    }
  }

  mutating func insert(
    _ value: RawJSON, named name: String?, beside pointer: JSONPointer, isAfter: Bool
  ) throws(JSONValueError) {
    let anchor = try find(pointer)
    try checkName(name, at: pointer, anchor, except: nil)
    if let name { try check(.new(.string(name)), in: anchor.path, at: pointer) }
    try check(.new(value), in: anchor.path, at: pointer)
    note(.new(value), in: anchor.path)
    add(
      PlacedItem(content: .new(value), name: name), target(beside: anchor, isAfter: isAfter),
      to: anchor.node)
  }

  private func target(beside anchor: Found, isAfter: Bool, removed: Int? = nil) -> Target {
    guard let index = anchor.index else { return .beside(anchor.item, isAfter: isAfter) }
    let shift = removed.map { $0 < index ? 1 : 0 } ?? 0
    return .index(index &+ (isAfter ? 1 : 0) &- shift)
  }

  /// Checks that an item of this name may go beside another.
  private mutating func checkName(
    _ name: String?, at pointer: JSONPointer, _ anchor: Found, except item: ItemReference?
  ) throws(JSONValueError) {
    guard let parent = pointer.parent else {
      throw JSONValueError(.wrongKind(expected: .array, found: kind(of: anchor)), at: pointer)
    }
    let isObject = nodes[anchor.node].isObject
    let record = nodes[anchor.node].record
    if isObject != (name != nil) {
      let kinds: (JSONKind, JSONKind) = isObject ? (.array, .object) : (.object, .array)
      throw failure(.wrongKind(expected: kinds.0, found: kinds.1), at: parent, record)
    }
    if let name, let existing = member(named: name, of: anchor.node), existing != item {
      throw failure(Self.nameExists(name), at: parent, record)
    }
  }

  private static func nameExists(_ name: String) -> JSONValueError.Kind {
    .invalidFormat(text: name, expected: "a name that no other member has")
  }

  mutating func remove(at pointer: JSONPointer) throws(JSONValueError) {
    let found = try find(pointer)
    if pointer.isEmpty { return setContent(.new(.null), of: Self.root, in: 0) }
    _ = take(found.item, at: found.index, of: found.node)
  }

  // MARK: - Names and places

  mutating func rename(_ pointer: JSONPointer, to name: String) throws(JSONValueError) {
    let found = try find(pointer)
    guard let parent = pointer.parent, nodes[found.node].isObject else {
      throw JSONValueError(
        .wrongKind(expected: .object, found: .array), at: pointer.parent ?? .root)
    }
    if let existing = member(named: name, of: found.node) {
      if existing == found.item { return }
      throw failure(Self.nameExists(name), at: parent, nodes[found.node].record)
    }
    try check(.new(.string(name)), in: found.path, at: pointer)
    rename(found.item, to: name, of: found.node)
  }

  mutating func move(
    from source: JSONPointer, to destination: JSONPointer
  ) throws(JSONValueError) {
    let moved = try find(source)
    if source == destination { return }
    try checkNotInside(destination, source, moved)
    let content = content(of: moved.item, in: moved.node)
    guard let token = destination.tokens.last else {
      // It is taken, so that its container is known.
      let item = take(moved.item, at: moved.index, of: moved.node)
      return setContent(item.content, of: Self.root, in: 0)
    }
    let path = try container(of: destination, past: source, moved)
    let node = path[path.count &- 1]
    if nodes[node].isObject, let (existing, _) = step(token, in: node) {
      try check(content, in: path, at: destination)
      note(content, in: path)
      let item = take(moved.item, at: moved.index, of: moved.node)
      return setContent(item.content, of: existing, in: node)
    }
    let target = try target(
      token, destination, path, removed: node == moved.node && moved.index != nil ? 1 : 0)
    if nodes[node].isObject { try check(.new(.string(token)), in: path, at: destination) }
    try check(content, in: path, at: destination)
    note(content, in: path)
    var item = take(moved.item, at: moved.index, of: moved.node)
    item.name = token
    add(item, target, to: node)
  }

  mutating func move(
    from source: JSONPointer, beside pointer: JSONPointer, isAfter: Bool
  ) throws(JSONValueError) {
    let moved = try find(source)
    if source == pointer { return }
    try checkNotInside(pointer, source, moved)
    let anchor = try find(pointer)
    let isMember = nodes[moved.node].isObject && !source.isEmpty
    let name = isMember ? self.name(of: moved.item, in: moved.node) : nil
    let isSameNode = anchor.node == moved.node
    // An element of an object's value needs no name in an array, and a member loses it there.
    try checkName(
      nodes[anchor.node].isObject ? name : nil, at: pointer, anchor,
      except: isSameNode ? moved.item : nil)
    let content = content(of: moved.item, in: moved.node)
    try check(content, in: anchor.path, at: pointer)
    note(content, in: anchor.path)
    let target = target(
      beside: anchor, isAfter: isAfter, removed: isSameNode ? moved.index : nil)
    let item = take(moved.item, at: moved.index, of: moved.node)
    add(item, target, to: anchor.node)
  }

  private func checkNotInside(
    _ destination: JSONPointer, _ source: JSONPointer, _ moved: Found
  ) throws(JSONValueError) {
    guard destination.prefix(source.tokens.count) == source else { return }
    throw JSONValueError(
      .invalidValue(kind(of: moved), type: "destination for itself"), at: destination)
  }

  /// The nodes on the way to the container that `pointer` has after the removal of `moved`.
  private mutating func container(
    of pointer: JSONPointer, past source: JSONPointer, _ moved: Found
  ) throws(JSONValueError) -> [Int] {
    guard let removed = moved.index, let parent = source.parent else {
      return try container(of: pointer)
    }
    let depth = parent.tokens.count
    guard pointer.tokens.count > depth &+ 1, pointer.prefix(depth) == parent else {
      return try container(of: pointer)
    }
    // The element is still there, so the indexes after it are larger by one.
    var shifted = pointer
    let index = JSONPointer.index(of: pointer.tokens[depth])
    if let index, index >= removed { shifted.tokens[depth] = String(index &+ 1) }
    do throws(JSONValueError) {
      return try container(of: shifted)
    } catch {
      var error = error
      error.pointer = pointer.prefix(error.pointer.tokens.count)
      if error.pointer.tokens.count == depth, case .indexOutOfRange(_, let count) = error.kind {
        error.kind = .indexOutOfRange(index ?? count &- 1, count: count &- 1)
      }
      throw error
    }
  }

  // MARK: - Checks

  /// Checks that a content can be written at the end of a path.
  private mutating func check(
    _ content: EditedContent, in path: [Int], at pointer: JSONPointer
  ) throws(JSONValueError) {
    let room = source.options.maximumDepth &- path.count &+ 1
    // What was removed may still count.
    if height(of: content) > room, case .opened(let node) = content { measure(node) }
    if height(of: content) > room {
      let type = "value within \(source.options.maximumDepth) levels"
      throw JSONValueError(.invalidValue(kind(of: content), type: type), at: pointer)
    }
    guard case .new(let value) = content else { return }
    if let reason = reason(against: value) { throw JSONValueError(reason, at: pointer) }
  }

  /// Why readers with the options of the text would refuse a value, apart from its nesting.
  private func reason(against value: RawJSON) -> JSONValueError.Kind? {
    let acceptsNonFinite = source.options.leniencies.contains(.nonFiniteNumbers)
    var waiting = [value]
    while let value = waiting.popLast() {
      let isLong: Bool
      switch value {
      case .number(let number):
        if !acceptsNonFinite, !number.isFinite {
          return .notRepresentable(number: number.text, type: "JSON")
        }
        isLong = isTooLong(number)
      case .string(let string): isLong = isTooLong(string)
      case .dictionary(let object): isLong = object.contains { isTooLong($0.name) }
      default: isLong = false
      }
      if isLong { return .invalidValue(value.kind, type: "value within the limits of length") }
      waiting.append(contentsOf: (0..<value.childCount).lazy.map { value.child(at: $0) })
    }
    return nil
  }

  private func isTooLong(_ number: JSONNumber) -> Bool {
    let limit = source.options.maximumNumberLength
    let bound =
      switch number.storage {
      case .text(let text): text.utf8.count
      // A sign, 20 digits, the fraction, a point and an exponent.
      case .decimal(_, let spelling): 40 &+ Int(spelling.bits & 0xffff)
      case .double: 40
      }
    return bound > limit && number.text.utf8.count > limit
  }

  private func isTooLong(_ string: String) -> Bool {
    // No character has more than six bytes for one of its own.
    let limit = source.options.maximumStringLength
    return string.utf8.count > limit / 6
      && RawJSON.string(string).description.utf8.count &- 2 > limit
  }

  private mutating func note(_ content: EditedContent, in path: [Int]) {
    let height = height(of: content)
    for (distance, node) in path.reversed().enumerated() {
      nodes[node].addedHeight = max(nodes[node].addedHeight, height &+ distance &+ 1)
    }
  }
}

/// A value of a text that is edited: its path after the edits, its place before them.
private final class EditedPlace: JSONValuePlace {
  let pointer: JSONPointer
  private let source: SourceText
  private let start: Int

  init(_ pointer: JSONPointer, _ source: SourceText, _ start: Int) {
    self.pointer = pointer
    self.source = source
    self.start = start
  }

  var offset: Int? { start }
  func withText(_ body: (Span<UInt8>) -> Void) { source.bytes.withSpan(body) }
}
