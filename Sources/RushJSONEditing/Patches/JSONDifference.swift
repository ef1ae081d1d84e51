// The differences of two trees as a list, and as a patch.
//
// A list holds the pairs of containers still to be compared. Each pair has its path in three trees: the old one, the
// new one, and the one that the patch makes, where ignored members and the order of unordered arrays stay.

public import RushJSONCore

/// The differences of two values, for people and for tests: what was added, removed, replaced and moved, and where.
///
/// ```swift
/// let difference = JSONDifference(
///   from: old, to: new, ignoring: ["/items/*/updated"], unordered: ["/items": "/id"])
/// print(difference)                       // ~ /items/0/price: 3 → 4
/// try old.apply(difference.patch)         // the same changes as a JSON Patch
/// ```
///
/// **Paths** of ``init(from:to:ignoring:unordered:)`` are pointers. A token `*` is every member or element, and an
/// index the element that has it in either value.
///
/// **Arrays.** Elements that are equal are found where others were inserted or removed before them, if these are at
/// most a few hundred. An equal element at another place was moved. Elements of an unordered array are compared with
/// those of the same identity, wherever they are. All other elements are compared in pairs.
///
/// Values nested deeper than 512 levels are compared as a whole. If the paths of all changes would have more than two
/// steps for each value of both, and more than 65,536, the whole value counts as replaced.
public struct JSONDifference: Sendable, Hashable {
  /// A value that differs.
  public struct Change: Sendable, Hashable {
    /// The place in the old value. `nil` for a value that was added.
    public let oldPointer: JSONPointer?
    /// The place in the new value. `nil` for a value that was removed.
    public let newPointer: JSONPointer?
    /// The old value. `nil` for a value that was added.
    public let old: RawJSON?
    /// The new value. `nil` for a value that was removed.
    public let new: RawJSON?
    /// Whether an element is at another place of its array, and equal but for what is ignored.
    public let isMove: Bool

    /// The place in the new value, or else in the old one.
    public var pointer: JSONPointer { newPointer ?? oldPointer ?? .root }
  }

  /// The changes. Those of a container come before those inside its children.
  public let changes: [Change]
  /// The patch that makes the changes. It leaves ignored members and the order of unordered arrays alone, and adds
  /// elements that are new in such an array at its end.
  ///
  /// Without ignored values and unordered arrays, it is the `difference(from:)` of `RawJSON`.
  public let patch: JSONPatch

  /// Whether nothing differs.
  public var isEmpty: Bool { changes.isEmpty }

  /// Compares two values.
  /// - Parameters:
  ///   - ignoring: The paths of values that do not count, whether they differ, are missing or new.
  ///   - unordered: The paths of arrays whose order does not count, each with the pointer that leads from an element to
  ///     its identity, such as `/id`. The root pointer stands for the whole element. Elements without the identity
  ///     have `null` for it. Of several with one identity, the first are compared with the first.
  /// - Complexity: O(*n*) in all values of both on average, and for an array O(*n* *d*) in its elements and the
  ///   differences found, which are at most 512; for each array on the way to an ignored value, O(*n*) in its values.
  ///   Does not recurse into the values.
  public init(
    from old: RawJSON, to new: RawJSON, ignoring: [JSONPointer] = [],
    unordered: [JSONPointer: JSONPointer] = [:]
  ) {
    func steps(_ path: JSONPointer) -> [Step] { path.tokens.map { $0 == "*" ? .all : .token($0) } }
    self.init(
      from: old, to: new, ignoring: ignoring.map(steps),
      unordered: unordered.map { (steps($0), $1) })
  }

  /// A step of a path. Those of a pointer are tokens and `*`.
  package enum Step: Sendable, Hashable {
    case name(String)
    case index(Int)
    /// The member of this name, or the element at this index.
    case token(String)
    /// Every member or element.
    case all

    /// The step in a pointer.
    package var token: String {
      switch self {
      case .name(let name), .token(let name): name
      case .index(let index): "\(index)"
      case .all: "*"
      }
    }
  }

