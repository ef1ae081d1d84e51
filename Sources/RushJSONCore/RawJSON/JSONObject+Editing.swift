extension JSONObject {
  /// Makes room for `capacity` members in all.
  ///
  /// - Complexity: O(*n*) if there is less room, or if it is shared.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.makeUnique(capacity: capacity, isObject: true)
  }

  /// Sets the value of the member of this name, or adds such a member at the end. Returns the value
  /// that it had.
  ///
  /// - Complexity: O(1) on average, unless the memory is shared.
  @discardableResult
  public mutating func updateValue(_ value: RawJSON, forName name: String) -> RawJSON? {
    if let position = index(ofName: name) { return exchange(value, at: position) }
    append(name, value)
    return nil
  }

  /// Removes the member of this name. Returns the value that it had.
  ///
  /// - Complexity: O(*n*) in the members after it. ``removeAll(where:)`` removes many in O(*n*), and so does
  ///   a ``JSONPatch``.
  @discardableResult
  public mutating func removeValue(forName name: String) -> RawJSON? {
    index(ofName: name).map { remove(at: $0).value }
  }

  /// Removes the member at `position`, which must be in `0..<count`. The others keep their order.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(at position: Int) -> Member {
    precondition(
      position >= 0 && position < count,
      "an index of an object is at least 0 and less than its count")
    storage.makeUnique(capacity: 0, isObject: true)
    guard let storage else { preconditionFailure("an object with a member has memory") }
    if storage.tableBits != 0 { storage.removeFromTable(position) }
    // Invariant: position < count. Those behind are moved over what was moved out.
    let value = unsafe storage.values + position
    let name = unsafe storage.names + position
    let behind = storage.count - position - 1
    let member = unsafe Member(name: name.move(), value: value.move())
    unsafe value.moveInitialize(from: value + 1, count: behind)
    unsafe name.moveInitialize(from: name + 1, count: behind)
    storage.count -= 1
    return member
  }

  /// Removes all members.
  ///
  /// - Complexity: O(*n*), or O(1) if the memory is shared.
  public mutating func removeAll() { storage = nil }

  /// Puts a value in the place of another, and returns that.
  mutating func exchange(_ value: RawJSON, at position: Int) -> RawJSON {
    storage.makeUnique(capacity: 0, isObject: true)
    guard let storage else { return value }
    storage.include(height: value.height)
    // Invariant: the caller got the position from a look-up, and no member was removed since.
    let place = unsafe storage.values + position
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    return old
  }

  /// Adds a member whose name is not there yet.
  mutating func append(_ name: String, _ value: RawJSON) {
    var name = name
    // So that looking at its bytes never takes a conversion.
    name.makeContiguousUTF8()
    storage.makeUnique(capacity: count &+ 1, isObject: true)
    guard let storage else { return }
    storage.append(SmallString.shrunk(name), value)
  }
}

extension TreeStorage {
  /// Adds a member whose name is not there yet; there must be room for it.
  func append(_ name: String, _ value: RawJSON) {
    let position = count
    if tableBits != 0 {
      let hash = NameHash.hash(name)
      table.put(position, in: self.position(of: name, hash: hash).slot)
    }
    // Invariant: there is room for one more, behind those that are initialised.
    unsafe (values + position).initialize(to: value)
    unsafe (names + position).initialize(to: name)
    ownsNames = true
    count = position &+ 1
    include(height: value.height)
  }
}

// MARK: - Comparison, text

extension JSONObject: Hashable {
  /// Whether both have the same names, in whatever order, with equal values.
  ///
  /// - Complexity: O(*n*) in all values below, on average.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    TreeComparison.areEqual(a.storage, b.storage)
  }

  /// Hashes the members, whatever their order. See ``RawJSON/hash(into:)``.
  public func hash(into hasher: inout Hasher) { RawJSON.dictionary(self).hash(into: &hasher) }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The object as compact JSON text.
  public var description: String { RawJSON.dictionary(self).description }

  /// The text of ``RawJSON/debugDescription``.
  public var debugDescription: String { RawJSON.dictionary(self).debugDescription }

  /// The members.
  public var customMirror: Mirror {
    // Shown as a collection, so that `dump` has a line for the object and one for each member.
    Mirror(
      self, children: map { (label: $0.name, value: $0.value as Any) }, displayStyle: .collection)
  }
}
