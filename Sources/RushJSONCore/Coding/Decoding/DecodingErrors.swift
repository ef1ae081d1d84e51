// Errors, in Foundation's words where programs and tests know them.

extension DecodingSession {
  /// The error for a value that `read` does not accept as a `type`.
  @inline(never)
  func failure(_ type: any Any.Type, kind: JSONKind, at index: UInt32, path: [any CodingKey])
    -> DecodingError
  {
    let record = tape.record(index)
    let found = record.valueKind
    if found == .null, kind != .bool { return missingValue(type, at: index, path: path) }
    if found == kind, kind == .number {
      if isQuiet { return .dataCorrupted(.quiet) }
      let number = storage.number(at: record.offset).text
      let context = context(
        "Number \(number.shortened(to: 60)) is not representable in \(type).", path, index,
        .notRepresentable(number: number, type: "\(type)"))
      return .dataCorrupted(context)
    }
    return wrongKind(type, expected: kind, at: index, path: path)
  }

  func missingValue(_ type: any Any.Type, at index: UInt32, path: [any CodingKey]) -> DecodingError
  {
    if isQuiet { return .valueNotFound(type, .quiet) }
    let text = message(about: type, "") {
      "Cannot get value of type \(type) -- found null value instead"
    }
    // Only scalars say here which kind they are decoded from; options decide it for dates, for example.
    let kind = (type as? any JSONScalar.Type).map {
      JSONValueError.Kind.wrongKind(expected: $0.kind, found: .null)
    }
    return .valueNotFound(
      type, context(text, path, index, kind ?? .invalidValue(.null, type: "\(type)")))
  }

  /// The error for a value of another kind than `type` is decoded from.
  func wrongKind(
    _ type: any Any.Type, expected: JSONKind, at index: UInt32, path: [any CodingKey]
  ) -> DecodingError {
    if isQuiet { return .typeMismatch(type, .quiet) }
    let found = tape.record(index).valueKind
    let text = message(about: type, found.foundationName) {
      "Expected to decode \(type) but found \(found.foundationName) instead."
    }
    return .typeMismatch(
      type, context(text, path, index, .wrongKind(expected: expected, found: found)))
  }

  func notAnObject(at index: UInt32, path: [any CodingKey]) -> DecodingError {
    notAContainer([String: Any].self, .object, "keyed", at: index, path: path)
  }

  func notAnArray(at index: UInt32, path: [any CodingKey]) -> DecodingError {
    notAContainer([Any].self, .array, "unkeyed", at: index, path: path)
  }

  private func notAContainer(
    _ type: any Any.Type, _ expected: JSONKind, _ container: String, at index: UInt32,
    path: [any CodingKey]
  ) -> DecodingError {
    if tape.record(index).kind != .null {
      return wrongKind(type, expected: expected, at: index, path: path)
    }
    let text = "Cannot get \(container) decoding container -- found null value instead"
    return .valueNotFound(
      type, context(text, path, index, .wrongKind(expected: expected, found: .null)))
  }

  /// The error for an object without a member for `key`, with the path of the object.
  func missingKey<Key: CodingKey>(_ key: Key, in object: DecodingPlace) -> DecodingError {
    let name = key.stringValue
    // The text also shows the integer of a key, and keys of one name may differ in it.
    let detail = key.intValue.map { "\(name)\0\($0)" } ?? name
    let text = message(about: Key.self, isKey: true, detail) {
      "No value associated with key \(key) (\"\(name)\")."
    }
    return .keyNotFound(
      key,
      context(
        text, errorPath(of: object), object.index, .missingName(nameInText(of: name))))
  }

  /// The name that the member for a key has in a text: a strategy for keys converts it to the key. That of a custom
  /// strategy is not known.
  @_optimize(size)
  func nameInText(of key: String) -> String {
    guard case .camelCase(let separator) = snapshot.names, !isQuiet else { return key }
    return NameCase.separated(key, by: String(separator))
  }

  /// The error for an array without an element at `position`.
  func atEnd(
    _ type: any Any.Type, in array: DecodingPlace, position: Int,
    _ text: String = "Unkeyed container is at end."
  ) -> DecodingError {
    let path = errorPath(of: array, then: JSONPathKey(position: position))
    return .valueNotFound(
      type,
      context(
        text, path, array.index, .indexOutOfRange(position, count: tape.record(array.index).count)))
  }

