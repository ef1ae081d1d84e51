// Changes to many members: insert, remove, map, sort.

extension JSONObject {
  /// Inserts a member before the one at `position`, which must be in `0...count`. If the object has a
  /// member of this name, that member's value is replaced in its place instead.
  /// - Complexity: O(*n*) in the members after it, unless the memory is shared.
  public mutating func insert(_ member: Member, at position: Int) {
    precondition(
      position >= 0 && position <= count,
      "a member is inserted at a position from 0 to the count of the object")
    if let place = index(ofName: member.name) {
      _ = exchange(member.value, at: place)
    } else {
      var name = member.name
      name.makeContiguousUTF8()
      storage.makeUnique(capacity: count &+ 1, isObject: true)
      storage?.insert(SmallString.shrunk(name), member.value, at: position)
    }
  }

  /// Removes all members that `shouldBeRemoved` returns `true` for. The others keep their order.
  /// - Complexity: O(*n*).
  public mutating func removeAll(where shouldBeRemoved: (Member) throws -> Bool) rethrows {
    var positions: [Int] = []
    for (position, member) in enumerated() where try shouldBeRemoved(member) {
      positions.append(position)
    }
    removeMembers(at: positions)
  }

  /// Removes the members at `positions`, which must ascend and lie in `0..<count`.
  /// - Complexity: O(*n*), whatever their number.
  mutating func removeMembers(at positions: [Int]) {
    // Few members are removed one by one; for many, a new object is made of the others.
    if positions.count <= 4 {
      for position in positions.reversed() { remove(at: position) }
      return
    }
    var kept = JSONObject()
    kept.reserveCapacity(count - positions.count)
    var next = 0
    for position in 0..<count {
      if next < positions.count, positions[next] == position {
        next += 1
      } else {
        let member = self[position]
        kept.append(member.name, member.value)
      }
    }
    self = kept
  }

  /// The object with each value replaced by the result of `transform`.
  /// - Complexity: O(*n*).
  public func mapValues(_ transform: (RawJSON) throws -> RawJSON) rethrows -> JSONObject {
    var result = self
    for position in 0..<count {
      _ = result.exchange(try transform(self[position].value), at: position)
    }
    return result
  }

  /// The object with each value replaced by the result of `transform`, or left out if it is `nil`.
  ///
  /// To keep a member with the value `null`, return `.null`. In `condition ? nil : value`, the `nil` is
  /// the literal for it. Write `.none` instead.
  /// - Complexity: O(*n*).
  public func compactMapValues(_ transform: (RawJSON) throws -> RawJSON?) rethrows -> JSONObject {
    var result = JSONObject()
    result.reserveCapacity(count)
    for member in self {
      if let value = try transform(member.value) { result.append(member.name, value) }
    }
    return result
  }

  /// Sorts the members by `areInIncreasingOrder`. The sort is stable.
  /// - Complexity: O(*n* log *n*) comparisons; O(*n*) without a copy if they are sorted already.
  public mutating func sort(by areInIncreasingOrder: (Member, Member) throws -> Bool) rethrows {
    var isSorted = true
    for position in 1..<Swift.max(count, 1) where isSorted {
      isSorted = try !areInIncreasingOrder(self[position], self[position - 1])
    }
    if isSorted { return }
    self = JSONObject(try sorted(by: areInIncreasingOrder))
  }

  /// Sorts the members by the Unicode scalars of their names, which is also the order of their UTF-8
  /// bytes.
  ///
  /// Nested objects do not change; see ``RawJSON/sortNames()``.
  /// - Complexity: O(*n* log *n*) comparisons; O(*n*) without a copy if they are sorted already.
  public mutating func sortNames() { sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
}
