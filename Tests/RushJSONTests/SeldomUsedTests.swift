import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Public calls and overloads that programs seldom use, so that no other suite reaches them.
@Suite("Seldom used interface")
struct SeldomUsedTests {
  private enum Key: String, CodingKey { case a, b, c, d, e, f, g, h, i, j, k, l }

  // MARK: - Coders

  /// Encodes each kind of number by its own overload.
  private struct Numbers: Encodable {
    var isPresent: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      if isPresent {
        try container.encode(-8 as Int8, forKey: .a)
        try container.encode(-16 as Int16, forKey: .b)
        try container.encode(-32 as Int32, forKey: .c)
        try container.encode(-64 as Int64, forKey: .d)
        try container.encode(8 as UInt8, forKey: .e)
        try container.encode(16 as UInt16, forKey: .f)
        try container.encode(32 as UInt32, forKey: .g)
        try container.encode(64 as UInt64, forKey: .h)
        try container.encode(1 as UInt, forKey: .i)
        try container.encode(1.5 as Float, forKey: .j)
        try container.encode(true, forKey: .k)
      } else {
        try container.encodeIfPresent(-8 as Int8?, forKey: .a)
        try container.encodeIfPresent(-16 as Int16?, forKey: .b)
        try container.encodeIfPresent(-32 as Int32?, forKey: .c)
        try container.encodeIfPresent(-64 as Int64?, forKey: .d)
        try container.encodeIfPresent(8 as UInt8?, forKey: .e)
        try container.encodeIfPresent(16 as UInt16?, forKey: .f)
        try container.encodeIfPresent(32 as UInt32?, forKey: .g)
        try container.encodeIfPresent(64 as UInt64?, forKey: .h)
        try container.encodeIfPresent(1 as UInt?, forKey: .i)
        try container.encodeIfPresent(1.5 as Float?, forKey: .j)
        try container.encodeIfPresent(true as Bool?, forKey: .k)
        try container.encodeIfPresent(nil as Int8?, forKey: .l)
      }
    }
  }

  @Test("each kind of number by its own overload", arguments: [true, false])
  func numbersByKind(isPresent: Bool) throws {
    let expected =
      #"{"a":-8,"b":-16,"c":-32,"d":-64,"e":8,"f":16,"g":32,"h":64,"i":1,"j":1.5,"k":true}"#
    for formatting: RushJSONEncoder.OutputFormatting in [[], .sortedKeys] {
      let encoder = RushJSONEncoder()
      encoder.outputFormatting = formatting
      #expect(try encoder.encodeToString(Numbers(isPresent: isPresent)) == expected)
    }
  }

  @Test("arrays of arrays of arrays")
  func planes() throws {
    let planes: [[[Double]]] = [[[1.5, 2], []], [], [[-3e100]]]
    let text = "[[[1.5,2],[]],[],[[-3e+100]]]"
    #expect(try RushJSONEncoder().encodeToString(planes) == text)
    #expect(try RushJSONDecoder().decode([[[Double]]].self, from: text) == planes)
    #expect(try RushJSONDecoder().decode([[[Float]]].self, from: "[[[1.5],[]]]") == [[[1.5], []]])
    for (text, path) in [
      (#"[[[1],["x"]]]"#, [0, 1, 0]), ("[[], [[1], 2]]", [1, 1]), ("[[[1]], 2]", [1]), ("{}", []),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try RushJSONDecoder().decode([[[Double]]].self, from: text)
      }
      guard case .typeMismatch(_, let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.intValue) == path)
    }
  }

  @Test("options of coders are what was set, and copies keep them")
  func options() {
    let encoder = RushJSONCoreEncoder()
    #expect(encoder.indentation == nil && encoder.nameStyle == nil)
    encoder.maximumLength = 77
    encoder.nameStyle = .kebabCase
    encoder.indentation = .tabs(1)
    encoder.nilEncodingStrategy = .null
    let encoderCopy = encoder.copy()
    encoder.maximumLength = 78
    #expect(encoderCopy.maximumLength == 77 && encoder.maximumLength == 78)
    #expect(encoderCopy.nameStyle == .kebabCase)
    #expect(encoderCopy.indentation == .tabs(1))
    #expect(encoderCopy.nilEncodingStrategy == .null)

    let decoder = RushJSONCoreDecoder()
    decoder.nameStyle = .snakeOrKebabCase
    let decoderCopy = decoder.copy()
    decoder.nameStyle = nil
    #expect(decoderCopy.nameStyle == .snakeOrKebabCase && decoder.nameStyle == nil)
  }

  // MARK: - Property wrappers as values of their own

  @Test("wrappers as elements of arrays, with any coder")
  func wrappersAsElements() throws {
    let decoder = RushJSONDecoder()
    let defaults = try decoder.decode(
      [DefaultValue<JSONDefaults.Zero<Int>>].self, from: "[1,null]")
    #expect(defaults.map(\.wrappedValue) == [1, 0])
    let fields = try decoder.decode([JSONField<Int>].self, from: "[1,null]")
    #expect(fields == [.value(1), .null])
    #expect(try RushJSONEncoder().encodeToString(fields + [.missing]) == "[1,null,null]")
    #expect(try JSONEncoder().encode(fields) == Data("[1,null]".utf8))
    let lossy = try decoder.decode(
      [LossyDictionary<Int>].self, from: #"[{"a":1,"b":"x"},{"a":1},{"a":2}]"#)
    #expect(lossy[0] == lossy[1] && lossy[1] != lossy[2])
    #expect(lossy[1] == LossyDictionary(wrappedValue: ["a": 1]))
    #expect(try RushJSONEncoder().encodeToString(lossy[0]) == #"{"a":1}"#)
    #expect(try RushJSONEncoder().encodeToString(Stringified(wrappedValue: 5)) == #""5""#)
    #expect(try RushJSONEncoder().encodeToString(LenientBool(wrappedValue: true)) == "true")
  }

  // MARK: - Contexts

  private struct Scaled: DecodableWithContext, EncodableWithContext, Equatable {
    var value: Int

    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder, context factor: Int) throws {
      value = try factor * decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder, context factor: Int) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value / factor)
    }
  }

  /// Decodes its elements one by one.
  private struct Elements: Decodable {
    var scaled: [Scaled?] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        scaled.append(try container.decodeIfPresent(Scaled.self, context: 10))
      }
      #expect(try container.decodeIfPresent(Scaled.self, context: 10) == nil)
    }
  }

  private struct Wrapped: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Scaled(30).with(10))
    }
  }

  private struct Members: Encodable {
    func encode(to encoder: any Encoder) throws {
      try ["a": Scaled(20)].encode(to: encoder, context: 10)
    }
  }

  @Test("contexts in every container, of bytes, documents and other coders")
  func contexts() throws {
    let decoder = RushJSONDecoder()
    #expect(
      try decoder.decode(from: [UInt8]("7".utf8), { try Scaled(from: $0, context: 3) })
        == Scaled(21))
    let root = try JSONDocument(parsing: #"{"a":[5]}"#).root
    #expect(
      try decoder.decode(from: root, at: "/a/0", { try Scaled(from: $0, context: 2) }) == Scaled(10)
    )
    #expect(
      try decoder.decode(Elements.self, from: "[1,null,2]").scaled == [Scaled(10), nil, Scaled(20)])
    #expect(try RushJSONEncoder().encodeToString(Wrapped()) == "3")
    #expect(try RushJSONEncoder().encodeToString(Members()) == #"{"a":2}"#)
    #expect(try JSONEncoder().encode(Members()) == Data(#"{"a":2}"#.utf8))
  }

  // MARK: - Streams, errors and values

  @Test("the last events of a stream come to a closure")
  func lastEvents() throws {
    var reader = JSONEventReader()
    let bytes: [UInt8] = Array("[1, 2".utf8)
    unsafe bytes.withUnsafeBytes { unsafe reader.feed($0) }
    var numbers: [Int] = []
    try reader.push(Array("3] ".utf8)) { event, reader in
      if event == .number, let number = reader.number()?.int { numbers.append(number) }
    }
    var last: [JSONEventReader.Event] = []
    try reader.finish { event, _ in last.append(event) }
    #expect(numbers == [1, 23] && last.isEmpty)

    var number = JSONEventReader()
    var all: [JSONEventReader.Event] = []
    try number.push(Array("12".utf8)) { event, _ in all.append(event) }
    #expect(all.isEmpty)
    try number.finish { event, _ in all.append(event) }
    #expect(all == [.number])
  }

  @Test("errors of values hash as they compare")
  func hashedErrors() throws {
    var error = JSONValueError(.missingName("x"), at: "/a")
    let same = error
    error.offset = 5
    #expect(Set([error, same, same]).count == 2)
    error.pointer = "/b"
    #expect(error.offset == 5 && error.pointer == "/b")
  }

  @Test("files and paths of trees")
  func trees() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "seldom-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"a": [1, 2]}"#.utf8).write(to: url)
    var tree = try RawJSON(contentsOf: url)
    #expect(tree["a"] == [1, 2])
    #expect(tree[path: ["a", 1]] == 2)
    tree[path: ["a", 1]] = 3
    #expect(tree == ["a": [1, 3]])
    let object = try #require(tree.objectValue)
    #expect(RawJSON.Object(object) == object)
    #expect(object["b", default: 5] == 5 && object["a", default: 5] == [1, 3])
    #expect(Set([object["a"]?.jsonArrayValue, object["a"]?.jsonArrayValue]).count == 1)
  }
}
