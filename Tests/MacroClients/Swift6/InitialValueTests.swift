import Foundation
import RushJSON
import RushJSONEditing
import RushJSONMacros
import RushJSONProperties
import Testing

/// What a member with an initial value is if it is missing, `null` or of another kind: the table of *Defaults and
/// leniencies*.
@Suite struct InitialValueTests {
  private static func row<T: Decodable>(_ code: String, _ type: T.Type, _ value: (T) -> Any?)
    -> String
  {
    func cell(_ decode: () throws -> T) -> String {
      do { return value(try decode()).map { "\($0)" } ?? "nil" } catch { return "an error" }
    }
    let cells = ["{}", #"{"a": null}"#, #"{"a": "?"}"#].map { text in
      let data = Data(text.utf8)
      let own = cell { try RushJSONDecoder().decode(type, from: data) }
      #expect(own == cell { try JSONDecoder().decode(type, from: data) }, "\(code): \(text)")
      let isRead = own != "an error"
      do {
        #expect(try RushJSONDecoder().faults(of: type, in: data).isEmpty == isRead, "\(code)")
      } catch {
        Issue.record(error)
      }
      return isRead && !own.hasPrefix("the ") ? "`\(own)`" : own
    }
    return "| `\(code)` | \(cells.joined(separator: " | ")) |"
  }

