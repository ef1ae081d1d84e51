// Where a decoder is, recorded so that decoding without errors pays next to nothing for it.
//
//   {"users": [{"name": 7}]}       User.init(from:) wants a String and fails
//
//   open frames                                                 what a decoder holds
//   1  the array     the address of the key users, in 0    ◀─┐
//   2  the user      position 0, in ──────────────────────────┘ ◀──  path 2, index of its record
//
// A frame describes a member or an element while it is decoded. A decoder knows the number of its
// frame and the index of its value. The caller keeps the key that it asks with until the frame is closed. If a
// type keeps its decoder, the frame is gone after the call; then the whole path is read from the tape.
//
// `nestedContainer` and `superDecoder` make something that outlives the call, so they add a node, which
// lives as long as the frame that is innermost at that time.

internal import _RushJSONShims

/// The position of a decoder or a container: the index of a value's record, and the path to it.
package struct DecodingPlace: BitwiseCopyable, Equatable {
  package var index: UInt32
  /// The number of a frame, 0 for the text's own value; or with `nodeBit`, the number of a node.
  package var path: UInt32

  static let nodeBit: UInt32 = 1 << 31

  @inline(__always)
  package init(index: UInt32, path: UInt32) {
    self.index = index
    self.path = path
  }
}

/// A step of a path to a value that is being decoded.
struct DecodingFrame {
  let index: UInt32
  /// How many nodes there were when the frame was opened.
  let nodeCount: UInt32
  let parent: DecodingPlace
  /// The key that was asked with, if the value is a member.
  let key: KeyReference?
  /// The position, if the value is an element.
  let position: UInt32
  /// Whether a ``KnownPath`` has a copy of the key.
  var isKnown = false
}

/// A step of a path that stays after its frame is closed.
struct DecodingNode {
  let parent: DecodingPlace
  let index: UInt32
  let key: any CodingKey
}

@safe
struct OpenPath {
  // Invariant: `count` frames are initialised, of at most `capacity`. They are trivial.
  private var frames: CheckedPointer<DecodingFrame>
  private(set) var capacity = 12
  private var count: UInt32 = 0
  /// How many frames there is room for during the call, and 0 before and after it.
  private var limit = 0
  private var nodes: [DecodingNode] = []

  /// The position in the frame of a value whose steps from its parent the tape tells.
  static let leap = UInt32.max

  init() { frames = unsafe .reallocated(nil, capacity: 12) }
  func free() { unsafe frames.free() }

  /// Whether the session's call has begun and not ended.
  @inline(__always)
  var isAtWork: Bool { limit != 0 }
  mutating func begin() {
    assert(limit == 0 && count == 0)
    limit = capacity
  }

  @inline(__always)
  mutating func end() {
    limit = 0
    // A pointer's frame is open until here.
    count = 0
  }

  /// Drops the nodes of the last text's own value, which have no references left, and the memory of many.
  @inline(__always)
  mutating func removeNodes() {
    if nodes.capacity != 0 { nodes.removeAll(keepingCapacity: nodes.capacity <= 1 << 10) }
  }

  /// Whether there is room for a frame. Never if the session is not at work, so several threads may ask
  /// after the call.
  @inline(__always)
  var hasRoom: Bool { Int(count) < limit }

  /// Makes room for a frame. The session must be at work.
  @inline(never)
  mutating func makeRoom() {
    assert(isAtWork && Int(count) == capacity)
    capacity &*= 2
    frames = unsafe .reallocated(frames, capacity: capacity)
    limit = capacity
  }

  /// Opens a frame for the member that `key` asks for, or for the element at `position`.
  @inline(__always)
  mutating func push(
    _ index: UInt32, in parent: DecodingPlace, key: KeyReference?, position: UInt32
  ) -> DecodingPlace {
    assert(hasRoom && limit <= capacity)
    frames[Int(count)] = DecodingFrame(
      index: index, nodeCount: UInt32(truncatingIfNeeded: nodes.count), parent: parent,
      key: key, position: position)
    count &+= 1
    return DecodingPlace(index: index, path: count)
  }

  @inline(__always)
  mutating func pop() {
    assert(count > 0)
    count &-= 1
    let nodeCount = Int(frames[Int(count)].nodeCount)
    assert(nodeCount <= nodes.count)
    if nodes.count != nodeCount { removeNodes(from: nodeCount) }
  }

