extension JSONProjection {
  /// Finds the values at some paths in a text that comes in pieces.
  ///
  /// ```swift
  /// var reader = JSONProjection.Reader(projection)
  /// for chunk in chunks {
  ///   reader.feed(chunk)
  ///   while let match = try reader.next() { use(match) }
  /// }
  /// reader.finish()
  /// while let match = try reader.next() { use(match) }
  /// ```
  ///
  /// Memory: as of ``JSONEventReader``, and one value that is wanted.
  public struct Reader: ~Copyable {
    /// An array or object on the way to a path's end.
    private struct Container {
      let node: Int
      let isObject: Bool
      var count = 0
    }

    /// What is to be done with the value that comes next.
    private enum Wish {
      case none
      case skip
      case enter(Int)
      case read(Int)
    }

    private let projection: JSONProjection
    private var reader: JSONEventReader
    private var open: [Container] = []
    private var wish: Wish
    private var matches: [JSONProjection.Match] = []
    private var given = 0

    /// A reader of one text.
    public init(_ projection: JSONProjection, options: JSONReadingOptions = .strict) {
      self.projection = projection
      reader = JSONEventReader(options: options)
      wish = JSONProjection.Reader.wish(for: 0, projection)
    }

    /// A reader of small pieces, for tests.
    package init(_ projection: JSONProjection, options: JSONReadingOptions, pieceSize: Int) {
      self.projection = projection
      reader = JSONEventReader(options: options, kernel: .fastest, pieceSize: pieceSize)
      wish = JSONProjection.Reader.wish(for: 0, projection)
    }

    /// Goes on with `chunk`, as ``JSONEventReader/feed(_:)-([UInt8])``.
    public mutating func feed(_ chunk: [UInt8]) { reader.feed(chunk) }

    /// Goes on with `chunk`, as ``JSONEventReader/feed(_:)-([UInt8])``.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }

    /// The stream ends here.
    public mutating func finish() { reader.finish() }

    /// The next value that is wanted, in the order of the text; `nil` if another chunk is needed, or at
    /// the end.
    ///
    /// - Throws: What is wrong with the text.
    public mutating func next() throws(JSONStreamError) -> JSONProjection.Match? {
      while true {
        if given < matches.count {
          given += 1
          return matches[given - 1]
        }
        matches.removeAll(keepingCapacity: true)
        given = 0
        guard try goOn() else { return nil }
      }
    }

    /// Takes a step. `false` if it takes another chunk, or if all is done.
    private mutating func goOn() throws(JSONStreamError) -> Bool {
      switch wish {
      case .skip:
        let isDone =
          projection.skipping == .checked
          ? try reader.skipValue() : try reader.skipValueUnchecked()
        if isDone { wish = .none }
        return isDone
      case .read(let node):
        guard let value = try reader.readValue() else { return false }
        projection.matches(at: node, value, into: &matches)
        wish = .none
        return true
      case .enter(let node):
        guard let event = try reader.next() else { return false }
        if event == .beginObject || event == .beginArray {
          open.append(Container(node: node, isObject: event == .beginObject))
        }
        wish = .none
        return true
      case .none: return try findNext()
      }
    }

    /// Finds out what is wanted of the next value, in the innermost container that was entered.
    private mutating func findNext() throws(JSONStreamError) -> Bool {
      guard let container = open.last else {
        // The value is done with; nothing may follow it.
        return try reader.next() != nil
      }
      if container.isObject {
        guard let event = try reader.next() else { return false }
        if event == .endObject {
          open.removeLast()
          return true
        }
        let node = projection.nodes[container.node]
        let child = reader.withUTF8 { node.child(named: $0) }
        wish = child.flatMap { $0 }.map { JSONProjection.Reader.wish(for: $0, projection) } ?? .skip
        return true
      }
      guard let isBeforeEnd = try reader.isBeforeEnd() else { return false }
      if isBeforeEnd {
        open.removeLast()
        return try reader.next() != nil
      }
      let child = projection.nodes[container.node].elements[container.count]
      open[open.count - 1].count += 1
      wish = child.map { JSONProjection.Reader.wish(for: $0, projection) } ?? .skip
      return true
    }

    private static func wish(for node: Int, _ projection: JSONProjection) -> Wish {
      if !projection.nodes[node].pointers.isEmpty { return .read(node) }
      return projection.nodes[node].children.isEmpty ? .skip : .enter(node)
    }
  }
}
