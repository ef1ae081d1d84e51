import RushJSONCore
import RushJSONEditing

/// Edits of a text give the values that the same edits give a tree, and leave the rest of the text alone.
enum EditProperties {
  /// An edit by choices: which one, of what, where to, and a value.
  private struct Choice {
    var edit: UInt8
    var path: [UInt8]
    var destination: [UInt8]
    var value: UInt8
  }

  static func run(_ input: inout FuzzInput) throws {
    let policy = input.choice(2)
    let choices = (0...input.choice(6)).map { _ in
      Choice(
        edit: input.byte(), path: (0..<input.choice(4)).map { _ in input.byte() },
        destination: (0..<input.choice(4)).map { _ in input.byte() }, value: input.byte())
    }
    let text = input.flag() ? dense(&input) : input.rest(.commented)
    for var options in [JSONReadingOptions.strict, .jsonc, .json5] {
      options.duplicateNames = policy == 0 ? .keepLast : .keepFirst
      let tree: RawJSON
      do {
        tree = try RawJSON(parsing: text, options: options)
      } catch  where error.kind == .emptyText {
        try checkEmpty(text, options)
        continue
      } catch {
        let refusal = failure { _ = try JSONText(text, options: options) }
        try checkEqual("a text is refused as by a tree", refusal, "\(error)")
        continue
      }
      return try check(choices, text, tree, options)
    }
  }

  private static func check(
    _ choices: [Choice], _ text: [UInt8], _ original: RawJSON, _ options: JSONReadingOptions
  ) throws {
    var tree = original
    var edited = try JSONText(text, options: options)
    try checkEqual("a text without edits", edited.bytes, text)
    var onlyAdds = true
    var before = text
    for choice in choices {
      let edit = Edit(
        choice.edit, path: pointer(choice.path, in: tree),
        destination: pointer(choice.destination, in: tree), value: choice.value)
      let expected = failure { try edit.apply(to: &tree) }
      let found = failure { try edit.apply(to: &edited) }
      try checkEqual("\(edit.kind) fails as in a tree", found, expected)
      let result = edited.bytes
      if found != nil { try checkEqual("a failing edit changes nothing", result, before) }
      before = result
      // No edit leaves a text that its own options refuse.
      try checkEqual(
        "parse(\(edit.kind)(text)) = \(edit.kind)(parse(text))",
        try RawJSON(parsing: result, options: options), tree)
      if expected == nil, !edit.onlyAdds { onlyAdds = false }
    }
    let result = try checkBytes(of: edited, text)
    let read = try RawJSON(parsing: result, options: options)
    try checkEqual("parse(edit(text)) = edit(parse(text))", read, tree)
    var refusing = options
    refusing.duplicateNames = .refuse
    if failure({ try JSONDocument.validate(text, options: refusing) }) == nil {
      try checkEqual("the order of members", "\(read)", "\(tree)")
      if onlyAdds { try checkEqual("comments stay", comments(in: result), comments(in: text)) }
    }
    try checkEqual("the value of an edited text", try edited.value(at: .root), tree)
    // The difference as a patch leads to the same values.
    var patched = try JSONText(text, options: options)
    try patched.apply(tree.difference(from: original))
    let bytes = try checkBytes(of: patched, text)
    try checkEqual("a patch of a text", try RawJSON(parsing: bytes, options: options), tree)
  }

  /// A text without a value gets one.
  private static func checkEmpty(_ text: [UInt8], _ options: JSONReadingOptions) throws {
    var edited = try JSONText(text, options: options)
    try checkEqual("an empty text", edited.bytes, text)
    try edited.set(1, at: "/a")
    let result = try checkBytes(of: edited, text)
    try checkEqual(
      "an edit of an empty text", try RawJSON(parsing: result, options: options), ["a": 1])
  }

  /// A short text with comments and line breaks anywhere.
  private static func dense(_ input: inout FuzzInput) -> [UInt8] {
    var text = ""
    func gap() {
      let gaps = ["", "", " ", "\n", "//\n", "// c\r\n", "/**/", "\n//d\n", " \n", "//,]\n\n"]
      text += gaps[input.choice(gaps.count)]
    }
    func value(_ depth: Int) {
      let kind = depth == 0 ? 0 : input.choice(3)
      if kind == 0 { return text += String(input.choice(4)) }
      text += kind == 1 ? "[" : "{"
      let count = input.choice(4)
      for index in 0..<count {
        gap()
        if kind == 2 { text += "\"\(["a", "b", "c", "d"][index])\":" }
        value(depth - 1)
        gap()
        if index < count - 1 { text += "," }
      }
      gap()
      text += kind == 1 ? "]" : "}"
    }
    gap()
    value(3)
    gap()
    return Array(text.utf8)
  }

