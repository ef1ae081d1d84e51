// Encodes straight to text, in the order in which a type gives its members.
//
//   {"users":[{"name":"Ada"          the text so far
//   ▲        ▲▲
//   frames   0 1  2                  values that are not complete, each in the one before it
//
// A container writes while its frame is open; frames within it are closed then. That is how types
// encode themselves. Whoever does it otherwise (writes to a container that was closed, or a name a
// second time) makes the text so far into nodes, once, and from then on everything is nodes, which
// are put into text at the end: slower, and right for every order of calls.

/// Where a value is being encoded.
struct EncodingPlace: BitwiseCopyable {
  /// Where in the text the value begins; for nodes made later, a number below zero.
  let start: Int
  /// Tells frames apart that stood at the same level.
  let id: UInt32
  /// The number of its frame.
  let level: UInt32
}

/// One call of `encode`, and everything that it hands out.
@safe
final class EncodingSession {
  /// A value that is not complete.
  struct OpenValue {
    enum Kind {
      /// Nothing was written yet.
      case empty
      case scalar, array, object
    }

    let id: UInt32
    var kind = Kind.empty
    let start: Int
    /// The elements or members that were begun.
    var count = 0
    /// Where the hashes of its names begin.
    let firstHash: Int
    /// The hashes, if they are many.
    var manyHashes: Set<UInt32>?
    /// The key of the value in the one around it.
    let key: (any CodingKey)?
    /// Its names are data, and not converted.
    var isDictionary = false
  }

  struct State: ~Copyable {
    var output: TextOutput
    var frames: [OpenValue] = []
    var hashes: [UInt32] = []
    var nextID: UInt32 = 0
    var deepest = 0
    /// The nodes by the starts of their values, once the text was not enough.
    var nodes: [Int: EncodedNode] = [:]
    var nextNode = -1
    var isTree = false
  }

  // Invariant: initialised while the session lives. By address, because the properties of a class are
  // checked for exclusive access each time.
  let state: UnsafeMutablePointer<State>
  let snapshot: EncodingSnapshot

  init(_ snapshot: EncodingSnapshot) {
    self.snapshot = snapshot
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(
        output: TextOutput(
          OutputBuffer(maximumLength: snapshot.options.maximumLength), options: snapshot.scalars)))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inline(__always)
  var isTree: Bool { unsafe state.pointee.isTree }

  // ---- Frames ----

  /// Begins a value here.
  @inline(__always)
  func push(_ key: (any CodingKey)?) -> EncodingPlace {
    let level = unsafe state.pointee.frames.count
    let id = unsafe state.pointee.nextID
    unsafe state.pointee.nextID &+= 1
    let start = unsafe state.pointee.output.buffer.count
    unsafe state.pointee.frames.append(
      OpenValue(id: id, start: start, firstHash: state.pointee.hashes.count, key: key))
    return EncodingPlace(start: start, id: id, level: UInt32(truncatingIfNeeded: level))
  }

  /// Whether the text can go on in the value at `place`; what is open within it is closed then. If
  /// not, everything is nodes from now on.
  @inline(__always)
  func isOpen(_ place: EncodingPlace) -> Bool {
    let level = Int(place.level)
    let count = unsafe state.pointee.frames.count
    if unsafe _fastPath(count > level && state.pointee.frames[level].id == place.id) {
      if count > level &+ 1 { close(to: level &+ 1) }
      return true
    }
    if !isTree { makeNodes() }
    return false
  }

  /// Completes the values of all frames from `level` on.
  func close(to level: Int) {
    while unsafe state.pointee.frames.count > level {
      let frame = unsafe state.pointee.frames.removeLast()
      switch frame.kind {
      case .scalar: break
      // What encodes nothing is an empty object.
      case .empty: unsafe state.pointee.output.empty(isObject: true)
      case .array: unsafe state.pointee.output.close(isObject: false)
      case .object:
        unsafe state.pointee.output.close(isObject: true)
        unsafe state.pointee.hashes.removeSubrange(frame.firstHash...)
      }
    }
  }

  /// Makes the value at `place` an array or an object. Not so if it is something else already.
  func open(_ place: EncodingPlace, isObject: Bool) -> Bool {
    let kind = isObject ? OpenValue.Kind.object : .array
    guard isOpen(place) else { return openNode(place, isObject: isObject) }
    let level = Int(place.level)
    switch unsafe state.pointee.frames[level].kind {
    case .empty:
      unsafe state.pointee.frames[level].kind = kind
      unsafe state.pointee.output.open(isObject: isObject)
      let depth = unsafe state.pointee.output.depth
      if unsafe depth > state.pointee.deepest { unsafe state.pointee.deepest = depth }
      return true
    case let found: return found == kind
    }
  }

  // ---- Members and elements ----

