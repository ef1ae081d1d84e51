// A tree to a foreign encoder, which does not know trees.

enum TreeEncoding {
  /// How deep a tree may nest, because other encoders recurse into it: as deep as readers go by default.
  static let maximumDepth = 512

  /// Encodes a value with all its descendants.
  static func encode(_ value: RawJSON, to encoder: any Encoder) throws {
    if value.isDeeper(than: maximumDepth) {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the value is nested deeper than \(maximumDepth) levels"))
    }
    var open: [OpenContainer] = []
    switch value {
    case .array: open.append(OpenContainer(value, elements: encoder.unkeyedContainer()))
    case .dictionary:
      open.append(OpenContainer(value, members: encoder.container(keyedBy: JSONPathKey.self)))
    default:
      var target = WholeValue(container: encoder.singleValueContainer())
      try target.encode(scalar: value)
    }
    while !open.isEmpty {
      if open[open.count - 1].isAtEnd {
        open.removeLast()
        continue
      }
      do {
        if let inner = try open[open.count - 1].encodeNext() { open.append(inner) }
      } catch EncodingError.invalidValue(let value, let context) {
        // Some encoders do not report the whole path of a nested container; Foundation's do not.
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: encoder.codingPath + open.compactMap(\.key),
            debugDescription: context.debugDescription, underlyingError: context.underlyingError))
      }
    }
  }
}

// MARK: - Scalars

/// A place where a scalar can be encoded.
private protocol ScalarTarget {
  var codingPath: [any CodingKey] { get }
  mutating func encodeNil() throws
  mutating func encode(_ value: some Encodable) throws
}

extension ScalarTarget {
  mutating func encode(scalar: RawJSON) throws {
    switch scalar {
    case .bool(let bool): try encode(bool)
    case .string(let string): try encode(string)
    case .number(let number): try encode(number: number)
    case .null, .array, .dictionary: try encodeNil()
    }
  }

  private mutating func encode(number: JSONNumber) throws {
    // −0 is not an integer, because an integer would lose the sign.
    if let integer = number.int64, integer != 0 || number.nearestDouble.sign == .plus {
      return try encode(integer)
    }
    if let integer = number.uint64, integer != 0 { return try encode(integer) }
    guard let double = number.double else {
      throw EncodingError.invalidValue(
        RawJSON.number(number),
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "the number \(number.text.prefix(60)) is beyond the largest Double"))
    }
    // Every encoder supports integers that a Double holds exactly.
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      number != JSONNumber(double)
    {
      if let integer = number.exactly(Int128.self) { return try encode(integer) }
      if let integer = number.exactly(UInt128.self) { return try encode(integer) }
    }
    try encode(double)
  }
}

private struct WholeValue: ScalarTarget {
  var container: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { container.codingPath }
  mutating func encodeNil() throws { try container.encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try container.encode(value) }
}

private struct NextElement: ScalarTarget {
  var container: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { container.codingPath }
  mutating func encodeNil() throws { try container.encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try container.encode(value) }
}

private struct NamedMember: ScalarTarget {
  var container: KeyedEncodingContainer<JSONPathKey>
  let key: JSONPathKey

  var codingPath: [any CodingKey] { container.codingPath }
  mutating func encodeNil() throws { try container.encodeNil(forKey: key) }
  mutating func encode(_ value: some Encodable) throws { try container.encode(value, forKey: key) }
}

// MARK: - Arrays and objects

/// An array or object that is being encoded.
private struct OpenContainer {
  private let value: RawJSON
  private var next = 0
  private var elements: NextElement?
  private var members: KeyedEncodingContainer<JSONPathKey>?

  init(_ value: RawJSON, elements: any UnkeyedEncodingContainer) {
    self.value = value
    self.elements = NextElement(container: elements)
  }

  init(_ value: RawJSON, members: KeyedEncodingContainer<JSONPathKey>) {
    self.value = value
    self.members = members
  }

  var isAtEnd: Bool { next == value.childCount }

  /// The key of the last child.
  var key: JSONPathKey? {
    switch value {
    case .array: JSONPathKey(position: next - 1)
    case .dictionary(let object): JSONPathKey(stringValue: object[next - 1].name)
    default: nil
    }
  }

  /// Encodes the next child if it is a scalar, or opens it if it is an array or object.
  mutating func encodeNext() throws -> OpenContainer? {
    let position = next
    next += 1
    switch value {
    case .array(let array):
      guard var target = elements else { return nil }
      defer { elements = target }
      let element = array[position]
      switch element {
      case .array:
        return OpenContainer(element, elements: target.container.nestedUnkeyedContainer())
      case .dictionary:
        return OpenContainer(
          element, members: target.container.nestedContainer(keyedBy: JSONPathKey.self))
      default:
        try target.encode(scalar: element)
        return nil
      }
    case .dictionary(let object):
      guard let container = members else { return nil }
      let member = object[position]
      var target = NamedMember(container: container, key: JSONPathKey(stringValue: member.name))
      defer { members = target.container }
      switch member.value {
      case .array:
        return OpenContainer(
          member.value, elements: target.container.nestedUnkeyedContainer(forKey: target.key))
      case .dictionary:
        return OpenContainer(
          member.value,
          members: target.container.nestedContainer(keyedBy: JSONPathKey.self, forKey: target.key))
      default:
        try target.encode(scalar: member.value)
        return nil
      }
    default: return nil
    }
  }
}