  var nodeCount: Int { nodes.count }

  @inline(never)
  mutating func removeNodes(from count: Int) {
    // Nearly always one. A removal of several takes 110 instructions more.
    while nodes.count > count { nodes.removeLast() }
  }

  mutating func addNode(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace)
    -> DecodingPlace
  {
    assert(UInt32(truncatingIfNeeded: nodes.count) < DecodingPlace.nodeBit)
    nodes.append(DecodingNode(parent: parent, index: index, key: key))
    return DecodingPlace(
      index: index, path: UInt32(truncatingIfNeeded: nodes.count &- 1) | DecodingPlace.nodeBit)
  }

  /// The path of `place`: the value that its frames and nodes start from if some are gone, and
  /// their keys, or with `inText` the names that the text has.
  func keys(
    of place: DecodingPlace, in tape: DecodingTape, asked: AskedNames, inText: Bool = false
  ) -> (start: UInt32?, keys: [any CodingKey]) {
    func key(_ key: any CodingKey, _ index: UInt32) -> any CodingKey {
      if !inText || key.intValue != nil { return key }
      let name = tape.record(index &- 1)
      return name.isName ? JSONPathKey(stringValue: tape.string(name)) : key
    }
    var keys: [any CodingKey] = []
    var place = place
    // Frames are as many as the steps, or more. An error may add a key.
    keys.reserveCapacity(Int(min(place.path & ~DecodingPlace.nodeBit, 8)) + 1)
    while place.path != 0 {
      if place.path & DecodingPlace.nodeBit != 0 {
        let number = Int(place.path & ~DecodingPlace.nodeBit)
        guard number < nodes.count, nodes[number].index == place.index else {
          keys.reverse()
          return (place.index, keys)
        }
        keys.append(key(nodes[number].key, place.index))
        place = nodes[number].parent
      } else {
        // Invariant: frames up to `count` are initialised.
        guard place.path <= count, case let frame = frames[Int(place.path) &- 1],
          frame.index == place.index
        else {
          keys.reverse()
          return (place.index, keys)
        }
        if frame.position == OpenPath.leap {
          let steps = TapePaths.steps(
            from: frame.parent.index, to: frame.index, in: tape, asked: asked)
          keys += steps.reversed()
        } else {
          keys.append(key(OpenPath.key(of: frame), place.index))
        }
        place = frame.parent
      }
    }
    keys.reverse()
    return (nil, keys)
  }

  /// The keys of an open place, or `nil` if they are not all those of frames. `known` keeps them, and the
  /// next call makes only the keys that differ.
  func keys(of place: DecodingPlace, after known: inout KnownPath) -> [any CodingKey]? {
    // A place that is not open, or one in a node, has a larger number.
    guard place.path <= count else { return nil }
    var last = DecodingPlace(index: place.index, path: 0)
    var shared = 0
    for at in 0..<Int(place.path) {
      // Invariant: frames up to `count` are initialised.
      let frame = frames[at]
      guard frame.parent.path == last.path, at == 0 || frame.parent.index == last.index,
        frame.position != OpenPath.leap
      else {
        return nil
      }
      last = DecodingPlace(index: frame.index, path: UInt32(truncatingIfNeeded: at &+ 1))
      if shared == at, known.isStep(at, frame) { shared = at &+ 1 }
    }
    guard last == place else { return nil }
    known.keep(shared)
    for at in shared..<Int(place.path) {
      frames[at].isKnown = true
      let frame = frames[at]
      known.append(frame.index, OpenPath.key(of: frame))
    }
    return known.keys
  }

  private static func key(of frame: DecodingFrame) -> any CodingKey {
    frame.key?.key ?? JSONPathKey(position: Int(frame.position))
  }
}

/// The last deep path whose keys were asked for. A type that tries several kinds of value, at each of
/// hundreds of levels, makes an error with its path for each failure.
struct KnownPath {
  /// Paths with fewer steps are made anew each time.
  static let leastDepth: UInt32 = 8

  /// The indexes of the values on the way.
  private var steps: [UInt32] = []
  private(set) var keys: [any CodingKey] = []

  /// Whether the step at `position` is that of a frame. The record of a value determines all positions on the
  /// way to it, but not the keys: each frame has its own.
  func isStep(_ position: Int, _ frame: DecodingFrame) -> Bool {
    position < steps.count && steps[position] == frame.index
      && (frame.isKnown || frame.key == nil)
  }

