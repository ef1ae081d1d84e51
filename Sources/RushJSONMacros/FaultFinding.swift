// Finds the faults of a model. Generated code calls it, in the order of the members:
//
//   let faults = JSONModelOptions._Faults()
//   try reader.beginObject()
//   faults.member("age", of: { ($0 as Self).age }, in: &reader) { try $0.value($1) }
//   faults.object("address", in: &reader) { reader in … }
//
// Closures say which types there are, and read a member as the type's own code does. A member whose type is a model, or
// holds values of one, is not read: its faults are found in the same way. So each value is decoded once, however many
// faults there are. A type that is `Codable` by hand is searched by placeholders, inside its value.

extension JSONModelOptions {
  /// Finds faults, which the reader keeps.
  public struct _Faults {
    public init() {}

    /// A value of a case: the name of its member.
    public struct _Value {
      let name: JSONName
      let isWhole: Bool

      public init(_ name: JSONName, isWhole: Bool = false) {
        (self.name, self.isWhole) = (name, isWhole)
      }
    }
  }
}

extension JSONModelOptions._Faults {
  /// Finds the faults of a member. Returns its value if that was read.
  /// - Parameters:
  ///   - isOptional: Whether the member may be missing, whatever its type.
  ///   - isWhole: Whether its type alone knows how it is read: in a format, or by a property wrapper.
  ///   - isKept: Whether a check needs the value.
  @discardableResult
  public func member<Root, T>(
    _ name: JSONName, also others: [JSONName] = [], isOptional: Bool = false,
    isWhole: Bool = false, isKept: Bool = false, of member: (Root) -> T,
    in reader: inout JSONReader,
    _ read: @escaping (inout JSONReader, JSONName) throws -> T
  ) -> T? {
    find(name, others, isOptional, isWhole, isKept, in: &reader, read)
  }

  /// Finds the faults of the members of an object inside the one that was begun.
  public func object(
    _ name: JSONName, isOptional: Bool = false,
    refusing names: ((inout JSONReader.MemberNames) -> Void)? = nil,
    in reader: inout JSONReader, _ body: (inout JSONReader) -> Void
  ) {
    let before = reader.state
    do {
      let outer = try reader._enterObject(name, isOptional: isOptional)
      body(&reader)
      if let names, reader.state.container != before.container {
        note(
          reader.errorsOfUnknownMembers(enteredFrom: before.container, beside: names), in: &reader)
      }
      try reader._leaveObject(outer)
    } catch {
      reader.state = before
      reader.noteFault(error, RawJSON.Object.self, at: before.container)
    }
  }

  /// Finds the faults of a value whose members are among those of the object.
  public func part<Root, T: JSONReadable>(
    as property: StaticString, isOptional: Bool = false, of member: (Root) -> T,
    in reader: inout JSONReader, beside names: @escaping (inout JSONReader.MemberNames) -> Void,
    part: Int
  ) {
    findPart(T.self, property, isOptional, in: &reader, names, part)
  }

  /// Finds the faults of the value of a case whose members are beside the tag.
  public func part<Root, T: JSONReadable>(
    as name: StaticString, isOptional: Bool = false, ofCase make: (T) -> Root,
    in reader: inout JSONReader, beside names: @escaping (inout JSONReader.MemberNames) -> Void
  ) {
    findPart(T.self, name, isOptional, in: &reader, names, -1)
  }

  /// Finds the faults of the values of a case.
  public func values<Root, each T>(
    of make: (repeat each T) -> Root, _ names: [_Value], in reader: inout JSONReader,
    _ read: repeat @escaping (inout JSONReader, JSONName) throws -> each T
  ) {
    var rest = names[...]
    for read in repeat each read {
      guard let value = rest.popFirst() else { return }
      find(value.name, [], false, value.isWhole, false, in: &reader, read)
    }
  }

  /// Notes each member that neither the type nor those that share the object read.
  public func refuseUnknownMembers(
    in reader: inout JSONReader,
    beside names: @escaping (inout JSONReader.MemberNames) -> Void = { _ in }
  ) {
    note(reader.errorsOfUnknownMembers(beside: names), in: &reader)
  }

  // MARK: - Members

