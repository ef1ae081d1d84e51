import Foundation
import RushJSON
import RushJSONEditing
import Testing

/// Patches of values of types.
@Suite struct ValuePatchTests {
  private struct Settings: Codable, Equatable {
    struct Editor: Codable, Equatable {
      var tabs = 4
      var rulers: [Int] = []
    }
    var theme: String
    var font: String?
    var editor = Editor()
    var note = JSONField<String>.missing
    var changed = Date(timeIntervalSince1970: 0)
  }

  private static let old = Settings(theme: "light", font: "Menlo")

  private static let changes: [@Sendable (inout Settings) -> Void] = [
    { _ in }, { $0.theme = "dark" }, { $0.font = nil }, { $0.editor.tabs = 2 },
    { $0.editor.rulers = [80, 100] }, { $0.note = .null }, { $0.note = .value("é/~") },
    { $0.changed = Date(timeIntervalSince1970: 3) },
    {
      $0.theme = "x"
      $0.editor = Settings.Editor(tabs: 8, rulers: [1])
    },
  ]

  @Test(arguments: changes.indices)
  func patchesTurnTheOldValueIntoTheNew(_ index: Int) throws {
    var new = Self.old
    Self.changes[index](&new)
    let (encoder, decoder) = (RushJSONEncoder(), RushJSONDecoder())
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    let patch = try JSONPatch(from: Self.old, to: new, encoder: encoder)
    let tree = try RawJSON(encoding: Self.old, encoder: encoder).applying(patch)
    #expect(try decoder.decode(Settings.self, from: tree) == new)
    #expect(patch.operations.isEmpty == (new == Self.old))
  }

  @Test(arguments: changes.indices)
  func mergedPatchesChangeOnlyTheirMembers(_ index: Int) throws {
    var new = Self.old
    Self.changes[index](&new)
    let original = try RawJSON(encoding: Self.old)
    // No merge patch sets a member to null.
    guard let patch = try RawJSON(encoding: new).mergePatch(from: original) else {
      #expect(new.note.isNull)
      return
    }
    var value = Self.old
    try RushJSONDecoder().merge(patch, into: &value)
    #expect(value == new)
  }

  @Test func aPatchThatTheTypeRefusesChangesNothing() {
    var value = Self.old
    for (patch, errorCase) in [
      (["theme": nil], "keyNotFound"), (["editor": 5], "typeMismatch"),
      (["theme": "dark", "font": [1]], "typeMismatch"),
    ] as [(RawJSON, String)] {
      #expect(Outcome { try RushJSONDecoder().merge(patch, into: &value) }.errorCase == errorCase)
      #expect(value == Self.old)
    }
  }

  // MARK: - Strategies

  private struct Profile: Codable, Equatable {
    var firstName = "Ada"
    var imageURL: String? = "u"
    var bornOn = Date(timeIntervalSince1970: 1_700_000_000)
    var seen: [Date] = [Date(timeIntervalSince1970: 3)]
    var bytes = Data([1, 2, 3])
    var ratio = Double.infinity
    var scores = ["one_two": 1]
  }

  private static let strategies:
    [(name: String, first: String, set: @Sendable (RushJSONDecoder) -> Void)] = [
      ("none", "firstName", { _ in }),
      ("seconds", "firstName", { $0.dateDecodingStrategy = .secondsSince1970 }),
      ("milliseconds", "firstName", { $0.dateDecodingStrategy = .millisecondsSince1970 }),
      ("iso8601", "firstName", { $0.dateDecodingStrategy = .iso8601 }),
      ("unix", "firstName", { $0.dateFormat = .unix(.seconds) }),
      ("rfc3339", "firstName", { $0.dateFormat = .rfc3339 }),
      ("data", "firstName", { $0.dataDecodingStrategy = .deferredToData }),
      ("snake case", "first_name", { $0.keyDecodingStrategy = .convertFromSnakeCase }),
      ("kebab case", "first-name", { $0.nameStyle = .kebabCase }),
      (
        "all", "first_name",
        {
          $0.keyDecodingStrategy = .convertFromSnakeCase
          $0.dateDecodingStrategy = .millisecondsSince1970
          $0.dataDecodingStrategy = .deferredToData
        }
      ),
    ]

  /// The encoder follows the decoder's strategies, so members that the patch does not have stay.
  @Test(arguments: strategies.indices)
  func mergedPatchKeepsOtherMembersWithStrategies(_ index: Int) throws {
    let strategy = Self.strategies[index]
    let decoder = RushJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    strategy.set(decoder)
    var value = Profile()
    try decoder.merge(
      [strategy.first: "Grace", "scores": ["one_two": 2, "three_four": 4]], into: &value)
    var expected = Profile()
    expected.firstName = "Grace"
    expected.scores = ["one_two": 2, "three_four": 4]
    #expect(value == expected, "\(strategy.name)")
  }

  private static let irreversible: [(name: String, set: @Sendable (RushJSONDecoder) -> Void)] = [
    ("dateDecodingStrategy", { $0.dateDecodingStrategy = .custom { _ in Date() } }),
    ("dataDecodingStrategy", { $0.dataDecodingStrategy = .custom { _ in Data() } }),
    ("keyDecodingStrategy", { $0.keyDecodingStrategy = .custom { $0[$0.count - 1] } }),
    ("nameStyle", { $0.nameStyle = .snakeCaseWithAcronyms }),
    ("nameStyle", { $0.nameStyle = .snakeOrKebabCase }),
  ]

  @Test(arguments: irreversible.indices)
  func strategyWithoutCounterpartIsAnError(_ index: Int) throws {
    let decoder = RushJSONDecoder()
    Self.irreversible[index].set(decoder)
    var value = Self.old
    let error = #expect(throws: EncodingError.self) {
      try decoder.merge(["theme": "dark"], into: &value)
    }
    // Swift 6.2 escapes the apostrophes.
    let message = "\(try #require(error))".filter { $0 != "\\" }
    #expect(message.contains("'\(Self.irreversible[index].name)'"))
    #expect(value == Self.old)
    // An encoder settles it.
    guard index > 2 else { return }
    try decoder.merge(["theme": "dark"], into: &value, encoder: RushJSONEncoder())
    #expect(value.theme == "dark")
  }

  @Test func coreDecoderFollowsItsStrategies() throws {
    struct Point: Codable, Equatable {
      var xValue = 1
      var yValue = 2
    }
    let decoder = RushJSONCoreDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var point = Point()
    try decoder.merge(["x_value": 5], into: &point)
    #expect(point == Point(xValue: 5))
  }
}
