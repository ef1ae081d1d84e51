// Linked with edits and the core alone.

import RushJSONCore
import RushJSONEditing

// The search for the difference takes a square root.
let old = try RawJSON(parsing: "[1,2,3,4.5]")
let new = try RawJSON(parsing: "[1,3,4.5,6]")
var patched = old
try patched.apply(new.difference(from: old))
precondition(patched == new)
