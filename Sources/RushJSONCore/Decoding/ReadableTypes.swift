// Types that a session decodes other than by their `init(from:)`, found by their conformances among those that
// a decoder is asked for.

extension TypeHook {
  /// The hook for a scalar, a collection that a session fills itself, or a type that is read straight from the
  /// tape, without `Codable`. Returns `nil` for any other type.
  static func found(for type: any Decodable.Type, _ names: NameRule) -> TypeHook? {
    // The first look-up of a conformance for a type goes through all those of the program: some 0.1 ms. So what
    // needs none comes first.
    if let hook = ofScalar(ObjectIdentifier(type)) { return hook }
    if let collection = type as? any StandardCollection.Type {
      return collection.scalarHook ?? (type as? any TapeCollection.Type).map(filling)
    }
    guard let readable = type as? any JSONReadable.Type, !(type is any CoderOwnType.Type) else {
      return nil
    }
    // A closure for keys needs the path of each object.
    if case .custom = names { return .plain(type) }
    return .reading(readable)
  }

  private static func filling(_ type: any TapeCollection.Type) -> TypeHook {
    func hook<C: TapeCollection>(_ type: C.Type) -> TypeHook {
      let kind: TapeKind = type.isArray ? .array : .object
      return TypedHook<C>.ofOneSession { decoder in
        decoder.record.kindByte == kind.rawValue
          ? try type.make(from: decoder) : try type.init(from: decoder)
      }
    }
    return hook(type)
  }

  private static func reading(_ type: any JSONReadable.Type) -> TypeHook {
    func hook<R: JSONReadable>(_ type: R.Type) -> TypeHook {
      TypedHook<R> { decoder in
        var reader = JSONReader(decoder.session, decoder.place)
        return try R(from: &reader)
      }
    }
    return hook(type)
  }

  private static func plain(_ type: any Decodable.Type) -> TypeHook {
    func hook<T: Decodable>(_ type: T.Type) -> TypeHook {
      TypedHook<T>.ofOneSession { try type.init(from: $0) }
    }
    return hook(type)
  }
}
