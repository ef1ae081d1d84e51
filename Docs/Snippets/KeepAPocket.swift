// Keeps a user's pocket, which has lists of references and a little data, in a file and on a server.
import Foundation
import RushJSONPocket

var pocket = Pocket()
pocket.addReference("id1", forKey: "favorites")
pocket.addReference("id2", forKey: "favorites")
pocket.removeReference("id1", forKey: "favorites")
try pocket.setData(["theme": "dark", "fontSize": 13])
print(pocket)  // {"data":{"theme":"dark","fontSize":13},"references":{"favorites":["id2"]}}

// The limit is 2000 characters.
do {
  try pocket.setData(["note": .string(String(repeating: "x", count: 2000))])
} catch {
  print(error)  // the data of the pocket have a length of 2011, and the limit is 2000
}

// In a file. Whatever happens during a save, the file holds the old pocket or the new one.
let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let file = Pocket.FileStore(folder.appending(path: "pocket.json"))
try file.savePocket(pocket)
// `nil` removes a list; lists that a pocket does not mention stay.
var change = Pocket(data: pocket.data)
change.removeReferences(forKey: "favorites")
change.setReferences(["id3"], forKey: "modules")
print(try file.savePocket(change).references)  // ["modules": Optional(["id3"])]
try FileManager.default.removeItem(at: folder)

// On a server, with the token of the user who is logged in.
func favorites(from base: URL, token: String) async throws -> [String] {
  let store = try Pocket.HTTPStore(base: base) { Pocket.HTTPStore.Token(token) }
  do {
    return try await store.getPocket(filterReferences: ["favorites"]).references(
      forKey: "favorites")
  } catch Pocket.Failure.status(let response) where response.status == 404 {
    return []
  }
}
