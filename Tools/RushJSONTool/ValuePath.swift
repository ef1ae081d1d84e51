import CommandLineTools
import RushJSON

/// The path of one value: a JSON Pointer, or a path as in jq, whose steps keep their kind.
struct ValuePath: Sendable {
  /// As it was given, for messages.
  let text: String
  /// The steps: names, indexes and tokens, each with or without `?` after it; the last one may be a slice.
  private let steps: [ToolPath.Step]

  /// The path that `text`, the value of `option`, is. One of several values has `[]` if `allowsAll`.
  init(_ option: String, _ text: String, allowsAll: Bool = false) throws(UsageError) {
    if text.hasPrefix(".") {
      try self.init(option, text, try ToolPath.steps(of: text), allowsAll: allowsAll)
      return
    }
    do throws(JSONValueError) {
      self.init(text, try JSONPointer(text))
    } catch {
      throw UsageError(
        "\(option) needs a JSON Pointer such as /user/id, or a path such as .user.id, not '\(text)': "
          + "\(error)")
    }
  }

  /// The path with these steps, which are a part of `text`.
  init(
    _ option: String, _ text: String, _ steps: [ToolPath.Step], allowsAll: Bool = false
  ) throws(UsageError) {
    for (place, step) in steps.enumerated() {
      switch step {
      case .all where !allowsAll:
        throw UsageError(
          "\(option) needs the path of one value, so '\(text)' cannot have []; use rushjson select")
      case .slice where steps[(place + 1)...].contains { $0 != .optional }:
        throw UsageError(
          "'\(text)' is not the path of one value: nothing can follow a slice; write an index instead"
        )
      default: break
      }
    }
    (self.text, self.steps) = (text, steps)
  }

  /// The path that `pointer` is.
  init(_ text: String, _ pointer: JSONPointer) {
    self.text = text
    steps = pointer.tokens.map { .token($0) }
  }

  /// The path of the member `name` of the whole text.
  init(member name: String) {
    text = name
    steps = [.name(name)]
  }

  /// What a path leads to.
  enum Found {
    case value(JSONDocument.Value)
    /// The array of a slice.
    case elements(RawJSON.Array)

    func jsonBytes() throws -> [UInt8] {
      switch self {
      case .value(let value): try value.jsonBytes()
      case .elements(let array): try RawJSON.array(array).jsonBytes()
      }
    }

    var tree: RawJSON {
      switch self {
      case .value(let value): RawJSON(value)
      case .elements(let array): .array(array)
      }
    }
  }

  /// The value at this path, or `nil` if there is none.
  func find(in root: JSONDocument.Value) -> Found? {
    var value = root
    for step in steps where step != .optional {
      let next: JSONDocument.Value?
      switch step {
      case .name(let name): next = value[name]
      case .index(let index): next = value[index < 0 ? value.count + index : index]
      case .token(let token):
        next =
          value.kind == .array ? JSONPointer.index(of: token).flatMap { value[$0] } : value[token]
      case .slice(let slice):
        guard case .array(let array) = RawJSON(value) else { return nil }
        return .elements(slice.elements(of: array))
      case .all, .optional: next = nil
      }
      guard let next else { return nil }
      value = next
    }
    return .value(value)
  }

  /// The value at this path, or `nil` if there is none.
  func find(in tree: RawJSON) -> RawJSON? {
    var value = tree
    for step in steps where step != .optional {
      guard let next = Self.child(of: value, at: step) else { return nil }
      value = next
    }
    return value
  }

  private static func child(of value: RawJSON, at step: ToolPath.Step) -> RawJSON? {
    switch (value, step) {
    case (.dictionary(let object), .name(let name)), (.dictionary(let object), .token(let name)):
      return object[name]
    case (.array(let array), .index(let index)):
      return value[index < 0 ? array.count + index : index]
    case (.array, .token(let token)):
      guard let index = JSONPointer.index(of: token) else { return nil }
      return value[index]
    case (.array(let array), .slice(let slice)): return .array(slice.elements(of: array))
    default: return nil
    }
  }

  /// Why a path does not fit a text.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// Whether an array has no such element.
    var isMissing = false
  }
}

// MARK: - Streams