  /// Compares two values, by paths whose steps may say what they are.
  package init(
    from old: RawJSON, to new: RawJSON, ignoring: [[Step]],
    unordered: [(path: [Step], identity: JSONPointer)]
  ) {
    var search = ChangeSearch(old, new)
    func text(_ path: [Step]) -> String { JSONPointer(tokens: path.map(\.token)).description }
    search.compare(
      PathRules(
        ignored: ignoring.map { $0[...] },
        // In one order, because the first of several rules for an array counts.
        unordered: unordered.sorted { text($0.path) < text($1.path) }
          .map { ($0.path[...], $0.identity) }))
    if search.stepsLeft < 0 {
      changes = [
        Change(oldPointer: .root, newPointer: .root, old: old, new: new, isMove: false)
      ]
      patch = [.replace(.root, new)]
    } else {
      changes = search.changes
      let isPlain = ignoring.isEmpty && unordered.isEmpty
      patch = isPlain ? new.difference(from: old) : JSONPatch(search.operations)
    }
  }
}

extension JSONDifference: CustomStringConvertible {
  /// A line for each change. Values are cut after 100 characters, and controls escaped.
  public var description: String { changes.map(\.description).joined(separator: "\n") }
}

extension JSONDifference.Change: CustomStringConvertible {
  /// `+ /a: 1` (added), `- /a: 1` (removed), `~ /a: 1 → 2` (replaced) or `> /0 → /2` (moved).
  public var description: String {
    switch (oldPointer, newPointer) {
    case (let from?, let to?) where isMove:
      return "> \(from.description.withVisibleControls) → \(to.description.withVisibleControls)"
    case (let from?, let to?):
      let was = from == to ? "" : " (was \(Self.text(from)))"
      return "~ \(Self.text(to))\(was): \(Self.text(old)) → \(Self.text(new))"
    case (let from?, nil): return "- \(Self.text(from)): \(Self.text(old))"
    default: return "+ \(Self.text(pointer)): \(Self.text(new))"
    }
  }

  private static func text(_ pointer: JSONPointer) -> String {
    pointer.isEmpty ? "the whole value" : pointer.description.withVisibleControls
  }

  private static func text(_ value: RawJSON?) -> String {
    let text = value?.description ?? ""
    return (text.count <= 100 ? text : text.prefix(100) + "…").withVisibleControls
  }
}

extension String {
  /// The text on one line, with escapes for what a terminal interprets: control characters, and marks that change the
  /// direction of what follows.
  package var withVisibleControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: break
      case _ where scalar.properties.isBidiControl: break
      default: return text.unicodeScalars.append(scalar)
      }
      let digits = String(scalar.value, radix: 16)
      let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
      text += scalar == "\n" ? "\\n" : "\\u" + zeros + digits
    }
  }
}

/// The rules for a value: the paths of ignored values and unordered arrays inside it.
private struct PathRules {
  var ignored: [ArraySlice<JSONDifference.Step>] = []
  var unordered: [(path: ArraySlice<JSONDifference.Step>, identity: JSONPointer)] = []

  /// Whether the value itself is ignored.
  var isIgnored: Bool { ignored.contains { $0.isEmpty } }

  /// Whether all children are ignored.
  var ignoresChildren: Bool { ignored.contains { $0.count == 1 && $0.first == .all } }

  /// The pointer from an element of this array to its identity, or `nil` if the order counts.
  var identity: JSONPointer? { unordered.first { $0.path.isEmpty }?.identity }

  /// The rules for a member.
  func member(_ name: String) -> PathRules {
    child { step in
      switch step {
      case .name(let other), .token(let other): other.utf8.elementsEqual(name.utf8)
      case .all: true
      case .index: false
      }
    }
  }

  /// The rules for an element.
  func element(_ index: Int) -> PathRules {
    child { step in
      switch step {
      case .index(let other): other == index
      case .token(let token): JSONPointer.index(of: token) == index
      case .all: true
      case .name: false
      }
    }
  }

