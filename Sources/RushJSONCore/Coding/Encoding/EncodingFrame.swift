/// Refers to a value that is being encoded.
struct EncodingPlace: BitwiseCopyable {
  /// The offset of the value in the text; negative for a value that was a node from the beginning.
  let start: Int
  // One word: written as two halves, it could not be read as a whole until both are in the cache.
  private let levelAndID: UInt64

  /// Tells apart the frames that have used the same level.
  @inline(__always) var id: UInt32 { UInt32(truncatingIfNeeded: levelAndID) }
  /// The index of the frame.
  @inline(__always) var level: UInt32 { UInt32(truncatingIfNeeded: levelAndID &>> 32) }

  /// The place of a container that cannot be: of another kind, too deep, or used elsewhere.
  var misused: EncodingPlace { EncodingPlace(start: start, id: .max, level: .max &- 1) }
  var isMisused: Bool { level == .max &- 1 }

  init(node start: Int) { self.init(start: start, id: .max, level: .max) }

  @inline(__always)
  init(start: Int, id: UInt32, level: UInt32) {
    self.start = start
    levelAndID = UInt64(level) &<< 32 | UInt64(id)
  }
}

/// The slot of a container that encodes.
final class EncodingSlot: ContainerSlot {
  @safe @exclusivity(unchecked)
  var place: EncodingPlace

  init(_ place: EncodingPlace) { self.place = place }
}

/// A value that is not complete.
struct EncodingFrame {
  enum Kind: UInt8, BitwiseCopyable {
    /// Nothing has been written yet.
    case empty
    case scalar, array, object
  }

  let id: UInt32
  var kind = Kind.empty
  /// Its names are data, so key strategies do not apply.
  var isDictionary = false
  /// It has too many hashes for a linear search.
  var hasManyHashes = false
  /// Its key is in memory of its own, which the end of the frame frees.
  var ownsKey = false
  /// The position of the value in an array, or −1.
  let position: Int
  let start: Int
  /// The elements or members that were begun.
  var count = 0
  /// The index of the first hash of its names without a number.
  let firstHash: Int
  /// Its names that have a number.
  var numbers = NameNumbers()
  /// The key of a member.
  var key: KeyReference?
}

/// A set of the first numbers that ``PreparedNames`` gives to names.
struct NameNumbers: BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static var count: Int { 128 }

  /// Returns whether the number is new.
  @inline(__always)
  mutating func insert(_ number: UInt16) -> Bool {
    assert(number < UInt16(NameNumbers.count))
    let bit = 1 as UInt64 &<< UInt64(number & 63)
    let isNew = (number < 64 ? low : high) & bit == 0
    if number < 64 { low |= bit } else { high |= bit }
    return isNew
  }

  func contains(where isMatch: (Int) -> Bool) -> Bool {
    NameNumbers.hasBit(low, from: 0, isMatch) || NameNumbers.hasBit(high, from: 64, isMatch)
  }

  /// Whether a bit of a word is set whose number, counted from `first` on, matches.
  @inline(__always)
  static func hasBit(_ word: UInt64, from first: Int, _ isMatch: (Int) -> Bool) -> Bool {
    var rest = word
    while rest != 0 {
      if isMatch(first &+ rest.trailingZeroBitCount) { return true }
      rest &= rest &- 1
    }
    return false
  }
}

/// The other numbers of the names of each open object. Few types have as many members.
struct FarNumbers {
  private struct Object {
    var id: UInt32
    var words: SIMD8<UInt64>
  }

  /// By level. The words of a frame that is gone mean nothing.
  private var objects: [Object] = []

  static var count: Int { 384 }

  /// Adds a number of the object at `level`, whose frame is `id`. Returns whether it is new.
  mutating func insert(_ number: Int, _ level: Int, _ id: UInt32) -> Bool {
    while objects.count <= level { objects.append(Object(id: id, words: .zero)) }
    if objects[level].id != id { objects[level] = Object(id: id, words: .zero) }
    let (word, bit) = FarNumbers.place(number)
    let isNew = objects[level].words[word] & bit == 0
    objects[level].words[word] |= bit
    return isNew
  }

  func contains(_ level: Int, _ id: UInt32, where isMatch: (Int) -> Bool) -> Bool {
    guard level < objects.count, objects[level].id == id else { return false }
    let words = objects[level].words
    return words.indices.contains { word in
      NameNumbers.hasBit(words[word], from: NameNumbers.count &+ 64 &* word, isMatch)
    }
  }

  private static func place(_ number: Int) -> (word: Int, bit: UInt64) {
    let far = number &- NameNumbers.count
    assert(far >= 0 && far < FarNumbers.count)
    return (far / 64, 1 &<< UInt64(truncatingIfNeeded: far & 63))
  }
}

// MARK: - EncodingLimits

