// The names of the members that types read of one object.
//
//   {"type": "circle", "x": 1, "y": 2, "z": 3}
//     └ an enum ────┘  └ its payload ┘  └ unknown: a name of neither
//
// Types state their names, so no value is read to find them. The names of an enum depend on its tag, and those of an
// optional part on whether the part is there, so a list of names belongs to one object. Only an enum without a tag is
// read: nothing else shows which of its cases fits.

extension JSONReader.MemberNames {
  private var isFinding: Bool { task == .find || task == .findDemanded }

  // MARK: - Adding

  /// Adds the name of a member, and other names that are looked for in turn.
  /// - Parameter isOptional: Whether the type can be read without the member.
  public mutating func add(
    _ name: JSONName, also others: [JSONName] = [], isOptional: Bool = false
  ) {
    if !isFinding {
      result.names.append(name)
      if !others.isEmpty { result.names += others }
    } else if !result.isStopped {
      if let found = index(of: name) != 0 ? name : others.first(where: { index(of: $0) != 0 }) {
        result.names.append(found)
      } else if !isOptional {
        stop()
      }
    }
  }

  private mutating func stop() { if task == .findDemanded { result.isStopped = true } }

  private func index(of name: JSONName) -> UInt32 {
    guard let reader = unsafe reader else { return 0 }
    return unsafe reader.pointee.indexOfMember(name)
  }

  /// Begins the object again: a prepared name is looked for once.
  private func begin() {
    if isFinding, let reader = unsafe reader { unsafe reader.pointee.open(object) }
  }

  /// Adds the names of members inside an object that is the value of a member.
  public mutating func _object(
    _ name: JSONName, isOptional: Bool = false, _ body: (inout Self) -> Void
  ) {
    guard isFinding, let reader = unsafe reader else { return add(name) }
    if result.isStopped { return }
    let index = index(of: name)
    if index == 0 {
      if !isOptional { stop() }
    } else if unsafe reader.pointee.record(index).kind == .object {
      let (outer, outerState, count) = unsafe (object, reader.pointee.state, result.names.count)
      object = index
      begin()
      body(&self)
      // Others may have an object of this name, too, so that its own name shows nothing.
      if result.names.count > count { result.isInside = true }
      result.names.removeLast(result.names.count - count)
      object = outer
      unsafe reader.pointee.state = outerState
    } else {
      result.names.append(name)
      if unsafe !isOptional || !reader.pointee.isNull(at: index) { stop() }
    }
  }

  /// Says that the type takes all members that no other type declares. So does a type that does not state its names.
  public mutating func _takeOthers() {
    if isFinding {
      if !result.isStopped { result.takesOthers = true }
    } else if types.isEmpty {
      result.decides = true
    } else {
      result.isOpen = true
      if partCount <= level.part { result.isOpenBefore = true }
    }
  }

  /// Says that the type refuses all members that no other type declares.
  public mutating func _refuseOthers() {
    if isFinding {
      if !result.isStopped { result.refusesOthers = true }
    } else if types.isEmpty {
      result.decides = true
    }
  }

  // MARK: - Parts

  /// Adds the names of a part. `part` says which type it has, and is not called.
  /// - Parameter isOptional: Whether the part may be missing, whatever its type.
  public mutating func _part<Root, T: JSONReadable>(
    of part: (Root) -> T, isOptional: Bool = false
  ) {
    addPart(T.self, isOptional)
  }

  /// Adds no names: a type that is only `Decodable` is an error where it is read.
  public mutating func _part<Root, T>(of part: (Root) -> T, isOptional: Bool = false) {}

  /// Adds the names of the value of a case.
  public mutating func _part<Root, T: JSONReadable>(
    ofCase make: (T) -> Root, isOptional: Bool = false
  ) {
    addPart(T.self, isOptional)
  }

  /// Says that the value of a case takes all other members, because its type is only `Decodable`.
  public mutating func _part<Root, T>(ofCase make: (T) -> Root, isOptional: Bool = false) {
    types.append(ObjectIdentifier(T.self))
    _takeOthers()
    types.removeLast()
  }

  private mutating func addPart<T: JSONReadable>(_ type: T.Type, _ isOptional: Bool) {
    if types.isEmpty {
      partCount += 1
      if partCount - 1 == level.part { return }
    }
    let id = ObjectIdentifier(type)
    if task == .own || result.isStopped || types.contains(id) { return }
    types.append(id)
    begin()
    if isOptional { _optional(T.self) } else { T._addNames(to: &self) }
    types.removeLast()
    begin()
  }

