// Models in another library's decoder: the containers, methods and types that the compiler's own code would ask for.
//
//   @JSONModel struct Page { var number: Int; var per: Int = 10; @Name(at: "/meta/q") var query: String? }
//
//   container(keyedBy:)             its errors leave `init(from:)` unchanged
//     decode(Int.self, "number")
//     contains("per") ─→ decode(Int.self, "per")
//     nestedContainer("meta") ─→ decodeIfPresent(String.self, "q")
//
// The code that a macro generates is the same for a `JSONReader`. Types that share an object are decoded from one decoder.
// One of these may need to know all names of the object, and then the object is read as a tree.

extension JSONReader {
  /// Reads a model from the containers of another library's decoder. Generated code alone calls this.
  public struct _OtherDecoder {
    private let decoder: any Decoder
    /// The type around, if it reads members of the same object.
    private let part: PartDecoder?
    /// The object whose members are asked for, or `nil` before one was begun.
    private var object: KeyedDecodingContainer<_MemberKey>?
    /// Whether the object is missing, so that all its members are.
    private var isMissing = false
    /// Whether that is inside the object of the decoder.
    private var isInside = false

    /// Creates the containers of a decoder, or returns `nil` for one of this library, which a `JSONReader` reads.
    public init?(_ decoder: any Decoder) {
      if decoder is ValueDecoder { return nil }
      part = decoder as? PartDecoder
      self.decoder = part?.base ?? decoder
      part?.isReadByName = true
    }

    /// The path of the value.
    package var codingPath: [any CodingKey] { decoder.codingPath }
  }
}

// MARK: - Objects

extension JSONReader._OtherDecoder {
  public mutating func beginObject() throws { _ = try opened() }

  /// The object around one that was entered.
  public struct _OuterObject {
    fileprivate let object: KeyedDecodingContainer<JSONReader._MemberKey>?
    fileprivate let isMissing: Bool
    fileprivate let isInside: Bool
  }

  public mutating func _enterObject(
    _ name: JSONName, isOptional: Bool = false
  ) throws -> _OuterObject {
    let key = key(name)
    let outer = _OuterObject(object: object, isMissing: isMissing, isInside: isInside)
    if isOptional, try isNil(key) {
      isMissing = true
    } else {
      object = try opened().nestedContainer(keyedBy: JSONReader._MemberKey.self, forKey: key)
    }
    isInside = true
    return outer
  }

  public mutating func _leaveObject(
    _ outer: _OuterObject, beside names: ((inout JSONReader.MemberNames) -> Void)? = nil
  ) throws {
    if let names { try refuseUnknownMembers(beside: names) }
    (object, isMissing, isInside) = (outer.object, outer.isMissing, outer.isInside)
  }

  public mutating func enter(_ name: JSONName) throws {
    object = try opened().nestedContainer(keyedBy: JSONReader._MemberKey.self, forKey: key(name))
    isInside = true
  }

  public mutating func _enterIfPresent(_ name: JSONName) throws -> Bool {
    if try opened().contains(key(name)) {
      try enter(name)
      return true
    }
    isMissing = true
    return false
  }

  private func isNil(_ key: JSONReader._MemberKey) throws -> Bool {
    guard let object, !isMissing, object.contains(key) else { return true }
    return try object.decodeNil(forKey: key)
  }

  private mutating func opened() throws -> KeyedDecodingContainer<JSONReader._MemberKey> {
    if let object { return object }
    let new = try decoder.container(keyedBy: JSONReader._MemberKey.self)
    object = new
    return new
  }

  // MARK: - Unknown members

  /// The keys with other names than those that `names` adds.
  private func unknownKeys(
    _ names: @escaping (inout JSONReader.MemberNames) -> Void
  ) throws -> [JSONReader._MemberKey] {
    // The other types know nothing of these names.
    if !isInside { try needTree() }
    guard let object, !isMissing else { return [] }
    let known = JSONReader.MemberNames.own(names).map(\.description)
    return object.allKeys.filter { !known.contains($0.stringValue) }
  }

  public mutating func refuseUnknownMembers(
    beside names: @escaping (inout JSONReader.MemberNames) -> Void = { _ in }
  ) throws {
    guard let key = try unknownKeys(names).first, let object else { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: object,
      debugDescription: "Unexpected member \"\(key.stringValue.shortened(to: 60))\".")
  }

  public mutating func unknownMembers(
    beside names: @escaping (inout JSONReader.MemberNames) -> Void
  ) throws -> RawJSON.Object {
    var members = RawJSON.Object()
    for key in try unknownKeys(names) {
      members[key.stringValue] = try object?.decode(RawJSON.self, forKey: key)
    }
    return members
  }

