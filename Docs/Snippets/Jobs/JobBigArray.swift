// Writes a large array to a file, piece by piece, with progress.
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams

struct Measurement: Codable {
  var id: Int
  var value: Double
}

let path = NSTemporaryDirectory() + "export-\(UUID().uuidString).json"
try Data().write(to: URL(fileURLWithPath: path))
let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))

// The sink gets pieces of the output. The writer holds no more than one.
var written = 0
var writer = JSONWriter(sink: { piece in
  try output.write(contentsOf: piece.withUnsafeBytes { Data($0) })
  written += piece.count
})
let count = 100_000
try writer.beginObject()
try writer.member("version", 3)
try writer.name("measurements")
try writer.beginArray()
for id in 1...count {
  try writer.value(Measurement(id: id, value: Double(id) / 8))
  if id.isMultiple(of: count / 4) {
    print("\(100 * id / count) %")  // 25 %, 50 %, 75 %, 100 %
  }
}
try writer.endArray()
try writer.endObject()
try writer.finish()  // throws if something is still open
try output.close()

// Read back, one element at a time.
var sum = 0.0
for element in JSONElements(
  at: "/measurements", in: JSONFileChunks(path: path)
).values(of: Measurement.self) {
  sum += try element.get().value
}
print(sum)  // 625006250.0
let size = try FileManager.default.attributesOfItem(atPath: path)[.size]
print(size as? Int == written)  // true
try FileManager.default.removeItem(atPath: path)
