// The values at some paths of a text.

public import RushJSONCore

/// A set of paths, or of patterns of paths, whose values are read, while all other values are skipped.
///
/// ```swift
/// let projection = JSONProjection(["/data", "/references/favorites"])
/// let values = try projection.values(in: bytes)      // [data, favorites]
///
/// let ids = JSONProjection(patterns: ["$.items[*].id", "/items/*/tags/0"])
/// for match in try ids.matches(in: bytes) { print(match.pointer, match.value) }   // /items/0/id 17
/// ```
///
/// By default, the values that are skipped are checked, as by ``JSONEventReader/skipValue()``.
/// Names are compared byte by byte. If members of an object have the same name,
/// ``JSONReadingOptions/duplicateNames`` chooses one, as in a document: the last by default. In a text that comes in
/// chunks, a match is delivered before the last member can be known; see ``Reader/hasDuplicates``.
///
/// A text is read once, whatever the number of patterns. Patterns share their common prefixes, and the name of a
/// member is looked up once for all of them.
public struct JSONProjection: Sendable {
  /// The way to skip values beside the paths.
  public enum Skipping: Sendable, Hashable {
    /// They are checked, so the projection accepts and refuses the same texts as all readers.
    case checked
    /// They are not checked: for texts that were checked before, or whose sender you trust. See
    /// ``JSONEventReader/skipValueUnchecked()``.
    case unchecked
  }

  /// The patterns, in the order of the initialiser's argument.
  public let patterns: [JSONPattern]
  /// The paths, in the order of the initialiser's argument. Empty if it was given patterns.
  public let pointers: [JSONPointer]
  /// The way to skip values beside the paths.
  public let skipping: Skipping
  /// The common prefixes of the patterns: a tree, whose root is the first.
  let nodes: [PatternNode]
  /// The path of each pattern that is one.
  private let fixedPointers: [JSONPointer?]
  /// No value of any pattern: what a text has that is filtered out.
  let noValues: [RawJSON?]
  /// Whether paths of matches are not known before.
  let needsPaths: Bool
  /// A pattern that counts from the end of an array, if there is one.
  let patternFromEnd: JSONPattern?

  /// A projection to the values at `pointers`. One path may lie inside another.
  /// - Complexity: O(*n* log *n*) in the paths' tokens.
  public init(_ pointers: [JSONPointer], skipping: Skipping = .checked) {
    self.init(pointers.map { JSONPattern($0) }, pointers, skipping)
  }

  /// A projection to the values that `patterns` select. Several patterns may select the same value.
  /// - Complexity: O(*n* log *n*) in the patterns' steps.
  public init(patterns: [JSONPattern], skipping: Skipping = .checked) {
    self.init(patterns, [], skipping)
  }

  private init(_ patterns: [JSONPattern], _ pointers: [JSONPointer], _ skipping: Skipping) {
    self.patterns = patterns
    self.pointers = pointers
    self.skipping = skipping
    fixedPointers = patterns.map(\.pointer)
    noValues = [RawJSON?](repeating: nil, count: patterns.count)
    needsPaths = fixedPointers.contains { $0 == nil }
    patternFromEnd = patterns.first(where: \.countsFromEnd)
    var steps = [PatternSteps()]
    var tables: [[JSONPattern.Step.ComparedStep: Int]] = [[:]]
    for (number, pattern) in patterns.enumerated() {
      var at = 0
      for step in pattern.steps {
        let key = step.key
        if let node = tables[at][key] {
          at = node
          continue
        }
        let node = steps.count
        tables[at][key] = node
        steps[at].add(step, to: node)
        at = node
        steps.append(PatternSteps())
        tables.append([:])
      }
      steps[at].ends.append(number)
    }
    nodes = steps.map { PatternNode($0) { steps[$0].isEmpty } }
  }

  /// A value that a pattern selects.
  public struct Match: Sendable, Hashable {
    /// The pattern's position in ``JSONProjection/patterns``.
    public let position: Int
    /// The value.
    public let value: RawJSON
    /// The path of the value.
    public let pointer: JSONPointer

    init(position: Int, pointer: JSONPointer, value: RawJSON) {
      self.position = position
      self.pointer = pointer
      self.value = value
    }
  }

  /// Adds a match of `value` for each pattern that ends at `node`.
  func add(
    _ node: PatternNode, _ value: RawJSON, at path: [String],
    to matches: inout [Match]
  ) {
    // By index, because an iterator would retain the array.
    for end in node.ends.indices {
      let position = node.ends[end]
      let pointer = fixedPointers[position] ?? JSONPointer(tokens: path)
      matches.append(Match(position: position, pointer: pointer, value: value))
    }
  }
}
