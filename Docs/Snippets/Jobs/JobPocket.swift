// A user's pocket in memory, in a file and on a server.
import Foundation
import RushJSONPocket

var pocket = Pocket()
pocket.addReference("id1", forKey: "favorites")
pocket.addReference("id2", forKey: "favorites")
pocket.removeReference("id1", forKey: "favorites")
try pocket.setData(["theme": "dark", "fontSize": 13])
print(pocket)
// {"data":{"theme":"dark","fontSize":13},"references":{"favorites":["id2"]}}

// The JSON of the data has at most 2000 UTF-16 units.
do {
  try pocket.setData(["note": .string(String(repeating: "x", count: 2000))])
} catch {
  print(error)
  // the data of the pocket have a length of 2011, and the limit is 2000;
  // store less
}

// In a file. Whatever happens during a save, the file holds the old pocket
// or the new one.
let file = URL(fileURLWithPath: NSTemporaryDirectory())
  .appendingPathComponent("pocket.json")
let store = Pocket.FileStore(file)
try store.savePocket(pocket)

// A list that is given replaces the stored one, nil removes it, others
// stay.
var change = Pocket(data: pocket.data)
change.setReferences(["id3"], forKey: "modules")
change.removeReferences(forKey: "favorites")
print(try store.savePocket(change).references(forKey: "modules"))  // ["id3"]
try FileManager.default.removeItem(at: file)

// On a server, for the user who is logged in.
func favorites(on server: URL, token: String) async throws -> [String] {
  let store = try Pocket.HTTPStore(base: server) {
    Pocket.HTTPStore.Token(token)
  }
  do {
    return try await store.getPocket(filterReferences: ["favorites"])
      .references(forKey: "favorites")
  } catch Pocket.Failure.status(let response) where response.status == 404 {
    return []  // this user has no pocket yet
  }
}

// In tests, any store will do.
func count(in store: some Pocket.Store) async throws -> Int {
  try await store.getPocket().references(forKey: "favorites").count
}
print(try await count(in: Pocket.MemoryStore(pocket)))  // 1
