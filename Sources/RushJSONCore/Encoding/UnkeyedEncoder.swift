// Arrays.

/// The elements of an array: three words, so that it lies in an `any UnkeyedEncodingContainer` without
/// an allocation.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
  private let session: EncodingSession
  private let place: EncodingPlace

  init(_ session: EncodingSession, _ place: EncodingPlace) {
    self.session = session
    self.place = place
  }

  var codingPath: [any CodingKey] { session.codingPath(place) }

  var count: Int { session.elementCount(place) }

  @inline(__always)
  private func scalar<T: TextScalar>(_ value: T) throws {
    if _slowPath(!session.hasText(value)) {
      throw session.nonFinite(value, codingPath + [JSONPathKey(position: count)])
    }
    if _fastPath(session.beginElement(place)) {
      unsafe withUnsafePointer(to: value) {
        _ = unsafe T.write($0, to: session.output)
      }
    } else {
      try session.encodeInNodes(value, in: place)
    }
  }

  func encodeNil() throws {
    if session.beginElement(place) {
      unsafe session.output.pointee.null()
    } else {
      try session.encodeInNodes(Int?.none, in: place)
    }
  }

  func encode<T: Encodable>(_ value: T) throws {
    try session.encodeElement(value, in: place)
  }

  func encode(_ value: Bool) throws { try scalar(value) }
  func encode(_ value: String) throws { try scalar(value) }
  func encode(_ value: Double) throws { try scalar(value) }
  func encode(_ value: Float) throws { try scalar(value) }
  func encode(_ value: Int) throws { try scalar(value) }
  func encode(_ value: Int8) throws { try scalar(value) }
  func encode(_ value: Int16) throws { try scalar(value) }
  func encode(_ value: Int32) throws { try scalar(value) }
  func encode(_ value: Int64) throws { try scalar(value) }
  func encode(_ value: UInt) throws { try scalar(value) }
  func encode(_ value: UInt8) throws { try scalar(value) }
  func encode(_ value: UInt16) throws { try scalar(value) }
  func encode(_ value: UInt32) throws { try scalar(value) }
  func encode(_ value: UInt64) throws { try scalar(value) }
  func encode(_ value: Int128) throws { try scalar(value) }
  func encode(_ value: UInt128) throws { try scalar(value) }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    session.container(keyedBy: keyType, at: nested(isObject: true))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedEncoder(session, nested(isObject: false))
  }

  func superEncoder() -> any Encoder { ValueEncoder(session, session.element(in: place)) }

  private func nested(isObject: Bool) -> EncodingPlace {
    let child = session.element(in: place)
    return session.open(child, isObject: isObject) ? child : child.misused
  }
}