  /// Begins a member, up to the colon. Not so if everything is nodes.
  @inline(__always)
  func beginMember(_ place: EncodingPlace, _ key: some CodingKey) -> Bool {
    guard isOpen(place) else { return false }
    let level = Int(place.level)
    let name = self.name(key, in: place)
    if isRepeated(UInt32(truncatingIfNeeded: NameHash.hash(name)), level) {
      makeNodes()
      return false
    }
    unsafe state.pointee.output.separate(state.pointee.frames[level].count == 0)
    unsafe state.pointee.frames[level].count &+= 1
    unsafe state.pointee.output.string(name)
    unsafe state.pointee.output.colon()
    return true
  }

  @inline(__always)
  func beginElement(_ place: EncodingPlace) -> Bool {
    guard isOpen(place) else { return false }
    let level = Int(place.level)
    unsafe state.pointee.output.separate(state.pointee.frames[level].count == 0)
    unsafe state.pointee.frames[level].count &+= 1
    return true
  }

  /// The name of a member, by the strategy.
  @inline(__always)
  func name(_ key: some CodingKey, in place: EncodingPlace) -> String {
    if _fastPath(!snapshot.convertsNames) { return key.stringValue }
    return convertedName(key, in: place)
  }

  @inline(never)
  private func convertedName(_ key: some CodingKey, in place: EncodingPlace) -> String {
    if isDictionary(place) { return key.stringValue }
    return snapshot.options.keys.name(key, path: codingPath(place))
  }

  private func isDictionary(_ place: EncodingPlace) -> Bool {
    if isTree { return unsafe state.pointee.nodes[place.start]?.isDictionary ?? false }
    let level = Int(place.level)
    return unsafe level < state.pointee.frames.count && state.pointee.frames[level].isDictionary
  }

  /// The value at `place` will be a dictionary, whose names stay as they are.
  func markDictionary(_ place: EncodingPlace) {
    if isTree {
      unsafe state.pointee.nodes[place.start]?.isDictionary = true
    } else {
      unsafe state.pointee.frames[Int(place.level)].isDictionary = true
    }
  }

  /// Notes a name's hash. Whether the object has a name of the same hash, which is as good as the same
  /// name: nodes tell the two apart.
  @inline(__always)
  private func isRepeated(_ hash: UInt32, _ level: Int) -> Bool {
    let first = unsafe state.pointee.frames[level].firstHash
    let count = unsafe state.pointee.hashes.count
    if _slowPath(count &- first >= 64) { return isRepeatedInMany(hash, level) }
    var found = false
    unsafe state.pointee.hashes.withUnsafeBufferPointer { hashes in
      for index in first..<count {
        // Invariant: index < count.
        if unsafe hashes[index] == hash { found = true }
      }
    }
    if _slowPath(found) { return true }
    unsafe state.pointee.hashes.append(hash)
    return false
  }

  @inline(never)
  private func isRepeatedInMany(_ hash: UInt32, _ level: Int) -> Bool {
    if unsafe state.pointee.frames[level].manyHashes == nil {
      let first = unsafe state.pointee.frames[level].firstHash
      unsafe state.pointee.frames[level].manyHashes = Set(state.pointee.hashes[first...])
    }
    return unsafe state.pointee.frames[level].manyHashes?.insert(hash).inserted == false
  }

  // ---- Taking back ----

  /// What has to be known to take a member or an element back.
  struct Mark {
    let count: Int
    let level: Int
    let elements: Int
    let hashes: Int
  }

  func mark(_ place: EncodingPlace) -> Mark? {
    guard isOpen(place) else { return nil }
    return unsafe Mark(
      count: state.pointee.output.buffer.count, level: Int(place.level),
      elements: state.pointee.frames[Int(place.level)].count, hashes: state.pointee.hashes.count)
  }

  /// Takes back a member or an element that failed, unless everything became nodes meanwhile.
  func takeBack(to mark: Mark) {
    unsafe state.pointee.frames.removeSubrange((mark.level &+ 1)...)
    unsafe state.pointee.frames[mark.level].count = mark.elements
    unsafe state.pointee.output.depth = mark.level &+ 1
    unsafe state.pointee.output.buffer.takeBack(to: mark.count)
    if unsafe state.pointee.hashes.count > mark.hashes {
      unsafe state.pointee.hashes.removeSubrange(mark.hashes...)
    }
    unsafe state.pointee.frames[mark.level].manyHashes = nil
  }

  // ---- Paths and errors ----

  func codingPath(_ place: EncodingPlace) -> [any CodingKey] {
    if isTree { return unsafe state.pointee.nodes[place.start]?.codingPath ?? [] }
    return unsafe state.pointee.frames.prefix(Int(place.level) &+ 1).compactMap(\.key)
  }

  func failure(_ value: Any, _ path: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}
