// Members and elements that do not go straight to text, and places for containers.

extension EncodingSession {
  // MARK: - In nodes

  @inline(never)
  func encodeInNodes<T: Encodable>(
    _ value: T, _ key: some CodingKey, named name: String, in place: EncodingPlace
  ) throws {
    guard let parent = node(place) else { throw misuse(value, codingPath(place) + [key]) }
    try encodeInNodes(value, key, named: name, in: parent)
  }

  func encodeInNodes<T: Encodable>(
    _ value: T, _ key: some CodingKey, named name: String, in parent: EncodedNode
  ) throws {
    let earlier = parent.member(name)
    try encode(value, tree.member(name, key, of: parent), in: parent, for: earlier)
  }

  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, in place: EncodingPlace) throws {
    guard let parent = node(place) else {
      throw misuse(value, codingPath(place) + [JSONPathKey(position: 0)])
    }
    try encode(value, tree.element(of: parent), in: parent, for: nil)
  }

  // Not specialised for each scalar: 11 KB, and nodes are rare.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func encode<T: Encodable>(
    _ value: T, _ child: (node: EncodedNode, place: EncodingPlace), in parent: EncodedNode,
    for earlier: EncodedNode?
  ) throws {
    let exceeded = text.limits.exceeded
    child.node.mayBeLeftOut = parent.isObject
    defer { child.node.mayBeLeftOut = false }
    do {
      try ValueEncoder(self, child.place).encodeValue(value)
    } catch {
      parent.remove(child.node, for: earlier)
      text.limits.restore(exceeded)
      if error is LeftOut { return }
      throw error
    }
  }

  // MARK: - Places for containers

  /// The place of an array or object that is a member.
  func nested(_ key: some CodingKey, isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    guard case .nodes(let name) = beginMember(place, key) else {
      return opened(text.push(owning: key), isObject: isObject)
    }
    guard let parent = node(place) else { return place.misused }
    // A container with the same name is continued.
    if let earlier = parent.member(name) {
      let child = tree.place(of: earlier)
      guard openNode(child, isObject: isObject) else { return child.misused }
      earlier.key = key
      return child
    }
    let child = tree.member(name, key, of: parent).place
    return openNode(child, isObject: isObject) ? child : child.misused
  }

  func nested(isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    opened(element(in: place), isObject: isObject)
  }

  private func opened(_ place: EncodingPlace, isObject: Bool) -> EncodingPlace {
    open(place, isObject: isObject) ? place : place.misused
  }

  /// The place of a member for a super encoder, which may be used late.
  func superMember(_ key: some CodingKey, in place: EncodingPlace) -> EncodingPlace {
    guard case .nodes(let name) = beginMember(place, key) else { return text.push(owning: key) }
    guard let parent = node(place) else { return place.misused }
    let child = tree.member(name, key, of: parent)
    child.node.isLate = true
    return child.place
  }

  func element(in place: EncodingPlace) -> EncodingPlace {
    if beginElement(place) {
      return text.push(position: text.frames[Int(place.level)].count &- 1)
    }
    guard let parent = node(place) else { return place.misused }
    return tree.element(of: parent).place
  }
}

// MARK: - Leaving

// Sessions whose text leaves early.

extension EncodingSession {
  /// Lets the text of this call leave to `sink`, 64 KiB at a time, until `endLeaving`.
  func leave(to sink: ByteSink) {
    leaving = FlushedText()
    output.pointee.buffer.leave(
      to: ByteSink { bytes in
        do {
          // Encoders refuse everything while a value writes itself.
          // Invariant: the bytes live during the call.
          unsafe self.leaving?.note(
            bytes.buffer.span,
            valueFrom: self.isInUse ? nil : self.writingPlace.start)
          try sink.take(bytes)
        } catch {
          // Types stop at their next member or element.
          self.stop()
          throw error
        }
      })
  }

  /// Ends that. A session that a type has kept no longer refers to the sink.
  func endLeaving() {
    leaving = nil
    output.pointee.buffer = OutputBuffer(maximumLength: snapshot.options.maximumLength)
  }

  /// Keeps the text in memory, if none has left.
  func stay() {
    if leaving == nil || hasLeft { return }
    leaving = nil
    output.pointee.buffer.stay()
  }

