// Elements and members alike, as a list of child values. Edits and walks use it instead of recursion.

extension RawJSON {
  /// The number of elements or members; 0 for scalars.
  package var childCount: Int { storage?.count ?? 0 }

  /// The value of the element or member at `position`, which must be below ``childCount``.
  package func child(at position: Int) -> RawJSON {
    switch self {
    case .array(let array): array[position]
    case .dictionary(let object): object[position].value
    default: .null
    }
  }

  /// Replaces a child in place, and returns the old value.
  mutating func exchangeChild(_ value: RawJSON, at position: Int) -> RawJSON {
    if var array = takeArray() {
      defer { self = .array(array) }
      return array.exchange(value, at: position)
    }
    guard var object = takeObject() else { return .null }
    defer { self = .dictionary(object) }
    return object.exchange(value, at: position)
  }

  /// Moves the value out and leaves `null`, so that the value has one owner while it changes.
  package mutating func take() -> RawJSON {
    let value = self
    self = .null
    return value
  }

  /// Moves the object out and leaves `null`; `nil` if the value is not an object.
  package mutating func takeObject() -> RawJSON.Object? {
    guard case .dictionary(let object) = self else { return nil }
    self = .null
    return object
  }

  /// Moves the array out and leaves `null`; `nil` if the value is not an array.
  mutating func takeArray() -> RawJSON.Array? {
    guard case .array(let array) = self else { return nil }
    self = .null
    return array
  }
}

/// A tree that is open at one value, to change that value in place.
///
/// ```
///     {"a": [1, {"b": 2}]}      entered: "a", 1
///
///     open     {"a": null} at 0,  [1, null] at 1
///     value    {"b": 2}
/// ```
///
/// Each container on the way is moved out of the one around it, so it has one owner. Only memory that
/// another tree shares is copied. Then the tree is closed again. Pointers, paths, patches and `transform` change
/// trees this way.
struct TreeOpening {
  /// The open containers, outermost first, each with `null` in place of the next one.
  private var open: [(container: RawJSON, position: Int)] = []
  var value: RawJSON

  /// Opens a tree at its root. The caller passes ``RawJSON/take()``, to give up its own reference.
  init(_ root: RawJSON, depth: Int = 0) {
    value = root
    open.reserveCapacity(depth)
  }

  /// Enters the child at `position`, which must exist.
  mutating func enter(at position: Int) {
    let child = value.exchangeChild(.null, at: position)
    open.append((value, position))
    value = child
  }

  /// Enters child after child while `position` finds one, and returns the number of steps.
  mutating func follow<Step>(
    _ steps: ArraySlice<Step>, _ position: (RawJSON, Step) -> Int?
  ) -> Int {
    for (depth, step) in steps.enumerated() {
      guard let position = position(value, step) else { return depth }
      enter(at: position)
    }
    return steps.count
  }

  /// Returns to the enclosing value. The result is the position of the child, or `nil` at the root.
  mutating func leave() -> Int? {
    guard !open.isEmpty else { return nil }
    let child = value.take()
    let position: Int
    (value, position) = open.removeLast()
    _ = value.exchangeChild(child, at: position)
    return position
  }

  /// Calls `body` with each open container and with the value.
  func forEachContainer(_ body: (RawJSON) -> Void) {
    for container in open { body(container.container) }
    body(value)
  }

  /// Moves each container back into its parent, and returns the root.
  mutating func close() -> RawJSON {
    while leave() != nil {}
    return value.take()
  }
}

// MARK: - Pointer

// Values by JSON Pointer (RFC 6901): subscripts, which never fail, and functions that report errors.

extension RawJSON {
  /// The value at `pointer`, or `nil` if there is none.
  ///
  /// Setting a value replaces the one at the pointer or adds a member to an object. Where the last token
  /// is `-` or the array's count, it appends an element. `null` becomes an object when a member is set
  /// in it. Where the pointer leads nowhere, nothing happens: ``set(_:at:creatingObjects:)`` says why,
  /// and `subscript(path:)` creates what is missing. Setting `nil` removes a member and leaves an
  /// element; the value itself, at the empty pointer, becomes `null`. See ``remove(at:)``.
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

  /// Returns the number of tokens before the first `null` or missing member that has to become an object, or the
  /// count of all tokens if no member has to.
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
  /// Returns the step that a token means for a value of this kind.
  func step(for token: String) -> JSONPointer.Step {
    guard case .array = self else { return .name(token) }
    if token == JSONPointer.pastTheEnd { return .pastTheEnd }
    // An array has no names, so this step leads nowhere.
    return JSONPointer.index(of: token).map(JSONPointer.Step.index) ?? .name(token)
  }

  /// The position of the child that a token leads to, or `nil` if there is none.
  package func position(of token: String) -> Int? { position(of: step(for: token)) }

  /// Returns the error kind for a token without a child in this value.
  func reason(against token: String) -> JSONValueError.Kind {
    switch self {
    case .dictionary: return .missingName(token)
    case .array(let array):
      switch step(for: token) {
      case .index(let index): return .indexOutOfRange(index, count: array.count)
      case .pastTheEnd: return .indexOutOfRange(array.count, count: array.count)
      case .name: return .invalidIndex(token)
      }
    default: return .wrongKind(expected: .object, found: kind)
    }
  }

