// Trees from a tape, with numbers as they are written.

extension RawJSON {
  /// Creates a tree of a value of a document.
  /// - Complexity: O(*n*) in the values of the tree. Does not recurse.
  public init(_ value: JSONDocument.Value) { self = value.storage.tree(at: value.index) }
}

extension DocumentStorage {
  /// The value at `index` as a tree, with the document's policy for duplicate names.
  /// - Complexity: O(*n*) in the values of the tree. Does not recurse.
  func tree(at index: Int) -> RawJSON {
    // A scalar needs no sink, whose memory takes longer than the value.
    let record = record(index)
    switch record.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer where options.leniencies.isEmpty && record.payload != 0:
      // Its digits are its spelling, unless it is `-0`.
      let value = Int64(bitPattern: record.payload)
      return .number(JSONNumber(magnitude: value.magnitude, isNegative: value < 0))
    case .integer, .unsigned, .double: return .number(number(at: record.offset))
    case .string, .escapedString, .name, .escapedName: return .string(string(record))
    case .array, .object: return container(at: index)
    }
  }

  private func container(at index: Int) -> RawJSON {
    // Most texts have eight bytes per record. The whole text would be too much for a small value.
    var sink = unsafe TreeSink(
      text, options: options, byteCount: record(index).distance &* 8)
    // The ends of the open containers, the innermost last.
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
        let number = unsafe ScannedNumber.accepted(
          text, at: record.offset, leniencies: options.leniencies)
        if let number { sink.number(number, at: record.offset) }
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
