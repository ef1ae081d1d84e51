// Changes a configuration file, with its comments and without.
import RushJSON

let options = JSONReadingOptions(leniencies: [.comments, .trailingCommas])
let json = """
  {
    // Colours
    "theme": "dark",  // or "light"
    "plugins": ["spelling"],
  }
  """

// As a tree, anything can change. Comments and layout are not part of a tree,
// so they are not written.
var tree = try RawJSON(parsing: json, options: options)
tree["theme"] = "light"
tree["/plugins/-" as JSONPointer] = "grammar"
print(try tree.jsonString(.pretty))

// To keep comments and layout, replace the bytes of one value. Its start is
// known to the document, and its end to a reader that begins there.
func replace(
  _ pointer: JSONPointer, in file: [UInt8], with value: RawJSON
) throws -> [UInt8] {
  let start = try JSONDocument(parsing: file, options: options)
    .root.value(at: pointer).offset
  var reader = JSONEventReader(.values, options: options)
  reader.feed(file[start...])
  let length = try reader.readText()?.count ?? 0
  return try file[..<start] + value.jsonBytes() + file[(start + length)...]
}

var file = try replace("/theme", in: Array(json.utf8), with: "light")
file = try replace("/plugins", in: file, with: ["spelling", "grammar"])
print(String(decoding: file, as: UTF8.self))
// {
//   // Colours
//   "theme": "light",  // or "light"
//   "plugins": ["spelling","grammar"],
// }
