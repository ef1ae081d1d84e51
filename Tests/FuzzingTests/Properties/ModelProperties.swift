import RushJSON
import RushJSONCore

/// Types without `Codable` whose values share an object: tags and payloads, flattened properties, and unknown
/// members that are kept or refused, at each level. Members and parts may be missing.
///
/// A random plan says what a type declares. `PlannedModel` reads and writes itself as the macro's code for such a
/// type does.
enum ModelProperties {
  static func run(_ input: inout FuzzInput) throws {
    // With names of their own, all types of a plan read back what they write. Otherwise one name may be in two
    // types, of which one may be nil.
    let isDistinct = input.flag()
    var names = ModelPlan.Names(isDistinct: isDistinct)
    let plan = ModelPlan(&input, depth: 0, &names)
    let plans = PlanStack()
    let decoder = RushJSONCoreDecoder()
    decoder.userInfo[PlanStack.key] = plans
    func read(_ text: String) throws -> PlannedModel {
      plans.plans = [plan]
      return try PlanStack.$current.withValue(plans) {
        try decoder.decode(PlannedModel.self, from: text)
      }
    }
    // A text of the names that the types have, and of others.
    let text = plan.shape == .name ? "\"\(input.choice(2))\"" : randomObject(&input)
    if let value = try? read(text) { try checkRounds("read, written, read", value) }
    // A value that nothing has read: its unknown members may have the names of declared ones.
    let made = PlannedModel(plan, &input)
    let written = try checkedText(made)
    let members = try RawJSON(parsing: written)
    for (name, value) in made.declared where !value.isMissing {
      try checkEqual("declared member \(name)", members.field(name.description), value)
    }
    if isDistinct { try checkEqual("made, written, read", try read(written), made.settled) }
    // A type may refuse its own text if a part has a tag of a name that the type declares.
    if let settled = try? read(written) { try checkRounds("what was made settles", settled) }

    /// A value that was read is what its text is read as. Where two types have one name, a part may be nil because
    /// another member of it is wrong, which is not written then; so it may take some rounds.
    func checkRounds(_ name: String, _ value: PlannedModel) throws {
      var value = value
      for round in 0...4 {
        let text = try checkedText(value)
        let again = try read(text)
        if again == value || again == value.settled { return }
        if isDistinct || round == 4 { try checkEqual(name, again, value.settled) }
        value = again
      }
    }
  }

  /// The text of a value, which has no name twice, in memory and in pieces.
  private static func checkedText(_ value: PlannedModel) throws -> String {
    let text = try value.jsonString()
    var options = JSONReadingOptions()
    options.duplicateNames = .refuse
    let tree = try RawJSON(parsing: text, options: options)
    let pretty = try value.jsonString(.pretty)
    try checkEqual("pretty", try RawJSON(parsing: pretty, options: options), tree)
    let sorted = try value.jsonString(.canonical)
    try checkEqual("sorted", try RawJSON(parsing: sorted, options: options), tree)
    try checkEqual("by an encoder", try RushJSONCoreEncoder().encodeToString(value), text)
    return text
  }

