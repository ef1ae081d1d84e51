// Objects.

/// The members of an object.
///
/// The standard library puts this into an object, so it consists of plain words as far as possible:
/// see ContainerPool.swift.
@safe
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let contents: PooledContents<EncodingSession, EncodingPlace>

  init(_ contents: PooledContents<EncodingSession, EncodingPlace>) { self.contents = contents }

  private var place: EncodingPlace { contents.place }

  @inline(__always)
  private func use<R>(_ body: (EncodingSession) throws -> R) rethrows -> R {
    try contents.use(body)
  }

  var codingPath: [any CodingKey] { use { $0.codingPath(place) } }

  @inline(__always)
  private func scalar<T: TextScalar>(_ value: T, _ key: Key) throws {
    try use { session in
      if _slowPath(!session.hasText(value)) { throw session.nonFinite(value, codingPath + [key]) }
      if _fastPath(session.beginMember(place, key)) {
        // A value that is looked at and has a text.
        unsafe withUnsafePointer(to: value) {
          _ = unsafe T.write($0, to: session.output)
        }
      } else {
        try session.encodeInNodes(value, key, in: place)
      }
    }
  }

  @inline(__always)
  private func scalarIfPresent<T: TextScalar>(_ value: T?, _ key: Key) throws {
    if let value { return try scalar(value, key) }
    try noValue(key)
  }

  /// A member that has no value and would be left out.
  @inline(__always)
  private func noValue(_ key: Key) throws {
    if _slowPath(use { $0.snapshot.options.nils == .null }) { try encodeNil(forKey: key) }
  }

  func encodeNil(forKey key: Key) throws {
    try use { session in
      if session.snapshot.options.nils == .omit { return }
      if session.beginMember(place, key) {
        unsafe session.output.pointee.null()
      } else {
        try session.encodeInNodes(Int?.none, key, in: place)
      }
    }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try use { try $0.encodeMember(value, key, in: place) }
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { return try use { try $0.encodeMember(value, key, in: place) } }
    try noValue(key)
  }

  func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: String, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Double, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Float, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int8, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int16, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int32, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int64, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt8, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt16, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt32, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt64, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: Int128, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try scalarIfPresent(value, key) }

  func encode(_ value: UInt128, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try scalarIfPresent(value, key)
  }
}

// MARK: - Containers

extension KeyedEncoder {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    use { session in
      session.container(keyedBy: keyType, at: session.nested(key, isObject: true, in: place))
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    use { UnkeyedEncoder($0, $0.nested(key, isObject: false, in: place)) }
  }

  func superEncoder() -> any Encoder { superEncoder(JSONPathKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

  private func superEncoder(_ key: some CodingKey) -> any Encoder {
    use { ValueEncoder($0, $0.superMember(key, in: place)) }
  }
}
