import CorpusGenerator
import RushJSONCore
import Testing

/// Look-ups in large objects, and from many tasks in parallel.
@Suite struct LookUpTests {
  static let wide = CorpusShape.wideObject(memberCount: 100_000, seed: 8259)

  /// In quadratic time, this would take ten thousand million comparisons.
  @Test func everyMemberOfAWideObject() throws {
    let root = try JSONDocument(parsing: Self.wide).root
    #expect(root.count == 100_000)
    var found = 0
    for member in try root.members() where root[member.name]?.offset == member.value.offset {
      found += 1
    }
    #expect(found == 100_000)
    #expect(root["no such name"] == nil)
    #expect(root[""] == nil)
  }

  /// Around the number of members at which an object gets an index.
  @Test(arguments: [0, 1, 2, 30, 31, 32, 33, 63, 64, 65, 1000])
  func everyMember(_ count: Int) throws {
    // Every third name is escaped in the text, every fifth is a prefix of another.
    let names = (0..<count).map { $0 % 5 == 0 ? String(repeating: "x", count: $0) : "name \($0)" }
    let members = names.enumerated().map { i, name in
      i % 3 == 0 && i % 5 != 0 ? "\"\\u006eame \(i)\":\(i)" : "\"\(name)\":\(i)"
    }
    let root = try JSONDocument(parsing: "{" + members.joined(separator: ",") + "}").root
    #expect(root.count == count)
    for (i, name) in names.enumerated() {
      #expect(try root[name]?.int() == i)
      #expect(root[name + " "] == nil)
      #expect(root["\\" + name] == nil)
    }
  }

  /// More large objects than one table of indexes holds.
  @Test func manyLargeObjects() throws {
    let object = "{" + (0..<40).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
    let text = "[" + Array(repeating: object, count: 300).joined(separator: ",") + "]"
    let root = try JSONDocument(parsing: text).root
    for round in 0..<2 {
      for (i, element) in try root.elements().enumerated() {
        let n = (i * 7 + round) % 40
        #expect(try element["n\(n)"]?.int() == n)
        #expect(element["n40"] == nil)
      }
    }
  }

  @Test func fromManyTasksAtOnce() async throws {
    let object = "{" + (0..<50).map { "\"n\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
    let text = "[" + Array(repeating: object, count: 40).joined(separator: ",") + "]"
    for _ in 0..<10 {
      let root = try JSONDocument(parsing: text).root
      let counts = await withTaskGroup(of: Int.self) { group in
        for task in 0..<8 {
          group.addTask {
            var found = 0
            for i in 0..<400 {
              // All tasks look up the same objects, which have no indexes yet.
              let n = (i + task) % 50
              if root[i % 40]?["n\(n)"]?.hasString("\(n)") == true { found += 1 }
            }
            return found
          }
        }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(counts == Array(repeating: 400, count: 8))
    }
  }
}
