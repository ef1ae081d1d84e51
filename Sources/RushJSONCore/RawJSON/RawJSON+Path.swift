// Values by a path, whose steps say what they are: a name, an index, or the end of an array.

extension RawJSON {
  /// The value at a path, or `nil` if there is none. Setting a value creates what is missing.
  ///
  /// ```swift
  /// var json: RawJSON = nil
  /// json[path: "users", .end, "name"] = "Ada"      // {"users":[{"name":"Ada"}]}
  /// json[path: "users", 0, "tags", .end] = "new"   // {"users":[{"name":"Ada","tags":["new"]}]}
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
  /// Follows all steps but the last. Returns an empty slice, or else the steps that lead nowhere.
  fileprivate mutating func follow(_ steps: [JSONPointer.Step]) -> ArraySlice<JSONPointer.Step> {
    let containers = steps.dropLast()
    let count = follow(containers) { $0.position(of: $1) }
    return count == containers.count ? [] : steps[count...]
  }
}

// MARK: - One step

extension RawJSON {
  /// The position of the child that a step leads to, or `nil` if there is none.
  func position(of step: JSONPointer.Step) -> Int? {
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
    case .end: return true
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
      case nil:
        if let newValue { self = newValue }
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
    var array = takeArray() ?? JSONArray()
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
