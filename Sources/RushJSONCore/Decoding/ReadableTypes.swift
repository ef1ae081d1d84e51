// Types that a session decodes other than by their `init(from:)`, found by their conformances among those that
// a decoder is asked for.

extension TypeHook {
  /// The hook for a scalar, a collection that a session fills itself, or a type that is read straight from the
  /// tape, without `Codable`. `nil` if `type` is none of them.
  static func found(for type: any Decodable.Type, _ names: NameRule) -> TypeHook? {
    // For most types, the only conformance that is looked up. The first look-up for a type goes through all
    // conformances of the program: some 0.1 ms.
    guard let known = type as? any _KnownToDecoders.Type else { return nil }
    if let hook = ofScalar(ObjectIdentifier(type)) ?? known._scalarHook as? TypeHook { return hook }
    if let collection = type as? any TapeCollection.Type { return .filling(collection) }
    guard !(type is any CoderOwnType.Type), let readable = type as? any JSONReadable.Type else {
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

extension Optional: _KnownToDecoders {}
extension JSONField: _KnownToDecoders {}
extension Array: _KnownToDecoders {
  public static var _scalarHook: AnyObject? { TypeHook.ofArray(of: ObjectIdentifier(Element.self)) }
}
extension ContiguousArray: _KnownToDecoders {}
extension Set: _KnownToDecoders {}
extension Dictionary: _KnownToDecoders {
  public static var _scalarHook: AnyObject? {
    // The comparison of the key looks up no conformance.
    Key.self == String.self ? TypeHook.ofDictionary(of: ObjectIdentifier(Value.self)) : nil
  }
}