  /// Inserts an element before the one at that index or at the end, or sets a member. Returns the
  /// position, and the value that a member had before.
  package mutating func insertChild(
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
    case .pastTheEnd:
      let index = childCount
      insertElement(value, at: index)
      return (index, nil)
    }
    throw JSONValueError(reason(against: token))
  }

  /// Inserts an element in an array at an index from 0 to its count.
  package mutating func insertElement(_ value: RawJSON, at index: Int) {
    guard var array = takeArray() else { return }
    array.insert(value, at: index)
    self = .array(array)
  }

  package mutating func replaceChild(_ value: RawJSON, at token: String) throws(JSONValueError)
    -> RawJSON
  {
    guard let position = position(of: token) else { throw JSONValueError(reason(against: token)) }
    return exchangeChild(value, at: position)
  }

  package mutating func removeChild(
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
  /// Follows all tokens but the last. Returns `nil`, or the number of tokens that had a child.
  mutating func follow(_ pointer: JSONPointer) -> Int? {
    let containers = pointer.tokens.dropLast()
    let count = follow(containers) { $0.position(of: $1) }
    return count == containers.count ? nil : count
  }
}

extension JSONPointer {
  package func prefix(_ count: Int) -> JSONPointer {
    JSONPointer(tokens: Array(tokens.prefix(count)))
  }
}

// MARK: - Path

// Values by a path, whose steps are names, indexes, or the end of an array.

extension RawJSON {
  /// The value at a path, or `nil` if there is none. Setting a value creates what is missing.
  ///
  /// ```swift
  /// var json: RawJSON = nil
  /// json[path: "users", .pastTheEnd, "name"] = "Ada"      // {"users":[{"name":"Ada"}]}
  /// json[path: "users", 0, "tags", .pastTheEnd] = "new"   // {"users":[{"name":"Ada","tags":["new"]}]}
  /// ```
  ///
  /// A missing value or `null` becomes an object if the next step is a name, and an array if it is the
  /// array's end. Any other value that does not fit the path is left unchanged: nothing is overwritten
  /// on the way, and an index beyond the end does not fill up an array. Setting `nil` removes a member,
  /// leaves an element, and creates nothing.
  /// - Complexity: That of the look-ups on the way, in place where the memory has no other owner.
  public subscript(path steps: JSONPointer.Step...) -> RawJSON? {
    get { self[path: steps] }
    set { self[path: steps] = newValue }
    _modify { yield &self[path: steps] }
  }

  /// The value at a path, like the subscript that takes the steps one by one.
  public subscript(path steps: [JSONPointer.Step]) -> RawJSON? {
    get {
      var value = self
      for step in steps {
        guard let position = value.position(of: step) else { return nil }
        value = value.child(at: position)
      }
      return value
    }
    set {
      var opening = TreeOpening(take(), depth: steps.count)
      defer { self = opening.close() }
      let rest = opening.follow(steps)
      if rest.isEmpty {
        opening.value[step: steps.last] = newValue
      } else {
        opening.value.create(newValue, at: rest)
      }
    }
    _modify {
      var opening = TreeOpening(take(), depth: steps.count)
      defer { self = opening.close() }
      let rest = opening.follow(steps)
      if rest.isEmpty {
        yield &opening.value[step: steps.last]
      } else {
        var value: RawJSON?
        defer { opening.value.create(value, at: rest) }
        yield &value
      }
    }
  }
}

extension TreeOpening {
  /// Follows all steps but the last. Returns the steps from the first one without a child on, if any.
  fileprivate mutating func follow(_ steps: [JSONPointer.Step]) -> ArraySlice<JSONPointer.Step> {
    let containers = steps.dropLast()
    let count = follow(containers) { $0.position(of: $1) }
    return count == containers.count ? [] : steps[count...]
  }
}

// MARK: - One step

extension RawJSON {
  /// The position of the child that a step leads to, or `nil` if there is none.
  package func position(of step: JSONPointer.Step) -> Int? {
    switch (self, step) {
    case (.dictionary(let object), .name(let name)): object.index(ofName: name)
    case (.array(let array), .index(let index)): array.indices.contains(index) ? index : nil
    default: nil
    }
  }

  /// Whether a step leads to the end of an array, or of `null`, which can become an array.
  private func isEnd(_ step: JSONPointer.Step) -> Bool {
    let count: Int
    switch self {
    case .array(let array): count = array.count
    case .null: count = 0
    default: return false
    }
    switch step {
    case .pastTheEnd: return true
    case .index(let index): return index == count
    case .name: return false
    }
  }

  /// The child that a step leads to, or the value itself without a step.
  /// Setting a value works as in `subscript(path:)`; at the end of an array it appends.
  subscript(step step: JSONPointer.Step?) -> RawJSON? {
    get {
      guard let step else { return self }
      return position(of: step).map { child(at: $0) }
    }
    set {
      switch step {
      case .name(let name): self[name] = newValue
      case .index(let index) where self[index] != nil: self[index] = newValue
      case let step?:
        if let newValue, isEnd(step) { append(newValue) }
      case nil: self = newValue ?? .null
      }
    }
    _modify {
      switch step {
      case .name(let name): yield &self[name]
      case .index(let index) where self[index] != nil: yield &self[index]
      case let step?:
        var value: RawJSON?
        defer { if let value, isEnd(step) { append(value) } }
        yield &value
      case nil:
        var value: RawJSON? = take()
        defer { self = value ?? .null }
        yield &value
      }
    }
  }

  /// Appends an element to an array. `null` becomes an array first.
  private mutating func append(_ value: RawJSON) {
    var array = takeArray() ?? RawJSON.Array()
    array.append(value)
    self = .array(array)
  }

  /// Sets a value at a path whose first step leads nowhere.
  fileprivate mutating func create(_ value: RawJSON?, at steps: ArraySlice<JSONPointer.Step>) {
    guard var value, let first = steps.first else { return }
    for step in steps.dropFirst().reversed() {
      var container = RawJSON.null
      container[step: step] = value
      if container.isNull { return }
      value = container
    }
    self[step: first] = value
  }
}