  @discardableResult
  private func find<T>(
    _ name: JSONName, _ others: [JSONName], _ isOptional: Bool, _ isWhole: Bool, _ isKept: Bool,
    in reader: inout JSONReader, _ read: @escaping (inout JSONReader, JSONName) throws -> T
  ) -> T? {
    if reader.hasAllFaults { return nil }
    let before = reader.state
    var after = before
    var found: UInt32 = 0
    do {
      let name = others.isEmpty ? name : try reader.nameFound(name, others)
      found = try reader.find(name)
      after = reader.state
      let isNull = found != 0 && reader.isNull(at: found)
      if isOptional, found == 0 || isNull {
        reader.state = before
        if found == 0, !isKept { return nil }
        // Its type would take `null` for another value than the initial one.
        if T.self is any NullIsMissing.Type { return nil }
        // Without a value for `null`, the initial one stays.
        do { return try read(&reader, name) } catch {
          reader.state = before
          return nil
        }
      }
      let scalar = isWhole ? nil : Self.scalar(T.self)
      if let scalar {
        let isNoted =
          found == 0 ? !scalar.isOptional : reader.noteWrongKind(at: found, unless: scalar)
        if isNoted {
          if found == 0 { reader.noteMissing(name) }
          return nil
        }
      }
      if found != 0, !isNull, !isWhole, scalar == nil, !Self.isList(T.self),
        let type = T.self as? any JSONReader._FaultFinding.Type
      {
        let known = reader.faultCount
        reader.findFaults(of: type, at: found)
        if !isKept || reader.faultCount > known { return nil }
      }
      // A prepared name is asked for once.
      reader.state = before
      if found != 0, !isWhole, Self.isList(T.self) {
        // Its elements say what is wrong.
        let outer = reader.session.beginQuietErrors()
        defer { reader.session.endReports(outer) }
        return try read(&reader, name)
      }
      return try read(&reader, name)
    } catch {
      reader.state = before
      if found == 0 {
        reader.noteFault(error, T.self, at: before.container)
      } else if !isWhole, Self.isList(T.self),
        let type = T.self as? any JSONReader._FaultFinding.Type
      {
        reader.findFaults(of: type, at: found)
      } else {
        reader.searchFaults(of: T.self, at: found, error, from: before.container) { reader in
          try reader.beginObject()
          _ = try read(&reader, reader.nameFound(name, others))
        }
      }
      // The next member is expected after this one.
      reader.state = after
      return nil
    }
  }

  /// The kind of value that a usual type accepts, or `nil` for other types. Callers ask for this before they ask for a
  /// conformance, which takes longer.
  fileprivate static func scalar(_ type: Any.Type) -> (kind: JSONKind, isOptional: Bool)? {
    if type == String.self { return (.string, false) }
    if type == Int.self || type == Double.self { return (.number, false) }
    if type == Bool.self { return (.bool, false) }
    if type == String?.self { return (.string, true) }
    if type == Int?.self || type == Double?.self { return (.number, true) }
    if type == Bool?.self { return (.bool, true) }
    return nil
  }

  /// Whether a type is one of the usual lists, which are read before they are searched.
  private static func isList(_ type: Any.Type) -> Bool {
    type == [String].self || type == [Int].self || type == [Double].self
  }

  private func findPart<T: JSONReadable>(
    _ type: T.Type, _ property: StaticString, _ isOptional: Bool, in reader: inout JSONReader,
    _ names: @escaping (inout JSONReader.MemberNames) -> Void, _ part: Int
  ) {
    if reader.hasAllFaults { return }
    let before = reader.state
    do {
      if isOptional {
        var value: T?
        try reader._read(into: &value, as: property, beside: names, part: part)
      } else {
        _ = try reader.read(type, as: property, beside: names, part: part)
      }
    } catch {
      let known = reader.faultCount
      if let model = type as? any JSONReader._FaultFinding.Type {
        reader.state = before
        reader.beginPart(names, part)
        do { try model._findFaults(in: &reader) } catch {
          reader.noteFault(error, type, at: before.value)
        }
        reader.endPart()
      }
      reader.state = before
      if reader.faultCount == known { reader.noteFault(error, type, at: before.value) }
    }
  }

  private func note(
    _ errors: [(error: DecodingError, index: UInt32)], in reader: inout JSONReader
  ) {
    for (error, index) in errors { reader.noteFault(error, RawJSON.Object.self, at: index) }
  }

  // MARK: - Values

