// One task of a job over JSON Lines: filters typed events, projects them and adds them up.
//
//   eventsums FILE START END    the lines that begin in these bytes of a file
//   eventsums                   the lines of standard input, for RDD.pipe

import Foundation
import RushJSONFiles

struct Event: Decodable, Sendable {
  var kind: String
  var country: String
  var cents: Int
}

struct Sums: Encodable {
  struct Bad: Encodable { var file: String, offset: Int, reason: String }
  var lines = 0
  var count: [String: Int] = [:]
  var cents: [String: Int] = [:]
  var bad: [Bad] = []

  mutating func add(_ line: Result<Event, JSONStreamError>, in file: String) throws {
    switch line {
    case .success(let event):
      lines += 1
      guard event.kind == "purchase" else { return }
      count[event.country, default: 0] += 1
      cents[event.country, default: 0] += event.cents
    // A file that cannot be read fails the task. A line that cannot is reported.
    case .failure(let error) where error.endsStream: throw error
    case .failure(let error):
      lines += 1
      bad.append(Bad(file: file, offset: error.record?.offset ?? error.offset, reason: "\(error)"))
    }
  }
}

func end(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("eventsums: \(message)\n".utf8))
  exit(code)
}

var sums = Sums()
let arguments = CommandLine.arguments
do {
  if arguments.count == 4, let start = Int(arguments[2]), let stop = Int(arguments[3]),
    start <= stop
  {
    var file = JSONLinesFile(arguments[1], range: start..<stop, policy: .deliver)
    file.isOrdered = false
    // The cores belong to the other tasks.
    file.threads = 1
    for line in file.values(of: Event.self) { try sums.add(line, in: arguments[1]) }
  } else if arguments.count == 1 {
    let lines = JSONLines(JSONFileChunks.standardInput, policy: .deliver)
    for line in lines.values(of: Event.self) { try sums.add(line, in: "standard input") }
  } else {
    end("name a file, a start and an end, or nothing to read lines from standard input", code: 2)
  }
  // One line, written when all is done: a task that is killed leaves nothing behind.
  FileHandle.standardOutput.write(try RushJSONEncoder().encode(sums) + Data("\n".utf8))
} catch {
  end("\(error)", code: 1)
}
