// A pipeline without Foundation.
import RushJSONCore
import RushJSONStreams

// The errors of a log, from standard input to standard output.
let (input, output) = (JSONDescriptor.standardInput, JSONDescriptor.standardOutput)
var writer = JSONLinesWriter { try output.write($0) }
for line in JSONLines(input, policy: .skip).documents() {
  let entry = try line.get()
  if entry.root["level"]?.hasString("error") == true { try writer.write(entry) }
}
try writer.finish()
