import RushJSONCore

/// An event with its value and offset.
struct ReadEvent: Hashable, CustomStringConvertible {
  enum What: Hashable {
    case beginObject, endObject, beginArray, endArray
    case name(String)
    case string(String)
    /// The text of the number.
    case number(String)
    case bool(Bool)
    case null
  }

  var what: What
  /// From the start of the text. Not compared for ends, whose offsets documents do not know.
  var offset: Int

  var description: String { "\(what) at \(offset)" }
}

/// The events of a stream, and the error if the stream is refused.
struct StreamReading: Equatable {
  var events: [ReadEvent] = []
  var error: JSONStreamError?
}

extension StreamReading {
  /// Reads `chunks` one after the other, each as soon as the previous one is used up.
  init(
    _ chunks: some Sequence<ArraySlice<UInt8>>, _ content: JSONEventReader.Content = .value,
    options: JSONReadingOptions = .strict, pieceSize: Int = JSONEventReader.pieceSize
  ) {
    var reader = JSONEventReader(
      content, options: options, kernel: .fastest, pieceSize: pieceSize)
    do throws(JSONStreamError) {
      for chunk in chunks {
        reader.feed(chunk)
        try drain(&reader)
      }
      reader.finish()
      try drain(&reader)
    } catch {
      self.error = error
    }
  }

  private mutating func drain(_ reader: inout JSONEventReader) throws(JSONStreamError) {
    while try readOne(&reader) {}
  }

  /// Reads an event, if there is one.
  mutating func readOne(_ reader: inout JSONEventReader) throws(JSONStreamError) -> Bool {
    guard let event = try reader.next() else { return false }
    events.append(ReadEvent(what: StreamReading.what(event, reader), offset: reader.offset))
    return true
  }

  private static func what(_ event: JSONEventReader.Event, _ reader: borrowing JSONEventReader)
    -> ReadEvent.What
  {
    switch event {
    case .beginObject: .beginObject
    case .endObject: .endObject
    case .beginArray: .beginArray
    case .endArray: .endArray
    case .name: .name(reader.string() ?? "no name")
    case .string: .string(reader.string() ?? "no string")
    case .number: .number(reader.number()?.text ?? "no number")
    case .bool(let value): .bool(value)
    case .null: .null
    }
  }
}

/// Ways to cut a text.
enum Chunks {
  /// One cut, before the byte at `place`.
  static func cut(_ text: [UInt8], at place: Int) -> [ArraySlice<UInt8>] {
    [text[..<place], text[place...]]
  }

  /// Chunks of `size` bytes.
  static func of(_ size: Int, _ text: [UInt8]) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: text.count, by: size).map { text[$0..<min($0 + size, text.count)] }
  }

  /// Chunks of random sizes, empty ones among them, mostly small.
  static func random(
    _ text: [UInt8], largest: Int, using random: inout some RandomNumberGenerator
  ) -> [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var at = 0
    while at < text.count {
      let most = Bool.random(using: &random) ? min(8, largest) : largest
      let end = min(text.count, at + Int.random(in: 0...most, using: &random))
      chunks.append(text[at..<end])
      at = end
    }
    return chunks
  }
}

/// The events of a document, from its views, which do not know the offsets of names and ends.
enum DocumentEvents {
  static func list(_ document: JSONDocument) throws -> [ReadEvent] {
    var events: [ReadEvent] = []
    try append(document.root, to: &events)
    return events
  }

  // Recursion is bounded by the limit on nesting.
  private static func append(_ value: JSONDocument.Value, to events: inout [ReadEvent]) throws {
    let at = value.offset
    switch value.kind {
    case .null: events.append(ReadEvent(what: .null, offset: at))
    case .bool: events.append(ReadEvent(what: .bool(try value.bool()), offset: at))
    case .number: events.append(ReadEvent(what: .number(try value.number().text), offset: at))
    case .string: events.append(ReadEvent(what: .string(try value.string()), offset: at))
    case .array:
      events.append(ReadEvent(what: .beginArray, offset: at))
      for element in try value.elements() { try append(element, to: &events) }
      events.append(ReadEvent(what: .endArray, offset: -1))
    case .object:
      events.append(ReadEvent(what: .beginObject, offset: at))
      for member in try value.members() {
        events.append(ReadEvent(what: .name(member.name), offset: -1))
        try append(member.value, to: &events)
      }
      events.append(ReadEvent(what: .endObject, offset: -1))
    }
  }
}

extension ReadEvent {
  /// The same without an offset that a document does not know.
  var asInDocument: ReadEvent {
    switch what {
    case .name, .endArray, .endObject: ReadEvent(what: what, offset: -1)
    default: self
    }
  }
}
