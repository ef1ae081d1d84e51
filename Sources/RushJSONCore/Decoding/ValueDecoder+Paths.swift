extension ValueDecoder {
  @inline(never)
  func descended(_ pointer: JSONPointer) throws -> ValueDecoder {
    var decoder = self
    for token in pointer.tokens {
      if decoder.record.kind == .array {
        guard let position = JSONPointer.index(of: token) else {
          throw session.missingKey(JSONPathKey(stringValue: token), in: decoder.place)
        }
        decoder = try decoder.element(at: position)
      } else {
        decoder = try decoder.member(named: token)
      }
    }
    return decoder
  }

  func descended(_ path: [JSONPointer.Step]) throws -> ValueDecoder {
    var decoder = self
    for step in path {
      switch step {
      case .name(let name): decoder = try decoder.member(named: name)
      case .index(let position): decoder = try decoder.element(at: position)
      case .end: decoder = try decoder.element(at: nil)
      }
    }
    return decoder
  }

  private func member(named name: String) throws -> ValueDecoder {
    guard record.kind == .object else {
      throw session.notAnObject(at: place.index, path: codingPath)
    }
    let key = JSONPathKey(stringValue: name)
    guard let member = value[name] else { throw session.missingKey(key, in: place) }
    return below(key, member)
  }

  /// The element at a position. `nil` is the end of the array, where no element is.
  private func element(at position: Int?) throws -> ValueDecoder {
    guard record.kind == .array else { throw session.notAnArray(at: place.index, path: codingPath) }
    let position = position ?? record.count
    guard let element = value[position] else {
      throw session.atEnd(Any.self, in: place, position: position, "The array has no such element.")
    }
    return below(JSONPathKey(position: position), element)
  }

  private var value: JSONDocument.Value { JSONDocument.Value(session.storage, Int(place.index)) }

  private func below(_ key: JSONPathKey, _ value: JSONDocument.Value) -> ValueDecoder {
    let index = UInt32(truncatingIfNeeded: value.index)
    return ValueDecoder(session, session.addNode(key, index: index, in: place))
  }

  /// Decodes the value that `find` finds, and tells missing from `null`.
  func field<T: Decodable>(_ type: T.Type, _ find: (ValueDecoder) throws -> ValueDecoder) throws
    -> JSONField<T>
  {
    let found: ValueDecoder
    do {
      found = try find(self)
    } catch DecodingError.keyNotFound, DecodingError.valueNotFound {
      return .missing
    }
    return found.isNull ? .null : .value(try found.decode(type))
  }
}