extension ValuePath {
  /// The pointer for a reader of a stream, and the kinds of the containers that its tokens lead into;
  /// `nil` where a token may be a name or an index.
  func streamed(_ option: String) throws(UsageError) -> (JSONPointer, kinds: [JSONKind?]) {
    var tokens: [String] = []
    var kinds: [JSONKind?] = []
    for step in steps where step != .optional {
      switch step {
      case .name(let name):
        tokens.append(name)
        kinds.append(.object)
      case .index(let index) where index >= 0:
        tokens.append("\(index)")
        kinds.append(.array)
      case .token(let token):
        tokens.append(token)
        kinds.append(nil)
      case .slice:
        throw UsageError(
          "\(option) reads all elements of an array; for some of them, use rushjson select '\(text)[]'"
        )
      default:
        throw UsageError(
          "\(option) reads a stream, which does not know its end, so '\(text)' cannot count from it; "
            + "use rushjson select '\(text)[]'")
      }
    }
    return (JSONPointer(tokens: tokens), kinds)
  }
}

// MARK: - Edits

extension ValuePath {
  /// Whether its pointer depends on the text.
  var needsText: Bool {
    steps.contains { if case .token = $0 { false } else { true } }
  }

  /// Whether the path leads to several values, by `[]`.
  var hasAll: Bool { steps.contains(.all) }

  /// Whether the path has a slice, which is no value of the text.
  var hasSlice: Bool { steps.contains { if case .slice = $0 { true } else { false } } }

  /// Whether the path is that of the whole text.
  var isRoot: Bool { steps.allSatisfy { $0 == .optional } }

  /// Whether nothing is wrong if the path leads to no value, because a step has `?`.
  var isOptional: Bool { steps.contains(.optional) }

  /// The pointers of the values in `root`, in the order of the text, for a path with `[]`. After the last `[]`, the path
  /// continues where it leads no further. With `passesMissing`, elements before the first are skipped.
  func pointers(
    in root: JSONDocument.Value, passesMissing: Bool = false
  ) throws(Failure) -> [JSONPointer] {
    var pointers: [JSONPointer] = []
    try addPointers(in: root, steps[...], [], passesMissing, to: &pointers)
    return pointers
  }

  private func addPointers(
    in value: JSONDocument.Value, _ steps: ArraySlice<ToolPath.Step>, _ tokens: [String],
    _ passesMissing: Bool, to pointers: inout [JSONPointer]
  ) throws(Failure) {
    var (tokens, value) = (tokens, value as JSONDocument.Value?)
    // Whether a step without `?` does not fit its value, so that the edit says so.
    var isMisfit = false
    for place in steps.indices {
      let step = steps[place]
      let isOptional = steps[(place + 1)...].first == .optional
      switch step {
      case .optional: continue
      case .all:
        // What is not there has no elements.
        guard let around = value else { return }
        return try addAll(
          in: around, steps[(place + 1)...], tokens, isOptional, passesMissing, to: &pointers)
      default:
        if isOptional, !isMisfit, !Self.fits(step, value?.kind) { return }
        if let value, value.kind != .null, !Self.fits(step, value.kind) { isMisfit = true }
        let isLast = steps[(place + 1)...].allSatisfy { $0 == .optional }
        do throws(Failure) {
          tokens.append(try token(of: step, in: value, after: tokens))
        } catch  where error.isMissing && (passesMissing || isOptional && !isLast) {
          return
        }
        value = value.flatMap { Self.child(of: $0, at: step) }
        // What is not there has no members, and no elements.
        if isOptional, !isMisfit, value == nil, !isLast { return }
      }
    }
    pointers.append(JSONPointer(tokens: tokens))
  }

  /// Adds the pointers of the values that the rest of the path leads to from each member or element.
  private func addAll(
    in around: JSONDocument.Value, _ rest: ArraySlice<ToolPath.Step>, _ tokens: [String],
    _ isOptional: Bool, _ passesMissing: Bool, to pointers: inout [JSONPointer]
  ) throws(Failure) {
    var children: [(token: String, value: JSONDocument.Value)] = []
    do throws(JSONValueError) {
      switch around.kind {
      case .array: children = try around.elements().enumerated().map { ("\($0)", $1) }
      case .object:
        // Of equal names, the edit changes the one that a look-up finds.
        var seen: Set<String> = []
        for member in try around.members() where seen.insert(member.name).inserted {
          children.append((member.name, around[member.name] ?? member.value))
        }
      default:
        if isOptional { return }
        throw JSONValueError(.wrongKind(expected: .array, found: around.kind))
      }
    } catch {
      throw neither(tokens)
    }
    for child in children {
      try addPointers(
        in: child.value, rest, tokens + [child.token], passesMissing, to: &pointers)
    }
  }

