import RushJSON
import RushJSONEditing

/// Attacks through all readers and operations: instructions for each byte as a multiple of ordinary
/// input, and memory as a multiple of the input.
struct AttackCheck {
  let attacks: [Attack]
  /// Whether the lines of these attacks in the documentation are written anew.
  let writes: Bool

  /// The length of an input in bytes. Counting instructions is slow.
  static let sizeForSteps = 24 << 10
  static let sizeForMemory = 1 << 20

  /// - Returns: Whether every row is within its bounds, and in the table of the documentation.
  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "attacks")
    defer { counter.removeFiles() }
    let ordinary = try Self.ordinary(counter)
    var finished: [(Attack, [AttackResult])] = []
    var (rows, failures) = try attacks.tabulated(
      ["attack", "reader", "cost", "a record", "memory", "stopped by", ""],
      [.left, .left, .right, .right, .right, .left, .left]
    ) { attack throws(UsageError) in
      try Self.measure(attack, ordinary, counter)
    } lines: { attack, results in
      finished.append((attack, results))
      return results.map { result in
        let isGood = result.isWithin(attack.cases.first { $0.name == result.name }?.allowance)
        let cells = [
          attack.name, result.name, AttackTable.cost(result), AttackTable.perRecord(result),
          AttackTable.memory(result), result.outcome,
          isGood ? (result.meetsTarget ? "" : "allowed") : "TOO MUCH",
        ]
        return (cells, isGood ? nil : "\(attack.name) (\(result.name))")
      }
    }
    if writes {
      try AttackTable.write(finished)
    } else if attacks.count == Attack.all.count {
      failures += try AttackTable.missing(from: attacks)
    }
    let verdict =
      failures.isEmpty
      ? "every row is within its bounds" : "FAILED: \(failures.joined(separator: ", "))"
    try Output.standard.write("\n\(attacks.count) attacks, \(rows) rows; \(verdict)\n")
    return failures.isEmpty
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
}

/// One attack in a process of its own, whose instructions may be counted.
struct AttackRun {
  let attack: Attack
  let size: Int
  /// Whether ordinary input is run too, for comparison.
  let comparesSteps: Bool
  let counter: AllocationCounter

  /// A size for work that is done once per process.
  private static let small = 2000

  /// - Returns: A line for each operation that was run.
  func lines() -> [Line] {
    var lines: [Line] = []
    for row in attack.cases {
      if comparesSteps, let ordinary = row.ordinary {
        lines += measure(row.name, isOrdinary: true, ordinary)
      }
      lines += measure(row.name, isOrdinary: false, row.prepare)
    }
    return lines
  }

  /// Nothing if the input cannot be prepared: then no program gets as far as the operation.
  private func measure(
    _ name: String, isOrdinary: Bool, _ prepare: (Int) throws -> AttackInput
  ) -> [Line] {
    do { _ = try prepare(Self.small).operation() } catch { blackHole(error) }
    let input: AttackInput
    do { input = try prepare(size) } catch { return [] }
    var outcome = ""
    var peak: Int?
    var records = 0
    let allocations = counter.allocations {
      peak = counter.peakBytes {
        do {
          records = try countedOperation(input.operation)
        } catch {
          outcome = Self.describe(error)
        }
      }
    }
    return [
      Line(
        name: name, isOrdinary: isOrdinary, bytes: input.bytes, allocations: allocations ?? -1,
        peak: peak ?? -1, records: input.countsRecords ? records : 0, outcome: outcome)
    ]
  }

