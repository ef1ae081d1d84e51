public import RushJSONCore

/// A JSON text whose values can be changed while everything else stays as it is: comments, the order of
/// members, indentation, line breaks, trailing commas, and the spelling of numbers.
///
/// ```swift
/// var settings = try JSONText(
///   """
///   {
///     // Colours
///     "theme": "dark",  // or "light"
///     "plugins": ["spelling"],
///   }
///   """, options: .jsonc)
/// try settings.set("light", at: "/theme")
/// try settings.append("grammar", to: "/plugins")
/// try settings.set(4, at: "/margin")
/// print(settings.string)
/// // {
/// //   // Colours
/// //   "theme": "light",  // or "light"
/// //   "plugins": ["spelling", "grammar"],
/// //   "margin": 4,
/// // }
/// ```
///
/// Edits apply in their order: each pointer refers to the values as the edits before it have left them, like
/// the operations of a JSON Patch (RFC 6902). An edit that fails changes nothing. The text is read once, and
/// the result is made in one pass over the edits, however many there are: ``replacements`` lists the ranges
/// that change, and ``bytes`` is the whole text.
///
/// **Style.** A new item gets a line of its own if its neighbours do, with their indentation, and
/// otherwise on the line of its neighbours. The text also shows the line breaks, the indentation of a level,
/// the spaces beside colons and commas, the quotes, names without quotes, and whether the last item has a comma.
/// An empty container takes the style of the one around it.
///
/// **Comments.** A comment belongs to an item if it begins on the line of the item's end or comma, or if it
/// is on lines of its own directly above the item, without a blank line between. Such comments are removed, and
/// move, with the item. All others stay, and so do those of a value that is replaced or renamed.
///
/// **Duplicate names.** Edits change the member that a look-up finds
/// (``JSONReadingOptions/duplicateNames``). To remove, move or rename it also removes the others of its name, so
/// that none of them takes its place.
///
/// **An empty text**, or one of comments only, has no value. An edit makes the one that it needs: an object for a
/// member, an array for the token `-`. Until then, ``value(at:)`` gives `null`.
///
/// After any edits, reading ``bytes`` with the same options gives the values that the same edits make of a ``RawJSON``.
public struct JSONText: Sendable {
  var overlay: TextOverlay

  /// Reads a text of UTF-8, which may have no value. The array is kept, not copied.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in bytes. Takes 16 bytes per value and name besides the text.
  public init(_ bytes: [UInt8], options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    overlay = TextOverlay(try SourceText(bytes, options: options))
  }

  /// Reads a text, whose UTF-8 is copied.
  /// - Throws: The first error in the text, with its byte offset.
  /// - Complexity: O(*n*) in bytes.
  public init(_ text: String, options: JSONReadingOptions = .strict) throws(JSONSyntaxError) {
    try self.init(Array(text.utf8), options: options)
  }

  // MARK: - Result

  /// A range of the original text, and what takes its place.
  public struct Replacement: Sendable, Hashable {
    /// Byte offsets in the original text. Empty for an insertion.
    public let range: Range<Int>
    /// The new UTF-8 bytes. Empty for a removal.
    public let bytes: [UInt8]

    /// The new text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The ranges of the original text that edits replace, in ascending order and apart from each other.
  ///
  /// All other bytes stay. An editor can apply them to its buffer, the last one first.
  /// - Complexity: O(*e* log *e* + *m*) for *e* edits, *m* being the children of the containers whose items were
  ///   added, removed or moved. Made on each access.
  public var replacements: [Replacement] {
    let source = overlay.source
    let edits = TextRenderer.replacements(of: overlay)
    if !source.isEmpty { return edits.map { Replacement(range: $0.range, bytes: $0.bytes) } }
    if overlay.hasNoValue { return [] }
    let end = source.count
    return [
      Replacement(range: end..<end, bytes: TextRenderer.text(source.bytes[end...], with: edits))
    ]
  }

