// Values by a path whose steps say what they are: a name, an index, or the end of an array.

extension RawJSON {
  /// A step of a path: a name, an index, or the place after the last element of an array.
  ///
  /// A string literal is a name and an integer literal an index.
  public enum PathStep: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element of this index.
    case index(Int)
    /// The place after the last element.
    case end
  }

  /// The value at a path, or `nil` if there is none; setting a value makes what is missing on the way.
  ///
  /// ```swift
  /// var json: RawJSON = nil
  /// json[path: "users", .end, "name"] = "Ada"      // {"users":[{"name":"Ada"}]}
  /// json[path: "users", 0, "tags", .end] = "new"   // {"users":[{"name":"Ada","tags":["new"]}]}
  /// ```
  ///
  /// What is missing or `null` becomes an object where a name follows, and an array where an index
  /// follows that is its end. Anything else that does not fit the path stays as it is: nothing is
  /// overwritten on the way, and no array is filled up to an index beyond its end. Setting `nil`
  /// removes a member, leaves an element, and makes nothing.
  ///
  /// - Complexity: That of the look-ups on the way, in place where nothing else has the memory.
  public subscript(path steps: PathStep...) -> RawJSON? {
    get { self[path: steps] }
    set { self[path: steps] = newValue }
    _modify { yield &self[path: steps] }
  }

  /// The value at a path, as by the subscript that takes the steps one by one.
  public subscript(path steps: [PathStep]) -> RawJSON? {
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
      let rest = opening.enter(steps.dropLast())
      if rest.isEmpty {
        opening.value[step: steps.last] = newValue
      } else {
        opening.value.create(newValue, at: steps[rest.startIndex...])
      }
    }
    _modify {
      var opening = TreeOpening(take(), depth: steps.count)
      defer { self = opening.close() }
      let rest = opening.enter(steps.dropLast())
      if rest.isEmpty {
        yield &opening.value[step: steps.last]
      } else {
        var value: RawJSON?
        defer { opening.value.create(value, at: steps[rest.startIndex...]) }
        yield &value
      }
    }
  }
}

extension RawJSON.PathStep: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// Creates the step to a member.
  public init(stringLiteral name: String) { self = .name(name) }

  /// Creates the step to an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}

// MARK: - One step

extension RawJSON {
  /// Where the child is to which a step leads, or `nil` if there is none.
  func position(of step: PathStep) -> Int? {
    switch (self, step) {
    case (.dictionary(let object), .name(let name)): object.index(ofName: name)
    case (.array(let array), .index(let index)): array.indices.contains(index) ? index : nil
    default: nil
    }
  }

  /// Whether a step leads to the place after the last element of an array, or of what can become one.
  private func isEnd(_ step: PathStep) -> Bool {
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

  /// The child to which a step leads, where a value can be set as by `subscript(path:)`; without a
  /// step, the value itself.
  ///
  /// A value that is set at the end of an array is appended.
  subscript(step step: PathStep?) -> RawJSON? {
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
        defer {
          if let value, isEnd(step) { append(value) }
        }
        yield &value
      case nil:
        var value: RawJSON? = take()
        defer { self = value ?? .null }
        yield &value
      }
    }
  }

  /// Appends an element to an array, or to `null`, which becomes one.
  private mutating func append(_ value: RawJSON) {
    var array = takeArray() ?? JSONArray()
    array.append(value)
    self = .array(array)
  }

  /// Sets a value at a path of which not even the first step leads anywhere.
  fileprivate mutating func create(_ value: RawJSON?, at steps: ArraySlice<PathStep>) {
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

extension TreeOpening {
  /// Takes steps as far as they lead somewhere, and returns those that are left.
  mutating func enter(_ steps: ArraySlice<RawJSON.PathStep>) -> ArraySlice<RawJSON.PathStep> {
    for (index, step) in zip(steps.indices, steps) {
      guard let position = value.position(of: step) else { return steps[index...] }
      enter(at: position)
    }
    return []
  }
}
