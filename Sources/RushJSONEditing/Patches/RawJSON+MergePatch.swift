// JSON Merge Patch (RFC 7396). A patch has the shape of the value that it changes.
//
//   target    {"a": 1, "b": {"c": 2, "d": 3}}
//   patch     {"a": null, "b": {"c": 4}}          null removes, objects descend, others replace
//   result    {"b": {"c": 4, "d": 3}}

public import RushJSONCore

extension RawJSON {
  /// Changes the value by a JSON Merge Patch (RFC 7396 §2), in place.
  ///
  /// Members keep their order, and new ones come last. A patch that is not an object replaces the value.
  /// - Complexity: O(*m*) look-ups on average in the values of the patch, and O(*n*) in the members of
  ///   each object that loses members. Does not recurse.
  public mutating func applyMergePatch(_ patch: RawJSON) {
    guard case .dictionary(let changes) = patch else {
      self = patch
      return
    }
    var around: [Merging] = []
    var current = Merging(take(), by: changes)
    while true {
      if let (target, changes) = current.advance() {
        around.append(current)
        current = Merging(target, by: changes)
        continue
      }
      let result = current.finish()
      if around.isEmpty {
        self = result
        return
      }
      // Moved out of the list, so that it has one owner.
      current = around.removeLast()
      current.put(result)
    }
  }

  /// The value after a JSON Merge Patch. See ``applyMergePatch(_:)``.
  public func applyingMergePatch(_ patch: RawJSON) -> RawJSON {
    var result = self
    result.applyMergePatch(patch)
    return result
  }
}

/// An object while a merge patch changes it.
private struct Merging {
  private var target: RawJSON.Object
  private let changes: RawJSON.Object
  private var next = 0
  /// The position of the member whose value is being changed.
  private var hole = 0
  /// The members to remove. They are removed together at the end, so that positions stay valid.
  private var removed: [Int] = []

  /// A target that is not an object becomes an empty one.
  init(_ target: RawJSON, by changes: RawJSON.Object) {
    self.target = target.objectValue ?? RawJSON.Object()
    self.changes = changes
  }

  /// Makes changes until one descends into a member, whose value it moves out and returns.
  mutating func advance() -> (target: RawJSON, changes: RawJSON.Object)? {
    while next < changes.count {
      let change = changes[next]
      next += 1
      let position = target.index(ofName: change.name)
      switch (change.value, position) {
      case (.null, let position?): removed.append(position)
      case (.null, nil): break
      case (.dictionary(let changes), let position?):
        hole = position
        return (target.exchange(.null, at: position), changes)
      case (.dictionary(let changes), nil):
        hole = target.count
        target.append(change.name, .null)
        return (.null, changes)
      case (let value, let position?): _ = target.exchange(value, at: position)
      case (let value, nil): target.append(change.name, value)
      }
    }
    return nil
  }

  mutating func put(_ value: RawJSON) { _ = target.exchange(value, at: hole) }

  mutating func finish() -> RawJSON {
    removed.sort()
    target.removeMembers(at: removed)
    return .dictionary(target)
  }
}

// MARK: - The patch between two values

extension RawJSON {
  /// The smallest merge patch that turns `original` into this value, or `nil` if there is none.
  ///
  /// There is none if an object of this value has a `null` member that `original` does not have, because
  /// `null` removes in a merge patch. A `JSONPatch` has no such limit. For equal values, the patch is
  /// `{}`, or the value itself if it is not an object.
  /// - Complexity: O(*n*) in all values of both, on average. Does not recurse.
  public func mergePatch(from original: RawJSON) -> RawJSON? {
    guard case .dictionary(let old) = original, case .dictionary(let new) = self else {
      // In a conditional expression, `nil` would be the literal for `.null`.
      if hasNullMember { return nil }
      return self
    }
    var around: [MergeDifference] = []
    var current = MergeDifference(from: old, to: new)
    while true {
      switch current.advance() {
      case .impossible: return nil
      case .descend(let old, let new):
        around.append(current)
        current = MergeDifference(from: old, to: new)
      case .end:
        let patch = current.patch
        if around.isEmpty { return .dictionary(patch) }
        current = around.removeLast()
        current.put(patch)
      }
    }
  }

  /// Whether an object outside of arrays has a `null` member.
  fileprivate var hasNullMember: Bool {
    var pending: [RawJSON.Object] = []
    if case .dictionary(let object) = self { pending.append(object) }
    while let object = pending.popLast() {
      for value in object.values {
        switch value {
        case .null: return true
        case .dictionary(let inner): pending.append(inner)
        default: break
        }
      }
    }
    return false
  }
}

/// The search for the difference between two objects, as a merge patch.
private struct MergeDifference {
  private let old: RawJSON.Object
  private let new: RawJSON.Object
  private var next = 0
  private(set) var patch = RawJSON.Object()

  enum Step {
    case descend(RawJSON.Object, RawJSON.Object)
    case impossible
    case end
  }

  init(from old: RawJSON.Object, to new: RawJSON.Object) {
    self.old = old
    self.new = new
    for name in old.names where new.index(ofName: name) == nil { patch.append(name, .null) }
  }

  mutating func advance() -> Step {
    while next < new.count {
      let member = new[next]
      next += 1
      switch (old[member.name], member.value) {
      case (.dictionary(let old)?, .dictionary(let new)): return .descend(old, new)
      case (let value?, _) where value == member.value: continue
      default:
        if member.value.isNull || member.value.hasNullMember { return .impossible }
        patch.append(member.name, member.value)
      }
    }
    return .end
  }

  /// Adds the patch of the objects that `advance` descended into.
  mutating func put(_ inner: RawJSON.Object) {
    if !inner.isEmpty { patch.append(new[next - 1].name, .dictionary(inner)) }
  }
}
