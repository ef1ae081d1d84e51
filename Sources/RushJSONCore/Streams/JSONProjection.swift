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
    /// By their bytes, so that a name is found by bisection.
    var children: [Child] = []
    /// The nodes of the children that can be elements, by index.
    var elements: [Int: Int] = [:]

    /// The node of the child with this name.
    ///
    /// - Complexity: O(log *n*) comparisons of names.
    func child(named name: Span<UInt8>) -> Int? {
      var low = 0
      var high = children.count
      while low < high {
        let middle = (low &+ high) / 2
        switch children[middle].compare(with: name) {
        case 0: return children[middle].node
        case ..<0: low = middle &+ 1
        default: high = middle
        }
      }
      return nil
    }
  }

  /// What leads on from a node.
  struct Child: Sendable {
    let token: String
    let bytes: [UInt8]
    let index: Int?
    let node: Int

    /// Less than 0 if its bytes come before `name`, 0 if they are the same.
    func compare(with name: Span<UInt8>) -> Int {
      for (at, byte) in bytes.enumerated() {
        if at == name.count { return 1 }
        if byte != name[at] { return byte < name[at] ? -1 : 1 }
      }
      return bytes.count == name.count ? 0 : -1
    }
  }

  /// The paths, in the order in which they were given.
  public let pointers: [JSONPointer]
  /// What is done with values that are not wanted.
  public let skipping: Skipping
  private(set) var nodes = [Node()]

  /// A projection to the values at `pointers`. One may lie inside another.
  ///
  /// - Complexity: O(*n* log *n*) in the paths' tokens.
  public init(_ pointers: [JSONPointer], skipping: Skipping = .checked) {
    self.pointers = pointers
    self.skipping = skipping
    // Bytes, because strings that are canonically equivalent are different names.
    var places: [[[UInt8]: Int]] = [[:]]
    for (number, pointer) in pointers.enumerated() {
      var at = 0
      for token in pointer.tokens {
        let bytes = Array(token.utf8)
        if let node = places[at][bytes] {
          at = node
          continue
        }
        let child = Child(
          token: token, bytes: bytes, index: JSONPointer.index(of: token), node: nodes.count)
        places[at][bytes] = child.node
        nodes[at].children.append(child)
        if let index = child.index { nodes[at].elements[index] = child.node }
        at = child.node
        nodes.append(Node())
        places.append([:])
      }
      nodes[at].pointers.append(number)
    }
    for node in nodes.indices {
      nodes[node].children.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
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
    var reader = JSONProjection.Reader(self, options: options)
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
