// A tree from a foreign decoder, which does not know trees.

enum TreeDecoding {
  static func tree(from decoder: any Decoder) throws -> RawJSON {
    var names = ForeignNames(of: decoder)
    return try tree(from: decoder, &names)
  }

  fileprivate static func tree(from decoder: any Decoder, _ names: inout ForeignNames) throws
    -> RawJSON
  {
    var root = DecodingRoot(decoder: decoder)
    var answer = try root.answer(&names)
    var open: [OpenContainer] = []
    while true {
      var value: RawJSON?
      switch answer {
      case .scalar(let scalar): value = scalar
      case .elements(let elements): open.append(OpenContainer(elements))
      case .members(let members): open.append(OpenContainer(members))
      }
      // Continue with the next child, and leave containers that have no more.
      while true {
        if let finished = value {
          if open.isEmpty { return finished }
          open[open.count - 1].put(finished)
        }
        if let next = try open[open.count - 1].advance(&names) {
          answer = next
          break
        }
        value = open.removeLast().value
      }
    }
  }
}

/// A tree within a tree, decoded by a call of a decoder with a key strategy.
private struct NestedTree: Decodable {
  let value: RawJSON

  init(from decoder: any Decoder) throws {
    var names = ForeignNames()
    value = try TreeDecoding.tree(from: decoder, &names)
  }
}

// MARK: - One value

/// A place that one value can be decoded from.
private protocol ValueSource {
  var codingPath: [any CodingKey] { get }
  mutating func decodeNil() throws -> Bool
  mutating func scalar() throws -> ScalarValue
  mutating func elements() throws -> any UnkeyedDecodingContainer
  mutating func members() throws -> KeyedDecodingContainer<JSONPathKey>
  mutating func dictionary() throws -> [String: NestedTree]
}

/// The contents of a source.
private enum Answer {
  case scalar(RawJSON)
  case elements(any UnkeyedDecodingContainer)
  case members(KeyedDecodingContainer<JSONPathKey>)
}

// As for encoding, generic code is in every program once.

extension ValueSource {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func answer(_ names: inout ForeignNames) throws -> Answer {
    var attempts = Attempts()
    if attempts.result({ try decodeNil() }) == true { return .scalar(.null) }
    if let scalar = attempts.result({ try scalar() }) { return .scalar(scalar.value) }
    if let elements = attempts.result({ try elements() }) { return .elements(elements) }
    if names.areConverted { return .scalar(try object(after: attempts)) }
    if let members = attempts.result({ try members() }) { return .members(members) }
    throw attempts.failure(at: codingPath)
  }

  /// An object by a dictionary, whose names decoders do not convert.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func object(after attempts: Attempts) throws -> RawJSON {
    if codingPath.count >= ForeignNames.maximumDepth {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription:
            "the decoder would recurse into more than \(ForeignNames.maximumDepth) levels"))
    }
    do {
      return .dictionary(JSONObject(try dictionary().mapValues(\.value)))
    } catch {
      // An error from within the object has its path.
      throw attempts.failure ?? error
    }
  }
}

/// Attempts to read a value as one kind after the other.
private struct Attempts {
  /// The first error about a value of the right kind, for example a number that no type can hold.
  private(set) var failure: (any Error)?

