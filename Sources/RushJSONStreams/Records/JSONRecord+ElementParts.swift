import RushJSONCore

// Parts of a long container, for several readers.
//
//   text    {"data": {"items": [ {…}, {…} │, {…}, {…} │, {…} ]}, …}
//   parts                        └────────┘└──────────┘└── the rest, to the end of the text
//
// One reader finds the parts: it skips elements by blocks, which checks them. Another reader of a part begins with a text
// that opens the same containers, and then continues at the place of the part. So depths, paths and errors are right.

/// A place between two elements of a container, or at its start.
package struct ElementPlace: Sendable {
  package let position: StreamPosition
  /// Opens the containers, with an element if the place is after one.
  let opening: [UInt8]
  /// For each array on the path, and the container, by how much indexes are greater than those after `opening`.
  package let indexes: [Int?]
}

extension JSONRecord.ElementReader {
  /// Whether a reader can skip elements by blocks and leave parts of the container to others.
  package static func findsParts(_ options: JSONReadingOptions) -> Bool {
    // The opening is not longer than a text of this length.
    options.maximumLength >= 1 << 20 && JSONEventReader(options: options).mayEverSkipBlocks
  }

  /// Finds the container. Returns `false` if another chunk is needed.
  /// - Throws: The error that ``next()`` would throw.
  package mutating func findContainer() throws(JSONStreamError) -> Bool {
    while true {
      if case .inside = state { return true }
      switch step() {
      case .continue, .record: continue
      case .needsChunk: return false
      case .refuse(let error): throw error
      }
    }
  }

  package enum Passed { case part, needsChunk, end }

  /// Passes about `byteCount` bytes, which it subtracts, and the rest of the element that they end in. Then this is the
  /// end of a part.
  /// - Throws: An error of the text.
  package mutating func pass(_ byteCount: inout Int) throws(JSONStreamError) -> Passed {
    while byteCount > 0 {
      switch try reader.skipContents(&byteCount) {
      case .some(true): return .end
      case .some(false): continue
      case nil: return .needsChunk
      }
    }
    if try reader.skipValue() { return .part }
    return try reader.isBeforeEnd() == true ? .end : .needsChunk
  }

  /// The place after the last element that was passed, or at the start of the container.
  package mutating func place(isFirst: Bool) -> ElementPlace {
    let tokens = pointer.tokens
    var opening: [UInt8] = []
    var indexes: [Int?] = []
    for level in 0...tokens.count {
      let isObject = openedObjects[level]
      opening.append(isObject ? .openBrace : .openBracket)
      if level < tokens.count {
        if isObject { opening += tokens[level].quotedBytes + [.colon] }
        indexes.append(isObject ? nil : JSONPointer.index(of: tokens[level]))
      } else {
        if !isFirst { opening += (isObject ? #""":"""# : #""""#).utf8 }
        indexes.append(isObject ? nil : isFirst ? 0 : -1)
      }
    }
    return ElementPlace(position: reader.nextPosition(), opening: opening, indexes: indexes)
  }

  /// Begins anew at a place, in the memory of the last part.
  package mutating func restart(at place: ElementPlace) {
    var fresh = JSONEventReader(options: reader.options)
    fresh.heldBytes = reader.heldBytes
    fresh.feed(place.opening[...])
    failure = nil
    do throws(JSONStreamError) {
      while try fresh.next() != nil {}
    } catch {
      assertionFailure("the opening is JSON")
      failure = error
    }
    fresh.move(to: place.position)
    // The opening has an invented member. Until the next one, an error is at the object.
    if case .some(nil) = place.indexes.last { fresh.forgetName(at: fresh.openDepth &- 1) }
    reader = fresh
    batches.restart()
    (state, level) = (.inside(name: nil), pointer.tokens.count)
  }

  /// The number of elements of the container that have begun.
  package var elementCount: Int {
    let level = pointer.tokens.count
    return reader.openDepth > level ? reader.elementCount(at: level) : 0
  }
}

extension String {
  /// The bytes of a name, with escapes for those that need one.
  fileprivate var quotedBytes: [UInt8] {
    var bytes: [UInt8] = [.quote]
    for byte in utf8 {
      if byte < .space || byte == .quote || byte == .backslash {
        bytes += [.backslash] + Array("u00".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 15)]
      } else {
        bytes.append(byte)
      }
    }
    return bytes + [.quote]
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
