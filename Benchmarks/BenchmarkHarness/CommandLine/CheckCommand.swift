/// `jsonbench check`: tests that take too long for a test suite.
struct CheckCommand {
  let options: CheckOptions

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
    case .memory: return try MemoryCheck(bytes: options.bytes ?? CheckOptions.defaultBytes).run()
    case .views: return try ViewsCheck(bytes: options.bytes ?? CheckOptions.bytesOfViews).run()
    case .growth: return try GrowthCheck(rows: .named(names), count: options.count).run()
    case .macros: return try RatioCheck<MacroRow>(rows: .named(names)).run()
    case .faults: return try RatioCheck<FaultRow>(rows: .named(names)).run()
    case .cliffs: return try CliffCheck(rows: .named(names)).run()
    case .conveniences: return try RatioCheck<ConvenienceRow>(rows: .named(names)).run()
    case .attacks: return try AttackCheck(attacks: .named(names), writes: options.writes).run()
    case .outOfMemory: return try FailureCheck(scenarios: .named(names)).run()
    }
  }

  /// Runs a check of numbers, and says what it found and how to run it again.
  private func report(
    _ numbers: String, _ more: String = "", replay: String,
    _ check: (inout Progress) -> String?
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

/// `jsonbench check`: a check and its options.
struct CheckOptions: Equatable {
  enum Check: String, CaseIterable {
    case numbers, floats, hostile, streams, scale, memory, views, growth, macros, faults, cliffs
    case conveniences, attacks
    case outOfMemory = "out-of-memory"

    /// Whether the check takes the names of rows or files.
    fileprivate var takesNames: Bool {
      [.scale, .growth, .macros, .faults, .cliffs, .conveniences, .attacks, .outOfMemory]
        .contains(self)
    }
  }

  let check: Check
  /// Files, rows, attacks or scenarios; empty for all.
  var names: [String] = []
  /// The count of numbers, or of items at the smallest size; `nil` for the usual one.
  var count: Int?
  /// `nil` for a new random seed.
  var seed: UInt64?
  var stride = 1
  var descriptionStride = defaultDescriptionStride
  var part = FloatCheck.Part.all
  var rounds = defaultRounds
  /// `nil` for the usual length of a stream or a file.
  var bytes: Int?
  /// Whether the table in the documentation is written anew.
  var writes = false

  static let defaultNumbers = 100_000_000
  static let defaultDescriptionStride = 16
  static let defaultRounds = 7
  static let defaultBytes = 4 << 30
  static let bytesOfViews = 100 << 20

  static let list = Check.allCases.map(\.rawValue).joined(separator: ", ")

  init(_ check: Check) { self.check = check }

  init(_ name: String, _ arguments: some Sequence<String>) throws(UsageError) {
    guard let check = Check(rawValue: name) else {
      throw UsageError("unknown check '\(name)'; the checks are \(Self.list)")
    }
    self.check = check
    var reader = ArgumentReader(arguments, command: "jsonbench check \(name)")
    while let item = try reader.next() {
      switch item {
      case .operand(let name):
        guard check.takesNames else {
          throw UsageError(
            "jsonbench check \(check.rawValue) takes no files, but was given '\(name)'")
        }
        if name.isEmpty { throw UsageError("an empty file name; name a file or a folder") }
        names.append(name)
      case .option(let option): try read(option, &reader)
      }
    }
  }

  private mutating func read(
    _ option: String, _ reader: inout ArgumentReader
  ) throws(UsageError) {
    let largest = Int(Int32.max)
    switch (check, option) {
    case (.growth, "--count"):
      count = try reader.integer(of: option, in: 10...1_000_000, "of items")
    case (.numbers, "--count"):
      count = try reader.integer(of: option, in: 1...largest, "of numbers")
    case (.numbers, "--seed"): seed = try reader.integer(of: option, in: 0...UInt64.max)
    case (.floats, "--stride"): stride = try reader.integer(of: option, in: 1...largest)
    case (.floats, "--descriptions"):
      descriptionStride = try reader.integer(of: option, in: 1...largest)
    case (.floats, "--part"):
      part = try reader.value(of: option, hint: "one of so many parts, such as 1/8") {
        FloatCheck.Part($0)
      }
    case (.scale, "--rounds"):
      rounds = try reader.integer(of: option, in: 1...1000, "of rounds")
    case (.memory, "--bytes"), (.views, "--bytes"):
      bytes = try reader.integer(of: option, in: 1...1 << 40, "of bytes")
    case (.attacks, "--write"): writes = true
    default: throw reader.unknown(option)
    }
  }
}
