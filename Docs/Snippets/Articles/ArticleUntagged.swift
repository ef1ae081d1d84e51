// Enums without a tag.
#if canImport(RushJSONMacros)
  // snippet.program
  import Foundation
  import RushJSON
  import RushJSONMacros

  @JSONModel(tag: .untagged)
  enum Setting {
    case flag(Bool)
    case count(Int)
    @Format(.rfc3339) case since(Date)
    case text(String)
    case range(from: Int, to: Int?)
    case off
  }

  let settings = try RushJSONDecoder().decode(
    [Setting].self, from: #"[true, 3, "2026-11-28T00:00:00Z", "3", {"from": 1}, null]"#)
  if case .range(let from, _) = settings[4] { print(from) }  // 1
  print(try RushJSONEncoder().encodeToString(settings))
  // [true,3,"2026-11-28T00:00:00Z","3",{"from":1},null]

  // An error says why each case does not fit.
  do {
    _ = try RushJSONDecoder().decode(Setting.self, from: #"{"from": "1"}"#)
  } catch {
    // … range: expected a number, found a string at /from; off: …
    print(error)
  }
// snippet.end
#endif
