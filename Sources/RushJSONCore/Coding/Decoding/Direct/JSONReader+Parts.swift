// Types that share one object, and members that no type reads.
//
//   {"type": "circle", "x": 1, "y": 2, "z": 3}
//     └ an enum ────┘  └ its payload ┘  └ unknown: a name of neither
//
// A type that passes its object on says which names it reads itself (JSONReader+Names).

extension JSONReader {
  // MARK: - Parts

  /// Reads a value whose members are among those of the current value, an object that stays the current value.
  ///
  /// `type` reads some of the members, and you read others. If `type` keeps or refuses unknown members, it has to
  /// know the names of yours:
  ///
  /// ```swift
  /// position = try reader.read(beside: { $0.add("id") })
  /// ```
  ///
  /// An optional value is `nil`, and a ``JSONField`` is missing, if the object has none of the members of `type`, or if
  /// it has none of those up to the first one that `type` demands. Yours do not count. A type that does not state its
  /// names takes all members but yours.
  /// - Parameters:
  ///   - property: The name of the property or case that the value is for. Errors about the object name it.
  ///   - names: Adds the names of the members that you read, and those of other parts.
  ///   - part: The position of this value among the parts that `names` adds.
  @inlinable
  public mutating func read<T: JSONReadable>(
    _ type: T.Type = T.self, as property: StaticString = "",
    beside names: @escaping (inout MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws -> T {
    beginPart(names, part)
    defer { endPart() }
    do { return try T._part(from: &self) } catch { throw failedPart(error, T.self, property) }
  }

  @usableFromInline
  package mutating func beginPart(_ names: @escaping (inout MemberNames) -> Void, _ part: Int) {
    levels.append(ReadingLevel(object: state.value, names: names, part: part))
  }

  /// Begins a type that reads the whole value, and not a part of its members.
  @usableFromInline
  mutating func beginWhole() {
    levels.append(ReadingLevel(object: state.value, names: { _ in }, part: -1, isWhole: true))
  }

  @usableFromInline
  package mutating func endPart() { levels.removeLast() }

  /// Names a part in an error about the object itself.
  @usableFromInline
  mutating func failedPart(
    _ error: any Error, _ type: any Any.Type, _ property: StaticString
  ) -> any Error {
    guard property.utf8CodeUnitCount > 0, !session.isQuiet, let error = error as? DecodingError
    else { return error }
    let depth = codingPath(to: state.value).count
    return error.mapContext { context in
      if context.codingPath.count != depth { return context }
      return DecodingError.Context(
        codingPath: context.codingPath,
        debugDescription:
          "\(context.debugDescription) This concerns '\(property)' of type \(type).",
        underlyingError: context.underlyingError)
    }
  }

  /// Reads a part, or returns `nil` if the object has none of its members.
  @inlinable
  mutating func partIfPresent<T: JSONReadable>(_ type: T.Type) throws -> T? {
    if !mayHavePart({ T._addNames(to: &$0) }) { return nil }
    let outer = state
    do { return try T._part(from: &self) } catch {
      state = outer
      if hasFailedPart({ T._addNames(to: &$0) }) { throw error }
      return nil
    }
  }

  // MARK: - Unknown members

  /// The members that you do not read, in the order of the text. Nor do types that share the object read them.
  /// - Parameter names: Adds the names of the members that you read, and those of types that share the object.
  /// - Complexity: O(*m* · *n*) comparisons of *n* names with those of *m* members, most of them of one bit.
  public mutating func unknownMembers(
    beside names: @escaping (inout MemberNames) -> Void
  ) -> RawJSON.Object {
    var object = RawJSON.Object()
    let storage = session.storage
    for (name, value) in unknownMembers(of: openObject, beside: names) {
      object[name] = storage.tree(at: Int(value))
    }
    return object
  }

  /// Returns the same members as a dictionary, without their order.
  public mutating func unknownMembers(
    beside names: @escaping (inout MemberNames) -> Void
  ) -> [String: RawJSON] {
    Dictionary(unknownMembers(beside: names) as RawJSON.Object)
  }

  /// Returns the same members, or `nil` if no member is unknown.
  public mutating func unknownMembers(
    beside names: @escaping (inout MemberNames) -> Void
  ) -> RawJSON.Object? {
    let members: RawJSON.Object = unknownMembers(beside: names)
    return members.isEmpty ? nil : members
  }

  /// Returns the same members as a dictionary, or `nil` if no member is unknown.
  public mutating func unknownMembers(
    beside names: @escaping (inout MemberNames) -> Void
  ) -> [String: RawJSON]? {
    let members: [String: RawJSON] = unknownMembers(beside: names)
    return members.isEmpty ? nil : members
  }

  /// Throws an error if there is a member that neither you nor types that share the object read.
  ///
  /// If a type around keeps or refuses unknown members, it decides, and this does nothing.
  /// - Parameter names: Adds the names of the members that you read, and those of types that share the object.
  /// - Throws: `DecodingError.dataCorrupted` with the path of the first one. The underlying error has the offset of its
  ///   name, and its message the nearest name that is known.
  public mutating func refuseUnknownMembers(
    beside names: @escaping (inout MemberNames) -> Void = { _ in }
  ) throws {
    let (members, known) = refusedMembers(of: openObject, beside: names)
    if let first = members.first {
      throw unknownMember(first.value, known: known.map(\.description))
    }
  }

  /// The errors about all members that a type refuses, in the order of the text, with the indices of their values.
  /// - Parameter outer: The object that this one was entered from. If that is shared with other types, theirs may be here.
  package mutating func errorsOfUnknownMembers(
    enteredFrom outer: UInt32? = nil, beside names: @escaping (inout MemberNames) -> Void
  ) -> [(error: DecodingError, index: UInt32)] {
    if levels.contains(where: { $0.object == outer }) { return [] }
    let (members, known) = refusedMembers(of: openObject, beside: names)
    let knownNames = known.map(\.description)
    return members.map { (unknownMember($0.value, known: knownNames), $0.value) }
  }

  private var openObject: UInt32 { state.container == 0 ? state.value : state.container }

  // MARK: - Types that take all members

  /// Whether other types read members of the current value, an object.
  @inline(__always)
  var isPart: Bool { _slowPath(!levels.isEmpty) && levels.last?.object == state.value }

  /// Whether the current value is an object, and other types read some of its members.
  // The levels of one value are the last ones, so this takes no time in the depth.
  var isSharedObject: Bool {
    var index = levels.count &- 1
    while index >= 0, levels[index].object == state.value {
      if !levels[index].isWhole { return record(state.value).kind == .object }
      index &-= 1
    }
    return false
  }

  /// The names of members that other types read, if the current value is an object that they share. The type
  /// that asks takes all others.
  @usableFromInline
  package mutating func namesOfOthers() -> Set<String> {
    guard isPart else { return [] }
    let object = state.value
    var names: Set<String> = []
    tape.forEachMember(of: object) { record, _ in names.insert(tape.string(record)) }
    for member in unknownMembers(of: object, beside: { _ in }) { names.remove(member.name) }
    return names
  }
}
