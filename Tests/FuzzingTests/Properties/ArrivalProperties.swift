import RushJSON
import RushJSONCore
import RushJSONProperties
import RushJSONStreams

/// Values that are still arriving, as random types with every kind of tag: what a snapshot shows is a part of the final
/// value, whatever the pieces are.
///
/// A random shape says what a type reads. `ArrivedValue` reads it as the macro's code for such a type does.
enum ArrivalProperties {
  static func run(_ input: inout FuzzInput) throws {
    let shape = ArrivalShape.object(ArrivalShape.members(&input, depth: 0))
    let stack = ShapeStack()
    let decoder = RushJSONCoreDecoder()
    decoder.userInfo[ShapeStack.key] = stack
    let tree = shape.value(&input)
    let text = try tree.jsonBytes(input.flag() ? JSONWritingOptions() : .pretty)
    stack.shapes = [shape]
    let whole = try decoder.decode(ArrivedValue.self, from: text)
    var partial = PartialJSON()
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 + input.choice(input.flag() ? 3 : 20))
      rest = rest.dropFirst(piece.count)
      try partial.feed(piece)
      stack.shapes = [shape]
      guard let seen = try partial.snapshot(as: ArrivedValue.self, decoder: decoder) else {
        continue
      }
      let place = text.count - rest.count
      if !seen.isPart(of: whole) {
        throw PropertyFailure(
          property: "a snapshot is a part of the final value",
          detail: """
            after \(place) bytes of \(String(decoding: text, as: UTF8.self)) as \(shape):
            \(seen) is no part of
            \(whole)
            """)
      }
    }
    try partial.finish()
    stack.shapes = [shape]
    try checkEqual(
      "the whole value", try partial.snapshot(as: ArrivedValue.self, decoder: decoder), whole)
  }
}

