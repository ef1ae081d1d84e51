// The README's section on the user pocket.
import Foundation
import RushJSONPocket

var pocket = Pocket()
pocket.addReference(key: "favorites", value: "id1")
try pocket.setData(["theme": "dark"])  // throws above 2000 characters
print(pocket)  // {"data":{"theme":"dark"},"references":{"favorites":["id1"]}}

// In a file, which holds the old pocket or the new one, whatever happens during a save.
let file = FilePocketStore(URL.temporaryDirectory.appending(path: "pocket.json"))
try file.savePocket(pocket)
print(try file.getPocket(filterReferences: ["favorites"]) == pocket)  // true

// On a server, for the user who is logged in.
func save(_ pocket: Pocket, to server: URL, token: String) async throws -> Pocket {
  let store = try HTTPPocketStore(base: server) { HTTPPocketStore.Token(token) }
  return try await store.savePocket(pocket)
}
