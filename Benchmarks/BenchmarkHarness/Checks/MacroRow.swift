/// A task with types that have `@JSONModel` beside the same types that are `Codable` alone, and a document. The macro must
/// never make a program slower.
struct MacroRow: RatioRow {
  static let kind = "row"
  static let words = RatioWords(
    check: "macros", titles: ["row", "instructions with Codable", "with @JSONModel", "ratio", ""],
    decimals: 3, complaint: "SLOWER", rows: "tasks", praise: "no task is slower with the macro")

  /// The kinds of types.
  enum Types: String, CaseIterable {
    case codable, direct
  }

  /// The most instructions with the macro, for one with `Codable`. The time of one program differs by more from run to
  /// run.
  static let limit = 1.02
  var limit: Double { Self.limit }

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

  func counts(by counter: InstructionCounter) throws(UsageError) -> [Int] {
    // Each in a process of its own, because the first one changes what the second one allocates.
    try Types.allCases.map { (types) throws(UsageError) in
      let (counts, _) = try counter.count(.macroRow, [name, types.rawValue], Int.self)
      guard counts.count == 1 else { throw UsageError("\(name) was not counted") }
      return counts[0]
    }
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
