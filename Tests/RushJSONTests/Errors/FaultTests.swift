import Foundation
import RushJSON
import Testing

/// All faults of a text, for types of the compiler. Those with `@JSONModel` are in `MacroClients`.
@Suite struct FaultTests {
  private struct Order: Decodable {
    var id: Int
    var placed: Date
    var items: [Item]
    var note: String?
    var prices: [String: Double]?
    var link: URL?
    var key: UUID?
    var counts: Set<UInt8>?
    var size: Size?
  }

  private struct Item: Decodable {
    var name: String
    var kind: Kind
    var parts: [[Int]]?
    var isFree: Bool
  }

  private enum Kind: String, Decodable { case book, film }
  private enum Size: String, Decodable, CaseIterable { case small, large }

  private struct Age: Decodable {
    struct Refusal: Error, CustomStringConvertible { var description: String }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer().decode(Int.self)
      if value < 1 { throw Refusal(description: "an age is positive") }
    }
  }

  private struct Range: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let start = try container.decode(Int.self)
      let end = try container.decode(Int.self)
      if end < start {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "the range is reversed")
      }
    }
  }

  private static let decoder = {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .aspNet
    return decoder
  }()

  private static func faults<T: Decodable>(
    _ type: T.Type, _ text: String, limit: Int = 20, _ decoder: RushJSONDecoder = decoder
  ) throws -> [String] {
    let faults = try decoder.faults(of: type, in: text.utf8, limit: limit)
    let isDecoded = (try? decoder.decode(type, from: text)) != nil
    #expect(faults.isEmpty == isDecoded)
    let offsets = faults.map { $0.offset ?? -1 }
    #expect(offsets == offsets.sorted())
    for fault in faults {
      var pointer = fault.pointer
      // A missing member has the place of its object.
      if case .missingName(let name) = fault.kind {
        #expect(pointer.tokens.last == name)
        pointer = pointer.parent ?? .root
      }
      let value = try JSONDocument(parsing: text).root.value(at: pointer)
      if case .unknownName = fault.kind { continue }
      if case .invalidFormat(_, let expected) = fault.kind, expected.hasPrefix("a name for ") {
        continue
      }
      #expect(fault.offset == value.offset)
    }
    return faults.map { "\($0.pointer): \($0.kind)" }
  }

  private static let noName = #"no member is named "name" in the object"#
  private static let kind = #"expected a valid Kind, found "tape""#

  static let orders: [(text: String, faults: [String])] = [
    (#"{"id": 1, "placed": "/Date(5)/", "items": []}"#, []),
    (
      #"{"id": "1", "placed": 3, "items": [], "note": 4, "prices": {"a": 1, "b": "x"}}"#,
      [
        "/id: expected a number, found a string", "/placed: expected a string, found a number",
        "/note: expected a string, found a number", "/prices/b: expected a number, found a string",
      ]
    ),
    (
      #"{"items": [{"kind": "book", "isFree": 0}, {"name": 1, "kind": "film"}], "id": 1.5}"#,
      [
        #"/placed: no member is named "placed" in the object"#, "/items/0/name: \(noName)",
        "/items/0/isFree: expected a boolean, found a number",
        #"/items/1/isFree: no member is named "isFree" in the object"#,
        "/items/1/name: expected a string, found a number",
        "/id: the number 1.5 cannot be represented as Int",
      ]
    ),
    // Cases that are not known come from a neighbour.
    (
      """
      {"id": 1, "placed": "Date(5)", "items": [
       {"kind": "tape", "name": 0, "isFree": true}, {"name": "", "kind": "book", "isFree": 2},
       {"kind": "tape"}]}
      """,
      [
        #"/placed: expected a date like /Date(0)/, found "Date(5)""#, "/items/0/kind: \(kind)",
        "/items/0/name: expected a string, found a number",
        "/items/1/isFree: expected a boolean, found a number", "/items/2/name: \(noName)",
        #"/items/2/isFree: no member is named "isFree" in the object"#, "/items/2/kind: \(kind)",
      ]
    ),
    // Without one, the element is left out.
    (
      #"{"id": 1, "placed": "", "items": [{"kind": "tape", "name": 0, "isFree": 0}], "note": 1}"#,
      [
        #"/placed: expected a date like /Date(0)/, found """#, "/items/0/kind: \(kind)",
        "/items/0/name: expected a string, found a number",
        "/note: expected a string, found a number",
      ]
    ),
    (
      """
      {"id": null, "placed": "/Date(5)/", "items": [], "link": "", "key": "1", "size": "x",
       "counts": [1, 256, -1, "a"]}
      """,
      [
        "/id: expected a number, found null", #"/link: expected a URL, found """#,
        #"/key: expected a valid UUID, found "1""#, #"/size: expected a valid Size, found "x""#,
        "/counts/1: the number 256 cannot be represented as UInt8",
        "/counts/2: the number -1 cannot be represented as UInt8",
        "/counts/3: expected a number, found a string",
      ]
    ),
    (
      #"{"id": [], "placed": {}, "items": [[], 1, {"name": "", "kind": "film", "isFree": null}]}"#,
      [
        "/id: expected a number, found an array", "/placed: expected a string, found an object",
        "/items/0: expected an object, found an array",
        "/items/1: expected an object, found a number",
        "/items/2/isFree: expected a boolean, found null",
      ]
    ),
    ("[]", [": expected an object, found an array"]),
    ("null", [": expected an object, found null"]),
  ]

  @Test(arguments: orders)
  func eachFaultOfAnOrderIsFound(text: String, faults: [String]) throws {
    let found = try Self.faults(Order.self, text)
    #expect(found == faults)
  }

  @Test func theLimitEndsTheSearch() throws {
    let text = #"["a", 1, "b", {}, "c"]"#
    #expect(try Self.faults([Int].self, text).count == 4)
    #expect(
      try Self.faults([Int].self, text, limit: 2) == [
        "/0: expected a number, found a string", "/2: expected a number, found a string",
      ])
    #expect(try Self.faults([Int].self, text, limit: 0).count == 1)
    #expect(try Self.faults([Int].self, text, limit: .max).count == 4)
  }

  @Test func aTextThatIsNotJSONIsThrown() throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      try Self.decoder.faults(of: [Int].self, in: Data("[1,, \"a\"]".utf8))
    }
    #expect(error.kind == .expectedValue && error.offset == 3)
  }

  // MARK: - Types that refuse values themselves

  @Test func errorsOfATypeAreFaults() throws {
    let faults = try Self.decoder.faults(of: [String: [Age]].self, in: #"{"a":[0,2,-3,"x"]}"#.utf8)
    #expect(
      faults.map { "\($0)" } == [
        "an age is positive at /a/0 (byte 6, line 1, column 7)",
        "an age is positive at /a/2 (byte 10, line 1, column 11)",
        "expected a number, found a string at /a/3 (byte 13, line 1, column 14)",
      ])
  }

  @Test func elementsThatAreMissingAreFaults() throws {
    let found = try Self.faults([Range].self, #"[[1], [3, 2], ["1", 2], []]"#)
    #expect(
      found == [
        "/0: no element has index 1 in the array of 1", "/1: an array is not a valid Range",
        "/2/0: expected a number, found a string", "/3: no element has index 0 in the array of 0",
        "/3: no element has index 1 in the array of 1",
      ])
  }

  @Test func aTypeThatAcceptsNothingHasOneFaultForEachValue() throws {
    struct Never: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "never"))
      }
    }
    #expect(try Self.faults(Never.self, "1") == [": the number 1 cannot be represented as Never"])
    #expect(
      try Self.faults([Never].self, "[1, 2]") == [
        "/0: the number 1 cannot be represented as Never",
        "/1: the number 2 cannot be represented as Never",
      ])
  }

  @Test func aTypeInsideItselfEnds() throws {
    final class Node: Decodable { let next: Node }
    #expect(
      try Self.faults(Node.self, #"{"next": {}}"#) == [
        #"/next/next: no member is named "next" in the object"#
      ])
  }

  // MARK: - Options

  @Test func optionsOfTheDecoderApply() throws {
    struct User: Decodable { var firstName: String, lastName: Int }
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    let faults = try decoder.faults(of: User.self, in: "last_name: 'x'".utf8)
    #expect(
      faults.map { "\($0.pointer): \($0.kind)" } == [
        #"/first_name: no member is named "first_name" in the object"#,
        "/last_name: expected a number, found a string",
      ])
    let numbers = RushJSONDecoder()
    let utf16 = Data("[\"\u{e9}\", true]".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(
      try numbers.faults(of: [Int].self, in: utf16).map { $0.offset ?? -1 } == [1, 7])
  }

  @Test func ofEqualNamesTheOneThatCountsIsAtFault() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.duplicateNames = .keepLast
    let text = #"{"a": "x", "b": "", "a": "y"}"#.utf8
    let faults = try decoder.faults(of: [String: Int].self, in: text)
    #expect(faults.map { $0.offset ?? -1 } == [16, 25])
  }

  @Test func unknownNamesOfDictionariesAreFaults() throws {
    #expect(
      try Self.faults([UUID: Int].self, #"[1]"#).count == 1)
    enum Key: String, Codable, CodingKeyRepresentable { case a, b }
    #expect(try Self.faults([Key: Int].self, #"{"a": 1, "c": 2, "b": "x"}"#).isEmpty == false)
  }

  /// Elements that accept no placeholder, so they are left out, and the faults after them are found.
  @Test func faultsAfterAnElementWithoutAPlaceholderAreFound() throws {
    struct Code: Decodable, Hashable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.hasPrefix("code-") else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a code")
        }
      }
    }
    struct Part: Decodable {
      var code: Code
      var size: Int
    }
    #expect(
      try Self.faults([Code].self, #"["x", "code-1", 7, "code-2", true]"#).map(Self.place)
        == ["/0", "/2", "/4"])
    #expect(try Self.faults([Code].self, #"["x", 7, true]"#).map(Self.place) == ["/0", "/1", "/2"])
    #expect(
      try Self.faults([[Code]].self, #"[["x", 1], [], ["code-1", "y"], [2]]"#).map(Self.place)
        == ["/0/0", "/0/1", "/2/1", "/3/0"])
    #expect(
      try Self.faults(
        [Part].self, #"[{"code": "x", "size": 1}, {"code": "y", "size": "2"}, {"size": []}]"#
      ).map(Self.place) == ["/0/code", "/1/code", "/2/code"])
    #expect(
      try Self.faults(
        [String: [Part]].self,
        #"{"a": [{"code": "x", "size": 1}], "b": [{"code": "code-", "size": "2"}, 5]}"#
      ).map(Self.place) == ["/a/0/code", "/b/0/size", "/b/1"])
  }

  private static func place(_ fault: String) -> String { String(fault.prefix { $0 != ":" }) }

  // MARK: - Custom key strategies

  private struct Named: Decodable {
    var id: Int
    var note: String?
    var inner: Inner
    var list: [Inner]
    struct Inner: Decodable {
      var name: String
      var count: Int
      var isOn: Bool?
    }
  }

  /// The reported faults are those that were made, with a strategy that no name but those of the text fits.
  @Test(arguments: 0..<200)
  func aCustomStrategyMakesNoFaults(seed: Int) throws {
    var random = UInt64(seed)
    func choice(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    let inner: RawJSON = ["k_name": "a", "k_count": 1, "k_isOn": true]
    var tree: RawJSON = [
      "k_id": 7, "k_note": "n", "k_inner": inner, "k_list": [inner, inner, inner],
    ]
    let pointers: [JSONPointer] = [
      "/k_id", "/k_note", "/k_inner/k_name", "/k_inner/k_count", "/k_inner/k_isOn",
      "/k_list/0/k_name", "/k_list/0/k_count", "/k_list/1/k_count", "/k_list/2/k_isOn", "/k_list/2",
    ]
    var changed: Set<String> = []
    for pointer in pointers where choice(3) == 0 {
      if choice(3) > 0 {
        try tree.set([[]], at: pointer)
        changed.insert("\(pointer)")
      } else if pointer != "/k_list/2", !["k_note", "k_isOn"].contains(pointer.tokens.last) {
        try tree.remove(at: pointer)
        changed.insert("\(pointer.parent ?? .root)")
      }
    }
    let decoder = RushJSONDecoder()
    // A name that the text does not have ends the process here, as it may in a program.
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue ?? ""
      if let index = path.last?.intValue { return AnyKey(name: name, index: index) }
      precondition(name.hasPrefix("k_"), "the strategy is asked about \(name)")
      return AnyKey(name: String(name.dropFirst(2)), index: nil)
    }
    let faults = try decoder.faults(of: Named.self, in: tree.jsonBytes())
    // The strategy does not tell the names of missing members, so these are at their objects.
    let places = faults.map { fault in
      if case .missingName = fault.kind { return fault.pointer.parent ?? .root }
      return fault.pointer
    }
    // The whole element was replaced.
    if changed.contains("/k_list/2") { changed.remove("/k_list/2/k_isOn") }
    #expect(Set(places.map { "\($0)" }) == changed, "\(faults) in \(tree)")
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(name: String, index: Int?) { (stringValue, intValue) = (name, index) }
    init(stringValue: String) { self.init(name: stringValue, index: nil) }
    init(intValue: Int) { self.init(name: "\(intValue)", index: intValue) }
  }
}
