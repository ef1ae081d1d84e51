import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// JSON Merge Patch (RFC 7396).
@Suite struct MergePatchTests {
  /// Target, patch and result: the cases of appendix A, grouped by what they show.
  static let cases: [(String, String, String)] = [
    // A member is replaced, added or removed, and others remain.
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    // Arrays are replaced as a whole.
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    // Objects are merged recursively.
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    // A value that is not an object is replaced, or becomes one.
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{"a":1}"#, #"{"a":{"b":null,"c":2}}"#, #"{"a":{"c":2}}"#),
    // A null in the target or in an array remains.
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"{"a":1}"#, #"{"a":[null,{"b":null}]}"#, #"{"a":[null,{"b":null}]}"#),
    // Members keep their order.
    (
      #"{"a":1,"b":2,"c":3}"#, #"{"c":4,"d":5,"b":null,"a":{"x":1}}"#, #"{"a":{"x":1},"c":4,"d":5}"#
    ),
    (
      #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}"#,
      #"{"f":null,"a":null,"c":null,"b":null,"e":null,"z":null,"y":1}"#, #"{"d":4,"g":7,"y":1}"#
    ),
  ]

  @Test(arguments: cases)
  func applies(_ target: String, _ patch: String, _ result: String) throws {
    let before = try RawJSON(parsing: target)
    let after = before.applyingMergePatch(try RawJSON(parsing: patch))
    #expect(after.description == result)
    #expect(before.description == target)
  }

  @Test(arguments: cases)
  func isMade(_ target: String, _ patch: String, _ result: String) throws {
    let before = try RawJSON(parsing: target)
    let after = try RawJSON(parsing: result)
    let made = try #require(after.mergePatch(from: before))
    #expect(before.applyingMergePatch(made) == after)
  }

  static let made: [(String, String, String?)] = [
    (#"{"a":1}"#, #"{"a":1.0}"#, "{}"),
    (
      #"{"a":1,"b":{"c":[1],"d":{"e":1}}}"#, #"{"b":{"c":[1],"d":{"e":2}}}"#,
      #"{"a":null,"b":{"d":{"e":2}}}"#
    ),
    (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#),
    ("1", "2", "2"),
    ("1", "null", "null"),
    (#"{"a":1}"#, #"{"a":null}"#, nil),
    (#"{}"#, #"{"a":{"b":null}}"#, nil),
    ("1", #"{"a":{"b":null}}"#, nil),
    (#"{"a":null}"#, #"{"a":null,"b":1}"#, #"{"b":1}"#),
    (#"{}"#, #"{"a":[{"b":null}]}"#, #"{"a":[{"b":null}]}"#),
  ]

  @Test(arguments: made)
  func isTheSmallest(_ old: String, _ new: String, _ patch: String?) throws {
    let made = try RawJSON(parsing: new).mergePatch(from: try RawJSON(parsing: old))
    #expect(made?.description == patch)
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func randomDocuments(_ seed: PropertySeed) throws {
    var generator = TreeGenerator(seed: seed.value)
    for _ in 0..<60 {
      let old = generator.tree()
      let new = generator.changed(old)
      if let patch = new.mergePatch(from: old) {
        #expect(old.applyingMergePatch(patch) == new, "\(old) \(new) \(patch)")
      } else {
        #expect(new.hasNull, "\(old) \(new)")
      }
      // For any patch, the result is that of the pseudocode in RFC 7396 §2.
      #expect(old.applyingMergePatch(new) == merged(old, new), "\(old) \(new)")
    }
  }

  /// The function of RFC 7396 §2.
  private func merged(_ target: RawJSON, _ patch: RawJSON) -> RawJSON {
    guard case .dictionary(let changes) = patch else { return patch }
    var result = target.objectValue ?? [:]
    for change in changes {
      if change.value.isNull {
        result[change.name] = nil
      } else {
        result[change.name] = merged(result[change.name] ?? .null, change.value)
      }
    }
    return .dictionary(result)
  }
}

extension RawJSON {
  fileprivate var hasNull: Bool {
    var found = false
    walk { _, value in
      found = found || value.isNull
      return found ? .stop : .descend
    }
    return found
  }
}
