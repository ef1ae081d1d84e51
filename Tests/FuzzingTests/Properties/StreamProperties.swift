import RushJSONCore

/// A stream in chunks gives the events, values and errors of the same stream in one piece.
enum StreamProperties {
  struct Trace: Equatable {
    var events: [String] = []
    var error: JSONStreamError?
  }

  static func run(_ input: inout FuzzInput) throws {
    let options = input.readingOptions()
    let content: JSONEventReader.Content = input.flag() ? .values : .value
    let cuts = input.cuts()
    let text = input.rest()
    let pieces = chunks(of: text, cuts)
    let whole = [text]
    try checkEqual(
      "events: chunked ≡ whole", events(pieces, content, options), events(whole, content, options))
    try checkEqual(
      "skipping: chunked ≡ whole", skips(pieces, content, options), skips(whole, content, options))
    try checkEqual(
      "values: chunked ≡ whole", values(pieces, content, options), values(whole, content, options))
    try checkEqual(
      "elements: chunked ≡ whole", elements(pieces, options), elements(whole, options))
    try checkEqual(
      "projection: chunked ≡ whole", matches(pieces, options), matches(whole, options))
  }

  /// The events, each chunk being read to its end before the next one comes.
  static func events(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) -> Trace {
    var trace = Trace()
    var reader = JSONEventReader(content, options: options)
    do throws(JSONStreamError) {
      for index in 0...chunks.count {
        if index < chunks.count { reader.feed(chunks[index]) } else { reader.finish() }
        while let event = try reader.next() {
          let text = reader.number()?.text ?? reader.string() ?? ""
          trace.events.append("\(event) \(reader.offset) \(text)")
        }
      }
    } catch { trace.error = error }
    return trace
  }

  private static func skips(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) -> Trace {
    var trace = Trace()
    var reader = JSONEventReader(content, options: options)
    do throws(JSONStreamError) {
      for index in 0...chunks.count {
        if index < chunks.count { reader.feed(chunks[index]) } else { reader.finish() }
        while try reader.skipValue() { trace.events.append("") }
      }
    } catch { trace.error = error }
    return trace
  }

  private static func values(
    _ chunks: [[UInt8]], _ content: JSONEventReader.Content, _ options: JSONReadingOptions
  ) -> Trace {
    var trace = Trace()
    var reader = JSONEventReader(content, options: options)
    do throws(JSONStreamError) {
      for index in 0...chunks.count {
        if index < chunks.count { reader.feed(chunks[index]) } else { reader.finish() }
        while let value = try reader.readValue() { trace.events.append("\(value)") }
      }
    } catch { trace.error = error }
    return trace
  }

  private static func elements(_ chunks: [[UInt8]], _ options: JSONReadingOptions) -> Trace {
    var trace = Trace()
    var reader = JSONRecord.ElementReader(options: options)
    do throws(JSONStreamError) {
      for index in 0...chunks.count {
        if index < chunks.count { reader.feed(chunks[index]) } else { reader.finish() }
        while let record = try reader.next() {
          trace.events.append("\(record.offset) \(Array(record.bytes))")
        }
      }
    } catch { trace.error = error }
    return trace
  }

  private static func matches(_ chunks: [[UInt8]], _ options: JSONReadingOptions) -> Trace {
    var trace = Trace()
    let projection = JSONProjection([JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b", "0"])])
    var reader = JSONProjection.Reader(projection, options: options)
    do throws(JSONStreamError) {
      for index in 0...chunks.count {
        if index < chunks.count { reader.feed(chunks[index]) } else { reader.finish() }
        while let match = try reader.next() {
          trace.events.append("\(match.pointer) \(match.position) \(match.value)")
        }
      }
    } catch { trace.error = error }
    return trace
  }

}
