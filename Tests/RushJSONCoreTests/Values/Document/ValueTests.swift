import RushJSONCore
import Testing

/// Views of a document: kinds, counts, elements, members, and successful and failing look-ups.
@Suite struct ValueTests {
  static let text = """
    {"null": null, "yes": true, "no": false, "int": -7, "big": 18446744073709551615,
     "double": 2.5, "string": "a\\nb", "": "empty", "array": [1, [2, 3], {"a": [4]}], "none": [],
     "object": {"a/b": 1, "m~n": 2, "0": 3, "": {"": 4}}, "nothing": {}, "\\u00e9": "escaped"}
    """

  let root: JSONDocument.Value

  init() throws { root = try JSONDocument(parsing: Self.text).root }

  @Test(
    arguments: [
      ("null", .null), ("yes", .bool), ("no", .bool), ("int", .number), ("big", .number),
      ("double", .number), ("string", .string), ("", .string), ("array", .array), ("none", .array),
      ("object", .object), ("nothing", .object), ("\u{e9}", .string),
    ] as [(String, JSONKind)])
  func kinds(_ name: String, kind: JSONKind) throws {
    let value = try #require(root[name])
    #expect(value.kind == kind)
    #expect(value.isNull == (kind == .null))
    let count = ["array": 3, "object": 4][name] ?? 0
    #expect(value.count == count)
    #expect((try? value.elements()) == nil || kind == .array)
    #expect((try? value.members()) == nil || kind == .object)
  }

  @Test func elementsInOrder() throws {
    let array = try #require(root["array"])
    let elements = Array(try array.elements())
    #expect(elements.map(\.kind) == [.number, .array, .object])
    #expect(try elements[1].elements().map { try $0.int() } == [2, 3])
    #expect(try array.elements().underestimatedCount == 3)
    #expect(Array(try #require(root["none"]).elements()).isEmpty)
    // A sequence can be iterated again.
    #expect(Array(try array.elements()).count == 3)
  }

  @Test func membersInOrder() throws {
    let names = try root.members().map(\.name)
    let expected = [
      "null", "yes", "no", "int", "big", "double", "string", "", "array", "none", "object",
      "nothing", "\u{e9}",
    ]
    #expect(names == expected)
    #expect(root.count == expected.count)
    #expect(try root.members().underestimatedCount == expected.count)
    #expect(Array(try #require(root["nothing"]).members()).isEmpty)
    for member in try root.members() {
      #expect(member.hasName(member.name))
      #expect(!member.hasName(member.name + "x"))
      #expect(member.withNameUTF8 { $0.count } == member.name.utf8.count)
    }
  }

  @Test func indicesThatAreThereAndNot() throws {
    let array = try #require(root["array"])
    #expect(try array[0]?.int() == 1)
    #expect(try array[1]?[1]?.int() == 3)
    #expect(try array[2]?["a"]?[0]?.int() == 4)
    for position in [3, 4, -1, -3, .max, .min, Int(UInt32.max), Int(UInt32.max) + 1] {
      #expect(array[position] == nil)
      #expect(root["none"]?[position] == nil)
    }
    for name in ["null", "yes", "int", "string", "object", "nothing"] {
      #expect(root[name]?[0] == nil)
    }
  }

  @Test func namesThatAreThereAndNot() throws {
    let object = try #require(root["object"])
    #expect(try object[""]?[""]?.int() == 4)
    #expect(try object["0"]?.int() == 3)
    for name in ["a", "a/", "a/b ", "A/B", "e\u{301}", "nul", "null ", "\0", "\u{fffd}"] {
      #expect(object[name] == nil)
      #expect(root[name] == nil)
    }
    for name in ["null", "yes", "int", "string", "array", "none", "nothing"] {
      #expect(root[name]?["a"] == nil)
    }
  }

  static let pointers: [(pointer: String, text: String)] = [
    ("/array/0", "1"), ("/array/1/1", "3"), ("/array/2/a/0", "4"), ("/object/a~1b", "1"),
    ("/object/m~0n", "2"), ("/object/0", "3"), ("/object//", "4"), ("/int", "-7"),
  ]

  @Test(arguments: pointers.indices)
  func pointerFinds(_ index: Int) throws {
    let (text, number) = Self.pointers[index]
    let pointer = try JSONPointer(text)
    let value = try #require(root[pointer])
    #expect(try value.number().text == number)
    #expect(try root.value(at: pointer).offset == value.offset)
    #expect(value.pointer == pointer)
    #expect(value.pointer.description == text)
  }

  @Test func emptyPointerIsTheValueItself() throws {
    #expect(root[JSONPointer.root]?.offset == root.offset)
    #expect(root.pointer == .root)
    let array = try #require(root["array"])
    #expect(try array.value(at: .root).offset == array.offset)
  }

  static let missing: [(String, JSONValueError.Kind, at: String)] = [
    ("/x", .missingName("x"), ""),
    ("/object/x/y", .missingName("x"), "/object"),
    ("/array/3", .indexOutOfRange(3, count: 3), "/array"),
    ("/array/1/2", .indexOutOfRange(2, count: 2), "/array/1"),
    ("/none/0", .indexOutOfRange(0, count: 0), "/none"),
    ("/array/-", .invalidIndex("-"), "/array"),
    ("/array/01", .invalidIndex("01"), "/array"),
    ("/array/-1", .invalidIndex("-1"), "/array"),
    ("/array/+1", .invalidIndex("+1"), "/array"),
    ("/array/", .invalidIndex(""), "/array"),
    ("/array/a", .invalidIndex("a"), "/array"),
    ("/array/99999999999999999999", .invalidIndex("99999999999999999999"), "/array"),
    ("/int/0", .wrongKind(expected: .object, found: .number), "/int"),
    ("/null/a/b", .wrongKind(expected: .object, found: .null), "/null"),
    ("/string/0", .wrongKind(expected: .object, found: .string), "/string"),
  ]

  @Test(arguments: missing.indices)
  func pointerFindsNothing(_ index: Int) throws {
    let (text, kind, place) = Self.missing[index]
    let pointer = try JSONPointer(text)
    #expect(root[pointer] == nil)
    let error = #expect(throws: JSONValueError.self) { try root.value(at: pointer) }
    #expect(error?.kind == kind)
    #expect(error?.pointer == (try JSONPointer(place)))
    #expect(error?.offset == root[try JSONPointer(place)]?.offset)
  }

  @Test func documentKnowsItsText() throws {
    let document = try JSONDocument(parsing: " [\"a\", {\"b\": 1}] ")
    #expect(document.byteCount == 17)
    // The array, a string, an object, a name, a number.
    #expect(document.recordCount == 5)
    #expect(unsafe document.withText { unsafe $0.elementsEqual(" [\"a\", {\"b\": 1}] ".utf8) })
    #expect(document.root.offset == 1)
    #expect(document.root[0]?.offset == 2)
    #expect(document.root[1]?.offset == 7)
    #expect(document.root[1]?["b"]?.offset == 13)
  }
}
