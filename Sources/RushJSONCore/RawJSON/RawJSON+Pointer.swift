// Values by JSON Pointer (RFC 6901): subscripts, which never fail, and functions that report errors.

extension RawJSON {
  /// The value at `pointer`, or `nil` if there is none.
  ///
  /// Setting a value replaces the one at the pointer or adds a member to an object. Where the last token
  /// is `-` or the array's count, it appends an element. `null` becomes an object when a member is set
  /// in it. Where the pointer leads nowhere, nothing happens: ``set(_:at:creatingObjects:)`` says why,
  /// and `subscript(path:)` creates what is missing. Setting `nil` removes a member and leaves an
  /// element; see ``remove(at:)``.
  /// - Complexity: That of the look-ups on the way, in place where the memory has no other owner.
  public subscript(pointer: JSONPointer) -> RawJSON? {
    get {
      var value = self
      for token in pointer.tokens {
        guard let position = value.position(of: token) else { return nil }
        value = value.child(at: position)
      }
      return value
    }
    set {
      var opening = TreeOpening(take(), depth: pointer.tokens.count)
      defer { self = opening.close() }
      guard opening.follow(pointer) == nil else { return }
      let step = pointer.tokens.last.map { opening.value.step(for: $0) }
      opening.value[step: step] = newValue
    }
    _modify {
      var opening = TreeOpening(take(), depth: pointer.tokens.count)
      defer { self = opening.close() }
      if opening.follow(pointer) == nil {
        let step = pointer.tokens.last.map { opening.value.step(for: $0) }
        yield &opening.value[step: step]
      } else {
        var nothing: RawJSON?
        yield &nothing
      }
    }
  }

  /// The value at `pointer`.
  /// - Throws: A ``JSONValueError`` with the path of the value where the pointer leads no further.
  public func value(at pointer: JSONPointer) throws(JSONValueError) -> RawJSON {
    var value = self
    for (depth, token) in pointer.tokens.enumerated() {
      guard let position = value.position(of: token) else {
        throw JSONValueError(value.reason(against: token), at: pointer.prefix(depth))
      }
      value = value.child(at: position)
    }
    return value
  }

  /// Sets the value at `pointer`: replaces a value, adds a member to an object, or appends an element
  /// where the last token is `-` or the array's count.
  ///
  /// With `creatingObjects`, a missing value or `null` on the way becomes an object. (A token does not
  /// say whether it is meant as a name or an index; the steps of a path do.)
  /// - Throws: A ``JSONValueError`` with the path of the value where the pointer leads no further. The
  ///   value is then unchanged.
  /// - Complexity: The same as the subscript's.
  public mutating func set(
    _ value: RawJSON, at pointer: JSONPointer, creatingObjects: Bool = false
  ) throws(JSONValueError) {
    if creatingObjects {
      let start = objectsMissing(on: pointer)
      if start < pointer.tokens.count {
        var added = value
        for token in pointer.tokens[start...].reversed() { added = .dictionary([token: added]) }
        // Replaces a `null`, or adds a missing member.
        return try set(added, at: pointer.prefix(start))
      }
    }
    if pointer.isEmpty {
      self = value
      return
    }
    try withContainer(of: pointer) { (container, token) throws(JSONValueError) in
      if container.position(of: token) != nil {
        _ = try container.replaceChild(value, at: token)
      } else {
        _ = try container.insertChild(value, at: token)
      }
    }
  }

  /// Inserts a value at `pointer`, like the operation `add` of RFC 6902 §4.1: before the element at that
  /// index, at the end of an array for `-` or its count, or as a member, which replaces one of the same
  /// name.
  /// - Throws: A ``JSONValueError`` with the path of the value where the pointer leads no further. The
  ///   value is then unchanged.
  /// - Complexity: That of the look-ups on the way, and O(*n*) in the elements after the new one.
  public mutating func insert(_ value: RawJSON, at pointer: JSONPointer) throws(JSONValueError) {
    if pointer.isEmpty {
      self = value
      return
    }
    try withContainer(of: pointer) { (container, token) throws(JSONValueError) in
      _ = try container.insertChild(value, at: token)
    }
  }

  /// Removes the member or element at `pointer`, and returns its value. The root cannot be removed: for
  /// the empty pointer, `null` takes its place.
  /// - Throws: A ``JSONValueError`` with the path of the value where the pointer leads no further. The
  ///   value is then unchanged.
  /// - Complexity: That of the look-ups on the way, and O(*n*) in the members or elements after it.
  @discardableResult
  public mutating func remove(at pointer: JSONPointer) throws(JSONValueError) -> RawJSON {
    if pointer.isEmpty { return take() }
    return try withContainer(of: pointer) { (container, token) throws(JSONValueError) in
      try container.removeChild(at: token).value
    }
  }

