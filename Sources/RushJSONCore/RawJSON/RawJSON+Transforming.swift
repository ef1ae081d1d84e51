// Changes to all of a tree, without recursion.

extension RawJSON {
  /// Calls `change` with every value in the tree, to change it in place: what is in an array or object
  /// first, in its order, then that itself, and the root last.
  ///
  /// ```swift
  /// json.transform { value in
  ///   if case .string(let text) = value { value = .string(text.lowercased()) }
  /// }
  /// ```
  ///
  /// If `change` throws, what it has changed stays changed.
  /// - Complexity: O(*n*) in all values. Containers that are shared with other trees are copied.
  public mutating func transform(_ change: (inout RawJSON) throws -> Void) rethrows {
    var opening = TreeOpening(take())
    defer { self = opening.close() }
    while opening.value.childCount > 0 { opening.enter(at: 0) }
    while true {
      try change(&opening.value)
      guard let position = opening.leave() else { return }
      guard position + 1 < opening.value.childCount else { continue }
      opening.enter(at: position + 1)
      while opening.value.childCount > 0 { opening.enter(at: 0) }
    }
  }

  /// The tree with every value changed, as by ``transform(_:)``.
  ///
  /// - Complexity: O(*n*) in all values.
  public func transformed(_ change: (inout RawJSON) throws -> Void) rethrows -> RawJSON {
    var result = self
    try result.transform(change)
    return result
  }

  /// Sorts the members of all objects in the tree by the Unicode scalars of their names, which is the
  /// order of their UTF-8.
  ///
  /// - Complexity: O(*n* log *n*) in all values.
  public mutating func sortNames() {
    transform { value in
      guard var object = value.takeObject() else { return }
      object.sortNames()
      value = .dictionary(object)
    }
  }

  /// The tree with the members of all objects sorted, as by ``sortNames()``.
  public func withSortedNames() -> RawJSON {
    var result = self
    result.sortNames()
    return result
  }

  /// The array or object with each element or member's value replaced by what `transform` makes of it.
  /// A scalar stays as it is.
  ///
  /// - Complexity: O(*n*).
  public func mapValues(_ transform: (RawJSON) throws -> RawJSON) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(JSONArray(try array.map(transform)))
    case .dictionary(let object): .dictionary(try object.mapValues(transform))
    default: self
    }
  }

  /// The array or object with each element or member's value replaced by what `transform` makes of it,
  /// without those of which it makes `nil`. A scalar stays as it is.
  ///
  /// Mind that in `condition ? nil : value` the `nil` is the literal for `.null`: write `.none`.
  /// - Complexity: O(*n*).
  public func compactMapValues(_ transform: (RawJSON) throws -> RawJSON?) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(JSONArray(try array.compactMap(transform)))
    case .dictionary(let object): .dictionary(try object.compactMapValues(transform))
    default: self
    }
  }

  /// The array or object without the elements or members whose values `isIncluded` refuses. A scalar
  /// stays as it is.
  ///
  /// ```swift
  /// json.transform { $0 = $0.filterValues { !$0.isNull } }  // no null is left
  /// ```
  ///
  /// - Complexity: O(*n*).
  public func filterValues(_ isIncluded: (RawJSON) throws -> Bool) rethrows -> RawJSON {
    switch self {
    case .array(let array):
      return .array(JSONArray(try array.filter(isIncluded)))
    case .dictionary(var object):
      try object.removeAll { try !isIncluded($0.value) }
      return .dictionary(object)
    default: return self
    }
  }
}
