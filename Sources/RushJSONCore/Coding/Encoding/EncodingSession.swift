// Encodes straight to text, with members in the order of the type's calls.
//
// A container writes while its frame is the innermost one. If other frames are open within it, their
// values are completed first. If a type writes to a container that was closed, or gives a name a second
// time, the text so far is made into nodes, once. From then on everything is nodes, which are written at
// the end. That is slower, and correct for every order of calls.

internal import _RushJSONShims

/// Encodes one value: the `Encoder` that types get.
package struct ValueEncoder: @unchecked Sendable {
  let session: EncodingSession
  let place: EncodingPlace

  @inline(__always)
  init(_ session: EncodingSession, _ place: EncodingPlace) {
    self.session = session
    self.place = place
  }
}

/// How the values of a type are encoded, if not by their `encode(to:)`: as text, or with an encoder.
///
/// Values are passed by their addresses, because code that is generic over their type would look up metadata at
/// every call.
@safe
package final class EncodingHook: TypeHook, @unchecked Sendable {
  typealias Write = (UnsafeRawPointer, CheckedPointer<TextOutput>) -> Bool
  typealias Encode = (UnsafeRawPointer, ValueEncoder) throws -> Void

  /// Whether `write` writes text. It is not optional: to call a closure that is, the compiler puts it into an
  /// object, for each call.
  let isDirect: Bool
  /// How many arrays or objects nest in the text.
  let depth: Int
  /// Writes the value at an address. If this returns `false`, the value has no text, and the caller takes back
  /// what was written.
  let write: Write
  /// Encodes the value at an address.
  let encode: Encode
  /// The type, if its values write themselves.
  let writable: (any JSONWritable.Type)?

  init(
    _ type: ObjectIdentifier, writable: (any JSONWritable.Type)? = nil, depth: Int, isDirect: Bool,
    _ write: @escaping Write, else encode: @escaping Encode
  ) {
    self.writable = writable
    self.isDirect = isDirect
    self.depth = depth
    unsafe self.write = unsafe write
    unsafe self.encode = unsafe encode
    super.init(type)
  }
}

/// One call of `encode`, and everything that it hands out.
@safe
final class EncodingSession: ContainerOwner, CodingSession {
  @safe @exclusivity(unchecked)
  var text: EncodingText
  // Invariant: the text's.
  let output: CheckedPointer<TextOutput>
  let writer: CheckedPointer<JSONWriter>
  @safe @exclusivity(unchecked)
  private(set) var isTree = false
  @safe @exclusivity(unchecked)
  var tree = EncodedTree()
  /// The path of a value that was asked to become a container of another kind.
  @safe @exclusivity(unchecked)
  private(set) var misusedPath: [any CodingKey]?
  @safe @exclusivity(unchecked)
  var pool = ContainerPool<EncodingSlot>()
  @safe @exclusivity(unchecked)
  var hooks = TypeMap<EncodingHook>()
  /// Whether a type of this session has turned out to be a model.
  @safe @exclusivity(unchecked)
  var hasLearned = false
  /// A session for values within values that write themselves.
  @safe @exclusivity(unchecked)
  var nested: EncodingSession?
  /// Indents or sorts the text, if the options ask for it.
  @safe @exclusivity(unchecked)
  private var form: EncodedForm?
  /// The names that a strategy has made of the names of members, by the addresses of these.
  @safe @exclusivity(unchecked)
  var convertedNames: [UInt: String] = [:]
  /// The last converted name at each depth, with the offset of its end: those of open objects, and others.
  @safe @exclusivity(unchecked)
  var lastConverted: [(name: JSONName, end: Int)] = []
  /// Where the value is that writes itself at the moment.
  @safe @exclusivity(unchecked)
  var writingPlace = EncodingPlace(node: 0)
  // Invariant: during the call, the writer of a value that this session encodes a part of. It waits meanwhile.
  @exclusivity(unchecked)
  var outerWriter: CheckedPointer<JSONWriter>?
  // Invariant: holds no string before and after `beginMember`, or one that is not counted.
  private let keyName = unsafe CheckedPointer<String>.allocate(capacity: 1)
  /// How many nested calls of `encode(to:)` get an encoder from `encoders`.
  static let encoderCount = 16
  // Invariant: room for one more than that. None is destroyed, because none counts the session.
  let encoders = unsafe CheckedPointer<any Encoder>.allocate(capacity: encoderCount + 1)
  /// The thread that encodes; 0 before and after the call. Encoders and containers work only then and
  /// there, because nothing has a lock.
  private let thread = AtomicMemory(count: 1)

