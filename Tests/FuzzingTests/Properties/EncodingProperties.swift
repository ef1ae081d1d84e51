import RushJSON
import RushJSONCore

/// An encoder that gets calls in the order of the input writes what a simple model of them holds.
enum EncodingProperties {
  /// What to encode, and by which calls.
  indirect enum Plan {
    case scalar(Scalar)
    /// Each member has a name of its own. If `opensFirst`, all nested containers are opened before any is
    /// filled, and then filled from the last to the first.
    case object([(name: String, way: Way, plan: Plan)], opensFirst: Bool)
    case array([(way: Way, plan: Plan)], opensFirst: Bool)
  }

  enum Scalar {
    case null, bool(Bool), int(Int64), uint8(UInt8), double(Double), string(String)
  }

  enum Way { case value, nested, superEncoder }

  /// How many values a plan has, about. Most are small, because a large one takes as long as twenty.
  private static let budgets =
    [Int](repeating: 1, count: 12) + [Int](repeating: 2, count: 24)
    + [Int](repeating: 4, count: 16) + [8, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 64]

  private static let kept = KeptCoders<RushJSONEncoder>()

  static func run(_ input: inout FuzzInput) throws {
    let choices = input.byte()
    var budget = input.element(of: budgets)
    let plan = plan(&input, depth: 12, &budget)
    try kept.with(Int(choices & 7)) {
      encoder(choices)
    } _: { encoder in
      let planned = Planned(plan: plan)
      let bytes = try compare(planned, encoder, &input)
      // What calls do to a sink, and what is left of them for the next time, depends little on the plan.
      if choices & 24 == 0, input.takes(oneIn: 4) {
        try compareAgain(planned, encoder, bytes)
      }
    }
  }

  private static func encoder(_ choices: UInt8) -> RushJSONEncoder {
    let encoder = RushJSONEncoder()
    if choices & 1 != 0 { encoder.outputFormatting.insert(.sortedKeys) }
    if choices & 2 != 0 { encoder.outputFormatting.insert(.prettyPrinted) }
    if choices & 4 != 0 { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
    return encoder
  }

  private static func compare(
    _ planned: Planned, _ encoder: RushJSONEncoder, _ input: inout FuzzInput
  ) throws -> [UInt8] {
    let model = model(planned.plan)
    let bytes = try encoder.encodeToBytes(planned)
    try checkEqual("encoder ≡ model", try RawJSON(parsing: bytes), model)
    if input.takes(oneIn: 3) {
      try checkEqual(
        "encoded tree ≡ model", try RawJSON(encoding: planned, encoder: encoder), model)
    }
    return bytes
  }

  private static func compareAgain(
    _ planned: Planned, _ encoder: RushJSONEncoder, _ bytes: [UInt8]
  ) throws {
    try checkEqual("encoding twice gives the same", try encoder.encodeToBytes(planned), bytes)
    var streamed: [UInt8] = []
    try encoder.encode(planned) { span in
      for index in span.indices { streamed.append(span[index]) }
    }
    try checkEqual("encoding to a sink gives the same", streamed, bytes)
  }

  private static func plan(_ input: inout FuzzInput, depth: Int, _ budget: inout Int) -> Plan {
    budget -= 1
    let choice = input.byte()
    if depth == 0 || budget < 0 || choice & 3 == 0 { return .scalar(scalar(&input, choice >> 2)) }
    let opensFirst = choice & 4 != 0
    // Up to four, and one time in eight more.
    let size = Int(choice >> 3)
    let count = size < 28 ? size % 5 : size - 20
    if choice & 1 != 0 {
      var names: Set<String> = []
      return .object(
        (0..<count).compactMap { index in
          let way = way(&input)
          let name = name(&input, index)
          let plan = plan(&input, depth: depth - 1, &budget)
          return names.insert(name).inserted ? (name, way, plan) : nil
        }, opensFirst: opensFirst)
    }
    return .array(
      (0..<count).map { _ in (way(&input), plan(&input, depth: depth - 1, &budget)) },
      opensFirst: opensFirst)
  }

  private static func way(_ input: inout FuzzInput) -> Way {
    switch input.choice(3) {
    case 0: .value
    case 1: .nested
    default: .superEncoder
    }
  }

  private static func name(_ input: inout FuzzInput, _ index: Int) -> String {
    let choice = input.byte()
    switch choice & 3 {
    case 0: return "n\(index)"
    case 1: return String(UnicodeScalar(choice >> 2))
    case 2: return "é/\"\u{1F600}\(choice)"
    default: return "a longer name than fifteen bytes \(choice)"
    }
  }

  private static func scalar(_ input: inout FuzzInput, _ choice: UInt8) -> Scalar {
    switch choice % 6 {
    case 0: return .null
    case 1: return .bool(input.flag())
    case 2: return .int(Int64(bitPattern: input.word()))
    case 3: return .uint8(input.byte())
    case 4:
      let double = Double(bitPattern: input.word())
      return .double(double.isFinite ? double : 0)
    default:
      let bytes = (0..<input.choice(40)).map { _ in input.byte() }
      return .string(String(decoding: bytes, as: UTF8.self))
    }
  }

  static func model(_ plan: Plan) -> RawJSON {
    switch plan {
    case .scalar(.null): .null
    case .scalar(.bool(let value)): .bool(value)
    case .scalar(.int(let value)): .number(JSONNumber(value))
    case .scalar(.uint8(let value)): .number(JSONNumber(value))
    case .scalar(.double(let value)): .number(JSONNumber(value))
    case .scalar(.string(let value)): .string(value)
    case .object(let members, _):
      .dictionary(
        RawJSON.Object(members.map { RawJSON.Object.Member(name: $0.name, value: model($0.plan)) }))
    case .array(let elements, _): .array(RawJSON.Array(elements.map { model($0.plan) }))
    }
  }
}

/// Encodes itself as its plan says.
private struct Planned: Encodable {
  let plan: EncodingProperties.Plan

