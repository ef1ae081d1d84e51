/// One file and task: the contenders whose answers agreed, ready for their rounds.
final class Cell {
  let input: BenchmarkInput
  let task: BenchmarkTask
  private(set) var entries: [TimedEntry]
  private(set) var failures: [String] = []
  /// Peers that left the cell.
  private(set) var notes: [String] = []
  private var rounds = 0

  init(input: BenchmarkInput, task: BenchmarkTask, entries: [TimedEntry]) {
    self.input = input
    self.task = task
    self.entries = entries
  }

  var title: String { "\(input.name) \(task.name)" }

  func calibrate(batchSeconds: Double) {
    forEachEntry { try $0.calibrate(batchSeconds: batchSeconds) }
  }

  /// One round: all contenders in turn, starting with another one each time. A contender whose batch is much
  /// shorter than the slowest one runs several, because the slowest determines the number of rounds.
  func runRound() {
    let slowest = entries.map(\.batchEstimate).max() ?? 0
    let first = entries.isEmpty ? 0 : rounds % entries.count
    rounds += 1
    entries = Array(entries[first...] + entries[..<first])
    forEachEntry { entry in
      let ratio = entry.batchEstimate > 0 ? slowest / entry.batchEstimate : 1
      try entry.runRound(batches: Int(min(max(ratio, 1), Self.mostBatchesPerRound)))
    }
  }

  private static let mostBatchesPerRound = 8.0

  /// A single iteration of one contender, for the rotation through all files.
  func runOnce(contender: String) {
    forEachEntry { entry in
      if entry.contender == contender { try entry.runRound(batches: 1) }
    }
  }

  func measurements() -> [Measurement] {
    entries.compactMap { $0.measurement(file: input.name, task: task, bytes: input.bytes.count) }
  }

  /// A contender that fails during timing leaves the cell. Only the failure of a contender with limits of
  /// its own is no failure of the run.
  private func forEachEntry(_ body: (TimedEntry) throws -> Void) {
    var failed: Set<String> = []
    for entry in entries {
      do {
        try body(entry)
      } catch {
        failed.insert(entry.contender)
        if entry.mayRefuse {
          notes.append("\(title): without \(entry.contender), which failed (\(error))")
        } else {
          failures.append("\(title): \(entry.contender) failed while being timed: \(error)")
        }
      }
    }
    entries.removeAll { failed.contains($0.contender) }
  }
}

/// Prepares one file and task. Contenders whose answers are in doubt are not timed.
struct CellPreparation {
  let contenders: [any Contender]
  let counter: AllocationCounter

  struct Outcome {
    /// `nil` if no contender takes part, or after a failure.
    var cell: Cell?
    /// The contenders that were left out.
    var notes: [String]
    /// What is wrong, with the file, the task and the contenders.
    var failures: [String]
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
    failures += disagreements(among: candidates).map { "\(title): not timed: \($0)" }
    if let reason = candidates.first?.fingerprint.refusalReason, failures.isEmpty {
      let names = candidates.map(\.name).joined(separator: ", ")
      failures.append("\(title): not timed: refused by \(names) (\(reason))")
    }
    var cell: Cell?
    if failures.isEmpty, !candidates.isEmpty {
      do {
        let entries = try candidates.map {
          try TimedEntry(
            contender: $0.name, mayRefuse: $0.mayRefuse, run: $0.run, counter: counter)
        }
        cell = Cell(input: input, task: task, entries: entries)
      } catch {
        failures = ["\(title): not timed: \(error)"]
      }
    }
    return Outcome(cell: cell, notes: notes, failures: failures)
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

/// A contender in a cell of the benchmark, with its rounds so far.
final class TimedEntry {
  let contender: String
  /// Whether a failure leaves the contender out with a note, as its own limits do.
  let mayRefuse: Bool
  private let run: any PreparedRun
  private let allocations: Int?

  /// The iterations of one batch, which is timed as a whole.
  private var batch = 1
  /// Seconds per iteration while the batch size was determined.
  private(set) var estimate = 0.0
  /// Seconds per iteration, one for each round.
  private var samples: [Double] = []
  private var iterations = 0

  init(
    contender: String, mayRefuse: Bool = false, run: any PreparedRun, counter: AllocationCounter
  ) throws {
    self.contender = contender
    self.mayRefuse = mayRefuse
    self.run = run
    // The caller has computed a fingerprint, so one-time setup is done, and this untimed iteration
    // allocates what every later one does.
    allocations = try run.allocations(counter: counter)
  }

  /// Finds how many iterations take at least `seconds`, so that the clock's resolution and the cost
  /// of reading it do not matter.
  func calibrate(batchSeconds seconds: Double) throws {
    while true {
      let elapsed = try run.time(iterations: batch)
      estimate = elapsed / Double(batch)
      if elapsed >= seconds || batch >= Self.largestBatch { return }
      // Aims slightly above the goal. One short timing justifies at most a factor of ten, and each
      // step must make progress.
      let wanted = elapsed > 0 ? 1.1 * seconds / elapsed : 10
      let factor = min(max(wanted, 1.2), 10)
      batch = min(Int((Double(batch) * factor).rounded(.up)), Self.largestBatch)
    }
  }

  private static let largestBatch = 100_000_000

  var batchEstimate: Double { estimate * Double(batch) }

  /// Runs `batches` batches, which give one sample together. So each contender has one from each round.
  func runRound(batches: Int) throws {
    var elapsed = 0.0
    for _ in 0..<batches { elapsed += try run.time(iterations: batch) }
    samples.append(elapsed / Double(batch * batches))
    iterations += batch * batches
  }

  func measurement(file: String, task: BenchmarkTask, bytes: Int) -> Measurement? {
    guard let seconds = Statistics(samples) else { return nil }
    return Measurement(
      file: file, task: task.name, contender: contender, bytes: run.bytes ?? bytes,
      seconds: seconds, iterations: iterations, allocations: allocations)
  }
}