  let snapshot: EncodingSnapshot
  /// Whether keyed containers are used again, if the probe finds their layout.
  let poolsContainers: Bool
  /// How text leaves before it is complete, if it does.
  @safe @exclusivity(unchecked)
  var leaving: FlushedText?
  /// The `userInfo` of this call alone.
  @safe @exclusivity(unchecked)
  private(set) var addedUserInfo: [CodingUserInfoKey: Any]?
  /// The path of the value that another library's encoder encodes by this session.
  @safe @exclusivity(unchecked)
  var otherPath: [any CodingKey] = []

  init(_ snapshot: EncodingSnapshot, poolsContainers: Bool = true) {
    self.snapshot = snapshot
    self.poolsContainers = poolsContainers
    text = EncodingText(
      snapshot.scalars, maximumDepth: snapshot.options.maximumDepth,
      keepsKeys: snapshot.convertsNames)
    (output, writer) = (text.output, text.writer)
  }

  deinit {
    unsafe keyName.deallocate()
    unsafe encoders.deallocate()
  }

  /// The bytes of a text whose memory is not kept.
  static var mostKept: Int { 1 << 20 }

  /// Whether the session can serve again: nothing went wrong, and it does not hold much memory.
  var isReusable: Bool {
    !isTree && !hasLearned && misusedPath == nil && output.pointee.buffer.failure == nil
      && output.pointee.buffer.count < EncodingSession.mostKept && (form?.prepareForReuse() ?? true)
  }

  /// The complete text in the form that the options ask for. It lives until the session serves again.
  @inline(never)
  func formed(_ value: Any) throws -> CheckedBytes {
    output.pointee.buffer.reserve(Int(RUSH_ENDS_SLACK))
    let text = output.pointee.buffer.bytes
    do {
      let form = form ?? snapshot.form.map { EncodedForm($0) }
      self.form = nil
      let formed = try form?.text(of: text)
      self.form = form
      return formed ?? text
    } catch {
      throw EncodingError.invalid(value, [], "\(error)", error)
    }
  }

  var userInfo: [CodingUserInfoKey: Any] {
    guard let addedUserInfo else { return snapshot.userInfo }
    return snapshot.userInfo.merging(addedUserInfo) { $1 }
  }

  func begin(adding userInfo: [CodingUserInfoKey: Any]?) -> EncodingPlace {
    text.beginText()
    if userInfo != nil { addedUserInfo = userInfo }
    thread[0].storeRelaxed(UInt(rush_current_thread()))
    return text.push(position: -1)
  }

  /// Ends the call. Encoders and containers that a type has kept refuse further calls. They keep the session alive.
  func end() {
    thread[0].storeRelaxed(0)
    if addedUserInfo != nil { addedUserInfo = nil }
    text.rest()
    pool.dropKept(of: self)
  }

  /// Calls `body`, which writes a value by itself. Until it returns, encoders and containers refuse
  /// everything.
  @inline(__always)
  func alone<R>(_ body: () -> R) -> R {
    let writing = thread[0].loadRelaxed()
    thread[0].storeRelaxed(0)
    defer { thread[0].storeRelaxed(writing) }
    return body()
  }

  /// Makes encoders and containers refuse everything from now on.
  func stop() { thread[0].storeRelaxed(0) }

  /// Whether the caller is the thread that encodes, during the call.
  @inline(__always)
  var isInUse: Bool { thread[0].loadRelaxed() == UInt(rush_current_thread()) }

  // MARK: - Places

