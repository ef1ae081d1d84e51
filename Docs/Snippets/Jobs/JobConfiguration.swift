// A configuration file with comments, trailing commas and defaults.
import Foundation
import RushJSON
import RushJSONProperties

struct Settings: Codable {
  var theme: String
  @DefaultValue<JSONDefaults.Zero> var margin: Int
  @DefaultValue<JSONDefaults.Empty> var plugins: [String]
}

let json = """
  {
    // Colours
    "theme": "dark",
    "plugins": [
      "spelling",  /* German, too */
    ],
  }
  """

// Each leniency is an option of its own, so a file stays JSON otherwise.
let decoder = RushJSONDecoder()
decoder.readingOptions = JSONReadingOptions(leniencies: [
  .comments, .trailingCommas,
])
decoder.readingOptions.duplicateNames = .refuse
let settings = try decoder.decode(Settings.self, from: json)
print(settings.theme, settings.margin, settings.plugins)
// dark 0 ["spelling"]

// All of JSON5 is a preset.
let style = try RawJSON(
  parsing: "{margin: +0x10, unit: 'px'}", options: .json5)
print(style)  // {"margin":16,"unit":"px"}

// Whatever is wrong, a person gets its line.
for fault in [#"{"theme": dark}"#, #"{"theme": "dark", "margin": "2"}"#] {
  do {
    _ = try decoder.decode(Settings.self, from: fault)
  } catch {
    print(error.jsonReport(in: fault))
  }
}
// expected a value, found 'd' at byte 10 (line 1, column 11) in /theme
// {"theme": dark}
//           ^
// expected a number, found a string at /margin (byte 28, line 1, column 29)
// {"theme": "dark", "margin": "2"}
//                             ^

// To write it: in one step from the old file to the new one.
let file = URL(
  fileURLWithPath: NSTemporaryDirectory()
    + "settings-\(UUID().uuidString).json")
let encoder = RushJSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
try encoder.encode(settings, to: file)
print(try RawJSON(contentsOf: file)["theme"] ?? nil)  // "dark"
try FileManager.default.removeItem(at: file)