  func encode(to encoder: any Encoder) throws { try Self.fill(encoder, plan) }

  private static func fill(_ encoder: any Encoder, _ plan: EncodingProperties.Plan) throws {
    switch plan {
    case .scalar(let scalar):
      var container = encoder.singleValueContainer()
      switch scalar {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .uint8(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      }
    case .object(let members, let opensFirst):
      try fill(encoder.container(keyedBy: MemberName.self), members, opensFirst)
    case .array(let elements, let opensFirst):
      try fill(encoder.unkeyedContainer(), elements, opensFirst)
    }
  }

  private static func fill(
    _ container: KeyedEncodingContainer<MemberName>,
    _ members: [(name: String, way: EncodingProperties.Way, plan: EncodingProperties.Plan)],
    _ opensFirst: Bool
  ) throws {
    var container = container
    var later: [() throws -> Void] = []
    for member in members {
      let name = MemberName(member.name)
      switch (member.way, member.plan) {
      case (.superEncoder, let plan):
        let encoder = container.superEncoder(forKey: name)
        later.append { try fill(encoder, plan) }
      case (.nested, .object(let members, let first)):
        let nested = container.nestedContainer(keyedBy: MemberName.self, forKey: name)
        later.append { try fill(nested, members, first) }
      case (.nested, .array(let elements, let first)):
        let nested = container.nestedUnkeyedContainer(forKey: name)
        later.append { try fill(nested, elements, first) }
      case (_, .scalar(.null)): try container.encodeNil(forKey: name)
      case (_, .scalar(.string(let value))): try container.encode(value, forKey: name)
      case (_, let plan): try container.encode(Planned(plan: plan), forKey: name)
      }
      if !opensFirst { try later.popLast()?() }
    }
    for fill in later.reversed() { try fill() }
  }

  private static func fill(
    _ container: any UnkeyedEncodingContainer,
    _ elements: [(way: EncodingProperties.Way, plan: EncodingProperties.Plan)], _ opensFirst: Bool
  ) throws {
    var container = container
    var later: [() throws -> Void] = []
    for (index, element) in elements.enumerated() {
      try check("count of a container", container.count == index)
      switch (element.way, element.plan) {
      case (.superEncoder, let plan):
        let encoder = container.superEncoder()
        later.append { try fill(encoder, plan) }
      case (.nested, .object(let members, let first)):
        let nested = container.nestedContainer(keyedBy: MemberName.self)
        later.append { try fill(nested, members, first) }
      case (.nested, .array(let elements, let first)):
        let nested = container.nestedUnkeyedContainer()
        later.append { try fill(nested, elements, first) }
      case (_, .scalar(.null)): try container.encodeNil()
      case (_, .scalar(.string(let value))): try container.encode(value)
      case (_, let plan): try container.encode(Planned(plan: plan))
      }
      if !opensFirst { try later.popLast()?() }
    }
    for fill in later.reversed() { try fill() }
  }
}
