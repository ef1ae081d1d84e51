// All faults of a text. A model continues after a member that failed, and reports each fault. For other types, a search
// mends one fault after the other in a tree of the text:
//
//   {"id": "7", "tags": [1]}    expected a number, found a string at /id        noted, and mended:
//   {"id": 0,   "tags": [1]}    expected a string, found a number at /tags/0    noted, and mended:
//   {"id": 0,   "tags": [""]}   decodes
//
// The placeholder for a value comes from the error, from the elements beside the value, or from a short list. If the type
// refuses a placeholder, the search tries the next one, and notes no error about it or inside it. If the type refuses all
// of them, the search leaves out the value, then the value around it.

extension RushJSONCoreDecoder {
  /// Returns all faults of a text: the errors that decoding would give if each were mended in turn, in the order of the
  /// text. Empty exactly if `decode(_:from:at:userInfo:)` succeeds.
  ///
  /// ```swift
  /// for fault in try decoder.faults(of: Order.self, in: body) {
  ///   print(fault.pointer, fault.message)   // /items/0/price expected a number, found a string
  /// }
  /// ```
  ///
  /// A `@JSONModel` type reads on after a member that failed, so each of its faults is found, with those of models inside
  /// it and in its arrays, dictionaries and optionals, and the checks that it states. Of an enum whose tag is unknown, the
  /// tag is the fault; of one without tags, that no case fits.
  ///
  /// A type that is `Codable` by hand ends at its first error. It is decoded with placeholders for values that were
  /// refused: values that the error names, such as the cases of an enum, values of neighbours in an array, and values such
  /// as 0 and `""`. If it accepts no placeholder, the value is left out. If the type around it demands the value, the
  /// faults after it in that type are not found: after an unknown case of an enum that is not `CaseIterable`, unless
  /// a neighbour has a known one, or after a string that a type checks itself. An element that accepts no placeholder is
  /// left out of its array, so the faults of later elements are found. An error that is not a `DecodingError` is
  /// a fault with the text of the error.
  /// - Parameter limit: The number of faults after which the search ends, at least 1.
  /// - Throws: ``JSONSyntaxError`` if the text is not JSON.
  /// - Complexity: For a model, O(*n*) in the bytes of the text: each value is read at most three times. For another type,
  ///   O(*n*) for each of 1 to 16 placeholders of each fault.
  public func faults<T: Decodable>(
    of type: T.Type, in text: some Sequence<UInt8>, limit: Int = 20
  ) throws(JSONSyntaxError) -> [JSONValueError] {
    let decoder = withUnderlyingErrors
    // Not the closure's result: its metadata would be looked up for each call.
    var result = Result<[JSONValueError], JSONSyntaxError>.success([])
    text.withBytes { text in
      result = decoder.faults(
        of: type as? any JSONReader._FaultFinding.Type, in: text, limit: max(limit, 1)
      ) {
        _ = try $0.session.unwrap(type, at: $0.place)
      }
    }
    return try result.get()
  }

  // Out of line and without the type, so that it is compiled once.
  @inline(never)
  private func faults(
    of model: (any JSONReader._FaultFinding.Type)?, in text: CheckedBytes, limit: Int,
    _ decode: @escaping (ValueDecoder) throws -> Void
  ) -> Result<[JSONValueError], JSONSyntaxError> {
    do {
      let faults = try withDecoder(for: text, at: .root) {
        try $0.session.faults(of: model, limit: limit, from: $0, decode)
      }
      return .success(faults)
    } catch {
      let known = (error as? DecodingError)?.context?.underlyingError
      if let error = known as? JSONSyntaxError { return .failure(error) }
      return .success([JSONValueError(.invalidValue(.object, type: "\(error)"))])
    }
  }
}

// MARK: - Models

extension JSONReader {
  /// A type that finds all faults of a value itself. `@JSONModel` makes its types conform.
  public protocol _FaultFinding: SendableMetatype {
    /// Notes the faults of the reader's current value.
    /// - Throws: The error of a value that can be read no further.
    static func _findFaults(in reader: inout JSONReader) throws
  }
}

