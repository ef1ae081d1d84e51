// Eight threads encode, decode, read, write and compare the same values, with the same coders.
//
//   SharingClient           ends with 0 if all threads see the same
//   SharingClient --race    writes to a variable from all threads, so the sanitizer must end the program

import Dispatch
import Foundation
import RushJSON
import RushJSONEditing
import RushJSONMacros
import RushJSONStreams

struct Plain: Codable, Hashable, Sendable {
  var id: Int
  var name: String
  var tags: [String]
  var scores: [String: Double]
  var inner: [Inner]
  var when: Date
  var next: Double?
  struct Inner: Codable, Hashable, Sendable {
    var x: Float
    var bytes: Data
  }
}

@JSONModel struct Model: Equatable, Sendable {
  var id: Int
  @Format(.rfc3339) var when: Date
  var shapes: [Shape]
  @Name(at: "/meta/title") var title: String?
  @Flattened var corner: Corner
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct Corner: Equatable, Sendable { var x = 1, y = 2 }
@JSONModel(tag: .internal("type")) enum Shape: Equatable, Sendable {
  case circle(radius: Double)
  case point
}

final class Node: Codable, Sendable {
  let value: Int
  let children: [Node]
  init(_ value: Int, _ children: [Node]) { (self.value, self.children) = (value, children) }
}

@main enum Client {
  static let plain = (0..<40).map { number in
    Plain(
      id: number, name: "name \(number) é", tags: ["a", "b\n"], scores: ["s": 0.5, "t": 1e40],
      inner: [Plain.Inner(x: 1.5, bytes: Data([1, 2, 3]))],
      when: Date(timeIntervalSince1970: 1), next: number % 2 == 0 ? nil : 2)
  }
  static let models = (0..<20).map { number in
    Model(
      id: number, when: Date(timeIntervalSince1970: 0), shapes: [.circle(radius: 1), .point],
      title: "t", corner: Corner(), rest: ["other": [1, nil, "a"]])
  }
  static let dictionary = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key \($0)", [$0]) })
  static let tree: RawJSON = [
    "a": [1, 2.5, nil, true, "é"], "b": ["c": ["d": []]],
    "many": .dictionary(
      RawJSON.Object((0..<60).map { RawJSON.Object.Member(name: "m\($0)", value: RawJSON($0)) })),
  ]
  static let node = Node(1, [Node(2, []), Node(3, [Node(4, [])])])
  static let encoder = RushJSONEncoder()
  static let decoder = RushJSONDecoder()

  static func main() throws {
    if CommandLine.arguments.contains("--race") { return race() }
    let document = try JSONDocument(parsing: tree.jsonString())
    let text = try models.map { try $0.jsonString() }.joined(separator: "\n")
    let lines = try JSONLines([Array(text.utf8)]).documents().map { try $0.get() }
    let patch = JSONPatch([.add("/a/0", 7), .remove("/b")])
    let texts = (
      plain: try encoder.encode(plain), models: try encoder.encode(models),
      dictionary: try encoder.encode(["k": 1]), node: try encoder.encode(node)
    )
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        for _ in 0..<20 {
          try expect(encoder.encode(plain).count == texts.plain.count)
          try expect(encoder.encode(models) == texts.models)
          try expect(encoder.encode(node) == texts.node)
          try expect(encoder.encode(dictionary).count > 50)
          try expect(decoder.decode([Plain].self, from: texts.plain) == plain)
          try expect(decoder.decode([Model].self, from: texts.models) == models)
          try expect(decoder.decode(Node.self, from: texts.node).children.count == 2)
          try expect(models[0].jsonString() == models[0].jsonString())
          try expect(tree.jsonString() == tree.description)
          try expect(tree["many"]?["m59"] == 59)
          try expect(RawJSON(encoding: plain).arrayValue?.count == plain.count)
          try expect(decoder.decode([String: RawJSON].self, from: tree).count == 3)
          try expect(document.root["many"]?["m59"]?.int() == 59)
          try expect(document.root["a"]?.elements().map { $0.kind }.count == 5)
          try expect(decoder.decode(Model.self, from: lines[19]).id == 19)
          try expect(lines[0].root.value(at: "/meta/title").string() == "t")
          try expect(tree.applying(patch)["a"]?.arrayValue?.count == 6)
          var copy = tree
          copy["b"] = nil
          try expect(copy != tree && tree["b"] != nil)
        }
      } catch {
        print("\(error)")
        exit(1)
      }
    }
    print("eight threads have seen the same values")
  }

  struct Unexpected: Error { let line: Int }

  static func expect(_ condition: Bool, line: Int = #line) throws {
    if !condition { throw Unexpected(line: line) }
  }

  /// A race, which shows that the sanitizer is there.
  static func race() {
    nonisolated(unsafe) var count = 0
    DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<1_000_000 { count += 1 } }
    print(count)
  }
}