  /// Finds the faults of the value at an index, of any type.
  fileprivate func findValue(
    _ type: Any.Type, at index: UInt32, in reader: inout JSONReader
  ) {
    if let type = type as? any JSONReader._FaultFinding.Type {
      reader.findFaults(of: type, at: index)
    } else {
      findWhole(type, at: index, in: &reader)
    }
  }

  /// Finds the faults of a value that its type reads at once.
  fileprivate func findWhole(
    _ type: Any.Type, at index: UInt32, in reader: inout JSONReader
  ) {
    if reader.hasAllFaults { return }
    switch type {
    case let type as any JSONReadable.Type:
      read(type, at: index, in: &reader) { reader in _ = try type.init(from: &reader) }
    case let type as any Decodable.Type:
      read(type, at: index, in: &reader) { reader in _ = try reader.decodedValue(type) }
    default: break
    }
  }

  /// Finds the fault of the value at an index, of a usual type.
  fileprivate func findScalar(
    _ type: Any.Type, _ scalar: (kind: JSONKind, isOptional: Bool), at index: UInt32,
    in reader: inout JSONReader
  ) {
    if reader.hasAllFaults || reader.noteWrongKind(at: index, unless: scalar) { return }
    // Numbers may be out of range, and an opened type costs more than its value.
    if type == Int.self {
      read(type, at: index, in: &reader) { reader in _ = try Int(from: &reader) }
    } else if scalar.kind == .number {
      findWhole(type, at: index, in: &reader)
    }
  }

  private func read(
    _ type: Any.Type, at index: UInt32, in reader: inout JSONReader,
    _ body: @escaping (inout JSONReader) throws -> Void
  ) {
    let outer = reader.state
    reader.move(to: index)
    do { try body(&reader) } catch {
      reader.state = outer
      reader.searchFaults(of: type, at: index, error, from: index, body)
    }
    reader.state = outer
  }
}

extension JSONReader {
  fileprivate mutating func decodedValue<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, at: state.value)
  }
}

// MARK: - Collections

extension Optional: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    if reader.isNull { return }
    // Not at an index: the value may be a part of an object.
    if let type = Wrapped.self as? any JSONReader._FaultFinding.Type {
      try type._findFaults(in: &reader)
    } else {
      JSONModelOptions._Faults().findWhole(Wrapped.self, at: reader.state.value, in: &reader)
    }
  }
}

extension JSONField: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    try Value?._findFaults(in: &reader)
  }
}

extension Array: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    let model = Element.self as? any JSONReader._FaultFinding.Type
    let scalar = JSONModelOptions._Faults.scalar(Element.self)
    for _ in 0..<(try reader.beginArray()) where !reader.hasAllFaults {
      let index = try reader.nextElement()
      if let scalar {
        JSONModelOptions._Faults().findScalar(Element.self, scalar, at: index, in: &reader)
      } else if let model {
        reader.findFaults(of: model, at: index)
      } else {
        JSONModelOptions._Faults().findWhole(Element.self, at: index, in: &reader)
      }
    }
  }
}

extension ContiguousArray: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    try [Element]._findFaults(in: &reader)
  }
}

extension Set: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    try [Element]._findFaults(in: &reader)
  }
}

extension Dictionary: JSONReader._FaultFinding {
  public static func _findFaults(in reader: inout JSONReader) throws {
    let object = reader.state.value
    guard let names = Key.self as? any JSONName.Convertible.Type, reader.kind == .object else {
      return JSONModelOptions._Faults().findWhole(Self.self, at: object, in: &reader)
    }
    // In an object that it shares, a dictionary has the members of no other type.
    let others = reader.namesOfOthers()
    var index = object + 1
    let end = reader.following(object)
    while index < end, !reader.hasAllFaults {
      let name = reader.name(at: index)
      let value = index + 1
      let known = reader.faultCount
      if others.contains(name) {
        // Another type reads it.
      } else if names.init(jsonName: name) == nil {
        reader.noteFault(reader.invalidName(at: index, Key.self), Key.self, at: value)
      } else {
        JSONModelOptions._Faults().findValue(Value.self, at: value, in: &reader)
      }
      // Of equal names, one counts.
      if reader.faultCount > known, !reader.counts(value, in: object) {
        reader.removeFaults(after: known)
      }
      index = reader.following(value)
    }
  }
}