extension DecodingSession {
  /// The faults of the text that the session has read, in its order. Empty if `decode` succeeds.
  fileprivate func faults(
    of model: (any JSONReader._FaultFinding.Type)?, limit: Int, from decoder: ValueDecoder,
    _ decode: @escaping (ValueDecoder) throws -> Void
  ) throws -> [JSONValueError] {
    if let model {
      do {
        // Nobody sees this error.
        let outer = beginQuietErrors()
        defer { endReports(outer) }
        try decode(decoder)
        return []
      } catch {
        let faults = faults(of: model, limit: limit)
        if !faults.isEmpty { return faults }
      }
    }
    do {
      try decode(decoder)
      return []
    } catch {
      let search = FaultSearch(self, limit: limit, decode)
      search.run()
      if !search.found.isEmpty { return errors(of: search.found) }
      // A type may accept the tree of a text that it refuses: one that looks at more than the values.
      if let known = (error as? DecodingError)?.valueError { return [known] }
      let root = DocumentStorage.rootIndex
      let kind = tape.record(UInt32(truncatingIfNeeded: root)).valueKind
      return errors(of: [
        FoundFault(kind: .invalidValue(kind, type: ""), index: root, hint: .reason("\(error)"))
      ])
    }
  }

  /// The faults that a model finds, in the order of the text.
  private func faults(of model: any JSONReader._FaultFinding.Type, limit: Int) -> [JSONValueError] {
    let root = UInt32(truncatingIfNeeded: DocumentStorage.rootIndex)
    // As after a decoding of its own.
    end()
    begin()
    faultLimit = limit
    isBrief = true
    foundFaults.reserveCapacity(min(limit, 32))
    defer {
      faultLimit = 0
      isBrief = false
      foundFaults = []
    }
    JSONReader.read(self, DecodingPlace(index: root, path: 0)) {
      $0.findFaults(of: model, at: root)
    }
    return foundFaults.isEmpty ? [] : errors(of: foundFaults)
  }

  /// Errors that share a copy of the text, so that the session serves the next call.
  private func errors(of found: [FoundFault]) -> [JSONValueError] {
    let found = found.inOrder
    let places = FaultPlaces(found, .copying(storage), isTextKnown: isTextKnown)
    var errors: [JSONValueError] = []
    errors.reserveCapacity(found.count)
    for number in found.indices {
      errors.append(JSONValueError(found[number].kind, place: number, of: places))
    }
    return errors
  }
}

/// The places of all faults of a text. Each is made when somebody asks for it.
// Unchecked: a storage does not change, like that of a document.
private final class FaultPlaces: JSONValuePlaces, @unchecked Sendable {
  private let faults: [FoundFault]
  private let storage: DocumentStorage
  private let isTextKnown: Bool

  init(_ faults: [FoundFault], _ storage: DocumentStorage, isTextKnown: Bool) {
    (self.faults, self.storage, self.isTextKnown) = (faults, storage, isTextKnown)
  }

  func place(_ number: Int) -> any JSONValuePlace {
    let fault = faults[number]
    return DecodingErrorPlace(storage, isTextKnown: isTextKnown, fault.index, fault.hint)
  }
}

extension JSONReader {
  package var faultCount: Int { session.foundFaults.count }
  package var hasAllFaults: Bool { session.foundFaults.count >= session.faultLimit }

  /// Forgets the faults after the first `count`.
  package func removeFaults(after count: Int) {
    session.foundFaults.removeLast(session.foundFaults.count &- count)
  }

  /// Notes an error about the value at `index` or one inside it, that a type has thrown.
  package mutating func noteFault(_ error: any Error, _ type: any Any.Type, at index: UInt32) {
    if hasAllFaults { return }
    if noteKnown(error) { return }
    _ = noteKnown(session.addingLocation(error, type, at: index))
  }

  /// Notes an error that has a place in the text. Returns whether it has one.
  private func noteKnown(_ error: any Error) -> Bool {
    guard let fault = (error as? DecodingError)?.valueError, let place = session.place(of: fault)
    else { return false }
    noteFault(fault.kind, at: place.index, place.hint)
    return true
  }

  private func noteFault(
    _ kind: JSONValueError.Kind, at index: Int, _ hint: DecodingHint = .none
  ) {
    session.foundFaults.append(FoundFault(kind: kind, index: index, hint: hint))
  }

  /// Notes that a check of a type refuses the current value, in these words.
  package mutating func noteFault(_ words: String, of type: any Any.Type) {
    noteFault(.invalidValue(kind, type: "\(type)"), at: Int(state.value), .reason(words))
  }

  // Usual faults are noted without an error: to make one and to throw it costs more than to decode the object.

