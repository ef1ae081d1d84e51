import CorpusGenerator
import RushJSON

/// Malicious texts: every reader accepts or rejects each as expected, and in time.
struct HostileCheck {
  func run() throws(UsageError) -> Bool {
    try CheckPart.run(HostileCase.all.map(part) + ReaderAgreement.Damage.allCases.map(part))
  }

  private func part(_ hostile: HostileCase) -> CheckPart {
    CheckPart(name: hostile.name) {
      let text = hostile.text()
      var complaints: [String] = []
      var times: [String] = []
      for reader in TextReader.allCases {
        let (verdict, seconds) = timed { reader.verdict(of: text, options: hostile.options) }
        times.append("\(reader) \(Figures.time(seconds))")
        if verdict != hostile.expected { complaints.append("\(reader): \(verdict)") }
      }
      if complaints.isEmpty, hostile.expected == .accepted {
        let (mistake, seconds) = timed { hostile.mistake(in: text) }
        times.append("values \(Figures.time(seconds))")
        complaints += mistake.map { [$0] } ?? []
      }
      return CheckPart.Result(
        verdict: "\(hostile.expected)", times: times, complaints: complaints)
    }
  }

  private func part(_ damage: ReaderAgreement.Damage) -> CheckPart {
    let agreement = ReaderAgreement()
    let name =
      switch damage {
      case .prefixes: "every prefix of \(agreement.count) documents"
      case .byteChanges: "every change of one byte in \(agreement.count) documents"
      }
    return CheckPart(name: name) {
      let (outcome, seconds) = timed { agreement.outcome(of: damage) }
      return CheckPart.Result(
        verdict: "\(outcome.texts) texts, \(outcome.accepted) accepted, all readers agree",
        times: [Figures.time(seconds)], complaints: outcome.disagreement.map { [$0] } ?? [])
    }
  }
}

/// A part of a check: a line with a name, and what was found.
struct CheckPart {
  struct Result {
    /// What is written if there are no complaints.
    var verdict: String
    var times: [String]
    var complaints: [String]
  }

  let name: String
  let work: () -> Result

  /// - Returns: Whether there are no complaints.
  static func run(_ parts: [CheckPart]) throws(UsageError) -> Bool {
    var isGood = true
    for part in parts {
      // Written before anything is read, so that a trap shows what caused it.
      try Output.standard.write(part.name + ": ")
      let result = part.work()
      let complaints = result.complaints.joined(separator: "; ")
      let verdict =
        complaints.isEmpty ? result.verdict : "FAILED, expected: \(result.verdict); " + complaints
      try Output.standard.write("\(verdict) (\(result.times.joined(separator: ", ")))\n")
      isGood = isGood && complaints.isEmpty
    }
    try Output.standard.write(isGood ? "all as expected\n" : "FAILED\n")
    return isGood
  }
}

func timed<Result>(_ work: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try work()
  return (result, (clock.now - start) / .seconds(1))
}
