import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// A value as plain arrays of pairs, which applies operations in the simplest way.
private enum Model: Equatable {
  case number(Int)
  case array([Model])
  case object([Pair])

  struct Pair: Equatable {
    var name: String
    var value: Model
  }

  var tree: RawJSON {
    switch self {
    case .number(let number): .number(number)
    case .array(let elements): .array(RawJSON.Array(elements.map(\.tree)))
    case .object(let pairs):
      .dictionary(
        RawJSON.Object(pairs.map { RawJSON.Object.Member(name: $0.name, value: $0.value.tree) }))
    }
  }

  subscript(path: ArraySlice<String>) -> Model? {
    guard let token = path.first else { return self }
    switch self {
    case .number: return nil
    case .array(let elements):
      guard let index = Int(token), elements.indices.contains(index) else { return nil }
      return elements[index][path.dropFirst()]
    case .object(let pairs):
      return pairs.first { $0.name == token }?.value[path.dropFirst()]
    }
  }

  /// Changes the value that holds the last token. Returns whether there was something to change.
  mutating func change(_ path: ArraySlice<String>, _ body: (inout Model, String) -> Bool) -> Bool {
    guard let token = path.first else { return false }
    if path.count == 1 { return body(&self, token) }
    switch self {
    case .number: return false
    case .array(var elements):
      guard let index = Int(token), elements.indices.contains(index) else { return false }
      defer { self = .array(elements) }
      return elements[index].change(path.dropFirst(), body)
    case .object(var pairs):
      guard let index = pairs.firstIndex(where: { $0.name == token }) else { return false }
      defer { self = .object(pairs) }
      return pairs[index].value.change(path.dropFirst(), body)
    }
  }

  mutating func add(_ value: Model, _ path: ArraySlice<String>) -> Bool {
    change(path) { container, token in
      switch container {
      case .number: return false
      case .array(var elements):
        guard let index = token == "-" ? elements.count : Int(token), index <= elements.count
        else { return false }
        elements.insert(value, at: index)
        container = .array(elements)
      case .object(var pairs):
        if let index = pairs.firstIndex(where: { $0.name == token }) {
          pairs[index].value = value
        } else {
          pairs.append(Pair(name: token, value: value))
        }
        container = .object(pairs)
      }
      return true
    }
  }

  mutating func remove(_ path: ArraySlice<String>) -> Bool {
    change(path) { container, token in
      switch container {
      case .number: return false
      case .array(var elements):
        guard let index = Int(token), elements.indices.contains(index) else { return false }
        elements.remove(at: index)
        container = .array(elements)
      case .object(var pairs):
        guard let index = pairs.firstIndex(where: { $0.name == token }) else { return false }
        pairs.remove(at: index)
        container = .object(pairs)
      }
      return true
    }
  }
}

/// Patches that remove, add and move members of large objects do what the simplest model does. When
/// a later operation fails they undo it, with the members in the same order.
@Suite struct PatchModelTests {
  /// An operation on both. Only those that succeed are kept.
  private struct Step {
    var operation: JSONPatch.Operation
    var result: Model
  }

  private struct Generator {
    var random: SeededGenerator
    var nextName = 0

    mutating func root() -> Model {
      .object(
        [
          Model.Pair(name: "a", value: object(count: 70 + random.integer(in: 0...200))),
          Model.Pair(
            name: "l",
            value: .array((0..<3).map { _ in object(count: 60 + random.integer(in: 0...20)) })),
          Model.Pair(name: "b", value: object(count: random.integer(in: 0...100))),
        ] + (0..<80).map { Model.Pair(name: name(), value: .number($0)) })
    }

    mutating func object(count: Int) -> Model {
      .object(
        (0..<count).map { index in
          let value: Model =
            index % 9 == 0
            ? .object([.init(name: "x", value: .number(index))])
            : .number(index)
          return Model.Pair(name: name(), value: value)
        })
    }

    /// Short and long names, which are stored in different ways.
    mutating func name() -> String {
      nextName += 1
      return nextName % 3 == 0 ? "a name of more than fifteen bytes \(nextName)" : "n\(nextName)"
    }

    mutating func container() -> [String] {
      random.element(of: [[], ["a"], ["a"], ["b"], ["l", "0"], ["l", "1"], ["l", "2"]])
    }

    mutating func member(of model: Model) -> [String]? {
      let container = container()
      guard case .object(let pairs)? = model[container[...]], !pairs.isEmpty else { return nil }
      return container + [random.element(of: pairs).name]
    }

