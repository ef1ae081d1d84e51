// Members that only generated code calls, beside those for cases, tags and containers, which have files of their own.

extension JSONReader {
  // MARK: - Values

  /// Reads the current value as a raw value. The cases are listed in the message if it is that of no case.
  /// - Throws: `DecodingError.dataCorrupted` if no case has the raw value.
  @inlinable
  public mutating func _rawValue<T: RawRepresentable>(
    of cases: @autoclosure () -> [T]
  ) throws -> T where T.RawValue: JSONReadable {
    let rawValue = try T.RawValue(from: &self)
    guard let value = T(rawValue: rawValue) else { throw invalidRawValue(rawValue, cases()) }
    return value
  }

  /// Reads a member of a value that is still arriving: `nil` if it is missing, or `null` and its type has no value for
  /// that.
  ///
  /// ```swift
  /// tags = try reader._arrived("tags", by: { try $0.value($1) })
  /// ```
  public mutating func _arrived<T>(
    _ name: JSONName, also others: [JSONName] = [],
    by read: (inout JSONReader, JSONName) throws -> T
  ) throws -> T? {
    let name = try nameFound(name, others)
    let outer = state
    let index = try find(name)
    let after = state
    if index == 0 { return nil }
    // The same name is found once more.
    if outer.container == outer.value { state = outer }
    do { return try read(&self, name) } catch {
      state = after
      try refuseUnlessNull(error, at: index)
      return nil
    }
  }

  // MARK: - Types that share an object

  /// Reads a value whose members are among those of the current value into a variable. It does not change if `type`
  /// cannot be read and the object has none of the members up to the first one that it demands.
  @inlinable
  public mutating func _read<T: JSONReadable>(
    into variable: inout T, as property: StaticString = "",
    beside names: @escaping (inout MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws {
    variable = try _read(default: variable, as: property, beside: names, part: part)
  }

  /// Reads such a value, or returns a value of yours if `type` cannot be read and the object has none of the members
  /// up to the first one that it demands.
  @inlinable
  public mutating func _read<T: JSONReadable>(
    default value: @autoclosure () throws -> T, as property: StaticString = "",
    beside names: @escaping (inout MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws -> T {
    beginPart(names, part)
    defer { endPart() }
    let outer = state
    do { return try T._part(from: &self) } catch {
      state = outer
      if hasFailedPart({ T._addNames(to: &$0) }) { throw failedPart(error, T.self, property) }
      return try value()
    }
  }

  // MARK: - Objects inside

  /// Makes the value of a member the current one, as ``enter(_:)`` does, and returns whether there is such a member. If
  /// not, each member that a later call asks for is missing.
  public mutating func _enterIfPresent(_ name: JSONName) throws -> Bool {
    let index = try find(name)
    if index != 0 {
      move(to: index)
      return true
    }
    passAllMembers()
    return false
  }

  /// Leaves no member to be found.
  private mutating func passAllMembers() {
    // No name is left, and no bit says that there has been one.
    state.next = Self.noMembers
    state.end = following(state.container)
    (state.passed, state.rest) = (0, 0)
  }

  /// The place of the next member in an object that is missing: after the end of any.
  private static var noMembers: UInt32 { .max }

  /// Whether an object that was entered is missing, so that the container is the object around it.
  var isInMissingObject: Bool { state.next == Self.noMembers }

  /// The object around one that was entered.
  public struct _OuterObject {
    let state: State
  }

  /// Begins the object that is the value of a member. Members are read from it until ``_leaveObject(_:beside:)``.
  ///
  /// ```swift
  /// let outer = try reader._enterObject("meta")      // {"meta": {"title": "…"}, "text": "…"}
  /// title = try reader.value("title")
  /// try reader._leaveObject(outer)
  /// text = try reader.value("text")
  /// ```
  /// - Parameters:
  ///   - isOptional: Whether the member may be missing or `null`. Each member that is asked for is missing then.
  /// - Throws: `DecodingError`: `keyNotFound` if the member is missing, `typeMismatch` if it is not an object.
  public mutating func _enterObject(
    _ name: JSONName, isOptional: Bool = false
  ) throws -> _OuterObject {
    let index = isOptional ? try present(name) : try required(name)
    let outer = _OuterObject(state: state)
    if index == 0 {
      passAllMembers()
    } else {
      move(to: index)
      try beginObject()
    }
    return outer
  }

  /// Returns to the object around. The program ends if `outer` is of another reader and does not fit this one.
  /// - Parameter names: If members with other names than these are an error, adds the names. They are no error if the object
  ///   around is shared with other types: theirs may be in this one, too.
  public mutating func _leaveObject(
    _ outer: _OuterObject, beside names: ((inout MemberNames) -> Void)? = nil
  ) throws {
    if let names, state.container != outer.state.container {
      let object = outer.state.container == 0 ? outer.state.value : outer.state.container
      if !levels.contains(where: { $0.object == object }) {
        try refuseUnknownMembers(beside: names)
      }
    }
    precondition(isAround(outer.state), "of another reader")
    state = outer.state
  }

  /// Whether the state of an object around the current value fits this text.
  @_optimize(size)
  private func isAround(_ outer: State) -> Bool {
    guard outer.value <= state.value, outer.container <= state.value else { return false }
    if outer.end == 0 { return true }
    let end = following(outer.container)
    return outer.end == end && (outer.next <= end || outer.next == Self.noMembers)
  }
}
