// Applying a patch in place. What each operation has done is noted, so that it can be undone if a
// later one fails: no copy of the value is kept for that.

extension JSONPatch {
  /// How many values the operations `copy` may copy in all, unless told otherwise.
  public static let defaultCopyLimit = 1 << 20

  /// Changes `value` by all operations in turn, in place; or by none, if one of them fails.
  ///
  /// - Parameter copyLimit: How many values the operations `copy` may copy in all, with what is in
  ///   them. Copies share their memory, so a short patch could make a value of a size without bound.
  /// - Throws: Which operation failed, and why. The value is then as it was, in every detail.
  /// - Complexity: For each operation, the look-ups on its path, and O(*n*) in the elements after one
  ///   that it inserts or removes. Members that are removed cost O(1) each on average, and once O(*n*)
  ///   in the members of their objects and the children of what is around these. Containers are copied
  ///   only if they are shared.
  public func apply(
    to value: inout RawJSON, copyLimit: Int = JSONPatch.defaultCopyLimit
  ) throws(JSONPatchError) {
    try apply(to: &value, copyLimit: copyLimit, loose: LooseObjects())
  }

  func apply(
    to value: inout RawJSON, copyLimit: Int, loose: LooseObjects
  ) throws(JSONPatchError) {
    var journal = PatchJournal(value.take(), copyLimit: copyLimit, loose)
    defer { value = journal.finish() }
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchError) {
        try journal.apply(operation)
      } catch {
        try journal.undoAll()
        var error = error
        error.index = index
        error.operation = operation.kind
        throw error
      }
    }
  }
}

extension RawJSON {
  /// Changes the value by all operations of a patch (RFC 6902), or by none.
  ///
  /// - Throws: As ``JSONPatch/apply(to:copyLimit:)``.
  public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
    try patch.apply(to: &self)
  }

  /// The value changed by a patch (RFC 6902).
  ///
  /// - Throws: As ``JSONPatch/apply(to:copyLimit:)``.
  public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> RawJSON {
    var result = self
    try patch.apply(to: &result)
    return result
  }
}

/// A value while a patch changes it, and how to go back.
private struct PatchJournal {
  private var value: RawJSON
  private var loose: LooseObjects
  private var undos: [Undo] = []
  private var copiesLeft: Int
  private let copyLimit: Int

  /// How to undo a change. Pointers in it have indices, never `-`.
  private enum Undo {
    /// Something was added here.
    case remove(JSONPointer)
    /// This was replaced here.
    case putBack(RawJSON, JSONPointer)
    /// This was removed here.
    case insert(RawJSON, JSONPointer, Origin)
    /// A value was moved from here to there, where it replaced this.
    case moveBack(from: JSONPointer, Origin, to: JSONPointer, RawJSON?)
  }

  /// Where a removed element or member was.
  private struct Origin {
    var position: Int
    /// Whether it left a gap there, see `LooseObjects`.
    var isGap: Bool
  }

  init(_ value: RawJSON, copyLimit: Int, _ loose: LooseObjects) {
    self.value = value
    self.loose = loose
    self.copyLimit = copyLimit
    copiesLeft = copyLimit
  }

  /// The value after all changes.
  mutating func finish() -> RawJSON {
    loose.closeGaps(in: &value)
    return value.take()
  }

  mutating func apply(_ operation: JSONPatch.Operation) throws(JSONPatchError) {
    switch operation {
    case .add(let path, let added):
      let (place, replaced) = try add(added, at: path)
      undos.append(replaced.map { .putBack($0, place) } ?? .remove(place))
    case .remove(let path):
      let (removed, origin) = try remove(at: path)
      undos.append(.insert(removed, path, origin))
    case .replace(let path, let replacement):
      let old = try replace(at: path, with: replacement)
      undos.append(.putBack(old, path))
    case .move(let from, let path): try move(from, to: path)
    case .copy(let from, let path):
      var source = try find(from)
      loose.closeGaps(in: &source)
      try count(source, at: from)
      let (place, replaced) = try add(source, at: path)
      undos.append(replaced.map { .putBack($0, place) } ?? .remove(place))
    case .test(let path, let expected):
      if try !loose.areEqual(find(path), expected) {
        throw JSONPatchError(.testFailed, pointer: path)
      }
    }
  }

  private mutating func count(_ copy: RawJSON, at pointer: JSONPointer) throws(JSONPatchError) {
    copiesLeft -= copy.valueCount(limit: copiesLeft + 1)
    if copiesLeft < 0 {
      throw JSONPatchError(.copiesTooLarge(limit: copyLimit), pointer: pointer)
    }
  }

