import RushJSONCore
import Testing

/// One call of a writer.
enum WriterCall: Sendable, CustomStringConvertible {
  case beginArray, endArray, beginObject, endObject
  case name(String)
  case null, bool(Bool), string(String), integer(Int), double(Double), float(Float)
  case number(JSONNumber), tree(RawJSON), json(String)

  var description: String {
    switch self {
    case .beginArray: "["
    case .endArray: "]"
    case .beginObject: "{"
    case .endObject: "}"
    case .name(let name): "\(name):"
    case .null: "null"
    case .bool(let value): "\(value)"
    case .string(let value): "'\(value)'"
    case .integer(let value): "\(value)"
    case .double(let value): "double \(value)"
    case .float(let value): "float \(value)"
    case .number(let value): "\(value)"
    case .tree(let value): "tree \(value)"
    case .json(let value): "json \(value)"
    }
  }
}

extension JSONWriter {
  mutating func run(_ call: WriterCall) throws(JSONWritingError) {
    switch call {
    case .beginArray: try beginArray()
    case .endArray: try endArray()
    case .beginObject: try beginObject()
    case .endObject: try endObject()
    case .name(let name): try self.name(name)
    case .null: try null()
    case .bool(let value): try bool(value)
    case .string(let value): try string(value)
    case .integer(let value): try integer(value)
    case .double(let value): try double(value)
    case .float(let value): try float(value)
    case .number(let value): try number(value)
    case .tree(let value): try self.value(value)
    case .json(let value): try self.value(json: Array(value.utf8))
    }
  }

  static func text(
    _ calls: [WriterCall], _ options: JSONWritingOptions = .compact
  ) throws(JSONWritingError) -> String {
    var writer = JSONWriter(options: options)
    for call in calls { try writer.run(call) }
    return try writer.finishString()
  }
}

@Suite struct JSONWriterTests {
  struct Text: Sendable, CustomTestStringConvertible {
    var calls: [WriterCall]
    var compact: String
    var pretty: String
    var foundation: String
    var testDescription: String { compact }
  }

