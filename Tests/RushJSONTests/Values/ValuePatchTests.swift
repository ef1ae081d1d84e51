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
}
