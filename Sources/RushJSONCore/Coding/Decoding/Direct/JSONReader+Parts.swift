// Members that no type asks for by name, and types that share one object.
//
//   {"type": "circle", "x": 1, "y": 2, "z": 3}
//     └ an enum ────┘  └ its payload ┘  └ unknown: asked for by neither
//
// The names that are asked for in an object are noted, if a type wants to know the others. A type that passes
// its object on says which names it asks for itself, because it may ask before the notes begin, or later.

extension JSONReader {
  // MARK: - Parts

  /// Reads the current value, which stays the current one.
  ///
  /// If it is an object, `type` may read some of its members, and you others.
  @inlinable
  public mutating func read<T: JSONReadable>(_ type: T.Type = T.self) throws -> T {
    let outer = state
    beginWhole()
    do {
      let value = try read(type, at: outer.value, returningTo: outer)
      endPart()
      return value
    } catch {
      endFailedPart()
      throw error
    }
  }

  /// Reads a value whose members are among those of the current value, an object that stays the current value.
  ///
  /// `type` reads some of the members, and you read others. If `type` keeps or refuses unknown members, it has to
  /// know the names of yours:
  ///
  /// ```swift
  /// position = try reader.read(beside: { $0.add("id") })
  /// ```
  ///
  /// An optional value is `nil`, and a ``JSONField`` is missing, if the object has none of the members that `type` has
  /// asked for until it was read or failed. Yours do not count. A type that reads the members in order, or by
  /// `Codable`, is never missing.
  /// - Parameters:
  ///   - property: The name of the property or case that the value is for. Errors about the object name it.
  ///   - names: Adds the names of the members that you read.
  ///   - others: Adds the names of members that other types read, with `addNames(of:to:)`.
  @inlinable
  public mutating func read<T: JSONReadable>(
    _ type: T.Type = T.self, as property: StaticString = "",
    beside names: @escaping (inout JSONName.List) -> Void = { _ in },
    and others: ((inout JSONReader, inout JSONName.List) -> Void)? = nil
  ) throws -> T {
    beginPart(names, others)
    do {
      let value = try T._part(from: &self)
      endPart()
      return value
    } catch {
      throw endFailedPart(error, T.self, property)
    }
  }

  /// Reads such a value into a variable, which does not change if `type` cannot be read and the object has none of the
  /// members that it has asked for.
  @inlinable
  public mutating func read<T: JSONReadable>(
    into variable: inout T, as property: StaticString = "",
    beside names: @escaping (inout JSONName.List) -> Void = { _ in },
    and others: ((inout JSONReader, inout JSONName.List) -> Void)? = nil
  ) throws {
    beginPart(names, others)
    do {
      if let value = try partIfReadable(T.self) { variable = value }
      endPart()
    } catch {
      throw endFailedPart(error, T.self, property)
    }
  }

  /// Reads such a value, or returns a value of yours if `type` cannot be read and the object has none of the members
  /// that it has asked for.
  @inlinable
  public mutating func read<T: JSONReadable>(
    default value: @autoclosure () throws -> T, as property: StaticString = "",
    beside names: @escaping (inout JSONName.List) -> Void = { _ in }
  ) throws -> T {
    beginPart(names, nil)
    do {
      let value = try partIfReadable(T.self) ?? value()
      endPart()
      return value
    } catch {
      throw endFailedPart(error, T.self, property)
    }
  }

  @usableFromInline
  package mutating func beginPart(
    _ names: @escaping (inout JSONName.List) -> Void,
    _ others: ((inout JSONReader, inout JSONName.List) -> Void)?
  ) {
    let object = state.value
    let notes = notes.last { $0.object == object }
    // An object in this one may have been noted meanwhile.
    if notes != nil { notedObject = object }
    levels.append(
      ReadingLevel(
        object: object, names: names, others: others, isNoted: notes?.isForPart == false,
        nameCount: notes?.names.names.count ?? 0, wasComplete: notes?.areComplete ?? false))
  }

  /// Begins a type that reads the whole value, and not a part of its members.
  @usableFromInline
  mutating func beginWhole() {
    beginPart({ _ in }, nil)
    levels[levels.count - 1].isWhole = true
  }

  @usableFromInline
  package mutating func endPart() { levels.removeLast() }

