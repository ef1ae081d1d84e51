import CorpusGenerator
import RushJSON

/// Malicious texts: every reader accepts or rejects each as expected, and in time.
struct HostileCheck {
  /// - Returns: Whether every verdict is the expected one.
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

  /// The first member, or the one past the last, that the document gets wrong.
  func mistakeInDocument(_ text: [UInt8]) throws -> String? {
    let document = try JSONDocument(parsing: text)
    for member in 0...count {
      let found = try document.root[name(member)]?.int()
      if found != expected(member) { return mistake(member, found) }
    }
    return nil
  }

  /// The first member, or the one past the last, that the tree gets wrong.
  func mistakeInTree(_ text: [UInt8]) throws -> String? {
    let tree = try RawJSON(parsing: text)
    for member in 0...count {
      let found = tree[name(member)]
      let isRight = expected(member).map { found == .number(JSONNumber($0)) } ?? (found == nil)
      if !isRight { return mistake(member, found) }
    }
    return nil
  }

  private func expected(_ member: Int) -> Int? { member < count ? member : nil }

  private func mistake(_ member: Int, _ found: (some Any)?) -> String {
    let found = found.map { "\($0)" } ?? "nothing"
    return "'\(name(member))' of \(count) members is \(found)"
  }
}
