import Foundation
import RushJSON
import Testing

/// Types that are known only at run time: a subclass in place of its superclass.
@Suite("Types known only at run time")
struct DynamicTypeTests {
  class Person: Decodable {
    var name: String
    private enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }

  final class Employee: Person {
    var wage: Int
    private enum CodingKeys: CodingKey { case wage }

    required init(from decoder: any Decoder) throws {
      wage = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wage)
      try super.init(from: decoder)
    }
  }

  private static let text = #"{"name":"Ann","wage":7}"#

  @Test("each way into a decoder makes the subclass")
  func topLevel() throws {
    let type: Person.Type = Employee.self
    let decoder = RushJSONDecoder()
    let text = Self.text
    let document = try JSONDocument(parsing: text)
    let tree = try RawJSON(parsing: text)
    let people = [
      try decoder.decode(type, from: Data(text.utf8)),
      try decoder.decode(type, from: Array(text.utf8)),
      try decoder.decode(type, from: text),
      try decoder.decode(type, from: text.utf8.span),
      try decoder.decode(type, from: "[\(text)]", at: "/0"),
      try decoder.decode(type, from: Data("[\(text)]".utf8), at: "/0"),
      try decoder.decode(type, from: document),
      try decoder.decode(type, from: tree),
      try tree.decode(type),
    ]
    #expect(people.map { ($0 as? Employee)?.wage } == Array(repeating: 7, count: people.count))
  }

  @Test("containers make the same types as Foundation's")
  func containers() {
    for settings: [Setting] in [[], [.snakeCase]] {
      expectSameUse(
        "[\(Self.text),null,{\"name\":\"Bob\"}]", "{\"p\":\(Self.text)}", "{\"p\":null}", "{}",
        Self.text, settings: settings
      ) { decoder in
        let type: Person.Type = Employee.self
        func made(_ body: @autoclosure () throws -> Person?) -> String {
          do {
            return try body().map { "\(Swift.type(of: $0))" } ?? "nil"
          } catch {
            return "\(Outcome { throw error })"
          }
        }
        var log: [String] = []
        log.append(made(try decoder.singleValueContainer().decode(type)))
        if var list = try? decoder.unkeyedContainer() {
          log.append(made(try list.decode(type)))
          log.append(made(try list.decode(type)))
          log.append(made(try list.decodeIfPresent(type)))
          log.append(made(try list.decodeIfPresent(type)))
          log.append(made(try list.decodeIfPresent(type)))
        }
        if let members = try? decoder.container(keyedBy: Name.self) {
          log.append(made(try members.decode(type, forKey: "p")))
          log.append(made(try members.decodeIfPresent(type, forKey: "p")))
          log.append(
            made(try members.superDecoder(forKey: "p").singleValueContainer().decode(type)))
        }
        return log.joined(separator: "\n")
      }
    }
  }
}
