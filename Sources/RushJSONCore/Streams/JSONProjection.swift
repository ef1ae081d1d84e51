// The values at some paths of a text, and nothing else.

/// A set of paths whose values are read, while all other values are passed over.
///
/// ```swift
/// let projection = JSONProjection(["/data", "/references/favorites"])
/// let values = try projection.values(in: bytes)      // [data, favorites]
/// ```
///
/// By default, the values that are passed over are checked, as by ``JSONEventReader/skipValue()``.
/// Names are compared byte by byte.
public struct JSONProjection: Sendable {
  /// How values beside the paths are passed over.
  public enum Skipping: Sendable, Hashable {
    /// They are checked, so the projection accepts and refuses the same texts as all readers.
    case checked
    /// They are not checked: for texts that were checked before, or whose sender you trust. See
    /// ``JSONEventReader/skipValueUnchecked()``.
    case unchecked
  }

  /// A token on some of the paths, or their common start.
  struct Node: Sendable {
    /// The positions of the paths that end here.
    var pointers: [Int] = []
    /// Sorted by their bytes, for bisection.
    var children: [Child] = []
    /// The nodes of children that can be elements, by index.
    var elements: [Int: Int] = [:]

    /// The node of the child with this name.
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

  /// The step from a node to the next one.
  struct Child: Sendable {
    let token: String
    let bytes: [UInt8]
    let index: Int?
    let node: Int

    /// Negative if the child's bytes come before `name`, 0 if they are the same.
    func compare(with name: Span<UInt8>) -> Int {
      for (at, byte) in bytes.enumerated() {
        if at == name.count { return 1 }
        if byte != name[at] { return byte < name[at] ? -1 : 1 }
      }
      return bytes.count == name.count ? 0 : -1
    }
  }

  /// The paths, in the order of the initialiser's argument.
  public let pointers: [JSONPointer]
  /// How values beside the paths are passed over.
  public let skipping: Skipping
  private(set) var nodes = [Node()]

  /// A projection to the values at `pointers`. One path may lie inside another.
  /// - Complexity: O(*n* log *n*) in the paths' tokens.
  public init(_ pointers: [JSONPointer], skipping: Skipping = .checked) {
    self.pointers = pointers
    self.skipping = skipping
    // Keyed by bytes, because canonically equivalent strings are different names.
    var tables: [[[UInt8]: Int]] = [[:]]
    for (number, pointer) in pointers.enumerated() {
      var at = 0
      for token in pointer.tokens {
        let bytes = Array(token.utf8)
        if let node = tables[at][bytes] {
          at = node
          continue
        }
        let child = Child(
          token: token, bytes: bytes, index: JSONPointer.index(of: token), node: nodes.count)
        tables[at][bytes] = child.node
        nodes[at].children.append(child)
        if let index = child.index { nodes[at].elements[index] = child.node }
        at = child.node
        nodes.append(Node())
        tables.append([:])
      }
      nodes[at].pointers.append(number)
    }
    for node in nodes.indices {
      nodes[node].children.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
  }

  /// A value at one of the paths.
  public struct Match: Sendable, Hashable {
    /// The path's position in ``JSONProjection/pointers``.
    public let position: Int
    /// The path.
    public let pointer: JSONPointer
    /// The value there.
    public let value: RawJSON
  }

  /// Adds the matches of a value at `node`: of paths that end there, and of paths inside it.
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
        if let member = object[child.token] { self.matches(at: child.node, member, into: &matches) }
      default: break
      }
    }
  }
}
