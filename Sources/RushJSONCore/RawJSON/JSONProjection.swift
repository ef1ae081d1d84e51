// Of a text, the values at some paths, and nothing else.

/// A set of paths of which the values are wanted; everything else is passed over.
///
/// ```swift
/// let projection = JSONProjection(["/data", "/references/favorites"])
/// let values = try projection.values(in: bytes)      // [data, favorites]
/// ```
///
/// What is passed over is checked (``JSONEventReader/skipValue()``), 64 bytes at a time where it is
/// large, unless the projection says otherwise. Names are compared byte by byte.
public struct JSONProjection: Sendable {
  /// What is done with values that are not wanted.
  public enum Skipping: Sendable, Hashable {
    /// They are checked, so that a text is accepted or refused as by every other reader.
    case checked
    /// They are not: for texts that have been checked, or whose sender is trusted. See
    /// ``JSONEventReader/skipValueUnchecked()``.
    case unchecked
  }

  /// A place on the way to a path's end.
  struct Node: Sendable {
    /// The paths that end here.
    var pointers: [Int] = []
    var children: [(token: String, bytes: [UInt8], index: Int?, node: Int)] = []
  }

  /// The paths, in the order in which they were given.
  public let pointers: [JSONPointer]
  /// What is done with values that are not wanted.
  public let skipping: Skipping
  private(set) var nodes = [Node()]

  /// A projection to the values at `pointers`. One may lie inside another.
  public init(_ pointers: [JSONPointer], skipping: Skipping = .checked) {
    self.pointers = pointers
    self.skipping = skipping
    for (number, pointer) in pointers.enumerated() {
      var at = 0
      for token in pointer.tokens {
        if let child = nodes[at].children.first(where: { $0.bytes.elementsEqual(token.utf8) }) {
          at = child.node
        } else {
          let index = JSONPointer.index(of: token)
          nodes[at].children.append((token, Array(token.utf8), index, nodes.count))
          at = nodes.count
          nodes.append(Node())
        }
      }
      nodes[at].pointers.append(number)
    }
  }

  /// A value that was wanted.
  public struct Match: Sendable, Hashable {
    /// The path's position in ``JSONProjection/pointers``.
    public let position: Int
    /// The path.
    public let pointer: JSONPointer
    /// The value there.
    public let value: RawJSON
  }

  /// The values of a text, in the order of ``pointers``; `nil` where there is none. Of members of the
  /// same name the one counts that `options` say.
  ///
  /// - Throws: What is wrong with the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only those of the values.
  public func values(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    var values = [RawJSON?](repeating: nil, count: pointers.count)
    var reader = JSONProjectionReader(self, options: options)
    reader.feed(text)
    reader.finish()
    while let match = try reader.next() {
      if options.duplicateNames == .firstWins, values[match.position] != nil { continue }
      values[match.position] = match.value
    }
    return values
  }

  /// The matches that a value at `node` has in itself, those of paths inside it too.
  func matches(at node: Int, _ value: RawJSON, into matches: inout [Match]) {
    for position in nodes[node].pointers {
      matches.append(Match(position: position, pointer: pointers[position], value: value))
    }
    for child in nodes[node].children {
      switch value {
      case .array(let array):
        if let index = child.index, index < array.count {
          self.matches(at: child.node, array[index], into: &matches)
        }
      case .dictionary(let object):
        if let member = object[child.token] {
          self.matches(at: child.node, member, into: &matches)
        }
      default: break
      }
    }
  }
}