/// What a type reads.
indirect enum ArrivalShape: Sendable {
  typealias Member = (name: Int, shape: ArrivalShape, isOptional: Bool)

  case string, int, bool, double, date, rawValue, tree
  case list(ArrivalShape)
  case dictionary(ArrivalShape)
  /// A partial type, whose members are all optional.
  case object([Member])
  /// An enum by its kind of tag: the members of each case.
  case tagged(Tag, [[Member]], keepsUnknown: Bool)
  /// An enum without tags. `nil` is a case without a value.
  case untagged([ArrivalShape?])

  enum Tag: CaseIterable, Sendable { case value, external, `internal`, adjacent }

  static let names: [JSONName] = ["a", "b", "text", "type", "list", "x\"y", "content", "circle"]
  static let tags: [JSONName] = ["circle", "circled", "c"]
  static let rawValues = ["calm", "calmer", "c"]

  static func members(_ input: inout FuzzInput, depth: Int) -> [Member] {
    var members: [Member] = []
    for name in names.indices where name != 3 && name != 6 && input.chance(1, in: 3) {
      members.append((name, ArrivalShape(&input, depth: depth + 1), input.flag()))
    }
    return members
  }

  init(_ input: inout FuzzInput, depth: Int) {
    switch input.choice(depth > 2 ? 7 : 13) {
    case 0: self = .string
    case 1: self = .int
    case 2: self = .bool
    case 3: self = .double
    case 4: self = .date
    case 5: self = .rawValue
    case 6: self = .tree
    case 7: self = .list(ArrivalShape(&input, depth: depth + 1))
    case 8: self = .dictionary(ArrivalShape(&input, depth: depth + 1))
    case 9: self = .object(Self.members(&input, depth: depth))
    case 10:
      // The values of cases are those that surely differ.
      var cases: [ArrivalShape?] = [.int, .bool]
      if input.flag() { cases.append(nil) }
      if input.flag() { cases.append(.date) }
      if input.flag() { cases.append(.list(ArrivalShape(&input, depth: depth + 1))) }
      cases.append(input.flag() ? .rawValue : .string)
      self = .untagged(cases)
    default:
      let tag = input.element(of: Tag.allCases)
      let cases = (0..<3).map { _ in
        tag == .value ? [] : Self.members(&input, depth: depth + 1)
      }
      self = .tagged(tag, cases, keepsUnknown: input.flag())
    }
  }

  // MARK: - Values

  func value(_ input: inout FuzzInput) -> RawJSON {
    switch self {
    case .string: return .string(["", "a", "é\"\\n", "long text"][input.choice(4)])
    case .int: return .number(JSONNumber(input.choice(200)))
    case .bool: return .bool(input.flag())
    case .double: return .number(JSONNumber("\(Double(input.choice(100)) / 4)") ?? 0)
    case .date: return .string("2026-11-2\(input.choice(10))T09:00:00Z")
    case .rawValue: return .string(input.element(of: Self.rawValues))
    case .tree: return ModelProperties.randomValue(&input)
    case .list(let element):
      return .array(RawJSON.Array((0..<input.choice(4)).map { _ in element.value(&input) }))
    case .dictionary(let element):
      var object = RawJSON.Object()
      for name in ["k", "key", ""].prefix(input.choice(4)) { object[name] = element.value(&input) }
      return .dictionary(object)
    case .object(let members): return .dictionary(Self.object(members, &input))
    case .tagged(let tag, let cases, let keepsUnknown):
      return Self.tagged(tag, cases, keepsUnknown, &input)
    case .untagged(let cases):
      guard let shape = input.element(of: cases) else { return .null }
      return shape.value(&input)
    }
  }

  private static func object(_ members: [Member], _ input: inout FuzzInput) -> RawJSON.Object {
    var object = RawJSON.Object()
    // In another order than the type reads them.
    for member in input.flag() ? members : members.reversed() {
      if member.isOptional, input.chance(1, in: 3) {
        if input.flag() { object[names[member.name].description] = .null }
        continue
      }
      object[names[member.name].description] = member.shape.value(&input)
    }
    if input.flag() { object["other"] = 1 }
    return object
  }

  private static func tagged(
    _ tag: Tag, _ cases: [[Member]], _ keepsUnknown: Bool, _ input: inout FuzzInput
  ) -> RawJSON {
    let isUnknown = keepsUnknown && input.chance(1, in: 3)
    let index = input.choice(cases.count)
    let name = isUnknown ? "cir" : tags[index].description
    let members = object(cases[index], &input)
    switch tag {
    case .value: return .string(name)
    case .external: return [name: .dictionary(members)]
    case .internal:
      var object = members
      if input.flag() { object = ["type": .string(name)] }
      object["type"] = .string(name)
      for member in members { object[member.name] = member.value }
      return .dictionary(object)
    case .adjacent:
      return input.flag()
        ? ["type": .string(name), "content": .dictionary(members)]
        : ["content": .dictionary(members), "type": .string(name)]
    }
  }
}

/// The shapes of the types that are being read: a type finds its own on top.
final class ShapeStack: @unchecked Sendable {
  // A raw value always makes a key.
  // swift-format-ignore: NeverForceUnwrap
  static let key = CodingUserInfoKey(rawValue: "shapes")!
  var shapes: [ArrivalShape] = []

  func with<R>(_ shape: ArrivalShape, _ body: () throws -> R) rethrows -> R {
    shapes.append(shape)
    defer { shapes.removeLast() }
    return try body()
  }
}

/// A value of a random type, or what has arrived of one.
struct ArrivedValue: Codable, JSONReadable, Equatable {
  indirect enum Content: Equatable {
    case string(String), int(Int), bool(Bool), double(Double), date(JSONTimestamp)
    case rawValue(Mood), tree(RawJSON), list([ArrivedValue]), dictionary([String: ArrivedValue])
    case members([Int: ArrivedValue]), tagged(Int, [Int: ArrivedValue]), unknown(RawJSON), nothing
  }

  enum Mood: String, JSONReadable, Codable { case calm, calmer, c }

