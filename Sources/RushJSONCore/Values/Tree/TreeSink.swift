// Builds the tree. Values stay on a stack until their container ends, and then move to memory of exactly the right
// size.
//
//   [1, {"a": 2, "b": [3, 4
//
//   values   │root│ [ │ 1 │ { │ 2 │ [ │ 3 │ 4 │          the slot of an open container holds a
//               ↑   ↑       ↑       ↑                     TreeSink.Open until the container ends
//               └───┴───────┴───────┘
//   names                  "a" "b"                        names of open objects, in order
//
// When a container ends, its values are on top of one stack, and its names on top of the other.

internal import _RushJSONShims

/// Turns tokens into values. Its owner calls `finish`, once.
@safe
struct TreeSink: TokenSink {
  /// The content of an open container's slot.
  private struct Open: BitwiseCopyable {
    /// The distance back to the slot of the enclosing container.
    var link: Int
    /// The height so far.
    var height: UInt32
    var isObject: Bool
    var contents: StorageContents = []
  }

  private struct Name {
    var name: String
    var hash: UInt64
  }

  // Invariant: values ≤ parent < next ≤ limit, in one allocation; likewise names ≤ nextName ≤
  // nameLimit. `reserve` makes room in both for all tokens until its next call. All values between
  // `parent` and `next`, and between two open containers, are initialised, and so are all names
  // below `nextName`.
  private var values: CheckedPointer<RawJSON>
  private var next: CheckedPointer<RawJSON>
  private var limit: CheckedPointer<RawJSON>
  private var parent: CheckedPointer<RawJSON>
  private var names: CheckedPointer<Name>
  private var nextName: CheckedPointer<Name>
  private var nameLimit: CheckedPointer<Name>
  private let base: CheckedView<UInt8>
  private let interner: NameInterner
  /// The number of the last complete object. It wraps around after 2³² objects, which may cost a comparison but
  /// never misses a duplicate.
  private var objects: UInt32 = 0
  private var unescaper: Unescaper
  private let firstWins: Bool
  /// The contents of an empty container. Only strict JSON escapes all that a text must escape.
  private let firstContents: StorageContents
  private let isSmallKnown: Bool
  private let kernel: BlockKernel
  private let maximumNames: Int
  /// Whether the stacks belong to the sink.
  private let ownsMemory: Bool

  /// Creates a sink for a value of `text`, which has about `byteCount` bytes, by default all of them.
  /// Its open objects may have `maximumNames` names, plus the names of one window.
  init(
    _ text: CheckedBytes, options: JSONReadingOptions, byteCount: Int? = nil,
    maximumNames: Int = PositionTable.maximumCount
  ) {
    self.maximumNames = maximumNames
    ownsMemory = true
    base = text.view()
    interner = NameInterner(for: byteCount ?? text.count, at: base)
    isSmallKnown = SmallString.isKnown
    kernel = .fastest
    unescaper = Unescaper(leniencies: options.leniencies)
    firstWins = options.duplicateNames == .keepFirst
    firstContents = options.leniencies.isEmpty ? [] : .escaped
    // The first call of `reserve` knows better how much is needed.
    let capacity = 8
    values = unsafe .reallocated(nil, capacity: capacity)
    parent = values
    next = values + 1
    limit = values + capacity
    names = unsafe .reallocated(nil, capacity: capacity)
    nextName = names
    nameLimit = names + capacity
    open(parent).initialize(to: Open(link: 0, height: 1, isObject: false))
  }

  /// The number of tokens of a short text whose values and names fit into `size` bytes.
  static func tokens(inMemoryOf size: Int) -> Int {
    (size &- NameInterner.sizeOfShort) / (MemoryLayout<RawJSON>.stride &+ MemoryLayout<Name>.stride)
      &- 8
  }

