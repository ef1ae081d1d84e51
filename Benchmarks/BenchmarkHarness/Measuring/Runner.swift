/// Runs every contender at every task on every file, and collects the figures.
struct Runner {
  let tasks: [BenchmarkTask]
  let contenders: [any Contender]
  /// Time for each contender, task and file.
  let seconds: Double
  /// Whether all files of a task take turns, so that the caches are cold for each.
  let rotates: Bool
  let counter: AllocationCounter

  struct Outcome: Sendable {
    var measurements: [Measurement] = []
    var failures: [String] = []
  }

  /// Long enough to hide the clock's resolution and a timer interrupt.
  private static let batchSeconds = 0.004
  private static let fewestRounds = 3

  func run(_ inputs: [BenchmarkInput], progress: inout Progress) -> Outcome {
    var outcome = Outcome()
    progress.begin(steps: tasks.count * (rotates ? 1 : inputs.count))
    for task in tasks {
      if rotates {
        runRotating(task, inputs, into: &outcome, progress: &progress)
      } else {
        for input in inputs { runHot(task, input, into: &outcome, progress: &progress) }
      }
    }
    progress.end()
    return outcome
  }

  private func runHot(
    _ task: BenchmarkTask, _ input: BenchmarkInput, into outcome: inout Outcome,
    progress: inout Progress
  ) {
    progress.start("\(input.name) \(task.name)")
    guard let cell = prepare(task, input, into: &outcome, progress: &progress) else {
      progress.finish(nil)
      return
    }
    cell.calibrate(batchSeconds: min(Self.batchSeconds, seconds))
    repeatRounds(seconds: seconds * Double(cell.entries.count)) { cell.runRound() }
    collect([cell], into: &outcome, progress: &progress)
    progress.finish("\(cell.title): \(Figures.summary(of: cell.measurements()))")
  }

  private func runRotating(
    _ task: BenchmarkTask, _ inputs: [BenchmarkInput], into outcome: inout Outcome,
    progress: inout Progress
  ) {
    progress.start("\(inputs.count) files in turn, \(task.name)")
    let cells = inputs.compactMap { prepare(task, $0, into: &outcome, progress: &progress) }
    let budget = seconds * Double(cells.reduce(0) { $0 + $1.entries.count })
    // Each contender goes through all files before the next one starts. Otherwise, the first
    // contender on a file would warm the cache for the second.
    repeatRounds(seconds: budget) {
      for contender in contenders {
        for cell in cells { cell.runOnce(contender: contender.name) }
      }
    }
    collect(cells, into: &outcome, progress: &progress)
    progress.finish("\(task.name): \(cells.count) files in turn")
  }

  private func prepare(
    _ task: BenchmarkTask, _ input: BenchmarkInput, into outcome: inout Outcome,
    progress: inout Progress
  ) -> Cell? {
    switch CellPreparation(contenders: contenders, counter: counter).prepare(task, on: input) {
    case .ready(let cell, let notes):
      for note in notes { progress.note(note) }
      return cell
    case .nobody: return nil
    case .failed(let failures):
      report(failures, into: &outcome, progress: &progress)
      return nil
    }
  }

  private func collect(_ cells: [Cell], into outcome: inout Outcome, progress: inout Progress) {
    for cell in cells {
      // In the order of the contenders, which the cell changes every round.
      let measurements = cell.measurements()
      outcome.measurements += contenders.compactMap { contender in
        measurements.first { $0.contender == contender.name }
      }
      report(cell.failures, into: &outcome, progress: &progress)
    }
  }

  private func report(
    _ failures: [String], into outcome: inout Outcome, progress: inout Progress
  ) {
    outcome.failures += failures
    for failure in failures { progress.fail(failure) }
  }

  private func repeatRounds(seconds: Double, _ round: () -> Void) {
    let clock = ContinuousClock()
    let start = clock.now
    var rounds = 0
    repeat {
      round()
      rounds += 1
    } while rounds < Self.fewestRounds || start.duration(to: clock.now) / .seconds(1) < seconds
  }
}