  /// Adds the names of a type whose value may be missing.
  @usableFromInline
  mutating func _optional<T: JSONReadable>(_ type: T.Type) {
    if task == .read, let reader = unsafe reader {
      // A part that cannot be read leaves its names to others, or its error ends the reading.
      let part = JSONReader.ReadingLevel(
        object: object, names: { T._addNames(to: &$0) }, part: -1)
      if unsafe reader.pointee.names(.findDemanded, part).isStopped { return }
    }
    T._addNames(to: &self)
    result.isStopped = false
  }

  // MARK: - Enums

  /// Adds the name of a tag, and returns the position of the tag in `tags`, or -1.
  /// - Parameter isOpen: Whether a case keeps values with other tags.
  public mutating func _internalTag(
    _ name: JSONName, _ tags: [JSONName], isOpen: Bool = false
  ) -> Int {
    guard !result.isStopped, let reader = unsafe reader else { return -1 }
    let index = index(of: name)
    let tag = index == 0 ? -1 : unsafe reader.pointee.positionOfString(at: index, in: tags)
    if tag < 0, isOpen { return -1 }
    if index != 0 || !isFinding { result.names.append(name) }
    if tag < 0 { stop() }
    return tag
  }

  /// Adds the names of all cases, and returns whether the object has one of them.
  /// - Parameter isOpen: Whether a case keeps objects without any.
  public mutating func _externalTag(_ tags: [JSONName], isOpen: Bool = false) -> Bool {
    if result.isStopped { return false }
    let found = tags.filter { index(of: $0) != 0 }
    if found.isEmpty, isOpen { return false }
    result.names += isFinding ? found : tags
    if found.isEmpty { stop() }
    return !found.isEmpty
  }

  /// Adds the names of the case that fits.
  /// - Parameter cases: Functions that tell whether a value is of the case, and that add its names.
  public mutating func _firstCase<T: JSONReadable>(
    of type: T.Type, _ cases: [(isCase: (T) -> Bool, addNames: (inout Self) -> Void)]
  ) {
    if result.isStopped || task == .own { return }
    if task == .read {
      guard let reader = unsafe reader,
        let value = unsafe reader.pointee.fittingValue(T.self, level)
      else { return }
      for (isCase, addNames) in cases where isCase(value) { addNames(&self) }
      return
    }
    // Any of them may be the one, and stops at its own first demanded member.
    var mayFit = false
    for (_, addNames) in cases {
      begin()
      addNames(&self)
      mayFit = mayFit || !result.isStopped
      result.isStopped = false
    }
    if !mayFit { stop() }
  }
}

// MARK: - Names of an object

extension JSONReader {
  /// The names that a type adds for an object.
  mutating func names(
    _ task: MemberNames.Task, _ level: ReadingLevel
  ) -> MemberNames.Result {
    guard record(level.object).kind == .object else { return MemberNames.Result() }
    let outer = state
    defer { state = outer }
    open(level.object)
    return unsafe withUnsafeMutablePointer(to: &self) { reader in
      // Invariant: the reader waits for the names, which nothing can copy.
      var names = unsafe MemberNames(task, for: reader, level)
      level.names(&names)
      return names.result
    }
  }

  /// The names of the types that have passed an object on, and of parts beside the last one.
  // The levels of one value are the last ones, so this takes no time in the depth.
  private mutating func namesAround(
    _ object: UInt32, _ task: MemberNames.Task
  ) -> MemberNames.Result {
    var result = MemberNames.Result()
    var index = levels.count
    while index > 0, levels[index - 1].object == object {
      index -= 1
      let added = names(task, levels[index])
      result.names += added.names
      result.isOpen = result.isOpen || added.isOpen
      result.isOpenBefore = result.isOpenBefore || added.isOpenBefore
      result.decides = result.decides || added.decides
    }
    return result
  }

  /// Whether the current value, an object, may have members of a part. If not, the part is not read.
  @usableFromInline
  mutating func mayHavePart(_ add: @escaping (inout MemberNames) -> Void) -> Bool {
    hasPart(add, .find, not: .own)
  }

  /// Whether the current value, an object, has members of a part that cannot be read.
  @usableFromInline
  mutating func hasFailedPart(_ add: @escaping (inout MemberNames) -> Void) -> Bool {
    hasPart(add, .findDemanded, not: .every)
  }