  /// The error for a string or a number that is not in the format of a type.
  func corrupted(
    _ text: String, expected: String, at index: UInt32, path: [any CodingKey],
    _ hint: DecodingHint = .none
  ) -> DecodingError {
    if isQuiet { return .dataCorrupted(.quiet) }
    let record = tape.record(index)
    let found =
      record.isString ? storage.string(record) : storage.number(at: record.offset).text
    return .dataCorrupted(
      context(text, path, index, .invalidFormat(text: found, expected: expected), hint))
  }

  // MARK: - Errors that types throw

  /// Adds the place of the value to an error that a type has thrown, if it is a `DecodingError` without
  /// an underlying error. The standard library throws such errors about raw values, for example.
  @inline(never)
  func addingLocation(_ error: any Error, _ type: any Any.Type, at index: UInt32) -> any Error {
    if isQuiet { return error }
    var known = error as? DecodingError
    // Most errors are the session's own, which pass here once for each value around the wrong one.
    if known?.hasUnderlyingError == true, faultLimit == 0 { return error }
    if known == nil, faultLimit > 0 {
      known = .dataCorrupted(.init(codingPath: [], debugDescription: "\(error)"))
    }
    guard let known, let context = known.context else { return error }
    if place(of: context.underlyingError) != nil { return error }
    if let key = context.codingPath.last, let name = nameIndex(of: key, in: type, at: index) {
      let text = storage.string(tape.record(name &- 1))
      return known.mapContext { _ in
        self.context(
          context.debugDescription, context.codingPath, name,
          .invalidFormat(text: text, expected: "a name for \(type)"), .name)
      }
    }
    let kind: JSONValueError.Kind
    var hint = DecodingHint.none
    if case .keyNotFound(let key, _) = known {
      kind = .missingName(nameInText(of: key.stringValue))
    } else {
      kind = invalidValue(of: type, at: index)
      hint = DecodingHint(context.debugDescription, type)
    }
    return known.mapContext { _ in
      self.context(context.debugDescription, context.codingPath, index, kind, hint)
    }
  }

  /// The index of the value whose name is not a key of a dictionary: the standard library's error ends with the name.
  private func nameIndex(of key: any CodingKey, in type: any Any.Type, at index: UInt32) -> UInt32?
  {
    guard tape.record(index).kind == .object else { return nil }
    switch StandardLibrary.family(of: type) {
    case .dictionary, .dictionaryOfStrings: break
    default: return nil
    }
    var found: UInt32?
    tape.forEachMember(of: index) { record, value in
      if found == nil, tape.string(record) == key.stringValue { found = value }
    }
    return found
  }

  /// The error that a call throws for one that its values have thrown.
  @inline(never)
  func leaving(_ error: any Error) -> any Error { snapshot.options.leaving(error) }

  /// The place of an error about a value of this session.
  func place(of error: (any Error)?) -> DecodingErrorPlace? {
    let place = (error as? JSONValueError)?.placeInText as? DecodingErrorPlace
    return place?.session === self ? place : nil
  }

  /// The kind of error for a value of the right kind that a type does not accept.
  func invalidValue(of type: any Any.Type, at index: UInt32) -> JSONValueError.Kind {
    let record = tape.record(index)
    switch record.valueKind {
    case .string:
      return .invalidFormat(text: storage.string(record), expected: "a valid \(type)")
    case .number:
      return .notRepresentable(number: storage.number(at: record.offset).text, type: "\(type)")
    case .null, .bool, .array, .object:
      return .invalidValue(record.valueKind, type: "\(type)")
    }
  }

  package func context(
    _ text: @autoclosure () -> String, _ path: [any CodingKey], _ index: UInt32,
    _ kind: JSONValueError.Kind, _ hint: @autoclosure () -> DecodingHint = .none
  ) -> DecodingError.Context {
    if isQuiet { return .quiet }
    return DecodingError.Context(
      codingPath: path, debugDescription: isBrief ? "" : text(),
      underlyingError: JSONValueError(
        kind, place: DecodingErrorPlace(self, Int(index), hint())))
  }