  @Test func tableOfTheArticleHolds() throws {
    let rows = [
      Self.row("var a = 5", InitialNumber.self, \.a),
      Self.row("var a: Int? = 5", InitialOptional.self, \.a),
      Self.row("var a = JSONField<Int>.missing", InitialField.self) {
        $0.a.isMissing ? "missing" : $0.a.isNull ? "null" : "a value"
      },
      Self.row("var a: RawJSON = 5", InitialTree.self, \.a),
      Self.row("@Format(.rfc3339) var a = Date.distantPast", InitialDate.self) {
        $0.a == .distantPast ? "the initial value" : "another one"
      },
      Self.row("@LossyArray var a = [5]", InitialElements.self, \.a),
      Self.row(#"@LossyDictionary var a = ["b": 5]"#, InitialMembers.self, \.a),
      Self.row("@LenientBool var a = true", InitialBoolean.self, \.a),
      Self.row("@Stringified var a = 5", InitialText.self, \.a),
      Self.row("@Stringified var a: Int? = 5", InitialMaybeText.self, \.a),
      Self.row("@DefaultValue<JSONDefaults.Zero> var a = 5", InitialDefault.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.EmptyArray> @LossyArray var a = [5]", InitialNested.self, \.a),
      Self.row(
        "@Stringified @DefaultValue<JSONDefaults.Zero> var a = 5", InitialTextOrZero.self, \.a),
      Self.row("@OneOrMany var a = [5]", InitialList.self, \.a),
    ]
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/RushJSON/RushJSON.docc/DefaultsAndLeniencies.md"), encoding: .utf8)
    for row in rows {
      let isInArticle = article.contains("\n\(row)\n")
      #expect(isInArticle, "\(row)")
    }
  }

  /// Optionals of types that are only Codable, with and without a wrapper, keep theirs, and `nil` stays `nil`.
  @Test func optionalsKeepInitialValuesAndNil() throws {
    let initial = InitialOptionals()
    #expect(initial == (try RushJSONDecoder().decode(InitialOptionals.self, from: "{}")))
    #expect(initial == (try JSONDecoder().decode(InitialOptionals.self, from: Data("{}".utf8))))
    let names = ["role", "roles", "open", "count", "labels", "isOpen"]
    let nulls = Data("{\(names.map { #""\#($0)":null"# }.joined(separator: ","))}".utf8)
    let empty = try RushJSONDecoder().decode(InitialOptionals.self, from: nulls)
    #expect(empty.role == nil && empty.roles == nil && empty.open == nil && empty.count == nil)
    #expect(empty.labels == nil && empty.isOpen == nil)
    let text = try RushJSONEncoder().encode(empty)
    #expect(empty == (try RushJSONDecoder().decode(InitialOptionals.self, from: text)))
    #expect(empty == (try JSONDecoder().decode(InitialOptionals.self, from: text)))
    // Foundation's encoder writes the same members.
    for value in [initial, empty] {
      let text = try JSONEncoder().encode(value)
      #expect(try RawJSON(parsing: text) == RawJSON(encoding: value))
      #expect(value == (try JSONDecoder().decode(InitialOptionals.self, from: text)))
    }
  }

  /// A check gets the value of the innermost wrapper, or the initial value.
  @Test func checksGetWhatNullLeaves() throws {
    for (text, count) in [
      (#"{"a":null,"b":null,"c":null}"#, 0), (#"{"a":9,"b":[9,"x"],"c":9}"#, 3), ("{}", 0),
    ] {
      let faults = try RushJSONDecoder().faults(of: InitialChecks.self, in: text.utf8)
      #expect(faults.count == count, "\(faults)")
    }
  }

  /// A merge patch with `null` resets a member.
  @Test func mergingNullGivesInitialValues() throws {
    var value = InitialDefault(a: 7)
    try RushJSONDecoder().merge(["a": nil], into: &value)
    #expect(value.a == 5)
  }

  /// Members of payloads, and of objects inside, have the same rule.
  @Test func nullLeavesInitialValuesOfPayloads() throws {
    let texts = [#"{"a":{"x":null}}"#, #"{"a":{}}"#, #"{"b":{"model":null}}"#]
    for text in texts {
      let data = Data(text.utf8)
      let value = try RushJSONDecoder().decode(InitialPayload.self, from: data)
      #expect(try JSONDecoder().decode(InitialPayload.self, from: data) == value)
      #expect(try RushJSONDecoder().faults(of: InitialPayload.self, in: data).isEmpty)
      #expect(value == (text.contains("b") ? .b(model: InitialNumber(a: 7)) : .a(x: 5)))
    }
  }
}

@JSONModel struct InitialNumber: Equatable { var a = 5 }
@JSONModel struct InitialOptional { var a: Int? = 5 }
@JSONModel struct InitialField { var a = JSONField<Int>.missing }
@JSONModel struct InitialTree { var a: RawJSON = 5 }
@JSONModel struct InitialDate { @Format(.rfc3339) var a = Date.distantPast }
@JSONModel struct InitialElements { @LossyArray var a = [5] }
@JSONModel struct InitialMembers { @LossyDictionary var a = ["b": 5] }
@JSONModel struct InitialBoolean { @LenientBool var a = true }
@JSONModel struct InitialText { @Stringified var a = 5 }
@JSONModel struct InitialMaybeText { @Stringified var a: Int? = 5 }
@JSONModel struct InitialDefault { @DefaultValue<JSONDefaults.Zero> var a = 5 }
@JSONModel struct InitialNested {
  @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var a = [5]
}

@JSONModel struct InitialTextOrZero { @Stringified @DefaultValue<JSONDefaults.Zero> var a = 5 }
@JSONModel struct InitialList { @OneOrMany var a = [5] }

@JSONModel struct InitialOptionals: Equatable {
  nonisolated enum Role: String, Codable { case admin, guest }

  var role: Role? = .guest
  var roles: [Role]? = []
  var open: OpenEnum<Role>? = .known(.admin)
  @Stringified var count: Int? = 5
  @ObjectOrEmptyArray var labels: [String: Int]? = ["a": 1]
  @Formatted<JSONStyles.LenientBool?> var isOpen: Bool? = true

  init() {}
}

@JSONModel struct InitialChecks {
  var a = 5
  @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var b: [Int]
  @Stringified var c = 5

  nonisolated static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must be 5 or less", \.a) { $0 <= 5 }
    checks.requireEach("must be 5 or less", \.b) { $0 <= 5 }
    checks.require("must be 5 or less", \.c) { $0 <= 5 }
  }
}

@JSONModel enum InitialPayload: Equatable {
  case a(x: Int = 5)
  case b(model: InitialNumber = InitialNumber(a: 7))
}
