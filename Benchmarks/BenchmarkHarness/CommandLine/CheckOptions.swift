/// `jsonbench check`: the check and its options.
enum CheckOptions: Equatable {
  case numbers(NumberOptions)
  case floats(FloatOptions)
  case hostile
  case streams
  case scale(ScaleOptions)
  /// Run by `scale` in a separate process for each file. Not for the command line.
  case peakMemory(file: String)
  case memory(MemoryOptions)
  /// Run by `memory` in a separate process for each stream. Not for the command line.
  case streamMemory(StreamKind, bytes: Int, chunk: Int, file: String)

  case growth(GrowthOptions)
  /// Run by `growth` in a separate process for each row. Not for the command line.
  case growthRow(name: String, count: Int)

  case attacks(AttackOptions)
  /// Run by `attacks` in a separate process for each attack. Not for the command line.
  case attackRun(name: String, size: Int, comparesSteps: Bool)
  case outOfMemory(scenarios: [String])
  /// Run by `out-of-memory` in a separate process for each failure. Not for the command line.
  case failureRun(name: String, requests: Int, forever: Bool, file: String)

  struct NumberOptions: Equatable {
    var count = defaultCount
    /// `nil` for a new random seed.
    var seed: UInt64?

    static let defaultCount = 100_000_000
  }

  struct FloatOptions: Equatable {
    /// One of this many bit patterns is checked.
    var stride = 1
    /// One of this many numbers is compared with `description`.
    var descriptionStride = defaultDescriptionStride
    var part = FloatCheck.Part.all

    static let defaultDescriptionStride = 16
  }

  struct ScaleOptions: Equatable {
    /// Files and folders whose documents' memory is measured; empty for the repository's corpus.
    var paths: [String] = []
    var rounds = defaultRounds

    static let defaultRounds = 7
  }

  struct MemoryOptions: Equatable {
    /// The length of each stream in bytes.
    var bytes = defaultBytes

    static let defaultBytes = 4 << 30
  }

  struct GrowthOptions: Equatable {
    /// Empty for all rows.
    var rows: [String] = []
    /// The number of items at the smallest size; `nil` for the row's own.
    var count: Int?
  }

  struct AttackOptions: Equatable {
    /// Empty for all attacks.
    var attacks: [String] = []
    /// Whether the table in the documentation is written anew.
    var writes = false
  }

  static let names = [
    "numbers", "floats", "hostile", "streams", "scale", "memory", "growth", "attacks",
    "out-of-memory",
  ]

  init(_ arguments: some Collection<String>) throws(UsageError) {
    let list = Self.names.joined(separator: ", ")
    guard let name = arguments.first else {
      throw UsageError("jsonbench check needs one of \(list)")
    }
    let rest = arguments.dropFirst()
    switch name {
    case "numbers": self = .numbers(try NumberOptions(rest))
    case "floats": self = .floats(try FloatOptions(rest))
    case "scale": self = .scale(try ScaleOptions(rest))
    case "hostile", "streams":
      if let extra = rest.first {
        throw UsageError("jsonbench check \(name) takes no arguments, but was given '\(extra)'")
      }
      self = name == "hostile" ? .hostile : .streams
    case "memory": self = .memory(try MemoryOptions(rest))
    case "growth": self = .growth(try GrowthOptions(rest))
    case "attacks": self = .attacks(try AttackOptions(rest))
    case "out-of-memory": self = .outOfMemory(scenarios: Array(rest))
    case Self.attackRunName:
      let rest = Array(rest)
      guard rest.count == 3, let size = Int(rest[1]), size > 0 else {
        throw UsageError("jsonbench check \(name) needs an attack, a length and what is measured")
      }
      self = .attackRun(name: rest[0], size: size, comparesSteps: rest[2] == "steps")
    case Self.failureRunName:
      let rest = Array(rest)
      guard rest.count == 4, let requests = Int(rest[1]) else {
        throw UsageError("jsonbench check \(name) needs a scenario, a number, how long and a file")
      }
      self = .failureRun(
        name: rest[0], requests: requests, forever: rest[2] == "forever", file: rest[3])
    case Self.growthRowName:
      let rest = Array(rest)
      guard rest.count == 2, let count = Int(rest[1]), count > 0 else {
        throw UsageError("jsonbench check \(name) needs a row and a number of items")
      }
      self = .growthRow(name: rest[0], count: count)
    case Self.streamMemoryName:
      let rest = Array(rest)
      guard rest.count == 4, let kind = StreamKind(rawValue: rest[0]), let bytes = Int(rest[1]),
        let chunk = Int(rest[2])
      else {
        throw UsageError(
          "jsonbench check \(name) needs a kind, a length, a chunk's length and a file")
      }
      self = .streamMemory(kind, bytes: bytes, chunk: chunk, file: rest[3])
    case Self.peakMemoryName:
      guard rest.count == 1, let file = rest.first else {
        throw UsageError("jsonbench check \(name) needs one file")
      }
      self = .peakMemory(file: file)
    default: throw UsageError("unknown check '\(name)'; the checks are \(list)")
    }
  }