  /// How many tokens lead to the first `null` or missing member that has to become an object; or the
  /// count of all tokens, if there is none.
  private func objectsMissing(on pointer: JSONPointer) -> Int {
    var value = self
    for (depth, token) in pointer.tokens.enumerated() {
      if value.isNull { return depth }
      guard let position = value.position(of: token) else {
        let isMember = if case .dictionary = value { true } else { false }
        return isMember ? depth + 1 : pointer.tokens.count
      }
      value = value.child(at: position)
    }
    return pointer.tokens.count
  }
}

// MARK: - One token

extension RawJSON {
  /// The step that a token means for a value of this kind.
  func step(for token: String) -> JSONPointer.Step {
    guard case .array = self else { return .name(token) }
    if token == JSONPointer.pastTheEnd { return .end }
    // An array has no names, so this step leads nowhere.
    return JSONPointer.index(of: token).map(JSONPointer.Step.index) ?? .name(token)
  }

  /// The position of the child that a token leads to, or `nil` if there is none.
  func position(of token: String) -> Int? { position(of: step(for: token)) }

  /// Why a token leads nowhere in this value.
  func reason(against token: String) -> JSONValueError.Kind {
    switch self {
    case .dictionary: return .missingName(token)
    case .array(let array):
      switch step(for: token) {
      case .index(let index): return .indexOutOfRange(index, count: array.count)
      case .end: return .indexOutOfRange(array.count, count: array.count)
      case .name: return .invalidIndex(token)
      }
    default: return .wrongKind(expected: .object, found: kind)
    }
  }

  /// Inserts an element before the one at that index or at the end, or sets a member. Returns the
  /// position, and the value that a member had before.
  mutating func insertChild(
    _ value: RawJSON, at token: String
  ) throws(JSONValueError) -> (position: Int, replaced: RawJSON?) {
    switch step(for: token) {
    case .name(let name):
      guard var object = takeObject() else { break }
      defer { self = .dictionary(object) }
      if let position = object.index(ofName: name) {
        return (position, object.exchange(value, at: position))
      }
      object.append(name, value)
      return (object.count - 1, nil)
    case .index(let index):
      guard index <= childCount else { break }
      insertElement(value, at: index)
      return (index, nil)
    case .end:
      let index = childCount
      insertElement(value, at: index)
      return (index, nil)
    }
    throw JSONValueError(reason(against: token))
  }

  /// Inserts an element in an array at an index from 0 to its count.
  mutating func insertElement(_ value: RawJSON, at index: Int) {
    guard var array = takeArray() else { return }
    array.insert(value, at: index)
    self = .array(array)
  }

  mutating func replaceChild(_ value: RawJSON, at token: String) throws(JSONValueError) -> RawJSON {
    guard let position = position(of: token) else { throw JSONValueError(reason(against: token)) }
    return exchangeChild(value, at: position)
  }

  mutating func removeChild(
    at token: String
  ) throws(JSONValueError) -> (value: RawJSON, position: Int) {
    guard let position = position(of: token) else { throw JSONValueError(reason(against: token)) }
    if var array = takeArray() {
      defer { self = .array(array) }
      return (array.remove(at: position), position)
    }
    guard var object = takeObject() else { throw JSONValueError(reason(against: token)) }
    defer { self = .dictionary(object) }
    return (object.remove(at: position).value, position)
  }

  /// Calls `body` with the container of the value at `pointer`, in place, and the last token.
  /// Errors get the path of that container, so `body` need not add it. The pointer must not be empty.
  @inline(__always)
  mutating func withContainer<Result>(
    of pointer: JSONPointer, _ body: (inout RawJSON, String) throws(JSONValueError) -> Result
  ) throws(JSONValueError) -> Result {
    try withOpening(of: pointer) { (opening, token) throws(JSONValueError) in
      try body(&opening.value, token)
    }
  }

  /// Calls `body` with the tree, open at the container of the value at `pointer`, like `withContainer`.
  mutating func withOpening<Result>(
    of pointer: JSONPointer, _ body: (inout TreeOpening, String) throws(JSONValueError) -> Result
  ) throws(JSONValueError) -> Result {
    var opening = TreeOpening(take(), depth: pointer.tokens.count)
    defer { self = opening.close() }
    if let depth = opening.follow(pointer) {
      throw JSONValueError(
        opening.value.reason(against: pointer.tokens[depth]), at: pointer.prefix(depth))
    }
    do throws(JSONValueError) {
      return try body(&opening, pointer.tokens.last ?? "")
    } catch {
      throw JSONValueError(error.kind, at: pointer.prefix(pointer.tokens.count - 1))
    }
  }
}

extension TreeOpening {
  /// Follows all tokens but the last. Returns `nil`, or else how many tokens led somewhere.
  mutating func follow(_ pointer: JSONPointer) -> Int? {
    let containers = pointer.tokens.dropLast()
    let count = follow(containers) { $0.position(of: $1) }
    return count == containers.count ? nil : count
  }
}

extension JSONPointer {
  func prefix(_ count: Int) -> JSONPointer { JSONPointer(tokens: Array(tokens.prefix(count))) }
}
