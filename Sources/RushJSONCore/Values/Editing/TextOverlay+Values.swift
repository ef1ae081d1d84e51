// Values after edits, and the operations of patches, which test and copy them.

extension TextOverlay {
  /// The value of an item as a tree.
  func value(of found: Found) -> RawJSON {
    switch content(of: found.item, in: found.node) {
    case .new(let value): return value
    case .original(let record): return RawJSON(source.value(record))
    case .opened(let node):
      var options = source.options
      options.maximumDepth = .max
      options.maximumLength = .max
      do throws(JSONSyntaxError) {
        return try RawJSON(parsing: TextRenderer.text(of: node, in: self), options: options)
      } catch {
        // Edits make JSON of JSON.
        return .null
      }
    }
  }

  /// Does all operations of a patch, or throws the error of the first one that fails.
  mutating func apply(
    _ patch: JSONPatch, maximumCopiedValues: Int
  ) throws(JSONPatch.Failure) {
    var copies = 0
    for (index, operation) in patch.operations.enumerated() {
      func failure(_ kind: JSONPatch.Failure.Kind) -> JSONPatch.Failure {
        JSONPatch.Failure(
          kind, index: index, operation: operation.kind, pointer: operation.path)
      }
      let fault: JSONPatch.Failure.Kind?
      do throws(JSONValueError) {
        fault = try apply(operation, copies: &copies, maximumCopiedValues)
      } catch {
        throw failure(.notFound(error))
      }
      if let fault { throw failure(fault) }
    }
  }

  private mutating func apply(
    _ operation: JSONPatch.Operation, copies: inout Int, _ maximumCopies: Int
  ) throws(JSONValueError) -> JSONPatch.Failure.Kind? {
    switch operation {
    case .add(let path, let value): try insert(value, at: path)
    case .remove(let path): try remove(at: path)
    case .replace(let path, let value):
      _ = try find(path)
      try set(value, at: path, creatingObjects: false)
    case .copy(let from, let path):
      let found = try find(from)
      let copy = value(of: found)
      // One more is counted than may be copied.
      let limit = min(max(0, maximumCopies), .max - 1)
      copies += copy.valueCount(limit: limit - copies + 1)
      if copies > maximumCopies { return .copiesTooLarge(limit: maximumCopies) }
      try insert(copy, at: path)
    case .move(let from, let path):
      if path.tokens.count > from.tokens.count, path.prefix(from.tokens.count) == from {
        return .moveIntoItself
      }
      try move(from: from, to: path)
    case .test(let path, let expected):
      let found = try find(path)
      if value(of: found) != expected { return .testFailed }
    }
    return nil
  }
}
