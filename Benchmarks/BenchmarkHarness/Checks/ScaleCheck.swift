import CorpusGenerator
import RushJSON

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
    var progress = Progress()
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

  private static func time(_ row: Row) throws -> Double {
    try timed {
      for _ in 0..<row.iterations { blackHole(try JSONDocument(parsing: row.text)) }
    }.seconds / Double(row.iterations)
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
    try Output.standard.write(table)
  }
}

/// Texts of one kind and very different sizes.
enum ScaleText {
  /// The size that the others are compared with.
  static let reference = 100_000

  static let sizes = [50, 1_000, reference, 10_000_000, 1_000_000_000]

  /// Enough different documents that a processor cannot learn them: about 6 MB.
  private static let variety = 60

  /// Chat timelines in an array, about `size` bytes. One has at least 2 KB, so smaller texts are a part of it.
  static func text(size: Int) -> [UInt8] {
    if size < 500 { return shortest }
    if size < 5_000 { return user }
    let timelines = (1...variety).map { seed in
      CorpusShape.timeline.generate(seed: UInt64(seed), targetBytes: reference)
    }
    var text: [UInt8] = []
    text.reserveCapacity(size + 2 * reference)
    var index = 0
    repeat {
      text.append(UInt8(ascii: index == 0 ? "[" : ","))
      text += timelines[index % variety]
      index += 1
    } while text.count < size
    text.append(UInt8(ascii: "]"))
    return text
  }

  /// The reply of a service that has nothing to report.
  private static var shortest: [UInt8] {
    Array(#"{"id":505874924095815681,"ok":true,"lang":"ja"}   "#.utf8)
  }

  /// The account of a status, indented as in the timeline.
  private static var user: [UInt8] {
    let timeline = CorpusShape.timeline.generate(seed: 1, targetBytes: 1)
    let lines = timeline.split(separator: UInt8(ascii: "\n"))
    let start = lines.firstIndex { $0.starts(with: #"      "user": {"#.utf8) }
    guard let start,
      let end = lines[start...].firstIndex(where: { $0.elementsEqual("      },".utf8) })
    else { return timeline }
    let inside = Array(lines[(start + 1)..<end].joined(separator: "\n".utf8))
    return Array("{\n".utf8) + inside + Array("\n      }".utf8)
  }
}