  private func child(_ fitsStep: (JSONDifference.Step) -> Bool) -> PathRules {
    if ignored.isEmpty, unordered.isEmpty { return self }
    func fits(_ first: JSONDifference.Step?) -> Bool { first.map(fitsStep) ?? false }
    return PathRules(
      ignored: ignored.compactMap { fits($0.first) ? $0.dropFirst() : nil },
      unordered: unordered.compactMap {
        fits($0.path.first) ? ($0.path.dropFirst(), $0.identity) : nil
      })
  }

  /// Keys that are equal for corresponding elements of two arrays: their identities, or the elements without their ignored
  /// values.
  func keys(of elements: [RawJSON], _ identity: JSONPointer?) -> [RawJSON] {
    if let identity, !identity.isEmpty { return elements.map { $0[identity] ?? .null } }
    if ignored.isEmpty, unordered.isEmpty { return elements }
    return elements.enumerated().map { element($0).masked($1) }
  }

  /// The value without its ignored values, and with unordered arrays sorted, so that values without a difference are equal.
  /// An ignored element becomes `null`. Recurses as deep as the paths.
  func masked(_ value: RawJSON) -> RawJSON {
    if ignored.isEmpty, unordered.isEmpty { return value }
    if isIgnored { return .null }
    switch value {
    case .array(let array):
      let elements = array.enumerated().map { element($0).masked($1) }
      if identity == nil { return .array(RawJSON.Array(elements)) }
      let numbers = elements.map(ArrayDifference.number)
      let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
      return .array(RawJSON.Array(order.map { elements[$0] }))
    case .dictionary(let object):
      var masked: [RawJSON.Object.Member] = []
      for member in object {
        let rules = self.member(member.name)
        if rules.isIgnored { continue }
        masked.append(RawJSON.Object.Member(name: member.name, value: rules.masked(member.value)))
      }
      return .dictionary(RawJSON.Object(masked))
    default: return value
    }
  }
}

private struct ChangeSearch {
  private(set) var changes: [JSONDifference.Change] = []
  private(set) var operations: [JSONPatch.Operation] = []
  /// How many further steps all pointers may have. A pointer may be as long as the tree is deep.
  private(set) var stepsLeft: Int

  /// A container's path, as links to the one around it, in the old value, the new one, and the patched one.
  private struct Path {
    var around: Int
    var old: String
    var new: String
    var patched: String
    var depth: Int
  }

  private struct Pair {
    var old: RawJSON
    var new: RawJSON
    var path: Int
    var rules: PathRules
  }

  private var paths: [Path] = []
  private var pending: [Pair] = []
  private let (old, new): (RawJSON, RawJSON)

  private static let root = -1
  private static let maximumDepth = 512

  init(_ old: RawJSON, _ new: RawJSON) {
    (self.old, self.new) = (old, new)
    stepsLeft =
      max(1 << 16, 2 * (old.valueCount(limit: 1 << 40) + new.valueCount(limit: 1 << 40)))
  }

  mutating func compare(_ rules: PathRules) {
    if rules.isIgnored { return }
    if Self.areContainers(old, new) {
      pending.append(Pair(old: old, new: new, path: Self.root, rules: rules))
    } else if old != new {
      change(.replace(.root, new), .root, .root, old, new)
    }
    while stepsLeft >= 0, let pair = pending.popLast() {
      let count = pending.count
      switch (pair.old, pair.new) {
      case (.array(let old), .array(let new)): compare(Array(old), Array(new), pair)
      case (.dictionary(let old), .dictionary(let new)): compare(old, new, pair)
      default: break
      }
      // The first child next.
      pending[count...].reverse()
    }
  }

  private static func areContainers(_ old: RawJSON, _ new: RawJSON) -> Bool {
    switch (old, new) {
    case (.array, .array), (.dictionary, .dictionary): true
    default: false
    }
  }

