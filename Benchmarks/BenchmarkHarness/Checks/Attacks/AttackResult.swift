/// What one reader or operation did with an attack.
struct AttackResult: Equatable {
  let name: String
  /// Instructions for each byte, as a multiple of those for ordinary input. `nil` if there is nothing to
  /// compare with.
  var cost: Double?
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
    return (cost ?? 0) <= allowance?.cost ?? Allowance.usualCost
      && memory <= allowance?.memory ?? Allowance.usualMemory
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
    func cost(_ name: String, isOrdinary: Bool) -> Double? {
      for (steps, line) in zip(steps, lines)
      where line.name == name && line.isOrdinary == isOrdinary {
        return Double(steps) / Double(max(line.bytes, 1))
      }
      return nil
    }
    return attack.cases.compactMap { row in
      guard let line = memory.first(where: { $0.name == row.name }) else { return nil }
      let base = row.reader.flatMap { ordinary[$0] } ?? cost(row.name, isOrdinary: true)
      let own = cost(row.name, isOrdinary: false)
      var ratio: Double?
      if let base, let own, base > 0 { ratio = own / base }
      return AttackResult(
        name: row.name, cost: ratio, peak: line.peak, bytes: line.bytes, outcome: line.outcome)
    }
  }
}
