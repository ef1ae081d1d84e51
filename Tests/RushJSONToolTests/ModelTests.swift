import RushJSONCore
import Testing

@testable import RushJSONTool

/// `rushjson model`. `Scripts/models` compiles what it prints, and decodes the samples.
@Suite struct ModelTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// Samples, one after the other.
    var samples: String
    var options: [String] = []
    /// Lines of the output, without indentation.
    var lines: [String]

    var testDescription: String { samples }
  }

  static let cases = [
    Case(
      samples: #"{"a":1,"b":1,"c":1,"d":true} {"a":2,"b":2.5,"c":18446744073709551615,"d":null}"#,
      lines: ["var a: Int", "var b: Double", "var c: UInt64", "var d: JSONField<Bool>"]),
    Case(
      samples: #"{"a":1,"b":[1,null],"c":[]} {"b":[],"c":[]}"#,
      lines: ["var a: Int?", "var b: [Int?]", "var c: [RawJSON]"]),
    // No type holds these.
    Case(
      samples:
        #"{"a":1,"b":1e400,"c":9007199254740993,"d":-1} {"a":"x","b":1,"c":0.5,"d":18446744073709551615}"#,
      lines: ["var a: RawJSON", "var b: RawJSON", "var c: RawJSON", "var d: RawJSON"]),
    Case(
      samples: #"{"a":null,"b":null} {"a":null}"#,
      lines: ["var a: RawJSON", "var b: JSONField<RawJSON>"]),
    Case(
      samples: """
        {"t":"2026-11-29T14:00:00Z","u":"https://a.example/x","i":"8D8AC610-566D-4EF0-9C22-186B2A5ED793"}
        {"u":"http://b.example","i":"8D8AC610-566D-4EF0-9C22-186B2A5ED794"}
        """,
      lines: [
        "import Foundation", "@Formatted<JSONStyles.RFC3339?> var t: Date?", "var u: URL",
        "var i: UUID",
      ]),
    Case(
      samples: #"{"t":"2026-11-29T14:00:00Z"}"#, options: ["--jsonmodel"],
      lines: [
        "import RushJSONMacros", "@JSONModel struct Sample: Equatable, Sendable {",
        "@Format(.rfc3339) var t: Date",
      ]),
    // What is not written back as it was stays a string.
    Case(
      samples:
        #"{"t":"2026-11-29T14:00:00+01:00","u":"a b","i":"8d8ac610-566d-4ef0-9c22-186b2a5ed793"}"#,
      lines: ["var t: String", "var u: String", "var i: String"]),
    Case(
      samples: #"{"published_at":1,"class":2,"%":3,"value":4}"#,
      lines: [
        "var publishedAt: Int", "var `class`: Int", "var value: Int", "var value2: Int",
        "enum CodingKeys: String, CodingKey {", #"case publishedAt = "published_at""#,
        "case `class`",
        #"case value = "%""#, #"case value2 = "value""#,
      ]),
    Case(
      samples: #"{"a":{"x":1},"b":{"x":2},"c":{"x":"s"}}"#,
      lines: [
        "var a: A", "var b: A", "var c: C", "struct A: Codable, Equatable, Sendable {",
        "var x: Int",
        "struct C: Codable, Equatable, Sendable {", "var x: String",
      ]),
    Case(
      samples: #"{"orders":{"1":{"n":1},"2":{"n":2},"3":{}}}"#,
      lines: ["var orders: [String: Order]", "var n: Int?"]),
    Case(samples: "[1, 2.5] [null]", lines: ["typealias Sample = [Double?]"]),
    Case(samples: "1 null", lines: ["typealias Sample = Int?"]),
    Case(
      samples: #"[{"s":"a b"},{"s":"C"},{"s":"C"},{"s":"C"},{"s":"C"},{"s":"C"}]"#,
      options: ["--enums"],
      lines: [
        "typealias Sample = [SampleElement]", "var s: S",
        "enum S: String, Codable, CaseIterable, Sendable {",
        #"case aB = "a b""#, #"case c = "C""#,
      ]),
    // Swift does not tell these names apart.
    Case(samples: "{\"a\":{\"e\u{301}\":1,\"é\":2}}", lines: ["var a: RawJSON"]),
  ]

  @Test(arguments: cases)
  func typesOfSamples(_ test: Case) throws {
    let run = try ToolRun(["model", "--name", "Sample"] + test.options, input: test.samples)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in test.lines {
      #expect(lines.contains { $0 == line[...] }, "\(line) is not in\n\(run.output)")
    }
  }

  @Test func typesStandInsideOrBesideEachOther() throws {
    let samples = #"{"items":[{"id":1}]}"#
    let inside = """
      // Made by rushjson model from one sample.

      import RushJSON
      import RushJSONProperties

      struct Model: Codable, Equatable, Sendable {
        var items: [Item]

        struct Item: Codable, Equatable, Sendable {
          var id: Int
        }
      }

      """
    #expect(try ToolRun(["model"], input: samples).output == inside)
    let beside = """

      struct Model: Codable, Equatable, Sendable {
        var items: [Item]
      }

      struct Item: Codable, Equatable, Sendable {
        var id: Int
      }

      """
    #expect(try ToolRun(["model", "--flat"], input: samples).output.hasSuffix(beside))
  }

  /// Names, strings and levels without end do not take memory without end.
  @Test func shapeIsBounded() throws {
    let shape = SampleShape()
    for number in 0..<5000 {
      shape.add(["name \(number)": .string("text \(number)")])
    }
    #expect(shape.members.isEmpty && shape.values?.strings == nil && shape.values?.count == 5000)
    let run = try ToolRun(
      ["model"], input: String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
    #expect(run.output.contains("RawJSON]"), "\(run.output)")
  }

  @Test(arguments: [
    ("MAIN_HALL", "mainHall", "MainHall"), ("URLName", "urlName", "URLName"), ("id", "id", "Id"),
    ("ID", "id", "ID"), ("line_items", "lineItems", "LineItem"),
    ("categories", "categories", "Category"),
    ("status", "status", "Status"), ("1st", "_1st", "Type1st"), ("", "value", "Value"),
    ("self", "selfValue", "SelfValue"), ("String", "string", "StringValue"),
    ("a b-c", "aBC", "ABC"),
  ])
  func names(_ name: String, _ property: String, _ type: String) {
    #expect(SwiftName.property(name) == property)
    #expect(SwiftName.type(name) == type)
  }

  @Test(arguments: [
    (["model", "--name", "order"], "", "--name needs the name of a Swift type"),
    (["model", "--name", "String"], "1", "--name needs the name of a Swift type"),
    (["model"], "", "model needs a sample"), (["model"], "[1 2]", "expected ',' or ']'"),
  ])
  func refused(_ arguments: [String], _ input: String, _ message: String) throws {
    let run = try ToolRun(arguments, input: input)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
  }
}
