extension RawJSON {
  /// The members of a JSON object, in order, each name at most once.
  ///
  /// ```swift
  /// var ticket: RawJSON.Object = ["name": "Rock Concert", "price": 20]
  /// ticket["seat"] = "12A"
  /// for member in ticket { print(member.name, member.value) }
  /// for (name, value) in ticket.pairs { print(name, value) }
  /// ```
  ///
  /// Names are equal if their Unicode scalars are: "é" and "e\u{301}" are two names, unlike in a Swift
  /// dictionary. Members of the same name in a text or a literal become one. By default, it has the position of
  /// the first and the value of the last.
  ///
  /// An object takes one word. An empty one has no memory, and one that was read has exactly what it
  /// needs. Copies share it until one of them changes.
  ///
  /// A look-up compares the names in turn. Objects with room for more than 64 members have a hash table, which is
  /// built with the object. Look-ups never write, so any number of threads may read at
  /// the same time.
  @safe
  public struct Object: @unchecked Sendable {
    /// `nil` if the object has no memory, and so no members.
    package var storage: TreeStorage?

    @inline(__always) init(storage: TreeStorage?) { self.storage = storage }

    /// Creates an empty object.
    public init() { storage = nil }

    /// Creates an object of these members, in the dictionary's order, which is arbitrary.
    /// - Complexity: O(*n*). The object shares what is in the values.
    public init(_ members: [String: RawJSON]) {
      self.init(pairs: members.lazy.map { ($0.key, $0.value) })
    }

    /// Creates an object of these members in this order. Members of the same name become one, with the position of
    /// the first and the value of the last.
    /// - Complexity: O(*n*) on average. The object shares what is in the values.
    public init(_ members: some Sequence<Member>) {
      self.init(pairs: members.lazy.map { ($0.name, $0.value) })
    }

    /// Returns the same object, without a copy.
    /// - Complexity: O(1).
    public init(_ members: RawJSON.Object) { self = members }

    /// A name and its value.
    public struct Member: Sendable, Hashable {
      /// The name, unescaped.
      public var name: String
      /// The value.
      public var value: RawJSON

      /// Creates a member.
      public init(name: String, value: RawJSON) {
        self.name = name
        self.value = value
      }

      /// Whether the names have the same Unicode scalars, and the values are equal.
      public static func == (a: Member, b: Member) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.value == b.value
      }
    }
  }
}

// MARK: - Members by position

extension RawJSON.Object: RandomAccessCollection {
  public var startIndex: Int { 0 }

  /// The number of members.
  /// - Complexity: O(1).
  @inline(__always) public var endIndex: Int { storage?.count ?? 0 }

  /// The member at `position`, which must be in `0..<count`.
  /// - Complexity: O(1).
  public subscript(position: Int) -> Member {
    guard let storage, position >= 0, position < storage.count else {
      preconditionFailure("an index of an object is at least 0 and less than its count")
    }
    // Invariant: position < count, and the storage lives as long as `self`.
    return Member(name: storage.names[position], value: storage.values[position])
  }

  /// The members as tuples, in order: `for (name, value) in object.pairs`.
  public var pairs: some RandomAccessCollection<(name: String, value: RawJSON)> {
    lazy.map { (name: $0.name, value: $0.value) }
  }

  /// The names, in order.
  public var names: some RandomAccessCollection<String> { lazy.map(\.name) }

  /// The values, in order.
  public var values: some RandomAccessCollection<RawJSON> { lazy.map(\.value) }
}

// MARK: - Members by name

extension RawJSON.Object {
  /// The position of the member named `name`, or `nil` if there is none.
  /// - Complexity: O(1) on average, with at most 64 comparisons of names in small objects.
  public func index(ofName name: String) -> Int? {
    guard let storage else { return nil }
    let position = storage.position(of: name)
    return position < 0 ? nil : position
  }