struct ExceededLimits: BitwiseCopyable {
  var isTooDeep = false
  var isTooLong = false
}

/// How deep and how long an encoding may become. A type may catch the error of a value and leave the value
/// out; its limits are then not exceeded.
struct EncodingLimits {
  let maximumDepth: Int
  /// How deep calls may nest: a type may need two for a level. Saturated.
  private let maximumCalls: Int
  private(set) var exceeded = ExceededLimits()
  /// The nested calls of `encode(to:)`.
  private(set) var calls = 0
  /// How often a value that was too deep was left out.
  private var refusals = 0

  /// The most refusals that are forgiven. A type that encodes itself twice and continues after failures
  /// would otherwise fail 2ⁿ times for *n* levels.
  private static var maximumRefusals: Int { 1 << 12 }

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    maximumCalls = min(maximumDepth, Int.max / 4) &* 2 &+ 16
  }

  /// Whether the state differs from that before a call.
  @inline(__always)
  var areTouched: Bool { exceeded.isTooDeep || exceeded.isTooLong || calls != 0 || refusals != 0 }

  /// Begins a call of a type's `encode(to:)`, unless calls nest so deep that the stack might overflow.
  @inline(__always)
  mutating func enter() -> Bool {
    calls &+= 1
    if _fastPath(calls <= maximumCalls), _fastPath(!exceeded.isTooDeep) { return true }
    calls &-= 1
    noteTooDeep()
    return false
  }

  @inline(__always)
  mutating func leave() {
    assert(calls > 0)
    calls &-= 1
  }

  mutating func noteTooDeep() { exceeded.isTooDeep = true }
  mutating func noteTooLong() { exceeded.isTooLong = true }

  /// Notes the loss of text, which leaving out a value does not bring back.
  mutating func noteLoss() {
    exceeded.isTooLong = true
    refusals = Self.maximumRefusals
  }

  /// Restores the state before a value that was left out.
  mutating func restore(_ earlier: ExceededLimits) {
    if exceeded.isTooDeep { refusals &+= 1 }
    if refusals < Self.maximumRefusals { exceeded = earlier }
  }
}

// MARK: - FlushedText

// Text that leaves to a sink while a value is still being encoded.
//
//   {"users":[{"name":"Ada"},{"na│me":"Bo          left of the line: passed to the sink
//                                │                 right of it: still in the buffer
//
// A full buffer passes its text to the sink. Most types never change written text. A change to text that is still in the
// buffer works; any other change is an error. The path of a value that writes itself is read from its text, so a piece
// of the text is scanned before the sink gets it.

/// The state of a session whose text leaves early.
struct FlushedText {
  /// The path of a value that was to be changed after its text had left. The encoding cannot succeed any
  /// longer.
  var latePath: [any CodingKey]?
  /// The path of the container whose member or element was left out after its text had left.
  var lostPath: [any CodingKey]?
  /// The number of bytes that have left.
  private var count = 0
  /// The text of the last value that writes itself, as far as it has left, and where it begins.
  private(set) var path = PathScan()
  private var pathStart = -1
  /// The state of the writer around the session before its first piece.
  var outerMark: WritingMark?

  /// Notes a piece that leaves. `start` is where the value begins that writes itself, if one does.
  mutating func note(_ piece: Span<UInt8>, valueFrom start: Int?) {
    defer { count &+= piece.count }
    guard let start else { return }
    if start != pathStart { (path, pathStart) = (PathScan(), start) }
    let value = piece.extracting(min(max(start &- count, 0), piece.count)...)
    path.run(value)
    path.leave(value)
  }

  /// The error for a value that should have been written to text that has left.
  static func late(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalid(
      value, path,
      """
      The value was encoded out of order, and the text that it belongs to was already passed to the \
      sink.
      """)
  }

  /// The error for a value that failed and was left out, after its text had left.
  static func lost(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalid(
      value, path,
      """
      A value in this container failed and was left out, but part of its text was already passed to \
      the sink.
      """)
  }
}

// MARK: - EncodingErrors

extension EncodingError {
  package static func invalid(
    _ value: Any, _ path: [any CodingKey], _ description: String, _ underlying: (any Error)? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description, underlyingError: underlying))
  }

  static func tooDeep(_ value: Any, _ limits: EncodingLimits) -> EncodingError {
    invalid(
      value, [], "Unable to encode the given top-level value to JSON.",
      JSONWritingError(.tooDeep(limit: limits.maximumDepth)))
  }

  static func writerReplaced(_ value: Any) -> EncodingError {
    let error = JSONWritingError(.writerReplaced)
    return invalid(value, [], "\(error)", error)
  }

  static func nonFinite(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    invalid(value, path, "Unable to encode \(type(of: value)).\(value) directly in JSON.")
  }
}
