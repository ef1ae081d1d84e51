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

  /// The expected seconds of one batch.
  var batchEstimate: Double { estimate * Double(batch) }

  /// Runs `batches` batches, which give one sample together.
  ///
  /// So all contenders of a cell have a sample from each round, and those of one round belong together.
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
