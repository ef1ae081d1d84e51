import CorpusGenerator
import RushJSONCore
import RushJSONEditing
import Testing

/// Differences as a list, with ignored values and unordered arrays.
@Suite struct JSONDifferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var ignoring: [JSONPointer] = []
    var unordered: [JSONPointer: JSONPointer] = [:]
    var lines: [String]

    var testDescription: String { "\(old) → \(new)" }
  }

  static let cases = [
    Case(old: "1", new: "1.0", lines: []),
    Case(old: "1", new: "2", lines: ["~ the whole value: 1 → 2"]),
    Case(
      old: #"{"a":1,"b":2}"#, new: #"{"b":3,"c":[]}"#,
      lines: ["- /a: 1", "~ /b: 2 → 3", "+ /c: []"]),
    Case(old: "[1,2,3,4]", new: "[4,1,2,3]", lines: ["> /3 → /0"]),
    Case(old: "[1,2,3]", new: "[0,1,3]", lines: ["- /1: 2", "+ /0: 0"]),
    Case(
      old: #"[{"a":1},5,6]"#, new: #"[5,6,{"a":2}]"#,
      lines: ["- /0: {\"a\":1}", "+ /2: {\"a\":2}"]),
    Case(
      old: #"[7,{"a":1,"b":0}]"#, new: #"[{"a":2,"b":0}]"#,
      lines: ["- /1: {\"a\":1,\"b\":0}", "~ /0: 7 → {\"a\":2,\"b\":0}"]),
    Case(
      old: #"{"t":1,"i":[{"u":1,"x":1}]}"#, new: #"{"i":[{"x":2,"u":2,"v":3}]}"#,
      ignoring: ["/t", "/i/*/u"], lines: ["~ /i/0/x: 1 → 2", "+ /i/0/v: 3"]),
    Case(old: #"{"t":1}"#, new: "{}", ignoring: ["/*"], lines: []),
    Case(old: "[1]", new: "[2,3]", ignoring: ["/*"], lines: []),
    Case(old: "[1,5]", new: "[2,5]", ignoring: ["/0"], lines: []),
    Case(old: "1", new: "[]", ignoring: [.root], lines: []),
    // An element is found by what counts of it.
    Case(
      old: #"[{"u":1,"x":1},{"u":2,"x":2}]"#, new: #"[0,{"u":3,"x":1},{"u":4,"x":2}]"#,
      ignoring: ["/*/u"], lines: ["+ /0: 0"]),
    Case(old: "[1,2,2]", new: "[2,1,2]", unordered: [.root: .root], lines: []),
    Case(
      old: #"{"i":[{"id":1,"x":1},{"id":2},{"id":3}]}"#,
      new: #"{"i":[{"id":3},{"id":4},{"id":1,"x":2}]}"#, unordered: ["/i": "/id"],
      lines: ["- /i/1: {\"id\":2}", "+ /i/1: {\"id\":4}", "~ /i/2/x (was /i/0/x): 1 → 2"]),
    // Unordered arrays in an array whose order counts.
    Case(old: "[[1,2],[2,1]]", new: "[[2,1],[1,2]]", unordered: ["/*": .root], lines: []),
  ]

  @Test(arguments: cases)
  func linesOfDifferences(_ test: Case) throws {
    let difference = JSONDifference(
      from: try RawJSON(parsing: test.old), to: try RawJSON(parsing: test.new),
      ignoring: test.ignoring, unordered: test.unordered)
    #expect(difference.changes.map(\.description) == test.lines)
    #expect(difference.isEmpty == test.lines.isEmpty)
    #expect(difference.description == test.lines.joined(separator: "\n"))
  }

  @Test func patchKeepsWhatIsIgnored() throws {
    let old = try RawJSON(parsing: #"{"i":[{"id":1,"u":1},{"id":2,"u":2},{"id":3,"u":3,"x":0}]}"#)
    let new = try RawJSON(parsing: #"{"i":[{"id":9,"u":9},{"id":3,"u":7,"x":1},{"id":1,"u":8}]}"#)
    let difference = JSONDifference(
      from: old, to: new, ignoring: ["/i/*/u"], unordered: ["/i": "/id"])
    #expect(
      try old.applying(difference.patch).description
        == #"{"i":[{"id":1,"u":1},{"id":3,"u":3,"x":1},{"id":9,"u":9}]}"#)
  }

  /// The list refers to both values, and the patch makes the changes, whatever counts.
  @Test(arguments: PropertySeed.all(count: 300))
  func differencesAreTrue(_ seed: PropertySeed) throws {
    var trees = TreeGenerator(seed: seed.value)
    let old = trees.tree()
    let new = trees.changed(old)
    var random = SeededGenerator(seed: seed.value &+ 7)
    func rule() -> JSONPointer {
      var pointer = trees.pointer(in: Bool.random(using: &random) ? old : new)
      // An index would mean another element of the patched array.
      for index in pointer.tokens.indices
      where JSONPointer.index(of: pointer.tokens[index]) != nil
        || random.integer(in: 0...2) == 0
      {
        pointer.tokens[index] = "*"
      }
      return pointer
    }
    let ignoring = (0..<random.integer(in: 0...2)).map { _ in rule() }
    let unordered: [JSONPointer: JSONPointer] =
      random.integer(in: 0...1) == 0 ? [:] : [rule(): .root]
    let difference = JSONDifference(
      from: old, to: new, ignoring: ignoring, unordered: unordered)
    for change in difference.changes {
      if let place = change.oldPointer { #expect(old[place] == change.old) }
      if let place = change.newPointer { #expect(new[place] == change.new) }
      #expect(change.oldPointer != nil || change.newPointer != nil)
    }
    let patched = try old.applying(difference.patch)
    let rest = JSONDifference(from: patched, to: new, ignoring: ignoring, unordered: unordered)
    #expect(rest.isEmpty, "\(ignoring) \(unordered)\n\(rest)")
    #expect(
      difference.isEmpty
        == Self.areEqual(
          old, new, ignoring.map { $0.tokens[...] }, unordered.keys.map { $0.tokens[...] }))
    if ignoring.isEmpty, unordered.isEmpty { #expect(patched == new) }
  }

  typealias Rules = [ArraySlice<String>]

  /// Whether two values are equal, in the simplest way.
  private static func areEqual(
    _ old: RawJSON, _ new: RawJSON, _ ignored: Rules, _ unordered: Rules
  ) -> Bool {
    func child(_ rules: Rules, _ token: String) -> Rules {
      rules.compactMap { $0.first == "*" || $0.first == token ? $0.dropFirst() : nil }
    }
    if ignored.contains(where: \.isEmpty) { return true }
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)):
      return Set(old.names).union(new.names).allSatisfy { name in
        let rules = child(ignored, name)
        if rules.contains(where: \.isEmpty) { return true }
        guard let left = old[name], let right = new[name] else { return false }
        return areEqual(left, right, rules, child(unordered, name))
      }
    case (.array(let old), .array(let new)):
      if ignored.contains(["*"]) { return true }
      if old.count != new.count { return false }
      guard unordered.contains(where: \.isEmpty) else {
        return old.indices.allSatisfy {
          areEqual(old[$0], new[$0], child(ignored, "\($0)"), child(unordered, "\($0)"))
        }
      }
      var rest = Array(new.indices)
      return old.indices.allSatisfy { index in
        // An element that is ignored by its index counts as null.
        func masked(_ array: RawJSON.Array, _ index: Int) -> RawJSON {
          child(ignored, "\(index)").contains(where: \.isEmpty) ? .null : array[index]
        }
        let match = rest.firstIndex {
          areEqual(
            masked(old, index), masked(new, $0), child(ignored, "\(index)"),
            child(unordered, "\(index)"))
            && areEqual(
              masked(new, $0), masked(old, index), child(ignored, "\($0)"),
              child(unordered, "\($0)"))
        }
        if let match { rest.remove(at: match) }
        return match != nil
      }
    default: return old == new
    }
  }
}
