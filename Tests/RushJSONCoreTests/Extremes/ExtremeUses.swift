import RushJSONCore
import RushJSONStreams
import Testing

/// The numbers that a program may give to the core.
enum ExtremeUses {
  static let text = Array(
    #"""
    {"name": "a\n\u00e9 e\u0301\u0302 text that is longer than the words of a string",
    "numbers": [1, -2.5e10, 12345678901234567890], "nested": {"a": [[{"b": []}], true, null]}}
    """#.utf8)

  static let all = reading + streams + writing + others

  // MARK: - Reading

  private static let readingLimits: [(String, @Sendable (inout JSONReadingOptions, Int) -> Void)] =
    [
      ("JSONReadingOptions.maximumDepth", { $0.maximumDepth = $1 }),
      ("JSONReadingOptions.maximumLength", { $0.maximumLength = $1 }),
      ("JSONReadingOptions.maximumStringLength", { $0.maximumStringLength = $1 }),
      ("JSONReadingOptions.maximumNumberLength", { $0.maximumNumberLength = $1 }),
      ("JSONReadingOptions.maximumCombiningMarks", { $0.maximumCombiningMarks = $1 }),
    ]

  static let reading = readingLimits.flatMap { name, set in
    let readers = Readers.all.map { reader in
      ExtremeUse(name) { number in
        var options = JSONReadingOptions()
        set(&options, number)
        return reader.verdict(of: text, options: options).kind.map { "\($0)" } ?? "accepted"
      }
    }
    return readers + [
      ExtremeUse(name) { number in
        var options = JSONReadingOptions(leniencies: .json5)
        set(&options, number)
        let comments = Array("/* a comment */ {unquoted: 'text', b: [+1, .5, 0x10], } // end".utf8)
        return try "\(RawJSON(parsing: comments, options: options))"
      },
      ExtremeUse(name) { number in
        let decoder = RushJSONCoreDecoder()
        set(&decoder.readingOptions, number)
        // The order of a dictionary differs between two of the same members.
        let members = try decoder.decode([String: RawJSON].self, from: text)
        return "\(members.sorted { $0.key < $1.key })"
      },
      ExtremeUse(name) { number in
        let decoder = RushJSONCoreDecoder()
        set(&decoder.readingOptions, number)
        struct Model: Decodable { var name: String }
        return try decoder.decode(Model.self, from: text).name
      },
      ExtremeUse(name) { number in
        let decoder = RushJSONCoreDecoder()
        set(&decoder.readingOptions, number)
        struct Model: Decodable { var name: String }
        return try decoder.decode(Model.self, from: RawJSON(parsing: text)).name
      },
      ExtremeUse(name) { number in
        var options = JSONReadingOptions()
        set(&options, number)
        return try "\(JSONProjection(["/nested/a/0"]).values(in: text, options: options))"
      },
      ExtremeUse(name) { number in
        var options = JSONReadingOptions()
        set(&options, number)
        var reader = JSONEventReader(options: options)
        for byte in text { reader.feed([byte]) }
        reader.finish()
        var names: [String] = []
        while let event = try reader.next() {
          if event == .name { names.append(reader.string() ?? "") }
          if event == .name { _ = try reader.skipValue() }
        }
        return "\(names)"
      },
      ExtremeUse(name) { number in
        var options = JSONReadingOptions()
        set(&options, number)
        var partial = PartialJSON(PartialJSON.Options(readingOptions: options, allowsProse: true))
        try partial.feed("Here it is: ")
        for byte in text { try partial.feed([byte]) }
        try partial.finish()
        return "\(String(describing: partial.snapshot()))"
      },
    ]
  }

  // MARK: - Streams

  static let streams = [
    ExtremeUse("JSONRecord.LineReader.maximumLength") { number in
      try [1, 3, 1000].map { size in
        var reader = JSONRecord.LineReader(maximumLength: number)
        return try records(size) {
          reader.feed($0)
        } finish: {
          reader.finish()
        } next: {
          try reader.next()
        }
      }.description
    },
    ExtremeUse("JSONRecord.ElementReader.maximumLength") { number in
      try [1, 3, 1000].map { size in
        var reader = JSONRecord.ElementReader(
          at: "/numbers", options: .stream, maximumLength: number)
        return try records(size) {
          reader.feed($0)
        } finish: {
          reader.finish()
        } next: {
          try reader.next()
        }
      }.description
    },
    ExtremeUse("JSONRecord.ElementReader.maximumLength") { number in
      var reader = JSONRecord.ElementReader(ofValues: .stream, maximumLength: number)
      return try records(2) {
        reader.feed($0)
      } finish: {
        reader.finish()
      } next: {
        try reader.next()
      }
    },
    ExtremeUse("ServerSentEvent.Reader.maximumLength") { number in
      var reader = ServerSentEvent.Reader(maximumLength: number)
      reader.feed(Array("data: one\ndata: two\nretry: 5\n\ndata: three\n\n".utf8))
      reader.finish()
      var texts: [String] = []
      while let event = try reader.next() { texts.append(event.text) }
      return "\(texts)"
    },
    ExtremeUse("ServerSentEvent.Stream.maximumLength") { number in
      try ServerSentEvent.Stream(["data: [1]\n\n"], maximumLength: number).trees()
        .map { try $0.get() }.description
    },
    ExtremeUse("ServerSentEvent.Stream.maximumTotal") { number in
      var events = ServerSentEvent.Stream(["data: [1]\n\n", "data: [2]\n\n"])
      events.maximumTotal = number
      return try events.trees().map { try $0.get() }.description
    },
    ExtremeUse("JSONLines.maximumLength") { number in
      try JSONLines(["[1]\n[2", "]\n[3]"], maximumLength: number).trees()
        .map { try $0.get() }.description
    },
    ExtremeUse("JSONLines.maximumTotal") { number in
      var lines = JSONLines(["[1]\n[2", "]\n[3]"])
      lines.maximumTotal = number
      return try lines.trees().map { try $0.get() }.description
    },
    ExtremeUse("JSONElements.maximumLength") { number in
      try JSONElements(at: .root, in: ["[1, [2", "], \"three\"]"], maximumLength: number).trees()
        .map { try $0.get() }.description
    },
    ExtremeUse("JSONElements.maximumLength") { number in
      try JSONElements(concatenated: ["1 [2", "] \"three\""], maximumLength: number).trees()
        .map { try $0.get() }.description
    },
  ]

  /// The records of ``text`` in chunks of `size` bytes.
  private static func records(
    _ size: Int, feed: (ArraySlice<UInt8>) -> Void, finish: () -> Void,
    next: () throws -> JSONRecord?
  ) throws -> String {
    var records: [String] = []
    for start in stride(from: 0, to: text.count, by: size) {
      feed(text[start..<min(start + size, text.count)])
      while let record = try next() {
        records.append(String(decoding: record.bytes, as: UTF8.self))
      }
    }
    finish()
    while let record = try next() { records.append(String(decoding: record.bytes, as: UTF8.self)) }
    return "\(records)"
  }

  // MARK: - Writing

  private static let writingLimits: [(String, @Sendable (inout JSONWritingOptions, Int) -> Void)] =
    [
      ("JSONWritingOptions.maximumDepth", { $0.maximumDepth = $1 }),
      ("JSONWritingOptions.maximumLength", { $0.maximumLength = $1 }),
      (
        "JSONWritingOptions.Indentation.spaces",
        { $0.layout = .indented(by: .spaces($1 == 1 << 20 ? 64 : $1)) }
      ),
      (
        "JSONWritingOptions.Indentation.tabs",
        { $0.layout = .indented(by: .tabs($1 == 1 << 20 ? 64 : $1)) }
      ),
    ]

  static let writing =
    writingLimits.flatMap { name, set in
      [JSONWritingOptions.NameOrder.asGiven, .utf8].flatMap { order in
        let options: @Sendable (Int) -> JSONWritingOptions = { number in
          var options = JSONWritingOptions()
          options.nameOrder = order
          set(&options, number)
          return options
        }
        return [
          ExtremeUse(name) { try RawJSON(parsing: text).jsonString(options($0)) },
          ExtremeUse(name) { try JSONDocument(parsing: text).root.jsonString(options($0)) },
          ExtremeUse(name) { number in
            var bytes: [UInt8] = []
            try RawJSON(parsing: text).writeJSON(options(number)) { piece in
              for index in piece.indices { bytes.append(piece[index]) }
            }
            return String(decoding: bytes, as: UTF8.self)
          },
          ExtremeUse(name) { number in
            var writer = JSONWriter(options: options(number))
            try writer.beginArray()
            try writer.value(json: text)
            try writer.integer(17)
            try writer.string("a string that is too long for the words of a string")
            try writer.endArray()
            return try writer.finishString()
          },
          ExtremeUse(name) { number in
            var writer = JSONLinesWriter(options: options(number))
            try writer.write(RawJSON(parsing: text))
            try writer.write(RawJSON(parsing: text))
            return try String(decoding: writer.finish(), as: UTF8.self)
          },
          ExtremeUse(name) {
            try "\(RawJSON(parsing: text).jsonLength(in: .utf16, options: options($0)))"
          },
        ]
      }
    } + [
      ExtremeUse("JSONWriter.capacity") { number in
        var writer = JSONWriter(capacity: number)
        try writer.string("text")
        return try writer.finishString()
      },
      ExtremeUse("JSONWritable._estimatedTextLength") { number in
        let value = Estimate(_estimatedTextLength: number)
        var lines = JSONLinesWriter()
        try lines.write(value)
        return try value.jsonString() + String(decoding: value.jsonBytes(), as: UTF8.self)
          + String(decoding: lines.finish(), as: UTF8.self)
      },
    ]
    + encoders

  private struct Estimate: JSONWritable {
    var _estimatedTextLength: Int
    func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.bool(true) }
  }

  /// A type that nests deeper than any limit that an overflow would make.
  private struct Deep: Encodable {
    var levels: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 0 { try container.encode(Deep(levels: levels - 1)) }
    }
  }

  private static let encoders: [ExtremeUse] = [
    (
      "RushJSONCoreEncoder.maximumDepth",
      { @Sendable (encoder: RushJSONCoreEncoder, number: Int) in
        encoder.maximumDepth = number
      }
    ),
    (
      "RushJSONCoreEncoder.maximumLength",
      { @Sendable (encoder: RushJSONCoreEncoder, number: Int) in
        encoder.maximumLength = number
      }
    ),
    (
      "RushJSONCoreEncoder.indentation",
      { @Sendable (encoder: RushJSONCoreEncoder, number: Int) in
        encoder.indentation = .spaces(number == 1 << 20 ? 64 : number)
      }
    ),
  ].flatMap { name, set in
    let encoder: @Sendable (Int) -> RushJSONCoreEncoder = { number in
      let encoder = RushJSONCoreEncoder()
      set(encoder, number)
      return encoder
    }
    return [
      ExtremeUse(name) { try encoder($0).encodeToString(Deep(levels: 100)) },
      ExtremeUse(name) { try encoder($0).encodeToString(RawJSON(parsing: text)) },
      ExtremeUse(name) { try encoder($0).encodeToString([[[1, 2]], []]) },
      ExtremeUse(name) { try encoder($0).encodeToString(["a": ["b": ["c"]]]) },
      ExtremeUse(name) { number in
        let sorted = encoder(number)
        sorted.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try sorted.encodeToString(["a": ["b": ["c"]]])
      },
      ExtremeUse(name) { number in
        var bytes: [UInt8] = []
        try encoder(number).encode(Deep(levels: 100)) { piece in
          for index in piece.indices { bytes.append(piece[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
      },
    ]
  }
}
