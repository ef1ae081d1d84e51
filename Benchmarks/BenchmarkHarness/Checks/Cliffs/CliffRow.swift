import Foundation
import RushJSON
import RushJSONStreams

/// Kinds of values that are measured in one process.
struct CliffRow: CheckRow {
  static let kind = "group"

  let name: String
  let values: [CliffValue]

  static let all = [
    integers, floatingPoint, strings, standardTypes, dates, optionals, enums, collections, members,
    models,
  ]

  /// Does each operation of each value once for the caches and once counted. Returns the operations in the order in
  /// which they were counted.
  func run() throws(UsageError) -> [[CliffColumn]] {
    try values.map { (value) throws(UsageError) in
      try attempt("\(name): \(value.name) failed") {
        try value.prepare().map { operation in
          _ = try operation.run()
          _ = try countedOperation(operation.run)
          return operation.column
        }
      }
    }
  }
}

/// A kind of values: a text with many of them, and what is done with it.
struct CliffValue: Sendable {
  /// What is done with the text, and under which name it is counted. Returns how many values it has met.
  struct Operation {
    let column: CliffColumn
    let run: () throws -> Int

    init(_ column: CliffColumn, _ run: @escaping () throws -> Int) {
      self.column = column
      self.run = run
    }
  }

  let name: String
  /// The values in the text.
  let count: Int
  /// The kind that this one must not cost twice as much as.
  let neighbour: String?
  /// Why it is close to Foundation.
  let reason: String?
  let prepare: @Sendable () throws -> [Operation]

  /// How many values a text has.
  static let usualCount = 200

  /// Values of a type in an array, written by Foundation or as `text` has them. Both libraries must read the same.
  static func of<Value: Codable & Equatable & Sendable & SendableMetatype>(
    _ name: String, _ values: [Value], text: String? = nil, like neighbour: String? = nil,
    because reason: String? = nil
  ) -> CliffValue {
    let count = usualCount
    return CliffValue(name: name, count: count, neighbour: neighbour, reason: reason) {
      let list = (0..<count).map { values[$0 % values.count] }
      let foundation = JSONEncoder()
      foundation.dateEncodingStrategy = .iso8601
      let written = try foundation.encode(list)
      let data = text.map { text in
        Data("[\(Array(repeating: text, count: count).joined(separator: ","))]".utf8)
      }
      return try operations(list, data ?? written)
    }
  }

  /// One value of `count` parts, such as an object with so many members.
  static func of<Value: Codable & Equatable & Sendable & SendableMetatype>(
    _ name: String, parts count: Int, _ value: Value, text: String,
    like neighbour: String? = nil, because reason: String? = nil
  ) -> CliffValue {
    let repeats = 10
    return CliffValue(name: name, count: count * repeats, neighbour: neighbour, reason: reason) {
      let texts = Array(repeating: text, count: repeats)
      return try operations(
        Array(repeating: value, count: repeats), Data("[\(texts.joined(separator: ","))]".utf8))
    }
  }

  private static func operations<Value: Codable & Equatable>(
    _ list: [Value], _ data: Data
  ) throws -> [Operation] {
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    let (reader, writer) = (JSONDecoder(), JSONEncoder())
    decoder.dateDecodingStrategy = .iso8601
    encoder.dateEncodingStrategy = .iso8601
    reader.dateDecodingStrategy = .iso8601
    writer.dateEncodingStrategy = .iso8601
    let type = [Value].self
    guard try decoder.decode(type, from: data) == reader.decode(type, from: data),
      try reader.decode(type, from: encoder.encode(list)) == list
    else { throw UsageError("the libraries do not agree") }
    return [
      Operation(.document) { try JSONDocument(parsing: data).root.count },
      Operation(.tree) { try RawJSON(parsing: data).count },
      Operation(.events) {
        var events = JSONEventReader()
        events.feed(data)
        events.finish()
        var count = 0
        while try events.next() != nil { count += 1 }
        return count
      },
      Operation(.decode) { try decoder.decode(type, from: data).count },
      Operation(.encode) { try encoder.encode(list).count },
      Operation(.foundationDecode) { try reader.decode(type, from: data).count },
      Operation(.foundationEncode) { try writer.encode(list).count },
    ]
  }

  /// A type with `@JSONModel` beside the same type with `Codable` alone, whose columns stand for Foundation's.
  static func model<Direct: CliffBox, Plain: CliffBox>(
    _ name: String, _ direct: Direct.Type, _ plain: Plain.Type, _ values: [Direct.Value]
  ) -> [CliffValue] where Direct.Value == Plain.Value {
    [
      .of("\(name), Codable", values.map { Plain(v: $0) }),
      .of("\(name), @JSONModel", values.map { Direct(v: $0) }, like: "\(name), Codable"),
    ]
  }
}

/// A type with one property.
protocol CliffBox: Codable, Equatable, Sendable, SendableMetatype {
  associatedtype Value: Sendable
  init(v: Value)
}
