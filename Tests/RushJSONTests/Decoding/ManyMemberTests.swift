import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Objects with 1 to 600 members, in any order, with some missing and unknown ones between.
@Suite struct ManyMemberTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ number: Int) { stringValue = "member\(number)" }
  }

  /// Asks for the members from 0 on, each of them optional.
  private struct Members: Codable, Equatable {
    nonisolated(unsafe) static var count = 0
    var values: [Int?]

    init(_ values: [Int?]) { self.values = values }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = try (0..<(unsafe Members.count)).map {
        try container.decodeIfPresent(Int.self, forKey: Key($0))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (number, value) in values.enumerated() {
        try container.encodeIfPresent(value, forKey: Key(number))
      }
    }
  }

  @Test func membersAreFoundInAnyOrder() throws {
    var random = SeededGenerator(seed: 74)
    let decoder = RushJSONDecoder()
    for count in [1, 2, 31, 63, 64, 65, 66, 127, 128, 129, 200, 300, 511, 512, 513, 600] {
      unsafe Members.count = count
      var objects: [(values: [Int?], text: String)] = []
      for order in 0..<6 {
        let isHalf = order >= 3
        let values = (0..<count).map {
          isHalf && random.integer(in: 0...1) == 0 ? nil : Optional($0)
        }
        var members = values.enumerated().compactMap { number, value in
          value.map { "\"member\(number)\":\($0)" }
        }
        switch order % 3 {
        case 0: break
        case 1: members.reverse()
        default: members.shuffle(using: &random)
        }
        if order == 4 {
          members = members.flatMap { [$0, $0.replacingOccurrences(of: "m", with: "x")] }
        }
        objects.append((values, "{" + members.joined(separator: ",") + "}"))
      }
      // Each shape several times, so that it is learned.
      let texts = objects.flatMap { [$0.text, $0.text, $0.text] } + objects.map(\.text)
      let expected = objects.flatMap { [$0.values, $0.values, $0.values] } + objects.map(\.values)
      let data = Data(("[" + texts.joined(separator: ",") + "]").utf8)
      let found = try decoder.decode([Members].self, from: data)
      #expect(found.map(\.values) == expected, "\(count) members")
      for (value, object) in zip(found, texts).prefix(3) {
        #expect(try decoder.decode(Members.self, from: Data(object.utf8)) == value)
      }
      let written = try RushJSONEncoder().encode(found)
      #expect(try JSONDecoder().decode([Members].self, from: written) == found)
    }
  }

  /// Gives some of its names twice, and leaves out a member that fails.
  private struct Repeating: Encodable {
    struct Failing: Encodable {
      struct Failure: Error {}
      func encode(to encoder: any Encoder) throws { throw Failure() }
    }
    let count: Int
    var isNested = false

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for number in 0..<count {
        try? container.encode(Failing(), forKey: Key(number))
        try container.encode(number, forKey: Key(number))
      }
      if isNested {
        try container.encode(Repeating(count: count), forKey: Key(stringValue: "inner"))
      }
      try container.encode(-1, forKey: Key(count - 1))
    }
  }

  @Test(arguments: [1, 127, 128, 129, 130, 300, 511, 512, 513, 600])
  func repeatedNameIsWrittenOnce(count: Int) throws {
    for isNested in [false, true] {
      let value = [Repeating(count: count, isNested: isNested), Repeating(count: count)]
      let ours = try RushJSONEncoder().encode(value)
      let tree = try RawJSON(parsing: ours)
      let members = try #require(tree[0]?.objectValue)
      #expect(members.count == count + (isNested ? 1 : 0))
      #expect(members["member\(count - 1)"] == -1)
      #expect(tree[1]?.objectValue?.count == count)
      if isNested { #expect(members["inner"]?.objectValue?.count == count) }
    }
  }
}
