import Foundation
import RushJSONCore

/// A value that a reader gave, to compare readers that share no type.
indirect enum ReadValue: Equatable {
  case null
  case bool(Bool)
  /// The bit pattern of the double; every NaN has the same one.
  case number(UInt64)
  /// The UTF-8, because strings compare by canonical equivalence.
  case string([UInt8])
  case array([ReadValue])
  /// Sorted by name.
  case object([Member])

  struct Member: Equatable {
    let name: [UInt8]
    let value: ReadValue
  }

  static func number(_ value: Double) -> ReadValue {
    .number(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
  }

  static func members(_ members: [(String, ReadValue)]) -> ReadValue {
    .object(
      members.map { Member(name: Array($0.0.utf8), value: $0.1) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) })
  }
}

extension ReadValue {
  /// The value of a document. Fails if a number is beyond Double.
  init(_ value: JSONDocument.Value) throws(JSONValueError) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(try value.bool())
    case .number: self = .number(try value.double())
    case .string: self = .string(Array(try value.string().utf8))
    case .array:
      var elements: [ReadValue] = []
      for element in try value.elements() { elements.append(try ReadValue(element)) }
      self = .array(elements)
    case .object:
      // One of several duplicates, by policy.
      var members: [(String, ReadValue)] = []
      for member in try value.members() {
        guard let found = value[member.name], found.offset == member.value.offset else { continue }
        members.append((member.name, try ReadValue(member.value)))
      }
      self = .members(members)
    }
  }
}

extension ReadValue: Decodable {
  /// The value that a decoder gives. A value that no type fits is an error.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(UInt64.self), value > 1 << 53 {
      // A hexadecimal integer beyond Double.
      self = .number(Double(value))
    } else if let value = try? container.decode(String.self) {
      self = .string(Array(value.utf8))
    } else if let value = try? container.decode([ReadValue].self) {
      self = .array(value)
    } else {
      let members = try decoder.container(keyedBy: Name.self)
      self = .members(
        try members.allKeys.map {
          ($0.stringValue, try members.decode(ReadValue.self, forKey: $0))
        })
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// What Foundation reads in its JSON5 mode; `nil` if it refuses the text.
  static func foundationJSON5(_ bytes: [UInt8]) -> ReadValue? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    // Foundation reads past the end of its data when a long number is last, and ends the process if
    // the bytes there look like more of the number.
    return try? decoder.decode(ReadValue.self, from: Data(bytes + [0x20, 0x20]))
  }

  /// What this library reads with the preset for JSON5.
  static func json5Specification(_ bytes: [UInt8]) -> ReadValue? {
    guard let document = try? JSONDocument(parsing: bytes, options: .json5) else { return nil }
    return try? ReadValue(document.root)
  }

  /// What this library reads with the preset of `allowsJSON5`; `nil` if it refuses the text or a number.
  static func json5(_ bytes: [UInt8]) -> ReadValue? {
    guard let document = try? JSONDocument(parsing: bytes, options: .foundationJSON5) else {
      return nil
    }
    return try? ReadValue(document.root)
  }
}

extension JSONReadingOptions {
  /// The grammar of Foundation's `allowsJSON5`, which a decoder with this option reads.
  static let foundationJSON5 = JSONReadingOptions(leniencies: .foundationJSON5)
}
