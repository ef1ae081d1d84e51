// A tree from a foreign decoder, which does not know trees.

// A decoder shows the kind of its value by the requests that it refuses. Some decoders refuse nothing: in a form, each value is a text,
// an array of one element and an object without members, or with members that have its texts as names. Others answer a
// request for a container with an error that makes their caller read the value as JSON, so such errors leave
// `init(from:)` unchanged, unless the value is no JSON: the column of a database that is null or another text.
//
//   of a decoder       an object with members, an array, a string, null, another scalar
//   in a container     a string, null, another scalar, an array, an object

enum TreeDecoding {
  /// - Parameter prefersNumbers: Whether a text that is a number is a number, in formats without types.
  static func tree(from decoder: any Decoder, prefersNumbers: Bool = false) throws -> RawJSON {
    try tree(from: decoder, ForeignNames(of: decoder), prefersNumbers: prefersNumbers)
  }

  /// - Parameter isMember: Whether the value is a member of a tree. Only the members of the outermost object are decoded by
  ///   calls of the decoder, as the compiler's own code does: some decoders have no nested containers. For all others
  ///   there are nested containers, so a deep tree takes no stack.
  fileprivate static func tree(
    from decoder: any Decoder, _ names: ForeignNames, prefersNumbers: Bool = false,
    isMember: Bool = false
  ) throws -> RawJSON {
    var names = names
    let root = DecodingRoot(decoder: decoder)
    var answer = try root.answer(&names, prefersNumbers: prefersNumbers)
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
        if let next = try open[open.count - 1].advance(
          &names, decodesMembers: open.count == 1 && !isMember)
        {
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
    value = try TreeDecoding.tree(from: decoder, ForeignNames())
  }
}

/// A tree whose texts are numbers where they can be, for formats of numbers.
struct TreeOfNumbers: Decodable {
  let value: RawJSON

  init(from decoder: any Decoder) throws {
    value = try TreeDecoding.tree(from: decoder, prefersNumbers: true)
  }
}

/// The result of `body`, or `nil` if the decoder's value is of another kind. All other errors are thrown unchanged.
// Once in a program: the comparison of errors takes more code than what its callers do.
@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
package func ifOfKind<R>(_ body: () throws -> R) throws -> R? {
  do {
    return try body()
  } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
    return nil
  }
}

// MARK: - One value

/// A place in a container that one value can be decoded from.
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
    // Forms call an array corrupted if it is asked for a string, and an object if it is asked for an array.
    var refusal: (any Error)?
    func ifIntact<R>(_ body: () throws -> R) throws -> R? {
      do {
        return try ifOfKind(body)
      } catch DecodingError.dataCorrupted(let context) {
        refusal = refusal ?? DecodingError.dataCorrupted(context)
        return nil
      }
    }
    if let scalar = try ifIntact({ try scalar() }) { return .scalar(scalar.value) }
    if try ifOfKind({ try decodeNil() }) == true { return .scalar(.null) }
    if let elements = try ifIntact({ try elements() }) { return .elements(elements) }
    if names.areConverted {
      do {
        return .scalar(try object())
      } catch DecodingError.typeMismatch(let type, let context) {
        throw refusal ?? DecodingError.typeMismatch(type, context)
      }
    }
    if let members = try ifOfKind({ try members() }) { return .members(members) }
    throw refusal ?? noForm
  }

  /// An object by a dictionary, whose names decoders do not convert.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func object() throws -> RawJSON {
    if codingPath.count >= ForeignNames.maximumDepth {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription:
            "the decoder would recurse into more than \(ForeignNames.maximumDepth) levels"))
    }
    return .dictionary(RawJSON.Object(try dictionary().mapValues(\.value)))
  }

  var noForm: any Error {
    DecodingError.mismatch(RawJSON.self, at: codingPath, "the decoder's value has no JSON form")
  }
}

/// A boolean, number or string. This is a `Decodable` type, because an unkeyed container moves to
/// the next element as soon as one kind fits, and a number takes two attempts.
private struct ScalarValue: Decodable {
  let value: RawJSON

  // Strings come first, because in formats without types every value is a string.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let string = try ifOfKind({ try container.decode(String.self) }) {
      value = .string(string)
    } else if let bool = try ifOfKind({ try container.decode(Bool.self) }) {
      value = .bool(bool)
    } else {
      value = .number(try JSONNumber(in: container))
    }
  }
}

