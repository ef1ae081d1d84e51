/// Prepares one file and task. Contenders whose answers are in doubt are not timed.
struct CellPreparation {
  let contenders: [any Contender]
  let counter: AllocationCounter

  enum Outcome {
    /// The notes name the contenders that were left out.
    case ready(Cell, notes: [String])
    /// No contender takes part.
    case nobody(notes: [String])
    /// Something is wrong. The text names the file, the task and the contenders.
    case failed([String])
  }

  func prepare(_ task: BenchmarkTask, on input: BenchmarkInput) -> Outcome {
    let title = "\(input.name) \(task.name)"
    var failures: [String] = []
    var limits: [String] = []
    var candidates: [Candidate] = []
    for contender in contenders {
      do {
        guard let run = try contender.prepare(task, input) else { continue }
        candidates.append(
          Candidate(
            name: contender.name, mayRefuse: contender.mayRefuse, run: run,
            fingerprint: try run.fingerprint()))
      } catch  where contender.mayRefuse {
        limits.append("\(title): without \(contender.name), which failed (\(error))")
      } catch {
        failures.append("\(title): \(contender.name) cannot run: \(error)")
      }
    }
    let notes = limits + leaveOut(refusersIn: &candidates).map { "\(title): \($0)" }
    guard let first = candidates.first else {
      return failures.isEmpty ? .nobody(notes: notes) : .failed(failures)
    }

    failures += disagreements(among: candidates).map { "\(title): not timed: \($0)" }
    if let reason = first.fingerprint.refusalReason, failures.isEmpty {
      let names = candidates.map(\.name).joined(separator: ", ")
      failures.append("\(title): not timed: refused by \(names) (\(reason))")
    }
    guard failures.isEmpty else { return .failed(failures) }

    do {
      let entries = try candidates.map {
        try TimedEntry(
          contender: $0.name, mayRefuse: $0.mayRefuse, run: $0.run, counter: counter)
      }
      return .ready(Cell(input: input, task: task, entries: entries), notes: notes)
    } catch {
      return .failed(["\(title): not timed: \(error)"])
    }
  }

  private struct Candidate {
    let name: String
    let mayRefuse: Bool
    let run: any PreparedRun
    let fingerprint: Fingerprint
  }

  /// Removes contenders that rejected what others accept and may do so, with a note for each.
  private func leaveOut(refusersIn candidates: inout [Candidate]) -> [String] {
    guard candidates.contains(where: { !$0.fingerprint.isRefusal }) else { return [] }
    var notes: [String] = []
    candidates.removeAll { candidate in
      guard candidate.mayRefuse, let reason = candidate.fingerprint.refusalReason else {
        return false
      }
      notes.append("without \(candidate.name), which rejects it (\(reason))")
      return true
    }
    return notes
  }

  /// Compares every candidate with every earlier one: if three disagree, comparing with the first
  /// alone would not tell which one differs. Each candidate is reported once.
  private func disagreements(among candidates: [Candidate]) -> [String] {
    candidates.indices.compactMap { index in
      let candidate = candidates[index]
      return candidates[..<index].lazy.compactMap { earlier in
        earlier.fingerprint.difference(
          from: candidate.fingerprint, ownName: earlier.name, otherName: candidate.name)
      }.first
    }
  }
}
