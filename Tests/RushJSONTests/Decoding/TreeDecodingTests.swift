import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Values of documents and trees, decoded where they are.
@Suite("Decoding from documents and trees")
struct TreeDecodingTests {
  private struct Order: Codable, Equatable {
    var id: UInt64
    var price: JSONNumber
    var note: RawJSON
    var tags: [String]
    var details: RawJSON.Object
  }

  private static let text = #"""
    {"id":18446744073709551615,"price":1.500,"note":{"z":-0,"a":[1e400,"\u0000\"\\é𝄞"],"m":null},
    "tags":["","short","a string of more than fifteen bytes"],"details":{"b":1.0,"a":0.10}}
    """#

  @Test("the members of a tree come out unchanged, numbers with their spelling")
  func identity() throws {
    let tree = try RawJSON(parsing: Self.text)
    let order = try tree.decode(Order.self)
    #expect(order == (try RushJSONDecoder().decode(Order.self, from: Self.text)))
    #expect(order.price.text == "1.500")
    #expect(order.note.description == tree["note"]?.description)
    #expect(order.details.description == tree["details"]?.description)
    #expect(try tree.decode(RawJSON.self).description == tree.description)
    let object = try #require(tree.dictionaryValue)
    #expect(try RawJSON.Object(object).decode(Order.self) == order)
  }

  @Test("a value of a document is decoded where it is")
  func documents() throws {
    let document = try JSONDocument(parsing: Self.text)
    #expect(try document.root.decode(Order.self).tags.count == 3)
    #expect(try document.root["tags"]?.decode([String].self).last?.utf8.count == 35)
    #expect(try document.root["details"]?.decode([String: Double].self) == ["a": 0.1, "b": 1])
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try document.root["price"]?.decode(Double.self, decoder: decoder) == 1.5)
  }

  @Test("numbers that JSON text cannot hold")
  func nonFiniteNumbers() throws {
    let tree: RawJSON = .array([
      .number(JSONNumber(Double.nan)), .number(JSONNumber(-Double.infinity)),
    ])
    let values = try tree.decode([Double].self)
    #expect(values[0].isNaN && values[1] == -.infinity)
    #expect(try tree.decode([JSONNumber].self)[1] == JSONNumber(-Double.infinity))
    #expect(throws: DecodingError.self) { try tree.decode([Int].self) }
  }

  @Test("the limits of a decoder hold for trees, and errors have the path")
  func limits() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.maximumDepth = 2
    #expect(try decoder.decode([[Int]].self, from: [[1], []] as RawJSON) == [[1], []])
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(RawJSON.self, from: ["a": [[1]]] as RawJSON)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
  }

  @Test("deep trees take no stack")
  func deepTrees() throws {
    var tree: RawJSON = 1
    for _ in 0..<100_000 { tree = .array([tree]) }
    let decoder = RushJSONDecoder()
    decoder.readingOptions.maximumDepth = .max
    #expect(try decoder.decode(RawJSON.self, from: tree) == tree)
  }

  // MARK: - Coders

  private struct Tagged: Decodable {
    let tag: String?

    init(from decoder: any Decoder) throws {
      tag = decoder.userInfo.first { $0.key.rawValue == "tag" }?.value as? String
    }
  }

  @Test("userInfo for one call")
  func userInfoPerCall() throws {
    let decoder = RushJSONDecoder()
    let key = try #require(CodingUserInfoKey(rawValue: "tag"))
    let info = [key: "call"]
    #expect(try decoder.decode(Tagged.self, from: "{}", userInfo: info).tag == "call")
    #expect(try decoder.decode(Tagged.self, from: "{}").tag == nil)
    decoder.userInfo = [key: "decoder"]
    #expect(try decoder.decode(Tagged.self, from: "{}").tag == "decoder")
    #expect(try decoder.decode(Tagged.self, from: [1] as RawJSON, userInfo: info).tag == "call")
    let document = try JSONDocument(parsing: "1")
    #expect(try decoder.decode(Tagged.self, from: document, userInfo: info).tag == "call")
  }

  @Test("a copy has the same options, and changes alone")
  func copies() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let copy = decoder.copy()
    copy.allowsJSON5 = true
    struct Name: Decodable { var firstName: String }
    #expect(try copy.decode(Name.self, from: "{first_name:'A'}").firstName == "A")
    #expect(throws: DecodingError.self) { try decoder.decode(Name.self, from: "{first_name:'A'}") }
  }

  /// A type whose two contexts differ.
  private struct Price: DecodableWithContext, EncodableWithContext {
    var cents: Int

    init(from decoder: any Decoder, context: Int) throws {
      cents = try decoder.singleValueContainer().decode(Int.self) * context
    }

    func encode(to encoder: any Encoder, context: String) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(cents) \(context)")
    }
  }

  @Test("one type with a context for each direction")
  func contexts() throws {
    let price = try RushJSONDecoder().decode(from: "3", { try Price(from: $0, context: 100) })
    #expect(try RushJSONEncoder().encodeToString(price.with("ct")) == #""300 ct""#)
  }

  private struct Settings: Codable, Equatable {
    @DefaultValue<JSONDefaults.False> var isPublic: Bool
    @DefaultValue<JSONDefaults.Empty> var tags: [String]
  }

  @Test("memberwise initialisers take the values of members with defaults")
  func memberwise() throws {
    let settings = Settings(isPublic: true, tags: ["a"])
    #expect(
      try RushJSONDecoder().decode(Settings.self, from: #"{"isPublic":true,"tags":["a"]}"#)
        == settings)
  }
}