extension JSONNumber {
  /// Decodes a number of another library's decoder.
  init(in container: any SingleValueDecodingContainer) throws {
    // A decoder may refuse a type that cannot hold the number, for whatever reason.
    func decode<T: Decodable>(_ type: T.Type) -> T? {
      if case .success(let value) = Result(catching: { try container.decode(type) }) {
        return value
      }
      return nil
    }
    func number(near double: Double) -> JSONNumber {
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
    do {
      self = number(near: try container.decode(Double.self))
    } catch {
      if let integer = decode(Int64.self) {
        self.init(integer)
      } else if let integer = decode(UInt64.self) {
        self.init(integer)
      } else {
        throw error
      }
    }
  }
}

/// The value of a decoder, which may be asked again.
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

  func answer(_ names: inout ForeignNames, prefersNumbers: Bool) throws -> Answer {
    let members: KeyedDecodingContainer<JSONPathKey>?
    do {
      members = try ifOfKind { try self.members() }
    } catch {
      guard !(error is DecodingError), let scalar = scalarWithoutJSON() else { throw error }
      return .scalar(scalar)
    }
    let keys = members?.allKeys ?? []
    if let members, !keys.isEmpty, !areTexts(keys, of: members) {
      // A form's array of texts has no other name.
      if keys.count == 1, keys[0].stringValue.isEmpty, let elements = ifAny({ try self.elements() })
      {
        return .elements(elements)
      }
      var source = self
      return names.areConverted ? .scalar(try source.object()) : .members(members)
    }
    if keys.count > 1 { return .elements(try self.elements()) }
    let elements = try ifOfKind { try self.elements() }
    if let elements, members == nil, elements.count != 1 || ifAny({ try string() }) == nil {
      return .elements(elements)
    }
    if prefersNumbers, let number = try ifOfKind({ try number() }) { return .scalar(number) }
    if let string = try ifOfKind({ try string() }) { return .scalar(.string(string)) }
    if let elements { return .elements(elements) }
    if let members { return .members(members) }
    if try ifOfKind({ try decodeNil() }) == true { return .scalar(.null) }
    guard let scalar = try ifOfKind({ try scalar() }) else { throw noForm }
    return .scalar(scalar.value)
  }

  private func string() throws -> String {
    try decoder.singleValueContainer().decode(String.self)
  }

  /// The value of a decoder without containers if reading it as JSON would fail: null, or a text that is not JSON. A text that
  /// begins as a container, or that is not UTF-8, is left to the decoder's caller, which throws.
  private func scalarWithoutJSON() -> RawJSON? {
    if ifAny({ try decodeNil() }) == true { return .null }
    guard let text = ifAny({ try string() }) else { return nil }
    let first = text.utf8.first { !$0.isSpace }
    if first == .openBrace || first == .openBracket { return nil }
    if text.unicodeScalars.contains("\u{FFFD}") { return nil }
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(text)
      return nil
    } catch {
      return .string(text)
    }
  }

  /// Whether the names of an object are the texts of a form's value, which no member has as its value. All of them are
  /// elements of its array then.
  private func areTexts(
    _ keys: [JSONPathKey], of members: KeyedDecodingContainer<JSONPathKey>
  ) -> Bool {
    guard let text = ifAny({ try string() }),
      let key = keys.first(where: { $0.stringValue == text }),
      ifAny({ try members.decode(String.self, forKey: key) }) == nil
    else { return false }
    return keys.count == 1 || ifAny { try elements() }?.count == keys.count
  }

  /// The result of `body`, or `nil` if it throws. The decoder has given a container, so no error makes its caller read the
  /// value in another way.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func ifAny<R>(_ body: () throws -> R) -> R? {
    do {
      return try body()
    } catch {
      return nil
    }
  }

  private func number() throws -> RawJSON {
    .number(try JSONNumber(in: decoder.singleValueContainer()))
  }
}

/// The value of a member, decoded by a call of the decoder.
private struct MemberTree: Decodable {
  let value: RawJSON

  init(from decoder: any Decoder) throws {
    value = try TreeDecoding.tree(from: decoder, ForeignNames(of: decoder), isMember: true)
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

  func tree() throws -> RawJSON { try container.decode(MemberTree.self, forKey: key).value }

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
  private var array = RawJSON.Array()
  private var object = RawJSON.Object()

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
  mutating func advance(_ names: inout ForeignNames, decodesMembers: Bool) throws -> Answer? {
    if let elements, elements.container.isAtEnd { return nil }
    if let answer = try elements?.answer(&names) { return answer }
    guard let members, next < keys.count else { return nil }
    var member = NamedMember(container: members, key: keys[next])
    next += 1
    if decodesMembers { return .scalar(try member.tree()) }
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
