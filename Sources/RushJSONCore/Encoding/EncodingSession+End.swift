// The end of a call: the text is complete, or the error of a limit is thrown.

extension EncodingSession {
  /// Completes the text. Throws the error of a limit or of misuse that no call has thrown.
  @inline(__always)
  func finish(_ value: @autoclosure () -> Any) throws {
    if _fastPath(!isTree && misusedPath == nil && leaving == nil), text.frameCount == 1,
      unsafe text.frames[0].kind != .empty
    {
      text.close(to: 0)
      let exceeded = text.limits.exceeded
      if unsafe _fastPath(output.pointee.buffer.isSound),
        _fastPath(!exceeded.isTooDeep && !exceeded.isTooLong)
      {
        return
      }
    }
    try finishOther(value())
  }

  @inline(never)
  private func finishOther(_ value: @autoclosure () -> Any) throws {
    if case .replaced? = unsafe output.pointee.buffer.failure {
      throw EncodingError.writerReplaced(value())
    }
    if let path = leaving?.latePath { throw LeavingText.late(value(), path) }
    if text.limits.exceeded.isTooDeep { throw EncodingError.tooDeep(value(), text.limits) }
    if let misusedPath {
      throw EncodingError.invalid(
        value(), misusedPath,
        "The value was encoded already, and a container of another kind was asked for.")
    }
    let root = isTree ? tree[0] : nil
    if isTree
      ? root?.isNothing ?? true
      : unsafe text.frameCount > 0 && text.frames[0].kind == .empty
    {
      let value = value()
      throw EncodingError.invalid(
        value, outerPath, "Top-level \(Swift.type(of: value)) did not encode any values.")
    }
    if isTree {
      unsafe root?.write(to: &output.pointee)
      // Each node is within the limit, but nodes may have been put into others later.
      if unsafe !output.pointee.isWithin(depth: text.limits.maximumDepth) {
        throw EncodingError.tooDeep(value(), text.limits)
      }
    } else {
      text.close(to: 0)
      // A value that encoded nothing became an object.
      if text.limits.exceeded.isTooDeep { throw EncodingError.tooDeep(value(), text.limits) }
    }
    let failure = unsafe output.pointee.buffer.finish()
    if case .sink(let error)? = failure { throw error }
    if case .abandoned? = failure { throw LeavingText.lost(value(), leaving?.lostPath ?? []) }
    if failure != nil || text.limits.exceeded.isTooLong {
      let error = JSONWritingError(.tooLong(limit: snapshot.options.maximumLength))
      throw EncodingError.invalid(value(), outerPath, "\(error)", error)
    }
  }
}

extension TextOutput {
  fileprivate func isWithin(depth: Int) -> Bool {
    var options = JSONReadingOptions()
    options.maximumDepth = depth
    do throws(JSONSyntaxError) {
      try unsafe JSONTokenizer.validate(buffer.bytes, options: options)
      return true
    } catch {
      return false
    }
  }
}
