/// The speed of a document at sizes from a line to a gigabyte.
struct ScaleCheck {
  let rounds: Int

  /// The duration of a batch of short texts, long enough for the clock.
  private static let batchSeconds = 0.05

  private struct Row {
    let text: [UInt8]
    var iterations = 1
    var samples: [Double] = []
  }

  func run() throws(UsageError) {
    var progress = Progress(isRewriting: Terminal.standardErrorIsTerminal)
    progress.begin(steps: rounds + 1)
    progress.start("making texts")
    do {
      var rows = try ScaleText.sizes.map { size in
        var row = Row(text: ScaleText.text(size: size))
        // The first parse also pays for fresh memory, so it is not timed.
        let once = try Self.time(row)
        let isShort = once < Self.batchSeconds
        row.iterations = isShort ? Int(Self.batchSeconds / max(once, 1e-7)) + 1 : 1
        return row
      }
      progress.finish("texts made")
      for round in 1...rounds {
        progress.start("scale: round \(round)")
        // All sizes in turn, so that a change of the machine's speed affects each.
        for index in rows.indices { rows[index].samples.append(try Self.time(rows[index])) }
        progress.finish("scale: round \(round)")
      }
      progress.end()
      try write(rows)
    } catch {
      throw UsageError("a valid text was rejected: \(error)")
    }
  }

  /// Seconds per text.
  private static func time(_ row: Row) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<row.iterations { try RushJSONReads.parse(row.text) }
    return (clock.now - start) / .seconds(1) / Double(row.iterations)
  }

  private func write(_ rows: [Row]) throws(UsageError) {
    func speed(_ row: Row, _ statistics: Statistics) -> Double {
      Figures.megabytesPerSecond(bytes: row.text.count, seconds: statistics.median)
    }
    let measured = rows.compactMap { row in Statistics(row.samples).map { (row, $0) } }
    let reference = measured.first { $0.0.text.count >= ScaleText.reference }
    let referenceSpeed = reference.map { speed($0.0, $0.1) } ?? 1
    let table = TextTable(
      titles: ["text", "time", "MB/s", "spread", "to 100 KB"],
      rows: measured.map { row, statistics in
        [
          Figures.size(row.text.count), Figures.time(statistics.median),
          Figures.speed(speed(row, statistics)), Figures.spread(statistics.relativeSpread),
          Figures.ratio(speed(row, statistics) / referenceSpeed),
        ]
      }, alignments: [.right, .right, .right, .right, .right])
    try Output.standard.write(table.lines.map { $0 + "\n" }.joined())
  }
}
