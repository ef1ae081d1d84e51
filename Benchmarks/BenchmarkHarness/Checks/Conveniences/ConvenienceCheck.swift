/// The instructions of each convenience beside those of the function that it wraps, or of the usual way to do the same.
struct ConvenienceCheck {
  let rows: [ConvenienceRow]

  func run() throws(UsageError) -> Bool {
    let counter = try InstructionCounter(for: "conveniences")
    defer { counter.removeFiles() }
    let (_, failed) = try rows.tabulated(
      ["convenience", "beside", "instructions", "with it", "ratio", "limit", ""],
      [.left, .left, .right, .right, .right, .right, .left]
    ) { row throws(UsageError) in
      let (counts, _) = try counter.count(.convenienceRow, [row.name], Int.self)
      guard counts.count == 2 else { throw UsageError("\(row.name) was not counted") }
      return counts
    } lines: { row, counts in
      let ratio = Double(counts[1]) / Double(max(1, counts[0]))
      let isGood = ratio <= row.limit
      let cells =
        [row.name, row.plainName] + counts.map { "\($0 / row.times)" }
        + [Figures.fixed(ratio, decimals: 2), Figures.fixed(row.limit, decimals: 2)]
        + [isGood ? row.reason ?? "" : "TOO MUCH"]
      return [(cells, isGood ? nil : row.name)]
    }
    let verdict =
      failed.isEmpty ? "each costs little" : "FAILED: \(failed.joined(separator: ", "))"
    try Output.standard.write("\n\(rows.count) conveniences; \(verdict)\n")
    return failed.isEmpty
  }
}

/// A convenience, and what it stands for.
struct ConvenienceRow: CheckRow {
  static let kind = "row"

  /// Both ways, each of which does the work some times and returns a number that depends on the result.
  struct Pair {
    let plain: () throws -> Int
    let convenience: () throws -> Int
  }

  let name: String
  let plainName: String
  /// The most instructions for one of the plain way.
  let limit: Double
  /// Why the limit is not the usual one.
  let reason: String?
  /// How many times both do their work.
  let times: Int
  let prepare: @Sendable () throws -> Pair

  /// A convenience costs at most this much of what it wraps.
  static let usualLimit = 1.3
  /// Much more than any part of the work that is done once.
  static let usualTimes = 200

  init(
    _ name: String, beside plainName: String, limit: Double = usualLimit,
    because reason: String? = nil, times: Int = usualTimes,
    prepare: @escaping @Sendable () throws -> Pair
  ) {
    self.name = name
    self.plainName = plainName
    self.limit = limit
    self.reason = reason
    self.times = times
    self.prepare = prepare
  }

  /// Compares the results of both ways, and counts the second time that each does the work.
  func run() throws(UsageError) -> Int {
    try attempt("\(name) failed") {
      let pair = try prepare()
      guard try pair.plain() == pair.convenience() else {
        throw UsageError("both ways have different results")
      }
      _ = try countedOperation(pair.plain)
      return try countedOperation(pair.convenience)
    }
  }
}
