import RushJSON

extension InProcessContender {
  /// RushJSON's work at the tasks with texts in pieces.
  static var rushJSONStreaming: Preparations {
    [
      .stream: { stream($0, chunk: 64 << 10) },
      .streamBytes: { stream($0, chunk: 1) },
      .streamSmall: { stream($0, chunk: 4 << 10) },
      .streamLarge: { stream($0, chunk: 1 << 20) },
      .skip: { input in skip(input) { reader throws(JSONStreamError) in try reader.skipValue() } },
      .skipUnchecked: { input in
        skip(input) { reader throws(JSONStreamError) in try reader.skipValueUnchecked() }
      },
      .partial: partial,
    ]
  }

  private static func stream(_ input: BenchmarkInput, chunk size: Int) -> any PreparedRun {
    let bytes = input.bytes
    let chunks = RushJSONStream.chunks(of: size, in: bytes[...])
    return InProcessRun(
      work: { try RushJSONStream.eventCount(of: chunks) },
      describe: { _ in try RushJSONStream.fingerprint(of: chunks) })
  }

  private static func skip(
    _ input: BenchmarkInput,
    _ pass: @escaping (inout JSONEventReader) throws(JSONStreamError) -> Bool
  ) -> any PreparedRun {
    let bytes = input.bytes
    return InProcessRun(
      work: {
        var reader = JSONEventReader()
        reader.feed(bytes)
        reader.finish()
        let isPassed = try pass(&reader)
        return try reader.next() == nil && isPassed
      },
      describe: { $0 ? .accepted : .refusal(reason: "no value") })
  }

  private static func partial(_ input: BenchmarkInput) -> (any PreparedRun)? {
    let bytes = input.bytes.prefix(100_000)
    let deltas = RushJSONStream.chunks(of: 20, in: bytes)
    return InProcessRun(
      work: {
        var partial = PartialJSON()
        var last: RawJSON?
        for delta in deltas {
          // The earlier snapshot is released first, as by a view that shows the latest.
          last = nil
          try partial.feed(delta)
          last = partial.snapshot()
        }
        return last
      },
      describe: { $0 == nil ? .refusal(reason: "no value") : .accepted }, bytes: bytes.count)
  }
}

/// Reads a text in chunks.
enum RushJSONStream {
  /// The text in chunks of `size` bytes.
  static func chunks(of size: Int, in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    stride(from: text.startIndex, to: text.endIndex, by: size).map {
      text[$0..<min($0 + size, text.endIndex)]
    }
  }

  /// Feeds the chunks to a reader, and lets `drain` take what it has after each of them and at the end.
  @inline(__always)
  static func read(
    _ chunks: [ArraySlice<UInt8>], by reader: inout JSONEventReader,
    _ drain: (inout JSONEventReader) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    for chunk in chunks {
      reader.feed(chunk)
      try drain(&reader)
    }
    reader.finish()
    try drain(&reader)
  }

  /// Requests every event and checks whether it is a name.
  static func eventCount(
    of chunks: [ArraySlice<UInt8>], options: JSONReadingOptions = .strict
  ) throws -> Int {
    var reader = JSONEventReader(options: options)
    var count = 0
    try read(chunks, by: &reader) { reader throws(JSONStreamError) in
      var events = 0
      var names = 0
      while let event = try reader.next() {
        events &+= 1
        // Not a switch: this measures the reader, not an unpredictable branch.
        names &+= event == .name ? 1 : 0
      }
      count &+= events &+ names
    }
    return count
  }

  /// The number of elements of an array at the root.
  static func elementCount(
    of chunks: [ArraySlice<UInt8>], options: JSONReadingOptions = .stream
  ) throws -> Int {
    var reader = JSONRecord.ElementReader(options: options)
    var elements = 0
    for chunk in chunks {
      reader.feed(chunk)
      while try reader.next() != nil { elements += 1 }
    }
    reader.finish()
    while try reader.next() != nil { elements += 1 }
    return elements
  }

  static func fingerprint(of chunks: [ArraySlice<UInt8>]) throws -> Fingerprint {
    var visitor = FingerprintVisitor()
    var reader = JSONEventReader()
    try read(chunks, by: &reader) { reader throws(JSONStreamError) in
      while let event = try reader.next() {
        switch event {
        case .null: visitor.visitNull()
        case .bool(let value): visitor.visit(bool: value)
        case .number: visitor.visit(number: reader.double() ?? .nan)
        case .string: reader.withUTF8 { visitor.visit(string: $0) }
        case .name: reader.withUTF8 { visitor.visit(name: $0) }
        case .beginArray: visitor.visitArray()
        case .beginObject: visitor.visitObject()
        case .endArray, .endObject: break
        }
      }
    }
    return visitor.fingerprint
  }
}
