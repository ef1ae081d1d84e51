/// A keyed container over an object of the tape whose names a key strategy converts.
struct ConvertedContainer<Key: CodingKey>: TapeKeyedContainer {
  private let session: DecodingSession
  let place: DecodingPlace
  /// The converted names, or `nil` if the names of the text are compared.
  private let names: ConvertedNames?

  init(_ session: DecodingSession, _ place: DecodingPlace) {
    self.session = session
    self.place = place
    names =
      session.comparesNamesInPlace(of: place.index)
      ? nil : Self.names(of: place, in: session)
  }

  private static func names(of place: DecodingPlace, in session: DecodingSession) -> ConvertedNames
  {
    ConvertedNames(of: place.index, in: session, path: session.codingPath(of: place))
  }

  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R { try body(session) }

  var allKeys: [Key] {
    (names ?? Self.names(of: place, in: session)).keyNames.compactMap { Key(stringValue: $0) }
  }

  func member(_ key: Key, in session: DecodingSession) -> UInt32 {
    member(named: key.stringValue, in: session)
  }

  func member(named name: String, in session: DecodingSession) -> UInt32 {
    names?[name] ?? session.tolerantMember(name, of: place)
  }

  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T {
    try session.decode(type, at: index, namedOtherThan: key, in: place)
  }

  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields {
    let path = codingPath
    return session.tape.extraFields(of: place.index, notNamedBy: key) {
      session.snapshot.names.keyName(of: $0, path: path) { Key(stringValue: $0) != nil }
    }
  }
}