  private static let texts = [
    Text(calls: [.null], compact: "null", pretty: "null", foundation: "null"),
    Text(calls: [.string("")], compact: #""""#, pretty: #""""#, foundation: #""""#),
    Text(
      calls: [.beginArray, .endArray], compact: "[]", pretty: "[]", foundation: "[\n\n]"),
    Text(
      calls: [.beginObject, .endObject], compact: "{}", pretty: "{}", foundation: "{\n\n}"),
    Text(
      calls: [.beginArray, .integer(1), .bool(true), .bool(false), .null, .endArray],
      compact: "[1,true,false,null]", pretty: "[\n  1,\n  true,\n  false,\n  null\n]",
      foundation: "[\n  1,\n  true,\n  false,\n  null\n]"),
    Text(
      calls: [
        .beginObject, .name("a"), .beginArray, .endArray, .name("b\n"), .beginObject, .name(""),
        .double(0.5), .endObject, .endObject,
      ],
      compact: #"{"a":[],"b\n":{"":0.5}}"#,
      pretty: "{\n  \"a\": [],\n  \"b\\n\": {\n    \"\": 0.5\n  }\n}",
      foundation: "{\n  \"a\" : [\n\n  ],\n  \"b\\n\" : {\n    \"\" : 0.5\n  }\n}"),
    Text(
      calls: [
        .beginArray, .tree(["x": [1, []], "y": [:]]), .json(" [ 1e2 ,\n\"\\u0041\" ] "), .endArray,
      ],
      compact: #"[{"x":[1,[]],"y":{}},[1e2,"\u0041"]]"#,
      pretty: """
        [
          {
            "x": [
              1,
              []
            ],
            "y": {}
          },
          [
            1e2,
            "\\u0041"
          ]
        ]
        """,
      foundation: """
        [
          {
            "x" : [
              1,
              [

              ]
            ],
            "y" : {

            }
          },
          [
            1e2,
            "\\u0041"
          ]
        ]
        """),
  ]

  @Test(arguments: texts)
  func writes(_ text: Text) throws {
    #expect(try JSONWriter.text(text.calls) == text.compact)
    #expect(try JSONWriter.text(text.calls, .pretty) == text.pretty)
    #expect(try JSONWriter.text(text.calls, .foundationPretty) == text.foundation)
  }

  @Test func otherIndentation() throws {
    var options = JSONWritingOptions()
    options.layout = .indented(by: .tabs(1))
    #expect(try JSONWriter.text([.tree([1, [2]])], options) == "[\n\t1,\n\t[\n\t\t2\n\t]\n]")
    options.layout = .indented(by: .spaces(0))
    #expect(try JSONWriter.text([.tree([1, [2]])], options) == "[\n1,\n[\n2\n]\n]")
    options.layout = .indented(by: .spaces(-3))
    #expect(try JSONWriter.text([.tree([1])], options) == "[\n1\n]")
  }

  // MARK: - Misuse

  struct Misuse: Sendable, CustomTestStringConvertible {
    var calls: [WriterCall]
    var kind: JSONWritingError.Kind
    var pointer: String
    var testDescription: String { "\(calls)" }

    init(_ calls: WriterCall..., kind: JSONWritingError.Kind, at pointer: String = "") {
      self.calls = calls
      self.kind = kind
      self.pointer = pointer
    }
  }

  private static let misuses = [
    Misuse(.null, .null, kind: .moreThanOneValue),
    Misuse(.beginArray, .endArray, .beginArray, kind: .moreThanOneValue),
    Misuse(.endArray, kind: .nothingOpen),
    Misuse(.endObject, kind: .nothingOpen),
    Misuse(.null, .endArray, kind: .nothingOpen),
    Misuse(.null, .endObject, kind: .nothingOpen),
    Misuse(.name("a"), kind: .expectedValue),
    Misuse(.beginArray, .name("a"), kind: .notInObject, at: "/0"),
    Misuse(.beginArray, .endObject, kind: .notInObject, at: "/0"),
    Misuse(.beginArray, .null, .name("a"), kind: .notInObject, at: "/0"),
    Misuse(.beginObject, .endArray, kind: .notInArray),
    Misuse(.beginObject, .null, kind: .expectedName),
    Misuse(.beginObject, .name("a"), .null, .integer(1), kind: .expectedName, at: "/a"),
    Misuse(.beginObject, .name("a"), .name("b"), kind: .expectedValue, at: "/a"),
    Misuse(.beginObject, .name("a"), .endObject, kind: .expectedValue, at: "/a"),
    Misuse(.beginObject, .name("a"), .endArray, kind: .expectedValue, at: "/a"),
    Misuse(
      .beginObject, .name("a"), .beginArray, .null, .double(.nan),
      kind: .notRepresentable(number: "nan"), at: "/a/1"),
    Misuse(.float(-.infinity), kind: .notRepresentable(number: "-inf")),
    Misuse(.number(JSONNumber(Double.infinity)), kind: .notRepresentable(number: "Infinity")),
    Misuse(
      .tree(["a": [1, .number(.nan)]]), kind: .notRepresentable(number: "NaN"), at: "/a/1"),
    Misuse(.json("[1,]"), kind: .invalidJSON(JSONSyntaxError(.trailingComma, at: 3))),
  ]

  /// A refused call changes nothing: the text can be completed as if it had not been made.
  @Test(arguments: misuses)
  func refuses(_ misuse: Misuse) throws {
    var writer = JSONWriter()
    for call in misuse.calls.dropLast() { try writer.run(call) }
    var error: JSONWritingError?
    do throws(JSONWritingError) {
      try writer.run(misuse.calls[misuse.calls.count - 1])
    } catch let failure {
      error = failure
    }
    #expect(error?.kind == misuse.kind)
    #expect(error?.pointer?.description == misuse.pointer)

    // Ends all that is open.
    var text: String?
    let ends: [WriterCall] = [.null, .endArray, .endObject]
    for _ in 0..<8 {
      for end in ends {
        do throws(JSONWritingError) { try writer.run(end) } catch { continue }
      }
    }
    do throws(JSONWritingError) {
      text = try writer.finishString()
    } catch {
      Issue.record("cannot be ended: \(error)")
    }
    if let text { try JSONDocument.validate(text) }
  }

  @Test func unfinished() {
    for (calls, open) in [([], 0), ([.beginArray], 1), ([.beginArray, .beginObject], 2)]
      as [([WriterCall], Int)]
    {
      #expect(throws: JSONWritingError.self) { try JSONWriter.text(calls) }
      do throws(JSONWritingError) {
        _ = try JSONWriter.text(calls)
      } catch {
        #expect(error.kind == .unfinished(open: open))
      }
    }
  }

  @Test func tooDeep() throws {
    var options = JSONWritingOptions()
    options.maximumDepth = 70
    let nested = { (depth: Int) in
      Array(repeating: WriterCall.beginArray, count: depth)
        + Array(repeating: WriterCall.endArray, count: depth)
    }
    let text = try JSONWriter.text(nested(70), options)
    #expect(text == String(repeating: "[", count: 70) + String(repeating: "]", count: 70))
    #expect(throws: JSONWritingError.self) { try JSONWriter.text(nested(71), options) }
    var tree = RawJSON.null
    for _ in 0..<70 { tree = [tree] }
    _ = try JSONWriter.text([.tree(tree)], options)
    #expect(throws: JSONWritingError.self) { try JSONWriter.text([.tree([tree])], options) }
    #expect(throws: JSONWritingError.self) {
      try JSONWriter.text([.beginArray, .tree(tree)], options)
    }
  }

