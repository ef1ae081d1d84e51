import BenchmarkDirectModels
import Foundation
import RushJSON

/// The instructions of finding all faults of a text, as a multiple of those of decoding the text without them.
struct FaultCheck {
  let rows: [FaultRow]

  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "faults")
    defer { counter.removeFiles() }
    let (_, failed) = try rows.tabulated(
      ["row", "instructions of decoding", "of faults", "ratio", ""],
      [.left, .right, .right, .right, .left]
    ) { row throws(UsageError) in
      let (counts, _) = try counter.count(.faultRow, [row.name], Int.self)
      guard counts.count == 2 else { throw UsageError("\(row.name) was not counted") }
      return counts
    } lines: { row, counts in
      let ratio = Double(counts[1]) / Double(max(1, counts[0]))
      let isGood = ratio <= FaultRow.limit
      let cells =
        [row.name] + counts.map { "\($0)" }
        + [Figures.fixed(ratio, decimals: 2), isGood ? "" : "MORE"]
      return [(cells, isGood ? nil : row.name)]
    }
    let verdict =
      failed.isEmpty
      ? "no faults cost more than \(FaultRow.limit) decodings"
      : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) rows; \(verdict)\n")
    return failed.isEmpty
  }
}

/// A text of the corpus, in which some values are of another kind than the model's.
struct FaultRow: CheckRow {
  static let kind = "row"

  /// The most decodings that the faults of a model may cost.
  static let limit = 3.0

  /// The name of a file in Corpus.
  let file: String
  let count: Int

  var name: String { "\(count)-in-\(file)" }

  static let all: [FaultRow] = ["timeline.json", "catalogue.json"].flatMap { file in
    [0, 1, 20, 100, 400].map { FaultRow(file: file, count: $0) }
  }

  /// Counts the second decoding, and the second search for faults.
  func run() throws(UsageError) -> Int {
    let input = try InputSelection.corpusFile(file)
    guard let type = BenchmarkDirectModels.ModelTypes.documents[file] else {
      throw UsageError("\(file) has no model")
    }
    return try count(type, input.bytes)
  }

  private func count<Model: Decodable>(_ type: Model.Type, _ text: [UInt8]) throws(UsageError)
    -> Int
  {
    try attempt("\(name) failed") {
      var tree = try RawJSON(parsing: text)
      let scalars = Self.scalars(of: tree)
      for number in 0..<count {
        try tree.set([:], at: scalars[number * scalars.count / count])
      }
      let faulty = try tree.jsonBytes()
      let good = try RawJSON(parsing: text).jsonBytes()
      let decoder = RushJSONDecoder()
      func decodes() throws -> Int {
        _ = try decoder.decode(type, from: good)
        return 1
      }
      func findsFaults() throws -> Int {
        try decoder.faults(of: type, in: faulty, limit: .max).count
      }
      _ = try decodes()
      guard try findsFaults() == count else { throw UsageError("not all faults were found") }
      return try countedOperation(decodes) + countedOperation(findsFaults)
    }
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