  public mutating func unknownMembers(
    beside names: @escaping (inout JSONReader.MemberNames) -> Void
  ) throws -> [String: RawJSON] {
    Dictionary(try unknownMembers(beside: names) as RawJSON.Object)
  }

  public mutating func unknownMembers(
    beside names: @escaping (inout JSONReader.MemberNames) -> Void
  ) throws -> RawJSON.Object? {
    let members: RawJSON.Object = try unknownMembers(beside: names)
    return members.isEmpty ? nil : members
  }

  public mutating func unknownMembers(
    beside names: @escaping (inout JSONReader.MemberNames) -> Void
  ) throws -> [String: RawJSON]? {
    let members: [String: RawJSON] = try unknownMembers(beside: names)
    return members.isEmpty ? nil : members
  }
}

// MARK: - Members

extension JSONReader._OtherDecoder {
  private func key(_ name: JSONName) -> JSONReader._MemberKey {
    JSONReader._MemberKey(stringValue: name.description)
  }

  /// The key of the first of several names that a member has, or else of the first name.
  private mutating func key(_ name: JSONName, _ others: [JSONName]) throws -> JSONReader._MemberKey
  {
    let first = key(name)
    let rest = others.map { key($0) }
    if rest.isEmpty || isMissing { return first }
    let object = try opened()
    return object.contains(first) ? first : rest.first { object.contains($0) } ?? first
  }

  private func missing(_ key: JSONReader._MemberKey) -> DecodingError {
    DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: object?.codingPath ?? decoder.codingPath,
        debugDescription: "No value associated with key \"\(key.stringValue)\"."))
  }

  // Not one function, like those with a default: without a constraint, no error of the compiler would name `Decodable`.
  public mutating func value<T: Decodable>(
    _ name: JSONName, also others: [JSONName] = []
  ) throws -> T {
    try member(T.self, key(name, others))
  }

  @_disfavoredOverload
  public mutating func value<T: JSONReadable>(
    _ name: JSONName, also others: [JSONName] = []
  ) throws -> T {
    try member(T.self, key(name, others))
  }

  private mutating func member<T>(_ type: T.Type, _ key: JSONReader._MemberKey) throws -> T {
    if !isMissing { return try opened().value(type, forKey: key) }
    guard let value = valueOfMissing(type) else { throw missing(key) }
    return value
  }

  public mutating func value<T>(
    _ name: JSONName, also others: [JSONName] = [], into variable: inout T
  ) throws {
    variable = try value(name, also: others, default: variable)
  }

  public mutating func value<T>(
    _ name: JSONName, also others: [JSONName] = [], default value: @autoclosure () throws -> T
  ) throws -> T {
    try memberIfThere(key(name, others)) ?? value()
  }

  /// Reads a member, or returns `nil` if it is missing, or `null` and the type has no value for that. A ``JSONField`` is
  /// missing itself.
  private mutating func memberIfThere<T>(_ key: JSONReader._MemberKey) throws -> T? {
    if try isMissing || !opened().contains(key) {
      return T.self is any AnyField.Type ? valueOfMissing(T.self) : nil
    }
    do { return try member(T.self, key) } catch {
      if try !opened().decodeNil(forKey: key) { throw error }
      return nil
    }
  }

  public mutating func _value<T>(
    _ name: JSONName, also others: [JSONName] = [],
    by decode: (KeyedDecodingContainer<JSONReader._MemberKey>, T.Type, JSONReader._MemberKey) throws
      -> T
  ) throws -> T {
    let key = try key(name, others)
    let object = try opened()
    return try decode(object, T.self, isMissing ? object.missingKey(like: key) : key)
  }

  public mutating func _value<T>(
    _ name: JSONName, also others: [JSONName] = [], into variable: inout T,
    by decode: (KeyedDecodingContainer<JSONReader._MemberKey>, T.Type, JSONReader._MemberKey) throws
      -> T
  ) throws {
    let key = try key(name, others)
    if try isMissing || !opened().contains(key) { return }
    if try opened().decodeNil(forKey: key), T.self is any NullIsMissing.Type { return }
    do { variable = try decode(opened(), T.self, key) } catch {
      if try !opened().decodeNil(forKey: key) { throw error }
    }
  }

  /// Reads a member in a format, or returns `nil` if it is missing.
  /// - Parameter mayBeNull: Whether it also returns `nil` for `null`, if the type has no value for that.
  package mutating func formatted<T: JSONStyles.FormattedValue>(
    _ name: JSONName, also others: [JSONName], _ format: T.ValueFormat, mayBeNull: Bool = false
  ) throws -> T? {
    let key = try key(name, others)
    if isMissing { return nil }
    let object = try opened()
    guard object.contains(key) else { return nil }
    let isNumber = (format as? JSONDateFormat)?.form == .number
    let tree =
      isNumber
      ? try object.decode(TreeOfNumbers.self, forKey: key).value
      : try object.decode(RawJSON.self, forKey: key)
    var reader = try JSONReader(tree, of: decoder, at: object.codingPath + [key])
    do { return try T._read(from: &reader, format) } catch {
      if !mayBeNull || !reader.isNull { throw error }
      return nil
    }
  }

  package func keyNotFound(_ name: JSONName) -> DecodingError {
    missing(JSONReader._MemberKey(stringValue: name.description))
  }

  // MARK: - Whole values

  /// Reads the value of a case that has no known tag.
  public mutating func read<T>() throws -> T {
    func decodable<Value: Decodable>(_ type: Value.Type) throws -> T {
      try cast(try decoder.singleValueContainer().decode(type), at: decoder.codingPath)
    }
    func readable<Value: JSONReadable>(_ type: Value.Type) throws -> T {
      try cast(try whole(type), at: decoder.codingPath)
    }
    if let type = T.self as? any Decodable.Type { return try decodable(type) }
    if let type = T.self as? any JSONReadable.Type { return try readable(type) }
    return try cast((), at: decoder.codingPath)
  }

  private func whole<T: JSONReadable>(_ type: T.Type) throws -> T {
    if let type = type as? any Decodable.Type, let value = try type.init(from: decoder) as? T {
      return value
    }
    var reader = try JSONReader(decoder)
    return try T(from: &reader)
  }

  public mutating func _rawValue<T: RawRepresentable>(
    of cases: @autoclosure () -> [T]
  ) throws -> T where T.RawValue: JSONReadable {
    let rawValue = try whole(T.RawValue.self)
    guard let value = T(rawValue: rawValue) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "Cannot initialize \(T.self) from invalid \(T.RawValue.self) value \(rawValue)"
        ))
    }
    return value
  }
}