  /// The bytes, which are those of the text outside the ranges that were replaced.
  private static func checkBytes(of edited: JSONText, _ text: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var at = 0
    for (index, replacement) in edited.replacements.enumerated() {
      let isApart = index == 0 || replacement.range.lowerBound > at
      if !isApart {
        throw PropertyFailure(property: "ranges ascend", detail: "\(edited.replacements)")
      }
      bytes += text[at..<replacement.range.lowerBound]
      bytes += replacement.bytes
      at = replacement.range.upperBound
    }
    bytes += text[at...]
    try checkEqual("replacements make the text", edited.bytes, bytes)
    return bytes
  }

  private static func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as JSONValueError {
      return "\(error.kind) \(error.pointer)"
    } catch { return "\(error)" }
  }

  /// A path that choices make of a tree; most lead somewhere.
  private static func pointer(_ choices: [UInt8], in tree: RawJSON) -> JSONPointer {
    var pointer = JSONPointer.root
    var value = tree
    for choice in choices {
      let isElsewhere = choice >= 240
      switch value {
      case .array(let array):
        let index = Int(choice) % (array.count + 1)
        pointer.tokens.append(isElsewhere ? "-" : String(index))
        value = index < array.count ? array[index] : .null
      case .dictionary(let object) where !object.isEmpty && !isElsewhere:
        let member = object[Int(choice) % object.count]
        pointer.tokens.append(member.name)
        value = member.value
      default:
        pointer.tokens.append(["a", "b", "new", "0"][Int(choice) % 4])
        value = .null
      }
    }
    return pointer
  }

  /// The comments of a text, in order.
  private static func comments(in text: [UInt8]) -> [String] {
    var comments: [String] = []
    var at = 0
    while at < text.count {
      let start = at
      switch text[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        at += 1
        while text[at] != text[start] { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
      case UInt8(ascii: "/"):
        at += 2
        if text[start + 1] == UInt8(ascii: "/") {
          while at < text.count, text[at] != 0x0a, text[at] != 0x0d { at += 1 }
        } else {
          while text[at] != UInt8(ascii: "*") || text[at + 1] != UInt8(ascii: "/") { at += 1 }
          at += 2
        }
        comments.append(String(decoding: text[start..<at], as: UTF8.self))
      default: at += 1
      }
    }
    return comments
  }
}

/// An edit of a text, and the same of a tree.
private struct Edit {
  let kind: String
  private let path: JSONPointer
  private let destination: JSONPointer
  private let value: RawJSON
  private let name: String

  private static let kinds = [
    "set", "insert", "remove", "rename", "move", "insertBefore", "insertAfter", "moveBefore",
    "moveAfter", "append", "create",
  ]

  private static let values: [RawJSON] = [
    0, "new", nil, [], [:], [1, "x"], ["k": 1], ["k": [1, ["l": [:]]], "m": "it's \"q\""],
    .number(1.5), true,
  ]

  init(_ choice: UInt8, path: JSONPointer, destination: JSONPointer, value: UInt8) {
    kind = Self.kinds[Int(choice) % Self.kinds.count]
    self.path = path
    self.destination = destination
    self.value = Self.values[Int(value) % Self.values.count]
    name = ["a", "new", "b", "x y"][Int(value) / 16 % 4]
  }

  /// Whether no value is replaced, so that all comments stay.
  var onlyAdds: Bool { ["rename", "insertBefore", "insertAfter", "append"].contains(kind) }

  func apply(to text: inout JSONText) throws {
    switch kind {
    case "set": try text.set(value, at: path)
    case "create": try text.set(value, at: path, creatingObjects: true)
    case "insert": try text.insert(value, at: path)
    case "append": try text.append(value, to: path)
    case "remove": try text.remove(at: path)
    case "rename": try text.rename(path, to: name)
    case "move": try text.move(from: path, to: destination)
    case "moveBefore": try text.move(from: path, before: destination)
    case "moveAfter": try text.move(from: path, after: destination)
    case "insertBefore":
      try text.insert(value, named: path.isEmpty ? nil : name, before: destination)
    default: try text.insert(value, named: path.isEmpty ? nil : name, after: destination)
    }
  }

  func apply(to tree: inout RawJSON) throws {
    switch kind {
    case "set": try tree.set(value, at: path)
    case "create": try tree.set(value, at: path, creatingObjects: true)
    case "insert": try tree.insert(value, at: path)
    case "append":
      let array = try tree.value(at: path)
      guard case .array = array else { throw wrong(.array, array.kind, path) }
      try tree.insert(value, at: path.appending("-"))
    case "remove": try tree.remove(at: path)
    case "rename": try rename(in: &tree)
    case "move": try move(in: &tree)
    case "moveBefore", "moveAfter": try moveBeside(in: &tree)
    default: try insert(value, path.isEmpty ? nil : name, except: nil, in: &tree)
    }
  }

  private func wrong(_ expected: JSONKind, _ found: JSONKind, _ at: JSONPointer) -> JSONValueError {
    JSONValueError(.wrongKind(expected: expected, found: found), at: at)
  }

  private func exists(_ at: JSONPointer) -> JSONValueError {
    let kind = JSONValueError.Kind.invalidFormat(
      text: name, expected: "a name that no other member has")
    return JSONValueError(kind, at: at)
  }

