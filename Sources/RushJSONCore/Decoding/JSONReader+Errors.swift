// Errors of readers: those of the containers of Codable, with the path read from the tape.

extension JSONReader {
  // Mutating, although they change nothing: a function that is not inlined and only reads would be passed a
  // copy of the reader, which its callers would make in advance.

  /// The path of the value at `index`: that of the reader's first value, and the steps from there.
  mutating func path(to index: UInt32) -> [any CodingKey] {
    if session.isQuiet { return [] }
    return codingPath(to: index)
  }

  /// The same where errors are dropped, too.
  mutating func codingPath(to index: UInt32) -> [any CodingKey] {
    let steps = unsafe TapePaths.steps(from: base.index, to: index, in: tape, asked: session.asked)
    return session.codingPath(of: base) + steps
  }

  /// The path of the current value.
  package mutating func currentPath() -> [any CodingKey] { path(to: state.value) }

  @inline(never)
  mutating func missing(_ name: JSONName) -> DecodingError {
    let object = state.container
    let key = JSONPathKey(stringValue: name.description)
    return .keyNotFound(
      key,
      session.context(
        "No value associated with key \"\(key.stringValue)\".", path(to: object), object,
        .missingName(key.stringValue)))
  }

  /// The error for a value that a scalar does not accept.
  @inline(never)
  mutating func failure<T: TapeScalar>(_ type: T.Type, at index: UInt32) -> DecodingError {
    session.failure(type, kind: T.kind, at: index, path: path(to: index))
  }

  /// Returns to a state, and adds the place of the value at `index` to an error that a type has thrown.
  @inline(never) @usableFromInline
  mutating func failed(
    _ error: any Error, _ type: any Any.Type, at index: UInt32, returningTo outer: State
  ) -> any Error {
    state = outer
    return session.placed(error, type, at: index)
  }

  @inline(never)
  mutating func pastEnd() -> DecodingError {
    let array = state.container == 0 ? state.value : state.container
    let count = record(array).isContainer ? record(array).count : 0
    return .valueNotFound(
      Any.self,
      session.context(
        "The array is at its end.", path(to: array) + [JSONPathKey(position: count)], array,
        .indexOutOfRange(count, count: count)))
  }

  @usableFromInline
  mutating func invalidRawValue<T>(_ rawValue: some Any, _ type: T.Type) -> DecodingError {
    invalidValue(
      type, "Cannot initialize \(T.self) from invalid \(Swift.type(of: rawValue)) value \(rawValue)"
    )
  }

  /// The error for a current value that a type does not accept.
  /// - Parameter reason: A sentence for people.
  public mutating func invalidValue(
    _ type: any Any.Type, _ reason: String = "The value is not valid."
  )
    -> DecodingError
  {
    .dataCorrupted(
      session.context(
        reason, path(to: state.value), state.value, session.invalidValue(of: type, at: state.value))
    )
  }

  mutating func unknownMember(_ index: UInt32) -> DecodingError {
    let name = tape.string(record(index &- 1))
    return .dataCorrupted(
      session.context(
        "The object has an unknown member \"\(name)\".", path(to: index), index,
        .unknownName(name)))
  }
}
