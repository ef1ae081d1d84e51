import BenchmarkDirectModels
import BenchmarkModels
import Foundation
import RushJSON
import RushJSONStreams

// Files of records, line by line. RushJSON has the file in chunks of 64 KiB, as from a socket or a disk; Foundation
// has each line as `Data` of its own, and no search for lines to do.

extension InProcessContender {
  static var rushJSONRecords: Preparations {
    [
      .records: { reading($0) { try RecordSum($0.documents()) { _ in 0 } } },
      .recordTrees: { reading($0) { try RecordSum($0.trees()) { _ in 0 } } },
      .recordMembers: typed {
        try RecordSum($0.values(of: BenchmarkDirectModels.RecordIdentifier.self)) { $0.id }
      },
      .recordModels: typed {
        try RecordSum($0.values(of: BenchmarkModels.RecordModel.self)) { $0.id }
      },
      .recordDirectModels: typed {
        try RecordSum($0.values(of: BenchmarkDirectModels.RecordModel.self)) { $0.id }
      },
    ]
  }

  /// The same for Foundation, one line after the other.
  static var foundationRecords: Preparations {
    [
      .records: parsedLines, .recordTrees: parsedLines,
      .recordMembers: { decodedLines($0, as: BenchmarkModels.RecordIdentifier.self) { $0.id } },
      .recordModels: { decodedLines($0, as: BenchmarkModels.RecordModel.self) { $0.id } },
      .recordDirectModels: { decodedLines($0, as: BenchmarkModels.RecordModel.self) { $0.id } },
    ]
  }

  /// Whether the lines are those of the corpus, for which there are types.
  private static func hasModel(_ input: BenchmarkInput) -> Bool { input.name.hasPrefix("records-") }

  private static func typed(
    _ read: @escaping (JSONLines<[ArraySlice<UInt8>]>) throws -> RecordSum
  ) -> Preparation {
    { hasModel($0) ? reading($0, read) : nil }
  }

  private static func reading(
    _ input: BenchmarkInput, _ read: @escaping (JSONLines<[ArraySlice<UInt8>]>) throws -> RecordSum
  ) -> any PreparedRun {
    let size = 64 << 10
    let chunks = stride(from: 0, to: input.bytes.count, by: size).map {
      Array(input.bytes[$0..<min(input.bytes.count, $0 + size)])[...]
    }
    return InProcessRun(work: { try read(JSONLines(chunks)) }, describe: { $0.fingerprint() })
  }

  private static func parsedLines(_ input: BenchmarkInput) -> any PreparedRun {
    lines(input) {
      _ = try FoundationJSON.parse($0)
      return 0
    }
  }

  private static func lines(
    _ input: BenchmarkInput, _ read: @escaping (Data) throws -> Int
  ) -> any PreparedRun {
    let lines = input.bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    return InProcessRun(
      work: { try RecordSum(lines.map { .success(try read($0)) }) { $0 } },
      describe: { $0.fingerprint() })
  }

  private static func decodedLines<T: Decodable>(
    _ input: BenchmarkInput, as type: T.Type, _ identifier: @escaping (T) -> Int
  ) -> (any PreparedRun)? {
    guard hasModel(input) else { return nil }
    let decoder = JSONDecoder()
    return lines(input) { identifier(try decoder.decode(type, from: $0)) }
  }
}

/// How many records there were, and the sum of a figure of each.
struct RecordSum {
  private var records = 0
  private var sum = 0

  init<Value>(
    _ records: some Sequence<Result<Value, JSONStreamError>>, _ figure: (Value) -> Int
  ) throws {
    for record in records {
      self.records += 1
      sum += figure(try record.get())
    }
  }

  func fingerprint(_ figure: String = "sum of identifiers") -> Fingerprint {
    .accepted([
      .init(name: "records", value: UInt64(records)), .init(name: figure, value: UInt64(sum)),
    ])
  }
}
