import Foundation
import RushJSON
import Testing

/// Members that a type has no keys for, encoded again.
@Suite struct ExtraFieldsEncodingTests {
  private struct Message: Codable, Equatable {
    var id: Int
    @ExtraFields var extra: [String: RawJSON] = [:]
    var sentAt: Date?
  }

  private struct Thread: Codable, Equatable {
    @ExtraFields var otherFields: [String: RawJSON]
    var firstMessage: Message
    var replies: [Message]?
    var byName: [String: Message]?
    @ExtraFields var again: [String: RawJSON]
  }

  private static let texts = [
    #"{"id":1}"#, #"{"id":1,"mood":"ok"}"#,
    #"{"extra":{"extra":[1.50,null]},"id":1,"mood":{"a":[{"b":{}}]},"other_name":1,"otherName":2}"#,
    #"{"":0,"a\"\\\u0001é":1,"id":1}"#,
  ]

  private func sorted(_ text: String) throws -> String {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encodeToString(RawJSON(parsing: text))
  }

  @Test("what was decoded is encoded as it was, again and again", arguments: texts)
  func roundTrip(_ text: String) throws {
    let encoder = RushJSONEncoder()
    for strategy in [.useDefaultKeys, .convertToSnakeCase] as [RushJSONEncoder.KeyEncodingStrategy]
    {
      encoder.keyEncodingStrategy = strategy
      let decoder = RushJSONDecoder()
      if case .convertToSnakeCase = strategy {
        decoder.keyDecodingStrategy = .convertFromSnakeCase
      }
      for formatting in [[], .sortedKeys, .prettyPrinted] as [RushJSONEncoder.OutputFormatting] {
        encoder.outputFormatting = formatting
        var current = text
        for _ in 0..<3 {
          let message = try decoder.decode(Message.self, from: current)
          current = try encoder.encodeToString(message)
          #expect(try sorted(current) == sorted(text))
          let inside = try encoder.encodeToString([["k": message]])
          #expect(try sorted(inside) == sorted("[{\"k\":\(text)}]"))
        }
      }
    }
  }

  @Test("nested types each have their own", arguments: [false, true])
  func nesting(_ isOffThePath: Bool) throws {
    let message = #"{"id":1,"mood":"ok","x":[]}"#
    let thread = """
      {"firstMessage":\(message),"by":1,"replies":[\(message),{"id":2}],\
      "byName":{"firstName":\(message)},"id":{"firstMessage":0}}
      """
    let decoder = RushJSONDecoder()
    let encoder = RushJSONEncoder()
    let value = try decoder.decode(Thread.self, from: thread)
    #expect(value.otherFields.keys.sorted() == ["by", "id"])
    guard isOffThePath else {
      let text = try encoder.encodeToString(value)
      #expect(try sorted(text) == sorted(thread))
      #expect(try decoder.decode(Thread.self, from: text) == value)
      return
    }
    let text = try encoder.encodeToString(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(1, forKey: .a)
        try container.encode(value, forKey: .a)
        var list = container.nestedUnkeyedContainer(forKey: .b)
        try list.encode(value)
      })
    #expect(try sorted(text) == sorted("{\"a\":\(thread),\"b\":[\(thread)]}"))
  }

  @Test func membersStandWhereThePropertyIs() throws {
    let message = Message(
      id: 1, extra: ["mood": "ok"], sentAt: Date(timeIntervalSinceReferenceDate: 0))
    #expect(
      try RushJSONEncoder().encodeToString(message) == #"{"id":1,"mood":"ok","sentAt":0}"#)
  }

  @Test("a declared member wins over an extra one of its name")
  func collisions() throws {
    let encoder = RushJSONEncoder()
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    var message = Message(id: 1, extra: ["id": 7], sentAt: date)
    #expect(try encoder.encodeToString(message) == #"{"id":1,"sentAt":0.5}"#)
    message.extra = ["sentAt": 7]
    #expect(try encoder.encodeToString(message) == #"{"id":1,"sentAt":0.5}"#)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    message.extra = ["sent_at": 7]
    #expect(try encoder.encodeToString(message) == #"{"id":1,"sent_at":0.5}"#)
    message.extra = ["sentAt": 7]
    #expect(try encoder.encodeToString(message) == #"{"id":1,"sentAt":7,"sent_at":0.5}"#)
    // One that the type leaves out is not there.
    message = Message(id: 1, extra: ["sent_at": 8.5])
    #expect(try encoder.encodeToString(message) == #"{"id":1,"sent_at":8.5}"#)
  }

  private class Base: Codable {
    var id = 1
    @ExtraFields var extra: [String: RawJSON]
  }

  private final class Derived: Base {
    enum Keys: CodingKey { case name }
    var name = "x"

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(name, forKey: .name)
    }
  }

  @Test func superclassesSeeTheMembersOfTheirSubclasses() throws {
    let value = try RushJSONDecoder().decode(
      Derived.self, from: #"{"id":1,"name":"x","more":true}"#)
    value.name = "y"
    #expect(
      try sorted(RushJSONEncoder().encodeToString(value)) == #"{"id":1,"more":true,"name":"y"}"#)
  }

  @Test("where there are no members around it, it is an object")
  func values() throws {
    let extra = ExtraFields(wrappedValue: ["aB": 1])
    for isOmitting in [false, true] {
      let encoder = RushJSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      if isOmitting { encoder.nilEncodingStrategy = .omit }
      #expect(try encoder.encodeToString(extra) == #"{"aB":1}"#)
      #expect(try encoder.encodeToString([extra]) == #"[{"aB":1}]"#)
      #expect(try encoder.encodeToString(["kK": extra]) == #"{"kK":{"aB":1}}"#)
      #expect(
        try encoder.encodeToString(
          Scripted { encoder in
            var container = encoder.container(keyedBy: Scripted.Key.self)
            try container.encode(1, forKey: .a)
            try container.encode(["kK": extra], forKey: .a)
          }) == #"{"a":{"kK":{"aB":1}}}"#)
    }
  }

  @Test("a failure takes all of them back")
  func failures() throws {
    let deep = (0..<600).reduce(1 as RawJSON) { deep, _ in [deep] }
    let text = try RushJSONEncoder().encodeToString(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(1, forKey: .a)
        #expect(throws: EncodingError.self) {
          try container.encode(
            ExtraFields(wrappedValue: ["x": 1, "y": deep, "z": 2]), forKey: .b)
        }
        try container.encode(2, forKey: .c)
      })
    #expect(text == #"{"a":1,"c":2}"#)
  }

  private struct Portable: Codable, Equatable {
    enum CodingKeys: CodingKey { case id }
    var id: Int
    var extra: ExtraFields

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      extra = try ExtraFields(from: decoder, knownBy: CodingKeys.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try extra.encodeMembers(to: encoder)
    }
  }

  @Test("other encoders refuse it as a member, and take its members one by one")
  func otherEncoders() throws {
    let message = Message(id: 1, extra: ["mood": "ok"])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(message) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([Message(id: 1, extra: [:])]) }
    let text = #"{"id":1,"mood":["ok",null]}"#
    let portable = try JSONDecoder().decode(Portable.self, from: Data(text.utf8))
    let theirs = try JSONEncoder().encode(portable)
    #expect(try sorted(String(decoding: theirs, as: UTF8.self)) == text)
    let ours = try RushJSONEncoder().encodeToString(portable)
    #expect(ours == text)
    #expect(try RushJSONDecoder().decode(Portable.self, from: ours) == portable)
  }
}
