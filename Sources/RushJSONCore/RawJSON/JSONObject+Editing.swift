extension JSONObject {
  /// Makes room for `capacity` members in all.
  /// - Complexity: O(*n*) if there is less room, or if the memory is shared.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.makeUnique(capacity: capacity, isObject: true)
  }

  /// Sets the value of the member named `name`, or adds a member at the end. Returns the old value.
  /// - Complexity: O(1) on average, unless the memory is shared.
  @discardableResult
  public mutating func updateValue(_ value: RawJSON, forName name: String) -> RawJSON? {
    if let position = index(ofName: name) { return exchange(value, at: position) }
    append(name, value)
    return nil
  }

  /// Removes the member named `name`, and returns its value.
  /// - Complexity: O(*n*) in the members after it. ``removeAll(where:)`` and ``JSONPatch`` remove many
  ///   members in O(*n*).
  @discardableResult
  public mutating func removeValue(forName name: String) -> RawJSON? {
    index(ofName: name).map { remove(at: $0).value }
  }

  /// Removes the member at `position`, which must be in `0..<count`. The others keep their order.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(at position: Int) -> Member {
    precondition(
      position >= 0 && position < count,
      "an index of an object is at least 0 and less than its count")
    storage.makeUnique(capacity: 0, isObject: true)
    guard let storage else { preconditionFailure("an object with a member has memory") }
    if storage.tableBits != 0 { storage.table.remove(position, count: storage.count) }
    // Invariant: position < count. The later members move over the one that was moved out.
    let value = unsafe storage.values + position
    let name = unsafe storage.names + position
    let followers = storage.count - position - 1
    let member = unsafe Member(name: name.move(), value: value.move())
    unsafe value.moveInitialize(from: value + 1, count: followers)
    unsafe name.moveInitialize(from: name + 1, count: followers)
    storage.count -= 1
    return member
  }

  /// Removes all members.
  /// - Complexity: O(*n*), or O(1) if the memory is shared.
  public mutating func removeAll() { storage = nil }

  /// Replaces the value at a position that the caller has just looked up, and returns the old value.
  mutating func exchange(_ value: RawJSON, at position: Int) -> RawJSON {
    storage.makeUnique(capacity: 0, isObject: true)
    guard let storage else { return value }
    storage.include(height: value.height)
    // Invariant: no member was removed since the look-up, so position < count.
    let place = unsafe storage.values + position
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    return old
  }

  /// Adds a member, whose name the object must not have yet.
  mutating func append(_ name: String, _ value: RawJSON) {
    var name = name
    // So that reading its bytes never needs a conversion.
    name.makeContiguousUTF8()
    storage.makeUnique(capacity: count &+ 1, isObject: true)
    guard let storage else { return }
    storage.append(SmallString.shrunk(name), value)
  }
}
