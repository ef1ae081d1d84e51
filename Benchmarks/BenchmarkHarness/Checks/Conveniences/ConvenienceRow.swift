/// A convenience beside the function that it wraps, or the usual way to do the same.
struct ConvenienceRow: RatioRow {
  static let kind = "row"
  static let words = RatioWords(
    check: "conveniences",
    titles: ["convenience", "beside", "instructions", "with it", "ratio", "limit", ""],
    showsLimits: true, complaint: "TOO MUCH", rows: "conveniences", praise: "each costs little")

  let name: String
  let plainName: String
  /// The most instructions for one of the plain way.
  let limit: Double
  /// Why the limit is not the usual one.
  let remark: String
  /// How many times both do their work.
  let times: Int
  let prepare: @Sendable () throws -> TwoWays

  var labels: [String] { [name, plainName] }

  /// A convenience costs at most this much of what it wraps.
  static let usualLimit = 1.3
  /// Much more than any part of the work that is done once.
  static let usualTimes = 200

  init(
    _ name: String, beside plainName: String, limit: Double = usualLimit,
    because reason: String? = nil, times: Int = usualTimes,
    prepare: @escaping @Sendable () throws -> TwoWays
  ) {
    self.name = name
    self.plainName = plainName
    self.limit = limit
    remark = reason ?? ""
    self.times = times
    self.prepare = prepare
  }

  func counts(by counter: InstructionCounter) throws(UsageError) -> [Int] {
    try counts(.convenienceRow, by: counter)
  }

  /// Compares the results of both ways, and counts the second time that each does the work.
  func run() throws(UsageError) -> Int {
    try attempt("\(name) failed") {
      let ways = try prepare()
      guard try ways.plain() == ways.other() else {
        throw UsageError("both ways have different results")
      }
      return try ways.counted()
    }
  }
}
