// Enums without a tag: the value is that of the first case that fits.
//
//   enum Node { case leaf(Int), pair(left: Node, right: Node), labelled(left: Node, label: String) }
//
//   {"left": {"left": 1, "right": 2}, "label": "a"}     pair is tried first, and reads "left"; labelled reads it anew
//
// Without a memory, each level of such a value would double the work. So while a value is tried, the session keeps what
// became of those values inside it that hold values of such enums themselves.
//
// The errors of cases are dropped. If no case fits, all are tried again for the reasons.

extension JSONReader {
  /// Reads the current value as the first case that fits.
  ///
  /// ```swift
  /// self = try reader._firstCase(
  ///   of: Self.self,
  ///   [
  ///     ("number", { .number(try $0.read()) }),
  ///     ("point", { .point(x: try $0.value("x"), y: try $0.value("y")) }),
  ///   ])
  /// ```
  /// - Parameter cases: The names of the cases, for the error, and functions that read them.
  /// - Throws: `DecodingError.typeMismatch` if no case fits. The text of the error says why, for each.
  /// - Complexity: The value is read once for each case at most, and again if none fits. A value inside it that is of
  ///   such an enum, too, is not read anew for each case around it.
  public mutating func _firstCase<T: JSONReadable>(
    of type: T.Type, _ cases: [(name: String, read: (inout JSONReader) throws -> T)]
  ) throws -> T {
    try requireComplete(state.value)
    let key = TriedValues.Key(index: state.value, type: ObjectIdentifier(type))
    // In an object that other types read, too, the result depends on them.
    let isAlone = !isPart
    if isAlone, session.tried.depth > 0, let known = session.tried.known[key] {
      switch known {
      case .value(let value):
        if let value = value as? T { return value }
      case .unfit where session.isQuiet: throw DecodingError.typeMismatch(type, .quiet)
      case .unfit: break
      case .failed(let error): throw error
      }
    }
    let number = session.tried.begin()
    let isInner = session.tried.depth > 1
    let isQuiet = session.beginQuietErrors()
    let result = Result { try first(of: cases) ?? whyNone(fits: type, cases, isQuiet) }
    session.endReports(isQuiet)
    session.tried.end()
    if isInner, isAlone, session.tried.count > number {
      let known: TriedValues.Known =
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): isQuiet ? .unfit : .failed(error)
        }
      session.tried.known[key] = known
    }
    return try result.get()
  }

  /// Reads `null`, or no members of an object that other types read, too, if no other case of an enum fits.
  /// - Throws: `DecodingError.typeMismatch` for any other value.
  public mutating func _readNull() throws {
    if isCaseWithoutMembers { return }
    if !isNull {
      throw session.wrongKind(
        Any?.self, expected: .null, at: state.value, path: path(to: state.value))
    }
  }

  private mutating func first<T: JSONReadable>(
    of cases: [(name: String, read: (inout JSONReader) throws -> T)]
  ) -> T? {
    for (_, read) in cases {
      if case .success(let value) = attempt(read) { return value }
    }
    // Beside the members of other types, a case without a value has none. It fits if the object has none of those of
    // the other cases.
    if !isSharedObject || hasFailedPart({ T._addNames(to: &$0) }) { return nil }
    isCaseWithoutMembers = true
    defer { isCaseWithoutMembers = false }
    for (_, read) in cases {
      if case .success(let value) = attempt(read) { return value }
    }
    return nil
  }

  private mutating func attempt<T>(_ read: (inout JSONReader) throws -> T) -> Result<T, any Error> {
    let outer = state
    beginWhole()
    defer {
      endPart()
      state = outer
    }
    do { return .success(try read(&self)) } catch { return .failure(error) }
  }

  /// Tries the cases again, and throws an error with the reasons.
  @inline(never)
  private mutating func whyNone<T>(
    fits type: T.Type, _ cases: [(name: String, read: (inout JSONReader) throws -> T)],
    _ isQuiet: Bool
  ) throws -> T {
    session.endReports(isQuiet)
    if isQuiet { throw DecodingError.typeMismatch(type, .quiet) }
    var reasons: [String] = []
    for (name, read) in cases {
      switch attempt(read) {
      case .success(let value): return value
      case .failure(let error): reasons.append("\(name): \(Self.reason(error))")
      }
    }
    throw DecodingError.typeMismatch(
      type,
      session.context(
        "The value fits no case of \(type). \(reasons.joined(separator: "; ")).",
        path(to: state.value), state.value, .invalidValue(kind, type: "\(type)"),
        .attempts(reasons)))
  }

  /// The fault without the reasons of cases inside it, so that texts do not grow with the depth.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)".shortened(to: 200) }
    var reason = ""
    _ = error.mapContext { context in
      reason = context.debugDescription.shortened(to: 200)
      if let fault = context.underlyingError as? JSONValueError {
        let pointer = fault.pointerOfPlace
        reason = "\(fault.fault)\(pointer.isEmpty ? "" : " at \(pointer.shortened(to: 60))")"
      }
      return context
    }
    return reason
  }
}
