/// The members of a JSON object, in order, no two of the same name.
///
/// ```swift
/// var ticket: JSONObject = ["name": "Rock Concert", "price": 20]
/// ticket["seat"] = "12A"
/// for member in ticket { print(member.name, member.value) }
/// ```
///
/// Names are the same if their Unicode scalars are: "é" and "e\u{301}" are two names, unlike in a
/// Swift dictionary. Of members of the same name in a text or a literal, one stays: by default the
/// last one's value, in the first one's place.
///
/// An object is one word; an empty one has no memory, and one that was read has exactly what it
/// needs. Copies share it until one of them changes. Look-ups compare names in turn, and in an
/// object with room for more than 64 members by a hash table that was made with it; they never
/// write, so any number of threads may read at once.
@safe
public struct JSONObject: @unchecked Sendable {
  /// `nil` if there is no memory, and so no member.
  var storage: TreeStorage?

  @inline(__always)
  init(storage: TreeStorage?) { self.storage = storage }

  /// An empty object.
  public init() { storage = nil }

  /// An object of these members, in the dictionary's order, which is none in particular.
  ///
  /// - Complexity: O(*n*). The values are copied, which shares what is in them.
  public init(_ members: [String: RawJSON]) {
    self.init()
    reserveCapacity(members.count)
    for (name, value) in members { updateValue(value, forName: name) }
  }

  /// An object of these members in this order; the last of several of the same name gives the value
  /// and the first the place.
  ///
  /// - Complexity: O(*n*) on average. The values are copied, which shares what is in them.
  public init(_ members: some Sequence<Member>) {
    self.init()
    reserveCapacity(members.underestimatedCount)
    for member in members { updateValue(member.value, forName: member.name) }
  }

  /// The same object: a sequence of members that need not be copied.
  ///
  /// - Complexity: O(1).
  public init(_ members: JSONObject) { self = members }

  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    public var value: RawJSON

    /// The same as ``name``, in Swift's word for it.
    public var key: String {
      get { name }
      set { name = newValue }
    }

    /// Creates a member.
    public init(name: String, value: RawJSON) {
      self.name = name
      self.value = value
    }

    /// Whether the names have the same scalars, and the values are equal.
    public static func == (a: Member, b: Member) -> Bool {
      a.name.hasSameBytes(as: b.name) && a.value == b.value
    }
  }
}

// MARK: - In order

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }

  /// The number of members.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  public var endIndex: Int { storage?.visibleCount ?? 0 }

  /// The member at `position`, which must be in `0..<count`.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Member {
    guard let storage, position >= 0, position < storage.count else {
      return uncommonMember(at: position)
    }
    // Invariant: position < count, and the storage lives while `self` does.
    return unsafe Member(name: storage.names[position], value: storage.values[position])
  }

  /// A member of an object that has not ended, in a snapshot.
  @inline(never)
  private func uncommonMember(at position: Int) -> Member {
    guard let storage, let value = storage.prefixValue(at: position) else {
      preconditionFailure("an index of an object is at least 0 and less than its count")
    }
    return Member(name: storage.prefixName(at: position), value: value)
  }

  /// The names, in order.
  public var names: some RandomAccessCollection<String> { lazy.map(\.name) }

  /// The values, in order.
  public var values: some RandomAccessCollection<RawJSON> { lazy.map(\.value) }
}

// MARK: - By name

extension JSONObject {
  /// Where the member of this name is, or `nil` if there is none.
  ///
  /// - Complexity: O(1) on average; comparisons with up to 64 names.
  public func index(ofName name: String) -> Int? {
    guard let storage else { return nil }
    let position = storage.position(of: name)
    if _fastPath(position >= 0) { return position }
    let open = storage.prefixPosition(of: name)
    return open < 0 ? nil : open
  }

  /// The value of the member of this name, or `nil` if there is none.
  ///
  /// Setting a value replaces the member's, or adds a member at the end; setting `nil` removes the
  /// member, and the others keep their order. (To set the value `null`, set `.null`.)
  ///
  /// - Complexity: O(1) on average to get and to set, in place if nothing else has the memory, else
  ///   O(*n*) for a copy of it. O(*n*) to remove.
  public subscript(name: String) -> RawJSON? {
    get {
      guard let storage else { return nil }
      let position = storage.position(of: name)
      // No conditional operator here: its `nil` would be the literal for `.null`.
      if position < 0 { return storage.prefixValue(at: storage.prefixPosition(of: name)) }
      // Invariant: a position that is not negative is below the count.
      return unsafe storage.values[position]
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
      // The value leaves its place, so that it has no second owner while it is changed.
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

  /// The value of the member of this name, or `defaultValue`, which is added if it is changed.
  ///
  /// - Complexity: As of the subscript without a default.
  public subscript(
    name: String, default defaultValue: @autoclosure () -> RawJSON
  ) -> RawJSON {
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
      defer { unsafe storage.include(height: storage.values[position].height) }
      // Invariant: position < count.
      yield unsafe &storage.values[position]
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object of the members of a literal; the last of several of the same name gives the
  /// value and the first the place.
  public init(dictionaryLiteral members: (String, RawJSON)...) {
    self.init()
    reserveCapacity(members.count)
    for (name, value) in members { updateValue(value, forName: name) }
  }
}

extension Dictionary where Key == String, Value == RawJSON {
  /// A dictionary of the members of an object, without their order.
  ///
  /// Names that Swift takes for the same ("é" and "e\u{301}") become one; the last one's value stays.
  /// - Complexity: O(*n*). The values are copied, which shares what is in them.
  public init(_ object: JSONObject) {
    self.init(minimumCapacity: object.count)
    for member in object { self[member.name] = member.value }
  }
}
