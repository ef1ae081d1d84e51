// A value that can be inspected while its text is still arriving.

public import RushJSONCore

/// Reads JSON that comes in pieces, and returns the value so far at any time.
///
/// ```swift
/// var partial = PartialJSON()
/// for try await delta in answer {
///   try partial.feed(delta)
///   show(partial.snapshot())         // {"title": "The Vo  →  {"title": "The Vo"}
/// }
/// try partial.finish()
/// ```
///
/// A snapshot closes open arrays and objects. It keeps an unfinished string up to its last whole
/// character, or leaves it out. It leaves out numbers and names that may continue, unfinished literals, and a
/// name without a value. If the last of duplicate names wins, a second value replaces the first one
/// when it is complete.
///
/// A snapshot is a tree like any other, and shares all complete values with the others. If you have let the last one go,
/// the next piece changes its lists in place, and costs what its own bytes and the depth cost. If you keep it, the next
/// piece first copies the list of values of each array and object that is open, and the unfinished string: 40 µs for
/// 7,000 numbers.
///
/// Copies are independent. As with an array, a copy costs nothing until one of the two changes, which then copies
/// the incomplete values. A change in place, as in `calls[index]?.feed(delta)`, copies nothing.
public struct PartialJSON {
  /// Options for an incomplete text.
  public struct Options: Sendable, Hashable {
    /// The accepted grammar, and the limits.
    public var readingOptions: JSONReadingOptions
    /// Whether snapshots keep unfinished strings. `true` by default.
    public var keepsUnfinishedStrings: Bool
    /// Whether the value may be surrounded by other text, as language models write it: an
    /// introduction, a Markdown fence, an explanation. `false` by default.
    ///
    /// The value is the first array or object whose first 4 KiB are JSON. The text after it is
    /// ignored. Brackets in a sentence that happen to be JSON, such as `[1]`, count as the value,
    /// unless ``wanted`` excludes them. The pieces that the text comes in make no difference. A value
    /// beyond the limits is refused, not skipped.
    public var allowsProse: Bool
    /// The value that is searched in prose. The first array or object by default. Without
    /// ``allowsProse``, it has no effect.
    public var wanted: Wanted

    /// The value that is searched in prose.
    ///
    ///     - [ ] Look at [12]:
    ///     ```json
    ///     {"a": [1, 2]}
    ///     ```
    public enum Wanted: Sendable, Hashable {
      /// The first array or object: `[ ]` in the example.
      case arrayOrObject
      /// The first object, even inside an array: `{"a": [1, 2]}` in the example.
      case object
      /// The first array, even inside an object, other than `[ ]`, the open box of a task list:
      /// `[12]` in the example.
      case array
      /// The array or object that a fenced block begins with: `{"a": [1, 2]}` in the example. The fence
      /// is three or more backticks, anywhere in a line, followed by `json`, `json5`, `jsonc` (in
      /// capitals or not) or nothing. Blocks in other languages and text before the value exclude a block.
      case fencedBlock
    }

    /// Creates options.
    public init(
      readingOptions: JSONReadingOptions = .strict, keepsUnfinishedStrings: Bool = true,
      allowsProse: Bool = false, wanted: Wanted = .arrayOrObject
    ) {
      self.readingOptions = readingOptions
      self.keepsUnfinishedStrings = keepsUnfinishedStrings
      self.allowsProse = allowsProse
      self.wanted = wanted
    }
  }

  private var state: State

  /// A reader of one value.
  public init(_ options: Options = Options()) {
    let search =
      options.allowsProse
      ? ProseSearch(
        objects: options.wanted != .array, arrays: options.wanted != .object,
        onlyInFences: options.wanted == .fencedBlock) : nil
    let value = PartialReading(
      options.readingOptions, keepsUnfinishedStrings: options.keepsUnfinishedStrings)
    state = State(ProseReading(value, search: search))
  }

  /// The number of bytes given to the tokenizer. Tests check the cost of streams with it.
  package var bytesRead: Int { unsafe state.reading.value.bytesRead }

  // MARK: - Feeding

