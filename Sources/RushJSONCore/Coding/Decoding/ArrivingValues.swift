// Values of a text that is still coming.
//
//   {"items": [{"type": "cir      root, "items", its last element, and "type" are incomplete
//
// An incomplete string, array or object is a part of the final one. An incomplete tag, raw value or date is a different
// value. So a type that reads a string as anything but a `String` waits for its end, and an enum whose case depends on the
// whole value waits for the end of the value.

extension DecodingSession {
  /// Notes that the values on a path are incomplete.
  func noteArriving(_ path: [String]) {
    var value = JSONDocument.Value(storage, DocumentStorage.rootIndex)
    arriving = [UInt32(truncatingIfNeeded: value.index)]
    for token in path {
      let position = value.kind == .array ? JSONPointer.index(of: token) : nil
      guard let child = position.map({ value[$0] }) ?? value[token] else { return }
      value = child
      arriving.append(UInt32(truncatingIfNeeded: value.index))
    }
  }

  /// Throws an error if a value is incomplete.
  @inline(__always)
  func requireComplete(_ index: UInt32, path: @autoclosure () -> [any CodingKey]) throws {
    if _slowPath(!arriving.isEmpty), arriving.contains(index) {
      throw DecodingError.dataCorrupted(
        context(
          "The value has not come to its end.", path(), index,
          .invalidFormat(text: "", expected: "a value that is complete")))
    }
  }
}

extension ValueDecoder {
  /// Throws an error if the value is incomplete: of a text that is still coming.
  package func requireComplete() throws {
    try session.requireComplete(place.index, path: session.errorPath(of: place))
  }
}

extension JSONReader {
  /// Throws an error if a value is incomplete.
  @inline(__always)
  mutating func requireComplete(_ index: UInt32) throws {
    if _slowPath(!session.arriving.isEmpty) {
      try session.requireComplete(index, path: path(to: index))
    }
  }
}

extension RushJSONCoreDecoder {
  /// Decodes the tree of an incomplete value.
  /// - Parameter open: The path of the innermost incomplete value; `nil` if all is complete.
  package func decode<T: Decodable>(
    _ type: T.Type, from tree: RawJSON, arriving open: JSONPointer?
  ) throws -> T {
    try withDecoder(for: tree, at: .root) { decoder in
      if let open { decoder.session.noteArriving(open.tokens) }
      // The session may serve a whole text next.
      defer { decoder.session.arriving = [] }
      return try decoder.session.unwrap(type, at: decoder.place)
    }
  }
}
