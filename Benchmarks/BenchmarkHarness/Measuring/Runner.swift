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
    /// The files and tasks for which nobody took part.
    fileprivate var idle: Set<[String]> = []

    fileprivate func isIdle(_ file: String, _ task: BenchmarkTask) -> Bool {
      idle.contains([file, task.name])
    }
  }

  /// Long enough to hide the clock's resolution and a timer interrupt.
  private static let batchSeconds = 0.004
  /// Fewer say nothing about the spread.
  private static let fewestRounds = 5

  func run(_ inputs: [BenchmarkInput], progress: inout Progress) -> Outcome {
    var outcome = Outcome()
    let plan = TaskPlan(tasks: tasks, tasksForLines: tasksForLines, inputs: inputs)
    progress.begin(
      steps: rotates ? plan.steps.count : plan.steps.reduce(0) { $0 + $1.inputs.count })
    for step in plan.steps {
      if rotates {
        runRotating(step.task, step.inputs, into: &outcome, progress: &progress)
      } else {
        for input in step.inputs {
          runHot(step.task, input, into: &outcome, progress: &progress)
        }
      }
    }
    progress.end()
    note(plan.notes, into: &outcome, progress: &progress)
    note(idleNotes(plan, outcome), into: &outcome, progress: &progress)
    return outcome
  }

  /// Why nobody took part for some files: a line for all tasks with the same files and reason.
  private func idleNotes(_ plan: TaskPlan, _ outcome: Outcome) -> [String] {
    var lines: [(tasks: [String], rest: String)] = []
    for step in plan.steps {
      let names = step.inputs.map(\.name).filter { outcome.isIdle($0, step.task) }
      if names.isEmpty { continue }
      let rest = "not timed for \(names.joined(separator: ", ")): \(step.task.need)"
      if let index = lines.firstIndex(where: { $0.rest == rest }) {
        lines[index].tasks.append(step.task.name)
      } else {
        lines.append(([step.task.name], rest))
      }
    }
    return lines.map { "\($0.tasks.joined(separator: ", ")): \($0.rest)" }
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
      note(notes, into: &outcome, progress: &progress)
      return cell
    case .nobody(let notes):
      note(notes, into: &outcome, progress: &progress)
      if notes.isEmpty { outcome.idle.insert([input.name, task.name]) }
      return nil
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
      note(cell.notes, into: &outcome, progress: &progress)
      report(cell.failures, into: &outcome, progress: &progress)
    }
  }

  private func note(_ notes: [String], into outcome: inout Outcome, progress: inout Progress) {
    outcome.notes += notes
    for note in notes { progress.note(note) }
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
