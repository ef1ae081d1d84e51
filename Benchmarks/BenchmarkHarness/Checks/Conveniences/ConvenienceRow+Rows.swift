import Foundation
import RushJSON
import RushJSONMacros
import RushJSONStreams

extension ConvenienceRow {
  static let all = writing + reading + streams

  /// Ways to write a value.
  private static let writing: [ConvenienceRow] = [
    coded(
      "encode", beside: "encodeToBytes", limit: 1.45,
      because: "a Data of 45 bytes takes 970 instructions, an array 430"
    ) { encoder, value in
      try encoder.encodeToBytes(value).count
    } convenience: { encoder, value in
      try encoder.encode(value).count
    },
    coded("encodeToString", beside: "encodeToBytes") { encoder, value in
      try encoder.encodeToBytes(value).count
    } convenience: { encoder, value in
      try encoder.encodeToString(value).utf8.count
    },
    coded("jsonBytes", beside: "encodeToBytes", limit: 1.03) { encoder, value in
      try encoder.encodeToBytes(value).count
    } convenience: { _, value in
      try value.jsonBytes().count
    },
    coded("writer-value", beside: "encodeToBytes") { encoder, value in
      try encoder.encodeToBytes(value.record).count
    } convenience: { _, value in
      try WrittenRecord(record: value.record).jsonBytes().count
    },
    coded(
      "new-encoder", beside: "a kept encoder", limit: 1.6, because: "an object is made and freed"
    ) { encoder, value in
      try encoder.encodeToBytes(value).count
    } convenience: { _, value in
      let encoder = RushJSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      return try encoder.encodeToBytes(value).count
    },
    sorted("sorted-records") { (0..<200).map(SortedRecord.init) },
    sorted("sorted-timeline") {
      let input = try InputSelection.corpusFile(TypedCoding.timeline)
      guard let type = TypedModels.codable.documents[input.name] else {
        throw UsageError("there is no type for \(input.name)")
      }
      return try RushJSONDecoder().decode(type, from: input.bytes)
    },
  ]

  /// A row that sorts the names of a value.
  private static func sorted(
    _ name: String, _ value: @escaping @Sendable () throws -> any Encodable
  ) -> ConvenienceRow {
    ConvenienceRow(
      name, beside: "unsorted names", limit: 1.6, because: "the text is searched and copied",
      times: 1
    ) {
      let (plain, sorted, value) = (RushJSONEncoder(), RushJSONEncoder(), try value())
      sorted.outputFormatting = .sortedKeys
      return TwoWays {
        try plain.encodeToBytes(value).count
      } other: {
        try sorted.encodeToBytes(value).count
      }
    }
  }

  /// Ways to read a value.
  private static let reading: [ConvenienceRow] = [
    repeated("decode-at", beside: "a document's member", limit: 1.27) {
      let (text, decoder) = (Data(ConvenienceModel.text.utf8), RushJSONDecoder())
      return TwoWays {
        try JSONDocument(parsing: text).root["id"]?.int() ?? 0
      } other: {
        try decoder.decode(Int.self, from: text, at: "/id")
      }
    },
    repeated(
      "new-decoder", beside: "a kept decoder", limit: 1.53, because: "an object is made and freed"
    ) {
      let (text, kept) = (Data(ConvenienceModel.text.utf8), RushJSONDecoder())
      kept.dateDecodingStrategy = .iso8601
      return TwoWays {
        try kept.decode(ConvenienceModel.self, from: text).id
      } other: {
        let decoder = RushJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(ConvenienceModel.self, from: text).id
      }
    },
    repeated("decode-string", beside: "decode of Data") {
      let (text, decoder) = (Data(ConvenienceModel.text.utf8), RushJSONDecoder())
      // In memory of its own, as strings that arrive are.
      let string = String(decoding: text, as: UTF8.self)
      return TwoWays {
        try decoder.decode(ConvenienceModel.self, from: text).id
      } other: {
        try decoder.decode(ConvenienceModel.self, from: string).id
      }
    },
    repeated("decode-document", beside: "decode of Data", limit: 0.82) {
      let (text, decoder) = (Data(ConvenienceModel.text.utf8), RushJSONDecoder())
      let document = try JSONDocument(parsing: text)
      return TwoWays {
        try decoder.decode(ConvenienceModel.self, from: text).id
      } other: {
        try decoder.decode(ConvenienceModel.self, from: document.root).id
      }
    },
    ConvenienceRow("floats", beside: "[Double]", limit: 1.2, times: 1) {
      let list = (0..<1000).map { "\(Double($0) * 0.37)" }
      let text = Data("[\(list.joined(separator: ","))]".utf8)
      let decoder = RushJSONDecoder()
      return TwoWays {
        try decoder.decode([Double].self, from: text).count
      } other: {
        try decoder.decode([Float].self, from: text).count
      }
    },
  ]