// MARK: - Types that share an object

/// The decoder of a type that reads members of an object beside the type around it.
private final class PartDecoder: Decoder {
  let base: any Decoder
  /// Whether the type asks for members by their names, so that it may be read from containers.
  var isReadByName = false
  /// Whether it has to know the names that other types ask for.
  var needsTree = false

  init(_ base: any Decoder) { self.base = base }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try base.container(keyedBy: type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

/// The error of a part inside a part that has to know all names of the object. No program sees it.
private struct NeedsTree: Error {}

extension JSONReader._OtherDecoder {
  public mutating func read<T: JSONReadable>(
    as property: StaticString,
    beside names: @escaping (inout JSONReader.MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws -> T {
    if let value = try valueByName(T.self) { return value }
    var reader = try JSONReader(decoder)
    return try reader.read(as: property, beside: names, part: part)
  }

  public mutating func _read<T: JSONReadable>(
    into variable: inout T, as property: StaticString = "",
    beside names: @escaping (inout JSONReader.MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws {
    variable = try _read(default: variable, as: property, beside: names, part: part)
  }

  public mutating func _read<T: JSONReadable>(
    default value: @autoclosure () throws -> T, as property: StaticString = "",
    beside names: @escaping (inout JSONReader.MemberNames) -> Void = { _ in }, part: Int = -1
  ) throws -> T {
    try needTree()
    var reader = try JSONReader(decoder)
    return try reader._read(default: value(), as: property, beside: names, part: part)
  }

  private func needTree() throws {
    guard let part else { return }
    part.needsTree = true
    throw NeedsTree()
  }

  /// Reads a type that asks for members by their names, or returns `nil` for any other type.
  private func valueByName<T: JSONReadable>(_ type: T.Type) throws -> T? {
    let inner = PartDecoder(decoder)
    // Whether an optional part is there depends on its names.
    if !(type is any ValueOfMissing.Type), let type = type as? any Decodable.Type {
      do {
        let value = try type.init(from: inner)
        if inner.isReadByName, !inner.needsTree { return value as? T }
      } catch {
        if inner.isReadByName, !inner.needsTree { throw error }
      }
    }
    try needTree()
    return nil
  }
}

// MARK: - Tags

extension JSONReader._OtherDecoder {
  public mutating func _externalTag<T>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> Int {
    let object = try opened()
    let found = tags.indices.filter { object.contains(key(tags[$0])) }
    guard let tag = found.first, found.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Invalid number of keys found, expected one."))
    }
    if refusing { try refuseUnknownMembers { for tag in tags { $0.add(tag) } } }
    try enter(tags[tag])
    return tag
  }

  public mutating func _externalTagIfKnown<T>(
    _ tags: [JSONName], of type: T.Type, refusing: Bool = false
  ) throws -> Int? {
    guard try isObject() else { return nil }
    let object = try opened()
    if tags.contains(where: { object.contains(key($0)) }) {
      return try _externalTag(tags, of: type, refusing: refusing)
    }
    return nil
  }

  public mutating func _internalTag<T>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type
  ) throws -> Int {
    let found: String = try value(name)
    guard let tag = tags.position(of: found) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: try opened().codingPath + [key(name)],
          debugDescription:
            "Cannot initialize \(type) from unknown tag \"\(found.shortened(to: 60))\"."))
    }
    return tag
  }

  public mutating func _internalTagIfKnown<T>(
    _ name: JSONName, _ tags: [JSONName], of type: T.Type
  ) throws -> Int? {
    guard try isObject() else { return nil }
    let object = try opened()
    let key = key(name)
    guard object.contains(key),
      let found = try ifOfKind({ try object.decode(String.self, forKey: key) })
    else { return nil }
    return tags.position(of: found)
  }

  public mutating func _tag<T>(_ tags: [JSONName], of type: T.Type) throws -> Int {
    let found = try decoder.singleValueContainer().decode(String.self)
    guard let tag = tags.position(of: found) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "Cannot initialize \(type) from unknown name \"\(found.shortened(to: 60))\"."))
    }
    return tag
  }

  public mutating func _tagIfKnown<T>(_ tags: [JSONName], of type: T.Type) throws -> Int? {
    let found = try ifOfKind { try decoder.singleValueContainer().decode(String.self) }
    return found.flatMap(tags.position)
  }

  private mutating func isObject() throws -> Bool {
    if object != nil { return true }
    object = try ifOfKind { try decoder.container(keyedBy: JSONReader._MemberKey.self) }
    return object != nil
  }
}

