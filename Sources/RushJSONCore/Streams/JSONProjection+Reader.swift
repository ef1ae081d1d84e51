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
  /// Memory: that of a ``JSONEventReader``, and one value at a path.
  public struct Reader: ~Copyable {
    /// An open array or object on a path.
    private struct Container {
      let node: Int
      let isObject: Bool
      var count = 0
    }

    private enum Plan {
      case undecided
      case skip
      case enter(Int)
      case read(Int)
    }

    private let projection: JSONProjection
    private var reader: JSONEventReader
    private var open: [Container] = []
    private var plan: Plan
    private var matches: [JSONProjection.Match] = []
    private var delivered = 0

    /// A reader of one text.
    public init(_ projection: JSONProjection, options: JSONReadingOptions = .strict) {
      self.init(projection, options: options, pieceSize: JSONEventReader.pieceSize)
    }

    /// A reader with a given piece size, for tests.
    package init(_ projection: JSONProjection, options: JSONReadingOptions, pieceSize: Int) {
      self.projection = projection
      reader = JSONEventReader(options: options, kernel: .fastest, pieceSize: pieceSize)
      plan = JSONProjection.Reader.plan(for: 0, projection)
    }

    /// Adds `chunk`, as ``JSONEventReader/feed(_:)-([UInt8])`` does.
    public mutating func feed(_ chunk: [UInt8]) { reader.feed(chunk) }

    /// Adds `chunk`, as ``JSONEventReader/feed(_:)-([UInt8])`` does.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }

    /// Marks the end of the stream.
    public mutating func finish() { reader.finish() }

    /// The next value at a path, in the order of the text. `nil` if the reader needs another chunk,
    /// and at the end.
    /// - Throws: The first error in the text.
    public mutating func next() throws(JSONStreamError) -> JSONProjection.Match? {
      while true {
        if delivered < matches.count {
          delivered += 1
          return matches[delivered - 1]
        }
        matches.removeAll(keepingCapacity: true)
        delivered = 0
        guard try step() else { return nil }
      }
    }

    /// Follows the plan. Returns `false` at the end, or if the reader needs another chunk.
    private mutating func step() throws(JSONStreamError) -> Bool {
      switch plan {
      case .skip:
        let isDone =
          projection.skipping == .checked ? try reader.skipValue() : try reader.skipValueUnchecked()
        if isDone { plan = .undecided }
        return isDone
      case .read(let node):
        guard let value = try reader.readValue() else { return false }
        projection.matches(at: node, value, into: &matches)
        plan = .undecided
        return true
      case .enter(let node):
        guard let event = try reader.next() else { return false }
        if event == .beginObject || event == .beginArray {
          open.append(Container(node: node, isObject: event == .beginObject))
        }
        plan = .undecided
        return true
      case .undecided: return try findNext()
      }
    }

    /// Plans what to do with the next value of the innermost open container.
    private mutating func findNext() throws(JSONStreamError) -> Bool {
      guard let container = open.last else {
        // The text's value has ended, and nothing may follow it.
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
        plan = child.flatMap { $0 }.map { JSONProjection.Reader.plan(for: $0, projection) } ?? .skip
        return true
      }
      guard let isBeforeEnd = try reader.isBeforeEnd() else { return false }
      if isBeforeEnd {
        open.removeLast()
        return try reader.next() != nil
      }
      let child = projection.nodes[container.node].elements[container.count]
      open[open.count - 1].count += 1
      plan = child.map { JSONProjection.Reader.plan(for: $0, projection) } ?? .skip
      return true
    }

    private static func plan(for node: Int, _ projection: JSONProjection) -> Plan {
      if !projection.nodes[node].pointers.isEmpty { return .read(node) }
      return projection.nodes[node].children.isEmpty ? .skip : .enter(node)
    }
  }

  /// The values of a text, in the order of ``pointers``. `nil` for paths without a value. The
  /// options say which one of members with the same name counts.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) in the bytes of the text. Copies only the bytes of the values.
  public func values(
    in text: [UInt8], options: JSONReadingOptions = .strict
  ) throws(JSONStreamError) -> [RawJSON?] {
    try values(inChunks: CollectionOfOne(text), options: options)
  }
}
