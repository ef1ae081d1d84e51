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

  /// The cell's name in messages.
  var title: String { "\(input.name) \(task.name)" }

  func calibrate(batchSeconds: Double) {
    forEachEntry { try $0.calibrate(batchSeconds: batchSeconds) }
  }

  /// One round: all contenders in turn. Each round starts with another one, so that no contender
  /// always follows the same neighbour.
  ///
  /// A contender whose batch is much shorter than the slowest one runs several per round, because
  /// the slowest determines the number of rounds.
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

  /// A contender that fails during timing (because a peer's process died, for example) leaves the
  /// cell. The others continue. Only the failure of a contender with limits of its own is no failure of
  /// the run.
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
