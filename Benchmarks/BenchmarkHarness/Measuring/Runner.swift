/// Runs every contender at every task on every file, and collects the figures.
struct Runner {
  let tasks: [BenchmarkTask]
  /// The tasks of a file of lines, if they are not those of other files.
  var tasksForLines: [BenchmarkTask]?
  let contenders: [any Contender]
  /// Time for each contender, task and file.
  let seconds: Double
  /// Whether all files of a task take turns, so that the caches are cold for each.
  let rotates: Bool
  let counter: AllocationCounter

  struct Outcome: Sendable {
    var measurements: [Measurement] = []
    var failures: [String] = []
    /// What was not timed, and why; a run that has it has not failed.
    var notes: [String] = []
  }

  /// The outcome so far, and the progress that shows it.
  private struct Log {
    var outcome = Outcome()
    var progress: Progress
    /// The files and tasks for which nobody took part.
    var idle: Set<[String]> = []

    mutating func note(_ notes: [String]) {
      outcome.notes += notes
      for note in notes { progress.note(note) }
    }

    mutating func report(_ failures: [String]) {
      outcome.failures += failures
      for failure in failures { progress.fail(failure) }
    }
  }

  /// Long enough to hide the clock's resolution and a timer interrupt.
  private static let batchSeconds = 0.004
  /// Fewer say nothing about the spread.
  private static let fewestRounds = 5

  func run(_ inputs: [BenchmarkInput], progress: inout Progress) -> Outcome {
    var log = Log(progress: progress)
    let plan = TaskPlan(tasks: tasks, tasksForLines: tasksForLines, inputs: inputs)
    log.progress.begin(
      steps: rotates ? plan.steps.count : plan.steps.reduce(0) { $0 + $1.inputs.count })
    for step in plan.steps {
      if rotates {
        runRotating(step.task, step.inputs, &log)
      } else {
        for input in step.inputs { runHot(step.task, input, &log) }
      }
    }
    log.progress.end()
    log.note(plan.notes + idleNotes(plan, log.idle))
    progress = log.progress
    return log.outcome
  }

  /// Why nobody took part for some files: a line for all tasks with the same files and reason.
  private func idleNotes(_ plan: TaskPlan, _ idle: Set<[String]>) -> [String] {
    Figures.notes(
      plan.steps.map { step in
        let names = step.inputs.map(\.name).filter { idle.contains([$0, step.task.name]) }
        let text = "not timed for \(names.joined(separator: ", ")): \(step.task.need)"
        return (step.task.name, names.isEmpty ? nil : text)
      })
  }

  private func runHot(_ task: BenchmarkTask, _ input: BenchmarkInput, _ log: inout Log) {
    log.progress.start("\(input.name) \(task.name)")
    guard let cell = prepare(task, input, &log) else { return log.progress.finish(nil) }
    cell.calibrate(batchSeconds: min(Self.batchSeconds, seconds))
    repeatRounds(seconds: seconds * Double(cell.entries.count)) { cell.runRound() }
    collect([cell], &log)
    log.progress.finish("\(cell.title): \(Figures.summary(of: cell.measurements()))")
  }

  private func runRotating(
    _ task: BenchmarkTask, _ inputs: [BenchmarkInput], _ log: inout Log
  ) {
    log.progress.start("\(inputs.count) files in turn, \(task.name)")
    let cells = inputs.compactMap { prepare(task, $0, &log) }
    let budget = seconds * Double(cells.reduce(0) { $0 + $1.entries.count })
    // Each contender goes through all files before the next one starts. Otherwise, the first
    // contender on a file would warm the cache for the second.
    repeatRounds(seconds: budget) {
      for contender in contenders {
        for cell in cells { cell.runOnce(contender: contender.name) }
      }
    }
    collect(cells, &log)
    log.progress.finish("\(task.name): \(cells.count) files in turn")
  }

  private func prepare(
    _ task: BenchmarkTask, _ input: BenchmarkInput, _ log: inout Log
  ) -> Cell? {
    let outcome = CellPreparation(contenders: contenders, counter: counter).prepare(
      task, on: input)
    log.note(outcome.notes)
    log.report(outcome.failures)
    if outcome.cell == nil, outcome.notes.isEmpty, outcome.failures.isEmpty {
      log.idle.insert([input.name, task.name])
    }
    return outcome.cell
  }

  private func collect(_ cells: [Cell], _ log: inout Log) {
    for cell in cells {
      // In the order of the contenders, which the cell changes every round.
      let measurements = cell.measurements()
      log.outcome.measurements += contenders.compactMap { contender in
        measurements.first { $0.contender == contender.name }
      }
      log.note(cell.notes)
      log.report(cell.failures)
    }
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
