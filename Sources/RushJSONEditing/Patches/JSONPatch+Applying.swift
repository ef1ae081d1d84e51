// Applying a patch in place. A journal records how to undo each operation in case a later one fails, so
// no copy of the value is needed.

public import RushJSONCore

extension JSONPatch {
  func apply(
    to value: inout RawJSON, maximumCopiedValues: Int, tombstones: Tombstones
  ) throws(JSONPatch.Failure) {
    var journal = PatchJournal(value.take(), maximumCopiedValues: maximumCopiedValues, tombstones)
    defer { value = journal.finish() }
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatch.Failure) {
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
  /// Applies all operations of a patch (RFC 6902) in turn and in place, or none of them if one fails.
  /// - Parameter maximumCopiedValues: The most values that the `copy` operations may copy together, with all
  ///   descendants. Copies share memory, so a short patch could otherwise make a value of any size.
  /// - Throws: A ``JSONPatch/Failure`` about the operation that failed. The value is then unchanged.
  /// - Complexity: For each operation, the look-ups on its path, and O(*n*) in the elements after one
  ///   that it inserts or removes. A removed member costs O(1) on average, and the patch once O(*n*) in
  ///   the members of the objects that lost some and the children of the containers around them.
  ///   Containers are copied only if they are shared.
  public mutating func apply(
    _ patch: JSONPatch, maximumCopiedValues: Int = 1 << 20
  ) throws(JSONPatch.Failure) {
    try patch.apply(
      to: &self, maximumCopiedValues: maximumCopiedValues, tombstones: Tombstones())
  }

  /// The value after a patch (RFC 6902).
  /// - Throws: The errors of ``apply(_:maximumCopiedValues:)``.
  public func applying(_ patch: JSONPatch) throws(JSONPatch.Failure) -> RawJSON {
    var result = self
    try result.apply(patch)
    return result
  }
}

/// A value that a patch is changing, and the entries that undo the changes.
private struct PatchJournal {
  private var value: RawJSON
  private var tombstones: Tombstones
  private var undos: [Undo] = []
  private var copiesLeft: Int
  private let maximumCopiedValues: Int

  /// An entry that undoes a change. Its pointers contain indices, never `-`.
  private enum Undo {
    /// Removes a value that was added.
    case remove(JSONPointer)
    /// Puts a replaced value back.
    case putBack(RawJSON, JSONPointer)
    /// Inserts a removed value.
    case insert(RawJSON, JSONPointer, Origin)
    /// Moves a value back, and restores the value that it replaced.
    case moveBack(from: JSONPointer, Origin, to: JSONPointer, RawJSON?)
  }

  /// The former position of a removed element or member.
  private struct Origin {
    var position: Int
    /// Whether it left a tombstone there; see `Tombstones`.
    var leftTombstone: Bool
  }

  init(_ value: RawJSON, maximumCopiedValues: Int, _ tombstones: Tombstones) {
    self.value = value
    self.tombstones = tombstones
    self.maximumCopiedValues = maximumCopiedValues
    // Counting stops at one more value than may be copied.
    copiesLeft = min(maximumCopiedValues, .max - 1)
  }

  mutating func finish() -> RawJSON {
    tombstones.removeTombstones(in: &value)
    return value.take()
  }

  mutating func apply(_ operation: JSONPatch.Operation) throws(JSONPatch.Failure) {
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
      tombstones.removeTombstones(in: &source)
      try count(source, at: from)
      let (place, replaced) = try add(source, at: path)
      undos.append(replaced.map { .putBack($0, place) } ?? .remove(place))
    case .test(let path, let expected):
      if try !tombstones.areEqual(find(path), expected) {
        throw JSONPatch.Failure(.testFailed, pointer: path)
      }
    }
  }

  private mutating func count(_ copy: RawJSON, at pointer: JSONPointer) throws(JSONPatch.Failure) {
    copiesLeft -= copy.valueCount(limit: copiesLeft + 1)
    if copiesLeft < 0 {
      throw JSONPatch.Failure(.copiesTooLarge(limit: maximumCopiedValues), pointer: pointer)
    }
  }