  /// The error that the sink has thrown.
  var sinkError: (any Error)? {
    if case .sink(let error)? = output.pointee.buffer.failure { error } else { nil }
  }

  /// Whether a part of the text has left.
  var hasLeft: Bool { leaving != nil && !output.pointee.buffer.isWhole }

  /// Whether the text can be made into nodes because the value at `place` needs them: all of it is
  /// here, and from now on stays here.
  @_optimize(size)
  func mayMakeNodes(for place: EncodingPlace) -> Bool {
    guard leaving != nil else { return true }
    if hasLeft {
      if leaving?.latePath == nil { leaving?.latePath = outerPath + (text.codingPath(place) ?? []) }
      output.pointee.buffer.fail(.abandoned)
      return false
    }
    var buffer = OutputBuffer(
      capacity: output.pointee.buffer.count, maximumLength: snapshot.options.maximumLength)
    buffer.append(output.pointee.buffer.bytes)
    output.pointee.buffer = buffer
    return true
  }

  /// Takes back a member or an element that failed. Notes where, if its text has left.
  func takeBackText(to mark: EncodingText.Mark, mayBeKept: Bool = true) {
    if hasLeft, leaving?.lostPath == nil, !isWithinBuffer(mark.count) {
      leaving?.lostPath = outerPath + (0...mark.level).compactMap { text.key(at: $0) }
    }
    text.takeBack(to: mark)
    // After text has left, late writes are errors, because no value can become a node.
    if mayBeKept, !hasLeft { text.noteTakenBack(to: mark.count) }
  }

  /// Whether the text from `count` bytes on is still in the buffer.
  private func isWithinBuffer(_ count: Int) -> Bool {
    output.pointee.buffer.count &- output.pointee.buffer.bytes.count <= count
  }
}

// MARK: - End

// The end of a call: the text is complete, or the error of a limit is thrown.

extension EncodingSession {
  /// Completes the text. Throws the error of a limit or of misuse that no call has thrown.
  @inline(__always)
  func finish(_ value: @autoclosure () -> Any) throws {
    if _fastPath(!isTree && misusedPath == nil && leaving == nil), text.frameCount == 1,
      text.frames[0].kind != .empty
    {
      text.close(to: 0)
      let exceeded = text.limits.exceeded
      if _fastPath(output.pointee.buffer.isSound),
        _fastPath(!exceeded.isTooDeep && !exceeded.isTooLong)
      {
        return
      }
    }
    try finishOther(value())
  }

  @inline(never)
  private func finishOther(_ value: @autoclosure () -> Any) throws {
    if case .replaced? = output.pointee.buffer.failure {
      throw EncodingError.writerReplaced(value())
    }
    if let path = leaving?.latePath { throw FlushedText.late(value(), path) }
    if text.limits.exceeded.isTooDeep { throw EncodingError.tooDeep(value(), text.limits) }
    if let misusedPath {
      throw EncodingError.invalid(
        value(), misusedPath,
        "The value was encoded already, and a container of another kind was asked for.")
    }
    let root = isTree ? tree[0] : nil
    if isTree
      ? root?.isNothing ?? true
      : text.frameCount > 0 && text.frames[0].kind == .empty
    {
      let value = value()
      throw EncodingError.invalid(
        value, outerPath, "Top-level \(Swift.type(of: value)) did not encode any values.")
    }
    if isTree {
      let limit = text.limits.maximumDepth
      if let root, !root.write(to: &output.pointee, within: limit) {
        throw EncodingError.tooDeep(value(), text.limits)
      }
    } else {
      text.close(to: 0)
      // A value that encoded nothing became an object.
      if text.limits.exceeded.isTooDeep { throw EncodingError.tooDeep(value(), text.limits) }
    }
    let failure = output.pointee.buffer.finish()
    if case .sink(let error)? = failure { throw error }
    if case .abandoned? = failure { throw FlushedText.lost(value(), leaving?.lostPath ?? []) }
    if failure != nil || text.limits.exceeded.isTooLong { throw tooLong(value()) }
  }

  func tooLong(_ value: Any) -> EncodingError {
    let error = JSONWritingError(.tooLong(limit: snapshot.options.maximumLength))
    return EncodingError.invalid(value, outerPath, "\(error)", error)
  }
}
