import CorpusGenerator
import RushJSON

/// Malicious texts: every reader accepts or rejects each as expected, and in time.
struct HostileCheck {
  func run() throws(UsageError) -> Bool {
    var isGood = true
    for hostile in HostileCase.all { isGood = try check(hostile) && isGood }
    isGood = try checkWideObject() && isGood
    for damage in ReaderAgreement.Damage.allCases {
      isGood = try checkAgreement(damage) && isGood
    }
    try Output.standard.write(isGood ? "all as expected\n" : "FAILED\n")
    return isGood
  }

  private func check(_ hostile: HostileCase) throws(UsageError) -> Bool {
    try begin(hostile.name)
    let text = hostile.text()
    var complaints: [String] = []
    var times: [String] = []
    for reader in TextReader.allCases {
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
    let wide = WideObject(count: 1_000_000)
    try begin("10⁶ members, all looked up")
    let text = wide.text
    do {
      let inDocument = try timed {
        let document = try JSONDocument(parsing: text)
        return try wide.mistake { try document.root[$0]?.int() }
      }
      let inTree = try timed {
        let tree = try RawJSON(parsing: text)
        return wide.mistake { tree[$0]?.intValue }
      }
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

  private func checkAgreement(_ damage: ReaderAgreement.Damage) throws(UsageError) -> Bool {
    let agreement = ReaderAgreement()
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

/// An object with very many members, each of which is looked up: linear, not quadratic.
private struct WideObject {
  let count: Int

  private func name(_ member: Int) -> String { "member \(member)" }

  /// The members in another order than the look-ups.
  var text: [UInt8] {
    var random = SeededGenerator(seed: 1)
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(last, random.integer(in: 0...last))
    }
    var bytes = Array("{".utf8)
    for (position, member) in order.enumerated() {
      bytes += "\(position > 0 ? "," : "")\"\(name(member))\":\(member)".utf8
    }
    return bytes + Array("}".utf8)
  }

  /// The first member, or the one past the last, that a look-up gets wrong.
  func mistake(_ find: (String) throws -> Int?) rethrows -> String? {
    for member in 0...count {
      let found = try find(name(member))
      if found == (member < count ? member : nil) { continue }
      return "'\(name(member))' of \(count) members is \(found.map { "\($0)" } ?? "nothing")"
    }
    return nil
  }
}
