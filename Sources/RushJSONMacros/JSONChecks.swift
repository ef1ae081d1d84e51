public import RushJSONCore

/// What must hold of the values of a `@JSONModel` type, beyond their types.
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
/// Decoding a value throws the first one that does not hold, with any decoder, also of a line, an element or a value inside
/// another one. `faults(of:in:)` lists all, beside the faults of the JSON, each with the path and the place of its member.
/// There, a check runs if each of its members was read. Values that the program makes or writes are not checked.
public struct JSONChecks<Model> {
  private enum Values {
    /// None: the checks only tell which members they need.
    case unknown
    case all(Model)
    case some([PartialKeyPath<Model>: Any])
  }

  private var values = Values.unknown
  private var wanted: Set<PartialKeyPath<Model>> = []
  private var failures: [Failure] = []

  private struct Failure {
    let message: String
    let member: PartialKeyPath<Model>?
    var position: Int?
  }

  private struct NotRead: Error {}

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
    var first: PartialKeyPath<Model>?
    for member in repeat each members {
      if first == nil { first = member }
      want(member)
    }
    do {
      if isTrue(repeat try value(of: each members)) { return }
      failures.append(Failure(message: message(), member: first))
    } catch {
      // A member has a fault of its own.
    }
  }

  /// States what must hold of each element of a member. The faults are at the elements; those of a lossy array are counted
  /// without the ones that were dropped.
  public mutating func requireEach<Elements: Collection>(
    _ message: @autoclosure () -> String, _ member: KeyPath<Model, Elements>,
    that isTrue: (Elements.Element) -> Bool
  ) {
    want(member)
    do {
      for (position, element) in try value(of: member).enumerated() where !isTrue(element) {
        failures.append(Failure(message: message(), member: member, position: position))
      }
    } catch {
      // The member has a fault of its own.
    }
  }

  private mutating func want(_ member: PartialKeyPath<Model>) {
    if case .unknown = values { wanted.insert(member) }
  }

  private func value<Value>(of member: KeyPath<Model, Value>) throws(NotRead) -> Value {
    switch values {
    case .all(let model): return model[keyPath: member]
    case .some(let values): if let value = values[member] as? Value { return value }
    case .unknown: break
    }
    throw NotRead()
  }
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
    checks.values = .all(model)
    check(&checks)
    guard let failure = checks.failures.first else { return }
    throw error(of: failure, in: &reader, place).error
  }

  /// Checks a value that was read from another library's decoder.
  public static func _run(
    _ model: Model, in reader: inout JSONReader._OtherDecoder,
    _ check: (inout JSONChecks) -> Void, _ place: (PartialKeyPath<Model>) -> _Place
  ) throws {
    var checks = JSONChecks()
    checks.values = .all(model)
    check(&checks)
    guard let failure = checks.failures.first else { return }
    let names = failure.member.map { place($0).compactMap(\.first) } ?? []
    var path =
      reader.codingPath + names.map { JSONReader.MemberKey(stringValue: $0.description) }
    if let position = failure.position { path.append(ElementKey(position)) }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: path, debugDescription: failure.message))
  }

  /// Creates checks that know which members they need.
  public init(_of check: (inout JSONChecks) -> Void) {
    check(&self)
    values = .some([:])
  }

  /// States what `@Schema` says about a member.
  public mutating func _limit<Value>(
    _ member: KeyPath<Model, Value>, _ limits: JSONModelOptions._Limits
  ) {
    want(member)
    do {
      for message in limits.faults(of: try value(of: member)) {
        failures.append(Failure(message: message, member: member))
      }
    } catch {
      // The member has a fault of its own.
    }
  }

  /// Whether a check needs a member.
  public func _wants(_ member: PartialKeyPath<Model>) -> Bool { wanted.contains(member) }

  /// Keeps the value of a member for the checks, if it was read.
  // The type of the member is that of the value, too: it says how the member is read.
  public mutating func _keep<Value>(_ member: KeyPath<Model, Value>, _ value: Value?) {
    guard let value, wanted.contains(member), case .some(var values) = values else { return }
    values[member] = value
    self.values = .some(values)
  }

  /// Notes what does not hold of the members that were read.
  public mutating func _findFaults(
    in reader: inout JSONReader,
    _ check: (inout JSONChecks) -> Void, _ place: (PartialKeyPath<Model>) -> _Place
  ) {
    check(&self)
    // The place of an element is found from the first one on, so only as many as are listed.
    for failure in failures where !reader.hasAllFaults {
      let (error, index) = Self.error(of: failure, in: &reader, place)
      reader.noteFault(error, Model.self, at: index)
    }
  }
}

extension JSONChecks {
  /// The error, with the place of the member, or of the innermost object around it that the text has.
  private static func error(
    of failure: Failure, in reader: inout JSONReader, _ place: (PartialKeyPath<Model>) -> _Place
  ) -> (error: DecodingError, index: UInt32) {
    let outer = reader.state
    defer { reader.state = outer }
    reader.move(to: outer.value)
    for names in failure.member.map(place) ?? [] {
      guard let index = reader.index(ofMember: names) else { break }
      reader.move(to: index)
    }
    if let position = failure.position, let index = reader.index(ofElement: position) {
      reader.move(to: index)
    }
    let kind = JSONValueError.Kind.invalidValue(reader.kind, type: "\(Model.self)")
    let context = reader.session.context(
      failure.message, reader.currentPath(), reader.state.value, kind, .reason(failure.message))
    return (.dataCorrupted(context), reader.state.value)
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
