// Searches a log of any size on all cores, with a filter and progress.
import Foundation
import RushJSON
import RushJSONFiles

struct Entry: Decodable, Sendable {
  var level: String
  var message: String
}

// A log of 50,000 lines, 5 of them errors.
let path = NSTemporaryDirectory() + "server-\(UUID().uuidString).jsonl"
let lines = (1...50_000).map { number in
  let level = number.isMultiple(of: 10_000) ? "error" : "info"
  return #"{"level": "\#(level)", "message": "request \#(number)"}"#
}
try Data(lines.joined(separator: "\n").utf8)
  .write(to: URL(fileURLWithPath: path))

// The closure runs on the threads that read the file. It looks at one member
// of each line, and decodes the lines that match.
let entries = JSONLinesFile(path).map { line in
  let isError =
    try line.document().root["level"]?.hasString("error") ?? false
  return (
    entry: isError ? try line.value(of: Entry.self) : nil,
    end: line.offset + line.bytes.count
  )
}

// The loop sees the lines in the order of the file, and where each one ends.
let size = lines.reduce(lines.count - 1) { $0 + $1.utf8.count }
var percent = 0
for result in entries {
  let (entry, end) = try result.get()
  if let entry { print(entry.message) }  // request 10000, then request 20000
  if 100 * end / size >= percent + 25 {
    percent = 100 * end / size
    print("\(percent) %")  // 25 %, 50 %, 75 %, 100 %
  }
}
try FileManager.default.removeItem(atPath: path)
