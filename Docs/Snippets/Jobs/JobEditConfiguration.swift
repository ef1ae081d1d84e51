// Changes a configuration file and keeps its comments and its layout.
import RushJSON
import RushJSONEditing

var file = try JSONText(
  """
  {
    // Colours
    "theme": "dark",  // or "light"
    "plugins": ["spelling"],
    "size": 12.0,
  }
  """, options: .jsonc)

// Edits apply in their order, by pointer. A comment goes where its member goes.
try file.set("light", at: "/theme")
try file.append("grammar", to: "/plugins")
try file.insert(4, named: "margin", before: "/size")
try file.set(true, at: "/window/visible", creatingObjects: true)
try file.remove(at: "/size")

// An editor's buffer takes the ranges, a file all bytes.
print(file.replacements.count, file.bytes.count)  // 4 144
print(file.string)
// {
//   // Colours
//   "theme": "light",  // or "light"
//   "plugins": ["spelling", "grammar"],
//   "margin": 4,
//   "window": {
//     "visible": true,
//   },
// }

// Values from elsewhere: only what differs is written.
var new = try file.value(at: .root)
new["margin"] = 5
try file.apply(new.difference(from: file.value(at: .root)))
