import RushJSON
import RushJSONProperties

/// Where a reader is, and what its calls must give.
struct ReaderModel {
  typealias Value = JSONDocument.Value

  enum Expected: Error { case wrongKind, noValue, noKey }

  let program: ReaderProgram
  var current: Value
  var container: Value?
  /// The position of the next element or member; `nil` after a search, which may move the reader.
  var position: Int? = 0
  /// Whether the name of the next member was returned.
  var hasName = false

  init(_ program: ReaderProgram, _ current: Value) {
    self.program = program
    self.current = current
  }

  mutating func run(_ reader: inout JSONReader) throws {
    program.note("read \(try current.jsonString())")
    var steps = program.input.choice(12)
    while steps > 0, program.nextStep() {
      steps -= 1
      program.pending = []
      try step(&reader)
      try checkState(reader)
    }
    program.note("end")
    if program.input.choice(9) == 1 { throw ReaderCalls.GivingUp() }
  }

  private func checkState(_ reader: borrowing JSONReader) throws {
    let (kind, isNull) = (reader.kind, reader.isNull)
    program.check("kind", kind == current.kind, "\(kind)")
    program.check("isNull", isNull == (current.kind == .null), "\(isNull)")
    guard let position else { return }
    let count = try container.map { try Self.count(of: $0) } ?? 0
    let isAtEnd = reader.isAtEnd
    program.check("isAtEnd", isAtEnd == (position >= count), "\(position) \(count)")
  }

  private static func count(of value: Value) throws -> Int {
    value.kind == .array ? Array(try value.elements()).count : Array(try value.members()).count
  }

  // MARK: - The model

  private mutating func begin(_ kind: JSONKind) throws {
    if current.kind == .null { throw Expected.noValue }
    guard current.kind == kind else { throw Expected.wrongKind }
    (container, position, hasName) = (current, 0, false)
  }

  private mutating func beginSearch() throws -> Value {
    if let container, container.kind == .object { return container }
    try begin(.object)
    return current
  }

  private func member(_ name: JSONName, of object: Value) throws -> Value? {
    let members = Array(try object.members())
    func counting(_ isNamed: (String) -> Bool) -> Value? {
      let found = members.filter { isNamed($0.name) }.map(\.value)
      return program.isLastWins ? found.last : found.first
    }
    // A name with the same scalars counts first, then one that is canonically equivalent.
    let name = name.description
    return counting { $0.unicodeScalars.elementsEqual(name.unicodeScalars) }
      ?? counting { $0 == name }
  }

  private mutating func find(_ name: JSONName) throws -> Value? {
    let object = try beginSearch()
    (position, hasName) = (nil, false)
    return try member(name, of: object)
  }

  private mutating func required(_ name: JSONName) throws -> Value {
    guard let value = try find(name) else { throw Expected.noKey }
    return value
  }

  private mutating func first(_ name: JSONName, _ others: [JSONName]) throws -> Value? {
    for name in [name] + others { if let value = try find(name) { return value } }
    return nil
  }

  /// The values that the next element may be, and moves to the one after.
  private mutating func nextValues() throws -> [Value] {
    guard let container else { throw Expected.noValue }
    let values =
      container.kind == .array
      ? Array(try container.elements()) : try container.members().map(\.value)
    guard let index = position else { return values }
    guard container.kind == .array || hasName, index < values.count else { throw Expected.noValue }
    (position, hasName) = (index + 1, false)
    return [values[index]]
  }

  // MARK: - Comparing

  /// Compares a call's result or error with the model's.
  private func compare<R, E>(
    _ call: String, _ expected: Result<E, any Error>, _ found: Result<R, any Error>,
    _ areEqual: (R, E) throws -> Bool
  ) throws {
    program.note(call)
    if program.convertsKeys { return }
    switch (found, expected) {
    case (.success(let found), .success(let expected)):
      program.check(call, try areEqual(found, expected), "\(found), expected \(expected)")
    case (.failure(let error), .failure(let expected)):
      let isSame =
        switch (error, expected as? Expected) {
        case (DecodingError.typeMismatch, .wrongKind): true
        case (DecodingError.valueNotFound, .noValue): true
        case (DecodingError.keyNotFound, .noKey): true
        default: false
        }
      program.check(call, isSame, "\(error), expected \(expected)")
    case (.success(let found), .failure(let expected)):
      program.check(call, false, "\(found), expected \(expected)")
    case (.failure(let error), .success(let expected)):
      program.check(call, false, "\(error), expected \(expected)")
    }
  }

  private static func isSame(_ found: RawJSON?, _ expected: Value?) throws -> Bool {
    try found == expected?.decode(RawJSON.self)
  }

  // MARK: - Steps

  private mutating func name() -> JSONName {
    program.input.element(of: ReaderProperties.names)
  }