  static let peakMemoryName = "peak-memory"
  static let streamMemoryName = "stream-memory"
  static let growthRowName = "growth-row"
  static let attackRunName = "attack-run"
  static let failureRunName = "failure-run"
}

extension CheckOptions.MemoryOptions {
  private static let bytesHint = "a whole number of bytes from 1 to \(1 << 40)"

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench check memory")
    while let item = try reader.next() {
      switch item {
      case .option("--bytes"):
        let text = try reader.value(of: "--bytes", hint: Self.bytesHint)
        guard let bytes = Int(text), (1...1 << 40).contains(bytes) else {
          throw UsageError("--bytes needs \(Self.bytesHint), not '\(text)'")
        }
        self.bytes = bytes
      case .option(let option): throw reader.unknown(option)
      case .operand(let operand):
        throw UsageError("jsonbench check memory takes no files, but was given '\(operand)'")
      }
    }
  }
}

extension CheckOptions.GrowthOptions {
  private static let countHint = "a whole number of items from 10 to 1000000"

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench check growth")
    while let item = try reader.next() {
      switch item {
      case .operand(let row): rows.append(row)
      case .option("--count"):
        let text = try reader.value(of: "--count", hint: Self.countHint)
        guard let count = Int(text), (10...1_000_000).contains(count) else {
          throw UsageError("--count needs \(Self.countHint), not '\(text)'")
        }
        self.count = count
      case .option(let option): throw reader.unknown(option)
      }
    }
  }
}

extension CheckOptions.AttackOptions {
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "check attacks")
    while let item = try reader.next() {
      switch item {
      case .operand(let attack): attacks.append(attack)
      case .option("--write"): writes = true
      case .option(let option): throw reader.unknown(option)
      }
    }
  }
}

extension CheckOptions.NumberOptions {
  private static let countHint = "a whole number of numbers from 1 to \(Int32.max)"
  private static let seedHint = "a whole number from 0 to \(UInt64.max)"

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench check numbers")
    while let item = try reader.next() {
      switch item {
      case .option("--count"):
        let text = try reader.value(of: "--count", hint: Self.countHint)
        guard let count = Int32(text), count > 0 else {
          throw UsageError("--count needs \(Self.countHint), not '\(text)'")
        }
        self.count = Int(count)
      case .option("--seed"):
        let text = try reader.value(of: "--seed", hint: Self.seedHint)
        guard let seed = UInt64(text) else {
          throw UsageError("--seed needs \(Self.seedHint), not '\(text)'")
        }
        self.seed = seed
      case .option(let option): throw reader.unknown(option)
      case .operand(let operand):
        throw UsageError("jsonbench check numbers takes no files, but was given '\(operand)'")
      }
    }
  }
}

extension CheckOptions.FloatOptions {
  private static let partHint = "one of so many parts, such as 1/8"
  private static let strideHint = "a whole number from 1 to \(Int32.max)"

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench check floats")
    while let item = try reader.next() {
      switch item {
      case .option("--stride"): stride = try Self.stride("--stride", &reader)
      case .option("--descriptions"):
        descriptionStride = try Self.stride("--descriptions", &reader)
      case .option("--part"):
        let text = try reader.value(of: "--part", hint: Self.partHint)
        guard let part = FloatCheck.Part(text) else {
          throw UsageError("--part needs \(Self.partHint), not '\(text)'")
        }
        self.part = part
      case .option(let option): throw reader.unknown(option)
      case .operand(let operand):
        throw UsageError("jsonbench check floats takes no files, but was given '\(operand)'")
      }
    }
  }

  private static func stride(
    _ option: String, _ reader: inout ArgumentReader
  ) throws(UsageError) -> Int {
    let text = try reader.value(of: option, hint: strideHint)
    guard let stride = Int32(text), stride > 0 else {
      throw UsageError("\(option) needs \(strideHint), not '\(text)'")
    }
    return Int(stride)
  }
}

extension CheckOptions.ScaleOptions {
  private static let roundsHint = "a whole number of rounds from 1 to 1000"

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench check scale")
    while let item = try reader.next() {
      switch item {
      case .operand(let path):
        if path.isEmpty { throw UsageError("an empty file name; name a file or a folder") }
        paths.append(path)
      case .option("--rounds"):
        let text = try reader.value(of: "--rounds", hint: Self.roundsHint)
        guard let rounds = Int(text), (1...1000).contains(rounds) else {
          throw UsageError("--rounds needs \(Self.roundsHint), not '\(text)'")
        }
        self.rounds = rounds
      case .option(let option): throw reader.unknown(option)
      }
    }
  }
}