  private mutating func change(
    _ operation: JSONPatch.Operation?, _ oldPointer: JSONPointer?, _ newPointer: JSONPointer?,
    _ old: RawJSON?, _ new: RawJSON?, isMove: Bool = false
  ) {
    if let operation { operations.append(operation) }
    changes.append(
      JSONDifference.Change(
        oldPointer: oldPointer, newPointer: newPointer, old: old, new: new, isMove: isMove))
  }

  private mutating func pointer(
    _ path: Int, _ token: String, _ part: KeyPath<Path, String>
  ) -> JSONPointer {
    stepsLeft -= path == Self.root ? 1 : paths[path].depth + 1
    // Too many changes are not used.
    if stepsLeft < 0 { return .root }
    var tokens = [token]
    var path = path
    while path != Self.root {
      tokens.append(paths[path][keyPath: part])
      path = paths[path].around
    }
    return JSONPointer(tokens: tokens.reversed())
  }

  private mutating func added(_ new: RawJSON, at token: String, patched: String, _ path: Int) {
    change(
      .add(pointer(path, patched, \.patched), new), nil, pointer(path, token, \.new), .none, new)
  }

  private mutating func removed(_ old: RawJSON, at token: String, _ path: Int) {
    change(nil, pointer(path, token, \.old), nil, old, .none)
  }

  /// Compares two values at the same place. Containers are compared later, other values immediately.
  private mutating func compareChild(
    _ old: RawJSON, _ new: RawJSON, at token: (old: String, new: String, patched: String),
    _ path: Int, _ rules: PathRules
  ) {
    if rules.isIgnored { return }
    if let storage = old.storage, storage === new.storage { return }
    let depth = path == Self.root ? 1 : paths[path].depth + 1
    if Self.areContainers(old, new), depth < Self.maximumDepth {
      paths.append(
        Path(around: path, old: token.old, new: token.new, patched: token.patched, depth: depth))
      pending.append(Pair(old: old, new: new, path: paths.count - 1, rules: rules))
    } else if rules.masked(old) != rules.masked(new) {
      change(
        .replace(pointer(path, token.patched, \.patched), new), pointer(path, token.old, \.old),
        pointer(path, token.new, \.new), old, new)
    }
  }

  // MARK: - Objects

  private mutating func compare(_ old: RawJSON.Object, _ new: RawJSON.Object, _ pair: Pair) {
    for member in old where new.index(ofName: member.name) == nil {
      if pair.rules.member(member.name).isIgnored { continue }
      operations.append(.remove(pointer(pair.path, member.name, \.patched)))
      removed(member.value, at: member.name, pair.path)
    }
    for member in new {
      let name = member.name
      let rules = pair.rules.member(name)
      if let before = old[name] {
        compareChild(before, member.value, at: (name, name, name), pair.path, rules)
      } else if !rules.isIgnored {
        added(member.value, at: name, patched: name, pair.path)
      }
    }
  }

  // MARK: - Arrays

  /// The elements of two arrays that belong together, and all others.
  private struct Matches {
    /// Pairs whose elements are compared, in the order of the old array.
    var pairs: [(old: Int, new: Int)] = []
    var moved: [(old: Int, new: Int)] = []
    var removed: [Int] = []
    var added: [Int] = []
  }

