import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties
import Testing

// Property wrappers as other libraries have them: an overload of the keyed container gives a missing member its
// value. The generated code has to find it, as the compiler's own code does.

nonisolated protocol Provider { static var value: String { get } }

nonisolated enum Draft: Provider { static var value: String { "draft" } }

@propertyWrapper nonisolated struct Fallback<P: Provider>: Codable, Equatable {
  var wrappedValue: String

  init(wrappedValue: String) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

nonisolated extension KeyedDecodingContainer {
  func decode<P>(_ type: Fallback<P>.Type, forKey key: Key) throws -> Fallback<P> {
    try decodeIfPresent(type, forKey: key) ?? Fallback(wrappedValue: P.value)
  }
}

/// A wrapper without Codable.
@propertyWrapper nonisolated struct Doubled: JSONReadable, JSONWritable, Equatable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from reader: inout JSONReader) throws { wrappedValue = try reader.read() * 2 }
  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(wrappedValue / 2)
  }
}

@JSONModel struct Wrapped: Codable, Equatable {
  @Fallback<Draft> var state: String
  @LenientBool var flag: Bool
  @DefaultValue<JSONDefaults.Empty> var tags: [String]
  @Formatted<JSONStyles.RFC3339?> var date: Date?
  @Stringified var number: Int
}

@JSONModel struct WrappedWithNames: Equatable {
  @Name("s", also: "state") @Fallback<Draft> var state: String
  @Name("t", also: "tags") @DefaultValue<JSONDefaults.Zero> var count: Int
  @Fallback<Draft> var initial = "initial"
  @Doubled var doubled: Int
  @Unknown var rest: RawJSON.Object
}

@Suite struct ForeignWrapperTests {
  @Test(arguments: [
    #"{"flag":1,"number":"5"}"#, #"{"state":null,"flag":true,"tags":null,"date":null,"number":5}"#,
    #"{"number":5,"date":"1970-01-01T00:00:00Z","tags":["a"],"flag":"no","state":"x"}"#,
  ])
  func valuesAreThoseOfCodable(text: String) throws {
    let data = Data(text.utf8)
    let expected = try JSONDecoder().decode(Wrapped.self, from: data)
    #expect(try RushJSONDecoder().decode(Wrapped.self, from: data) == expected)
    let inner = try RushJSONDecoder().decode([String: [Wrapped]].self, from: #"{"a":[\#(text)]}"#)
    #expect(inner == ["a": [expected]])
    let written = try RushJSONEncoder().encode(expected)
    #expect(try RushJSONDecoder().decode(Wrapped.self, from: written) == expected)
  }

  @Test func namesAndUnknownMembers() throws {
    let text = #"{"tags":3,"doubled":2,"z":1}"#
    let value = try RushJSONDecoder().decode(WrappedWithNames.self, from: text)
    #expect(value.state == "draft" && value.count == 3 && value.initial == "initial")
    #expect(value.doubled == 4 && value.rest == ["z": 1])
    #expect(
      try value.jsonString()
        == #"{"s":"draft","t":3,"initial":"initial","doubled":2,"z":1}"#)
  }

  @Test func errorsHaveTheirPath() {
    for (text, path) in [
      (#"[{"state":1}]"#, ["Index 0", "state"]), (#"[{"flag":[]}]"#, ["Index 0", "flag"]),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try RushJSONDecoder().decode([Wrapped].self, from: text)
      }
      guard case .typeMismatch(_, let context)? = error else { return #expect(Bool(false)) }
      #expect(context.codingPath.map(\.stringValue) == path)
    }
    let missing = #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(WrappedWithNames.self, from: "{}")
    }
    guard case .keyNotFound(let key, _)? = missing else { return #expect(Bool(false)) }
    #expect(key.stringValue == "doubled")
  }
}