  private mutating func hasPart(
    _ add: @escaping (inout MemberNames) -> Void, _ task: MemberNames.Task,
    not known: MemberNames.Task
  ) -> Bool {
    let object = state.value
    let part = ReadingLevel(object: object, names: add, part: -1)
    let found = names(task, part)
    if found.isInside { return true }
    if found.names.isEmpty, !found.takesOthers, !found.refusesOthers { return false }
    // While a value is tried, types beside it do not ask each other.
    let around = namesAround(object, isTrying ? .own : known)
    if found.names.contains(where: { !$0.isOne(of: around.names) }) { return true }
    if found.takesOthers {
      let beside = namesAround(object, .read)
      let names = beside.names + names(.read, part).names
      return !beside.isOpenBefore && !unknownMembers(of: object, known: names).isEmpty
    }
    return found.refusesOthers && !refusedMembers(of: object, beside: add).members.isEmpty
  }

  /// Reads a value to know which of its cases fits, or returns `nil` if none does.
  fileprivate mutating func fittingValue<T: JSONReadable>(
    _ type: T.Type, _ level: ReadingLevel
  ) -> T? {
    // Two such types beside each other do not ask each other.
    if isTrying { return nil }
    let outer = state
    let isQuiet = session.beginQuietErrors()
    isTrying = true
    levels.append(level)
    move(to: level.object)
    defer {
      levels.removeLast()
      (state, isTrying) = (outer, false)
      session.endReports(isQuiet)
    }
    do { return try T(from: &self) } catch { return nil }
  }

  // MARK: - Unknown members

  /// The members that neither a type nor those that it shares the object with read, in the order of the text.
  mutating func unknownMembers(
    of object: UInt32, beside add: @escaping (inout MemberNames) -> Void
  ) -> [(name: String, value: UInt32)] {
    guard record(object).kind == .object, !isTrying, !isInMissingObject else { return [] }
    let own = names(.read, ReadingLevel(object: object, names: add, part: -1))
    let around = namesAround(object, .read)
    if own.isOpen || around.isOpenBefore { return [] }
    return unknownMembers(of: object, known: around.names + own.names)
  }

  /// The members that a type refuses, and the names that are known.
  mutating func refusedMembers(
    of object: UInt32, beside add: @escaping (inout MemberNames) -> Void
  ) -> (members: [(name: String, value: UInt32)], known: [JSONName]) {
    guard record(object).kind == .object, !isTrying, !isInMissingObject else { return ([], []) }
    let own = names(.read, ReadingLevel(object: object, names: add, part: -1))
    let around = namesAround(object, .read)
    if own.isOpen || around.isOpen || around.decides { return ([], []) }
    let known = around.names + own.names
    return (unknownMembers(of: object, known: known), known)
  }

  /// The members with other names, by the policy for duplicates, in the order of the text.
  private mutating func unknownMembers(
    of object: UInt32, known: [JSONName]
  ) -> [(name: String, value: UInt32)] {
    var members: [(name: String, value: UInt32)] = []
    var places: [String: Int] = [:]
    let (tape, isLastWins) = (tape, tape.isLastWins)
    func add(_ name: String, _ value: UInt32) {
      if let place = places.updateValue(members.count, forKey: name) {
        places[name] = place
        if isLastWins { members[place].value = value }
      } else {
        members.append((name, value))
      }
    }
    if session.convertsKeys {
      let names = Set(known.map(\.description))
      let (strategy, path) = (session.snapshot.names, path(to: object))
      tape.forEachMember(of: object) { record, value in
        let name = tape.string(record)
        let key = strategy.keyName(of: name, path: path) { names.contains($0) }
        if !names.contains(key) { add(name, value) }
      }
      return members
    }
    let bits = known.reduce(0) { $0 | $1.bit }
    let odd = known.filter(\.mayHaveEquivalents).map(\.description)
    let end = following(object)
    _ = tape.firstName(from: object &+ 1, to: end) { at in
      let record = record(at)
      if bit(of: record) & bits != 0, known.contains(where: { isAnyName(record, $0) }) {
        return false
      }
      let name = tape.string(record)
      if !odd.contains(name) { add(name, at &+ 1) }
      return false
    }
    return members
  }
}

extension JSONName {
  fileprivate func isOne(of names: [JSONName]) -> Bool {
    names.contains { $0.count == count && haveSameBytes($0.utf8, utf8) }
  }
}