  /// The text after the edits, as UTF-8.
  /// - Complexity: That of ``replacements``, and O(*n*) in bytes. Made on each access.
  public var bytes: [UInt8] {
    let edits = TextRenderer.replacements(of: overlay)
    if overlay.hasNoValue { return originalBytes }
    if edits.isEmpty { return overlay.source.bytes }
    return TextRenderer.text(overlay.source.bytes[...], with: edits)
  }

  /// The text before the edits, as UTF-8.
  public var originalBytes: [UInt8] {
    let source = overlay.source
    return source.isEmpty ? Array(source.bytes[..<source.count]) : source.bytes
  }

  /// The document of the text, if no edit has been made. A text without a value is `null`.
  package var uneditedDocument: JSONDocument? {
    // Every edit opens a node, or replaces the root.
    overlay.nodes.count == 1 && overlay.nodes[0].contents.isEmpty ? overlay.source.document : nil
  }

  /// The value at `pointer` after the edits.
  /// - Throws: A ``JSONValueError`` about the value at which the path breaks off.
  /// - Complexity: That of the look-ups on the way, which is O(1) on average after the first look-up in an object
  ///   or array, and O(*n*) in the text of the value.
  public func value(at pointer: JSONPointer) throws(JSONValueError) -> RawJSON {
    try overlay.value(at: pointer)
  }

  // MARK: - Values

  /// Sets the value at `pointer`: replaces a value, adds a member after all others, or appends an element
  /// where the last token is `-` or the array's count.
  ///
  /// With `creatingObjects`, a missing member or `null` on the way becomes an object.
  /// - Throws: A ``JSONValueError`` about the value at which the path breaks off, with its place in the
  ///   original text if it has one; ``JSONValueError/Kind/notRepresentable(number:type:)`` for NaN and the
  ///   infinities, unless the options accept them in a text; ``JSONValueError/Kind/invalidValue(_:type:)`` if
  ///   the result would be nested deeper than ``JSONReadingOptions/maximumDepth``, or a string or number would be
  ///   longer than the options allow.
  /// - Complexity: That of the look-ups on the way: O(*m*) in members for the first 32 in an object, then
  ///   O(1) on average; likewise for elements from the second one on.
  public mutating func set(
    _ value: RawJSON, at pointer: JSONPointer, creatingObjects: Bool = false
  ) throws(JSONValueError) {
    try overlay.set(value, at: pointer, creatingObjects: creatingObjects)
  }

  /// Inserts an element before the one at that index, or at the end for `-` or the count. In an object, adds a
  /// member after all others, or replaces the value of the one that has its name (RFC 6902 §4.1).
  /// - Throws: As ``set(_:at:creatingObjects:)``.
  /// - Complexity: That of the look-ups on the way, and O(*n*) in the elements of the array.
  public mutating func insert(_ value: RawJSON, at pointer: JSONPointer) throws(JSONValueError) {
    try overlay.insert(value, at: pointer)
  }

  /// Inserts an element, or a member of the name `name`, before the one at `pointer`.
  /// - Throws: As ``set(_:at:creatingObjects:)``; ``JSONValueError/Kind/invalidFormat(text:expected:)`` if the
  ///   object has a member of this name; ``JSONValueError/Kind/wrongKind(expected:found:)`` if `name` is missing
  ///   in an object, or given in an array.
  /// - Complexity: As ``insert(_:at:)``.
  public mutating func insert(
    _ value: RawJSON, named name: String? = nil, before pointer: JSONPointer
  ) throws(JSONValueError) {
    try overlay.insert(value, named: name, beside: pointer, isAfter: false)
  }

  /// Inserts an element, or a member of the name `name`, after the one at `pointer`.
  /// - Throws: As ``insert(_:named:before:)``.
  /// - Complexity: As ``insert(_:at:)``.
  public mutating func insert(
    _ value: RawJSON, named name: String? = nil, after pointer: JSONPointer
  ) throws(JSONValueError) {
    try overlay.insert(value, named: name, beside: pointer, isAfter: true)
  }

