// The members of an object's storage: look-up by name, and the rule that a name occurs once.

extension TreeStorage {
  /// The position of `name` in the object, or a negative number.
  /// - Complexity: O(*n*) comparisons in an object without a table, else O(1) on average.
  func position(of name: String) -> Int {
    if tableBits != 0 { return table.search(name, hash: NameHash.hash(name)).position }
    return unsafe TreeStorage.position(of: name, in: names, count: count)
  }

  /// The position of `name` among the first `count` of `names`, or a negative number.
  /// A name that fits in a string's own words is stored there, here as everywhere in a tree.
  static func position(of name: String, in names: UnsafePointer<String>, count: Int) -> Int {
    // Invariant: position < count.
    for position in 0..<count {
      if unsafe names[position].hasSameWords(as: name) { return position }
    }
    // Small strings with different words are different.
    if SmallString.isKnown, SmallString.isSmall(name) { return -1 }
    for position in 0..<count {
      if unsafe names[position].hasSameBytes(as: name) { return position }
    }
    return -1
  }

  /// Adds a member. There must be room for it, and the object must not have its name yet.
  func append(_ name: String, _ value: RawJSON) {
    let position = count
    if tableBits != 0 {
      table.put(position, in: table.search(name, hash: NameHash.hash(name)).slot)
    }
    // Invariant: there is room for one more member after those that are initialised.
    unsafe (values + position).initialize(to: value)
    unsafe (names + position).initialize(to: name)
    owned.insert(.names)
    count = position &+ 1
    include(height: value.height)
  }

  /// Adds a member before the one at `position`, under the conditions of ``append(_:_:)``.
  /// - Complexity: O(*m*) on average in the members after it.
  func insert(_ name: String, _ value: RawJSON, at position: Int) {
    let others = position..<count
    if tableBits != 0 { table.move(others, by: 1) }
    // Invariant: there is room for one more member. The later ones move by one, which leaves a gap.
    let newValue = unsafe values + position
    let newName = unsafe names + position
    unsafe (newValue + 1).moveInitialize(from: newValue, count: others.count)
    unsafe (newName + 1).moveInitialize(from: newName, count: others.count)
    unsafe newValue.initialize(to: value)
    unsafe newName.initialize(to: name)
    if tableBits != 0 {
      table.put(position, in: table.search(name, hash: NameHash.hash(name)).slot)
    }
    owned.insert(.names)
    count &+= 1
    include(height: value.height)
  }

  /// Keeps one of the members of each name, in the place of the first.
  @inline(never)
  func removeDuplicates(firstWins: Bool) {
    let total = count
    count = 0
    if tableBits != 0 { table.clear() }
    // Invariant: count ≤ index < total, and everything between the two was moved out.
    for index in 0..<total {
      let name = unsafe (names + index).move()
      let value = unsafe (values + index).move()
      let first = position(of: name)
      if first < 0 {
        append(name, value)
      } else if !firstWins {
        unsafe values[first] = value
      }
    }
  }
}
