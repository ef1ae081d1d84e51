import RushJSONCore
import Testing

/// What a stream says, as text: its events, and why it ended, if it was refused.
struct StreamTrace: Equatable, CustomStringConvertible {
  var events: [String] = []
  var error: JSONStreamError?

  var description: String { events.joined(separator: " ") + (error.map { " \($0)" } ?? "") }

  /// Reads `bytes` in pieces that end at `cuts`, and asks for events after each.
  init(
    _ bytes: [UInt8], cuts: some Sequence<Int>, options: JSONReadingOptions = .strict,
    content: JSONEventReader.Content = .value
  ) {
    var reader = JSONEventReader(content, options: options)
    var start = 0
    do throws(JSONStreamError) {
      for end in cuts {
        reader.feed(Array(bytes[start..<end]))
        start = end
        while let event = try reader.next() { take(event, reader) }
      }
      reader.feed(bytes[start...])
      while let event = try reader.next() { take(event, reader) }
      reader.finish()
      while let event = try reader.next() { take(event, reader) }
      if !reader.isAtEnd { events.append("is not at the end") }
    } catch {
      self.error = error
    }
  }

  private mutating func take(_ event: JSONEventReader.Event, _ reader: borrowing JSONEventReader) {
    switch event {
    case .name: events.append("\(reader.offset):\(reader.string() ?? "none"):")
    case .string:
      events.append("\(reader.offset):'\(reader.string() ?? "none")'")
      let utf8 = reader.withUTF8 { span in span.indices.map { span[$0] } }
      if utf8 != reader.string().map({ Array($0.utf8) }) { events.append("other UTF-8") }
    case .number:
      events.append("\(reader.offset):\(reader.number()?.text ?? "none")")
      if let number = reader.number()?.nearestDouble, let double = reader.double(),
        number.bitPattern != double.bitPattern, !number.isNaN
      {
        events.append("other double \(number) \(double)")
      }
    default: events.append("\(reader.offset):\(event)")
    }
  }

  static func whole(
    _ bytes: [UInt8], options: JSONReadingOptions = .strict,
    content: JSONEventReader.Content = .value
  ) -> StreamTrace {
    StreamTrace(bytes, cuts: [], options: options, content: content)
  }

  static func byteByByte(
    _ bytes: [UInt8], options: JSONReadingOptions = .strict,
    content: JSONEventReader.Content = .value
  ) -> StreamTrace {
    StreamTrace(bytes, cuts: 0..<bytes.count, options: options, content: content)
  }
}