  /// Ways to read a stream.
  private static let streams: [ConvenienceRow] = [
    ConvenienceRow(
      "projection", beside: "JSONElements", limit: 2.5, because: "a match has a path",
      times: 1
    ) {
      let record =
        #"{"id":7,"name":"Somebody Else","tags":["a","b"],"address":{"city":"X"},"ok":true}"#
      let list = Array(repeating: record, count: 1000).joined(separator: ",")
      let text = Array(#"{"items":[\#(list)]}"#.utf8)
      let projection = JSONProjection(patterns: ["/items/*/id"])
      return TwoWays {
        var sum = 0
        for document in JSONElements(at: "/items", in: [text]).documents() {
          sum += try document.get().root["id"]?.int() ?? 0
        }
        return sum
      } other: {
        var reader = JSONProjection.Reader(projection)
        reader.feed(text)
        reader.finish()
        var sum = 0
        while let match = try reader.next() { sum += match.value.intValue ?? 0 }
        return sum
      }
    }
  ]

  /// A row whose pair does its work once.
  private static func repeated(
    _ name: String, beside plainName: String, limit: Double = usualLimit,
    because reason: String? = nil, prepare: @escaping @Sendable () throws -> TwoWays
  ) -> ConvenienceRow {
    ConvenienceRow(name, beside: plainName, limit: limit, because: reason) {
      let ways = try prepare()
      return TwoWays {
        try (0..<usualTimes).reduce(0) { sum, _ in try sum + ways.plain() }
      } other: {
        try (0..<usualTimes).reduce(0) { sum, _ in try sum + ways.other() }
      }
    }
  }

  /// A row that writes a value of 45 bytes.
  private static func coded(
    _ name: String, beside plainName: String, limit: Double = usualLimit,
    because reason: String? = nil,
    plain: @escaping @Sendable (RushJSONEncoder, ConvenienceModel) throws -> Int,
    convenience: @escaping @Sendable (RushJSONEncoder, ConvenienceModel) throws -> Int
  ) -> ConvenienceRow {
    repeated(name, beside: plainName, limit: limit, because: reason) {
      let (encoder, value) = (RushJSONEncoder(), ConvenienceModel(id: 12345))
      return TwoWays {
        try plain(encoder, value)
      } other: {
        try convenience(encoder, value)
      }
    }
  }
}

@JSONModel struct ConvenienceModel: Codable {
  var id: Int
  var name = "Somebody Else"
  var ok = true

  static let text = #"{"id":12345,"name":"Somebody Else","ok":true}"#

  var record: ConvenienceRecord { ConvenienceRecord(id: id, name: name, ok: ok) }
}

struct ConvenienceRecord: Encodable {
  var id: Int
  var name: String
  var ok: Bool
}

/// A record that a type by hand writes.
private struct WrittenRecord: JSONWritable {
  let record: ConvenienceRecord

  func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.value(record) }
}

private struct SortedRecord: Encodable {
  var id: Int
  var name: String
  var address = Address()
  var tags = ["red", "green"]
  var created = 1_732_500_000.25
  var kind = "person"

  struct Address: Encodable {
    var street = "Main Street 12"
    var city = "Springfield"
    var postcode = "12345"
  }

  init(_ index: Int) {
    id = index
    name = "number \(index)"
  }
}
