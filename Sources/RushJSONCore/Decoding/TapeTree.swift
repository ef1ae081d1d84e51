// Trees from a tape, numbers and timestamps as they are written.

extension ValueDecoder: RawJSONDecoding {
  package func decodeRawJSON() throws -> RawJSON {
    session.storage.tree(at: Int(place.index))
  }
}

extension DocumentStorage {
  /// The value at `index` as a tree, by the document's own policy for duplicate names.
  ///
  /// - Complexity: O(*n*) in the values below. Does not recurse.
  func tree(at index: Int) -> RawJSON {
    // Eight bytes a record is what most texts have. A small value in a large text must not pay for the
    // text.
    var sink = unsafe TreeSink(
      text, options: options, byteCount: record(index).distance &* 8)
    // Where the open containers end, the innermost last.
    var ends: [Int] = []
    var at = index
    let end = index &+ record(index).distance
    while at < end {
      sink.reserve(tokens: 1)
      let record = record(at)
      at &+= 1
      switch record.kind {
      case .null: sink.null(at: record.offset)
      case .false: sink.bool(false, at: record.offset)
      case .true: sink.bool(true, at: record.offset)
      case .string, .escapedString:
        sink.string(at: record.offset, length: record.length, hasEscapes: record.hasEscapes)
      case .name, .escapedName:
        sink.name(at: record.offset, length: record.length, hasEscapes: record.hasEscapes)
      case .integer, .unsigned, .double:
        // Invariant: a number that the grammar accepted begins at the record's offset.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: text[record.offset...])
        let scan = unsafe ScannedNumber.full(rest, allowing: options.leniencies.numberExtensions)
        if case .success(let number) = scan { sink.number(number, at: record.offset) }
      case .array:
        sink.beginArray(at: record.offset)
        ends.append(at &- 1 &+ record.distance)
      case .object:
        sink.beginObject(at: record.offset)
        ends.append(at &- 1 &+ record.distance)
      }
      while ends.last == at {
        ends.removeLast()
        sink.reserve(tokens: 1)
        _ = sink.endContainer(at: record.offset)
      }
    }
    return sink.finish(isComplete: true) ?? .null
  }
}

extension ValueDecoder {
  /// The number as it is written.
  func jsonNumber() throws -> JSONNumber {
    if let number { return number }
    throw session.failure(JSONNumber.self, kind: .number, at: place.index, path: codingPath)
  }

  /// The instant that a string or a number stands for in a format.
  package func timestamp(_ format: JSONDateFormat, for type: any Any.Type, message: String) throws
    -> JSONTimestamp
  {
    let result: Result<JSONTimestamp, JSONDateError>
    switch kind {
    case .null: throw missingValue(type)
    case .string:
      if !format.reads(.string) { throw wrongKind(Double.self, expected: .number) }
      result = session.storage.withUTF8(record) { utf8 in
        unsafe utf8.withUnsafeBytes { bytes in
          Result { () throws(JSONDateError) in try unsafe format.parse(bytes, as: .string) }
        }
      }
    case .number:
      if !format.reads(.number) { throw wrongKind(String.self, expected: .string) }
      let text = session.storage.number(at: record.offset).text
      result = unsafe text.utf8.span.withUnsafeBytes { bytes in
        Result { () throws(JSONDateError) in try unsafe format.parse(bytes, as: .number) }
      }
    default:
      throw format.reads(.string)
        ? wrongKind(String.self, expected: .string) : wrongKind(Double.self, expected: .number)
    }
    switch result {
    case .success(let timestamp): return timestamp
    case .failure(let error): throw corrupted("\(message) \(error)", expected: "a date")
    }
  }
}

extension JSONDateFormat {
  /// What a timestamp is read from when no format is set.
  static let timestamps = JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))
}

extension Result {
  fileprivate var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }
}
