#if !ONE_MODULE
  import CorpusGenerator
#endif

/// Random texts of trees that have much in common: few names, few values, and a second tree that differs
/// from the first one in some places.
struct TreeTexts {
  private indirect enum Tree {
    case scalar(String)
    case array([Tree])
    case object([(name: String, value: Tree)])

    var text: String {
      var text = ""
      append(to: &text)
      return text
    }

    func append(to text: inout String) {
      switch self {
      case .scalar(let scalar): text += scalar
      case .array(let elements):
        text += "["
        for (index, element) in elements.enumerated() {
          if index > 0 { text += "," }
          element.append(to: &text)
        }
        text += "]"
      case .object(let members):
        text += "{"
        for (index, member) in members.enumerated() {
          text += index > 0 ? ",\"" : "\""
          text += member.name
          text += "\":"
          member.value.append(to: &text)
        }
        text += "}"
      }
    }
  }

  private static let names = [
    "a", "b", "c", "", "a/b", "~", "~1", "0", "1", "-", "é", "longer name",
  ]
  private static let scalars = [
    "0", "1", "2", "1.0", "1.5", "-0", "10", "1e1", "null", "true", "false", "\"\"", "\"a\"",
    "\"é\"",
    "9007199254740993", "1e400", "[]", "{}",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Two trees, a patch that may fail, and pointers, on lines of their own.
  mutating func text() -> [UInt8] {
    let first = tree(depth: depth())
    let second = random.chance(1, in: 6) ? tree(depth: depth()) : changed(first)
    let operations = (0..<random.integer(in: 0...4)).map { _ in operation() }
    let pointers = (0..<random.integer(in: 0...3)).map { _ in pointer() }
    let patch = "[" + operations.joined(separator: ",") + "]"
    return Array(([first.text, second.text, patch] + pointers).joined(separator: "\n").utf8)
  }

  mutating func payload() -> [UInt8] {
    var members: [(name: String, value: Tree)] = []
    let alert = random.element(of: ["\"t\"", #"{"title":"t","body":"b","loc-args":["1"]}"#])
    let options = [
      "\"alert\":" + alert, "\"badge\":\(random.integer(in: 0...9))", "\"sound\":\"s\"",
      #""sound":{"critical":1,"name":"n","volume":0.5}"#, "\"mutable-content\":1",
      "\"thread-id\":\"x\"", "\"interruption-level\":\"active\"", "\"relevance-score\":0.25",
    ]
    let chosen = options.filter { _ in random.chance(1, in: 2) }.joined(separator: ",")
    members.append(("aps", .scalar("{\(chosen)}")))
    if case .object(let more) = tree(depth: depth()) { members += more }
    if random.chance(1, in: 4) { members.swapAt(0, members.count - 1) }
    return Array(Tree.object(members).text.utf8)
  }

  mutating func pocket() -> [UInt8] {
    let references = (0..<random.integer(in: 0...3)).map { _ in
      let texts = (0..<random.integer(in: 0...2)).map { "\"id \($0)\"" }.joined(separator: ",")
      let value = random.element(of: ["[\(texts)]", "[\(texts)]", "null", "\"a\"", "[1]"])
      return "\"\(random.element(of: Self.names))\":\(value)"
    }
    let data =
      random.chance(1, in: 4) ? random.element(of: ["{}", "null"]) : tree(depth: depth()).text
    return Array("{\"references\":{\(references.joined(separator: ","))},\"data\":\(data)}".utf8)
  }

  /// How deep a tree is at most. Half of them have one level, because those find nearly as much.
  private mutating func depth() -> Int { random.element(of: [0, 1, 1, 1, 1, 2, 2, 3, 4]) }

  private mutating func tree(depth: Int) -> Tree {
    if depth == 0 || random.chance(1, in: 4) {
      return .scalar(random.element(of: Self.scalars))
    }
    let count = random.chance(1, in: 30) ? random.integer(in: 9...40) : random.integer(in: 0...4)
    if random.chance(1, in: 2) { return .array((0..<count).map { _ in tree(depth: depth - 1) }) }
    return .object(
      (0..<count).map { index in
        (name(index, of: count), tree(depth: depth - 1))
      })
  }

  /// Wide objects have names of their own.
  private mutating func name(_ index: Int, of count: Int) -> String {
    count > 8 ? "name \(index)" : random.element(of: Self.names)
  }

  /// The tree with about two changes at each level.
  private mutating func changed(_ tree: Tree) -> Tree {
    switch tree {
    case .scalar: return random.chance(1, in: 3) ? self.tree(depth: 1) : tree
    case .array(var elements):
      for index in elements.indices where random.chance(1, in: 3) {
        elements[index] = changed(elements[index])
      }
      switch random.integer(in: 0...5) {
      case 0: elements.insert(self.tree(depth: 1), at: random.integer(in: 0...elements.count))
      case 1 where !elements.isEmpty:
        elements.remove(at: random.integer(in: 0...(elements.count - 1)))
      case 2: elements.reverse()
      default: break
      }
      return .array(elements)
    case .object(var members):
      for index in members.indices where random.chance(1, in: 3) {
        members[index].value = changed(members[index].value)
      }
      switch random.integer(in: 0...5) {
      case 0: members.append((random.element(of: Self.names), self.tree(depth: 1)))
      case 1 where !members.isEmpty:
        members.remove(at: random.integer(in: 0...(members.count - 1)))
      case 2: members.reverse()
      default: break
      }
      return .object(members)
    }
  }

  private mutating func pointer() -> String {
    (0..<random.integer(in: 0...3)).map { _ in
      let token = random.element(of: Self.names + ["0", "1", "2", "01", "name 3"])
      var escaped = ""
      for character in token {
        escaped += character == "~" ? "~0" : character == "/" ? "~1" : String(character)
      }
      return "/" + escaped
    }.joined()
  }

  private mutating func operation() -> String {
    let (path, from) = (pointer(), pointer())
    let value = tree(depth: 1).text
    switch random.integer(in: 0...6) {
    case 0, 1: return #"{"op":"add","path":"\#(path)","value":\#(value)}"#
    case 2: return #"{"op":"remove","path":"\#(path)"}"#
    case 3: return #"{"op":"replace","path":"\#(path)","value":\#(value)}"#
    case 4: return #"{"op":"move","path":"\#(path)","from":"\#(from)"}"#
    case 5: return #"{"op":"copy","path":"\#(path)","from":"\#(from)"}"#
    default: return #"{"op":"test","path":"\#(path)","value":\#(value)}"#
    }
  }
}
