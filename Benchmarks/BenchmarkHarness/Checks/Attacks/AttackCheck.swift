/// Attacks through all readers and operations: instructions for each byte as a multiple of ordinary
/// input, and memory as a multiple of the input.
struct AttackCheck {
  let attacks: [Attack]
  /// Whether the lines of these attacks in the documentation are written anew.
  let writes: Bool

  /// The length of an input in bytes: of those whose instructions are counted, which are slow, and of those
  /// whose memory is measured.
  static let sizeForSteps = 24 << 10
  static let sizeForMemory = 1 << 20

  /// - Returns: Whether every row is within its bounds, and in the table of the documentation.
  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter()
    defer { counter.removeFiles() }
    let ordinary = try Self.ordinary(counter)
    return try report(
      attacks.measured { attack throws(UsageError) in
        try Self.measure(attack, ordinary, counter)
      })
  }

  private static func ordinary(_ counter: InstructionCounter) throws(UsageError) -> [String: Double]
  {
    let (steps, lines) = try Self.steps(.ordinary, counter)
    return Dictionary(
      zip(steps, lines).map { ($1.name, Double($0) / Double($1.bytes)) }, uniquingKeysWith: { $1 })
  }

  private static func steps(
    _ attack: Attack, _ counter: InstructionCounter
  ) throws(UsageError) -> ([Int], [AttackRun.Line]) {
    let (steps, lines) = try counter.count(
      .attack, [attack.name, String(sizeForSteps), "steps"], [AttackRun.Line].self)
    guard steps.count == lines.count else { throw UsageError("\(attack.name): was not counted") }
    return (steps, lines)
  }

  private static func measure(
    _ attack: Attack, _ ordinary: [String: Double], _ counter: InstructionCounter
  ) throws(UsageError) -> [AttackResult] {
    let memory = try ChildRun.attack.result(
      [AttackRun.Line].self, of: [attack.name, String(sizeForMemory), "memory"])
    let (steps, lines) = try Self.steps(attack, counter)
    return AttackResult.results(
      of: attack, steps: steps, lines: lines, memory: memory, ordinary: ordinary)
  }

  private func report(
    _ results: [(Attack, Result<[AttackResult], UsageError>)]
  ) throws(UsageError) -> Bool {
    var failures: [String] = []
    var rows: [[String]] = []
    var finished: [(Attack, [AttackResult])] = []
    for (attack, result) in results {
      switch result {
      case .success(let results):
        finished.append((attack, results))
        for result in results {
          let allowance = attack.cases.first { $0.name == result.name }?.allowance
          let isGood = result.isWithin(allowance)
          if !isGood { failures.append("\(attack.name) (\(result.name))") }
          rows.append([
            attack.name, result.name, AttackTable.cost(result), AttackTable.perRecord(result),
            AttackTable.memory(result), result.outcome,
            isGood ? (result.meetsTarget ? "" : "allowed") : "TOO MUCH",
          ])
        }
      case .failure(let error):
        failures.append(attack.name)
        rows.append([attack.name, "", "", "", "", "", error.message])
      }
    }
    let table = TextTable(
      titles: ["attack", "reader", "cost", "a record", "memory", "stopped by", ""], rows: rows,
      alignments: [.left, .left, .right, .right, .right, .left, .left])
    try Output.standard.write(table)
    if writes {
      try AttackTable.write(finished)
    } else if attacks.count == Attack.all.count {
      failures += try AttackTable.missing(from: attacks)
    }
    let verdict =
      failures.isEmpty
      ? "every row is within its bounds" : "FAILED: \(failures.joined(separator: ", "))"
    try Output.standard.write("\n\(attacks.count) attacks, \(rows.count) rows; \(verdict)\n")
    return failures.isEmpty
  }
}
