public import RushJSONCore

/// Conditions for the values of a `@JSONModel` type, beyond their types.
///
/// A struct or a class states it once, in a function of this name:
///
/// ```swift
/// @JSONModel struct SignUp {
///   var age: Int
///   var start: Int
///   var end: Int
///   var mails: [String]
///
///   static func check(_ checks: inout JSONChecks<Self>) {
///     checks.require("must be 18 or older", \.age) { $0 >= 18 }
///     checks.require("must not be before the start", \.end, \.start) { $0 >= $1 }
///     checks.requireEach("must have an @", \.mails) { $0.contains("@") }
///   }
/// }
/// ```
///
/// Decoding throws the first check that fails, with any decoder, and also for lines, elements and nested values.
/// `faults(of:in:)` lists all failed checks beside the faults of the JSON, each with the path and the place of its member.
/// There, a check runs if each of its members was read. Values that the program makes or writes are not checked.
public struct JSONChecks<Model> {
  // Without the type of the model, whose metadata would be looked up for each use.
  private var values = CheckedValues()
  /// The value, if it was read as a whole.
  private var model: Model?

  /// States what must hold of some members. If it does not, the fault is at the first of them.
  ///
  /// A member is a stored property. A check of a computed one runs if the whole value was read.
  /// - Parameters:
  ///   - message: The fault as a sentence without its place: `must be 18 or older`.
  ///   - members: The members that `isTrue` gets.
  ///   - isTrue: Whether the values of the members are as they must be.
  public mutating func require<each Value>(
    _ message: @autoclosure () -> String, _ members: repeat KeyPath<Model, each Value>,
    that isTrue: (repeat each Value) -> Bool
  ) {
    var first: AnyKeyPath?
    for member in repeat each members {
      if first == nil { first = member }
      values.want(member)
    }
    if !values.areRead { return }
    do {
      if isTrue(repeat try value(of: each members)) { return }
      values.failures.append((message(), first, nil))
    } catch {
      // A member has a fault of its own.
    }
  }

  /// States a condition for each element of a member. Faults name their element; in a lossy array, dropped elements have
  /// no number.
  public mutating func requireEach<Elements: Collection>(
    _ message: @autoclosure () -> String, _ member: KeyPath<Model, Elements>,
    that isTrue: (Elements.Element) -> Bool
  ) {
    values.want(member)
    do {
      for (position, element) in try value(of: member).enumerated() where !isTrue(element) {
        values.failures.append((message(), member, position))
      }
    } catch {
      // The member has a fault of its own.
    }
  }

  private func value<Value>(of member: KeyPath<Model, Value>) throws(CheckedValues.NotRead)
    -> Value
  {
    if values.areWhole, let model { return model[keyPath: member] }
    if let value = values.value(of: member) as? Value { return value }
    throw CheckedValues.NotRead()
  }
}

/// The members that checks need, their values, and the checks that failed.
private struct CheckedValues {
  struct NotRead: Error {}

  typealias Failure = (message: String, member: AnyKeyPath?, position: Int?)

  /// Whether checks run. Otherwise they only tell which members they need.
  var areRead = false
  /// Whether the whole value was read.
  var areWhole = false
  private var wanted: [AnyKeyPath] = []
  private var kept: [(member: AnyKeyPath, value: Any)] = []
  var failures: [Failure] = []

  mutating func want(_ member: AnyKeyPath) {
    if !areRead, !wants(member) { wanted.append(member) }
  }

  func wants(_ member: AnyKeyPath) -> Bool {
    wanted.contains { Self.areEqual($0, member) }
  }

  mutating func keep(_ value: Any, of member: AnyKeyPath) { kept.append((member, value)) }

  func value(of member: AnyKeyPath) -> Any? {
    kept.first { Self.areEqual($0.member, member) }?.value
  }

  /// A key path that a program writes is one object for each place, so most are compared at once.
  private static func areEqual(_ a: AnyKeyPath, _ b: AnyKeyPath) -> Bool { a === b || a == b }
}

// MARK: - For generated code

extension JSONChecks {
  /// The names of a member, and of the objects around it, the outermost first. Each step has the name that is written
  /// first.
  public typealias _Place = [[JSONName]]

  /// Checks a value that was read.
  public static func _run(
    _ model: Model, in reader: inout JSONReader, _ check: (inout JSONChecks) -> Void,
    _ place: (PartialKeyPath<Model>) -> _Place
  ) throws {
    var checks = JSONChecks()
    checks.hold(model)
    check(&checks)
    guard let failure = checks.values.failures.first else { return }
    let outer = move(to: failure, in: &reader, place)
    defer { reader.state = outer }
    let kind = JSONValueError.Kind.invalidValue(reader.kind, type: "\(Model.self)")
    throw DecodingError.dataCorrupted(
      reader.session.context(
        failure.message, reader.currentPath(), reader.state.value, kind, .reason(failure.message)))
  }