  /// The result of an attempt, or `nil` if the value is of another kind.
  mutating func result<T>(_ body: () throws -> T) -> T? {
    do {
      return try body()
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  func failure(at path: [any CodingKey]) -> any Error {
    failure
      ?? DecodingError.mismatch(RawJSON.self, at: path, "the decoder's value has no JSON form")
  }
}

/// A boolean, number or string. This is a `Decodable` type, because an unkeyed container moves to
/// the next element as soon as one kind fits, and a number takes two attempts.
private struct ScalarValue: Decodable {
  let value: RawJSON

  // Strings come after numbers, because in formats without types every value is a string.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var attempts = Attempts()
    if let bool = attempts.result({ try container.decode(Bool.self) }) {
      value = .bool(bool)
    } else if let number = attempts.number(in: container) {
      value = .number(number)
    } else if let string = attempts.result({ try container.decode(String.self) }) {
      value = .string(string)
    } else {
      throw attempts.failure(at: decoder.codingPath)
    }
  }
}

extension Attempts {
  mutating func number(in container: any SingleValueDecodingContainer) -> JSONNumber? {
    func decode<T: Decodable>(_ type: T.Type) -> T? { result { try container.decode(type) } }
    guard let double = decode(Double.self) else {
      return decode(Int64.self).map { JSONNumber($0) } ?? decode(UInt64.self).map { JSONNumber($0) }
    }
    // Fractions and −0 need no other type.
    if double.magnitude < 0x1p52, Double(Int64(double)) != double { return JSONNumber(double) }
    if double == 0, double.sign == .minus { return JSONNumber(double) }
    if let integer = decode(Int64.self) { return JSONNumber(integer) }
    if let integer = decode(UInt64.self) { return JSONNumber(integer) }
    // Not every decoder supports these, and larger numbers do not fit in 128 bits.
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      double.magnitude <= 0x1p128
    {
      if let integer = decode(Int128.self) { return JSONNumber(integer) }
      if let integer = decode(UInt128.self) { return JSONNumber(integer) }
    }
    return JSONNumber(double)
  }
}

private struct DecodingRoot: ValueSource {
  let decoder: any Decoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  func decodeNil() throws -> Bool { try decoder.singleValueContainer().decodeNil() }
  func scalar() throws -> ScalarValue { try ScalarValue(from: decoder) }
  func elements() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
  func members() throws -> KeyedDecodingContainer<JSONPathKey> {
    try decoder.container(keyedBy: JSONPathKey.self)
  }
  func dictionary() throws -> [String: NestedTree] {
    try decoder.singleValueContainer().decode([String: NestedTree].self)
  }
}

private struct NextElement: ValueSource {
  var container: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] {
    container.codingPath + [JSONPathKey(position: container.currentIndex)]
  }
  mutating func decodeNil() throws -> Bool { try container.decodeNil() }
  mutating func scalar() throws -> ScalarValue { try container.decode(ScalarValue.self) }
  mutating func elements() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer()
  }
  mutating func members() throws -> KeyedDecodingContainer<JSONPathKey> {
    try container.nestedContainer(keyedBy: JSONPathKey.self)
  }
  mutating func dictionary() throws -> [String: NestedTree] {
    try container.decode([String: NestedTree].self)
  }
}

private struct NamedMember: ValueSource {
  let container: KeyedDecodingContainer<JSONPathKey>
  let key: JSONPathKey

  var codingPath: [any CodingKey] { container.codingPath + [key] }
  func decodeNil() throws -> Bool { try container.decodeNil(forKey: key) }
  func scalar() throws -> ScalarValue { try container.decode(ScalarValue.self, forKey: key) }
  func elements() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer(forKey: key)
  }
  func members() throws -> KeyedDecodingContainer<JSONPathKey> {
    try container.nestedContainer(keyedBy: JSONPathKey.self, forKey: key)
  }
  func dictionary() throws -> [String: NestedTree] {
    try container.decode([String: NestedTree].self, forKey: key)
  }
}

private struct OpenContainer {
  private var elements: NextElement?
  private var members: KeyedDecodingContainer<JSONPathKey>?
  private var keys: [JSONPathKey] = []
  private var next = 0
  private var array = JSONArray()
  private var object = JSONObject()

  init(_ elements: any UnkeyedDecodingContainer) {
    self.elements = NextElement(container: elements)
  }

  init(_ members: KeyedDecodingContainer<JSONPathKey>) {
    self.members = members
    keys = members.allKeys
    object.reserveCapacity(keys.count)
  }

  /// The array or object of the children so far.
  var value: RawJSON { elements == nil ? .dictionary(object) : .array(array) }

  /// The next element or member, or `nil` at the end.
  mutating func advance(_ names: inout ForeignNames) throws -> Answer? {
    if let elements, elements.container.isAtEnd { return nil }
    if let answer = try elements?.answer(&names) { return answer }
    guard let members, next < keys.count else { return nil }
    var member = NamedMember(container: members, key: keys[next])
    next += 1
    return try member.answer(&names)
  }

  /// Adds the value that the last answer led to.
  mutating func put(_ value: RawJSON) {
    if elements != nil {
      array.append(value)
    } else {
      object.updateValue(value, forName: keys[next - 1].stringValue)
    }
  }
}
