extension ValueDecoder: RawJSONDecoding {
  package func decodeRawJSON() throws -> RawJSON { session.storage.tree(at: Int(place.index)) }
}

extension ValueDecoder {
  func jsonNumber() throws -> JSONNumber {
    if let number { return number }
    throw session.failure(
      JSONNumber.self, kind: .number, at: place.index, path: session.errorPath(of: place))
  }

  /// The instant of a string or a number in a format.
  package func timestamp(_ format: JSONDateFormat, for type: any Any.Type, message: String) throws
    -> JSONTimestamp
  {
    let result: Result<JSONTimestamp, JSONValueError>
    switch kind {
    case .null: throw missingValue(type)
    case .string:
      if !format.reads(.string) { throw wrongKind(Double.self, expected: .number) }
      result = session.storage.withUTF8(record) { utf8 in
        unsafe utf8.withUnsafeBytes { bytes in
          Result { () throws(JSONValueError) in try unsafe format.parse(bytes, as: .string) }
        }
      }
    case .number:
      if !format.reads(.number) { throw wrongKind(String.self, expected: .string) }
      let text = session.storage.number(at: record.offset).text
      result = unsafe text.withBytes { bytes in
        Result { () throws(JSONValueError) in try unsafe format.parse(bytes, as: .number) }
      }
    default:
      throw format.reads(.string)
        ? wrongKind(String.self, expected: .string) : wrongKind(Double.self, expected: .number)
    }
    switch result {
    case .success(let timestamp): return timestamp
    case .failure(let error): throw corrupted("\(message) \(error)", expected: format.phrase)
    }
  }
}

extension JSONDateFormat {
  /// The formats of timestamps if no format is set.
  static let timestamps = JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))
}