  private mutating func step(_ reader: inout JSONReader) throws {
    switch program.input.choice(30) {
    case 0...2: try beginStep(&reader)
    case 3...5: try nameStep(&reader)
    case 6...9: try elementStep(&reader)
    case 10...17: try memberStep(&reader)
    case 18: try containsStep(&reader)
    case 19: try enterStep(&reader)
    case 20...25: try typeStep(&reader)
    case 26: try unknownStep(&reader)
    case 27: try tagStep(&reader)
    default: try scalarStep(&reader)
    }
  }

  private mutating func beginStep(_ reader: inout JSONReader) throws {
    switch program.input.choice(4) {
    case 0, 1:
      try compare("beginArray", Result { try begin(.array) }, Result { try reader.beginArray() }) {
        count, _ in count == Array(try current.elements()).count
      }
    default:
      let found = Result { try reader.beginObject() }
      try compare("beginObject", Result { try begin(.object) }, found) { _, _ in true }
    }
  }

  private mutating func nameStep(_ reader: inout JSONReader) throws {
    let found = reader.nextName()
    program.note("nextName → \(found ?? "nil")")
    guard let container, container.kind == .object else {
      return program.check("nextName without an object", found == nil, "\(found ?? "")")
    }
    let names = try container.members().map(\.name)
    guard let position else {
      return program.check("nextName", found.map(names.contains) ?? true, "\(found ?? "")")
    }
    let next = hasName ? position + 1 : position
    guard next < names.count else {
      (self.position, hasName) = (next, false)
      return program.check("nextName at the end", found == nil, "\(found ?? "nil")")
    }
    (self.position, hasName) = (next, true)
    program.check("nextName", found == names[next], "\(found ?? "nil")")
  }

  private mutating func elementStep(_ reader: inout JSONReader) throws {
    let isExact = position != nil
    let expected = Result { try nextValues() }
    func isOne(_ found: RawJSON, _ values: [Value]) throws -> Bool {
      try values.contains { try Self.isSame(found, $0) }
    }
    if program.input.choice(3) == 1 {
      let found = Result { try reader.skipElement() }
      if !isExact, case .failure = found { return }
      return try compare("skipElement", expected, found) { _, _ in true }
    }
    let found = Result { try reader.element() as RawJSON }
    if !isExact, case .failure(DecodingError.valueNotFound) = found { return }
    try compare("element", expected, found, isOne)
  }

  private mutating func memberStep(_ reader: inout JSONReader) throws {
    let (name, other) = (name(), name())
    switch program.input.choice(6) {
    case 0:
      let found = Result { try reader.value(name) as RawJSON? }
      let expected = Result { try find(name) }
      try compare("value(\(name))?", expected, found) { found, value in
        try Self.isSame(found, value?.kind == .null ? nil : value)
      }
    case 1:
      let found = Result { try reader.value(name, also: [other]) as RawJSON }
      let expected = Result {
        guard let value = try first(name, [other]) else { throw Expected.noKey }
        return value
      }
      try compare("value(\(name), also:)", expected, found) { try Self.isSame($0, $1) }
    case 2:
      var found = RawJSON.string("none")
      let result = Result { try reader.value(name, into: &found) }
      try compare("value(\(name), into:)", Result { try find(name) }, result) { _, value in
        try value.map { try Self.isSame(found, $0) } ?? (found == .string("none"))
      }
    case 3:
      let found = Result { try reader.value(name, default: RawJSON.string("none")) }
      try compare("value(\(name), default:)", Result { try find(name) }, found) { found, value in
        try value.map { try Self.isSame(found, $0) } ?? (found == .string("none"))
      }
    default:
      let found = Result { try reader.value(name) as RawJSON }
      let expected = Result { try required(name) }
      try compare("value(\(name))", expected, found) { try Self.isSame($0, $1) }
    }
  }

  private mutating func containsStep(_ reader: inout JSONReader) throws {
    let name = name()
    let isBegun = container?.kind == .object
    let expected = Result { try member(name, of: try beginSearch()) }
    // Where nothing was begun, the search moves the reader.
    if !isBegun, case .success = expected { position = nil }
    let found = Result { try reader.contains(name) }
    try compare("contains(\(name))", expected, found) { $0 == ($1 != nil) }
  }

  private mutating func enterStep(_ reader: inout JSONReader) throws {
    let name = name()
    let expected = Result { try required(name) }
    let found = Result { try reader.enter(name) }
    try compare("enter(\(name))", expected, found) { _, _ in true }
    if program.convertsKeys {
      // The model does not know which member it is.
      if case .success = found { throw ReaderCalls.GivingUp() }
      return
    }
    if case .success(let value) = expected { (current, container, position) = (value, nil, 0) }
  }