  /// What stopped the operation: the kind of its error.
  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as JSONSyntaxError: return "\(name(error.kind))"
    case let error as JSONStreamError:
      if case .syntax(let kind) = error.kind { return name(kind) }
      return name(error.kind)
    case let error as JSONPatch.Failure: return name(error.kind)
    case let error as JSONWritingError: return name(error.kind)
    case let error as JSONValueError: return name(error.kind)
    case DecodingError.dataCorrupted(let context):
      return context.underlyingError.map(describe) ?? "dataCorrupted"
    case DecodingError.typeMismatch: return "typeMismatch"
    case EncodingError.invalidValue: return "invalidValue"
    default: return "\(type(of: error))"
    }
  }

  /// The name of a case, without its values.
  private static func name<Kind>(_ kind: Kind) -> String {
    // Invariant: the runtime returns a string that lives as long as the process.
    unsafe enumCaseName(kind).map { unsafe String(cString: $0) } ?? "\(kind)"
  }

  struct Line: Equatable, Codable {
    var name: String
    var isOrdinary: Bool
    var bytes: Int
    /// Negative where they are not counted.
    var allocations: Int
    /// The most bytes at a time above those before; negative where they are not counted.
    var peak: Int
    /// How many records were delivered; 0 where they are not counted.
    var records = 0
    var outcome: String
  }
}

/// The runtime's name of the case of an enum. `String(reflecting:)` gives the description of these enums.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// What one reader or operation did with an attack.
struct AttackResult: Equatable {
  let name: String
  /// Instructions for each byte, as a multiple of those for ordinary input, or `nil` without it.
  var cost: Double?
  /// Instructions for each record. `nil` if records are not counted.
  var perRecord: Double?
  /// The most bytes at a time, for an input of `bytes`.
  var peak: Int
  var bytes: Int
  /// The limit or the error that stopped it; empty if nothing did.
  var outcome: String

  /// Memory as a multiple of the input, without what every operation may take.
  var memory: Double { Double(max(0, peak - Allowance.freeMemory)) / Double(max(bytes, 1)) }

  /// The limits of the library that stop an attack, by the error that they cause.
  static let limits: Set<String> = [
    "tooDeep", "textTooLong", "stringTooLong", "numberTooLong", "tooManyValues", "recordTooLong",
    "streamTooLong", "copiesTooLarge", "tooLong",
  ]

  var isStopped: Bool { AttackResult.limits.contains(outcome) }

  /// Whether the row meets the target for all rows.
  var meetsTarget: Bool { isWithin(nil) }

  func isWithin(_ allowance: Allowance?) -> Bool {
    if isStopped { return true }
    if memory > allowance?.memory ?? Allowance.usualMemory { return false }
    if (cost ?? 0) <= allowance?.cost ?? Allowance.usualCost { return true }
    guard let perRecord, let most = allowance?.perRecord else { return false }
    return perRecord <= most
  }
}

extension AttackResult {
  /// - Parameters:
  ///   - steps: The instructions of each line of `lines`.
  ///   - memory: The lines of the run that measures memory.
  ///   - ordinary: The instructions for each byte of ordinary text, by reader.
  static func results(
    of attack: Attack, steps: [Int], lines: [AttackRun.Line], memory: [AttackRun.Line],
    ordinary: [String: Double]
  ) -> [AttackResult] {
    func run(_ name: String, isOrdinary: Bool) -> (Int, AttackRun.Line)? {
      zip(steps, lines).first { $1.name == name && $1.isOrdinary == isOrdinary }
    }
    func cost(_ name: String, isOrdinary: Bool) -> Double? {
      run(name, isOrdinary: isOrdinary).map { Double($0) / Double(max($1.bytes, 1)) }
    }
    return attack.cases.compactMap { row in
      guard let line = memory.first(where: { $0.name == row.name }) else { return nil }
      let base = row.reader.flatMap { ordinary[$0] } ?? cost(row.name, isOrdinary: true)
      let own = cost(row.name, isOrdinary: false)
      var ratio: Double?
      if let base, let own, base > 0 { ratio = own / base }
      let counted = run(row.name, isOrdinary: false).flatMap { steps, line -> Double? in
        line.records > 0 ? Double(steps) / Double(line.records) : nil
      }
      return AttackResult(
        name: row.name, cost: ratio, perRecord: counted, peak: line.peak, bytes: line.bytes,
        outcome: line.outcome)
    }
  }
}