  private static func randomObject(_ input: inout FuzzInput, isNested: Bool = true) -> String {
    var members: [String] = []
    for _ in 0..<input.choice(9) {
      let kind = input.choice(8)
      let names =
        kind == 6 ? ModelPlan.contents : kind == 7 ? ModelPlan.cases : ModelPlan.names
      let name = input.element(of: names).description
      let isTag = ModelPlan.tags.contains { $0.description == name }
      let value =
        isTag && input.chance(3, in: 4)
        ? "\"\(input.choice(2))\""
        : kind > 5 && isNested ? randomObject(&input, isNested: false) : "\(randomValue(&input))"
      members.append("\(RawJSON.string(name)):\(value)")
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

  enum Shape: Sendable {
    /// Members and parts.
    case object
    /// A tree that takes all members.
    case tree
    /// An enum: by an internal, adjacent or external tag, or the name of the case.
    case tagged, adjacent, external, name
  }

  /// How a member or a part may be missing.
  enum Presence: Sendable {
    case required, optional, field
    /// `T??` for a member.
    case doubled
    /// An optional member with an initial value, or a part with one that is not optional.
    case initial
  }

  /// The names of members. Some share a bit, and some are tags.
  static let names: [JSONName] = [
    "a", "b", "c", "id", "type", "kind", "z", "zz", "name", "\u{e9}", "x\"y", "e\u{301}",
  ]
  static let tags: [JSONName] = ["type", "kind"]
  static let contents: [JSONName] = ["content", "c"]
  static let cases: [JSONName] = ["0", "1"]

  /// The names that the types of an object may still declare.
  struct Names {
    /// Whether each name is that of one type, and at most one type keeps unknown members.
    let isDistinct: Bool
    private var taken: Set<Int> = []
    private var takenTags: Set<Int> = []
    private var hasCases = false
    private var hasKeeper = false

    init(isDistinct: Bool) { self.isDistinct = isDistinct }

    mutating func take(_ name: Int) -> Bool {
      // Not the names of tags and contents, and one of two that Swift compares as equal.
      !isDistinct || ![2, 4, 5, 11].contains(name) && taken.insert(name).inserted
    }

    mutating func takeTag(_ tag: Int) -> Bool { !isDistinct || takenTags.insert(tag).inserted }

    mutating func takeCases() -> Bool {
      if isDistinct, hasCases { return false }
      hasCases = true
      return true
    }

    mutating func takeKeeper() -> Bool {
      if isDistinct, hasKeeper { return false }
      hasKeeper = true
      return true
    }

    /// For the parts of one case: other cases may have the same names.
    var forObject: Names { Names(isDistinct: isDistinct) }
  }

  let shape: Shape
  /// The indexes of the names of the type's members.
  let names: [Int]
  let presences: [Presence]
  /// The parts of an object, or the payloads of the cases.
  let parts: [ModelPlan]
  let partPresences: [Presence]
  let unknown: Unknown
  /// The index of the tag and of the name of the content.
  let tag: Int
  /// Whether each name is that of one type.
  let isDistinct: Bool
  /// Whether the content is an object with the payload as a member, which may be missing with all its members.
  let isLabelled: Bool

  init(_ input: inout FuzzInput, depth: Int, isPart: Bool = false, _ names: inout Names) {
    let tag = input.choice(2)
    var shape = Self.shape(&input, depth: depth, isPart: isPart)
    switch shape {
    case .tree: if !names.takeKeeper() { shape = .object }
    // Two types cannot have one member that is an object of each of them.
    case .adjacent where !names.isDistinct, .external where !names.isDistinct: shape = .object
    case .tagged, .adjacent: if !names.takeTag(tag) { shape = .object }
    case .external: if !names.takeCases() { shape = .object }
    case .object, .name: break
    }
    self.shape = shape
    self.tag = tag
    isDistinct = names.isDistinct
    isLabelled = shape == .adjacent && input.flag()
    var own: [Int] = []
    if shape == .object {
      for name in ModelPlan.names.indices where input.chance(1, in: 4) && names.take(name) {
        own.append(name)
      }
    }
    self.names = own
    // Two types see `null` and a missing member of one name in the same way if both are fields.
    let kinds: [Presence] =
      names.isDistinct ? [.field, .optional, .doubled, .initial, .required] : [.field, .required]
    presences = own.map { _ in input.element(of: kinds) }
    let count: Int
    switch shape {
    case .object: count = depth < 3 ? [0, 0, 1, 1, 2, 3][input.choice(6)] : 0
    case .tree, .name: count = 0
    case .tagged, .adjacent, .external: count = 2
    }
    var parts: [ModelPlan] = []
    let shared = names
    for _ in 0..<count {
      if shape == .object {
        parts.append(ModelPlan(&input, depth: depth + 1, isPart: true, &names))
        continue
      }
      // Each case has an object with the tag, or one of its own.
      var inner = shape == .tagged ? shared : shared.forObject
      parts.append(ModelPlan(&input, depth: depth + 1, isPart: shape == .tagged, &inner))
    }
    if shape == .tagged, names.isDistinct {
      // No type beside this one may have a name of a case.
      for name in parts.flatMap(\.allNames) { _ = names.take(name) }
      for part in parts where part.isKeeping { _ = names.takeKeeper() }
      for tag in parts.flatMap(\.allTags) { _ = names.takeTag(tag) }
      if parts.contains(where: \.hasCases) { _ = names.takeCases() }
    }
    self.parts = parts
    partPresences = parts.map { _ in
      switch shape {
      case .object: [.required, .optional, .field, .initial][input.choice(4)]
      default: [.required, .optional, .field][input.choice(3)]
      }
    }
    var unknown = [Unknown.ignored, .kept, .keptFirst, .refused][input.choice(4)]
    if shape == .tree || shape == .name { unknown = .ignored }
    if shape != .object, unknown != .refused { unknown = .ignored }
    if unknown == .kept || unknown == .keptFirst, !names.takeKeeper() { unknown = .ignored }
    self.unknown = unknown
  }

  private static func shape(_ input: inout FuzzInput, depth: Int, isPart: Bool) -> Shape {
    switch input.choice(10) {
    case 1: depth > 0 ? .tree : .object
    case 6: depth < 3 ? .tagged : .object
    case 7: depth < 3 ? .adjacent : .object
    case 8: depth < 3 ? .external : .object
    case 9: isPart ? .object : .name
    default: .object
    }
  }

  static func == (a: ModelPlan, b: ModelPlan) -> Bool { a === b }

  var members: [JSONName] { names.map { ModelPlan.names[$0] } }
  var tagName: JSONName { ModelPlan.tags[tag] }
  var contentName: JSONName { ModelPlan.contents[tag] }
  var keepsUnknown: Bool { unknown == .kept || unknown == .keptFirst }

  /// The types whose members are in one object with those of this type.
  private var inObject: [ModelPlan] { shape == .object || shape == .tagged ? parts : [] }
  private var allNames: [Int] { names + inObject.flatMap(\.allNames) }
  private var isKeeping: Bool {
    shape == .tree || keepsUnknown || inObject.contains(where: \.isKeeping)
  }
  private var allTags: [Int] {
    (shape == .tagged || shape == .adjacent ? [tag] : []) + inObject.flatMap(\.allTags)
  }
  private var hasCases: Bool { shape == .external || inObject.contains(where: \.hasCases) }
}

/// A value of a planned type.
struct PlannedModel: Codable, JSONReadable, JSONWritable, Equatable {
  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder, for: Self.self)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }

  private let plan: ModelPlan
  private var members: [JSONField<RawJSON>] = []
  private var tag = 0
  /// The parts, or the payload. What is `nil` or missing has no value.
  private var parts: [PlannedModel?] = []
  private var unknown = RawJSON.Object()

  /// The value of a member or a part that has an initial one.
  private static let initial: RawJSON = 5

  /// The members that the type itself declares.
  var declared: [(JSONName, JSONField<RawJSON>)] {
    switch plan.shape {
    case .tagged, .adjacent: [(plan.tagName, .value(.string("\(tag)")))]
    default: Array(zip(plan.members, members))
    }
  }

  /// A random value.
  init(_ plan: ModelPlan, _ input: inout FuzzInput) {
    self.plan = plan
    for presence in plan.presences {
      let value: JSONField<RawJSON> = [.missing, .null, .value(1), .value(["a": 2])][
        input.choice(4)]
      switch (presence, value) {
      case (.required, .missing): members.append(.null)
      case (.optional, .null), (.initial, .missing):
        members.append(presence == .optional ? .missing : .null)
      default: members.append(value)
      }
    }
    if plan.shape != .object, plan.shape != .tree { tag = input.choice(2) }
    for (index, part) in plan.parts.enumerated() where plan.shape == .object || index == tag {
      let presence = plan.partPresences[index]
      let isNil = (presence == .optional || presence == .field) && input.chance(1, in: 3)
      parts.append(isNil ? nil : PlannedModel(part, &input))
    }
    guard plan.shape == .tree || plan.keepsUnknown else { return }
    for _ in 0..<input.choice(5) {
      let names = plan.isDistinct ? plan.members + ["u", "v", "w\""] : ModelPlan.names
      unknown[input.element(of: names).description] = ModelProperties.randomValue(&input)
    }
  }

  /// A value that stands for an initial one.
  init(initialOf plan: ModelPlan) {
    self.plan = plan
    tag = -1
  }

  var isInitial: Bool { tag < 0 }

  /// The value as it is read back: a part without members is `nil` if it may be, and no unknown member has the name
  /// of a declared one.
  var settled: PlannedModel {
    var names: Set<String> = []
    addNames(to: &names)
    return settled(beside: names)
  }

  private func settled(beside names: Set<String>) -> PlannedModel {
    var value = self
    for name in unknown.map(\.name) where names.contains(name) { value.unknown[name] = nil }
    value.parts = zip(parts, presences).map { part, presence in
      guard let part else { return nil }
      if plan.shape != .object, plan.shape != .tagged { return part.settled }
      let settled = part.settled(beside: names)
      let mayBeNil = presence == .optional || presence == .field
      return mayBeNil && settled.hasNoMembers ? nil : settled
    }
    return value
  }

  /// The presences of the parts, or of the payload.
  private var presences: [ModelPlan.Presence] {
    plan.shape == .object
      ? plan.partPresences : plan.partPresences.isEmpty ? [] : [plan.partPresences[tag]]
  }