  /// Creates a sink for a short text, in memory of the caller, which has room for its tokens and is valid while the sink
  /// is used. A word is its strictest alignment.
  init(
    _ short: ShortText, options: JSONReadingOptions, inMemory memory: CheckedPointer<UInt8>
  ) {
    maximumNames = .max
    ownsMemory = false
    base = short.text.view(after: short.after)
    interner = NameInterner(inMemory: memory)
    isSmallKnown = SmallString.isKnown
    kernel = short.kernel
    unescaper = Unescaper(leniencies: options.leniencies)
    firstWins = options.duplicateNames == .keepFirst
    firstContents = options.leniencies.isEmpty ? [] : .escaped
    assert(short.count >= 0 && short.count <= ShortText.capacity)
    let capacity = short.count &+ 8
    let start = NameInterner.sizeOfShort
    values = unsafe memory.part(RawJSON.self, capacity: capacity, at: start)
    limit = values + capacity
    let end = start + capacity &* MemoryLayout<RawJSON>.stride
    names = unsafe memory.part(Name.self, capacity: capacity, at: end)
    nameLimit = names + capacity
    parent = values
    next = values + 1
    nextName = names
    open(parent).initialize(to: Open(link: 0, height: 1, isObject: false))
  }

  /// Ends the sink and frees its memory. Returns the value if the text was read to its end.
  mutating func finish(isComplete: Bool) -> RawJSON? {
    var result: RawJSON?
    if isComplete {
      // The grammar accepted one value, which is in the slot after the root.
      assert(parent == values && next - parent == 2)
      assert(nextName == names, "all names belong to objects")
      result = unsafe (parent + 1).move()
      next -= 1
    }
    while true {
      let contents = parent + 1
      assert(values <= parent && contents <= next && next <= limit)
      // Deep values are released by their storage.
      unsafe contents.deinitialize(count: next - contents)
      let link = open(parent).pointee.link
      if link == 0 { break }
      next = parent
      parent -= link
    }
    unsafe names.deinitialize(count: nextName - names)
    if ownsMemory {
      unsafe values.free()
      unsafe names.free()
    }
    interner.free()
    unescaper.free()
    return result
  }

  // MARK: - Room

  @inline(__always)
  @discardableResult
  mutating func reserve(tokens: Int) -> Bool {
    assert(tokens >= 0)
    assert(values <= parent && parent < next && next <= limit)
    assert(names <= nextName && nextName <= nameLimit)
    // The value or name of the token before these may still be missing.
    if _slowPath(limit - next <= tokens || nameLimit - nextName <= tokens) {
      if nextName - names > maximumNames { return false }
      self = grown(by: tokens)
    }
    return true
  }

  /// The sink with more room in both stacks, at least twice the space in use.
  @inline(never)
  private func grown(by tokens: Int) -> TreeSink {
    assert(ownsMemory, "a short text has room for all of its tokens")
    var sink = self
    // Values and names move as bytes, which Swift allows for all types without weak references. Open
    // containers are plain bytes.
    let used = next - values
    let capacity = max(2 &* used, used &+ tokens) &+ 8
    sink.values = unsafe .reallocated(values, capacity: capacity)
    sink.next = sink.values + used
    sink.limit = sink.values + capacity
    sink.parent = sink.values + (parent - values)
    let usedNames = nextName - names
    // Beyond the limit there is room for these tokens only.
    let wantedNames = max(usedNames, min(2 &* usedNames, maximumNames))
    let nameCapacity = max(wantedNames, usedNames &+ tokens) &+ 8
    sink.names = unsafe .reallocated(names, capacity: nameCapacity)
    sink.nextName = sink.names + usedNames
    sink.nameLimit = sink.names + nameCapacity
    assert(sink.limit - sink.next > tokens && sink.nameLimit - sink.nextName > tokens)
    return sink
  }

  // MARK: - Containers

  @inline(__always)
  private func open(_ place: CheckedPointer<RawJSON>) -> CheckedPointer<Open> {
    // Invariant: `Open` is smaller than a value, and its alignment is no stricter. The slot is not
    // accessed as a value while the container is open.
    unsafe place.assuming(Open.self)
  }

  @inline(__always)
  private mutating func begin(isObject: Bool) {
    let outer = parent
    let link = next - outer
    assert(link > 0 && next < limit)
    parent = next
    open(parent).initialize(
      to: Open(link: link, height: 1, isObject: isObject, contents: firstContents))
    assert(parent - open(parent).pointee.link == outer, "the link leads back")
    next += 1
  }

