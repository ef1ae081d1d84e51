import RushJSONCore

/// A value whose parts write themselves or are `Codable`, and may fail.
indirect enum SinkSample: JSONWritable, Encodable {
  typealias Members = [(name: String, value: SinkSample)]

  case integer(Int)
  case double(Double)
  case string(String)
  case doubles([Double])
  case integers([Int])
  case nothing
  case object(Members)
  case array([SinkSample])
  /// An object whose members come from several values.
  case shared(Members, Members)
  /// The same values, by the containers of an encoder.
  case coded(SinkSample)
  /// A value whose error the type around it drops.
  case optional(SinkSample)
  case failing
  /// A value that writes a second name in the place of a value.
  case misusing

  struct Failure: Error, Equatable {}

  /// Whether a part of the value is dropped if it fails.
  var dropsErrors: Bool {
    switch self {
    case .object(let members): members.contains { $0.value.dropsErrors }
    case .array(let elements): elements.contains { $0.dropsErrors }
    case .shared(let first, let second): (first + second).contains { $0.value.dropsErrors }
    case .coded(let value): value.dropsErrors
    case .optional: true
    default: false
    }
  }

  // MARK: - By the writer

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    switch self {
    case .integer(let value): try writer.integer(value)
    case .double(let value): try writer.double(value)
    case .string(let value): try writer.string(value)
    case .doubles(let values): try values.write(to: &writer)
    case .integers(let values): try values.write(to: &writer)
    case .nothing: try writer.null()
    case .object(let members):
      try writer.beginObject()
      try SinkSample.write(members, to: &writer)
      try writer.endObject()
    case .array(let elements):
      try writer.beginArray()
      for element in elements { try element.write(to: &writer) }
      try writer.endArray()
    case .shared(let own, let others):
      try writer.beginObject()
      try SinkSample.write(own, to: &writer)
      try writer.members(of: SinkSample.object(others))
      try writer.endObject()
    case .coded(let value): try writer.value(Coded(value))
    case .optional(let value):
      var isWritten = true
      do throws(JSONWritingError) { try writer.value(Coded(value)) } catch { isWritten = false }
      if !isWritten { try writer.null() }
    case .failing: throw JSONWritingError(.notEncodable, underlying: Failure())
    case .misusing: try writer.name("misplaced")
    }
  }

  private static func write(
    _ members: Members, to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    for (name, value) in members {
      // Strategies convert the names in source code alone.
      if let known = known[name] { try writer.name(known) } else { try writer.name(name) }
      try value.write(to: &writer)
    }
  }

  private static let known: [String: JSONName] = [
    "userName": "userName", "lastName": "lastName", "firstList": "firstList", "myList": "myList",
    "lastItem": "lastItem", "userName0": "userName0", "userName1": "userName1",
    "HTMLBody0": "HTMLBody0", "deepList0": "deepList0", "deepList2": "deepList2",
  ]

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }

  // MARK: - By containers

  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Coded: Encodable {
    let value: SinkSample
    init(_ value: SinkSample) { self.value = value }

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .object(let members), .shared(let members, _):
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
          let key = Name(stringValue: name)
          switch value {
          case .coded(let value): try container.encode(Coded(value), forKey: key)
          case .optional(let value):
            do { try container.encode(Coded(value), forKey: key) } catch { continue }
          default: try container.encode(value, forKey: key)
          }
        }
      case .array(let elements):
        var container = encoder.unkeyedContainer()
        for element in elements {
          if case .coded(let value) = element {
            try container.encode(Coded(value))
          } else {
            try container.encode(element)
          }
        }
      case .doubles(let values): try values.encode(to: encoder)
      case .integers(let values): try values.encode(to: encoder)
      case .string(let value): try value.encode(to: encoder)
      case .failing: throw Failure()
      default: try value.encode(to: encoder)
      }
    }
  }

  // MARK: - Random

  private static let names = [
    "id", "userName", "a/b~", "\u{e9}\"\\n", "", "HTMLBody", "items", "x1", "deepList", "n",
  ]

  /// A random value of up to `depth` levels. `faults` is how many of a thousand parts fail.
  static func random(
    depth: Int, faults: Int, using generator: inout some RandomNumberGenerator
  ) -> SinkSample {
    if Int.random(in: 0..<1000, using: &generator) < faults {
      return [
        .failing, .misusing, .double(.nan),
        .doubles((0..<Int.random(in: 1...9000, using: &generator)).map(Double.init) + [.infinity]),
      ].randomElement(using: &generator) ?? .failing
    }
    let count = Int.random(in: 0...(depth > 3 ? 9 : 5), using: &generator)
    switch Int.random(in: 0..<(depth > 0 ? 20 : 8), using: &generator) {
    case 0: return .integer(Int.random(in: -9...99_999, using: &generator))
    case 1: return .double(Double(Int.random(in: -99...999, using: &generator)) / 8)
    case 2: return .nothing
    case 3, 4:
      let unit = ["x", "\"", "\\", "\u{e9}", "{[,", "]}:\""].randomElement(using: &generator)
      let length = [0, 3, 20, 3000, 40_000, 90_000].randomElement(using: &generator)
      return .string(String(repeating: unit ?? "", count: length ?? 0))
    case 5: return .doubles((0..<count * count * 40).map { Double($0) / 4 })
    case 6: return .integers(Array(0..<count * count * count * 30))
    case 7: return .string("text\n")
    case 8...10: return .object(members(count, depth: depth - 1, faults, &generator))
    case 11...13:
      let repeats = depth <= 2 && Bool.random(using: &generator) ? 30 : 1
      let elements = (0..<count).map { _ in
        random(depth: depth - 1, faults: faults, using: &generator)
      }
      return .array(Array(repeatElement(elements, count: repeats).joined()))
    case 14:
      return .shared(
        members(2, depth: 0, faults, &generator),
        members(count, depth: depth - 1, faults, &generator))
    case 15: return .optional(random(depth: depth - 1, faults: faults, using: &generator))
    default: return .coded(random(depth: depth - 1, faults: faults, using: &generator))
    }
  }

  private static func members(
    _ count: Int, depth: Int, _ faults: Int, _ generator: inout some RandomNumberGenerator
  ) -> Members {
    (0..<count).map { index in
      let name = names.randomElement(using: &generator) ?? ""
      let value = random(depth: depth, faults: faults, using: &generator)
      return (index < 4 ? name + "\(index)" : "\(index)", value)
    }
  }
}

