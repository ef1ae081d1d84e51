// A tree from a decoder that knows nothing of trees.

/// The name of a member, or the index of an element, as a coding key.
struct TreeKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  // As Foundation's coders call an index.
  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}

enum TreeDecoding {
  /// The decoder's value, with all that is in it.
  static func tree(from decoder: any Decoder) throws -> RawJSON {
    var question = Question(DecodingRoot(decoder: decoder))
    var answer = try question.answer()
    var open: [OpenContainer] = []
    while true {
      var value: RawJSON?
      switch answer {
      case .scalar(let scalar): value = scalar
      case .elements(let elements): open.append(OpenContainer(elements))
      case .members(let members): open.append(OpenContainer(members))
      }
      // On to the next element or member, and out of containers that have none left.
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

  /// The error about a value of another kind.
  static func mismatch(
    _ type: any Any.Type, _ expected: JSONKind, _ value: RawJSON, _ decoder: any Decoder
  ) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "expected \(expected.phrase), found \(value.kind.phrase)"))
  }
}

// MARK: - One value

/// Where one value can be decoded from.
private protocol ValueSource {
  var codingPath: [any CodingKey] { get }
  mutating func decodeNil() throws -> Bool
  mutating func scalar() throws -> ScalarValue
  mutating func elements() throws -> any UnkeyedDecodingContainer
  mutating func members() throws -> KeyedDecodingContainer<TreeKey>
}

/// What a decoder has.
private enum Answer {
  case scalar(RawJSON)
  case elements(any UnkeyedDecodingContainer)
  case members(KeyedDecodingContainer<TreeKey>)
}

/// Asks a source for one kind after the other, until it has one.
private struct Question<Source: ValueSource> {
  var source: Source
  /// Why a value of the right kind cannot be had, for example a number that no type has.
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

  /// The result of an attempt; `nil` if the value is of another kind.
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
        codingPath: codingPath, debugDescription: "the decoder's value is nothing that JSON has"))
  }
}

/// A boolean, number or string.
///
/// It is a type to decode, because asking an array for an element moves on to the next as soon as one
/// kind fits, and a number has to be asked for twice.
private struct ScalarValue: Decodable {
  let value: RawJSON

  // A string is asked for after the numbers: in formats without types, everything is one.
  init(from decoder: any Decoder) throws {
    var question = ScalarQuestion(container: try decoder.singleValueContainer())
    if let bool = question.decode(Bool.self) {
      value = .bool(bool)
    } else if let number = question.number() {
      value = .number(number)
    } else if let string = question.decode(String.self) {
      value = .string(string)
    } else {
      throw question.failure ?? TreeDecoding.nothing(at: decoder.codingPath)
    }
  }
}

private struct ScalarQuestion {
  let container: any SingleValueDecodingContainer
  private(set) var failure: (any Error)?

  init(container: any SingleValueDecodingContainer) { self.container = container }

  mutating func number() -> JSONNumber? {
    guard let double = decode(Double.self) else {
      return decode(Int64.self).map { JSONNumber($0) } ?? decode(UInt64.self).map { JSONNumber($0) }
    }
    // What is no integer, and −0, is told by the Double alone.
    if double.magnitude < 0x1p52, Double(Int64(double)) != double { return JSONNumber(double) }
    if double == 0, double.sign == .minus { return JSONNumber(double) }
    if let integer = decode(Int64.self) { return JSONNumber(integer) }
    if let integer = decode(UInt64.self) { return JSONNumber(integer) }
    // Not every decoder knows these; and nothing beyond can be an integer of 128 bits.
    if double.magnitude <= 0x1p128 {
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
  func members() throws -> KeyedDecodingContainer<TreeKey> {
    try decoder.container(keyedBy: TreeKey.self)
  }
}

/// The next element of an array.
private struct NextElement: ValueSource {
  var container: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] {
    container.codingPath + [TreeKey(intValue: container.currentIndex)]
  }
  mutating func decodeNil() throws -> Bool { try container.decodeNil() }
  mutating func scalar() throws -> ScalarValue { try container.decode(ScalarValue.self) }
  mutating func elements() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer()
  }
  mutating func members() throws -> KeyedDecodingContainer<TreeKey> {
    try container.nestedContainer(keyedBy: TreeKey.self)
  }
}

/// A member of an object.
private struct NamedMember: ValueSource {
  let container: KeyedDecodingContainer<TreeKey>
  let key: TreeKey

  var codingPath: [any CodingKey] { container.codingPath + [key] }
  func decodeNil() throws -> Bool { try container.decodeNil(forKey: key) }
  func scalar() throws -> ScalarValue { try container.decode(ScalarValue.self, forKey: key) }
  func elements() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer(forKey: key)
  }
  func members() throws -> KeyedDecodingContainer<TreeKey> {
    try container.nestedContainer(keyedBy: TreeKey.self, forKey: key)
  }
}

/// An array or object of which some is decoded.
private struct OpenContainer {
  private var elements: NextElement?
  private var members: KeyedDecodingContainer<TreeKey>?
  private var keys: [TreeKey] = []
  private var next = 0
  private var array = JSONArray()
  private var object = JSONObject()

  init(_ elements: any UnkeyedDecodingContainer) {
    self.elements = NextElement(container: elements)
  }

  init(_ members: KeyedDecodingContainer<TreeKey>) {
    self.members = members
    keys = members.allKeys
    object.reserveCapacity(keys.count)
  }

  /// The array or object of what was put in.
  var value: RawJSON { elements == nil ? .dictionary(object) : .array(array) }

  /// What the next element or member is, or `nil` if there is none.
  mutating func advance() throws -> Answer? {
    if let element = elements {
      if element.container.isAtEnd { return nil }
      var question = Question(element)
      defer { elements = question.source }
      return try question.answer()
    }
    guard let members, next < keys.count else { return nil }
    var question = Question(NamedMember(container: members, key: keys[next]))
    next += 1
    return try question.answer()
  }

  /// Puts in what the last answer led to.
  mutating func put(_ value: RawJSON) {
    if elements != nil {
      array.append(value)
    } else {
      object.updateValue(value, forName: keys[next - 1].stringValue)
    }
  }
}