  @inline(__always) mutating func beginObject(at offset: Int) { begin(isObject: true) }
  @inline(__always) mutating func beginArray(at offset: Int) { begin(isObject: false) }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    let place = parent
    let count = next - place - 1
    let ended = open(place).pointee
    assert(count >= 0 && ended.link > 0 && ended.link <= place - values)
    parent = place - ended.link
    if ended.isObject {
      assert(nextName - names >= count, "each member has a name")
      nextName -= count
      objects &+= 1
      TreeSink.endObject(
        place, nextName, count, ended, interner, objects, firstWins: firstWins)
    } else {
      TreeSink.endArray(place, count, ended)
    }
    next = place + 1
    let outer = open(parent)
    outer.pointee.contents.insert(.ownedValues)
    if outer.pointee.height <= ended.height {
      outer.pointee.height = ended.height == .max ? .max : ended.height &+ 1
    }
    return outer.pointee.isObject
  }

  /// Puts an array of the next `count` values in its slot.
  @inline(never)
  private static func endArray(
    _ place: CheckedPointer<RawJSON>, _ count: Int, _ ended: Open
  ) {
    guard count > 0 else {
      place.initialize(to: .array(RawJSON.Array(storage: nil)))
      return
    }
    let storage = TreeStorage.array(capacity: count)
    assert(storage.room >= count && storage.count == 0)
    if count == 2 {
      // Places and ranges have two numbers. A copy of known size is no call.
      unsafe storage.values.moveInitialize(from: place + 1, count: 2)
    } else {
      unsafe storage.values.moveInitialize(from: place + 1, count: count)
    }
    storage.count = count
    storage.height = ended.height
    storage.contents = ended.contents
    place.initialize(to: .array(RawJSON.Array(storage: storage)))
  }

  /// Puts an object of the next `count` values and names in its slot.
  @inline(never)
  private static func endObject(
    _ place: CheckedPointer<RawJSON>, _ names: CheckedPointer<Name>, _ count: Int,
    _ ended: Open, _ interner: NameInterner, _ number: UInt32,
    firstWins: Bool
  ) {
    guard count > 0 else {
      place.initialize(to: .dictionary(RawJSON.Object(storage: nil)))
      return
    }
    let storage = TreeStorage.object(capacity: count)
    assert(storage.room >= count && storage.count == 0)
    let target = storage.names
    unsafe storage.values.moveInitialize(from: place + 1, count: count)
    var hasDuplicates = false
    if storage.tableBits == 0 {
      for index in 0..<count {
        let hash = names[index].hash
        unsafe (target + index).initialize(to: (names + index).move().name)
        if _slowPath(interner.markSeen(hash, object: number)) {
          hasDuplicates =
            hasDuplicates
            || TreeStorage.position(of: target[index], in: target, count: index) >= 0
        }
      }
    } else {
      for index in 0..<count {
        let name = unsafe (names + index).move()
        let (position, slot) = storage.table.search(name.name, hash: name.hash)
        (target + index).initialize(to: name.name)
        if _fastPath(position < 0) {
          storage.table.index.put(index, in: slot)
        } else {
          hasDuplicates = true
        }
      }
    }
    storage.count = count
    storage.height = ended.height
    storage.contents = ended.contents
    if _slowPath(hasDuplicates) { storage.removeDuplicates(firstWins: firstWins) }
    place.initialize(to: .dictionary(RawJSON.Object(storage: storage)))
  }

  // MARK: - Names and strings

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    assert(start >= 0 && length >= 0)
    assert(nextName < nameLimit && open(parent).pointee.isObject)
    if _fastPath(!hasEscapes && start >= TreeSink.reachBack) {
      TreeSink.name(nextName, interner, base.bytes(length, at: start), isSmallKnown)
    } else {
      if hasEscapes { open(parent).pointee.contents.insert(.escapedNames) }
      let bytes = base.bytes(length, at: start)
      TreeSink.slowName(nextName, interner, bytes, hasEscapes, &unescaper)
    }
    if length > SmallString.capacity { open(parent).pointee.contents.insert(.ownedNames) }
    nextName += 1
  }

  /// The number of bytes before a name or string that may be read.
  private static let reachBack = 8

  @inline(never)
  private static func name(
    _ target: CheckedPointer<Name>, _ interner: NameInterner, _ bytes: CheckedBytes,
    _ isSmallKnown: Bool
  ) {
    let length = bytes.count
    if _fastPath(length <= SmallString.capacity && isSmallKnown) {
      // Invariant: at least `reachBack` bytes of the text precede the name.
      let words = unsafe SmallString.bytes(bytes)
      // As in NameHash.words, the second word is the last eight bytes.
      let last = length < 8 ? 0 : bytes.word(at: length &- 8)
      let hash = interner.hash(bytes, (words.low, last))
      target.initialize(to: Name(name: SmallString.make(words, count: length), hash: hash))
      return
    }
    let hash = interner.hash(bytes, NameHash.words(bytes))
    let name = interner.name(bytes, hash: hash)
    target.initialize(to: Name(name: name, hash: hash))
  }

  /// A name with escapes, or one that starts in the first bytes of the text.
  @inline(never)
  private static func slowName(
    _ target: CheckedPointer<Name>, _ interner: NameInterner, _ text: CheckedBytes,
    _ hasEscapes: Bool, _ unescaper: inout Unescaper
  ) {
    // A backslash in a name without quotes does not begin an escape, and is kept.
    let bytes = hasEscapes ? unescaper.unescape(text) : text
    assert(bytes.count <= text.count, "unescaping never makes a name longer")
    let hash = interner.hash(bytes, NameHash.words(bytes))
    target.initialize(to: Name(name: String(validated: bytes), hash: hash))
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    assert(start >= 0 && length >= 0)
    assert(next < limit)
    if length > SmallString.capacity { open(parent).pointee.contents.insert(.ownedValues) }
    if _fastPath(!hasEscapes) {
      TreeSink.string(
        next, base.bytes(length, at: start), isSmallKnown && start >= TreeSink.reachBack)
    } else {
      open(parent).pointee.contents.insert(.escapedValues)
      TreeSink.escapedString(next, base.bytes(length, at: start), &unescaper)
    }
    next += 1
  }

  @inline(never)
  private static func string(
    _ target: CheckedPointer<RawJSON>, _ bytes: CheckedBytes, _ isSmallKnown: Bool
  ) {
    if bytes.count <= SmallString.capacity, isSmallKnown {
      // Invariant: at least `reachBack` bytes of the text precede the string.
      let words = unsafe SmallString.bytes(bytes)
      target.initialize(to: .string(SmallString.make(words, count: bytes.count)))
      return
    }
    target.initialize(to: .string(String(validated: bytes)))
  }

  @inline(never)
  private static func escapedString(
    _ target: CheckedPointer<RawJSON>, _ text: CheckedBytes, _ unescaper: inout Unescaper
  ) {
    let bytes = unescaper.unescape(text)
    assert(bytes.count <= text.count, "unescaping never makes a string longer")
    target.initialize(to: .string(String(validated: bytes)))
  }

  // MARK: - Other scalars

  @inline(__always)
  private mutating func append(_ value: RawJSON) {
    assert(next < limit)
    next.initialize(to: value)
    next += 1
  }

  @inline(__always)
  mutating func integer(_ value: UInt64, at start: Int) {
    append(.number(JSONNumber(magnitude: value, isNegative: false)))
  }

  @inline(__always)
  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool {
    assert(next < limit && length > 0)
    if _slowPath(!TreeSink.fastNumber(next, text, length, kernel)) { return false }
    next += 1
    return true
  }

  // Not inlined, because it uses all registers, which the grammar's loop needs to keep.
  @inline(never)
  private static func fastNumber(
    _ target: CheckedPointer<RawJSON>, _ text: CheckedView<UInt8>, _ length: Int,
    _ kernel: BlockKernel
  ) -> Bool {
    guard let number = ScannedNumber.fast(text, length: length, kernel: kernel) else {
      return false
    }
    target.initialize(to: .number(JSONNumber(number, text: text.bytes(length))))
    return true
  }

  mutating func number(_ number: ScannedNumber, at start: Int) {
    assert(start >= 0 && number.length > 0)
    let bytes = base.bytes(number.length, at: start)
    open(parent).pointee.contents.insert(.ownedValues)
    append(.number(JSONNumber(number, text: bytes)))
  }

  @inline(__always) mutating func bool(_ value: Bool, at offset: Int) { append(.bool(value)) }
  @inline(__always) mutating func null(at offset: Int) { append(.null) }
}