  /// Notes that the object has no member of this name.
  package mutating func noteMissing(_ name: JSONName) {
    noteFault(.missingName(session.nameInText(of: name.description)), at: Int(state.container))
  }

  /// Notes that a value is of another kind than its type, a usual one. Returns whether it is.
  /// - Parameter scalar: What the type accepts. Not a type of its own, whose metadata each program would have.
  package mutating func noteWrongKind(
    at index: UInt32, unless scalar: (kind: JSONKind, isOptional: Bool)
  ) -> Bool {
    let found = record(index).valueKind
    if found == scalar.kind || found == .null && scalar.isOptional { return false }
    // A strategy may take a string for a number.
    if found == .string, scalar.kind == .number,
      case .convertFromString = session.snapshot.options.floats
    {
      return false
    }
    noteFault(.wrongKind(expected: scalar.kind, found: found), at: Int(index))
    return true
  }

  package func isNull(at index: UInt32) -> Bool {
    record(index).kindByte == TapeKind.null.rawValue
  }

  /// Finds the faults of the value at `index`, and returns to the state before.
  package mutating func findFaults(of type: any JSONReader._FaultFinding.Type, at index: UInt32) {
    if hasAllFaults { return }
    let outer = state
    move(to: index)
    do { try type._findFaults(in: &self) } catch { noteFault(error, type, at: index) }
    state = outer
  }

  /// Finds the faults of a value whose type ends at its first error, by placeholders inside the value.
  /// - Parameters:
  ///   - index: The value.
  ///   - error: The first error, which is noted if it is about the value itself or nothing else is found.
  ///   - base: The value that `read` reads: the same one, or the object that it is a member of.
  package mutating func searchFaults(
    of type: any Any.Type, at index: UInt32, _ error: any Error, from base: UInt32,
    _ read: @escaping (inout JSONReader) throws -> Void
  ) {
    if hasAllFaults { return }
    if !record(index).isContainer { return noteFault(error, type, at: index) }
    let session = session
    let known = (session.addingLocation(error, type, at: index) as? DecodingError)?.valueError
    // An error about the value itself is its only one.
    if let known, case .wrongKind = known.kind, session.place(of: known)?.index == Int(index) {
      return noteFault(error, type, at: index)
    }
    let start = JSONDocument.Value(session.storage, Int(base)).pointer
    let path = JSONDocument.Value(session.storage, Int(index)).pointer.tokens
    let search = FaultSearch(session, limit: session.faultLimit &- faultCount, inside: path) {
      try $0.session.below($0.place, at: $0.index(at: start)) {
        try JSONReader.read($0.session, $0.place, read)
      }
    }
    search.run()
    if search.found.isEmpty { return noteFault(error, type, at: index) }
    session.foundFaults += search.found
  }
}

extension [FoundFault] {
  /// The faults in the order of the text.
  fileprivate var inOrder: [FoundFault] {
    let isInOrder = indices.dropFirst().allSatisfy { self[$0 &- 1].index <= self[$0].index }
    if isInOrder { return self }
    // The sort is not documented to be stable, so the order of the faults is part of the comparison.
    return indices.map { (self[$0].index, $0) }.sorted { $0 < $1 }.map { self[$0.1] }
  }
}

// MARK: - Other types

private final class FaultSearch {
  /// The placeholders for a value: those that the errors so far suggest, and those that were tried. The last one tried is in
  /// the tree. `nil` removes the value. Not a type of its own, whose metadata each program would have.
  private typealias Mend = (path: [String], tried: [RawJSON?], placeholders: [RawJSON?])

  /// A session of the text, where faults have their places.
  private let session: DecodingSession
  /// The options, with a strategy for keys that knows the names of placeholders.
  private let snapshot: DecodingSnapshot
  private let decode: (ValueDecoder) throws -> Void
  private let limit: Int
  private var tree: RawJSON
  private var mends: [Mend] = []
  /// The elements of the text that the tree lacks, by the path of their array. All other paths are those of the text.
  private var removed: [[String]: Set<Int>] = [:]
  private(set) var found: [FoundFault] = []
  /// The path of the value that is mended, with all values inside it.
  private let start: [String]

  init(
    _ session: DecodingSession, limit: Int, inside start: [String] = [],
    _ decode: @escaping (ValueDecoder) throws -> Void
  ) {
    self.session = session
    self.limit = limit
    self.start = start
    self.decode = decode
    snapshot = Self.knowingPlaceholders(session.snapshot)
    tree = session.storage.tree(at: DocumentStorage.rootIndex)
  }

