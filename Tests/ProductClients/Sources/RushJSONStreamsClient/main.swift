// Linked with streams and the core alone.

import RushJSONCore
import RushJSONStreams

let lines = try JSONLines(["1\n[2", "]\n"]).trees().map { try $0.get() }
precondition(lines == [1, [2]])
var partial = PartialJSON()
try partial.feed(#"{"a": ["b"#)
precondition(partial.snapshot() == ["a": ["b"]])