  /// Ends a part that failed, and forgets the names that it has asked for: another type may be tried.
  @usableFromInline
  mutating func endFailedPart() {
    let level = levels.removeLast()
    guard let index = notes.lastIndex(where: { $0.object == level.object }) else { return }
    notes[index].names.truncate(to: level.nameCount)
    notes[index].areComplete = level.wasComplete
    if level.isNoted { return }
    if notes[index].searched == nil {
      notes.remove(at: index)
    } else {
      notes[index].isForPart = true
    }
  }

  /// Ends a part that failed, and names it in an error about the object itself.
  @usableFromInline
  mutating func endFailedPart(
    _ error: any Error, _ type: any Any.Type, _ property: StaticString
  ) -> any Error {
    endFailedPart()
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

  // MARK: - Parts that may be missing

  /// Reads a part, or returns `nil` if the object has none of its members.
  @inlinable
  mutating func partIfPresent<T: JSONReadable>(_ type: T.Type) throws -> T? {
    let search = beginSearch()
    let value: T
    do { value = try T._part(from: &self) } catch {
      if endSearch(search, hasFailed: true) { throw error }
      return nil
    }
    return endSearch(search, hasFailed: false) ? value : nil
  }

  /// Reads a part, or returns `nil` if that fails and the object has none of its members.
  @inlinable
  mutating func partIfReadable<T: JSONReadable>(_ type: T.Type) throws -> T? {
    let search = beginSearch()
    let value: T
    do { value = try T._part(from: &self) } catch {
      if endSearch(search, hasFailed: true) { throw error }
      return nil
    }
    _ = endSearch(search, hasFailed: false)
    return value
  }

  /// Notes the names that later calls ask for.
  @usableFromInline
  mutating func beginSearch() -> PartSearch {
    let (object, outerNotes) = (state.value, notedObject)
    if !notes.contains(where: { $0.object == object }) {
      var notes = NotedNames(object: object)
      notes.isForPart = true
      self.notes.append(notes)
    }
    notedObject = object
    let index = notes.lastIndex { $0.object == object } ?? notes.startIndex
    let known = notes[index]
    if known.searched == nil { notes[index].searched = [] }
    return PartSearch(
      outer: state, outerNotes: outerNotes, searchedCount: known.searched?.count,
      nameCount: known.names.names.count, takenCount: known.takenCount,
      wasComplete: known.areComplete)
  }

  /// Returns whether the object has members that were asked for since, other than those of the types around, or
  /// whether that is not known because the type asks in another way.
  @usableFromInline
  mutating func endSearch(_ search: PartSearch, hasFailed: Bool) -> Bool {
    state = search.outer
    defer { notedObject = search.outerNotes }
    let object = state.value
    guard let index = notes.lastIndex(where: { $0.object == object }) else { return true }
    let asked = notes[index].searched?.dropFirst(search.searchedCount ?? 0) ?? []
    var isPresent =
      notes[index].takenCount > search.takenCount || notes[index].isReadOtherwise
      || hasEnteredMember(of: object)
    if !isPresent {
      var others = JSONName.List(keepingNames: true)
      for level in levels where level.object == object {
        level.names(&others)
        // A part that fails may have been asked for names of another part beside it.
        if hasFailed, !isSkimming { level.others?(&self, &others) }
      }
      let known = Set(others.names.map(\.description))
      isPresent = asked.contains { !known.contains($0.description) && hasMember($0) }
    }
    if hasFailed, !isPresent {
      notes[index].names.truncate(to: search.nameCount)
      notes[index].areComplete = search.wasComplete
    }
    if search.searchedCount == nil {
      notes[index].searched = nil
      if notes[index].isForPart { notes.remove(at: index) }
      forgetEntered(of: object)
    }
    return isPresent
  }

  /// Whether an object has a member.
  private mutating func hasMember(_ name: JSONName, of object: UInt32? = nil) -> Bool {
    let outer = state
    defer { state = outer }
    state.container = object ?? outer.value
    state.next = state.container &+ 1
    return slowMember(name) != 0
  }

  // MARK: - Objects inside parts that may be missing

  /// Notes the names that are asked for in the current value, a member of an object with a part that may be missing. The
  /// member itself does not show that the part is there, because other types may enter it, too.
  @inline(never)
  mutating func noteEntering(_ name: JSONName, of object: UInt32) {
    guard let outer = notes.lastIndex(where: { $0.object == object }),
      notes[outer].searched != nil
    else { return }
    if notes[outer].searched?.last?.description == name.description {
      notes[outer].searched?.removeLast()
    }
    let inner = state.value
    let index = notes.lastIndex { $0.object == inner } ?? notes.endIndex
    if index == notes.endIndex {
      var new = NotedNames(object: inner)
      new.isForPart = true
      notes.append(new)
    }
    notes[index].searched = notes[index].searched ?? []
    notes[index].outerObject = object
    notedObject = inner
    // Searches note their names.
    state.end = 0
  }

  /// Whether an object entered from this one has a member that was asked for.
  private mutating func hasEnteredMember(of object: UInt32) -> Bool {
    for inner in notes where inner.outerObject == object {
      if inner.isReadOtherwise || hasEnteredMember(of: inner.object) { return true }
      for name in inner.searched ?? [] where hasMember(name, of: inner.object) { return true }
    }
    return false
  }

  /// Ends the notes about objects entered from this one.
  private mutating func forgetEntered(of object: UInt32) {
    while let index = notes.firstIndex(where: { $0.outerObject == object }) {
      let inner = notes[index].object
      notes[index].outerObject = 0
      notes[index].searched = nil
      if notes[index].isForPart { notes.remove(at: index) }
      forgetEntered(of: inner)
    }
  }

  /// Adds the names that a type asks for. `part` says which type, and is not called.
  public mutating func addNames<Root, T: JSONReadable>(
    of part: (Root) -> T, to list: inout JSONName.List
  ) {
    let (outer, notes, notedObject, isSkimming) = (state, notes, notedObject, isSkimming)
    self.notes = [NotedNames(object: outer.value)]
    self.notedObject = outer.value
    self.isSkimming = true
    move(to: outer.value)
    // The type is read again, and fails then. Until it fails here, it has asked for what it needs.
    do { _ = try T._part(from: &self) } catch {}
    list.add(contentsOf: self.notes[0])
    (state, self.notes, self.notedObject, self.isSkimming) = (outer, notes, notedObject, isSkimming)
  }

  /// Adds no names: a type that is only `Decodable` does not tell them.
  @_disfavoredOverload
  public mutating func addNames<Root, T: Decodable>(
    of part: (Root) -> T, to list: inout JSONName.List
  ) {}

  // MARK: - Unknown members

  /// Begins the current value, an object, and notes the names that are asked for from now on, so that
  /// `unknownMembers()` and ``refuseUnknownMembers()`` know the others. That costs a little for each name.
  public mutating func beginObject(noting: Bool) throws {
    if noting {
      let object = state.value
      notes.removeAll { tape.following($0.object) <= object }
      if let index = notes.firstIndex(where: { $0.object == object }) {
        notes[index].isForPart = false
      } else {
        notes.append(NotedNames(object: object))
      }
      notedObject = object
    }
    try beginObject()
  }

  /// The members that nobody has asked for since ``beginObject(noting:)``, in the order of the text. After
  /// this call, they count as asked for.
  public mutating func unknownMembers() -> RawJSON.Object {
    var object = RawJSON.Object()
    let storage = session.storage
    takeUnknownMembers(of: openObject) { object[$0] = storage.tree(at: Int($1)) }
    return object
  }

  /// The members that nobody has asked for since ``beginObject(noting:)``. After this call, they count as
  /// asked for.
  public mutating func unknownMembers() -> [String: RawJSON] {
    var members: [String: RawJSON] = [:]
    let storage = session.storage
    takeUnknownMembers(of: openObject) { members[$0] = storage.tree(at: Int($1)) }
    return members
  }

  /// The members that nobody has asked for, as above, or `nil` if there are none.
  public mutating func unknownMembers() -> RawJSON.Object? {
    let members: RawJSON.Object = unknownMembers()
    return members.isEmpty ? nil : members
  }

  /// The members that nobody has asked for, as above, or `nil` if there are none.
  public mutating func unknownMembers() -> [String: RawJSON]? {
    let members: [String: RawJSON] = unknownMembers()
    return members.isEmpty ? nil : members
  }

  /// Throws an error if there is a member that nobody has asked for since ``beginObject(noting:)``.
  ///
  /// In a part of an object whose names an outer type notes, the outer type decides, and this does nothing.
  /// - Throws: `DecodingError.dataCorrupted` with the path of the first one. The underlying error has the offset of its
  ///   name, and its message the nearest name that was asked for.
  public mutating func refuseUnknownMembers() throws {
    let object = openObject
    if levels.contains(where: { $0.object == object && $0.isNoted }) { return }
    var unknown: UInt32 = 0
    var names: [String] = []
    forEachUnknownMember(of: object, mayBeTaken: false) { _, value, known in
      if unknown == 0 { (unknown, names) = (value, known.names.map(\.description)) }
    }
    if unknown == 0 { return }
    // A part that may be missing is not, if it refuses a member.
    if notedObject != 0 { noteOtherReading(of: object) }
    throw unknownMember(unknown, known: names)
  }

  /// The errors about all members that nobody has asked for, in the order of the text, with the indices of their values.
  /// - Parameter outer: The object that this one was entered from. If that is shared with other types, theirs may be here.
  package mutating func errorsOfUnknownMembers(enteredFrom outer: UInt32? = nil) -> [(
    error: DecodingError, index: UInt32
  )] {
    let object = openObject
    if levels.contains(where: { $0.object == outer || $0.object == object && $0.isNoted }) {
      return []
    }
    var unknown: [UInt32] = []
    var names: [String] = []
    forEachUnknownMember(of: object, mayBeTaken: false) { _, value, known in
      unknown.append(value)
      if names.isEmpty { names = known.names.map(\.description) }
    }
    return unknown.map { (unknownMember($0, known: names), $0) }
  }

  private var openObject: UInt32 { state.container == 0 ? state.value : state.container }

  /// Passes the members that nobody has asked for to `body`, and counts them as asked for.
  private mutating func takeUnknownMembers(of object: UInt32, _ body: (String, UInt32) -> Void) {
    var count = 0
    forEachUnknownMember(of: object) { name, value, _ in
      count += 1
      body(name, value)
    }
    if let index = notes.lastIndex(where: { $0.object == object }) {
      notes[index].areComplete = true
      notes[index].takenCount += count
    }
  }

  /// - Parameter mayBeTaken: Whether members count that a type beside this one takes without asking for them.
  private mutating func forEachUnknownMember(
    of object: UInt32, mayBeTaken: Bool = true,
    _ body: (_ name: String, _ value: UInt32, _ known: JSONName.List) -> Void
  ) {
    guard record(object).kind == .object, !isSkimming else { return }
    var known = JSONName.List(keepingNames: true)
    for level in levels where level.object == object {
      level.names(&known)
      level.others?(&self, &known)
    }
    if known.isComplete, !mayBeTaken { return }
    if let notes = notes.last(where: { $0.object == object }) {
      if notes.areComplete { return }
      known.add(contentsOf: notes)
    }
    let names = Set(known.names.map(\.description))
    for (name, value) in tape.effectiveMembers(of: object) {
      let key =
        session.convertsKeys
        ? session.snapshot.names.keyName(of: name, path: path(to: object)) { names.contains($0) }
        : name
      if !names.contains(key) { body(name, value, known) }
    }
  }

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
    var names = Set(tape.effectiveMembers(of: object).map(\.name))
    takeUnknownMembers(of: object) { name, _ in names.remove(name) }
    return names
  }
}

extension JSONName.List {
  fileprivate mutating func add(contentsOf notes: JSONReader.NotedNames) {
    for name in notes.names.names { add(name) }
    if notes.areComplete { isComplete = true }
  }
}

extension DecodingTape {
  /// The members of an object that count, by the policy for duplicates, in the order of the text.
  fileprivate func effectiveMembers(of object: UInt32) -> [(name: String, value: UInt32)] {
    var members: [(name: String, value: UInt32)] = []
    var places: [String: Int] = [:]
    forEachMember(of: object) { record, value in
      let name = string(record)
      if let place = places[name] {
        if isLastWins { members[place].value = value }
      } else {
        places[name] = members.count
        members.append((name, value))
      }
    }
    return members
  }
}
