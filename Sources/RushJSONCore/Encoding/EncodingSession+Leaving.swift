// Sessions whose text leaves early.

extension EncodingSession {
  /// Begins a call whose text leaves to `sink`, 64 KiB at a time, until `endLeaving`.
  func begin(
    adding userInfo: [CodingUserInfoKey: any Sendable]?, leavingTo sink: @escaping OutputBuffer.Sink
  ) -> EncodingPlace {
    let place = begin(adding: userInfo)
    leaving = LeavingText()
    let buffer = OutputBuffer(maximumLength: snapshot.options.maximumLength) { bytes in
      do {
        try sink(bytes)
      } catch {
        // Types stop at their next member or element.
        self.stop()
        throw error
      }
    }
    unsafe output.pointee.buffer = buffer
    return place
  }

  /// Ends the call. A session that a type has kept no longer refers to the sink.
  func endLeaving() {
    unsafe output.pointee.buffer = OutputBuffer()
    end()
  }

  /// The error that the sink has thrown.
  var sinkError: (any Error)? {
    if case .sink(let error)? = unsafe output.pointee.buffer.failure { error } else { nil }
  }

  /// Whether a part of the text has left.
  var hasLeft: Bool { unsafe leaving != nil && !output.pointee.buffer.isWhole }

  /// Whether the text can be made into nodes because the value at `place` needs them: all of it is
  /// here, and from now on stays here.
  func mayMakeNodes(for place: EncodingPlace) -> Bool {
    guard leaving != nil else { return true }
    if hasLeft {
      if leaving?.latePath == nil { leaving?.latePath = text.codingPath(place) ?? [] }
      unsafe output.pointee.buffer.fail(.abandoned)
      return false
    }
    var buffer = unsafe OutputBuffer(
      capacity: output.pointee.buffer.count, maximumLength: snapshot.options.maximumLength)
    unsafe buffer.append(output.pointee.buffer.bytes)
    unsafe output.pointee.buffer = buffer
    return true
  }

  /// Takes back a member or an element that failed. Notes where, if its text has left.
  func takeBackText(to mark: EncodingText.Mark) {
    if hasLeft, leaving?.lostPath == nil, !isWithinBuffer(mark.count) {
      leaving?.lostPath = (0...mark.level).compactMap { text.key(at: $0) }
    }
    text.takeBack(to: mark)
  }

  /// Whether the text from `count` bytes on is still in the buffer.
  private func isWithinBuffer(_ count: Int) -> Bool {
    unsafe output.pointee.buffer.count &- output.pointee.buffer.bytes.count <= count
  }
}