  private func neither(_ tokens: [String]) -> Failure {
    Failure(
      description: "[] in '\(text)' needs an array or an object, but the value at "
        + "\(tokens.isEmpty ? "the root" : "\(JSONPointer(tokens: tokens))") is neither")
  }

  /// Whether a step, which has `?` after it, leads on from a value of this kind.
  private static func fits(_ step: ToolPath.Step, _ kind: JSONKind?) -> Bool {
    switch step {
    case .name: kind == .object
    case .index, .slice: kind == .array
    case .token: kind == .object || kind == .array
    case .all, .optional: true
    }
  }

  private static func child(of value: JSONDocument.Value, at step: ToolPath.Step)
    -> JSONDocument.Value?
  {
    switch step {
    case .name(let name): value[name]
    case .index(let index): value[index < 0 ? value.count + index : index]
    case .token(let token):
      value.kind == .array ? JSONPointer.index(of: token).flatMap { value[$0] } : value[token]
    case .slice, .all, .optional: nil
    }
  }

  /// The pointer of the value in `root`, or `nil` if there is none and the path has `?` there. Where the path leads no
  /// further, it continues, so that the edit can say what is missing, or add it.
  func pointer(in root: JSONDocument.Value?) throws(Failure) -> JSONPointer? {
    guard let root else {
      var tokens: [String] = []
      for step in steps where step != .optional {
        tokens.append(try token(of: step, in: nil, after: tokens))
      }
      return JSONPointer(tokens: tokens)
    }
    return try pointers(in: root).first
  }

  /// The pointer of the place in `tree` at which `value` can be set, in new containers if there are none
  /// yet: an array for an index, an object for anything else.
  func creating(_ value: RawJSON, in root: JSONDocument.Value?) throws(Failure) -> (
    JSONPointer, RawJSON
  )? {
    var tokens: [String] = []
    var around = root
    for (place, step) in steps.enumerated() where step != .optional {
      if around.map({ $0.kind == .null }) ?? true {
        return (JSONPointer(tokens: tokens), try Self.nested(value, at: steps[place...]))
      }
      if steps[(place + 1)...].first == .optional, !Self.fits(step, around?.kind) { return nil }
      tokens.append(try token(of: step, in: around, after: tokens))
      around = around.flatMap { Self.child(of: $0, at: step) }
    }
    return (JSONPointer(tokens: tokens), value)
  }

  private static func nested(
    _ value: RawJSON, at steps: ArraySlice<ToolPath.Step>
  ) throws(Failure) -> RawJSON {
    var value = value
    for step in steps.reversed() {
      switch step {
      case .name(let name), .token(let name): value = [name: value]
      case .index(0): value = [value]
      case .optional: break
      case .index(let index):
        throw Failure(description: "a new array begins with [0], so it cannot have [\(index)]")
      default: throw Failure(description: sliced)
      }
    }
    return value
  }

  static let sliced = "a slice is not one value; edit its elements by their indexes"

  /// The token that leads from `value`, at the path of `tokens`, to its child at `step`.
  private func token(
    of step: ToolPath.Step, in value: JSONDocument.Value?, after tokens: [String]
  ) throws(Failure) -> String {
    var place: String {
      tokens.isEmpty ? "the text" : "the value at \(JSONPointer(tokens: tokens))"
    }
    switch (step, value?.kind) {
    case (.name(let name), .array):
      throw Failure(
        description: "\"\(name)\" in '\(text)' is the name of a member, but \(place) is an array")
    case (.index(let index), .object):
      throw Failure(
        description: "[\(index)] in '\(text)' is an element of an array, but \(place) is an object")
    // In a text without a value, only this token is never the name of a member.
    case (.index(0), .null): return JSONPointer.pastTheEnd
    case (.index(let index), .null) where index > 0 && tokens.isEmpty:
      throw Failure(
        description: "[\(index)] in '\(text)' is an element of an array, but \(place) is not one")
    case (.name(let name), _), (.token(let name), _): return name
    case (.index(let index), _) where index >= 0: return "\(index)"
    case (.index(let index), .array):
      let count = value?.count ?? 0
      guard count + index >= 0 else {
        throw Failure(
          description: "[\(index)] in '\(text)' is before the first of \(count) elements",
          isMissing: true)
      }
      return "\(count + index)"
    // An earlier step leads nowhere, which the edit says.
    case (.index(let index), nil): return "\(index)"
    case (.index(let index), _):
      throw Failure(
        description:
          "[\(index)] in '\(text)' counts from the end of an array, but \(place) is not one")
    default: throw Failure(description: Self.sliced)
    }
  }
}
