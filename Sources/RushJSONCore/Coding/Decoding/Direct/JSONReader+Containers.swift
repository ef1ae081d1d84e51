// Members that a container of Codable decodes.
//
// Libraries of property wrappers add overloads of `decode(_:forKey:)` to `KeyedDecodingContainer`, such as one
// that has a default for a missing member. Only the user's module knows them, so its code makes the call.

extension JSONReader {
  /// The key of the container that `_value(_:also:by:)` passes.
  public struct _MemberKey: CodingKey {
    /// The name of the member, before strategies for keys.
    public let stringValue: String
    /// Always `nil`.
    public var intValue: Int? { nil }

    /// Creates a key with a name.
    public init(stringValue: String) { self.stringValue = stringValue }
    /// Always `nil`: members have names.
    public init?(intValue: Int) { nil }
  }

  /// Reads a member with a container of `Codable`, and with the overload that the type has there.
  ///
  /// ```swift
  /// _state = try reader._value("state", by: { try $0.decode($1, forKey: $2) })
  /// ```
  /// - Throws: What `decode` throws.
  public mutating func _value<T>(
    _ name: JSONName, also others: [JSONName] = [],
    by decode: (KeyedDecodingContainer<_MemberKey>, T.Type, _MemberKey) throws -> T
  ) throws -> T {
    let name = try nameFound(name, others)
    _ = try find(name)
    return try inContainer(name, decode)
  }

  /// Reads a member with a container of `Codable` into a variable, which does not change if the member is missing, or
  /// `null` and the type has no value for that, or the one of a missing member.
  public mutating func _value<T>(
    _ name: JSONName, also others: [JSONName] = [], into variable: inout T,
    by decode: (KeyedDecodingContainer<_MemberKey>, T.Type, _MemberKey) throws -> T
  ) throws {
    let name = try nameFound(name, others)
    let index = try find(name)
    if index == 0 || isNull(at: index) && T.self is any NullIsMissing.Type { return }
    do { variable = try inContainer(name, decode) } catch {
      try refuseUnlessNull(error, at: index)
    }
  }

  /// Calls `decode` with a container of the object that was begun.
  private func inContainer<T>(
    _ name: JSONName,
    _ decode: (KeyedDecodingContainer<_MemberKey>, T.Type, _MemberKey) throws -> T
  ) throws -> T {
    func decodeMember(of decoder: ValueDecoder) throws -> T {
      let container = try decoder.container(keyedBy: _MemberKey.self)
      let key = _MemberKey(stringValue: name.description)
      return try decode(
        container, T.self, isInMissingObject ? container.missingKey(like: key) : key)
    }
    if state.container == base.index { return try decodeMember(of: ValueDecoder(session, base)) }
    return try session.below(base, at: state.container, decodeMember)
  }
}

extension KeyedDecodingContainer where Key == JSONReader._MemberKey {
  /// A key without a member. The container is that of the object around one that is missing, and may have a member with
  /// the name of one that would be inside.
  func missingKey(like key: Key) -> Key {
    var key = key
    while contains(key) { key = Key(stringValue: key.stringValue + "?") }
    return key
  }

  /// Reads a member whose type is not `Decodable`.
  @_disfavoredOverload
  public func decode<T: JSONReadable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(ReadMember<T>.self, forKey: key).value
  }
}

/// A type that takes `null` for a missing member, so that an initial value of a property stays.
package protocol NullIsMissing {}

/// A value of a type that is not `Decodable`, read from any decoder.
struct ReadMember<Value: JSONReadable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder)
    value = try Value(from: &reader)
  }
}
