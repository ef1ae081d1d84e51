// Values as a whole: passing over them, and their text.
//
//   records of the piece      blocks of the chunk              records again
//   … "items": [ {"id": 1},  │ {"id": 2, …  64 bytes at a time  … ]  │ , "next": …
//
// What of the value has been read already is passed record by record; the rest of the chunk by the
// skip kernel, and where that stops, by the tokenizer.

extension JSONEventReader {
  /// Passes over the next value, with all that is in it; or over the rest of one that is half done.
  /// A name before it is passed too.
  ///
  /// What is passed is checked like everything else: it accepts and refuses what `next()` does. If
  /// the value is refused, the error's path is that of the value, or of what was read of it before.
  ///
  /// Returns whether that is done. If not, another chunk is needed, and the call is to be made again;
  /// or there is no value, because the container ends here or the stream does.
  /// - Throws: What is wrong in it.
  /// - Complexity: O(*n*) in its bytes, 64 at a time for most of those of large values. Copies only
  ///   tokens that were cut.
  public mutating func skipValue() throws(JSONStreamError) -> Bool {
    while true {
      if let result = passRecords() { return result }
      if openInValue > 0, failure == nil, skipBlocks() { return true }
      guard try hasRecord() else { return false }
    }
  }

  /// Passes over the next value like ``skipValue()``, without a look at what is in it.
  ///
  /// Of what has not been read yet only quotation marks and brackets are looked at, and not whether
  /// brackets are of the same kind: text that is no JSON may be passed, and a value may seem to end
  /// elsewhere than it does if it is none. Use it for text that has been checked, or whose sender is
  /// trusted.
  /// - Complexity: O(*n*) in its bytes. Copies nothing.
  public mutating func skipValueUnchecked() throws(JSONStreamError) -> Bool {
    while uncheckedSkip == nil {
      if let result = passRecords() { return result }
      if openInValue > 0, failure == nil, !isComplete,
        !LenientIndexer.isNeeded(for: options.leniencies)
      {
        uncheckedSkip = UncheckedSkip(depth: openInValue)
        leavePiece()
      } else {
        guard try hasRecord() else { return false }
      }
    }
    if skipUnchecked() { return true }
    if let failure { throw failure }
    return false
  }

  /// The text of the next value, with all that is in it. A name before it is passed over.
  ///
  /// `nil` if another chunk is needed, after which the call is to be made again, or if there is no
  /// value, because the container ends here or the stream does.
  /// - Throws: What is wrong in it.
  /// - Complexity: O(*n*) in its bytes, which are copied.
  public mutating func readText() throws(JSONStreamError) -> [UInt8]? {
    if collectingFrom < 0 {
      while try hasRecord(), queue.peeked.isName { _ = queue.take() }
      guard try hasRecord(), !queue.peeked.isEnd else { return nil }
      collected = []
      collectingFrom = start(of: queue.peeked)
    }
    guard try skipValue() else { return nil }
    if let last = queue.last {
      // The value's last token is one of the piece.
      collected += piece.prefix(end(of: last)).dropFirst(collectingFrom)
    }
    collectingFrom = -1
    defer { collected = [] }
    return collected
  }

  /// Whether the next event is the end of an array or object: then no value comes before it, and
  /// ``skipValue()``, ``readText()`` and what else reads a value do nothing. `nil` if another chunk is
  /// needed to know, or at the end of the stream.
  ///
  /// - Throws: What is wrong with the text before it.
  public mutating func isBeforeEnd() throws(JSONStreamError) -> Bool? {
    guard uncheckedSkip == nil, openInValue == 0, try hasRecord() else { return nil }
    return queue.peeked.isEnd
  }

  /// Passes over the records at hand. Returns whether that ended the value, or that there is none;
  /// `nil` if it takes more.
  private mutating func passRecords() -> Bool? {
    while !queue.isEmpty {
      let record = queue.peeked
      if record.isEnd, openInValue == 0 { return false }
      _ = queue.take()
      switch record.kind {
      case .beginArray, .beginObject: openInValue &+= 1
      case .endArray, .endObject: openInValue &-= 1
      case .name: continue
      default: break
      }
      if openInValue == 0 { return true }
    }
    return nil
  }

  // MARK: - By blocks

  /// Passes over as much of the chunk as can be by blocks. Returns whether the value has ended.
  private mutating func skipBlocks() -> Bool {
    // Less is as well read token by token.
    guard tokenizer.maySkip, carry.isEmpty, !isComplete,
      pending.count >= 512,
      pending.count <= options.maximumLength &- readOffset &- piece.count
    else { return false }
    leavePiece()
    let floor = sink.depth &- openInValue
    levelsLooked &+= sink.depth &- knownKinds
    sink.addKinds(to: &openKinds, from: knownKinds)
    var kinds = openKinds
    openKinds = []
    let (used, unchanged) = unsafe pending.withUnsafeBytes { text in
      // Invariant: the chunk stays where it is during the call.
      unsafe tokenizer.skip(text, floor: floor, open: &kinds)
    }
    let depth = tokenizer.progress.depth
    levelsLooked &+= max(0, depth &- unchanged)
    sink.skip(floor: floor, unchanged: unchanged, depth: depth, kinds: kinds)
    (openKinds, knownKinds) = (kinds, depth)
    openInValue = depth &- floor
    passPending(used)
    if openInValue == 0 { endSkip() }
    return openInValue == 0
  }

  /// Goes on to look for the end of a value that is not looked at.
  mutating func skipUnchecked() -> Bool {
    guard var skip = uncheckedSkip else { return true }
    // A token that was cut may hold a quotation mark.
    if !carry.isEmpty {
      let first = carry
      carry = []
      pending = first + pending
    }
    let end = unsafe pending.withUnsafeBytes { text in
      // Invariant: the chunk stays where it is during the call.
      unsafe skip.end(in: text)
    }
    let used = end ?? pending.count
    if used > options.maximumLength &- place.offset {
      refuse(.textTooLong, at: options.maximumLength &- place.offset)
      return false
    }
    passPending(used)
    guard end != nil else {
      uncheckedSkip = skip
      if isFinished { refuse(.unexpectedEnd, at: 0) }
      return false
    }
    uncheckedSkip = nil
    let floor = sink.depth &- openInValue
    sink.skip(floor: floor, unchanged: floor, depth: floor, kinds: [])
    openInValue = 0
    tokenizer.progress.depth = floor
    tokenizer.progress.state = .afterValue
    endSkip()
    return true
  }

  private mutating func passPending(_ count: Int) {
    let passed = pending.prefix(count)
    if collectingFrom >= 0 { collected += passed }
    place.advance(over: passed)
    pending = pending.dropFirst(count)
  }

  private mutating func endSkip() {
    readSmallPieces()
    let depth = sink.depth
    tokenizer.progress.inObject = depth > 0 && sink[frame: depth &- 1].isObject
  }
}
