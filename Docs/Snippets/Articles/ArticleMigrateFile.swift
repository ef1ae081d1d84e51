// Takes a file from one version to the next, with its comments.
import RushJSON
import RushJSONEditing

/// A step from one version of the file to the next.
func migrate(_ file: inout JSONText) throws {
  var version = try file.value(at: .root)["version"]?.intValue ?? 1
  if version == 1 {
    // "color" became "theme", and "size" an object.
    if try file.value(at: .root)["color"] != nil {
      try file.rename("/color", to: "theme")
    }
    if let size = try file.value(at: .root)["size"] {
      try file.set(["width": size], at: "/size")
    }
    version = 2
  }
  try file.set(RawJSON(version), at: "/version")
}

var file = try JSONText(
  """
  {
    // How it looks.
    "color": "dark",
    "size": 12, // in points
  }
  """, options: .jsonc)
try migrate(&file)
print(file.string)
// {
//   // How it looks.
//   "theme": "dark",
//   "size": {
//     "width": 12,
//   }, // in points
//   "version": 2,
// }
