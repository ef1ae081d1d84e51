import BenchmarkDirectModels
import Foundation
import RushJSON
import RushJSONMacros

/// The search for all faults of a text beside decoding the text without them.
struct FaultRow: RatioRow {
  static let kind = "row"
  static let words = RatioWords(
    check: "faults", titles: ["row", "instructions of decoding", "of faults", "ratio", ""],
    complaint: "MORE", praise: "no faults cost more decodings than they may")

  let name: String
  /// The most decodings that the faults may cost.
  let limit: Double
  private let prepare: @Sendable (Int) throws -> TwoWays
  private let count: Int

  static let usualLimit = 3.0

  private init(
    _ count: Int, in name: String, limit: Double = usualLimit,
    prepare: @escaping @Sendable (Int) throws -> TwoWays
  ) {
    self.name = "\(count)-in-\(name)"
    self.count = count
    self.limit = limit
    self.prepare = prepare
  }

  static let all: [FaultRow] =
    ["timeline.json", "catalogue.json"].flatMap { file in
      [0, 1, 20, 100, 400].map { count in
        FaultRow(count, in: file) { try ways(inFile: file, count: $0) }
      }
    } + [
      FaultRow(14, in: "form") {
        let text = Array(FaultForm.text.utf8)
        return try ways(FaultForm.self, text, withFaults(text, count: $0), count: $0)
      },
      // Types of the program throw errors of their own, and each check says which members it needs.
      FaultRow(14, in: "checked-form", limit: 5) {
        try ways(
          CheckedForm.self, Array(CheckedForm.text.utf8), Array(CheckedForm.faulty.utf8), count: $0)
      },
    ]

  func counts(by counter: InstructionCounter) throws(UsageError) -> [Int] {
    try counts(.faultRow, by: counter)
  }

  /// Counts the second decoding, and the second search for faults.
  func run() throws(UsageError) -> Int {
    try attempt("\(name) failed") {
      let ways = try prepare(count)
      _ = try ways.plain()
      guard try ways.other() == count else { throw UsageError("not all faults were found") }
      return try ways.counted()
    }
  }

  private static func ways(inFile file: String, count: Int) throws -> TwoWays {
    let input = try InputSelection.corpusFile(file)
    guard let type = BenchmarkDirectModels.ModelTypes.documents[file] else {
      throw UsageError("\(file) has no model")
    }
    return try ways(type, input.bytes, withFaults(input.bytes, count: count), count: count)
  }

  private static func ways<Model: Decodable>(
    _ type: Model.Type, _ text: [UInt8], _ faulty: [UInt8], count: Int
  ) throws -> TwoWays {
    let good = try RawJSON(parsing: text).jsonBytes()
    let decoder = RushJSONDecoder()
    return TwoWays {
      _ = try decoder.decode(type, from: good)
      return 1
    } other: {
      try decoder.faults(of: type, in: faulty, limit: .max).count
    }
  }

  /// A text with empty objects in the place of some scalars.
  private static func withFaults(_ text: [UInt8], count: Int) throws -> [UInt8] {
    var tree = try RawJSON(parsing: text)
    let scalars = scalars(of: tree)
    for number in 0..<count { try tree.set([:], at: scalars[number * scalars.count / count]) }
    return try tree.jsonBytes()
  }

  /// The places of numbers, strings and booleans, in the order of the text.
  private static func scalars(of value: RawJSON, at place: [String] = []) -> [JSONPointer] {
    switch value {
    case .null: []
    case .array(let elements):
      elements.enumerated().flatMap { scalars(of: $1, at: place + ["\($0)"]) }
    case .dictionary(let members): members.flatMap { scalars(of: $0.value, at: place + [$0.name]) }
    default: [JSONPointer(tokens: place)]
    }
  }
}

// MARK: - Forms

/// A small form of usual types.
@JSONModel struct FaultForm: Codable {
  var name: String
  var mail: String
  var plan: String?
  var age: Int
  var seats: Int
  var newsletter: Bool
  var score: Double
  var address: FormAddress
  var tags: [String]
  var start: Int
  var end: Int?

  static let text = """
    {"name": "Ada Lovelace", "mail": "ada@example.org", "plan": "team", "age": 36, "seats": 3, \
    "newsletter": true, "score": 1.5, "address": {"street": "12 St James's Square", \
    "city": "London", "zip": "SW1Y 4JH"}, "tags": ["a", "b", "c"], "start": 1, "end": 2}
    """
}

@JSONModel struct FormAddress: Codable {
  var street: String
  var city: String
  var zip: String
}

/// A small form whose types check their values, as does the form.
@JSONModel struct CheckedForm: Codable {
  var name: String
  var mail: FormMail
  var plan: FormPlan
  var age: Int
  var seats: UInt8
  var newsletter: Bool
  var score: Double
  var address: FormAddress
  var tags: [String]
  var start: Int
  var end: Int

  static func check(_ checks: inout JSONChecks<Self>) {
    checks.require("must be 18 or older", \.age) { $0 >= 18 }
    checks.require("must not be before the start", \.end, \.start) { $0 >= $1 }
  }

  static let text = FaultForm.text
  static let faulty = """
    {"name": 7, "mail": "nobody", "plan": "gold", "age": 17, "seats": 300, \
    "newsletter": "yes", "score": "1.5", "address": {"street": [], "city": null}, \
    "tags": [0, 1, 2], "start": 3, "end": 2}
    """
}

enum FormPlan: String, Codable { case free, team }

/// Checks its text itself.
struct FormMail: Codable {
  struct Refusal: Error {}
  let text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    if !text.contains("@") { throw Refusal() }
  }

  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
