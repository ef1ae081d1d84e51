/// One contender inside one cell of the benchmark, with the rounds that it has run so far.
final class TimedEntry {
  let contender: String
  private let run: any PreparedRun
  private let allocations: Int?

  /// Iterations of one batch; a batch is timed as a whole.
  private var batch = 1
  /// Seconds that one iteration took while the batch was found.
  private(set) var estimate = 0.0
  private var samples: [Double] = []
  private var iterations = 0

  init(contender: String, run: any PreparedRun, counter: AllocationCounter) throws {
    self.contender = contender
    self.run = run
    // The caller has computed a fingerprint, so whatever is set up once has been set up, and this
    // iteration allocates what every further one will. It is not timed.
    allocations = try run.allocations(counter: counter)
  }

  /// Finds how many iterations take `seconds` at least, so that the clock's own resolution and the
  /// cost of asking it disappear in the batch.
  func calibrate(batchSeconds seconds: Double) throws {
    while true {
      let elapsed = try run.time(iterations: batch)
      estimate = elapsed / Double(batch)
      if elapsed >= seconds || batch >= Self.largestBatch { return }
      // Aim a little above the goal, but never trust one short timing for more than a factor of
      // ten, nor creep.
      let wanted = elapsed > 0 ? 1.1 * seconds / elapsed : 10
      let factor = min(max(wanted, 1.2), 10)
      batch = min(Int((Double(batch) * factor).rounded(.up)), Self.largestBatch)
    }
  }

  private static let largestBatch = 100_000_000

  /// Seconds that one batch is expected to take.
  var batchEstimate: Double { estimate * Double(batch) }

  /// Runs `batches` batches; each gives one sample.
  func runRound(batches: Int) throws {
    for _ in 0..<batches {
      samples.append(try run.time(iterations: batch) / Double(batch))
      iterations += batch
    }
  }

  func measurement(file: String, task: BenchmarkTask, bytes: Int) -> Measurement? {
    guard let seconds = Statistics(samples) else { return nil }
    return Measurement(
      file: file, task: task.name, contender: contender, bytes: run.bytes ?? bytes,
      seconds: seconds,
      iterations: iterations, allocations: allocations)
  }
}