  private var hasNoMembers: Bool {
    plan.shape == .object || plan.shape == .tree
      ? unknown.isEmpty && members.allSatisfy(\.isMissing)
        && parts.allSatisfy { $0?.hasNoMembers ?? true }
      : false
  }

  /// Adds the names that the object has beside unknown members: those that types declare whose values are there.
  private func addNames(to names: inout Set<String>) {
    for name in plan.members { names.insert(name.description) }
    switch plan.shape {
    case .tagged: names.insert(plan.tagName.description)
    case .adjacent: names.formUnion([plan.tagName.description, plan.contentName.description])
    default: break
    }
    if plan.shape == .object || plan.shape == .tagged {
      for part in parts { part?.addNames(to: &names) }
    }
  }

  // MARK: - Reading

  init(from reader: inout JSONReader) throws {
    guard let stack = reader.userInfo[PlanStack.key] as? PlanStack, let plan = stack.plans.last
    else { throw reader.invalidValue(PlannedModel.self) }
    self.plan = plan
    let isRefusing = plan.unknown == .refused
    switch plan.shape {
    case .tree: unknown = try RawJSON.Object(from: &reader)
    case .name: tag = try reader._tag(ModelPlan.cases, of: PlannedModel.self)
    case .object: try readObject(stack, from: &reader)
    case .tagged:
      tag = try reader._internalTag(plan.tagName, ModelPlan.cases, of: PlannedModel.self)
      parts = [try stack.read(plan, tag, part: 0, from: &reader)]
      if isRefusing {
        let tag = tag
        try reader.refuseUnknownMembers { [plan] in
          $0.add(plan.tagName)
          plan.addPart(tag, to: &$0)
        }
      }
    case .adjacent:
      tag = try reader._internalTag(plan.tagName, ModelPlan.cases, of: PlannedModel.self)
      if isRefusing {
        try reader.refuseUnknownMembers { [plan] in
          $0.add(plan.tagName)
          $0.add(plan.contentName)
        }
      }
      if plan.isLabelled, plan.partPresences[tag] != .required {
        if try reader._enterIfPresent(plan.contentName) { try reader.beginObject() }
        parts = [try stack.readMember("x", plan, tag, from: &reader)]
      } else if plan.isLabelled {
        try reader.enter(plan.contentName)
        try reader.beginObject()
        parts = [try stack.readMember("x", plan, tag, from: &reader)]
      } else {
        parts = [try stack.readMember(plan.contentName, plan, tag, from: &reader)]
      }
      if isRefusing, plan.isLabelled { try reader.refuseUnknownMembers { $0.add("x") } }
    case .external:
      tag = try reader._externalTag(ModelPlan.cases, of: PlannedModel.self, refusing: isRefusing)
      try reader.beginObject()
      parts = [try stack.readMember("_0", plan, tag, from: &reader)]
      if isRefusing { try reader.refuseUnknownMembers { $0.add("_0") } }
    }
  }

  private mutating func readObject(_ stack: PlanStack, from reader: inout JSONReader) throws {
    try reader.beginObject()
    let half = plan.members.count / 2
    for index in 0..<half { try readMember(index, from: &reader) }
    for index in plan.parts.indices {
      parts.append(try stack.read(plan, index, part: index, from: &reader))
    }
    for index in half..<plan.members.count { try readMember(index, from: &reader) }
    let addNames = plan.addNames
    if plan.keepsUnknown { unknown = reader.unknownMembers(beside: addNames) }
    if plan.unknown == .refused { try reader.refuseUnknownMembers(beside: addNames) }
  }

  private mutating func readMember(_ index: Int, from reader: inout JSONReader) throws {
    let name = plan.members[index]
    switch plan.presences[index] {
    case .field: members.append(try reader.value(name))
    case .required:
      let value: RawJSON = try reader.value(name)
      members.append(JSONField(value))
    case .optional:
      let value: RawJSON? = try reader.value(name)
      members.append(JSONField(value))
    case .doubled:
      let value: RawJSON?? = try reader.value(name)
      switch value {
      case .none: members.append(.missing)
      case .some(.none): members.append(.null)
      case .some(.some(let value)): members.append(JSONField(value))
      }
    case .initial:
      var value: RawJSON? = Self.initial
      try reader.value(name, into: &value)
      members.append(value.map { JSONField($0) } ?? .null)
    }
  }

