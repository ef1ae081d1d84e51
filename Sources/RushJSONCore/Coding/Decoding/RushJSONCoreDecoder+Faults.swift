// All faults of a text, found by mending one after the other in a tree of it:
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
  ///   print(fault.pointer, fault.kind)   // /items/0/price expected a number, found a string
  /// }
  /// ```
  ///
  /// The type is decoded with placeholders for values that were refused: values that the error names, such as the cases
  /// of an enum, values of neighbours in an array, and values such as 0 and `""`. Each fault of a `@JSONModel` type is
  /// found, where its members are such types and those of Swift, Foundation and this library. An unknown tag counts as
  /// the first one.
  ///
  /// Where a `Codable` type accepts no placeholder, the value is left out. If the type around it demands the value, the
  /// faults after it in that type are not found: after an unknown case of an enum that is not `CaseIterable`, unless
  /// a neighbour has a known one, or after a string that a type checks itself. An element that accepts no placeholder is
  /// left out of its array, so the faults of later elements are found. An error that is not a `DecodingError` is
  /// a fault with the text of the error.
  /// - Parameter limit: The number of faults after which the search ends, at least 1.
  /// - Throws: ``JSONSyntaxError`` if the text is not JSON.
  /// - Complexity: O(*n*) in the bytes of the text for each of 1 to 16 placeholders of each fault.
  public func faults<T: Decodable>(
    of type: T.Type, in text: some Sequence<UInt8>, limit: Int = 20
  ) throws(JSONSyntaxError) -> [JSONValueError] {
    let decoder = withUnderlyingErrors
    return try unsafe text.withBytes { text -> Result<[JSONValueError], JSONSyntaxError> in
      do {
        _ = try unsafe decoder.decode(type, from: text)
        return .success([])
      } catch {
        return unsafe decoder.faults(in: text, limit: max(limit, 1), error) {
          _ = try $0.session.unwrap(type, at: $0.place)
        }
      }
    }.get()
  }

  // Out of line and without the type, so that it is compiled once.
  @inline(never)
  private func faults(
    in text: UnsafeRawBufferPointer, limit: Int, _ first: any Error,
    _ decode: @escaping (ValueDecoder) throws -> Void
  ) -> Result<[JSONValueError], JSONSyntaxError> {
    do {
      let session = try unsafe withDecoder(for: text, at: .root) {
        DecodingSession(.copying($0.session.storage), $0.session.snapshot)
      }
      var search = FaultSearch(session, limit: limit, decode)
      search.run()
      // A type may accept the tree of a text that it refuses: one that looks at more than the values.
      if search.faults.isEmpty { search.note(first) }
      return .success(search.faults)
    } catch {
      let known = (error as? DecodingError)?.context?.underlyingError
      if let error = known as? JSONSyntaxError { return .failure(error) }
      return .success([JSONValueError(.invalidValue(.object, type: "\(error)"))])
    }
  }
}

private struct FaultSearch {
  /// A value that stands in for another one.
  private struct Mend {
    let path: [String]
    /// The placeholders that were tried; the last one is in the tree. `nil` stands for no value.
    let tried: [RawJSON?]
    /// All placeholders that the errors so far suggest.
    let placeholders: [RawJSON?]
  }

  /// A session of the text, where faults have their places.
  private let session: DecodingSession
  private let decode: (ValueDecoder) throws -> Void
  private let limit: Int
  private var tree: RawJSON
  private var mends: [Mend] = []
  /// The elements of the text that the tree lacks, by the path of their array. All other paths are those of the text.
  private var removed: [[String]: Set<Int>] = [:]
  private var found: [(index: Int, error: JSONValueError)] = []

  init(
    _ session: DecodingSession, limit: Int, _ decode: @escaping (ValueDecoder) throws -> Void
  ) {
    self.session = session
    self.limit = limit
    self.decode = decode
    tree = session.storage.tree(at: DocumentStorage.rootIndex)
  }

  /// The faults that were found, in the order of the text.
  var faults: [JSONValueError] {
    // The sort is not documented to be stable, so the order of the errors is part of the comparison.
    found.enumerated()
      .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
      .map(\.element.error)
  }

  mutating func run() {
    var rounds = 16 &* (min(limit, 1 << 20) &+ 1)
    while rounds > 0, let (error, path, hint) = failure() {
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

  /// The error of decoding the tree, the path of the value to mend, and what is known about that.
  private func failure() -> (JSONValueError, path: [String], DecodingHint)? {
    do {
      let reading = session.snapshot.options.reading
      let attempt = DecodingSession(
        try TreeTape.storage(of: tree, options: reading), session.snapshot, isTextKnown: false)
      attempt.locatesAllErrors = true
      attempt.begin()
      defer { attempt.end() }
      do {
        try attempt.use(at: .root, from: DocumentStorage.rootIndex, decode)
      } catch let error as DecodingError {
        guard let fault = error.valueError,
          let place = attempt.place(of: fault)
        else { return nil }
        var path = textPath(of: place.pointer.tokens)
        switch fault.kind {
        case .missingName(let name):
          let keys = error.context?.codingPath ?? []
          if let name = nameInText(of: name, in: path, attempt, keys) { path.append(name) }
        case .indexOutOfRange(_, let count): path.append(String(count))
        default: break
        }
        let located = JSONValueError(
          fault.kind, at: JSONPointer(tokens: textPath(of: place.pointer.tokens)))
        return (located, path, place.hint)
      }
    } catch {
      // The tree exceeds a limit.
    }
    return nil
  }

  /// The name that a placeholder for a missing key has in the text. A custom strategy is asked about names of the text
  /// alone, so there is a name only if a neighbour has a member for the key.
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
  private mutating func note(_ error: JSONValueError, _ hint: DecodingHint) {
    var value = JSONDocument.Value(session.storage, DocumentStorage.rootIndex)
    for token in error.pointer.tokens {
      let position = value.kind == .array ? JSONPointer.index(of: token) : nil
      guard let child = position.map({ value[$0] }) ?? value[token] else { break }
      value = child
    }
    let place = DecodingErrorPlace(session, value.index, hint)
    found.append((value.index, JSONValueError(error.kind, place: place)))
  }

  /// Notes an error of the whole text.
  mutating func note(_ error: any Error) {
    let known = (error as? DecodingError)?.valueError
    let root = DecodingErrorPlace(session, DocumentStorage.rootIndex, .reason("\(error)"))
    found.append((0, known ?? JSONValueError(.invalidValue(tree.kind, type: ""), place: root)))
  }

  // MARK: - Placeholders

  /// Puts the first of some placeholders that has not been tried in the place of a value, or else one in the place of
  /// the value around it.
  private mutating func mend(_ path: [String], _ placeholders: [RawJSON?]) -> Bool {
    var (path, placeholders) = (path, placeholders)
    while true {
      let known = mends.first { $0.path == path }
      let tried = known?.tried ?? []
      placeholders += known?.placeholders ?? []
      if let next = placeholders.first(where: { !tried.contains($0) }) {
        mends.removeAll { $0.path.starts(with: path) }
        mends.append(Mend(path: path, tried: tried + [next], placeholders: placeholders))
        set(next, at: path)
        return true
      }
      if path.popLast() == nil { return false }
      placeholders = neighbours(of: path) + (isArray(path) ? [[]] : []) + nothing(at: path)
    }
  }

  private mutating func set(_ value: RawJSON?, at path: [String]) {
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