/// What an encoding has given: its text, or its error with all that it says.
struct SinkOutcome: Equatable, CustomStringConvertible {
  var text: [UInt8] = []
  var error: String?
  /// The lengths of the pieces that the sink got.
  var pieces: [Int] = []

  static func == (a: SinkOutcome, b: SinkOutcome) -> Bool {
    a.error == b.error && (a.error != nil || a.text == b.text)
  }

  var description: String {
    error ?? "\(text.count) bytes: " + String(decoding: text.suffix(200), as: UTF8.self)
  }

  init(inMemory value: some Encodable, _ encoder: RushJSONCoreEncoder) {
    do { text = try encoder.encodeToBytes(value) } catch { self.error = Self.describe(error) }
  }

  init(toSink value: some Encodable, _ encoder: RushJSONCoreEncoder) {
    var (text, pieces): ([UInt8], [Int]) = ([], [])
    do {
      try encoder.encode(value) { piece in
        pieces.append(piece.count)
        for index in piece.indices { text.append(piece[index]) }
      }
    } catch { self.error = Self.describe(error) }
    (self.text, self.pieces) = (text, pieces)
  }

  private static func describe(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    return """
      \(context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }) \
      \(context.debugDescription), \(context.underlyingError.map { "\($0)" } ?? "")
      """
  }
}
