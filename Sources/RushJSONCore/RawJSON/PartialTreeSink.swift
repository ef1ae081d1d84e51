// Builds a tree that can be looked at before it is complete.
//
//   [1, {"a": [2, 3], "b": [4
//
//   open      [1, ·]     {"a": [2, 3], "b": ·}     [4]        each without the one in it
//   linked    [1, {"a": [2, 3], "b": [4]}]                    for a snapshot: one step a level
//
// Open containers are kept apart, so that each has one owner and grows in place. For a snapshot each is
// put in its slot of the one around it, and taken out again before anything is added.

/// Turns tokens into open containers.
@safe
struct PartialTreeSink: TokenSink {
  enum Container {
    case array(JSONArray)
    case object(JSONObject)
  }

  /// A container that is open.
  struct Open {
    var container: Container
    /// The name whose value comes next or is coming; of an object.
    var name: String?
    /// Where the value that is coming has its place, if it has one already.
    var slot: Int?
    /// The value that is coming is that of a second member of its name, and is not kept.
    var isDropped = false

    var value: RawJSON {
      switch container {
      case .array(let array): .array(array)
      case .object(let object): .dictionary(object)
      }
    }

    /// What leads from the container to the value that is coming, or would come next.
    var token: String? {
      switch container {
      case .array(let array): String(slot ?? array.count)
      case .object: name
      }
    }
  }

  private(set) var open: [Open] = []
  /// The value of the text, once it is complete.
  private(set) var root: RawJSON?
  /// The containers are linked, by the last snapshot.
  private var isLinked = false
  /// The text that offsets count from. Set before the sink is used.
  nonisolated(unsafe) var base = unsafe UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  private let leniencies: JSONLeniencies
  private let firstWins: Bool

  init(options: JSONReadingOptions) {
    leniencies = options.leniencies
    firstWins = options.duplicateNames == .firstWins
  }

  // ---- Snapshots ----

  /// The value so far; `innermost`, if there is any, is the string that the text ends in.
  ///
  /// - Complexity: O(*d*) in the containers that are open.
  mutating func snapshot(innermost: RawJSON?) -> RawJSON? {
    if open.isEmpty { return root ?? innermost }
    if innermost != nil, open[open.count &- 1].slot == nil { reserveSlot() }
    var value = innermost
    var level = open.count &- 1
    while level >= 0 {
      if let value { put(value, at: level) }
      value = open[level].value
      level &-= 1
    }
    isLinked = true
    return value
  }

  /// Takes the open containers apart. What has a snapshot as its second owner will be copied.
  mutating func unlink() {
    if !isLinked { return }
    isLinked = false
    for level in open.indices { put(.null, at: level) }
  }

  /// Puts a value into the slot of an open container, if there is one.
  private mutating func put(_ value: RawJSON, at level: Int) {
    guard let slot = open[level].slot, !open[level].isDropped else { return }
    open[level].put(value, at: slot)
  }

  // ---- Values ----

  /// Gives the value that is coming a place in the innermost container.
  private mutating func reserveSlot() {
    if open.isEmpty { return }
    open[open.count &- 1].reserveSlot(firstWins: firstWins)
  }

  private mutating func add(_ value: RawJSON) {
    if open.isEmpty {
      root = value
      return
    }
    let level = open.count &- 1
    if open[level].slot == nil { open[level].reserveSlot(firstWins: firstWins) }
    put(value, at: level)
    open[level].slot = nil
    open[level].name = nil
    open[level].isDropped = false
  }

  // ---- Tokens ----

  mutating func reserve(tokens: Int) {}

  mutating func beginObject(at offset: Int) {
    reserveSlot()
    open.append(Open(container: .object(JSONObject())))
  }

  mutating func beginArray(at offset: Int) {
    reserveSlot()
    open.append(Open(container: .array(JSONArray())))
  }

  mutating func endContainer(at offset: Int) -> Bool {
    // Invariant of every sink: there is one.
    if let ended = open.popLast() { add(ended.value) }
    if case .object = open.last?.container { return true }
    return false
  }

  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    let name = string(start, length, hasEscapes)
    if !open.isEmpty { open[open.count &- 1].name = name }
  }

  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    add(.string(string(start, length, hasEscapes)))
  }

  private func string(_ start: Int, _ length: Int, _ hasEscapes: Bool) -> String {
    // Invariant: the grammar has accepted the string, which lies in the text.
    if !hasEscapes { return unsafe String(validated: base + start, count: length) }
    let text = unsafe UnsafeRawBufferPointer(start: base + start, count: length)
    return unsafe String(decoding: Escape.unescaped(text, leniencies: leniencies), as: UTF8.self)
  }

  mutating func integer(_ value: UInt64, at start: Int) {
    add(.number(JSONNumber(magnitude: value, isNegative: false)))
  }

  mutating func fastNumber(_ text: UnsafeRawPointer, length: Int, at start: Int) -> Bool {
    guard let number = unsafe ScannedNumber.fast(text, length: length) else { return false }
    self.number(number, at: start)
    return true
  }

  mutating func number(_ number: ScannedNumber, at start: Int) {
    // Invariant: the number was scanned there.
    let text = unsafe UnsafeRawBufferPointer(start: base + start, count: number.length)
    add(unsafe .number(JSONNumber(number, text: text)))
  }

  mutating func bool(_ value: Bool, at offset: Int) { add(.bool(value)) }

  mutating func null(at offset: Int) { add(.null) }
}

extension PartialTreeSink.Open {
  fileprivate mutating func reserveSlot(firstWins: Bool) {
    switch container {
    case .array(var array):
      // One owner, so that it grows in place.
      container = .array(JSONArray())
      slot = array.count
      array.append(.null)
      container = .array(array)
    case .object(var object):
      container = .object(JSONObject())
      let name = name ?? ""
      if let position = object.index(ofName: name) {
        slot = position
        isDropped = firstWins
      } else {
        slot = object.count
        object.append(name, .null)
      }
      container = .object(object)
    }
  }

  fileprivate mutating func put(_ value: RawJSON, at slot: Int) {
    switch container {
    case .array(var array):
      container = .array(JSONArray())
      _ = array.exchange(value, at: slot)
      container = .array(array)
    case .object(var object):
      container = .object(JSONObject())
      _ = object.exchange(value, at: slot)
      container = .object(object)
    }
  }
}
