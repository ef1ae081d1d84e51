import RushJSON
import RushJSONCore

/// Types without `Codable` whose values share an object: tags and payloads, flattened properties, and unknown
/// members that are kept or refused, at each level.
///
/// A random plan says what a type declares. `PlannedModel` reads and writes itself as the macro's code for such a
/// type does.
enum ModelProperties {
  static func run(_ input: inout FuzzInput) throws {
    let plan = ModelPlan(&input, depth: 0)
    let plans = PlanStack()
    let decoder = RushJSONCoreDecoder()
    decoder.userInfo[PlanStack.key] = plans
    func read(_ text: String) throws -> PlannedModel {
      plans.plans = [plan]
      return try decoder.decode(PlannedModel.self, from: text)
    }
    // A text of the names that the types have, and of others.
    let text = randomObject(&input)
    if let value = try? read(text) {
      let written = try checkedText(value)
      let again = try read(written)
      try checkEqual("read, written, read", again, value)
      try checkEqual("written again", try again.jsonString(), written)
    }
    // A value that nothing has read: its unknown members may have the names of declared ones.
    let made = PlannedModel(plan, &input)
    let written = try checkedText(made)
    let members = try RawJSON(parsing: written)
    for (name, value) in made.declared where !value.isMissing {
      try checkEqual("declared member \(name)", members.field(name.description), value)
    }
    // A type may refuse its own text if a part has a tag of a name that the type declares.
    if let settled = try? read(written) {
      try checkEqual("what was made settles", try read(checkedText(settled)), settled)
    }
  }

  /// The text of a value, which has no name twice, in memory and in pieces.
  private static func checkedText(_ value: PlannedModel) throws -> String {
    let text = try value.jsonString()
    var options = JSONReadingOptions()
    options.duplicateNames = .refused
    let tree = try RawJSON(parsing: text, options: options)
    let pretty = try value.jsonString(.pretty)
    try checkEqual("pretty", try RawJSON(parsing: pretty, options: options), tree)
    let sorted = try value.jsonString(.canonical)
    try checkEqual("sorted", try RawJSON(parsing: sorted, options: options), tree)
    try checkEqual("by an encoder", try RushJSONCoreEncoder().encodeToString(value), text)
    return text
  }