  let content: Content

  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "only read"))
  }

  private init(_ content: Content) { self.content = content }

  init(from reader: inout JSONReader) throws {
    guard let stack = reader.userInfo[ShapeStack.key] as? ShapeStack, let shape = stack.shapes.last
    else { throw reader.invalidValue(ArrivedValue.self) }
    switch shape {
    case .string: content = .string(try reader.read())
    case .int: content = .int(try reader.read())
    case .bool: content = .bool(try reader.read())
    case .double: content = .double(try reader.read())
    case .date: content = .date(try reader.read(format: .rfc3339))
    case .rawValue: content = .rawValue(try reader.read())
    case .tree: content = .tree(try reader.read())
    case .list(let element):
      content = .list(try stack.with(element) { try reader.read() })
    case .dictionary(let element):
      content = .dictionary(try stack.with(element) { try reader.read() })
    case .object(let members):
      try reader.beginObject()
      content = .members(try Self.members(members, stack, isPartial: true, from: &reader))
    case .tagged(let tag, let cases, let keepsUnknown):
      content = try Self.tagged(tag, cases, keepsUnknown, stack, from: &reader)
    case .untagged(let cases):
      self = try reader._firstCase(
        of: Self.self,
        cases.enumerated().map { index, shape in
          (
            "\(index)",
            { reader in
              guard let shape else {
                try reader._readNull()
                return ArrivedValue(.nothing)
              }
              return try stack.with(shape) { try reader.read() }
            }
          )
        })
    }
  }

  private static func members(
    _ members: [ArrivalShape.Member], _ stack: ShapeStack, isPartial: Bool,
    from reader: inout JSONReader
  ) throws -> [Int: ArrivedValue] {
    var values: [Int: ArrivedValue] = [:]
    for member in members {
      let name = ArrivalShape.names[member.name]
      values[member.name] = try stack.with(member.shape) {
        if member.isOptional { return try reader.value(name) as ArrivedValue? }
        return isPartial
          ? try reader._arrived(name, by: { try $0.value($1) })
          : try reader.value(name) as ArrivedValue
      }
    }
    return values
  }

  private static func tagged(
    _ tag: ArrivalShape.Tag, _ cases: [[ArrivalShape.Member]], _ keepsUnknown: Bool,
    _ stack: ShapeStack, from reader: inout JSONReader
  ) throws -> Content {
    let tags = ArrivalShape.tags
    let index: Int? =
      switch tag {
      case .value:
        keepsUnknown
          ? try reader._tagIfKnown(tags, of: Self.self) : try reader._tag(tags, of: Self.self)
      case .external:
        keepsUnknown
          ? try reader._externalTagIfKnown(tags, of: Self.self)
          : try reader._externalTag(tags, of: Self.self)
      case .internal, .adjacent:
        keepsUnknown
          ? try reader._internalTagIfKnown("type", tags, of: Self.self)
          : try reader._internalTag("type", tags, of: Self.self)
      }
    guard let index else { return .unknown(try reader.read()) }
    if tag == .value { return .tagged(index, [:]) }
    if tag == .adjacent { try reader.enter("content") }
    if tag != .internal { try reader.beginObject() }
    return .tagged(index, try members(cases[index], stack, isPartial: false, from: &reader))
  }

  // MARK: - Parts

  /// Whether more text can make this value the other one.
  func isPart(of whole: ArrivedValue) -> Bool {
    switch (content, whole.content) {
    case (.string(let text), .string(let all)): all.utf8.starts(with: text.utf8)
    case (.list(let list), .list(let all)):
      list.count <= all.count && zip(list, all).allSatisfy { $0.isPart(of: $1) }
    case (.dictionary(let values), .dictionary(let all)):
      values.allSatisfy { name, value in all[name].map { value.isPart(of: $0) } ?? false }
    case (.members(let values), .members(let all)): Self.areParts(values, of: all)
    case (.tagged(let tag, let values), .tagged(let wholeTag, let all)):
      tag == wholeTag && Self.areParts(values, of: all)
    case (.tree(let tree), .tree(let all)): Self.isPart(tree, of: all)
    case (let part, let all): part == all
    }
  }

  private static func areParts(_ values: [Int: ArrivedValue], of all: [Int: ArrivedValue]) -> Bool {
    values.allSatisfy { name, value in all[name].map { value.isPart(of: $0) } ?? false }
  }

  private static func isPart(_ tree: RawJSON, of whole: RawJSON) -> Bool {
    switch (tree, whole) {
    case (.string(let text), .string(let all)): all.utf8.starts(with: text.utf8)
    case (.array(let list), .array(let all)):
      list.count <= all.count && zip(list, all).allSatisfy { isPart($0, of: $1) }
    case (.dictionary(let object), .dictionary(let all)):
      object.allSatisfy { member in all[member.name].map { isPart(member.value, of: $0) } ?? false }
    default: tree == whole
    }
  }
}