  /// Begins the name of a placeholder for a key whose name only a custom strategy knows. The key follows.
  private static let mark = "\u{1}"

  private static func knowingPlaceholders(_ snapshot: DecodingSnapshot) -> DecodingSnapshot {
    guard case .custom(let convert) = snapshot.names else { return snapshot }
    return snapshot.changed { options in
      options.keys = .custom { path in
        guard let name = path.last?.stringValue, name.hasPrefix(mark) else { return convert(path) }
        return JSONPathKey(stringValue: String(name.dropFirst()))
      }
    }
  }

  func run() {
    var rounds = 16 &* (min(limit, 1 << 20) &+ 1)
    while rounds > 0, let (error, path, hint) = failure(), path.starts(with: start) {
      rounds &-= 1
      if !isConsequence(error.kind, at: path) {
        note(error, hint)
        if found.count == limit { return }
      }
      if !mend(path, placeholders(for: error.kind, hint, at: path)) { return }
    }
  }

  /// Whether an error may be one of the placeholders and not of the text: about a placeholder or inside it, about a value
  /// around it, whose type may check several members, or about a member that a left-out one may have stood in for.
  private func isConsequence(_ kind: JSONValueError.Kind, at path: [String]) -> Bool {
    var isMissing = false
    if case .missingName = kind { isMissing = true }
    if case .indexOutOfRange = kind, removed[path.dropLast()] != nil { return true }
    return mends.contains { mend in
      if path.starts(with: mend.path) || mend.path.starts(with: path) { return true }
      let isLeftOut = mend.tried.last.map { $0 == nil } ?? false
      return isMissing && isLeftOut && mend.path.dropLast().elementsEqual(path.dropLast())
    }
  }

  /// The error of decoding the tree, with the path of the value to mend and a hint about the value.
  private func failure() -> (JSONValueError, path: [String], DecodingHint)? {
    do {
      let reading = session.snapshot.options.reading
      let attempt = DecodingSession(
        try TreeTape.storage(of: tree, options: reading), snapshot, isTextKnown: false)
      attempt.faultLimit = 1
      attempt.begin()
      defer { attempt.end() }
      do {
        try attempt.use(at: .root, from: DocumentStorage.rootIndex, decode)
      } catch let error as DecodingError {
        guard let fault = error.valueError,
          let place = attempt.place(of: fault)
        else { return nil }
        var path = textPath(of: place.pointer.tokens)
        var kind = fault.kind
        switch kind {
        case .missingName(let key):
          let name = nameInText(of: key, in: path, attempt, error.context?.codingPath ?? [])
          if let name { kind = .missingName(name) }
          path.append(name ?? Self.mark + key)
        case .indexOutOfRange(_, let count): path.append(String(count))
        default: break
        }
        let located = JSONValueError(
          kind, at: JSONPointer(tokens: textPath(of: place.pointer.tokens)))
        return (located, path, place.hint)
      }
    } catch {
      // The tree exceeds a limit.
    }
    return nil
  }

  /// The name that a missing key has in the text. A custom strategy is asked about names of the text alone, so there is
  /// a name only if a neighbour has a member for the key.
  private func nameInText(
    of key: String, in object: [String], _ attempt: DecodingSession, _ path: [any CodingKey]
  ) -> String? {
    if !attempt.hasCustomNames { return key }
    for case .dictionary(let neighbour)? in neighbours(of: object) {
      for name in neighbour.names
      where attempt.snapshot.names.converted(name, path: path) == key { return name }
    }
    return nil
  }

  /// Notes a fault, with its place in the text.
  private func note(_ error: JSONValueError, _ hint: DecodingHint) {
    var value = JSONDocument.Value(session.storage, DocumentStorage.rootIndex)
    for token in error.pointer.tokens {
      let position = value.kind == .array ? JSONPointer.index(of: token) : nil
      guard let child = position.map({ value[$0] }) ?? value[token] else { break }
      value = child
    }
    found.append(FoundFault(kind: error.kind, index: value.index, hint: hint))
  }

  // MARK: - Placeholders