  private static func randomObject(_ input: inout FuzzInput) -> String {
    var members: [String] = []
    for _ in 0..<input.choice(9) {
      let name = input.element(of: ModelPlan.names)
      let isTag = ModelPlan.tags.contains { $0.description == name.description }
      let value: RawJSON =
        isTag && input.chance(3, in: 4) ? .string("\(input.choice(2))") : randomValue(&input)
      members.append("\(RawJSON.string(name.description)):\(value)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  static func randomValue(_ input: inout FuzzInput) -> RawJSON {
    switch input.choice(6) {
    case 0, 1: .number(JSONNumber(input.choice(100)))
    case 2: .string(["", "a", "\"\\", "é:,{"][input.choice(4)])
    case 3: ["a": .number(JSONNumber(input.choice(9))), "zz": ["b": [":"]]]
    case 4: [1, ["c": "}"]]
    default: .null
    }
  }
}

/// What a type declares.
final class ModelPlan: Sendable, Equatable {
  enum Unknown: Sendable { case ignored, kept, keptFirst, refused }

  /// The names of members. Some share a bit, and some are tags.
  static let names: [JSONName] = [
    "a", "b", "c", "id", "type", "kind", "z", "zz", "name", "\u{e9}", "x\"y", "e\u{301}",
  ]
  static let tags: [JSONName] = ["type", "kind"]

  /// The indexes of the names of the type's members.
  let names: [Int]
  let parts: [ModelPlan]
  let unknown: Unknown
  /// An enum with an internal tag: the index of the tag, and a part for each case. It has nothing else.
  let tag: Int?
  /// A tree that takes all members.
  let isTree: Bool

  init(_ input: inout FuzzInput, depth: Int) {
    let kind = input.choice(8)
    isTree = depth > 0 && kind == 1
    tag = kind >= 6 && depth < 3 ? input.choice(2) : nil
    names =
      isTree || tag != nil
      ? [] : (0..<ModelPlan.names.count).filter { _ in input.chance(1, in: 4) }
    let count = depth < 3 && !isTree ? tag == nil ? [0, 0, 1, 1, 2, 3][input.choice(6)] : 2 : 0
    var parts: [ModelPlan] = []
    for _ in 0..<count { parts.append(ModelPlan(&input, depth: depth + 1)) }
    self.parts = parts
    unknown =
      isTree ? .ignored : [Unknown.ignored, .kept, .keptFirst, .refused][input.choice(4)]
  }

  static func == (a: ModelPlan, b: ModelPlan) -> Bool { a === b }

  var members: [JSONName] { names.map { ModelPlan.names[$0] } }
}

/// The plans of the types that are being read: a type finds its own on top.
final class PlanStack: @unchecked Sendable {
  // A raw value always makes a key.
  // swift-format-ignore: NeverForceUnwrap
  static let key = CodingUserInfoKey(rawValue: "plans")!
  var plans: [ModelPlan] = []
}

/// A value of a planned type.
struct PlannedModel: JSONReadable, JSONWritable, Equatable {
  private let plan: ModelPlan
  private var members: [JSONField<RawJSON>] = []
  private var tag = 0
  private var parts: [PlannedModel] = []
  private var unknown = JSONObject()

  /// The members that the type itself declares.
  var declared: [(JSONName, JSONField<RawJSON>)] {
    if let tag = plan.tag { return [(ModelPlan.tags[tag], .value(.string("\(self.tag)")))] }
    return Array(zip(plan.members, members))
  }

  /// A random value.
  init(_ plan: ModelPlan, _ input: inout FuzzInput) {
    self.plan = plan
    for _ in plan.names {
      members.append([.missing, .null, .value(1), .value(["a": 2])][input.choice(4)])
    }
    tag = input.choice(2)
    let plans = plan.tag == nil ? plan.parts : [plan.parts[tag]]
    parts = plans.map { PlannedModel($0, &input) }
    if !plan.isTree, plan.unknown == .ignored || plan.unknown == .refused || plan.tag != nil {
      return
    }
    for _ in 0..<input.choice(5) {
      let name = input.element(of: ModelPlan.names).description
      unknown[name] = ModelProperties.randomValue(&input)
    }
  }

  // MARK: - Reading

  private static let cases: [JSONName] = ["0", "1"]

  init(from reader: inout JSONReader) throws {
    guard let stack = reader.userInfo[PlanStack.key] as? PlanStack, let plan = stack.plans.last
    else { throw reader.invalidValue(PlannedModel.self) }
    self.plan = plan
    if plan.isTree {
      unknown = try JSONObject(from: &reader)
      return
    }
    let isRefusing = plan.unknown == .refused
    if let tag = plan.tag {
      let name = ModelPlan.tags[tag]
      self.tag = try reader.internalTag(
        name, PlannedModel.cases, of: PlannedModel.self, noting: isRefusing)
      parts = [try stack.read(plan.parts[self.tag], beside: [name], and: [], from: &reader)]
    } else {
      let isNoting = plan.unknown != .ignored
      try reader.beginObject(noting: isNoting)
      let half = plan.members.count / 2
      for name in plan.members[..<half] { members.append(try reader.value(name)) }
      for part in plan.parts {
        let others = plan.parts.filter { $0 !== part }
        parts.append(
          try stack.read(part, beside: plan.members, and: others, from: &reader))
      }
      for name in plan.members[half...] { members.append(try reader.value(name)) }
      if plan.unknown == .kept || plan.unknown == .keptFirst { unknown = reader.unknownMembers() }
    }
    if isRefusing { try reader.refuseUnknownMembers() }
  }

  // MARK: - Writing

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if plan.isTree { return try unknown.write(to: &writer) }
    try writer.beginObject()
    if let tag = plan.tag {
      let name = ModelPlan.tags[tag]
      try writer.member(name, "\(self.tag)")
      try writer.members(of: parts[0], beside: { $0.add(name) })
    } else {
      let names = plan.members
      func addNames(_ list: inout JSONName.List) { for name in names { list.add(name) } }
      let isFirst = plan.unknown == .keptFirst && parts.isEmpty
      if isFirst { try writer.members(of: unknown, beside: addNames) }
      let half = names.count / 2
      for index in 0..<half { try writer.member(names[index], members[index]) }
      for part in parts { try writer.members(of: part, beside: addNames) }
      for index in half..<names.count { try writer.member(names[index], members[index]) }
      if !isFirst { try writer.members(of: unknown, beside: addNames) }
    }
    try writer.endObject()
  }
}

extension PlanStack {
  /// Reads a part, as the code for a flattened property or a payload does.
  fileprivate func read(
    _ plan: ModelPlan, beside names: [JSONName], and others: [ModelPlan],
    from reader: inout JSONReader
  ) throws -> PlannedModel {
    plans.append(plan)
    defer { plans.removeLast() }
    return try reader.read(
      beside: { for name in names { $0.add(name) } },
      and: { [self] in
        for other in others {
          plans.append(other)
          $0.addNames(of: { $0 as PlannedModel }, to: &$1)
          plans.removeLast()
        }
      })
  }
}
