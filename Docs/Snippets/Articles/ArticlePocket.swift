// The program of the pocket's documentation.
import RushJSONPocket

var pocket = Pocket()
pocket.addReference("id1", forKey: "favorites")
try pocket.setData(["theme": "dark"])  // throws above 2000 UTF-16 units

let store = Pocket.MemoryStore()
try await store.savePocket(pocket)
print(
  try await store.getPocket(filterReferences: ["favorites"]).references(
    forKey: "favorites"))
