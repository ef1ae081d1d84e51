/// `jsonbench check`: tests that take too long for a test suite.
struct CheckCommand {
  let options: CheckOptions

  /// - Returns: Whether the check passed.
  func run() throws(UsageError) -> Bool {
    if options.check != .outOfMemory {
      Output.complainWithoutOptimisation("this takes a long time")
    }
    let names = options.names
    switch options.check {
    case .numbers:
      let check = NumberCheck(
        count: options.count ?? CheckOptions.defaultNumbers,
        seed: options.seed ?? .random(in: 0...UInt64.max))
      return try report(
        "\(check.count) Double and \(check.floatCount) Float", ", with the digits of description",
        replay: "--count \(check.count) --seed \(check.seed)", check.run)
    case .floats:
      let check = FloatCheck(
        stride: options.stride, descriptionStride: options.descriptionStride, part: options.part)
      return try report(
        "\(check.patterns.count) bit patterns of Float",
        replay: "--stride \(check.stride) --descriptions \(check.descriptionStride) "
          + "--part \(check.part)", check.run)
    case .hostile: return try HostileCheck().run()
    case .streams: return try StreamCheck().run()
    case .scale:
      try ScaleCheck(rounds: options.rounds).run()
      try MemoryCheck.ofDocuments(paths: names)
      return true
    case .memory: return try MemoryCheck(bytes: options.bytes).run()
    case .growth: return try GrowthCheck(rows: .named(names), count: options.count).run()
    case .attacks: return try AttackCheck(attacks: .named(names), writes: options.writes).run()
    case .outOfMemory: return try FailureCheck(scenarios: .named(names)).run()
    }
  }

  /// Runs a check of numbers, and says what it found and how to run it again.
  private func report(
    _ numbers: String, _ more: String = "", replay: String,
    _ check: (inout Progress) -> NumberRoundTrip.Failure?
  ) throws(UsageError) -> Bool {
    var progress = Progress()
    let failure = check(&progress)
    progress.end()
    try Output.standard.write(
      failure.map { "FAILED (\(replay)): \($0)\n" }
        ?? "\(numbers) written and read back, bit for bit\(more) (\(replay))\n")
    return failure == nil
  }
}