  private mutating func move(_ from: JSONPointer, to path: JSONPointer) throws(JSONPatchError) {
    if from == path {
      // Nothing moves, but the value must exist.
      _ = try find(from)
      return
    }
    if path.tokens.count > from.tokens.count, path.prefix(from.tokens.count) == from {
      throw JSONPatchError(.moveIntoItself, pointer: path)
    }
    let (moved, origin) = try remove(at: from)
    do throws(JSONPatchError) {
      let (place, replaced) = try add(moved, at: path)
      undos.append(.moveBack(from: from, origin, to: place, replaced))
    } catch {
      try insert(moved, at: from, origin)
      throw error
    }
  }

  // MARK: - One change

  private func find(_ path: JSONPointer) throws(JSONPatchError) -> RawJSON {
    do throws(JSONValueError) {
      return try value.value(at: path)
    } catch {
      throw JSONPatchError(.notFound(error), pointer: path)
    }
  }

  /// Returns where the value is now, and what it replaced.
  private mutating func add(
    _ added: RawJSON, at path: JSONPointer
  ) throws(JSONPatchError) -> (JSONPointer, replaced: RawJSON?) {
    if path.isEmpty {
      let old = value
      value = added
      return (path, old)
    }
    return try at(path) { (container, token, loose) throws(JSONValueError) in
      let isArray = if case .array = container { true } else { false }
      let before = loose.isEmpty ? nil : container.storage.map { ObjectIdentifier($0) }
      let (position, replaced) = try container.insertChild(added, at: token)
      loose.follow(before, to: container)
      var place = path
      if isArray { place.tokens[place.tokens.count - 1] = String(position) }
      return (place, replaced)
    }
  }

  private mutating func remove(
    at path: JSONPointer
  ) throws(JSONPatchError) -> (RawJSON, Origin) {
    if path.isEmpty { return (value.take(), Origin(position: 0, isGap: false)) }
    return try at(path) { (container, token, loose) throws(JSONValueError) in
      guard let position = container.position(of: token), var object = container.takeObject() else {
        let (value, position) = try container.removeChild(at: token)
        return (value, Origin(position: position, isGap: false))
      }
      defer { container = .dictionary(object) }
      let (value, isGap) = loose.remove(at: position, of: &object)
      return (value, Origin(position: position, isGap: isGap))
    }
  }

  private mutating func replace(
    at path: JSONPointer, with replacement: RawJSON
  ) throws(JSONPatchError) -> RawJSON {
    if path.isEmpty {
      let old = value
      value = replacement
      return old
    }
    return try at(path) { (container, token, _) throws(JSONValueError) in
      try container.replaceChild(replacement, at: token)
    }
  }

  private mutating func at<Result>(
    _ path: JSONPointer,
    _ body: (inout RawJSON, String, inout LooseObjects) throws(JSONValueError) -> Result
  ) throws(JSONPatchError) -> Result {
    do throws(JSONValueError) {
      return try value.withContainer(of: path, &loose, body)
    } catch {
      throw JSONPatchError(.notFound(error), pointer: path)
    }
  }

  // MARK: - And back

  /// Undoes all that was done, the last first.
  ///
  /// Throws nothing: what an operation has changed is where it left it when the later ones are undone.
  mutating func undoAll() throws(JSONPatchError) {
    while let undo = undos.popLast() {
      switch undo {
      case .remove(let path): _ = try remove(at: path)
      case .putBack(let old, let path): _ = try replace(at: path, with: old)
      case .insert(let removed, let path, let origin): try insert(removed, at: path, origin)
      case .moveBack(let from, let origin, let to, let replaced):
        let moved: RawJSON
        if let replaced {
          moved = try replace(at: to, with: replaced)
        } else {
          moved = try remove(at: to).0
        }
        try insert(moved, at: from, origin)
      }
    }
  }

  /// Puts back what was removed, where it was.
  private mutating func insert(
    _ removed: RawJSON, at path: JSONPointer, _ origin: Origin
  ) throws(JSONPatchError) {
    if path.isEmpty {
      value = removed
      return
    }
    try at(path) { (container, token, loose) in
      guard var object = container.takeObject() else {
        container.insertElement(removed, at: origin.position)
        return
      }
      if origin.isGap {
        loose.putBack(token, removed, at: origin.position, of: &object)
      } else {
        object.insert(JSONObject.Member(name: token, value: removed), at: origin.position)
      }
      container = .dictionary(object)
    }
  }
}