  private mutating func compare(_ old: [RawJSON], _ new: [RawJSON], _ pair: Pair) {
    let (path, rules) = (pair.path, pair.rules)
    if rules.ignoresChildren { return }
    let identity = rules.identity
    let (oldKeys, newKeys) = (rules.keys(of: old, identity), rules.keys(of: new, identity))
    let matches =
      identity == nil
      ? Self.matches(inOrder: oldKeys, newKeys) : Self.matches(oldKeys, newKeys)
    // The patch removes from the end on, so that indexes stay, and then adds from the beginning on.
    let gone = (matches.removed + matches.moved.map(\.old)).sorted()
    for index in gone.reversed() {
      operations.append(.remove(pointer(path, "\(index)", \.patched)))
    }
    for index in matches.removed { removed(old[index], at: "\(index)", path) }
    for (from, to) in matches.moved {
      change(
        nil, pointer(path, "\(from)", \.old), pointer(path, "\(to)", \.new), old[from], new[to],
        isMove: true)
    }
    let kept = Dictionary(uniqueKeysWithValues: matches.moved.map { ($0.new, old[$0.old]) })
    for index in (matches.added + matches.moved.map(\.new)).sorted() {
      if let moved = kept[index] {
        operations.append(.add(pointer(path, "\(index)", \.patched), moved))
      } else {
        let patched = identity == nil ? "\(index)" : JSONPointer.pastTheEnd
        added(new[index], at: "\(index)", patched: patched, path)
      }
    }
    var before = gone[...]
    for (from, to) in matches.pairs {
      before = before.drop { $0 < from }
      let patched = identity == nil ? to : from - (gone.count - before.count)
      compareChild(
        old[from], new[to], at: ("\(from)", "\(to)", "\(patched)"), path, rules.element(from))
    }
  }

  /// Elements of an unordered array, by their identities.
  private static func matches(_ old: [RawJSON], _ new: [RawJSON]) -> Matches {
    var matches = Matches()
    var waiting: [RawJSON: [Int]] = [:]
    for index in new.indices.reversed() { waiting[new[index], default: []].append(index) }
    var isTaken = [Bool](repeating: false, count: new.count)
    for index in old.indices {
      if let other = waiting[old[index]]?.popLast() {
        matches.pairs.append((index, other))
        isTaken[other] = true
      } else {
        matches.removed.append(index)
      }
    }
    matches.added = new.indices.filter { !isTaken[$0] }
    return matches
  }

  /// Elements whose order counts. Equal ones outside of the runs do not differ.
  private static func matches(inOrder old: [RawJSON], _ new: [RawJSON]) -> Matches {
    var matches = Matches()
    let runs = ArrayDifference(of: old, new).runs.flatMap { split($0, old, new) }
    var waiting: [Int: [Int]] = [:]
    for run in runs {
      for index in run.inserted {
        waiting[ArrayDifference.number(of: new[index]), default: []].append(index)
      }
    }
    var isMoved = [Bool](repeating: false, count: new.count)
    var leaves = [Bool](repeating: false, count: old.count)
    for run in runs {
      for index in run.removed {
        let number = ArrayDifference.number(of: old[index])
        guard let other = waiting[number]?.first, ArrayDifference.areSame(old[index], new[other])
        else { continue }
        waiting[number]?.removeFirst()
        matches.moved.append((index, other))
        (leaves[index], isMoved[other]) = (true, true)
      }
    }
    for run in runs {
      let removed = run.removed.filter { !leaves[$0] }
      let inserted = run.inserted.filter { !isMoved[$0] }
      let paired = min(removed.count, inserted.count)
      matches.pairs += zip(removed, inserted).map { ($0, $1) }
      matches.removed += removed.dropFirst(paired)
      matches.added += inserted.dropFirst(paired)
    }
    return matches
  }

  /// The parts of a run between elements that are equal at the same index. A search with too many differences ends with
  /// a run of all elements.
  private static func split(
    _ run: ArrayDifference.Run, _ old: [RawJSON], _ new: [RawJSON]
  ) -> [ArrayDifference.Run] {
    var parts: [ArrayDifference.Run] = []
    var rest = run
    let both = run.removed.clamped(to: run.inserted)
    for index in both where ArrayDifference.areSame(old[index], new[index]) {
      parts.append(
        .init(
          removed: rest.removed.lowerBound..<index, inserted: rest.inserted.lowerBound..<index))
      rest = .init(
        removed: index + 1..<run.removed.upperBound, inserted: index + 1..<run.inserted.upperBound)
    }
    return parts + [rest]
  }
}
