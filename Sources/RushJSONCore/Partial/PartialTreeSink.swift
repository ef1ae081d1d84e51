// Builds a tree that can be read before it is complete.
//
//   [1, {"a": [2, 3], "b": [4
//
//   open       [1         {"a": [2, 3]      [4          the complete values of each container
//   snapshot   [1,        {"a": [2, 3],"b": [4]}]       the same, each with the next one as its last value
//
// The next piece takes those last values out again. A container that no caller keeps changes in place. Containers of a
// kept snapshot are copied first, each with the list of its own values.

/// Turns tokens into a tree that grows.
@safe
struct PartialTreeSink: PieceSink {
  /// An open array or object.
  struct Open {
    // The complete values in one of two lists, and perhaps the incomplete one, for a snapshot.
    fileprivate var elements = RawJSON.Array()
    fileprivate var members = RawJSON.Object()
    let isObject: Bool
    /// Its byte offset from the start of the stream.
    let start: Int
    /// In an object, the name whose value is incomplete.
    fileprivate(set) var name: String?
    /// The object already has a member of this name. The new value shows when it is complete, or
    /// never.
    fileprivate(set) var isHidden = false
    /// Whether the last value is incomplete.
    fileprivate var showsNext = false

    fileprivate init(isObject: Bool, start: Int) {
      self.isObject = isObject
      self.start = start
    }

    /// The path token of the incomplete or next value.
    var token: String? { isObject ? name : String(showsNext ? elements.count - 1 : elements.count) }
  }

  private(set) var open: [Open] = []
  /// The value, if it is complete.
  private var whole: RawJSON?
  /// The number of open containers that a snapshot shows: those around the outermost hidden value.
  private var visible = Int.max
  /// The start of the piece. Invariant: valid while the piece's tokens come.
  private var base = CheckedBytes().view()
  /// The offset of the piece in the stream.
  private var baseOffset = 0
  private let leniencies: JSONReadingOptions.Leniencies
  private let firstWins: Bool

  init(options: JSONReadingOptions) {
    leniencies = options.leniencies
    firstWins = options.duplicateNames == .keepFirst
  }

  var isComplete: Bool { whole != RawJSON?.none }

  // MARK: - Snapshots

  /// The value so far, which ends with the unfinished string or literal `next` if there is one.
  /// - Complexity: O(*d*) in the open containers.
  mutating func snapshot(_ next: RawJSON?) -> RawJSON? {
    if open.isEmpty { return whole ?? next }
    takeBack()
    let end = min(visible, open.count)
    assert(end > 0)
    var next = end == open.count && !open[end &- 1].isHidden ? next : RawJSON?.none
    for level in (0..<end).reversed() {
      if let next { open[level].show(next) }
      next = open[level].value
    }
    return next
  }

  /// Takes incomplete values out of their containers, before tokens or bytes are added to them.
  /// - Complexity: O(*d*) in the open containers. If a caller keeps the last snapshot, O(*n*) in the values of these.
  mutating func takeBack() {
    // From the outermost one, because it holds the next.
    for level in open.indices { if !open[level].takeBack() { return } }
  }

  // MARK: - Complete values

  /// The value at `path` if it is complete.
  func completeValue(at path: [String]) -> RawJSON? {
    if let whole { return whole[JSONPointer(tokens: path)] }
    for (token, level) in zip(path, open.indices) {
      let container = open[level]
      // Names are the same if their scalars are.
      guard !container.isHidden, container.token?.utf8.elementsEqual(token.utf8) == true else {
        return container.value[JSONPointer(tokens: Array(path.dropFirst(level)))]
      }
    }
    return RawJSON?.none
  }

  // MARK: - Values

  private mutating func add(_ value: RawJSON) {
    let level = open.count &- 1
    if level < 0 { return whole = value }
    open[level].add(value, firstWins: firstWins)
    if visible > level { visible = .max }
  }

  private mutating func begin(isObject: Bool, at offset: Int) {
    // Everything inside a hidden value is hidden.
    if visible == .max, open.last?.isHidden == true { visible = open.count }
    open.append(Open(isObject: isObject, start: baseOffset &+ offset))
  }

  // MARK: - Tokens

  static var keepsPieces: Bool { false }

  mutating func begin(_ piece: CheckedBytes, at offset: Int) {
    // An empty piece may have no address, and has no tokens.
    base = piece.view()
    baseOffset = offset
  }

  mutating func reserve(tokens: Int) -> Bool { true }

  mutating func beginObject(at offset: Int) { begin(isObject: true, at: offset) }

  mutating func beginArray(at offset: Int) { begin(isObject: false, at: offset) }

  mutating func endContainer(at offset: Int) -> Bool {
    assert(!open.isEmpty, "the grammar lets no container end that has not begun")
    if let ended = open.popLast() { add(ended.value) }
    return open.last?.isObject == true
  }

  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    assert(open.last?.isObject == true)
    let name = string(start, length, hasEscapes)
    if !open.isEmpty { open[open.count &- 1].begin(SmallString.shrunk(name)) }
  }

  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    add(.string(string(start, length, hasEscapes)))
  }

  private func string(_ start: Int, _ length: Int, _ hasEscapes: Bool) -> String {
    assert(start >= 0 && length >= 0)
    // Invariant: the tokenizer has accepted the string, which lies in the piece.
    let text = base.bytes(length, at: start)
    return String(accepted: text, hasEscapes: hasEscapes, leniencies: leniencies)
  }

  mutating func integer(_ value: UInt64, at start: Int) {
    add(.number(JSONNumber(magnitude: value, isNegative: false)))
  }

  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool {
    guard let number = ScannedNumber.fast(text, length: length) else { return false }
    self.number(number, at: start)
    return true
  }

  mutating func number(_ number: ScannedNumber, at start: Int) {
    assert(start >= 0 && number.length > 0)
    // Invariant: the number was scanned there.
    let text = base.bytes(number.length, at: start)
    add(.number(JSONNumber(number, text: text)))
  }

  mutating func bool(_ value: Bool, at offset: Int) { add(.bool(value)) }

  mutating func null(at offset: Int) { add(.null) }
}

// MARK: - Open containers

extension PartialTreeSink.Open {
  /// The container, with all values that it has now.
  @inline(__always)
  fileprivate var value: RawJSON { isObject ? .dictionary(members) : .array(elements) }

  fileprivate mutating func begin(_ name: String) {
    isHidden = members.index(ofName: name) != nil
    self.name = name
  }

  /// Adds the value that has just been completed.
  fileprivate mutating func add(_ value: RawJSON, firstWins: Bool) {
    assert(!showsNext && (!isObject || name != nil), "a member has a name")
    if !isHidden {
      append(value)
    } else if !firstWins, let name {
      members.updateValue(value, forName: name)
    }
    isHidden = false
    name = nil
  }

  /// Adds the incomplete value.
  fileprivate mutating func show(_ value: RawJSON) {
    append(value)
    showsNext = true
  }

  private mutating func append(_ value: RawJSON) {
    if isObject { members.append(name ?? "", value) } else { elements.append(value) }
  }

  /// Takes the incomplete value out of the container. Returns `false` if the last value is complete.
  fileprivate mutating func takeBack() -> Bool {
    guard showsNext else { return false }
    showsNext = false
    if isObject { members.storage.removeLast() } else { elements.storage.removeLast() }
    return true
  }
}
