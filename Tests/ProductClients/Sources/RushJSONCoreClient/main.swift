// Linked with the core alone.

import RushJSONCore

let scores = try RushJSONCoreDecoder().decode([String: [Double]].self, from: #"{"a":[1.5,2]}"#)
precondition(scores == ["a": [1.5, 2]])
let text = try RushJSONCoreEncoder().encodeToString(scores)
precondition(text == #"{"a":[1.5,2]}"#)

// The search for the difference takes a square root.
let old = try RawJSON(parsing: "[1,2,3,4.5]")
let new = try RawJSON(parsing: "[1,3,4.5,6]")
var patched = old
try new.difference(from: old).apply(to: &patched)
precondition(patched == new)
