import Foundation
import RushJSON
import RushJSONMacros
import Synchronization
import Testing

/// Checks that a model states, and all faults of a form.
@Suite struct CheckTests {
  private static let decoder = RushJSONDecoder()

  private static func faults<T: Decodable>(
    _ type: T.Type, _ text: String, limit: Int = 20, _ decoder: RushJSONDecoder = decoder
  ) throws -> [String] {
    let faults = try decoder.faults(of: type, in: text.utf8, limit: limit)
    #expect(faults.isEmpty == isDecoded(type, text, decoder))
    return faults.map { "\($0.pointer): \($0.message)" }
  }

  private static func isDecoded<T: Decodable>(
    _ type: T.Type, _ text: String, _ decoder: RushJSONDecoder = decoder
  ) -> Bool {
    do {
      _ = try decoder.decode(type, from: text)
      return true
    } catch {
      return false
    }
  }

  /// A form of twelve fields with thirteen faults, and three checks of members that were read.
  @Test func allFaultsOfAFormAreFound() throws {
    let text = """
      {
        "plan": "gold", "mail": "nobody", "name": 5, "age": 17,
        "address": {"street": [], "city": null, "country": "Atlantis"},
        "friends": ["a@b", "c", 7],
        "newsletter": "yes", "language": 1, "seats": 300, "from": 9, "to": 4,
        "password": "1234", "repeated": "123"
      }
      """
    let faults = try Self.decoder.faults(of: SignUpForm.self, in: text.utf8)
    #expect(
      faults.map { "\($0.pointer): \($0.message)" } == [
        #"/terms: no member is named "terms" in the object"#,
        #"/plan: expected a valid FormPlan, found "gold"; the cases are "free" and "team""#,
        "/mail: an address has an @", "/name: expected a string, found a number",
        "/age: must be 18 or older",
        #"/address/zip: no member is named "zip" in the object"#,
        "/address/street: expected a string, found an array",
        "/address/city: expected a string, found null",
        #"/address/country: expected a valid FormCountry, found "Atlantis""#
          + #"; the cases are "de" and "fr""#,
        "/friends/1: an address has an @", "/friends/2: expected a string, found a number",
        "/newsletter: expected a boolean, found a string",
        "/language: expected a string, found a number",
        "/seats: the number 300 cannot be represented as UInt8",
        "/to: must not be before 'from'", "/repeated: must be the same as 'password'",
      ])
    #expect(faults.filter { $0.pointer == "/address/zip" }.map(\.offset) == [73])
    #expect("\(faults[4])" == "must be 18 or older at /age (byte 56, line 2, column 55)")
    #expect(
      try Self.decoder.faults(of: SignUpForm.self, in: text.utf8, limit: 3).count == 3)
  }

  @Test func decodingThrowsTheFirstCheckThatDoesNotHold() throws {
    #expect(try Self.decoder.decode(Span.self, from: #"{"from": 1, "to": 1}"#).to == 1)
    let error = try #require(throws: DecodingError.self) {
      try Self.decoder.decode([Span].self, from: #"[{"from": 1, "to": 0}]"#)
    }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(context.debugDescription == "must not be before 'from'")
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "to"])
    let fault = try #require(context.underlyingError as? JSONValueError)
    #expect(fault.pointer == "/0/to" && fault.offset == 19)
    // A value that the program makes is not checked, nor is one that it writes.
    #expect(try RushJSONEncoder().encodeToString(Span(from: 2, to: 1)) == #"{"from":2,"to":1}"#)
  }

  @Test func otherDecodersCheckAlso() throws {
    let data = Data(#"[{"from": 1, "to": 0}]"#.utf8)
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode([Span].self, from: data)
    }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(context.debugDescription == "must not be before 'from'")
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "to"])
    #expect(try JSONDecoder().decode([Span].self, from: Data(#"[{"from":1}]"#.utf8))[0].to == 9)
  }

  /// A check of several members runs only if all of them were read.
  @Test func checksNeedTheirMembers() throws {
    #expect(
      try Self.faults(Span.self, #"{"from": 3, "to": "9"}"#) == [
        "/to: expected a number, found a string"
      ])
    #expect(
      try Self.faults(Span.self, #"{"from": 3, "to": 2}"#) == ["/to: must not be before 'from'"])
    // The initial value of a missing member is checked, at the object.
    #expect(try Self.faults(Span.self, #"{"from": 10}"#) == [": must not be before 'from'"])
    #expect(try Self.faults(Span.self, "7") == [": expected an object, found a number"])
  }

  @Test func membersInObjectsAndOtherNamesHaveTheirPlaces() throws {
    #expect(
      try Self.faults(CheckedPlaces.self, #"{"a": {"b": {"size": 0}}, "level": "low"}"#) == [
        "/a/b/size: must be positive", "/level: must not be low",
      ])
    #expect(
      try Self.faults(CheckedPlaces.self, #"{"a": {"b": {"size": 1}}, "lvl": "low"}"#) == [
        "/lvl: must not be low"
      ])
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try Self.faults(CheckedWords.self, #"{"first_word": "", "x": 1}"#, decoder) == [
        #"/last_word: no member is named "last_word" in the object"#,
        "/first_word: must not be empty",
      ])
  }

  @Test func classesCheck() throws {
    #expect(try Self.faults(CheckedClass.self, #"{"id": -1}"#) == ["/id: must be positive"])
    #expect(
      try Self.faults([String: CheckedClass].self, #"{"a": {"id": 0}, "b": {"id": ""}}"#) == [
        "/a/id: must be positive", "/b/id: expected a number, found a string",
      ])
  }

  /// The cost of a form does not depend on its number of faults.
  @Test func eachValueIsDecodedAtMostThreeTimes() throws {
    let element = #"{"value": 1, "next": [{"value": 2, "next": [{"value": "x"}]}]}"#
    let text = "[" + Array(repeating: element, count: 40).joined(separator: ",") + "]"
    let count = Mutex(0)
    let decoder = RushJSONDecoder()
    decoder.userInfo[.counter] = { count.withLock { $0 += 1 } } as @Sendable () -> Void
    #expect(try decoder.faults(of: [CountedNode].self, in: text.utf8, limit: 100).count == 40)
    // The first decoding ends in the first element. Each element has two numbers, and a value that is none.
    #expect(count.withLock { $0 } <= 3 + 40 * 3)
  }
}

