/// What one reader or operation did with an attack.
struct AttackResult: Equatable {
  let name: String
  /// Instructions for each byte, as a multiple of those for ordinary input. `nil` if there is nothing to
  /// compare with.
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
  /// The results of an attack.
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