// MARK: - Types that are known when the program runs

/// A type whose member may be missing.
private protocol OptionalMember {
  static func member(
    of object: KeyedDecodingContainer<JSONReader._MemberKey>, forKey key: JSONReader._MemberKey
  ) throws -> Self
}

extension Optional: OptionalMember {
  fileprivate static func member(
    of object: KeyedDecodingContainer<JSONReader._MemberKey>, forKey key: JSONReader._MemberKey
  ) throws -> Wrapped? {
    if Wrapped.self is any AnyField.Type {
      return object.contains(key) ? try object.value(Wrapped.self, forKey: key) : nil
    }
    guard let type = Wrapped.self as? any Decodable.Type else {
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      return try object.value(Wrapped.self, forKey: key)
    }
    func open<T: Decodable>(_ type: T.Type) throws -> Wrapped? {
      guard let value = try object.decodeConcretelyIfPresent(type, forKey: key) else { return nil }
      return value as? Wrapped
    }
    return try open(type)
  }
}

extension JSONField: OptionalMember {
  fileprivate static func member(
    of object: KeyedDecodingContainer<JSONReader._MemberKey>, forKey key: JSONReader._MemberKey
  ) throws -> JSONField {
    guard object.contains(key) else { return .missing }
    if try object.decodeNil(forKey: key) { return .null }
    return .value(try object.value(Value.self, forKey: key))
  }
}

/// Returns a value as its type, which only the running program knows.
// No `Any` on the way: a `nil` in it may become another one.
private func cast<T>(_ value: some Any, at path: @autoclosure () -> [any CodingKey]) throws -> T {
  if let value = value as? T { return value }
  throw DecodingError.typeMismatch(
    T.self,
    DecodingError.Context(
      codingPath: path(), debugDescription: "\(T.self) has no way to be decoded."))
}

extension KeyedDecodingContainer<JSONReader._MemberKey> {
  /// Decodes a member by what its type conforms to, as the compiler would have chosen.
  fileprivate func value<T>(_ type: T.Type, forKey key: Key) throws -> T {
    func cast(_ value: some Any) throws -> T {
      try RushJSONCore.cast(value, at: codingPath + [key])
    }
    func optional<Member: OptionalMember>(_ type: Member.Type) throws -> T {
      try cast(try Member.member(of: self, forKey: key))
    }
    func member<Member: JSONStyles.DecodableMember>(_ type: Member.Type) throws -> T {
      try cast(try Member(from: self, forKey: key))
    }
    func decodable<Member: Decodable>(_ type: Member.Type) throws -> T {
      try cast(try decode(type, forKey: key))
    }
    func readable<Member: JSONReadable>(_ type: Member.Type) throws -> T {
      try cast(try decode(ReadMember<Member>.self, forKey: key).value)
    }
    // Casts cost more than most scalars.
    if let scalar = try decodeScalar(type, forKey: key) { return scalar }
    if let type = type as? any OptionalMember.Type { return try optional(type) }
    if let type = type as? any JSONStyles.DecodableMember.Type { return try member(type) }
    if let type = type as? any Decodable.Type { return try decodable(type) }
    if let type = type as? any JSONReadable.Type { return try readable(type) }
    return try cast(())
  }
}
