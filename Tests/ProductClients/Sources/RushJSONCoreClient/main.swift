// Linked with the core alone.

import RushJSONCore

let scores = try RushJSONCoreDecoder().decode([String: [Double]].self, from: #"{"a":[1.5,2]}"#)
precondition(scores == ["a": [1.5, 2]])
let text = try RushJSONCoreEncoder().encodeToString(scores)
precondition(text == #"{"a":[1.5,2]}"#)
