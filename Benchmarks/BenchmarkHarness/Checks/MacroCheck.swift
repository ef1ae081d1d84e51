/// The instructions of each task with types that have `@JSONModel`, beside those with the same types that are `Codable`
/// alone. The macro must never make a program slower.
struct MacroCheck {
  let rows: [MacroRow]

  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "macros")
    defer { counter.removeFiles() }
    let (_, failed) = try rows.tabulated(
      ["row", "instructions with Codable", "with @JSONModel", "ratio", ""],
      [.left, .right, .right, .right, .left]
    ) { row throws(UsageError) in
      // Each in a process of its own, because the first one changes what the second one allocates.
      try MacroRow.Types.allCases.map { (types) throws(UsageError) in
        let (counts, _) = try counter.count(.macroRow, [row.name, types.rawValue], Int.self)
        guard counts.count == 1 else { throw UsageError("\(row.name) was not counted") }
        return counts[0]
      }
    } lines: { row, counts in
      let ratio = Double(counts[1]) / Double(max(1, counts[0]))
      let isGood = ratio <= MacroRow.limit
      let cells =
        [row.name] + counts.map { "\($0)" }
        + [Figures.fixed(ratio, decimals: 3), isGood ? "" : "SLOWER"]
      return [(cells, isGood ? nil : row.name)]
    }
    let verdict =
      failed.isEmpty
      ? "no task is slower with the macro" : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) tasks; \(verdict)\n")
    return failed.isEmpty
  }
}

/// A task for both kinds of types, and a document.
struct MacroRow: CheckRow {
  static let kind = "row"

  /// The kinds of types.
  enum Types: String, CaseIterable {
    case codable, direct
  }

  /// The most instructions with the macro, for one with `Codable`. The time of one program differs by more from run to
  /// run.
  static let limit = 1.02

  let task: BenchmarkTask
  /// The name of a file in Corpus, or `nil` for a task that makes its own text.
  let file: String?

  var name: String { ([task.name] + [file].compactMap { $0 }).joined(separator: "-of-") }

  static let all: [MacroRow] =
    [.decodeDirect, .encodeDirect].flatMap { task in
      ["catalogue.json", "dates.json", "geography.json", "timeline.json"].map {
        MacroRow(task: task, file: $0)
      }
    } + [MacroRow(task: .decodeDirectPartial, file: "timeline.json")]
    + [
      .decodeDirectTiny, .decodeDirectSmall, .decodeDirectSparse, .encodeDirectTiny,
      .encodeDirectSmall,
    ].map { MacroRow(task: $0, file: nil) }
    + ["records-69.jsonl", "records-271.jsonl"].map {
      MacroRow(task: .recordDirectModels, file: $0)
    }

  /// Compares the answers of both kinds of types, and counts the second time that one kind does the task.
  func run(_ types: Types) throws(UsageError) -> Int {
    let input = try input()
    let runs = try attempt("cannot prepare \(name)") {
      try Types.allCases.compactMap { try preparation($0)?(input) }
    }
    let answers = try attempt("\(name) failed") { try runs.map { try $0.fingerprint() } }
    guard answers.count == 2, answers[0] == answers[1] else {
      throw UsageError("\(name) gives two different answers")
    }
    let run = runs[types == .codable ? 0 : 1]
    return try attempt("\(name) failed") {
      _ = try run.time(iterations: 1)
      return try countedOperation {
        _ = try run.time(iterations: 1)
        return 1
      }
    }
  }

  private func preparation(_ types: Types) -> InProcessContender.Preparation? {
    let isDirect = types == .direct
    if task == .recordDirectModels {
      return InProcessContender.rushJSONRecords[isDirect ? task : .recordModels]
    }
    return TypedCoding.directTasks(.rushJSON(.kept), isDirect ? .direct : .codable)[task]
  }

  private func input() throws(UsageError) -> BenchmarkInput {
    guard let file else { return .made }
    return try InputSelection.corpusFile(file)
  }
}
