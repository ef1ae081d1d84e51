import RushJSONCore
import RushJSONEditing
import RushJSONStreams
import Testing

extension ExtremeUses {
  static let others = [
    ExtremeUse("RawJSON.apply(_:maximumCopiedValues:)") { number in
      let patch: JSONPatch = [.copy(from: "/a", to: "/b"), .copy(from: "/b", to: "/c")]
      var value: RawJSON = ["a": [1, [2], 3]]
      try value.apply(patch, maximumCopiedValues: number)
      return "\(value)"
    },
    ExtremeUse("JSONText.apply(_:maximumCopiedValues:)") { number in
      var text = try JSONText("{\"a\": [1, [2], 3]}")
      try text.apply(
        [.copy(from: "/a", to: "/b"), .copy(from: "/b", to: "/c")], maximumCopiedValues: number)
      return text.string
    },
    ExtremeUse("RushJSONCoreDecoder.faults(of:in:limit:)", ample: 3) { number in
      // Three faults; a limit below 1 counts as 1.
      let text = Array(#"["a",true,{}]"#.utf8)
      let faults = try RushJSONCoreDecoder().faults(of: [Int].self, in: text, limit: number)
      return "\(faults)"
    },
    ExtremeUse("JSONDateFormat.FractionDigits.fixed", ample: 9) { number in
      let instant = JSONTimestamp(seconds: 5, nanoseconds: 123_456_789)
      return try JSONDateFormat.rfc3339(.fraction(.fixed(number))).format(instant)
        + JSONDateFormat.unix(.milliseconds, fraction: .fixed(number)).format(instant)
    },
    ExtremeUse("JSONDateFormat.FractionDigits.shortestExact(max:)", ample: 9) { number in
      let instant = JSONTimestamp(seconds: 5, nanoseconds: 123_456_789)
      return try JSONDateFormat.rfc3339(.fraction(.shortestExact(max: number))).format(instant)
        + JSONDateFormat.unix(.seconds, fraction: .shortestExact(max: number)).format(instant)
    },
    ExtremeUse("JSONTimestamp.init(seconds:nanoseconds:)") { number in
      let zones: [JSONTimestamp.Offset] = [.ahead(hours: 23, minutes: 59), .behind(hours: 23)]
      let formats: [JSONDateFormat] =
        try zones.flatMap { try [.rfc3339(.offset($0)), .pattern("yyyy-MM-dd", offset: $0)] }
        + [.unix(.seconds), .unix(.nanoseconds, rounding: .nearest)]
      for nanoseconds in [Int32.min, -1, 0, 1, .max] {
        let instant = JSONTimestamp(seconds: Int64(number), nanoseconds: nanoseconds)
        _ = instant.description
        for format in formats { _ = description { try format.format(instant) } }
      }
      return ""
    },
    ExtremeUse("JSONTimestamp.Offset.init(minutes:)", ample: 1440) { number in
      number > 0 ? "\(String(describing: JSONTimestamp.Offset(minutes: number)))" : "any"
    },
    ExtremeUse("JSONTimestamp.Offset.ahead(hours:minutes:)", ample: 24) { number in
      if number < 0 {
        #expect(JSONTimestamp.Offset.ahead(hours: number).minutes < 0)
        #expect(JSONTimestamp.Offset.ahead(hours: 0, minutes: number).minutes < 0)
        return JSONTimestamp.Offset.utc.description
      }
      return JSONTimestamp.Offset.ahead(hours: number, minutes: number).description
    },
    ExtremeUse("JSONTimestamp.Offset.behind(hours:minutes:)", ample: 24) { number in
      if number < 0 {
        #expect(JSONTimestamp.Offset.behind(hours: number).minutes > 0)
        #expect(JSONTimestamp.Offset.behind(hours: 0, minutes: number).minutes > 0)
        return JSONTimestamp.Offset.utc.description
      }
      return JSONTimestamp.Offset.behind(hours: number, minutes: number).description
    },
    ExtremeUse("RawJSON.subscript(index:)") { number in
      var value: RawJSON = [1]
      if number == 0 { return "Optional(null)" }
      value[number] = 2
      value[number]?["a"] = 3
      #expect(value == [1])
      return value[number] == nil ? "Optional(null)" : "an element"
    },
    ExtremeUse("JSONPointer.Step.index") { number in
      if number == 0 || number == 1 { return "" }
      var value: RawJSON = [1]
      value[path: [.index(number)]] = 2
      value[path: [.index(number), "a", .index(number)]] = 3
      #expect(value == [1])
      #expect(value[path: [.index(number)]] == nil)
      return ""
    },
    ExtremeUse("JSONPointer.appending(_:)") { number in
      if number == 0 || number == 1 { return "" }
      let pointer = JSONPointer.root.appending(number)
      var value: RawJSON = [1]
      #expect(value[pointer] == nil)
      for change in [
        { (value: inout RawJSON) in try value.insert(2, at: pointer) },
        { _ = try $0.remove(at: pointer) }, { try $0.set(2, at: pointer) },
      ] {
        #expect(throws: JSONValueError.self) { try change(&value) }
      }
      return ""
    },
    ExtremeUse("JSONSourceLocation.init(of:in:)", ample: text.count) { number in
      "\(JSONSourceLocation(of: number, in: text))"
    },
    ExtremeUse("JSONSyntaxError.init(_:at:)", ample: text.count) { number in
      var found: [String] = []
      for kind in JSONSyntaxError.Kind.allCases {
        let error = JSONSyntaxError(kind, at: number)
        #expect(error.report(in: text).contains("\(number)"))
        found.append("\(error.location(in: text)) \(error.pointer(in: text))")
      }
      return "\(found)"
    },
    ExtremeUse("JSONValueError.init(_:at:offset:)", ample: text.count) { number in
      let kinds: [JSONValueError.Kind] = [
        .indexOutOfRange(number, count: number),
        .invalidDatePattern(.unsupportedCount("y", count: number)),
      ]
      for kind in kinds {
        let error = JSONValueError(kind, at: "/a", offset: number)
        #expect(error.description != "")
        #expect(error.report != "")
      }
      return ""
    },
    ExtremeUse("JSONRecord.init(bytes:offset:line:name:)") { number in
      for text in ["[1, 2", "[1]", "{\"a\": 1}\n\n x"] {
        let record = JSONRecord(bytes: Array(text.utf8)[...], offset: number, line: number)
        for read in [
          { try "\(record.tree())" }, { try "\(record.document())" },
          { try "\(record.value(of: [Int].self))" },
        ] { _ = description(read) }
      }
      return ""
    },
    ExtremeUse("ServerSentEvent.init(event:data:id:offset:)") { number in
      let event = ServerSentEvent(data: Array("[1 2]".utf8), offset: number)
      _ = description { try "\(event.record.tree())" }
      return ""
    },
    ExtremeUse("JSONPatch.Failure.init(_:index:operation:pointer:)") { number in
      let error = JSONPatch.Failure(.copiesTooLarge(limit: number), index: number)
      #expect(error.description.contains("\(number)"))
      return ""
    },
    ExtremeUse("JSONPattern.ParsingError.init(_:at:)") { number in
      let kind = JSONPattern.ParsingError.Kind.allCases[0]
      #expect(JSONPattern.ParsingError(kind, at: number).description != "")
      return ""
    },
  ]

  private static func description(_ body: () throws -> String) -> String {
    do { return try body() } catch { return "\(error)" }
  }
}