  // MARK: - Writing

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    if plan.shape == .tree { return try unknown.write(to: &writer) }
    if plan.shape == .name { return try writer.string("\(tag)") }
    try writer.beginObject()
    let name = plan.tagName
    switch plan.shape {
    case .tagged:
      try writer.member(name, "\(tag)")
      try writePart(0, to: &writer, beside: { $0.add(name) })
    case .adjacent:
      try writer.member(name, "\(tag)")
      if plan.isLabelled {
        try writer.name(plan.contentName)
        try writer.beginObject()
        try writePayload("x", to: &writer)
        try writer.endObject()
      } else {
        try writePayload(plan.contentName, to: &writer)
      }
    case .external:
      try writer.name(ModelPlan.cases[tag])
      try writer.beginObject()
      try writePayload("_0", to: &writer)
      try writer.endObject()
    default: try writeObject(to: &writer)
    }
    try writer.endObject()
  }

  private func writeObject(to writer: inout JSONWriter) throws(JSONWritingError) {
    let names = plan.members
    func addNames(_ list: inout JSONName.List) { for name in names { list.add(name) } }
    let isFirst = plan.unknown == .keptFirst && parts.isEmpty
    if isFirst { try writer.members(of: unknown, beside: addNames) }
    let half = names.count / 2
    for index in 0..<half { try writeMember(index, to: &writer) }
    for index in parts.indices { try writePart(index, to: &writer, beside: addNames) }
    for index in half..<names.count { try writeMember(index, to: &writer) }
    if !isFirst { try writer.members(of: unknown, beside: addNames) }
  }

  private func writeMember(_ index: Int, to writer: inout JSONWriter) throws(JSONWritingError) {
    let (name, member) = (plan.members[index], members[index])
    switch plan.presences[index] {
    case .field: try writer.member(name, member)
    case .required: try writer.member(name, member.value ?? RawJSON.null)
    case .optional: try writer.member(name, member.value)
    case .doubled:
      let value: RawJSON?? = member.isMissing ? .none : .some(member.value)
      try writer.member(name, value)
    case .initial:
      if JSONWriter._isNil(member.value) {
        try writer._nullMember(name)
      } else {
        try writer.member(name, member.value)
      }
    }
  }

  private func writePart(
    _ index: Int, to writer: inout JSONWriter,
    beside names: @escaping (inout JSONName.List) -> Void
  ) throws(JSONWritingError) {
    switch presences[index] {
    case .field: try writer.members(of: field(index), as: "part", beside: names)
    case .optional: try writer.members(of: parts[index], as: "part", beside: names)
    default: if let part = parts[index] { try writer.members(of: part, as: "part", beside: names) }
    }
  }

  private func writePayload(_ name: JSONName, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    switch presences[0] {
    case .field: try writer.member(name, field(0))
    default: try writer.member(name, parts[0])
    }
  }

  private func field(_ index: Int) -> JSONField<PlannedModel> {
    parts[index].map { .value($0) } ?? .missing
  }
}

extension PlanStack {
  /// Reads a part, as the code for a flattened property or a payload does.
  fileprivate func read(
    _ plan: ModelPlan, _ index: Int, part: Int, from reader: inout JSONReader
  ) throws -> PlannedModel? {
    try read(number(of: plan.parts[index]), plan, index, part, &reader)
  }

  private func read<N: PartNumber>(
    _ number: N.Type, _ plan: ModelPlan, _ index: Int, _ part: Int, _ reader: inout JSONReader
  ) throws -> PlannedModel? {
    typealias Part = PlannedPart<N>
    let beside = plan.addNames
    switch plan.partPresences[index] {
    case .optional:
      return try reader.read(Part?.self, as: "part", beside: beside, part: part)?.model
    case .field:
      return try reader.read(JSONField<Part>.self, as: "part", beside: beside, part: part).value?
        .model
    case .initial:
      var value = Part(initialOf: plan.parts[index])
      try reader._read(into: &value, as: "part", beside: beside, part: part)
      return value.model.isInitial ? nil : value.model
    default:
      return try reader.read(Part.self, as: "part", beside: beside, part: part).model
    }
  }

  /// Reads the payload of a case as a member.
  fileprivate func readMember(
    _ name: JSONName, _ plan: ModelPlan, _ index: Int, from reader: inout JSONReader
  ) throws -> PlannedModel? {
    plans.append(plan.parts[index])
    defer { plans.removeLast() }
    switch plan.partPresences[index] {
    case .optional: return try reader.value(name)
    case .field:
      let field: JSONField<PlannedModel> = try reader.value(name)
      return field.value
    default:
      let value: PlannedModel = try reader.value(name)
      return value
    }
  }
}
