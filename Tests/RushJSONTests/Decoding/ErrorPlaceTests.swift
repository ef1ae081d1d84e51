import Foundation
import RushJSON
import Testing

/// Errors of types and of the standard library have their place in the text, like this library's.
@Suite("Places of errors that types throw")
struct ErrorPlaceTests {
  private enum Suit: String, Decodable { case hearts, spades }
  private enum Level: Int, Decodable { case low = 1, high }
  private enum Payload: Decodable { case x(Int), y }
  private struct Own: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.valueNotFound(
        Own.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "mine"))
    }
  }
  private class Base: Decodable { var base = 1 }
  private final class Derived: Base {
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      try super.init(from: container.superDecoder())
    }
  }

  /// Expects a place, marked by `▸` in the text.
  private func expect<T: Decodable>(
    _ type: T.Type, _ marked: String, _ kind: JSONValueError.Kind, settings: [Setting] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = marked.replacing("▸", with: "")
    let offset = marked.utf8.count - marked.drop { $0 != "▸" }.utf8.count
    let (foundation, rush) = BothDecoders(settings).outcomes(type, Data(text.utf8))
    #expect(rush == foundation, sourceLocation: sourceLocation)
    do {
      // The text is gone when the error is read.
      _ = try BothDecoders(settings).rush.decode(type, from: Array(text.utf8))
      Issue.record("No error", sourceLocation: sourceLocation)
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context)
    {
      let error = context.underlyingError as? JSONValueError
      #expect(error?.kind == kind, sourceLocation: sourceLocation)
      #expect(error?.offset == offset, sourceLocation: sourceLocation)
      #expect(error?.location?.line == 1, sourceLocation: sourceLocation)
      #expect(error?.location?.column == offset + 1, sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  @Test("raw values")
  func rawValues() {
    let suit = JSONValueError.Kind.invalidFormat(text: "clubs", expected: "a valid Suit")
    expect([Suit].self, #"["hearts",▸"clubs"]"#, suit)
    expect(Box<Suit?>.self, #"{"a":▸"clubs"}"#, suit)
    expect([String: Suit].self, #"{"a":▸"clubs"}"#, suit)
    expect(Suit.self, #"▸"clubs""#, suit)
    expect(Box<Suit>.self, #"{"a":▸"clubs"}"#, suit, settings: [.snakeCase])
    expect([Level].self, "[1,2,▸3]", .notRepresentable(number: "3", type: "Level"))
  }

  @Test("errors of the standard library and Foundation")
  func standardLibrary() {
    expect([Payload].self, #"[▸{}]"#, .invalidValue(.object, type: "Payload"))
    expect(
      Box<[Suit: Int]>.self, #"{"a":▸["hearts"]}"#,
      .invalidValue(.array, type: "Dictionary<Suit, Int>"))
    expect(Box<UUID>.self, #"{"a":▸"x"}"#, .invalidFormat(text: "x", expected: "a valid UUID"))
    expect([Decimal].self, "[▸true]", .invalidValue(.bool, type: "Decimal"))
  }

  @Test("errors of types and closures")
  func ownErrors() {
    expect([Own].self, "[▸null]", .invalidValue(.null, type: "Own"))
    expect([Derived].self, "[▸{}]", .missingName("super"))
    let refuse: @Sendable (any Decoder) throws -> Date = { decoder in
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no date"))
    }
    struct Named: DecodableWithContext {
      init(from decoder: any Decoder, context: Int) throws {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "mine"))
      }
    }
    let error = #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(from: "[ {}]", at: "/0", { try Named(from: $0, context: 7) })
    }
    guard case .dataCorrupted(let context) = error else { return }
    #expect((context.underlyingError as? JSONValueError)?.offset == 2)
    expect(
      [Date].self, #"[▸"x"]"#, .invalidFormat(text: "x", expected: "a valid Date"),
      settings: [.customDate(refuse)])
  }

  /// A message that is kept for the next error of its kind must not be that of another key.
  @Test("keys of one name, with and without an integer")
  func keysOfOneName() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?
      init(_ string: String, _ int: Int?) { (stringValue, intValue) = (string, int) }
      init?(stringValue: String) { self.init(stringValue, nil) }
      init?(intValue: Int) { self.init("\(intValue)", intValue) }
    }
    struct Asking: Decodable {
      var messages: [String] = []
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in [Key("5", 5), Key("5", nil), Key("5", 5)] {
          do {
            _ = try container.decode(Int.self, forKey: key)
          } catch DecodingError.keyNotFound(_, let context) {
            messages.append(context.debugDescription)
          }
        }
      }
    }
    let text = Data("{}".utf8)
    let messages = try RushJSONDecoder().decode(Asking.self, from: text).messages
    #expect(messages == (try JSONDecoder().decode(Asking.self, from: text).messages))
    #expect(messages.count == 3 && messages[0] != messages[1])
  }
}