  /// Whether the text can continue in the value at `place`, whose inner values are then completed.
  /// Otherwise everything is nodes from now on.
  @inline(__always)
  func isOpen(_ place: EncodingPlace) -> Bool {
    if _fastPath(isInUse), text.isInnermost(place) { return true }
    return isOpenBelow(place)
  }

  @inline(never)
  private func isOpenBelow(_ place: EncodingPlace) -> Bool {
    if place.isMisused || !isInUse || isTree { return false }
    // The text cannot leave an inner value for later if nothing has been written for it.
    if text.hasFrame(place), text.frames[text.frameCount &- 1].kind != .empty {
      text.close(to: Int(place.level) &+ 1)
      return true
    }
    makeNodes(for: place)
    return false
  }

  /// Makes the value at `place` an array or an object. Returns `false` if it cannot be one.
  @inline(__always)
  func open(_ place: EncodingPlace, isObject: Bool) -> Bool {
    guard isOpen(place) else { return openNode(place, isObject: isObject) }
    let kind = text.frames[Int(place.level)].kind
    if _fastPath(kind == .empty) { return text.open(Int(place.level), isObject: isObject) }
    switch kind {
    case .empty, .scalar:
      // An array or dictionary that was written as a whole may be continued.
      makeNodes(for: place)
      return openNode(place, isObject: isObject)
    case .array: return !isObject || noteMisuse(place)
    case .object: return isObject || noteMisuse(place)
    }
  }

  /// Makes the value at `place` an empty object, if nothing was encoded.
  func complete(_ place: EncodingPlace) {
    if isTree {
      if let node = node(place), node.isNothing { _ = node.open(isObject: true) }
    } else if text.hasFrame(place), text.isUntouched(place) {
      _ = open(place, isObject: true)
    }
  }

  /// Writes the whole value. Returns `false` if it already has another text.
  @inline(__always)
  func writeWhole(
    _ place: EncodingPlace, _ write: (CheckedPointer<TextOutput>) throws -> Void
  ) rethrows -> Bool {
    if isOpen(place) {
      guard text.beginWhole(place) else { return false }
      try write(output)
      return true
    }
    guard let node = node(place), node.takesText else { return false }
    defer {
      if output.pointee.buffer.failure != nil { text.limits.noteTooLong() }
      output.pointee.buffer.restore(to: 0)
    }
    try write(output)
    node.content = .text(Array(output.pointee.buffer.bytes))
    return true
  }

  // MARK: - Members and elements

  /// Where the value of a member goes.
  enum BegunMember {
    /// After the text, whose state before the member is this.
    case text(EncodingText.Mark)
    /// Into a node, which has this name.
    case nodes(String)
  }

  /// Begins a member, up to the colon if the text can continue. Callers in hot loops call both of these themselves.
  func beginMember(_ place: EncodingPlace, _ key: some CodingKey) -> BegunMember {
    beginKnownMember(place, key).map { .text($0) } ?? beginOtherMember(place, key)
  }

  /// Begins a member whose name is known, up to the colon, and returns the state before it. Otherwise returns `nil` and
  /// writes nothing, and `beginOtherMember` follows.
  ///
  /// The key is of a program's type, and its name may encode something with this session. So the place of the member is
  /// found afterwards.
  @inline(__always)
  func beginKnownMember(_ place: EncodingPlace, _ key: some CodingKey) -> EncodingText.Mark? {
    guard _fastPath(isInUse) else { return nil }
    // A string in place or a literal is not counted. Here it need not be released either.
    keyName.initialize(to: key.stringValue)
    let words = StringWords(at: CheckedView(keyName))
    let level = Int(place.level)
    guard _fastPath(text.names.isIdentified(by: words)),
      _fastPath(text.isInnermost(place)) || isOpenBelow(place), !text.frames[level].isDictionary,
      let slot = text.names.find(words) ?? prepare(words)
    else { return nil }
    let mark = text.mark(level)
    return _fastPath(text.beginMember(slot, level)) ? mark : nil
  }