  /// Reads types that make the next calls.
  private mutating func typeStep(_ reader: inout JSONReader) throws {
    // The model does not know which member a converted name is.
    if program.convertsKeys { return }
    let name = name()
    let choice = program.input.choice(8)
    var expected: Result<[Value], any Error>
    switch choice {
    case 0: expected = .success([current])
    case 1, 2: expected = Result { try nextValues() }
    default: expected = Result { [try required(name)] }
    }
    // After a search, the next element is unknown.
    guard case .success(let values) = expected, values.count == 1, let value = values.first else {
      return
    }
    program.note("type \(choice) \(name)")
    switch choice {
    case 3: program.pending = value.kind == .array ? Array(try value.elements()) : []
    case 4: program.pending = value.kind == .object ? try value.members().map(\.value) : []
    default: program.pending = [value]
    }
    program.parts += 1
    defer { program.parts -= 1 }
    do {
      switch choice {
      case 0: _ = try reader.read(ReaderCalls.self)
      case 1: _ = try reader.element(ReaderCalls.self)
      case 2: _ = try reader.element() as ReaderCalls?
      case 3: _ = try reader.value(name) as [ReaderCalls]
      case 4: _ = try reader.value(name) as [String: ReaderCalls]
      case 5: _ = try reader.value(name) as ReaderCalls?
      case 6: _ = try reader.value(name) as JSONField<ReaderCalls>
      default: _ = try reader.value(name) as ReaderCalls
      }
    } catch {
      // An inner type throws any error, and its reader returns to where it was.
      program.note("caught")
    }
  }

  private mutating func unknownStep(_ reader: inout JSONReader) throws {
    program.note("unknown members")
    let object = container ?? current
    var isRefused = false
    let names = (0..<program.input.choice(4)).map { _ in name() }
    let add = { (list: inout JSONReader.MemberNames) in for name in names { list.add(name) } }
    do { try reader.refuseUnknownMembers(beside: add) } catch { isRefused = true }
    let found = reader.unknownMembers(beside: add) as RawJSON.Object
    program.check(
      "refused if there are unknown members", isRefused != found.isEmpty, "\(found)")
    if object.kind == .object, !program.convertsKeys {
      let known = Set(names.map(\.description))
      let others = Set(try object.members().map(\.name)).subtracting(known)
      program.check("unknown members", Set(found.map(\.name)) == others, "\(others)")
    }
    if object.kind != .object {
      return program.check("unknown members of no object", found.isEmpty, "\(found)")
    }
    for (name, value) in found.map({ ($0.name, $0.value) }) {
      let isMember = try object.members().contains {
        try $0.name == name && Self.isSame(value, $0.value)
      }
      program.check("unknown members are members", isMember, name)
    }
  }

  private mutating func tagStep(_ reader: inout JSONReader) throws {
    if program.convertsKeys { return }
    let (name, other) = (name(), name())
    if program.input.flag() {
      program.note("internalTag(\(name), \(other))")
      let found = Result { try reader._internalTag(name, [other], of: ReaderCalls.self) }
      let expected = Result {
        try begin(.object)
        return try required(name)
      }
      guard case .success(let tag) = expected else {
        return try compare("internalTag", expected, found) { _, _ in false }
      }
      let isTag = tag.kind == .string ? try tag.string() == other.description : false
      if case .success = found { program.check("internalTag", isTag, "\(tag)") }
      return
    }
    program.note("externalTag(\(name))")
    let expected = Result {
      try begin(.object)
      return try required(name)
    }
    let found = Result { try reader._externalTag([name], of: ReaderCalls.self) }
    guard case .success(let value) = expected else {
      if case .success = found { program.check("externalTag", false, "\(name)") }
      return
    }
    (current, container, position, hasName) = (value, nil, 0, false)
    program.check("externalTag", (try? found.get()) == (value.kind == .object ? 0 : nil), "")
    if value.kind == .object { container = value }
  }

  private mutating func scalarStep(_ reader: inout JSONReader) throws {
    let name = name()
    let expected = Result { try required(name) }
    func check<T: Equatable>(_ type: T.Type, _ found: T, _ value: Value) throws -> Bool {
      switch found {
      case let found as String: try found == value.string()
      case let found as Int: try found == value.int()
      case let found as Bool: try found == value.bool()
      case let found as Double: try found == value.double()
      default: true
      }
    }
    func compareScalar<T: Equatable>(_ found: Result<T, any Error>) throws {
      // The type refuses a value of another kind.
      if case .success = expected, case .failure = found { return program.note("refused") }
      try compare("value(\(name)) as \(T.self)", expected, found) { try check(T.self, $0, $1) }
    }
    switch program.input.choice(7) {
    case 0: try compareScalar(Result { try reader.value(name) as String })
    case 1: try compareScalar(Result { try reader.value(name) as Int })
    case 2: try compareScalar(Result { try reader.value(name) as Double })
    case 3: try compareScalar(Result { try reader.value(name) as Bool })
    case 4: try compareScalar(Result { try reader.value(name) as [Int] })
    case 5: try compareScalar(Result { try reader.value(name, format: .base64) as [UInt8] })
    default: try compareScalar(Result { (try reader.value(name) as DecodableMembers).a })
    }
  }
}