  /// The text of a message that depends on a type and a detail only. A type that tries several kinds of
  /// value makes the same few errors repeatedly.
  private func message(
    about type: any Any.Type, isKey: Bool = false, _ detail: String, _ make: () -> String
  ) -> String {
    if isQuiet || isBrief { return "" }
    // After the call, other threads may be here.
    if !isAtWork { return make() }
    let id = ObjectIdentifier(type)
    if let text = messages.text(about: id, isKey: isKey, detail) { return text }
    // This may call the program's own descriptions.
    let text = make()
    messages.keep(text, about: id, isKey: isKey, detail)
    return text
  }
}

// Unchecked: a storage does not change, like that of a document.
final class DecodingErrorPlace: JSONValuePlace, @unchecked Sendable {
  /// The session that the text belongs to, which copies it when the call ends.
  let session: DecodingSession?
  /// The text, if it has no session.
  private let ownStorage: DocumentStorage?
  private let isTextKnown: Bool
  let index: Int
  let hint: DecodingHint

  init(_ session: DecodingSession, _ index: Int, _ hint: DecodingHint) {
    (self.session, ownStorage, isTextKnown) = (session, nil, session.isTextKnown)
    (self.index, self.hint) = (index, hint)
  }

  init(_ storage: DocumentStorage, isTextKnown: Bool, _ index: Int, _ hint: DecodingHint) {
    (session, ownStorage, self.isTextKnown) = (nil, storage, isTextKnown)
    (self.index, self.hint) = (index, hint)
  }

  private var storage: DocumentStorage { ownStorage ?? session?.storage ?? .empty }

  var reason: String? { hint.reason }
  var advice: String { hint.advice }
  var isOfDecoder: Bool { true }
  var firstLine: Int {
    get { storage.line }
    set { storage.line = newValue }
  }

  private var value: JSONDocument.Value { JSONDocument.Value(storage, index) }
  var pointer: JSONPointer { value.pointer }
  var offset: Int? {
    guard isTextKnown else { return nil }
    switch hint {
    case .member, .name: return offsetOfName
    default: return value.offset
    }
  }

  /// The offset of the name before the value: of its quote, if it has one.
  private var offsetOfName: Int {
    let start = storage.record(index &- 1).offset
    var isQuoted = false
    withText { isQuoted = $0[start &- 1] == .quote || $0[start &- 1] == .apostrophe }
    return isQuoted ? start &- 1 : start
  }

  func withText(_ body: (Span<UInt8>) -> Void) {
    // Invariant: the storage is kept, and the bytes do not leave the closure.
    body(unsafe storage.text.buffer.span)
  }
}

extension JSONKind {
  fileprivate var foundationName: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .number: "number"
    case .string: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    }
  }
}

extension DecodingError {
  /// The error for a text that is not JSON.
  static func invalidText(_ error: JSONSyntaxError) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: [], debugDescription: "The given data was not valid JSON.",
        underlyingError: error))
  }
}

extension DecodingError.Context {
  /// The context of errors that nobody sees. It has an underlying error, so no place is added to it.
  static let quiet = DecodingError.Context(
    codingPath: [], debugDescription: "This error is not reported.",
    underlyingError: JSONValueError(.invalidValue(.null, type: "")))
}

extension DecodingOptions {
  /// The error without an underlying error of this library, if the options leave it out.
  func leaving(_ error: any Error) -> any Error {
    if includesUnderlyingErrors { return error }
    guard let known = error as? DecodingError, let underlying = known.context?.underlyingError,
      underlying is JSONValueError || underlying is JSONSyntaxError
    else { return error }
    return known.mapContext {
      DecodingError.Context(codingPath: $0.codingPath, debugDescription: $0.debugDescription)
    }
  }
}

extension DecodingError {
  // Without a copy of the context, which takes 8 % of the instructions of a type that tries one choice after the other.
  fileprivate var hasUnderlyingError: Bool {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError != nil
    @unknown default: true
    }
  }

  /// The same error with another context.
  func mapContext(_ change: (Context) -> Context) -> DecodingError {
    guard let context else { return self }
    let changed = change(context)
    return switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, changed)
    case .valueNotFound(let type, _): .valueNotFound(type, changed)
    case .keyNotFound(let key, _): .keyNotFound(key, changed)
    case .dataCorrupted: .dataCorrupted(changed)
    @unknown default: self
    }
  }
}
