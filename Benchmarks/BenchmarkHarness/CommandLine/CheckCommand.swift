import Foundation

/// `jsonbench check`: tests that take too long for a test suite.
struct CheckCommand {
  let options: CheckOptions
  let counter: AllocationCounter

  /// - Returns: Whether the check passed.
  func run() throws(UsageError) -> Bool {
    switch options {
    case .numbers(let options):
      warnWithoutOptimisation()
      return try numbers(options)
    case .floats(let options):
      warnWithoutOptimisation()
      return try floats(options)
    case .hostile:
      warnWithoutOptimisation()
      return try HostileCheck().run()
    case .streams:
      warnWithoutOptimisation()
      return try StreamCheck().run()
    case .scale(let options):
      warnWithoutOptimisation()
      try ScaleCheck(rounds: options.rounds).run()
      try PeakMemoryCheck(paths: options.paths).run()
      return true
    case .memory(let options):
      warnWithoutOptimisation()
      return try MemoryCheck(bytes: options.bytes).run()
    case .growth(let options):
      warnWithoutOptimisation()
      return try GrowthCheck(names: options.rows, count: options.count).run()
    case .growthRow(let name, let count):
      let run = GrowthRun(row: try .named(name), count: count, counter: counter)
      try Output.standard.write(try run.run())
      return true
    case .attacks(let options):
      warnWithoutOptimisation()
      return try AttackCheck(names: options.attacks, writes: options.writes).run()
    case .attackRun(let name, let size, let comparesSteps):
      let run = AttackRun(
        attack: try .named(name), size: size, comparesSteps: comparesSteps, counter: counter)
      try Output.standard.write(try run.run())
      return true
    case .outOfMemory(let scenarios): return try FailureCheck(names: scenarios).run()
    case .failureRun(let name, let requests, let forever, let file):
      let run = FailureRun(
        scenario: try .named(name), requests: requests, forever: forever,
        file: URL(fileURLWithPath: file), counter: counter)
      try Output.standard.write(try run.run())
      return true
    case .streamMemory(let kind, let bytes, let chunk, let file):
      let stream = StreamMemory(kind: kind, bytes: bytes, chunk: chunk, file: file)
      try Output.standard.write("\(try stream.measure())\n")
      return true
    case .peakMemory(let file):
      try Output.standard.write("\(try PeakMemory.measure(file: file))\n")
      return true
    }
  }

  private func numbers(_ options: CheckOptions.NumberOptions) throws(UsageError) -> Bool {
    let check = NumberCheck(
      count: options.count, seed: options.seed ?? .random(in: 0...UInt64.max))
    var progress = Progress(isRewriting: Terminal.standardErrorIsTerminal)
    let failure = check.run(progress: &progress)
    progress.end()
    let replay = "--count \(check.count) --seed \(check.seed)"
    if let failure {
      try Output.standard.write("FAILED (\(replay)): \(failure)\n")
      return false
    }
    try Output.standard.write(
      "\(check.count) Double and \(check.floatCount) Float written and read back, bit for bit, "
        + "with the digits of description (\(replay))\n")
    return true
  }

  private func floats(_ options: CheckOptions.FloatOptions) throws(UsageError) -> Bool {
    let check = FloatCheck(
      stride: options.stride, descriptionStride: options.descriptionStride, part: options.part)
    var progress = Progress(isRewriting: Terminal.standardErrorIsTerminal)
    let failure = check.run(progress: &progress)
    progress.end()
    let replay =
      "--stride \(check.stride) --descriptions \(check.descriptionStride) --part \(check.part)"
    if let failure {
      try Output.standard.write("FAILED (\(replay)): \(failure)\n")
      return false
    }
    try Output.standard.write(
      "\(check.patterns.count) bit patterns of Float written and read back, bit for bit (\(replay))\n"
    )
    return true
  }

  private func warnWithoutOptimisation() {
    #if DEBUG
      Output.complain(
        "jsonbench: built without optimisation, so this takes a long time; "
          + "use swift run -c release jsonbench")
    #endif
  }
}