  mutating func keep(_ count: Int) {
    assert(count <= steps.count && steps.count == keys.count)
    if count == steps.count { return }
    steps.removeSubrange(count...)
    keys.removeSubrange(count...)
  }

  mutating func append(_ index: UInt32, _ key: any CodingKey) {
    steps.append(index)
    keys.append(key)
  }
}

/// Names of members as a type that reads itself has asked for them, where the text spells them otherwise: a strategy
/// converts them, or they are equivalent. They belong to the open objects, from the outside in. Names of dictionaries
/// are data.
struct AskedNames {
  private var members: [(object: UInt32, value: UInt32, name: String)] = []

  var isEmpty: Bool { members.isEmpty }
  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// Notes that the member of an object with a value was asked for.
  mutating func note(_ name: String, value: UInt32, of object: UInt32, in tape: DecodingTape) {
    while let last = members.last, last.object >= object || tape.following(last.object) <= object {
      members.removeLast()
    }
    members.append((object, value, name))
  }

  func name(of value: UInt32) -> String? { members.last { $0.value == value }?.name }
}

/// A step of a path read from the tape: from a container to its element, or to the name of its member.
struct TapeStep {
  let container: UInt32
  let child: UInt32
  let position: Int
}

/// Paths read from the tape.
struct TapePaths: ~Copyable {
  private final class Known: Sendable {
    /// The steps of the last path, where the next search begins.
    let lastSteps = Locked<[TapeStep]>([])
    let path = Locked(KnownPath())
  }

  // Made for the first path, because most sessions read none.
  private let words = AtomicMemory(count: 1)
  private var known: AtomicReference<Known> { AtomicReference(in: words[0]) }

  deinit { known.remove() }

  /// Whether no path was read, so that the session may continue with another text.
  var isEmpty: Bool { words[0].loadRelaxed() == 0 }

  private func made() -> Known { known.load() ?? known.storeIfNil(Known()) }

  /// The keys of a deep place that is open; otherwise `nil`.
  func keys(of place: DecodingPlace, in path: OpenPath) -> [any CodingKey]? {
    if place.path < KnownPath.leastDepth { return nil }
    return made().path.withLock { path.keys(of: place, after: &$0) }
  }

  /// The names and positions on the way to the value at `index`.
  /// - Complexity: O(*n*) in the values passed on the way from the last path, or from the root.
  func path(to index: UInt32, in tape: DecodingTape) -> [any CodingKey] {
    made().lastSteps.withLock { steps in
      // Moved out and back, so that it is not copied when it changes.
      var last: [TapeStep]? = steps
      steps = []
      let keys = TapePaths.steps(
        from: UInt32(DocumentStorage.rootIndex), to: index, in: tape, after: &last)
      steps = last ?? []
      return keys
    }
  }

  /// The names and positions on the way from one value to another inside of it.
  /// - Complexity: O(*n*) in the values passed.
  static func steps(
    from start: UInt32, to index: UInt32, in tape: DecodingTape, asked: AskedNames
  ) -> [any CodingKey] {
    var last: [TapeStep]?
    return steps(from: start, to: index, in: tape, asked: asked, after: &last)
  }

  /// The same, beginning in each container where `last` has passed it. The steps replace those of `last`.
  private static func steps(
    from start: UInt32, to index: UInt32, in tape: DecodingTape, asked: AskedNames = AskedNames(),
    after last: inout [TapeStep]?
  ) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var at = start
    while at < index {
      let isMember = tape.record(at).kind == .object
      var child = at &+ 1
      var position = 0
      if let step = last?.dropFirst(keys.count).first {
        if step.container == at, step.child <= index {
          (child, position) = (step.child, step.position)
        }
        if step.container != at { last?.removeSubrange(keys.count...) }
      }
      var value = isMember ? child &+ 1 : child
      while tape.following(value) <= index {
        child = tape.following(value)
        value = isMember ? child &+ 1 : child
        position &+= 1
      }
      let step = TapeStep(container: at, child: child, position: position)
      if let count = last?.count {
        if keys.count < count { last?[keys.count] = step } else { last?.append(step) }
      }
      let name = isMember ? asked.name(of: value) ?? tape.string(tape.record(child)) : nil
      keys.append(name.map { JSONPathKey(stringValue: $0) } ?? JSONPathKey(position: position))
      at = value
    }
    return keys
  }
}
