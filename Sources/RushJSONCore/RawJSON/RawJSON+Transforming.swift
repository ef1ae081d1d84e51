// Changes to a whole tree, without recursion.

extension RawJSON {
  /// Calls `change` with every value in the tree, to change it in place. The children of an array or
  /// object come first, in their order, then the array or object itself. The root is last.
  ///
  /// ```swift
  /// json.transform { value in
  ///   if case .string(let text) = value { value = .string(text.lowercased()) }
  /// }
  /// ```
  ///
  /// If `change` throws, its earlier changes remain.
  /// - Complexity: O(*n*) in all values. Containers that other trees share are copied.
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

  /// The tree after ``transform(_:)``.
  /// - Complexity: O(*n*) in all values.
  public func transformed(_ change: (inout RawJSON) throws -> Void) rethrows -> RawJSON {
    var result = self
    try result.transform(change)
    return result
  }

  /// Sorts the members of all objects in the tree by the Unicode scalars of their names, which is also
  /// the order of their UTF-8 bytes.
  /// - Complexity: O(*n* log *n*) in all values.
  public mutating func sortNames() {
    transform { value in
      guard var object = value.takeObject() else { return }
      object.sortNames()
      value = .dictionary(object)
    }
  }

  /// The tree after ``sortNames()``.
  public func withSortedNames() -> RawJSON {
    var result = self
    result.sortNames()
    return result
  }

  /// The array or object with each child replaced by the result of `transform`. A scalar is returned
  /// unchanged.
  /// - Complexity: O(*n*).
  public func mapValues(_ transform: (RawJSON) throws -> RawJSON) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(JSONArray(try array.map(transform)))
    case .dictionary(let object): .dictionary(try object.mapValues(transform))
    default: self
    }
  }

  /// The array or object with each child replaced by the result of `transform`, or removed if that is
  /// `nil`. A scalar is returned unchanged.
  ///
  /// In `condition ? nil : value`, the `nil` is the literal for `.null`. Write `.none` instead.
  /// - Complexity: O(*n*).
  public func compactMapValues(_ transform: (RawJSON) throws -> RawJSON?) rethrows -> RawJSON {
    switch self {
    case .array(let array): .array(JSONArray(try array.compactMap(transform)))
    case .dictionary(let object): .dictionary(try object.compactMapValues(transform))
    default: self
    }
  }

  /// The array or object with only the children that `isIncluded` returns `true` for. A scalar is
  /// returned unchanged.
  ///
  /// ```swift
  /// json.transform { $0 = $0.filterValues { !$0.isNull } }  // no null is left
  /// ```
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
