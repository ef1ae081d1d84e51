// A file of lines of any size: written, and read on all cores.
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams

struct Reading: Codable, Sendable {
  var sensor: Int
  var value: Double
}

// Writing: the sink sees 64 KiB at a time.
let path = NSTemporaryDirectory() + "readings-\(UUID().uuidString).jsonl"
try Data().write(to: URL(fileURLWithPath: path))
let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
var writer = JSONLinesWriter(sink: { bytes in
  try output.write(contentsOf: bytes.withUnsafeBytes { Data($0) })
})
for sensor in 0..<10_000 {
  try writer.write(
    encoding: Reading(sensor: sensor, value: Double(sensor) / 8))
}
try writer.finish()
try output.close()

// Reading on all cores: each line becomes a value on the thread that found
// it.
var sum = 0.0
for reading in JSONLinesFile(path).values(of: Reading.self) {
  sum += try reading.get().value
}
print(sum)  // 6249375.0

// A line that cannot be read: `.fail` ends the loop, `.skip` leaves it out,
// `.deliver` gives its error.
let mixed = [
  "{\"sensor\": 1, \"value\": 2}\n{oops}\n",
  "{\"sensor\": 2, \"value\": 3}\n",
]
for reading in JSONLines(mixed, policy: .deliver).values(of: Reading.self) {
  switch reading {
  case .success(let reading): print(reading.sensor)  // 1, then 2
  case .failure(let error): print("line \(error.line ?? 0):", error.kind)
  // line 2: value
  }
}

// In one pass, without threads: any sequence of chunks will do, and the
// order is that of the file.
var count = 0
for record in JSONLines(JSONFileChunks(path: path)).records() {
  count += try record.get().bytes.isEmpty ? 0 : 1
}
print(count)  // 10000
try FileManager.default.removeItem(atPath: path)
