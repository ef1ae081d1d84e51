/// Malicious texts: every reader accepts or rejects each as expected, and in time.
struct HostileCheck {
  /// - Returns: Whether every verdict is the expected one.
  func run() throws(UsageError) -> Bool {
    var isGood = true
    for hostile in RushJSONHostileCase.all { isGood = try check(hostile) && isGood }
    isGood = try checkWideObject() && isGood
    for damage in RushJSONAgreement.Damage.allCases {
      isGood = try checkAgreement(damage) && isGood
    }
    try Output.standard.write(isGood ? "all as expected\n" : "FAILED\n")
    return isGood
  }

  private func check(_ hostile: RushJSONHostileCase) throws(UsageError) -> Bool {
    try begin(hostile.name)
    let text = hostile.text()
    var complaints: [String] = []
    var times: [String] = []
    for reader in RushJSONReader.allCases {
      let (verdict, seconds) = timed { reader.verdict(of: text, options: hostile.options) }
      times.append("\(reader) \(Figures.time(seconds))")
      if verdict != hostile.expected { complaints.append("\(reader): \(verdict)") }
    }
    if complaints.isEmpty {
      do {
        if let mistake = try hostile.mistake(in: text) { complaints.append(mistake) }
      } catch {
        complaints.append("\(error)")
      }
    }
    return try end("\(hostile.expected)", times: times, complaints: complaints)
  }

  private func checkWideObject() throws(UsageError) -> Bool {
    let wide = RushJSONWideObject(count: 1_000_000)
    try begin("10⁶ members, all looked up")
    let text = wide.text
    do {
      let inDocument = try timed { try wide.mistakeInDocument(text) }
      let inTree = try timed { try wide.mistakeInTree(text) }
      return try end(
        "all found",
        times: [
          "document \(Figures.time(inDocument.seconds))",
          "tree \(Figures.time(inTree.seconds))",
        ],
        complaints: [
          inDocument.result.map { "document: \($0)" }, inTree.result.map { "tree: \($0)" },
        ].compactMap { $0 })
    } catch {
      return try end("all found", times: [], complaints: ["\(error)"])
    }
  }

  private func checkAgreement(_ damage: RushJSONAgreement.Damage) throws(UsageError) -> Bool {
    let agreement = RushJSONAgreement()
    switch damage {
    case .prefixes: try begin("every prefix of \(agreement.count) documents")
    case .byteChanges: try begin("every change of one byte in \(agreement.count) documents")
    }
    let (outcome, seconds) = timed { agreement.outcome(of: damage) }
    return try end(
      "\(outcome.texts) texts, \(outcome.accepted) accepted, all readers agree",
      times: [Figures.time(seconds)],
      complaints: outcome.disagreement.map { [$0] } ?? [])
  }

  /// Printed before anything is read, so that a trap shows which text caused it.
  private func begin(_ name: String) throws(UsageError) {
    try Output.standard.write(name + ": ")
  }

  private func end(
    _ verdict: String, times: [String], complaints: [String]
  ) throws(UsageError) -> Bool {
    let result =
      complaints.isEmpty
      ? verdict : "FAILED, expected: \(verdict); " + complaints.joined(separator: "; ")
    try Output.standard.write("\(result) (\(times.joined(separator: ", ")))\n")
    return complaints.isEmpty
  }

  private func timed<Result>(
    _ work: () throws -> Result
  ) rethrows -> (result: Result, seconds: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try work()
    return (result, (clock.now - start) / .seconds(1))
  }
}
