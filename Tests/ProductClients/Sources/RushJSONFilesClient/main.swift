// Linked with files and what they need.

import Foundation
import RushJSONFiles

let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl")
try Data("1\n2\n".utf8).write(to: url)
defer { try? FileManager.default.removeItem(at: url) }
var sum = 0
for line in JSONLinesFile(url.path).values(of: Int.self) { sum += try line.get() }
precondition(sum == 3)
