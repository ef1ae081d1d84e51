// A tree from a foreign decoder, which does not know trees.

enum TreeDecoding {
  /// The decoder's value, with all its descendants.
  static func tree(from decoder: any Decoder) throws -> RawJSON {
    var probe = KindProbe(DecodingRoot(decoder: decoder))
    var answer = try probe.answer()
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
        if let next = try open[open.count - 1].advance() {
          answer = next
          break
        }
        value = open.removeLast().value
      }
    }
  }
}

// MARK: - One value

/// A place from which one value can be decoded.
private protocol ValueSource {
  var codingPath: [any CodingKey] { get }
  mutating func decodeNil() throws -> Bool
  mutating func scalar() throws -> ScalarValue
  mutating func elements() throws -> any UnkeyedDecodingContainer
  mutating func members() throws -> KeyedDecodingContainer<JSONPathKey>
}

/// What a source contains.
private enum Answer {
  case scalar(RawJSON)
  case elements(any UnkeyedDecodingContainer)
  case members(KeyedDecodingContainer<JSONPathKey>)
}

/// Probes a source for one kind after the other until one fits.
private struct KindProbe<Source: ValueSource> {
  var source: Source
  /// The first error about a value of the right kind, for example a number that no type can hold.
  private var failure: (any Error)?

  init(_ source: Source) { self.source = source }

  mutating func answer() throws -> Answer {
    if attempt({ (source) throws in try source.decodeNil() }) == true { return .scalar(.null) }
    if let scalar = attempt({ (source) throws in try source.scalar() }) {
      return .scalar(scalar.value)
    }
    if let elements = attempt({ (source) throws in try source.elements() }) {
      return .elements(elements)
    }
    if let members = attempt({ (source) throws in try source.members() }) {
      return .members(members)
    }
    throw failure ?? TreeDecoding.nothing(at: source.codingPath)
  }

  /// The result of an attempt, or `nil` if the value is of another kind.
  private mutating func attempt<T>(_ body: (inout Source) throws -> T) -> T? {
    do {
      return try body(&source)
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}

extension TreeDecoding {
  fileprivate static func nothing(at codingPath: [any CodingKey]) -> DecodingError {
    DecodingError.typeMismatch(
      RawJSON.self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "the decoder's value has no JSON form"))
  }
}

/// A boolean, number or string.
///
/// This is a `Decodable` type, because an unkeyed container moves to the next element as soon as one
/// kind fits, and a number takes two attempts.
private struct ScalarValue: Decodable {
  let value: RawJSON

  // Strings come after numbers, because in formats without types every value is a string.
  init(from decoder: any Decoder) throws {
    var probe = ScalarProbe(container: try decoder.singleValueContainer())
    if let bool = probe.decode(Bool.self) {
      value = .bool(bool)
    } else if let number = probe.number() {
      value = .number(number)
    } else if let string = probe.decode(String.self) {
      value = .string(string)
    } else {
      throw probe.failure ?? TreeDecoding.nothing(at: decoder.codingPath)
    }
  }
}

private struct ScalarProbe {
  let container: any SingleValueDecodingContainer
  private(set) var failure: (any Error)?

  init(container: any SingleValueDecodingContainer) { self.container = container }

  mutating func number() -> JSONNumber? {
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

  mutating func decode<T: Decodable>(_ type: T.Type) -> T? {
    do {
      return try container.decode(type)
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}

/// The whole value of a decoder.
private struct DecodingRoot: ValueSource {
  let decoder: any Decoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  func decodeNil() throws -> Bool { try decoder.singleValueContainer().decodeNil() }
  func scalar() throws -> ScalarValue { try ScalarValue(from: decoder) }
  func elements() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
  func members() throws -> KeyedDecodingContainer<JSONPathKey> {
    try decoder.container(keyedBy: JSONPathKey.self)
  }
}

/// The next element of an array.
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
}

/// A member of an object.
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
}

/// An array or object that is being decoded.
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
  mutating func advance() throws -> Answer? {
    if let element = elements {
      if element.container.isAtEnd { return nil }
      var probe = KindProbe(element)
      defer { elements = probe.source }
      return try probe.answer()
    }
    guard let members, next < keys.count else { return nil }
    var probe = KindProbe(NamedMember(container: members, key: keys[next]))
    next += 1
    return try probe.answer()
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