// MARK: - Types

nonisolated enum FormPlan: String, CaseIterable, Codable { case free, team }
nonisolated enum FormCountry: String, CaseIterable, Codable { case de, fr }

/// Checks its text itself.
nonisolated struct FormMail: Codable, Equatable {
  struct Refusal: Error, CustomStringConvertible { var description: String }

  var text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    if !text.contains("@") { throw Refusal(description: "an address has an @") }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

@JSONModel nonisolated struct FormAddress {
  var street: String
  var zip: String
  var city: String
  var country: FormCountry
}

@JSONModel nonisolated struct SignUpForm {
  var plan: FormPlan
  var mail: FormMail
  var name: String
  var age: Int
  var address: FormAddress
  var friends: [FormMail] = []
  var newsletter: Bool
  var language: String?
  var seats: UInt8 = 1
  var terms: Bool
  var from: Int
  var to: Int
  var password: String
  var repeated: String

  static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must be 18 or older", \.age) { $0 >= 18 }
    checks.require("must not be before 'from'", \.to, \.from) { $0 >= $1 }
    checks.require("must be the same as 'password'", \.repeated, \.password) { $0 == $1 }
    // These members have faults of their own.
    checks.require("must be short", \.name, \.age) { name, age in name.utf8.count < age }
    checks.requireEach("must be polite", \.friends) { $0.text != "" }
  }
}

@JSONModel nonisolated struct Span {
  var from: Int
  var to = 9

  static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must not be before 'from'", \.to, \.from) { $0 >= $1 }
  }
}

@JSONModel nonisolated struct CheckedPlaces {
  @Name(at: "/a/b/size") var size: Int
  @Name("level", also: "lvl") var level: String

  static func check(_ checks: inout JSONChecks<CheckedPlaces>) {
    checks.require("must be positive", \.size) { $0 > 0 }
    checks.require("must not be low", \.level) { $0 != "low" }
  }
}

@JSONModel nonisolated struct CheckedWords {
  var firstWord: String
  var lastWord: String

  static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must not be empty", \.firstWord) { !$0.isEmpty }
  }
}

@JSONModel nonisolated final class CheckedClass {
  var id: Int

  init(id: Int) { self.id = id }

  static func check(_ checks: inout JSONChecks<CheckedClass>) {
    checks.require("must be positive", \.id) { $0 > 0 }
  }
}

extension CodingUserInfoKey {
  // swift-format-ignore: NeverForceUnwrap
  nonisolated fileprivate static let counter = CodingUserInfoKey(rawValue: "counter")!
}

/// A number that counts how often it is decoded.
nonisolated struct CountedNumber: Codable {
  var value: Int

  init(from decoder: any Decoder) throws {
    (decoder.userInfo[.counter] as? @Sendable () -> Void)?()
    value = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

@JSONModel nonisolated struct CountedNode {
  var value: CountedNumber
  var next: [CountedNode]?
}