  /// The value of the member named `name`, or `nil` if there is none.
  ///
  /// Setting a value replaces the member's value, or adds a member at the end. Setting `nil` removes
  /// the member, and the others keep their order. (To set the value `null`, set `.null`.)
  /// - Complexity: O(1) on average to get and to set, in place if the memory has no other owner, else
  ///   O(*n*) for a copy. O(*n*) to remove.
  public subscript(name: String) -> RawJSON? {
    get {
      guard let storage else { return nil }
      let position = storage.position(of: name)
      // No conditional operator here: its `nil` would be the literal for `.null`.
      if position < 0 { return nil }
      assert(position < storage.count)
      return storage.values[position]
    }
    set {
      if let newValue {
        updateValue(newValue, forName: name)
      } else {
        removeValue(forName: name)
      }
    }
    _modify {
      let position = index(ofName: name)
      // The value is moved out, so that it has one owner while it changes.
      var value: RawJSON? = position.map { exchange(.null, at: $0) }
      defer {
        switch (position, value) {
        case (let position?, let value?): _ = exchange(value, at: position)
        case (let position?, nil): remove(at: position)
        case (nil, let value?): append(name, value)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  /// The value of the member named `name`, or `defaultValue`. Changing the value adds the member.
  /// - Complexity: The same as without a default.
  public subscript(name: String, default defaultValue: @autoclosure () -> RawJSON) -> RawJSON {
    get { self[name] ?? defaultValue() }
    _modify {
      let position =
        index(ofName: name)
        ?? {
          append(name, defaultValue())
          return count - 1
        }()
      storage.makeUnique(capacity: 0, isObject: true)
      guard let storage else { preconditionFailure("an object with a member has memory") }
      assert(position >= 0 && position < storage.count)
      defer { storage.include(height: storage.values[position].height) }
      yield &storage.values[position]
    }
  }
}

extension RawJSON.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object of the members of a literal. Members of the same name become one, with the position of the
  /// first and the value of the last.
  public init(dictionaryLiteral members: (String, RawJSON)...) { self.init(pairs: members) }

  init(pairs members: some Sequence<(String, RawJSON)>) {
    self.init()
    reserveCapacity(members.underestimatedCount)
    for (name, value) in members { updateValue(value, forName: name) }
  }
}

extension Dictionary where Key == String, Value == RawJSON {
  /// Creates a dictionary of the members of an object, without their order.
  ///
  /// Names that Swift considers equal ("é" and "e\u{301}") become one key, with the last one's value.
  /// - Complexity: O(*n*). The dictionary shares what is in the values.
  public init(_ object: RawJSON.Object) {
    self.init(minimumCapacity: object.count)
    for member in object { self[member.name] = member.value }
  }
}

// MARK: - Editing

extension RawJSON.Object {
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
  /// - Complexity: O(*n*) in the members after it. ``removeAll(where:)`` and `JSONPatch` remove many
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
    assert(position < storage.count)
    // The later members move over the one that was moved out.
    let value = storage.values + position
    let name = storage.names + position
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
  package mutating func exchange(_ value: RawJSON, at position: Int) -> RawJSON {
    storage.makeUnique(capacity: 0, isObject: true)
    guard let storage else { return value }
    storage.include(height: value.height)
    assert(position >= 0 && position < storage.count, "the look-up is out of date")
    let place = storage.values + position
    let old = unsafe place.move()
    place.initialize(to: value)
    return old
  }

  /// Adds a member, whose name the object must not have yet.
  package mutating func append(_ name: String, _ value: RawJSON) {
    var name = name
    // So that reading its bytes never needs a conversion.
    name.makeContiguousUTF8()
    storage.makeUnique(capacity: count &+ 1, isObject: true)
    guard let storage else { return }
    storage.append(SmallString.shrunk(name), value)
  }
}

// MARK: - Transforming

// Changes to many members.

extension RawJSON.Object {
  /// Inserts a member before the one at `position`, which must be in `0...count`. If the object has a member of
  /// this name, only that member's value is replaced.
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
  package mutating func removeMembers(at positions: [Int]) {
    // Few members are removed one by one; for many, a new object is made of the others.
    if positions.count <= 4 {
      for position in positions.reversed() { remove(at: position) }
      return
    }
    var kept = RawJSON.Object()
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
  public func mapValues(_ transform: (RawJSON) throws -> RawJSON) rethrows -> RawJSON.Object {
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
  public func compactMapValues(_ transform: (RawJSON) throws -> RawJSON?) rethrows -> RawJSON.Object
  {
    var result = RawJSON.Object()
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
    self = RawJSON.Object(try sorted(by: areInIncreasingOrder))
  }

  /// Sorts the members by the Unicode scalars of their names, which is also the order of their UTF-8
  /// bytes.
  ///
  /// Nested objects do not change; see ``RawJSON/sortNames()``.
  /// - Complexity: O(*n* log *n*) comparisons; O(*n*) without a copy if they are sorted already.
  public mutating func sortNames() { sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
}
