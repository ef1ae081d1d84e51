import RushJSONCore
import RushJSONStreams

/// Lines and server-sent events: chunks make no difference, and a stream of *n* bytes has at most
/// *n* + 1 records.
enum RecordProperties {
  static func runLines(_ input: inout FuzzInput) throws {
    let choices = input.byte()
    let limit = input.byte()
    var reader = JSONRecord.LineReader(
      choices & 1 == 0 ? .lines : .textSequence,
      maximumLength: limit == 0 ? JSONRecord.LineReader.defaultMaximumLength : Int(limit))
    if choices & 2 != 0 { reader.skipsBlankLines.toggle() }
    switch choices >> 2 & 3 {
    case 0: break
    case 1: reader.unendedLine = .drop
    case 2: reader.unendedLine = .refuse
    default: reader.unendedLine = .read
    }
    let cuts = input.cuts()
    let text = input.rest(.lines)
    let readsTrees = input.takes(oneIn: 8)
    try checkEqual(
      "lines: chunked ≡ whole", try lines(reader, chunks(of: text, cuts), readsTrees),
      try lines(reader, [text], readsTrees))
  }

  private static func lines(
    _ reader: JSONRecord.LineReader, _ chunks: [[UInt8]], _ readsTrees: Bool
  ) throws -> StreamTrace<JSONRecord> {
    var reader = reader
    return try StreamTrace(of: chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      guard let record = try reader.next() else { return nil }
      if readsTrees { _ = try? record.tree() }
      return record
    }
  }

  static func runEvents(_ input: inout FuzzInput) throws {
    let cuts = input.cuts()
    let limit = input.byte()
    let text = input.rest(.events)
    let maximum = limit == 0 ? JSONRecord.LineReader.defaultMaximumLength : Int(limit)
    try checkEqual(
      "server-sent events: chunked ≡ whole", try events(maximum, chunks(of: text, cuts)),
      try events(maximum, [text]))
  }

  private static func events(_ maximum: Int, _ chunks: [[UInt8]]) throws -> StreamTrace<String> {
    var reader = ServerSentEvent.Reader(maximumLength: maximum)
    var trace = try StreamTrace<String>(of: chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      guard let event = try reader.next() else { return nil }
      return "\(event.offset) \(event.event) \(event.id) \(event.data)"
    }
    trace.records.append("\(reader.lastEventID) \(reader.retry ?? -1)")
    return trace
  }
}