  /// Puts the first of some placeholders that has not been tried in the place of a value, or else one in the place of
  /// the value around it.
  private func mend(_ path: [String], _ placeholders: [RawJSON?]) -> Bool {
    var (path, placeholders) = (path, placeholders)
    while true {
      let known = mends.first { $0.path == path }
      let tried = known?.tried ?? []
      placeholders += known?.placeholders ?? []
      if let next = placeholders.first(where: { !tried.contains($0) }) {
        mends.removeAll { $0.path.starts(with: path) }
        mends.append((path, tried + [next], placeholders))
        set(next, at: path)
        return true
      }
      if path.count <= start.count || path.popLast() == nil { return false }
      placeholders = neighbours(of: path) + (isArray(path) ? [[]] : []) + nothing(at: path)
    }
  }

  private func set(_ value: RawJSON?, at path: [String]) {
    guard let place = treePath(of: path) else { return }
    let isElement = !path.isEmpty && isArray(path.dropLast())
    removed = removed.filter { !$0.key.starts(with: path) }
    do {
      let pointer = JSONPointer(tokens: place)
      if let value { return try tree.set(value, at: pointer) }
      try tree.remove(at: pointer)
    } catch {
      // The type asks where no value can be. The next placeholder is tried.
      return
    }
    if isElement, let index = path.last.flatMap(JSONPointer.index) {
      removed[Array(path.dropLast()), default: []].insert(index)
    }
  }

  // MARK: - Removed elements

  private func value(at path: [String]) -> RawJSON? {
    treePath(of: path).flatMap { tree[JSONPointer(tokens: $0)] }
  }

  /// The path in the tree of a value of the text. `nil` if it is, or is in, an element that was removed.
  private func treePath(of path: [String]) -> [String]? {
    if removed.isEmpty { return path }
    var result = path
    for depth in path.indices {
      guard let gone = removed[Array(path[..<depth])],
        let index = JSONPointer.index(of: path[depth])
      else { continue }
      if gone.contains(index) { return nil }
      result[depth] = String(index &- gone.count { $0 < index })
    }
    return result
  }

  /// The path in the text of a value of the tree.
  private func textPath(of path: [String]) -> [String] {
    if removed.isEmpty { return path }
    var result = path
    for depth in path.indices {
      guard let gone = removed[Array(result[..<depth])],
        var index = JSONPointer.index(of: path[depth])
      else { continue }
      for each in gone.sorted() where each <= index { index &+= 1 }
      result[depth] = String(index)
    }
    return result
  }

  /// The placeholders for a value with an error, the likeliest first.
  private func placeholders(
    for kind: JSONValueError.Kind, _ hint: DecodingHint, at path: [String]
  ) -> [RawJSON?] {
    if case .unknownName = kind { return [nil] }
    var values = neighbours(of: path)
    // An unknown tag counts as the first one, not as that of a neighbour, which has other members.
    if case .invalidFormat = kind { values = hint.values.prefix(1).map(Optional.some) + values }
    // Tags may be names of members.
    for value in hint.values.prefix(1) {
      values.append(value)
      if case .string(let name) = value { values.append([name: [:]]) }
    }
    let texts: [RawJSON?] = [
      "", "1970-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000", "a:", "0",
    ]
    switch kind {
    case .wrongKind(let expected, _):
      values.append([.null, false, 0, "", [], [:]][Int(expected.rawValue)])
    case .notRepresentable: values += [0, 1]
    // Otherwise, the text is the name of the value.
    case .invalidFormat(let text, _):
      if value(at: path) == .string(text) { values += texts }
    default: values += texts + [0, false, [:], []]
    }
    return values + nothing(at: path)
  }

  /// The values of the same path in the element before the one that a value is in, which has been decoded, and in those
  /// after it.
  private func neighbours(of path: [String]) -> [RawJSON?] {
    for depth in path.indices.reversed() where isArray(Array(path[..<depth])) {
      guard let index = JSONPointer.index(of: path[depth]) else { return [] }
      let values: [RawJSON] = [-1, 1, 2, 3].compactMap { distance in
        var other = path
        other[depth] = String(index &+ distance)
        return value(at: other)
      }
      return values
    }
    return []
  }

  /// The placeholders that leave out a value: no member, then `null`. An element is removed last.
  private func nothing(at path: [String]) -> [RawJSON?] {
    if path.isEmpty { return [.null] }
    return isArray(path.dropLast()) ? [.null, nil] : [nil, .null]
  }

  private func isArray(_ path: some Sequence<String>) -> Bool {
    if case .array = value(at: Array(path)) { true } else { false }
  }
}
