public import RushJSONCore

// The values at some paths of a stream, while all other values are skipped.
//
// For each open container, the reader is at one node of the patterns' tree (PatternNode.swift), and decides by it what
// happens to each member or element:
//
//   skip     no pattern goes there        the skip kernel skips the value (Events)
//   enter    a pattern continues inside   the container gets its node
//   read     a pattern ends there         the value becomes a tree; PatternSearch finds what is selected inside it
//
// In an object with a few wanted names, members before the next of these names are skipped together (SearchedNames). Short
// elements of an array are read together, as documents that PatternSearch looks into (ElementBatches).

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
  /// Memory: that of a ``JSONEventReader``, one value at a path, and 132 KB for short elements that are read together,
  /// with their values.
  public struct Reader: ~Copyable {
    /// An open array or object on a path.
    private struct Container {
      let state: Int
      let isObject: Bool
      /// The number of elements that have begun.
      var count = 0
      /// The state of elements, and the first index where it may differ.
      var elementState: Int?
      var validBefore = 0
      /// The position in ``JSONProjection/Reader/awaited`` of the names of an object that are wanted.
      var awaited: Int?
      /// The names of the state that were read, as bits by position, unless ``names`` has all of them.
      var seen: UInt64 = 0
      var hasNames = false

      /// Finds the state of the next element of an array in `depth` containers.
      mutating func findElementState(_ states: inout PatternStates, depth: Int) {
        if count < validBefore { return }
        let targets = states[state].targets(at: count)
        validBefore = states[state].endOfRun(from: count)
        elementState = states.state(targets, depth: depth)
      }

      /// Whether nothing in the rest of an array is wanted.
      var isDone: Bool { elementState == nil && validBefore == .max }
    }

    private enum Plan {
      case refuse
      case undecided
      case skip
      case enter(Int)
      case read(Int)
    }

    private let projection: JSONProjection
    private var states: PatternStates
    private var reader: JSONEventReader
    private var open: [Container] = []
    /// The names of the members that are being read, by the depth of their objects, if paths are wanted.
    private var names: [String] = []
    private var plan: Plan
    private var matches: [JSONProjection.Match] = []
    private var delivered = 0
    /// The names that are wanted in objects, if there are few of them, and their positions by state.
    private var awaited: [SearchedNames] = []
    private var awaitedByState: [Int: Int?] = [:]
    /// All names of the open objects that have a wildcard, or too many names for bits.
    private var seenNames = SeenNames()
    /// Short elements of the innermost array.
    private var batches: ElementBatches

    /// Whether an object on a path had two members of the same name although the last one wins
    /// (``JSONReadingOptions/DuplicateNames/keepLast``), so that matches in the first one do not count.
    ///
    /// The reader delivers the matches in both, because it does not hold the text until it knows the last one.
    /// If the first one wins, only its matches are delivered.
    public private(set) var hasDuplicates = false

    /// A reader of one text.
    public init(_ projection: JSONProjection, options: JSONReadingOptions = .strict) {
      self.init(projection, options: options, pieceSize: JSONEventReader.pieceSize)
    }

    /// A reader with a given piece size, and most merged nodes, for tests.
    package init(
      _ projection: JSONProjection, options: JSONReadingOptions, pieceSize: Int,
      mergedNodes: Int = 4096
    ) {
      self.projection = projection
      states = PatternStates(projection.nodes, maximumCount: mergedNodes)
      reader = JSONEventReader(options: options, kernel: .fastest, pieceSize: pieceSize)
      // Longer elements are found faster by their names.
      batches = ElementBatches(hasCommas: true, options: options, averageLength: 1024)
      plan = .undecided
      plan = projection.patternFromEnd == nil ? planned(for: 0) : .refuse
    }

    /// Adds the bytes of `chunk`, in O(*n*). Keeps an array, or a slice of one, until it is read, and copies other
    /// sequences.
    @inlinable
    public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }

    @usableFromInline
    package mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }

    /// Marks the end of the stream.
    public mutating func finish() { reader.finish() }

    /// The next value at a path, in the order of the text. `nil` if the reader needs another chunk,
    /// and at the end.
    ///
    /// If members have the same name, the first is delivered if the options choose it. Otherwise each is delivered,
    /// and ``hasDuplicates`` is set. Inside a selected value, the options choose.
    /// - Throws: The first error in the text. If it is in a member that is not selected, its path may be that
    ///   of the object. ``JSONStreamError/Kind/countsFromEnd(pattern:)`` if a pattern counts from the end of an
    ///   array.
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

    /// The number of matches up to where the reader needs another chunk, and up to the end. Those that it
    /// counts are not delivered by ``next()``. If the last of duplicate names wins, those in all of them count.
    /// - Throws: The first error in the text.
    package mutating func countMatches() throws(JSONStreamError) -> Int {
      var counted = -delivered
      repeat {
        counted += matches.count
        matches.removeAll(keepingCapacity: true)
        delivered = 0
      } while try step()
      return counted
    }

    /// Follows the plan. Returns `false` at the end, or if the reader needs another chunk.
    private mutating func step() throws(JSONStreamError) -> Bool {
      do throws(JSONStreamError) { return try followPlan() } catch { throw inMember(error) }
    }

    /// Returns the error with the path of the object, if its members are skipped by blocks. Whether their names are
    /// known depends on the chunks.
    private func inMember(_ error: JSONStreamError) -> JSONStreamError {
      switch plan {
      case .read, .enter, .refuse: return error
      case .skip, .undecided: break
      }
      guard open.last?.awaited != nil else { return error }
      return error.withPath(upTo: open.count - 1)
    }

    private mutating func followPlan() throws(JSONStreamError) -> Bool {
      switch plan {
      case .refuse:
        let pattern = projection.patternFromEnd?.description ?? ""
        throw JSONStreamError(.countsFromEnd(pattern: pattern), offset: 0)
      case .skip:
        let isDone =
          projection.skipping == .checked ? try reader.skipValue() : try reader.skipValueUnchecked()
        if isDone { plan = .undecided }
        return isDone
      case .read(let state):
        var found = try readScalar()
        if found == nil { found = try reader.readValue() }
        guard let value = found else { return false }
        let path = projection.needsPaths ? self.path : []
        if states[state].isLeaf {
          projection.add(states[state], value, at: path, to: &matches)
        } else {
          var search = PatternSearch(
            states, path: path, depth: open.count, needsPaths: projection.needsPaths)
          search.matches(of: value, at: state) { projection.add($0, $1, at: $2, to: &matches) }
          states = search.states
        }
        plan = .undecided
        return true
      case .enter(let state):
        guard let event = try reader.next() else { return false }
        plan = .undecided
        if event == .beginArray { open.append(Container(state: state, isObject: false)) }
        if event == .beginObject { enterObject(state) }
        return true
      case .undecided: return try findNext()
      }
    }

    /// Plans the treatment of the next value of the innermost open container.
    private mutating func findNext() throws(JSONStreamError) -> Bool {
      guard let container = open.last else {
        // The text's value has ended, and nothing may follow it.
        return try reader.next() != nil
      }
      if container.isObject {
        if let names = container.awaited, skipMembers(names) { return true }
        guard let event = try reader.next() else { return false }
        if event == .endObject {
          open.removeLast()
          if container.hasNames { seenNames.end() }
          return true
        }
        planMember(of: container.state)
        return true
      }
      if readTogether() { return true }
      guard let isBeforeEnd = try reader.isBeforeEnd() else { return false }
      if isBeforeEnd {
        open.removeLast()
        return try reader.next() != nil
      }
      planElement()
      return true
    }

    private mutating func enterObject(_ state: Int) {
      if states[state].names.isEmpty, states[state].wildcards.isEmpty {
        // Only elements are wanted.
        reader.openInValue = 1
        plan = .skip
      } else {
        let hasNames =
          reader.options.duplicateNames != .refuse
          && (!states[state].wildcards.isEmpty || states[state].names.count > 64)
        if hasNames { seenNames.begin() }
        open.append(
          Container(
            state: state, isObject: true, awaited: awaitedNames(of: state), hasNames: hasNames))
      }
    }

    /// The position of the names that are wanted in an object, if others can be skipped by blocks.
    private mutating func awaitedNames(of state: Int) -> Int? {
      // A merged state may be replaced by another.
      guard projection.skipping == .checked, state < projection.nodes.count else { return nil }
      if let known = awaitedByState[state] { return known }
      var position: Int?
      if states[state].wildcards.isEmpty,
        let names = SearchedNames(states[state].names.map(\.bytes))
      {
        position = awaited.count
        awaited.append(names)
      }
      awaitedByState[state] = .some(position)
      return position
    }

    /// Skips unwanted members of the innermost object by blocks. Returns whether it skipped any bytes.
    private mutating func skipMembers(_ names: Int) -> Bool {
      guard reader.skipMembers(upTo: &awaited[names]) else { return false }
      if reader.openDepth < open.count {
        open.removeLast()
      } else if reader.openDepth > open.count || reader.isAfterName {
        plan = .skip
      }
      return true
    }

    /// The next value, if it is a string, number or literal that is at hand. Its text needs no copy.
    private mutating func readScalar() throws(JSONStreamError) -> RawJSON? {
      guard !reader.isCollecting, try reader.hasRecord() else { return nil }
      switch reader.peeked.kind {
      case .false, .true: return try reader.next().map { .bool($0 == .bool(true)) }
      case .null: return try reader.next().map { _ in .null }
      case .string:
        _ = try reader.next()
        return reader.string().map { .string($0) }
      case .number:
        _ = try reader.next()
        try reader.refuseCutNumber()
        return reader.number().map { .number($0) }
      default: return nil
      }
    }

    /// Plans the treatment of the member whose name was read.
    private mutating func planMember(of state: Int) {
      let position = reader.withUTF8 { states[state].position(of: $0) }.flatMap { $0 }
      if position == nil, states[state].wildcards.isEmpty {
        plan = .skip
        return
      }
      if isDuplicate(position) {
        if reader.options.duplicateNames == .keepFirst {
          plan = .skip
          return
        }
        hasDuplicates = true
      }
      let targets = position.map { states[state].names[$0].targets } ?? states[state].wildcards
      guard let child = states.state(targets, depth: open.count) else {
        plan = .skip
        return
      }
      if projection.needsPaths {
        while names.count < open.count { names.append("") }
        names[open.count - 1] =
          position.map { states[state].names[$0].text } ?? reader.string() ?? ""
      }
      plan = planned(for: child)
    }

    /// Whether the innermost object had a member with the name that was read, which is the one at `position`
    /// of the state.
    private mutating func isDuplicate(_ position: Int?) -> Bool {
      if open[open.count - 1].hasNames {
        var names = SeenNames()
        swap(&names, &seenNames)
        let isNew = reader.withUTF8 { names.insert($0) }
        swap(&names, &seenNames)
        return isNew == false
      }
      // Without all names there are at most 64 positions, or the tokenizer refuses duplicates.
      let bit = 1 &<< UInt64(truncatingIfNeeded: position ?? 0)
      defer { open[open.count - 1].seen |= bit }
      return open[open.count - 1].seen & bit != 0 && reader.options.duplicateNames != .refuse
    }

    /// Finds the selected values in the next elements of the innermost array, if these are wanted and short. Returns `true`
    /// if it has passed an element.
    private mutating func readTogether() -> Bool {
      let (depth, last) = (open.count, open.count - 1)
      open[last].findElementState(&states, depth: depth)
      if open[last].elementState == nil { return false }
      batches.options.maximumDepth = max(0, reader.options.maximumDepth &- depth)
      let isBegun = batches.begin(&reader, before: open[last].count, in: depth)
      if !isBegun { return false }
      // Not a copy for each match, which would count references.
      let projection = projection
      var container = open[last]
      var search = PatternSearch(
        states, path: projection.needsPaths ? path : [], depth: depth,
        needsPaths: projection.needsPaths)
      var takesBack = false
      while !takesBack, batches.find() {
        container.findElementState(&search.states, depth: depth)
        let known = matches.count
        if let state = container.elementState {
          if projection.needsPaths { search.path[last] = String(container.count) }
          let document = batches.batch.elementDocument(batches.options)
          if let document {
            search.matches(of: DocumentStorage.rootIndex, in: document.storage, at: state) {
              projection.add($0, $1, at: $2, to: &matches)
            }
          }
          // The reader delivers both members of a name.
          takesBack = document == nil || search.hasDuplicates
        } else {
          takesBack = container.isDone
        }
        if takesBack { matches.removeSubrange(known...) } else { container.count += 1 }
      }
      batches.leave(&reader, takesBack: takesBack)
      states = search.states
      defer { open[last] = container }
      return container.count > open[last].count
    }

    /// Plans the treatment of the next element.
    private mutating func planElement() {
      let (depth, last) = (open.count, open.count - 1)
      open[last].findElementState(&states, depth: depth)
      if open[last].isDone {
        // Nothing in the rest of the array is wanted.
        open.removeLast()
        reader.openInValue = 1
        plan = .skip
        return
      }
      open[last].count += 1
      plan = open[last].elementState.map { planned(for: $0) } ?? .skip
    }

    private func planned(for state: Int) -> Plan {
      if !states[state].ends.isEmpty { return .read(state) }
      return states[state].isLeaf ? .skip : .enter(state)
    }

    /// The path of the value that was planned last.
    private var path: [String] { tokens(of: open.indices) }

    private func tokens(of levels: Range<Int>) -> [String] {
      levels.map { open[$0].isObject ? names[$0] : String(open[$0].count &- 1) }
    }
  }
}
