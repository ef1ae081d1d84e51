// The memory that text is written to. It grows, or has a fixed size and is flushed to a sink when full.
//
//   start                position              limit
//     │ bytes not yet flushed   │ room for more  │ slack │
//
// Writers reserve room once per value, not per byte. A failure is recorded, not thrown, so writers
// need no branch for it: the bytes after it are dropped, until the writer checks.

internal import _RushJSONShims

/// Growing memory, or memory of a fixed size in front of a sink.
/// Invariant: start ≤ position ≤ limit + slack, and the `slack` bytes after `limit` belong to the memory too.
@safe
package struct OutputBuffer: ~Copyable {
  /// Why bytes are dropped.
  package enum Failure {
    /// The text is longer than the limit.
    case tooLong
    /// The sink threw.
    case sink(any Error)
    /// Bytes that had to be taken back were already flushed.
    case abandoned
    /// A value has put another buffer in the place of this one.
    case replaced
  }

  /// The most bytes that a sink gets per call, and the size of the memory in front of it.
  package static let windowSize = 64 << 10
  /// The number of bytes after `limit` that need no reservation, so short writes may overshoot.
  static let slack = 128
  /// The room of that memory, without the slack.
  private static var windowRoom: Int { windowSize &- slack }
  /// The most bytes that one call of `reserve` may request.
  static let largestReservation = 8 << 10

  private var start: CheckedPointer<UInt8>
  private(set) var position: CheckedPointer<UInt8>
  private var limit: CheckedPointer<UInt8>
  private var sink: ByteSink?
  /// The owner of the memory, if it becomes an array.
  private var array: ArrayMemory?
  /// Whether `rush_free` frees the memory: neither an array nor a caller owns it.
  private var isOwned = true
  /// The number of bytes that were flushed or dropped.
  private var flushed = 0
  /// The number of bytes at the start that are kept while others are dropped.
  private var kept = 0
  private let maximumLength: Int
  /// Whether bytes stay in memory although there is a sink, because an open object may take some back.
  var isHeld = false
  package private(set) var failure: Failure?

  /// The most bytes that are reserved before they are needed, because a type may estimate any length.
  private static let largestEstimate = 64 << 20

  /// The least room that is memory of an array: it is faster than a copy at the end if the text fits.
  private static let arrayRoom = 16 << 10

  /// Creates growing memory, at first with room for `capacity` bytes, an estimate.
  /// - Parameter becomesArray: Whether the text is taken by ``takeArray()``.
  package init(capacity: Int = 1 << 10, maximumLength: Int = .max, becomesArray: Bool = false) {
    let room = min(max(capacity, 64), max(maximumLength, 64), OutputBuffer.largestEstimate)
    if becomesArray, room >= OutputBuffer.arrayRoom, ArrayMemory.isKnown {
      let memory = ArrayMemory(capacity: room &+ OutputBuffer.slack)
      start = unsafe CheckedPointer(memory.start, room: room &+ OutputBuffer.slack)
      array = consume memory
      isOwned = false
    } else {
      start = unsafe .reallocated(nil, capacity: room &+ OutputBuffer.slack)
    }
    position = start
    limit = start + room
    sink = nil
    self.maximumLength = max(maximumLength, 0)
  }

  /// Creates growing memory that begins in memory of the caller's, of more than `slack` bytes.
  // Invariant: the caller keeps the memory as long as the buffer.
  init(lending memory: UnsafeMutableBufferPointer<UInt8>, maximumLength: Int) {
    assert(memory.count > OutputBuffer.slack)
    start = unsafe CheckedPointer(memory).unsafelyUnwrapped
    position = start
    limit = start + (memory.count &- OutputBuffer.slack)
    isOwned = false
    sink = nil
    self.maximumLength = max(maximumLength, 0)
  }

  /// Creates memory in front of `sink`, which gets up to `OutputBuffer.windowSize` bytes per call.
  package init(maximumLength: Int = .max, sink: ByteSink) {
    start = unsafe .reallocated(nil, capacity: OutputBuffer.windowSize)
    position = start
    limit = start + OutputBuffer.windowRoom
    self.sink = sink
    self.maximumLength = max(maximumLength, 0)
  }

  /// Creates a buffer that drops all bytes, in the place of a lost one with `count` bytes.
  init(replacing count: Int) {
    self.init(sink: ByteSink { _ in })
    flushed = count
    failure = .replaced
  }

  deinit { if isOwned { unsafe start.free() } }

  /// The number of bytes written, flushed or not.
  package var count: Int { flushed &+ (position - start) }

  /// The number of bytes that can be written from `position` on, those of the slack included.
  @inline(__always) var room: Int { limit - position + OutputBuffer.slack }

  /// The bytes that were not flushed: all of them, if there is no sink.
  package var bytes: CheckedBytes {
    unsafe CheckedBytes(start: start.address, count: position - start)
  }

  /// Whether all bytes are here, and not too many.
  @inline(__always)
  var isSound: Bool {
    if case .some = failure { return false }
    return flushed == 0 && count <= maximumLength && sink == nil
  }

  /// Whether bytes that had to be taken back were already flushed.
  var isAbandoned: Bool { if case .abandoned? = failure { true } else { false } }

  /// Whether no byte was flushed.
  package var isWhole: Bool { flushed == 0 }

  /// Passes bytes to `sink` from now on, a window at a time.
  mutating func leave(to sink: ByteSink) { self.sink = sink }

  /// Keeps bytes in memory again. None has left.
  mutating func stay() {
    assert(isWhole)
    sink = nil
  }

  // MARK: - Writing

  /// Makes room for `count` ≤ `largestReservation` bytes from `position` on, and for `slack` more.
  @inline(__always)
  package mutating func reserve(_ count: Int) {
    assert(count >= 0)
    if _slowPath(limit - position < count) { makeRoom(for: count) }
  }

  /// Does as ``reserve(_:)`` for a loop that keeps the position itself, at `end`. Returns where it is now.
  @inline(__always)
  package mutating func reserve(
    _ count: Int, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    assert(count >= 0)
    assert(end >= position && end <= limit + OutputBuffer.slack)
    if _fastPath(limit - end >= count) { return end }
    return makeRoom(for: count, at: end)
  }

  @inline(never)
  private mutating func makeRoom(
    for count: Int, at end: CheckedPointer<UInt8>
  ) -> CheckedPointer<UInt8> {
    position = end
    makeRoom(for: count)
    return position
  }

  /// Takes over the position of such a loop.
  @inline(__always)
  mutating func move(to end: CheckedPointer<UInt8>) {
    assert(end >= start && end <= limit + OutputBuffer.slack)
    position = end
  }

  /// Counts `count` bytes from `position` on as written. They must be in the reserved room.
  @inline(__always)
  mutating func advance(by count: Int) {
    assert(count >= 0 && count <= room)
    position += count
  }

  /// Writes a byte to reserved room, or to the slack.
  @inline(__always)
  package mutating func put(_ byte: UInt8) {
    assert(room > 0)
    position.pointee = byte
    position += 1
  }

  package mutating func append(_ bytes: CheckedBytes) {
    // Nearly all texts are one piece.
    if _fastPath(bytes.count <= OutputBuffer.largestReservation) { return appendPiece(bytes) }
    appendPieces(bytes)
  }

  @inline(__always)
  private mutating func appendPiece(_ piece: CheckedBytes) {
    reserve(piece.count)
    position.copy(piece)
    advance(by: piece.count)
  }

  @inline(never)
  private mutating func appendPieces(_ bytes: CheckedBytes) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = CheckedBytes(
        rebasing: rest.prefix(OutputBuffer.largestReservation))
      appendPiece(piece)
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Takes back everything after the first `count` bytes. Fails if some of it was flushed.
  mutating func takeBack(to count: Int) {
    if count < flushed { return fail(.abandoned) }
    position = start + (count &- flushed)
    assert(self.count == count && room >= 0)
  }

  /// Takes back everything after the first `count` bytes and, in growing memory, the failure that it
  /// was too long. Fails if some of it was flushed to a sink.
  mutating func restore(to count: Int) {
    if sink != nil, count < flushed {
      fail(.abandoned)
      flushed = count
    } else if case .tooLong? = failure {
      if count <= kept {
        (failure, kept, flushed) = (nil, 0, 0)
      } else {
        flushed = count &- kept
      }
    }
    position = start + (count &- flushed)
    assert(position >= start && room >= 0)
  }

  /// The bytes that were not flushed, for reordering.
  var mutableBytes: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(start: start.address, count: position - start)
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
    } else if let sink, !isHeld, limit - start >= OutputBuffer.windowRoom {
      flush(sink)
    } else {
      let written = position - start
      // Never much more than the limit, but enough to exceed it. In front of a sink, a window.
      let most =
        sink != nil && !isHeld
        ? OutputBuffer.windowRoom
        : min(maximumLength, Int.max / 4) &+ OutputBuffer.largestReservation
      let room = max(min((written &+ count) &* 2, most), written &+ count)
      resize(to: room)
      position = start + written
      limit = start + room
    }
    assert(limit - position >= count)
  }

  /// Moves the bytes to memory with room for `room` of them, at least as many as are written.
  private mutating func resize(to room: Int) {
    assert(position >= start && position - start <= room)
    if isOwned {
      start = unsafe .reallocated(start, capacity: room &+ OutputBuffer.slack)
      return
    }
    let bytes = bytes
    start = unsafe .reallocated(nil, capacity: room &+ OutputBuffer.slack)
    // Invariant: the owner of the other memory keeps these bytes until the copy is done.
    start.copy(bytes)
    array = nil
    isOwned = true
  }

  private mutating func flush(_ sink: ByteSink) {
    do {
      // More than a window, if it was held.
      try sink.take(all: bytes)
    } catch {
      fail(.sink(error))
    }
    discard()
  }

  /// Counts and drops the bytes in memory, except those that are kept.
  private mutating func discard() {
    let written = position - start
    flushed &+= written &- kept
    position = start + kept
    guard limit - position < OutputBuffer.largestReservation else { return }
    let room = kept &+ OutputBuffer.windowSize
    position = start + kept
    resize(to: room)
    position = start + kept
    limit = start + room
  }

  /// Takes the bytes, which must be all there are. The buffer is not used any more.
  mutating func takeArray() -> [UInt8] {
    assert(isWhole)
    let count = position - start
    // An array that would be mostly unused is copied, so that it does not keep the rest of its memory.
    guard (limit - start) / 2 <= count, let memory = array.take() else {
      return Array(bytes)
    }
    start = unsafe .reallocated(nil, capacity: OutputBuffer.slack)
    isOwned = true
    position = start
    limit = start
    return memory.array(count: count)
  }

  /// Records a failure, unless one is recorded.
  mutating func fail(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

  /// Flushes the rest. Returns the failure, if any.
  package mutating func finish() -> Failure? {
    if count > maximumLength { fail(.tooLong) }
    if failure == nil, let sink { flush(sink) }
    return failure
  }

  /// Checks the length and the room, in builds with assertions; tests call it after each operation.
  package func _checkInvariants() { assert(holdsInvariants()) }

  private func holdsInvariants() -> Bool {
    assert(start <= limit)
    assert(start <= position && position <= limit + OutputBuffer.slack)
    assert(kept >= 0 && maximumLength >= 0)
    // Without a failure, no byte is dropped, and only a sink gets bytes.
    assert(failure != nil || kept == 0)
    assert(failure != nil || sink != nil || flushed == 0)
    return true
  }
}

extension ByteSink {
  /// Passes on all bytes, at most a window per call.
  func take(all bytes: CheckedBytes) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try take(CheckedBytes(rebasing: rest.prefix(OutputBuffer.windowSize)))
      rest = rest.dropFirst(OutputBuffer.windowSize)
    }
  }
}