  /// Beyond 64 levels the kinds of open containers are stored elsewhere.
  @Test func deepAndMixed() throws {
    var options = JSONWritingOptions()
    options.maximumDepth = 1000
    var calls: [WriterCall] = []
    var expected = ""
    for level in 0..<300 {
      calls += level % 3 == 0 ? [.beginObject, .name("n")] : [.beginArray]
      expected += level % 3 == 0 ? #"{"n":"# : "["
    }
    calls.append(.integer(7))
    expected += "7"
    for level in (0..<300).reversed() {
      calls.append(level % 3 == 0 ? .endObject : .endArray)
      expected += level % 3 == 0 ? "}" : "]"
    }
    #expect(try JSONWriter.text(calls, options) == expected)
  }

  // MARK: - Numbers and strings

  @Test func nonFiniteNumbers() throws {
    var options = JSONWritingOptions()
    options.nonFiniteNumbers = .null
    let calls: [WriterCall] = [
      .beginArray, .double(.nan), .float(.infinity), .number(JSONNumber(-Double.infinity)),
      .tree([.number(.nan)]), .endArray,
    ]
    #expect(try JSONWriter.text(calls, options) == "[null,null,null,[null]]")
    options.nonFiniteNumbers = .strings(
      positiveInfinity: "+∞", negativeInfinity: "-\"∞", nan: "NaN")
    #expect(try JSONWriter.text(calls, options) == #"["NaN","+∞","-\"∞",["NaN"]]"#)
  }

  @Test func integers() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    try writer.integer(Int8.min)
    try writer.integer(UInt64.max)
    try writer.integer(Int64.min)
    try writer.integer(Int128.min)
    try writer.integer(UInt128.max)
    try writer.endArray()
    #expect(
      try writer.finishString()
        == "[-128,\(UInt64.max),\(Int64.min),\(Int128.min),\(UInt128.max)]")
  }

  @Test func stringsOfBytes() throws {
    var writer = JSONWriter()
    try writer.beginObject()
    let name: [UInt8] = [0xc3, 0xa9]
    try writer.name(utf8: name.span)
    let invalid: [UInt8] = [0x61, 0xff]
    do throws(JSONWritingError) {
      try writer.string(utf8: invalid.span)
      Issue.record("took what is no UTF-8")
    } catch {
      #expect(error.kind == .invalidUTF8)
    }
    try writer.string(utf8: name.span)
    try writer.endObject()
    #expect(try writer.finishString() == #"{"é":"é"}"#)
  }
}
