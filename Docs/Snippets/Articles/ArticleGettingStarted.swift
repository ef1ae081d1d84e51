// The parts of the article "Getting started".
// snippet.decode
import RushJSON

struct City: Codable {
  var name: String
  var people: Int
}

let json = """
  {"cities": [{"name": "Graz", "people": 291072},
              {"name": "Linz", "people": 210165}]}
  """
let decoder = RushJSONDecoder()
let cities = try decoder.decode([City].self, from: json, at: "/cities")
print(cities.map(\.name))  // ["Graz", "Linz"]
// snippet.end

// snippet.encode
let encoder = RushJSONEncoder()
encoder.outputFormatting = .prettyPrinted
print(try encoder.encodeToString(cities[0]))
// snippet.end

// snippet.document
let document = try JSONDocument(parsing: json)
for city in try document.root.value(at: "/cities").elements() {
  print(try city["name"]?.string() ?? "-", try city["people"]?.int() ?? 0)
}
// snippet.end

// snippet.tree
var tree = try RawJSON(parsing: json)
tree["/cities/0/people" as JSONPointer] = 291_073
tree["cities"]?[1]?["rivers"] = ["Danube", "Traun"]
let rivers = tree["cities"]?[1]?["rivers"]?.stringArrayValue
print(rivers ?? [])  // ["Danube", "Traun"]
print(try tree.jsonString(.pretty))
// snippet.end

// snippet.literal
let reply: RawJSON = ["ok": true, "cities": 2, "next": nil]
print(try reply.jsonString())  // {"ok":true,"cities":2,"next":null}
// snippet.end