  @inline(never)
  private func prepare(_ words: StringWords) -> PreparedNames.Name? {
    if snapshot.hasKeyClosure { return nil }
    return text.names.add(
      words, snapshot.name(of: keyName.pointee), escaping: snapshot.scalars.escaping.characters)
  }

  /// The name of a member that is to be a node, or `nil` if it was begun in the text.
  @inline(never)
  func nameOfNode(_ place: EncodingPlace, _ key: some CodingKey) -> String? {
    if case .nodes(let name) = beginOtherMember(place, key) { name } else { nil }
  }

  /// Begins a member whose key has given `keyName`, if encoders may be used.
  @inline(never)
  func beginOtherMember(_ place: EncodingPlace, _ key: some CodingKey) -> BegunMember {
    guard isInUse else { return .nodes("") }
    // A closure may encode, too.
    let string = unsafe keyName.move()
    var name: String?
    if snapshot.hasKeyClosure, !isDictionary(place) {
      name = snapshot.name(key, path: codingPath(place))
    }
    // No code of the program runs between here and the member.
    guard isOpen(place) else { return .nodes(name ?? self.name(of: string, in: place)) }
    let level = Int(place.level)
    let mark = text.mark(level)
    let isBegun: Bool
    if text.names.areFoundByContent(converting: snapshot.convertsNames), name == nil,
      !text.frames[level].isDictionary,
      let slot = text.names.find(
        byContent: string, escaping: snapshot.scalars.escaping.characters,
        { snapshot.name(of: string) })
    {
      isBegun = text.beginMember(slot, level)
    } else {
      name = name ?? self.name(of: string, in: place)
      isBegun = text.beginMember(name ?? string, level)
    }
    if isBegun { return .text(mark) }
    makeNodes(for: place)
    return .nodes(name ?? self.name(of: string, in: place))
  }

  /// Begins a member that has a name and no key.
  func beginMember(named name: String, in place: EncodingPlace) -> Bool {
    if text.beginMember(name, Int(place.level)) { return true }
    makeNodes(for: place)
    return false
  }

  @inline(__always)
  func beginElement(_ place: EncodingPlace) -> Bool {
    guard isOpen(place) else { return false }
    text.beginElement(Int(place.level))
    return true
  }

  /// The name of a member, after the key strategy.
  func name(_ key: some CodingKey, in place: EncodingPlace) -> String {
    if !snapshot.convertsNames || isDictionary(place) { return key.stringValue }
    return snapshot.name(key, path: codingPath(place))
  }

  /// The name of a member whose key is `string`, after a key strategy that is no closure.
  private func name(of string: String, in place: EncodingPlace) -> String {
    isDictionary(place) ? string : snapshot.name(of: string)
  }

  func isDictionary(_ place: EncodingPlace) -> Bool {
    if isTree { return node(place)?.isDictionary ?? false }
    return text.hasFrame(place) && text.frames[Int(place.level)].isDictionary
  }

  /// Sets whether the names of members from now on are data, which stay unchanged.
  func markDictionary(_ place: EncodingPlace, _ isDictionary: Bool) {
    guard isInUse else { return }
    if isTree {
      node(place)?.isDictionary = isDictionary
    } else if text.hasFrame(place) {
      text.markDictionary(Int(place.level), isDictionary)
    }
  }

  func elementCount(_ place: EncodingPlace) -> Int {
    guard isInUse, !place.isMisused else { return 0 }
    if !isTree, text.hasFrame(place) { return text.frames[Int(place.level)].count }
    // The array is complete, so only its node tells.
    makeNodes(for: place)
    return node(place)?.count ?? 0
  }

  /// The state before a member or element of the value at `place`, or `nil` if it is not open.
  @inline(__always)
  func mark(_ place: EncodingPlace) -> EncodingText.Mark? {
    isOpen(place) ? text.mark(Int(place.level)) : nil
  }

