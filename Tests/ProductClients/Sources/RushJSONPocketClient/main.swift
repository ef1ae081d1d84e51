// Linked with the pocket alone.

import Foundation
import RushJSONPocket

let pocket = Pocket(references: ["favorites": ["id1"]])
let saved = try await Pocket.MemoryStore().savePocket(pocket)
precondition(saved == pocket)
do throws(Pocket.Failure) {
  _ = try Pocket.HTTPStore(base: URL(fileURLWithPath: "/")) { nil }
  preconditionFailure("a file is not a server")
} catch { precondition(error.response == nil) }