  /// Checks a value that was read from another library's decoder.
  public static func _run(
    _ model: Model, in reader: inout JSONReader._OtherDecoder,
    _ check: (inout JSONChecks) -> Void, _ place: (PartialKeyPath<Model>) -> _Place
  ) throws {
    var checks = JSONChecks()
    checks.hold(model)
    check(&checks)
    guard let failure = checks.values.failures.first else { return }
    let names = Self.names(of: failure, place).compactMap(\.first)
    var path =
      reader.codingPath + names.map { JSONReader._MemberKey(stringValue: $0.description) }
    if let position = failure.position { path.append(ElementKey(position)) }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: path, debugDescription: failure.message))
  }

  /// Creates checks that know which members they need.
  public init(_of check: (inout JSONChecks) -> Void) {
    check(&self)
    values.areRead = true
  }

  private mutating func hold(_ model: Model) {
    self.model = model
    (values.areRead, values.areWhole) = (true, true)
  }

  /// States what `@Schema` says about a member.
  public mutating func _limit<Value>(
    _ member: KeyPath<Model, Value>, _ limits: JSONModelOptions._Limits
  ) {
    values.want(member)
    do {
      for message in limits.faults(of: try value(of: member)) {
        values.failures.append((message, member, nil))
      }
    } catch {
      // The member has a fault of its own.
    }
  }

  /// Whether a check needs a member.
  public func _wants(_ member: PartialKeyPath<Model>) -> Bool { values.wants(member) }

  /// Keeps the value of a member for the checks, if it was read.
  // The type of the member is that of the value, too: it says how the member is read.
  @inlinable
  public mutating func _keep<Value>(_ member: KeyPath<Model, Value>, _ value: Value?) {
    // Here the type of the value is known, and need not be looked up.
    if let value { _keepAny(value, of: member) }
  }

  @usableFromInline
  mutating func _keepAny(_ value: Any, of member: AnyKeyPath) {
    if values.wants(member) { values.keep(value, of: member) }
  }

  /// Notes what does not hold of the members that were read.
  public mutating func _findFaults(
    in reader: inout JSONReader,
    _ check: (inout JSONChecks) -> Void, _ place: (PartialKeyPath<Model>) -> _Place
  ) {
    check(&self)
    // The place of an element is found from the first one on, so only as many as are listed.
    for failure in values.failures where !reader.hasAllFaults {
      let outer = Self.move(to: failure, in: &reader, place)
      reader.noteFault(failure.message, of: Model.self)
      reader.state = outer
    }
  }
}

extension JSONChecks {
  private static func names(
    of failure: CheckedValues.Failure, _ place: (PartialKeyPath<Model>) -> _Place
  ) -> _Place {
    guard let member = failure.member as? PartialKeyPath<Model> else { return [] }
    return place(member)
  }

  /// Makes the member's value the current one, or the innermost object around it that the text has. Returns the state
  /// before.
  private static func move(
    to failure: CheckedValues.Failure, in reader: inout JSONReader,
    _ place: (PartialKeyPath<Model>) -> _Place
  ) -> JSONReader.State {
    let outer = reader.state
    reader.move(to: outer.value)
    for names in names(of: failure, place) {
      guard let index = reader.index(ofMember: names) else { break }
      reader.move(to: index)
    }
    if let position = failure.position, let index = reader.index(ofElement: position) {
      reader.move(to: index)
    }
    return outer
  }
}

extension JSONReader {
  /// The index of the value of the first member that one of the names has.
  fileprivate mutating func index(ofMember names: [JSONName]) -> UInt32? {
    do {
      for name in names {
        try beginObject()
        let index = try find(name)
        if index != 0 { return index }
      }
    } catch {
      // The value is not an object.
    }
    return nil
  }

  fileprivate mutating func index(ofElement position: Int) -> UInt32? {
    guard kind == .array else { return nil }
    do {
      guard try beginArray() > position else { return nil }
      for _ in 0..<position { try skipElement() }
      return try nextElement()
    } catch {
      return nil
    }
  }
}

/// The key of an element, as all coders name it.
private struct ElementKey: CodingKey {
  let position: Int

  init(_ position: Int) { self.position = position }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { position = intValue }
  var stringValue: String { "Index \(position)" }
  var intValue: Int? { position }
}