  /// Whether the value at `place`, which has failed, is still text. If its type wrote to a container
  /// around it, its frame was closed, and everything becomes nodes.
  func isStillText(_ place: EncodingPlace) -> Bool {
    if text.hasFrame(place) { return !isTree }
    // Text that has left cannot become nodes, which is an error. Its frames are gone, with the keys that they refer to.
    makeNodes(for: place)
    return false
  }

  // MARK: - Nodes

  /// Makes the text so far into nodes, which every place then refers to. The value at `place` needs
  /// them.
  @inline(never)
  private func makeNodes(for place: EncodingPlace) {
    guard !isTree, mayMakeNodes(for: place) else { return }
    isTree = true
    // The text is completed first, with a null for a value that nothing has been written for.
    let open = (0..<text.frameCount).map { (frame: text.frames[$0], key: text.key(at: $0)) }
    let innermost = open.last?.frame
    let isPending = innermost?.kind == .empty
    if isPending { output.pointee.null() }
    for (frame, _) in open.reversed() {
      if frame.kind == .array { output.pointee.close(isObject: false) }
      if frame.kind == .object { output.pointee.close(isObject: true) }
    }
    if output.pointee.buffer.failure != nil { text.limits.noteLoss() }
    let bytes = Array(output.pointee.buffer.bytes)
    text.clear()
    let closed = text.closedKeys.map { ($0.start, $0.key as (any CodingKey)?) }
    let keys = Dictionary(
      closed + open.map { ($0.frame.start, $0.key) }, uniquingKeysWith: { _, last in last })
    tree.read(bytes, keys: keys, writing: snapshot.scalars)
    for (frame, _) in open { tree[frame.start]?.isDictionary = frame.isDictionary }
    let pending = isPending ? innermost?.start : nil
    for start in text.emptyValueOffsets + (pending.map { [$0] } ?? []) {
      tree[start]?.content = .none
      tree[start]?.isLate = true
    }
  }

  /// The node of the value at `place`, if everything is nodes and the place may be used.
  func node(_ place: EncodingPlace) -> EncodedNode? {
    isInUse && isTree && !place.isMisused ? keptNode(place) : nil
  }

  /// The node of the value at `place`. A value that was taken back has a node outside of the tree, so late writes to it are
  /// lost, as in Foundation.
  func keptNode(_ place: EncodingPlace) -> EncodedNode? {
    text.isTakenBack(place) ? tree.lost(place.id) : tree[place.start]
  }

  func openNode(_ place: EncodingPlace, isObject: Bool) -> Bool {
    guard let node = node(place) else { return false }
    if node.depth >= text.limits.maximumDepth {
      text.limits.noteTooDeep()
      return false
    }
    return node.open(isObject: isObject) || noteMisuse(place)
  }

  // MARK: - Paths and errors

  func codingPath(_ place: EncodingPlace) -> [any CodingKey] {
    guard isInUse else { return [] }
    if !isTree {
      if let path = text.codingPath(place) { return outerPath + path }
      if hasLeft || text.isTakenBack(place) { return outerPath }
      // The value is complete, so only its node tells.
      makeNodes(for: place)
    }
    return outerPath + (keptNode(place)?.codingPath ?? [])
  }

  /// The path of the value that the session encodes: empty, unless it is a part of one that writes itself, or of one
  /// that another library's encoder encodes.
  var outerPath: [any CodingKey] { unsafe outerWriter?.pointee.codingPath() ?? otherPath }

  /// Calls that ask for a container of another kind cannot throw, so the encoding fails at its end.
  @inline(never)
  private func noteMisuse(_ place: EncodingPlace) -> Bool {
    if misusedPath == nil { misusedPath = codingPath(place) }
    return false
  }

  @inline(never)
  func misuse(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    if leaving?.latePath != nil { return FlushedText.late(value, path) }
    if !isInUse {
      return .invalid(
        value, path,
        "An encoder can be used only during the call that it was made for, and by its thread.")
    }
    if text.limits.exceeded.isTooDeep { return .tooDeep(value, text.limits) }
    return .invalid(
      value, path,
      "The value around it was encoded as something else, and cannot be an array or object of this kind."
    )
  }
}