  /// Adds `bytes`, which may begin and end anywhere, even inside a character. Copies them, unless they are an array or a
  /// slice of one.
  /// - Throws: The first error in the text, as soon as it is certain; then the same error again.
  /// - Complexity: O(*n*) in the bytes.
  @inlinable
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONStreamError) {
    try feed(bytes.byteSlice)
  }

  @usableFromInline
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(JSONStreamError) {
    makeUnique()
    try unsafe state.reading.feed(bytes, isLast: false)
  }

  /// Adds the UTF-8 of `text`.
  public mutating func feed(_ text: some StringProtocol) throws(JSONStreamError) {
    try feed(Array(text.utf8)[...])
  }

  /// Marks the end of the text.
  /// - Throws: ``JSONStreamError``, for example of kind ``JSONSyntaxError/Kind/unexpectedEnd``, if
  ///   the value is incomplete. ``snapshot()`` still returns the value so far. In prose without a value,
  ///   the error is that of the array or object with the most JSON before its fault.
  public mutating func finish() throws(JSONStreamError) {
    makeUnique()
    try unsafe state.reading.feed([], isLast: true)
  }

  /// The value so far, or `nil` before it has begun.
  /// - Complexity: O(*d*) in the open arrays and objects. While you keep the snapshot, the next piece takes O(*n*) in
  ///   their values and in the unfinished string.
  public mutating func snapshot() -> RawJSON? {
    makeUnique()
    return unsafe state.reading.snapshot()
  }

  /// The value so far as a type, or `nil` while it cannot be decoded yet.
  ///
  /// ```swift
  /// @JSONModel(partial: true) struct Story { var title: String; var chapters: [Chapter] }
  ///
  /// if let story = try partial.snapshot(as: Story.Partial.self) { show(story.title ?? "…") }
  /// ```
  ///
  /// A snapshot is a part of the final value. So an incomplete value is left out if more text could change it: a date, a raw
  /// value, the tag of an enum, or a case that depends on the whole value. Strings, arrays, objects and types with members
  /// grow. ``isComplete(at:)`` tells whether a value of the snapshot is complete.
  /// - Throws: What decoding throws about values that are complete. An error that is not a `DecodingError` does not say which
  ///   value it is about, so it is thrown when the whole value is complete.
  /// - Complexity: O(*n*) in the values so far, and again for each incomplete one that is left out. So a call after each
  ///   piece takes time in the square of the text: 43 KB in pieces of four bytes take 1,000 times as long as
  ///   ``snapshot()`` after each. Call it when something is shown, at most 20 times a second.
  public mutating func snapshot<T: Decodable>(
    as type: T.Type, decoder: RushJSONCoreDecoder? = nil
  ) throws -> T? {
    guard var tree = snapshot() else { return nil }
    var open = openPath
    // A second member of a name that is still coming does not show.
    while let path = open, isComplete(at: path) { open = path.parent }
    let decoder = decoder ?? .plain
    let locating = decoder.withUnderlyingErrors
    while true {
      do {
        return try locating.decode(type, from: tree, arriving: open)
      } catch {
        guard let path = open else { throw decoder.leaving(error) }
        // An error without a place may be about what is incomplete.
        let pointer = (error as? DecodingError)?.valueError?.pointerOfPlace ?? path
        guard path.tokens.starts(with: pointer.tokens) else { throw decoder.leaving(error) }
        if pointer.isEmpty { return nil }
        if tree[pointer] != nil { try tree.remove(at: pointer) }
        open = pointer.parent
      }
    }
  }

  /// Whether the value is complete. A number or a literal that is the whole text is complete only
  /// after ``finish()``.
  public var isComplete: Bool { unsafe state.reading.value.isComplete }

  /// Whether no value has begun: there was no text yet, or whitespace alone; in prose, no array or object.
  ///
  /// A tool call without arguments may be empty at its end. It is no JSON, so ``finish()`` throws.
  public var isEmpty: Bool { unsafe state.reading.value.isEmpty }

  // MARK: - Paths

  /// The path of the innermost incomplete value: of an unfinished string, of an open array or
  /// object, or of a value of it that has begun. `nil` if the whole value is complete.
  public var openPath: JSONPointer? { unsafe state.reading.value.openPath }

  /// Whether the value at `path` is complete, with everything in it.
  ///
  /// A complete value changes only if the last of duplicate names wins and another member of its
  /// name follows. That member's value replaces it when it is complete.
  /// - Complexity: O(*n*) in tokens, each with a look-up.
  public func isComplete(at path: JSONPointer) -> Bool {
    unsafe state.reading.value.isComplete(at: path.tokens)
  }

  // MARK: - Copies

  /// The state that copies share until one of them changes.
  private final class State {
    // Invariant: only methods of the one `PartialJSON` that refers to the state change it, so no access can
    // overlap another.
    @exclusivity(unchecked) var reading: ProseReading

    init(_ reading: consuming ProseReading) { unsafe self.reading = reading }
  }

  @inline(__always)
  private mutating func makeUnique() {
    if _slowPath(!isKnownUniquelyReferenced(&state)) { separate() }
  }

  @inline(never)
  private mutating func separate() { state = unsafe State(state.reading.copy()) }
}
