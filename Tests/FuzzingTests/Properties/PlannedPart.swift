import RushJSON
import RushJSONCore

/// The plans of the types that are being read: a type finds its own on top.
final class PlanStack: @unchecked Sendable {
  // A raw value always makes a key.
  // swift-format-ignore: NeverForceUnwrap
  static let key = CodingUserInfoKey(rawValue: "plans")!
  var plans: [ModelPlan] = []

  /// For functions of types, which have no `userInfo`.
  @TaskLocal static var current: PlanStack?
  /// The plans of parts: each part has a type of its own.
  private var parts: [ModelPlan] = []

  func plan<N: PartNumber>(of number: N.Type) -> ModelPlan { parts[number.value] }

  func number(of part: ModelPlan) -> any PartNumber.Type {
    if let index = parts.firstIndex(where: { $0 === part }) { return Self.number(index) }
    parts.append(part)
    return Self.number(parts.count - 1)
  }

  private static func number(_ value: Int) -> any PartNumber.Type {
    func next<N: PartNumber>(_ type: N.Type) -> any PartNumber.Type { NextPart<N>.self }
    if value == 0 { return FirstPart.self }
    let previous: any PartNumber.Type = number(value - 1)
    return next(previous)
  }
}

/// Numbers as types.
protocol PartNumber { static var value: Int { get } }
enum FirstPart: PartNumber { static var value: Int { 0 } }
enum NextPart<N: PartNumber>: PartNumber { static var value: Int { N.value + 1 } }

/// A part of an object: it states the names of its plan.
struct PlannedPart<Number: PartNumber>: JSONReadable {
  let model: PlannedModel

  init(initialOf plan: ModelPlan) { model = PlannedModel(initialOf: plan) }

  init(from reader: inout JSONReader) throws {
    guard let stack = reader.userInfo[PlanStack.key] as? PlanStack else {
      throw reader.invalidValue(PlannedModel.self)
    }
    stack.plans.append(stack.plan(of: Number.self))
    defer { stack.plans.removeLast() }
    model = try PlannedModel(from: &reader)
  }

  static func _addNames(to names: inout JSONReader.MemberNames) {
    PlanStack.current?.plan(of: Number.self).addNames(to: &names)
  }
}

extension ModelPlan {
  /// Adds the names as the macro's code for such a type does.
  func addNames(to names: inout JSONReader.MemberNames) {
    switch shape {
    case .tree, .name: names._takeOthers()
    case .object:
      let half = members.count / 2
      for index in 0..<half { addMember(index, to: &names) }
      for index in parts.indices { addPart(index, to: &names) }
      for index in half..<members.count { addMember(index, to: &names) }
      if keepsUnknown { names._takeOthers() }
    case .tagged:
      let tag = names._internalTag(tagName, ModelPlan.cases)
      if parts.indices.contains(tag) { addPart(tag, to: &names) }
    case .adjacent:
      if names._internalTag(tagName, ModelPlan.cases) >= 0 {
        names.add(contentName, isOptional: true)
      }
    case .external: _ = names._externalTag(ModelPlan.cases)
    }
    if unknown == .refused { names._refuseOthers() }
  }

  private func addMember(_ index: Int, to names: inout JSONReader.MemberNames) {
    names.add(members[index], isOptional: presences[index] != .required)
  }

  func addPart(_ index: Int, to names: inout JSONReader.MemberNames) {
    guard let number = PlanStack.current?.number(of: parts[index]) else { return }
    let presence = partPresences[index]
    func add<N: PartNumber>(_ number: N.Type, _ names: inout JSONReader.MemberNames) {
      switch presence {
      case .optional: names._part(of: { (_: Self) -> PlannedPart<N>? in nil })
      case .field: names._part(of: { (_: Self) -> JSONField<PlannedPart<N>> in .missing })
      default:
        names._part(
          of: { (plan: Self) in PlannedPart<N>(initialOf: plan) }, isOptional: presence == .initial)
      }
    }
    add(number, &names)
  }
}