  private func rename(in tree: inout RawJSON) throws {
    _ = try tree.value(at: path)
    guard let parent = path.parent, case .dictionary(var object) = try tree.value(at: parent),
      let index = object.index(ofName: path.tokens.last ?? "")
    else { throw wrong(.object, .array, path.parent ?? .root) }
    if let existing = object.index(ofName: name) {
      if existing == index { return }
      throw exists(parent)
    }
    let member = object.remove(at: index)
    object.insert(.init(name: name, value: member.value), at: index)
    try tree.set(.dictionary(object), at: parent)
  }

  private func move(in tree: inout RawJSON) throws {
    let moved = try tree.value(at: path)
    if path == destination { return }
    if isInside(destination) { throw intoItself(moved) }
    var changed = tree
    _ = try changed.remove(at: path)
    try changed.insert(moved, at: destination)
    tree = changed
  }

  private func isInside(_ pointer: JSONPointer) -> Bool {
    pointer.tokens.count >= path.tokens.count
      && JSONPointer(tokens: Array(pointer.tokens.prefix(path.tokens.count))) == path
  }

  private func intoItself(_ moved: RawJSON) -> JSONValueError {
    JSONValueError(.invalidValue(moved.kind, type: "destination for itself"), at: destination)
  }

  private func moveBeside(in tree: inout RawJSON) throws {
    let moved = try tree.value(at: path)
    if path == destination { return }
    if isInside(destination) { throw intoItself(moved) }
    _ = try tree.value(at: destination)
    guard let parent = destination.parent else {
      throw wrong(.array, try tree.value(at: .root).kind, destination)
    }
    let isMember =
      if case .dictionary = try tree.value(at: path.parent ?? .root) { true } else { false }
    let isObject = if case .dictionary = try tree.value(at: parent) { true } else { false }
    var changed = tree
    // A mark keeps the place beside which the value goes.
    let name = isMember && isObject && !path.isEmpty ? path.tokens.last : nil
    try insert(
      "mark", name.map { _ in "a name for a mark" }, except: nil, in: &changed)
    if let name, parent != path.parent, let other = try? tree.value(at: parent.appending(name)) {
      _ = other
      throw JSONValueError(
        .invalidFormat(text: name, expected: "a name that no other member has"), at: parent)
    }
    let index = JSONPointer.index(of: destination.tokens.last ?? "") ?? 0
    let isBefore = kind == "moveBefore"
    // The mark may have moved the source.
    var source = path
    let depth = parent.tokens.count
    if !isObject, source.tokens.count > depth,
      JSONPointer(tokens: Array(source.tokens.prefix(depth))) == parent,
      let position = JSONPointer.index(of: source.tokens[depth]),
      position >= (isBefore ? index : index + 1)
    {
      source.tokens[depth] = String(position + 1)
    }
    _ = try changed.remove(at: source)
    func replaceMark(_ value: RawJSON) -> RawJSON {
      switch value {
      case .array(let array):
        return .array(RawJSON.Array(array.map { $0 == "mark" ? moved : $0 }))
      case .dictionary(let object):
        return .dictionary(
          RawJSON.Object(
            object.map {
              $0.name == "a name for a mark"
                ? .init(name: name ?? "", value: moved) : .init(name: $0.name, value: $0.value)
            }))
      default: return value
      }
    }
    // The parent may have moved, too, if the source was an element before it.
    var place = parent
    if let from = path.parent, let removed = JSONPointer.index(of: path.tokens.last ?? ""),
      case .array = try tree.value(at: from), place.tokens.count > from.tokens.count,
      JSONPointer(tokens: Array(place.tokens.prefix(from.tokens.count))) == from,
      let position = JSONPointer.index(of: place.tokens[from.tokens.count]), position > removed
    {
      place.tokens[from.tokens.count] = String(position - 1)
    }
    try changed.set(replaceMark(try changed.value(at: place)), at: place)
    tree = changed
  }

  private func insert(
    _ value: RawJSON, _ name: String?, except: String?, in tree: inout RawJSON
  ) throws {
    _ = try tree.value(at: destination)
    guard let parent = destination.parent else {
      throw wrong(.array, try tree.value(at: .root).kind, destination)
    }
    let offset = kind.hasSuffix("After") ? 1 : 0
    let token = destination.tokens.last ?? ""
    switch try tree.value(at: parent) {
    case .array(var array):
      if name != nil { throw wrong(.object, .array, parent) }
      array.insert(value, at: (JSONPointer.index(of: token) ?? 0) + offset)
      try tree.set(.array(array), at: parent)
    case .dictionary(var object):
      guard let name else { throw wrong(.array, .object, parent) }
      if object.index(ofName: name) != nil { throw exists(parent) }
      object.insert(
        .init(name: name, value: value), at: (object.index(ofName: token) ?? 0) + offset)
      try tree.set(.dictionary(object), at: parent)
    default: break
    }
  }
}