  private mutating func move(_ from: JSONPointer, to path: JSONPointer) throws(JSONPatch.Failure) {
    if from == path {
      // Nothing moves, but the value must exist.
      _ = try find(from)
      return
    }
    if path.tokens.count > from.tokens.count, path.prefix(from.tokens.count) == from {
      throw JSONPatch.Failure(.moveIntoItself, pointer: path)
    }
    let (moved, origin) = try remove(at: from)
    do throws(JSONPatch.Failure) {
      let (place, replaced) = try add(moved, at: path)
      undos.append(.moveBack(from: from, origin, to: place, replaced))
    } catch {
      try insert(moved, at: from, origin)
      throw error
    }
  }

  // MARK: - One change

  private func find(_ path: JSONPointer) throws(JSONPatch.Failure) -> RawJSON {
    do throws(JSONValueError) {
      return try value.value(at: path)
    } catch {
      throw JSONPatch.Failure(.notFound(error), pointer: path)
    }
  }

  /// Returns the path of the added value, and the value that it replaced.
  private mutating func add(
    _ added: RawJSON, at path: JSONPointer
  ) throws(JSONPatch.Failure) -> (JSONPointer, replaced: RawJSON?) {
    if path.isEmpty {
      let old = value
      value = added
      return (path, old)
    }
    return try at(path) { (container, token, tombstones) throws(JSONValueError) in
      let isArray = if case .array = container { true } else { false }
      let before = tombstones.isEmpty ? nil : container.storage.map { ObjectIdentifier($0) }
      let (position, replaced) = try container.insertChild(added, at: token)
      tombstones.rebind(before, to: container)
      var place = path
      if isArray { place.tokens[place.tokens.count - 1] = String(position) }
      return (place, replaced)
    }
  }

  private mutating func remove(at path: JSONPointer) throws(JSONPatch.Failure) -> (RawJSON, Origin)
  {
    if path.isEmpty { return (value.take(), Origin(position: 0, leftTombstone: false)) }
    return try at(path) { (container, token, tombstones) throws(JSONValueError) in
      guard let position = container.position(of: token), var object = container.takeObject() else {
        let (value, position) = try container.removeChild(at: token)
        return (value, Origin(position: position, leftTombstone: false))
      }
      defer { container = .dictionary(object) }
      let (value, leftTombstone) = tombstones.remove(at: position, of: &object)
      return (value, Origin(position: position, leftTombstone: leftTombstone))
    }
  }

  private mutating func replace(
    at path: JSONPointer, with replacement: RawJSON
  ) throws(JSONPatch.Failure) -> RawJSON {
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
    _ body: (inout RawJSON, String, inout Tombstones) throws(JSONValueError) -> Result
  ) throws(JSONPatch.Failure) -> Result {
    do throws(JSONValueError) {
      return try value.withContainer(of: path, &tombstones, body)
    } catch {
      throw JSONPatch.Failure(.notFound(error), pointer: path)
    }
  }

  // MARK: - Undoing

  /// Undoes all changes, last first.
  /// This never fails: once the later changes are undone, each change finds its value in place.
  mutating func undoAll() throws(JSONPatch.Failure) {
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

  /// Puts a removed value back in its former position.
  private mutating func insert(
    _ removed: RawJSON, at path: JSONPointer, _ origin: Origin
  ) throws(JSONPatch.Failure) {
    if path.isEmpty {
      value = removed
      return
    }
    try at(path) { (container, token, tombstones) in
      guard var object = container.takeObject() else {
        container.insertElement(removed, at: origin.position)
        return
      }
      if origin.leftTombstone {
        tombstones.putBack(token, removed, at: origin.position, of: &object)
      } else {
        object.insert(RawJSON.Object.Member(name: token, value: removed), at: origin.position)
      }
      container = .dictionary(object)
    }
  }
}
