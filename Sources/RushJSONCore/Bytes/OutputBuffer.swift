// Where text is written: memory that grows, or a fixed piece of it that is handed on when it is full.
//
//   start                position              limit
//     │ bytes not yet handed on │ room for more  │ slack │
//
// Room is asked for once for each value, not for each byte. Failing is remembered, not thrown, so
// that writers need no branch for it: after a failure bytes are dropped, in the memory that is there,
// until someone asks.

internal import _RushJSONShims

/// Growing memory, or a window of fixed size before a sink.
///
/// Invariant: start ≤ position ≤ limit, and `slack` bytes behind `limit` belong to the memory too.
@safe
struct OutputBuffer: ~Copyable {
  /// Takes bytes; called with at most `OutputBuffer.windowSize` of them at a time.
  typealias Sink = (Span<UInt8>) throws -> Void

  /// Why nothing more is kept.
  enum Failure {
    /// There would be more bytes than the limit allows.
    case tooLong
    /// The sink threw.
    case sink(any Error)
    /// What was handed on should have been taken back.
    case abandoned
  }

  /// The most bytes that a sink sees at a time, and all that is held for it.
  static let windowSize = 64 << 10
  /// Bytes behind `limit` that may be written without asking, so that short writes overshoot.
  static let slack = 128
  /// The most bytes that a single call of `reserve` may ask for.
  static let largestReservation = 8 << 10

  private var start: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  private(set) var position: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>
  private let sink: Sink?
  /// Bytes that were handed on, or dropped.
  private var handedOn = 0
  /// How many bytes from the start on stay as they are, while others are dropped.
  private var kept = 0
  private let maximumLength: Int
  private(set) var failure: Failure?

  /// Memory that grows, from `capacity` bytes on.
  init(capacity: Int = 1 << 10, maximumLength: Int = .max) {
    let room = min(max(capacity, 64), max(maximumLength, 64))
    unsafe start = reallocate(nil, capacity: room &+ OutputBuffer.slack)
    unsafe position = unsafe start
    unsafe limit = unsafe start + room
    sink = nil
    self.maximumLength = max(maximumLength, 0)
  }

  /// A window before `sink`.
  init(maximumLength: Int = .max, sink: @escaping Sink) {
    unsafe start = reallocate(nil, capacity: OutputBuffer.windowSize)
    unsafe position = unsafe start
    unsafe limit = unsafe start + (OutputBuffer.windowSize &- OutputBuffer.slack)
    self.sink = sink
    self.maximumLength = max(maximumLength, 0)
  }

  deinit { unsafe rush_free(start) }

  /// How many bytes were written, whether or not they were handed on.
  var count: Int { unsafe handedOn &+ (position - start) }

  /// The bytes that were not handed on: all of them, if there is no sink.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start, count: position - start)
  }

  /// Whether all bytes are still here.
  var isWhole: Bool { handedOn == 0 }

  // MARK: - Writing

  /// Makes sure that `count` bytes, at most `largestReservation`, can be written from `position` on,
  /// and `slack` more.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if _slowPath(unsafe limit - position < count) { makeRoom(for: count) }
  }

  /// The bytes up to `end` were written. It lies within the room that was reserved.
  @inline(__always)
  mutating func advance(to end: UnsafeMutablePointer<UInt8>) { unsafe position = unsafe end }

  /// So many bytes were written from `position` on, within the room that was reserved.
  @inline(__always)
  mutating func advance(by count: Int) { unsafe position += count }

  /// Writes a byte for which room was reserved, or that fits in the slack.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe position.pointee = byte
    unsafe position += 1
  }

  /// Writes bytes as they are.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard var source = bytes.baseAddress else { return }
    var rest = bytes.count
    while rest > 0 {
      let piece = min(rest, OutputBuffer.largestReservation)
      reserve(piece)
      // Invariant: `piece` bytes are left in the source, and there is room for them.
      unsafe UnsafeMutableRawPointer(position).copyMemory(from: source, byteCount: piece)
      unsafe position += piece
      unsafe source += piece
      rest &-= piece
    }
  }

  /// Writes the bytes of a constant.
  mutating func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Takes back what was written behind the first `count` bytes; a failure, if it was handed on.
  mutating func takeBack(to count: Int) {
    if count < handedOn { return fail(.abandoned) }
    unsafe position = unsafe start + (count &- handedOn)
  }

  /// Takes back what was written after the first `count` bytes, and forgets that it was too much.
  /// Only for memory that grows.
  mutating func restore(to count: Int) {
    if case .tooLong? = failure {
      if count <= kept {
        (failure, kept, handedOn) = (nil, 0, 0)
      } else {
        handedOn = count &- kept
      }
    }
    unsafe position = start + (count &- handedOn)
  }

  /// The bytes that were not handed on, to be put in another order.
  var mutableBytes: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(start: start, count: position - start)
  }

  // MARK: - Room

  @inline(never)
  private mutating func makeRoom(for count: Int) {
    if self.count > maximumLength, failure == nil {
      fail(.tooLong)
      if sink == nil { kept = maximumLength }
    }
    if failure != nil {
      discard()
    } else if let sink {
      handOn(sink)
    } else {
      let written = unsafe position - start
      // Enough to notice that it is too much.
      let most = min(maximumLength, Int.max / 4) &+ OutputBuffer.largestReservation
      let room = max(min((written &+ count) &* 2, most), written &+ count)
      unsafe start = reallocate(start, capacity: room &+ OutputBuffer.slack)
      unsafe position = unsafe start + written
      unsafe limit = unsafe start + room
    }
  }

  private mutating func handOn(_ sink: Sink) {
    let bytes = unsafe self.bytes
    do {
      if unsafe !bytes.isEmpty { try unsafe sink(bytes.assumingMemoryBound(to: UInt8.self).span) }
    } catch {
      fail(.sink(error))
    }
    discard()
  }

  /// Counts the bytes that are here and drops them, but for those that are kept.
  private mutating func discard() {
    let written = unsafe position - start
    handedOn &+= written &- kept
    unsafe position = unsafe start + kept
    guard unsafe limit - position < OutputBuffer.largestReservation else { return }
    let room = kept &+ OutputBuffer.windowSize
    unsafe start = reallocate(start, capacity: room &+ OutputBuffer.slack)
    unsafe position = unsafe start + kept
    unsafe limit = unsafe start + room
  }

  /// Remembers the first failure.
  mutating func fail(_ failure: Failure) {
    if self.failure == nil { self.failure = failure }
  }

  /// Hands on what is left, and says whether everything was kept.
  mutating func finish() -> Failure? {
    if count > maximumLength { fail(.tooLong) }
    if failure == nil, let sink { handOn(sink) }
    return failure
  }
}
