import Foundation
import RushJSON
import Testing

/// Objects of one type after each other, whose names are like those of the objects before, or nearly so:
/// compared with Foundation.
@Suite("Objects like those before")
struct ObjectShapeTests {
  private struct Item: Codable {
    var id: Int?
    var name: String?
    var next: [Item]?
    var aNameOfSeventeen1: Int?
    var aNameOfMoreThanThirtyTwoLettersInAll: Int?
    var tags: [String]?
  }

  private static let plain = #"{"id":1,"name":"a"}"#

  @Test(
    "an object after three of the same names",
    arguments: [
      #"{"id":1,"name":"a"}"#, #"{"name":"a","id":1}"#, #"{"id":1}"#, "{}", #"{"id":1,"id":2}"#,
      #"{"id":1,"name":"a","name":"b"}"#, #"{"i\u0064":7,"name":"b"}"#, #"{"id":null,"name":"b"}"#,
      #"{"id":"x","name":"b"}"#, #"{"id":1,"name":2}"#, #"{"ID":1,"name":"a"}"#,
      #"{"id":1,"nam":"a"}"#, #"{"id":1,"nameX":"a"}"#, #"{"id":1,"namé":"a"}"#,
      #"{"id":1,"other":{"id":[1,{"id":2}]},"name":"c"}"#, #"{"id":1,"name":"a","x":1}"#,
      #"{"id":1,"name":"a","next":[{"id":2,"name":"b"},{"id":3,"name":"c"},{"id":"x","name":"c"}]}"#,
      #"{"id":1,"name":"a","next":[{"id":2,"name":"b","next":[{"name":"c"}]}]}"#,
      #"{"id":1,"name":"a","tags":["x",1]}"#, "[]", "null", "3",
    ])
  func oneObject(_ text: String) {
    let plain = Self.plain
    expectSame(
      [Item].self, "[\(plain),\(plain),\(plain),\(text)]",
      "[\(plain),\(text),\(plain),\(text),\(plain),\(plain)]",
      "[\(text),\(text),\(text),\(plain),\(text)]")
    expectSame(Item.self, plain, plain, plain, text, plain, text, text)
    expectSame([String: Item].self, #"{"a":\#(plain),"b":\#(plain),"c":\#(plain),"d":\#(text)}"#)
  }

  @Test("names that differ in one byte, wherever it is")
  func longNames() {
    for name in ["aNameOfSeventeen1", "aNameOfMoreThanThirtyTwoLettersInAll", "name"] {
      var texts = [String](repeating: "{\"\(name)\":1}", count: 4)
      for at in name.indices {
        var other = name
        other.replaceSubrange(at...at, with: "#")
        texts += ["{\"\(other)\":1}", "{\"\(name)\":2}"]
      }
      expectSame([Item].self, "[\(texts.joined(separator: ","))]")
      let both = BothDecoders([])
      for text in texts {
        let (foundation, rush) = both.outcomes(Item.self, Data(text.utf8))
        #expect(rush == foundation, "\(text)")
      }
    }
  }

  @Test("more shapes than are kept, and the first ones again")
  func manyShapes() {
    let names = ["id", "name", "x", "y", "tags", "aNameOfSeventeen1"]
    var texts: [String] = []
    for round in 0..<3 {
      for first in names.indices {
        for second in names.indices where second != first {
          let members = [first, second].map { at in
            #""\#(names[at])":\#(names[at] == "name" ? "\"s\"" : names[at] == "tags" ? "[]" : "\(round)")"#
          }
          texts.append("{\(members.joined(separator: ","))}")
        }
      }
    }
    expectSame([Item].self, "[\(texts.joined(separator: ","))]")
  }

  /// Asks for its keys in an order, and with keys, that its first member tells.
  private struct Asking: Decodable {
    var found: [String] = []

    private enum Fixed: String, CodingKey, CaseIterable { case order, a, b, aNameOfSeventeen1, c }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Fixed.self)
      let order = try members.decode(Int.self, forKey: .order)
      let keys = order % 2 == 0 ? Fixed.allCases : Fixed.allCases.reversed()
      for key in keys where members.contains(key) {
        if try members.decodeNil(forKey: key) { continue }
        found.append("\(key)=\(try members.decode(Int.self, forKey: key))")
        found.append("\(try members.decodeIfPresent(Int.self, forKey: key) ?? -1)")
      }
      let names = try decoder.container(keyedBy: Name.self)
      // Foundation has them in the order of a dictionary.
      for key in names.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        found.append("\(key.stringValue)=\(try names.decodeIfPresent(Int.self, forKey: key) ?? 0)")
      }
      if order == 7 { _ = try names.decode(String.self, forKey: Name(stringValue: "missing name")) }
    }
  }

  @Test("keys in changing order, twice each, and keys made at run time")
  func orders() {
    let objects = (0..<8).map { order in
      #"{"order":\#(order % 7),"a":1,"aNameOfSeventeen1":2,"b":\#(order == 4 ? "null" : "3")}"#
    }
    expectSame([Asking].self, "[\(objects.joined(separator: ","))]")
    let last = #"{"order":7,"a":1,"aNameOfSeventeen1":2,"b":1}"#
    expectSame([Asking].self, "[\(objects.joined(separator: ",")),\(last)]")
    expectSame(Asking.self, objects[0], objects[1], objects[0], objects[2], last, objects[0])
  }

  /// Keeps its container, and reads it later.
  private struct Kept: Decodable {
    let members: KeyedDecodingContainer<Name>

    init(from decoder: any Decoder) throws { members = try decoder.container(keyedBy: Name.self) }
  }

  @Test("containers that are kept belong to their own objects")
  func keptContainers() throws {
    let decoder = RushJSONDecoder()
    for round in 0..<4 {
      let texts = (0..<20).map { #"{"id":\#($0 + round),"name":"\#($0)"}"# }
      let kept = try decoder.decode(
        [Kept].self, from: Data("[\(texts.joined(separator: ","))]".utf8))
      for (at, one) in kept.enumerated() {
        #expect(try one.members.decode(Int.self, forKey: "id") == at + round)
        #expect(try one.members.decode(String.self, forKey: "name") == "\(at)")
        #expect(one.members.allKeys.map(\.stringValue) == ["id", "name"])
      }
    }
  }

  /// Reads a member, keeps its container, and reads it again later.
  private struct KeptAtWork: Decodable, @unchecked Sendable {
    enum Keys: String, CodingKey { case id, name }
    // Invariant: containers of a call that has ended may be used by several threads.
    let members: KeyedDecodingContainer<Keys>
    let id: Int

    init(from decoder: any Decoder) throws {
      members = try decoder.container(keyedBy: Keys.self)
      id = try members.decode(Int.self, forKey: .id)
    }
  }

  @Test("kept containers whose members were read, more than a session has, by two threads")
  func keptContainersAtWork() throws {
    let decoder = RushJSONDecoder()
    for count in [1, 2, 16, 17, 40] {
      let texts = (0..<count).map { #"{"id":\#($0),"name":"\#($0)"}"# }
      let kept = try decoder.decode(
        [KeptAtWork].self, from: Data("[\(texts.joined(separator: ","))]".utf8))
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for (at, one) in kept.enumerated() {
          do {
            #expect(try one.members.decode(String.self, forKey: .name) == "\(at)")
            #expect(try one.members.decode(Int.self, forKey: .id) == one.id)
          } catch {
            Issue.record(error)
          }
          #expect(one.id == at)
        }
      }
      // The decoder goes on with containers that nobody has kept.
      expectSame([Item].self, #"[{"id":1,"name":"s"},{"id":2,"name":"t"}]"#)
    }
  }

  /// Many types, each with keys of its own.
  private struct Deep<T: Decodable>: Decodable {
    var a: T?
    var b: Int?
  }

  private typealias Deep4<T: Decodable> = Deep<Deep<Deep<Deep<T>>>>

  @Test("more types than the pool keeps containers")
  func manyTypes() {
    var text = "1"
    for level in 0..<20 { text = #"{"a":\#(text),"b":\#(level)}"# }
    expectSame(
      [Deep4<Deep4<Deep4<Deep4<Deep4<Int>>>>>].self, "[\(text),\(text),\(text)]",
      "[\(text),{},\(text)]")
  }

  @Test("collections of few elements, of types of their own")
  func smallCollections() {
    for text in ["[]", "{}", "null", "1", "[{}]", "[1]", #"{"x":{}}"#, #"{"x":1}"#] {
      let item = Self.plain
      expectSame([Box<[Item]>].self, #"[{"a":[\#(item)]},{"a":[]},{"a":\#(text)}]"#)
      expectSame([Box<[Item]?>].self, #"[{"a":[\#(item)]},{"a":[]},{"a":\#(text)}]"#)
      if text != "null" || isFoundationOfSwift63 {
        expectSame([Box<[String: Item]>].self, #"[{"a":{"x":\#(item)}},{"a":{}},{"a":\#(text)}]"#)
      }
      expectSame([Box<Set<String>>].self, #"[{"a":["x"]},{"a":\#(text)},{"a":["y"]}]"#)
    }
  }
}