    mutating func step(_ model: Model) -> Step? {
      var result = model
      let pointer = { (tokens: [String]) in JSONPointer(tokens: tokens) }
      switch random.integer(in: 0...13) {
      case 0...4:
        guard let path = member(of: model), result.remove(path[...]) else { return nil }
        return Step(operation: .remove(pointer(path)), result: result)
      case 5, 6:
        let path = container() + [name()]
        let value = random.integer(in: 0...1) == 0 ? Model.number(nextName) : object(count: 2)
        guard result.add(value, path[...]) else { return nil }
        return Step(operation: .add(pointer(path), value.tree), result: result)
      case 7:
        guard let path = member(of: model), result.add(.number(-1), path[...]) else { return nil }
        return Step(operation: .replace(pointer(path), -1), result: result)
      case 8, 9:
        guard let from = member(of: model), let value = model[from[...]] else { return nil }
        let path = container() + [name()]
        guard result.remove(from[...]), result.add(value, path[...]) else { return nil }
        return Step(operation: .move(from: pointer(from), to: pointer(path)), result: result)
      case 10:
        // A whole object with removed members, or one member.
        guard let from = random.integer(in: 0...3) == 0 ? container() : member(of: model),
          let value = model[from[...]]
        else { return nil }
        let path = ["b", name()]
        guard result.add(value, path[...]) else { return nil }
        return Step(operation: .copy(from: pointer(from), to: pointer(path)), result: result)
      case 11:
        let path = random.integer(in: 0...3) == 0 ? [] : container()
        guard let value = model[path[...]] else { return nil }
        return Step(operation: .test(pointer(path), value.tree), result: result)
      case 12:
        // An object with all changes in it.
        let path = [random.integer(in: 0...3) == 0 ? "a" : "b"]
        let value = object(count: 70)
        guard model[path[...]] != nil, result.add(value, path[...]) else { return nil }
        return Step(operation: .replace(pointer(path), value.tree), result: result)
      default:
        // The elements change places, with all changes in them.
        let value = model[["l", "0"]]
        guard let value, result.remove(["l", "0"]), result.add(value, ["l", "-"]) else {
          return nil
        }
        return Step(operation: .move(from: "/l/0", to: "/l/-"), result: result)
      }
    }
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func doesAndUndoesWhatTheModelDoes(_ seed: PropertySeed) throws {
    var generator = Generator(random: SeededGenerator(seed: seed.value))
    for count in [50, 300] {
      var model = generator.root()
      let original = model.tree
      let text = original.description
      var patch = JSONPatch()
      for _ in 0..<count {
        guard let step = generator.step(model) else { continue }
        patch.operations.append(step.operation)
        model = step.result
      }
      for movesLeft in [0, 2000] {
        var value = original
        try patch.apply(
          to: &value, maximumCopiedValues: 1 << 20, tombstones: Tombstones(movesLeft: movesLeft))
        #expect(value.description == model.tree.description)
        #expect(value == model.tree)
        #expect(try Self.findsAllMembers(value))
        #expect(original.description == text)

        var undone = original
        let failing = JSONPatch(patch.operations + [.test("/a", "not this")])
        #expect(throws: JSONPatch.Failure.self) {
          try failing.apply(
            to: &undone, maximumCopiedValues: 1 << 20, tombstones: Tombstones(movesLeft: movesLeft))
        }
        #expect(undone.description == text)
        #expect(try Self.findsAllMembers(undone))
      }
    }
  }

  /// Whether look-ups in the root and in its objects find all members.
  private static func findsAllMembers(_ root: RawJSON) throws -> Bool {
    let members = try #require(root.objectValue)
    return ([members] + members.compactMap(\.value.objectValue)).allSatisfy { object in
      object.enumerated().allSatisfy { object.index(ofName: $0.element.name) == $0.offset }
    }
  }

  @Test func testOperationsSeeAnObjectWithTombstones() throws {
    var object = RawJSON.Object()
    for index in 0..<200 { object["n\(index)"] = .number(index) }
    let value: RawJSON = ["o": .dictionary(object), "p": 1]
    for name in ["n0", "n100", "n199"] { object[name] = nil }
    let rest = RawJSON.dictionary(object)
    var more = object
    more["x"] = 1
    var other = object
    other["n50"] = "x"
    var renamed = object
    renamed["n50"] = nil
    renamed["y"] = 50
    let removals: [JSONPatch.Operation] = [
      .remove("/o/n0"), .remove("/o/n100"), .remove("/o/n199"),
    ]
    func apply(_ operations: [JSONPatch.Operation]) throws(JSONPatch.Failure) -> RawJSON {
      var result = value
      try JSONPatch(removals + operations).apply(
        to: &result, maximumCopiedValues: 1 << 20, tombstones: Tombstones(movesLeft: 0))
      return result
    }
    #expect(try apply([.test("/o", rest)]) == ["o": rest, "p": 1])
    #expect(try apply([.test("", ["o": rest, "p": 1])]) == ["o": rest, "p": 1])
    for wrong in [.dictionary(more), .dictionary(other), .dictionary(renamed), [], [:], 1]
      as [RawJSON]
    {
      #expect(throws: JSONPatch.Failure.self) { try apply([.test("/o", wrong)]) }
      #expect(throws: JSONPatch.Failure.self) { try apply([.test("", ["o": wrong, "p": 1])]) }
    }
    // Names and members that are gone, and some that were added again.
    #expect(throws: JSONPatch.Failure.self) { try apply([.remove("/o/n0")]) }
    #expect(throws: JSONPatch.Failure.self) { try apply([.test("/o/n100", 100)]) }
    let again = try apply([.add("/o/n100", 7), .copy(from: "/o", to: "/q"), .remove("/o/n100")])
    #expect(again["q"]?.objectValue?.last == RawJSON.Object.Member(name: "n100", value: 7))
    #expect(again["o"] == rest)
    #expect(again["q"]?.objectValue?.count == 198)
  }

  @Test func removalsLeaveTombstonesInsteadOfMovingOthers() {
    var object = RawJSON.Object()
    for index in 0..<1000 { object["n\(index)"] = .number(index) }
    let original = object.description
    var tombstones = Tombstones(movesLeft: 5000)
    var moving = 0
    var removed: [(name: String, value: RawJSON, position: Int)] = []
    for name in Array(object.names.dropLast()) {
      guard let position = object.index(ofName: name) else { continue }
      let (value, leavesTombstone) = tombstones.remove(at: position, of: &object)
      if leavesTombstone { removed.append((name, value, position)) } else { moving += 1 }
      #expect(object.index(ofName: name) == nil)
    }
    // A thousand members can be moved five times, but no more.
    #expect(moving == 5)
    for (name, value, position) in removed.reversed() {
      tombstones.putBack(name, value, at: position, of: &object)
    }
    #expect(tombstones.isEmpty)
    #expect(object.count == 995)
    #expect(original.hasSuffix(object.description.dropFirst()))
  }
}
