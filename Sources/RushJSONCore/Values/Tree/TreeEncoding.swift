// A tree to a foreign encoder, which does not know trees.
//
//   {"aB":{"é":1}}     containers in containers, which a list holds; no stack for deep trees
//   with a strategy    dictionaries in dictionaries, whose names encoders do not convert: a call for each level

enum TreeEncoding {
  /// How deep a tree may nest, because other encoders recurse into it: as deep as readers go by default.
  static let maximumDepth = 512

  static func encode(_ value: RawJSON, to encoder: any Encoder) throws {
    if value.isDeeper(than: maximumDepth) {
      throw EncodingError.invalid(
        value, at: encoder.codingPath, "the value is nested deeper than \(maximumDepth) levels")
    }
    do {
      try encode(value, to: encoder, ForeignNames(of: encoder))
    } catch let failure as Failure {
      guard case .invalidValue(let value, let context) = failure.error else { throw failure.error }
      // Some encoders do not report the whole path of a nested container; Foundation's do not.
      throw EncodingError.invalid(
        value, at: encoder.codingPath + failure.path, context.debugDescription,
        underlying: context.underlyingError)
    }
  }

  /// The error of an encoder, and the path from the tree to the value.
  fileprivate struct Failure: Error {
    let error: EncodingError
    var path: [any CodingKey]
  }

  fileprivate static func encode(_ value: RawJSON, to encoder: any Encoder, _ names: ForeignNames)
    throws
  {
    var names = names
    var root = WholeValue(encoder: encoder)
    var open: [OpenContainer] = []
    do {
      if let first = try root.encode(value, &names) { open.append(first) }
      while !open.isEmpty {
        if open[open.count - 1].isAtEnd {
          open.removeLast()
        } else if let inner = try open[open.count - 1].encodeNext(&names) {
          open.append(inner)
        }
      }
    } catch let error as EncodingError {
      throw Failure(error: error, path: open.compactMap(\.key))
    } catch var failure as Failure {
      failure.path.insert(contentsOf: open.compactMap { $0.key }, at: 0)
      throw failure
    }
  }
}

/// A tree within a tree, encoded by a call of the encoder.
private struct NestedTree: Encodable {
  let value: RawJSON
  /// The name in a dictionary. The path to a member of a container has it already.
  var name: String?
  let names: ForeignNames

  func encode(to encoder: any Encoder) throws {
    do {
      try TreeEncoding.encode(value, to: encoder, names)
    } catch var failure as TreeEncoding.Failure {
      if let name { failure.path.insert(JSONPathKey(stringValue: name), at: 0) }
      throw failure
    }
  }
}

extension ForeignNames {
  /// The value of a member that the encoder is given as a whole.
  fileprivate func nested(_ value: RawJSON, named name: String? = nil) throws -> NestedTree {
    guard let names = below else {
      throw EncodingError.invalid(
        value, at: [],
        "the encoder would recurse into more than \(ForeignNames.maximumDepth) objects")
    }
    return NestedTree(value: value, name: name, names: names)
  }
}

// MARK: - One value

/// A place where a value can be encoded.
private protocol ValueTarget {
  var codingPath: [any CodingKey] { get }
  mutating func encodeNil() throws
  mutating func encode(_ value: some Encodable) throws
  mutating func elements() -> any UnkeyedEncodingContainer
  mutating func members() -> KeyedEncodingContainer<JSONPathKey>
}

// The encoder of another library costs more than generic code, which is in every program once and not for each target.

extension ValueTarget {
  /// Encodes a scalar, or an object as a dictionary. Opens an array or another object.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func encode(_ value: RawJSON, _ names: inout ForeignNames) throws -> OpenContainer? {
    switch value {
    case .null: try encodeNil()
    case .bool(let bool): try encode(bool)
    case .string(let string): try encode(string)
    case .number(let number): try encode(number: number)
    case .array: return OpenContainer(value, elements: elements())
    case .dictionary(let object):
      if !names.areConverted { return OpenContainer(value, members: members()) }
      var dictionary: [String: NestedTree] = [:]
      for member in object {
        dictionary[member.name] = try names.nested(member.value, named: member.name)
      }
      try encode(dictionary)
    }
    return nil
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func encode(number: JSONNumber) throws {
    // −0 is not an integer, because an integer would lose the sign.
    if let integer = number.int64, integer != 0 || number.nearestDouble.sign == .plus {
      return try encode(integer)
    }
    if let integer = number.uint64, integer != 0 { return try encode(integer) }
    guard let double = number.double else {
      throw EncodingError.invalid(
        RawJSON.number(number), at: codingPath,
        "the number \(number.text.prefix(60)) is beyond the largest Double")
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

private struct WholeValue: ValueTarget {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  func encodeNil() throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
  func encode(_ value: some Encodable) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
  func elements() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func members() -> KeyedEncodingContainer<JSONPathKey> {
    encoder.container(keyedBy: JSONPathKey.self)
  }
}

private struct NextElement: ValueTarget {
  var container: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { container.codingPath }
  mutating func encodeNil() throws { try container.encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try container.encode(value) }
  mutating func elements() -> any UnkeyedEncodingContainer { container.nestedUnkeyedContainer() }
  mutating func members() -> KeyedEncodingContainer<JSONPathKey> {
    container.nestedContainer(keyedBy: JSONPathKey.self)
  }
}

private struct NamedMember: ValueTarget {
  var container: KeyedEncodingContainer<JSONPathKey>
  let key: JSONPathKey

  var codingPath: [any CodingKey] { container.codingPath }
  mutating func encodeNil() throws { try container.encodeNil(forKey: key) }
  mutating func encode(_ value: some Encodable) throws { try container.encode(value, forKey: key) }
  mutating func elements() -> any UnkeyedEncodingContainer {
    container.nestedUnkeyedContainer(forKey: key)
  }
  mutating func members() -> KeyedEncodingContainer<JSONPathKey> {
    container.nestedContainer(keyedBy: JSONPathKey.self, forKey: key)
  }
}

// MARK: - Arrays and objects

private struct OpenContainer {
  private let value: RawJSON
  private var next = 0
  private var elements: NextElement?
  private var members: KeyedEncodingContainer<JSONPathKey>?
  /// The names so far, if Swift may consider two names of the object equal.
  private var known: Set<String>?

  init(_ value: RawJSON, elements: any UnkeyedEncodingContainer) {
    self.value = value
    self.elements = NextElement(container: elements)
  }

  init(_ value: RawJSON, members: KeyedEncodingContainer<JSONPathKey>) {
    self.value = value
    self.members = members
    let names = value.objectValue?.names
    if names?.contains(where: { $0.utf8.contains { $0 >= 0x80 } }) == true { known = [] }
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
  mutating func encodeNext(_ names: inout ForeignNames) throws -> OpenContainer? {
    let position = next
    next += 1
    switch value {
    case .array(let array):
      guard var target = elements else { return nil }
      defer { elements = target }
      return try target.encode(array[position], &names)
    case .dictionary(let object):
      guard let container = members else { return nil }
      let member = object[position]
      var target = NamedMember(container: container, key: JSONPathKey(stringValue: member.name))
      defer { members = target.container }
      // Encoders end the process if a second container for a key differs from the first, or merge the two. A whole
      // value replaces the first one.
      if known?.insert(member.name).inserted == false, member.value.height > 0 {
        try target.encode(names.nested(member.value))
        return nil
      }
      return try target.encode(member.value, &names)
    default: return nil
    }
  }
}
