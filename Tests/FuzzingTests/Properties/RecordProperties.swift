import RushJSONCore

/// Lines and server-sent events: chunks make no difference, and a stream of *n* bytes has at most
/// *n* + 1 records.
enum RecordProperties {
  struct Trace: Equatable {
    var records: [String] = []
    var errors: [JSONStreamError] = []
  }

  static func runLines(_ input: inout FuzzInput) throws {
    let choices = input.byte()
    let limit = input.byte()
    var reader = JSONRecord.LineReader(
      choices & 1 == 0 ? .lines : .sequence,
      maximumLength: limit == 0 ? JSONRecord.LineReader.defaultMaximumLength : Int(limit))
    if choices & 2 != 0 { reader.skipsBlankLines.toggle() }
    switch choices >> 2 & 3 {
    case 0: break
    case 1: reader.unendedLine = .isDropped
    case 2: reader.unendedLine = .isRefused
    default: reader.unendedLine = .isRead
    }
    let cuts = input.cuts()
    let text = input.rest()
    try checkEqual(
      "lines: chunked ≡ whole", try lines(reader, chunks(of: text, cuts)),
      try lines(reader, [text]))
  }

  private static func lines(
    _ reader: JSONRecord.LineReader, _ chunks: [[UInt8]]
  ) throws -> Trace {
    var reader = reader
    return try trace(chunks) {
      reader.feed($0)
    } finish: {
      reader.finish()
    } next: { () throws(JSONStreamError) in
      guard let record = try reader.next() else { return nil }
      _ = try? record.tree()
      return "\(record.offset) \(record.line ?? -1) \(Array(record.bytes))"
    }
  }

  static func runEvents(_ input: inout FuzzInput) throws {
    let cuts = input.cuts()
    let limit = input.byte()
    let text = input.rest()
    let maximum = limit == 0 ? JSONRecord.LineReader.defaultMaximumLength : Int(limit)
    try checkEqual(
      "server-sent events: chunked ≡ whole", try events(maximum, chunks(of: text, cuts)),
      try events(maximum, [text]))
  }

  private static func events(_ maximum: Int, _ chunks: [[UInt8]]) throws -> Trace {
    var reader = ServerSentEvent.Reader(maximumLength: maximum)
    var trace = try trace(chunks) {
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

  /// Everything that a reader gives, errors that do not end the stream included.
  private static func trace(
    _ chunks: [[UInt8]], feed: (ArraySlice<UInt8>) -> Void, finish: () -> Void,
    next: () throws(JSONStreamError) -> String?
  ) throws -> Trace {
    var trace = Trace()
    let limit = chunks.reduce(1) { $0 + $1.count }
    for index in 0...chunks.count {
      if index < chunks.count { feed(chunks[index][...]) } else { finish() }
      while true {
        do throws(JSONStreamError) {
          guard let record = try next() else { break }
          trace.records.append(record)
        } catch {
          trace.errors.append(error)
          if error.endsStream { return trace }
        }
        try check("a stream ends", trace.records.count + trace.errors.count <= limit + 1)
      }
    }
    return trace
  }
}