  /// Appends an element to the array at `pointer`.
  /// - Throws: As ``set(_:at:creatingObjects:)``; ``JSONValueError/Kind/wrongKind(expected:found:)`` if the value
  ///   there is not an array.
  /// - Complexity: As ``insert(_:at:)``.
  public mutating func append(_ value: RawJSON, to pointer: JSONPointer) throws(JSONValueError) {
    try overlay.append(value, to: pointer)
  }

  /// Removes the member or element at `pointer` with its comments. The root cannot be removed: for the empty
  /// pointer, `null` takes its place.
  /// - Throws: A ``JSONValueError`` about the value at which the path breaks off.
  /// - Complexity: As ``insert(_:at:)``.
  public mutating func remove(at pointer: JSONPointer) throws(JSONValueError) {
    try overlay.remove(at: pointer)
  }

  // MARK: - Names and places

  /// Gives the member at `pointer` another name. Its place, its value and its comments stay.
  /// - Throws: A ``JSONValueError`` about the value at which the path breaks off;
  ///   ``JSONValueError/Kind/invalidFormat(text:expected:)`` if another member has this name;
  ///   ``JSONValueError/Kind/wrongKind(expected:found:)`` if this is not a member of an object.
  /// - Complexity: That of the look-ups on the way.
  public mutating func rename(_ pointer: JSONPointer, to name: String) throws(JSONValueError) {
    try overlay.rename(pointer, to: name)
  }

  /// Moves a value, as the operation `move` of RFC 6902 §4.4: removes it, and then inserts it as
  /// ``insert(_:at:)`` does. Its spelling and its comments move with it, unless it replaces another value.
  /// - Throws: As ``set(_:at:creatingObjects:)``; ``JSONValueError/Kind/invalidValue(_:type:)`` if the value
  ///   would move into itself.
  /// - Complexity: As ``insert(_:at:)``, and O(*n*) in the values inside the first time.
  public mutating func move(
    from source: JSONPointer, to destination: JSONPointer
  ) throws(JSONValueError) {
    try overlay.move(from: source, to: destination)
  }

  /// Moves a member or element before the one at `pointer`. A member keeps its name.
  /// - Throws: As ``move(from:to:)`` and ``insert(_:named:before:)``.
  /// - Complexity: As ``move(from:to:)``.
  public mutating func move(
    from source: JSONPointer, before pointer: JSONPointer
  ) throws(JSONValueError) {
    try overlay.move(from: source, beside: pointer, isAfter: false)
  }

  /// Moves a member or element after the one at `pointer`. A member keeps its name.
  /// - Throws: As ``move(from:to:)`` and ``insert(_:named:before:)``.
  /// - Complexity: As ``move(from:to:)``.
  public mutating func move(
    from source: JSONPointer, after pointer: JSONPointer
  ) throws(JSONValueError) {
    try overlay.move(from: source, beside: pointer, isAfter: true)
  }

  // MARK: - Patches

  /// Applies all operations of a patch (RFC 6902), or none of them if one fails.
  ///
  /// With ``RawJSON/difference(from:)`` a text takes on other values, and keeps what is the same:
  /// `try text.apply(new.difference(from: text.value(at: .root)))`.
  /// - Parameter maximumCopiedValues: How many values the `copy` operations may copy together, as in
  ///   `RawJSON.apply(_:maximumCopiedValues:)`.
  /// - Throws: A ``JSONPatch/Failure`` about the operation that failed. Nothing is changed then.
  /// - Complexity: That of the operations, and O(*e*) in the edits before. To test or copy a value takes
  ///   O(*n*) in its text.
  public mutating func apply(
    _ patch: JSONPatch, maximumCopiedValues: Int = 1 << 20
  ) throws(JSONPatch.Failure) {
    var edited = overlay
    try edited.apply(patch, maximumCopiedValues: maximumCopiedValues)
    overlay = edited
  }
}

extension JSONText {
  /// The text after the edits.
  /// - Complexity: That of ``bytes``.
  // Not `description`: a conformance would keep 110 KB of this room in programs that do not use it.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}
