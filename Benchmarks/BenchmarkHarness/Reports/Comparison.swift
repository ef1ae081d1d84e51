/// Two runs, result by result.
///
/// Each time is divided by Foundation's in the same round, so that a slower machine changes nothing.
/// Foundation itself varies a little from process to process. So a change must also show when all times of
/// a run are divided by one number, the speed of Foundation in the whole run.
struct Comparison {
  enum Verdict: Equatable {
    case faster, slower, unchanged
    /// The two files of that name have different contents.
    case differentInput
    /// One of the runs has fewer rounds than an interval needs.
    case tooFewRounds
  }

  struct Row: Equatable {
    var old: Measurement
    var new: Measurement
    var verdict: Verdict
    /// The change of the throughput, relative to Foundation's.
    var change: Bootstrap.Change

    /// The change that is certain: the end of the interval that is nearer to no change.
    var least: Double { verdict == .slower || verdict == .faster ? change.least : 0 }
  }

  /// Runs of the same program differ by this much: their memory layout and the seeds of their hashes do.
  static let floor = 0.03
  static var floorPercent: Int { Int((floor * 100).rounded()) }

  /// With fewer rounds, a run of the same program lies beyond the other one too often by chance.
  static let fewestRounds = 8

  private(set) var rows: [Row] = []
  /// Results that only one of the runs has.
  private(set) var onlyOld = 0
  private(set) var onlyNew = 0
  /// How much faster Foundation was in the new run, which is how much faster the machine was.
  let machineChange: Double?
  /// How far Foundation's changes are from that one, by the median of all its results. Foundation is the
  /// same in both runs, so this is what results differ by without a reason.
  let scatter: Double

  init(old: ResultFile, new: ResultFile, bootstrap: Bootstrap = Bootstrap()) {
    let before = RunOfResults(old)
    let after = RunOfResults(new)
    let ratios = before.references.compactMap { key, reference in
      after.references[key].map { reference.seconds.median / $0.seconds.median }
    }
    machineChange = Statistics(ratios).map { $0.median - 1 }
    let machine = 1 + (machineChange ?? 0)
    scatter = Statistics(ratios.map { abs($0 / machine - 1) })?.median ?? 0
    let floor = max(Self.floor, scatter)

    var pending: [[String]: Measurement] = [:]
    for result in old.results { pending[result.key] = result }
    for result in new.results {
      guard let counterpart = pending.removeValue(forKey: result.key) else {
        onlyNew += 1
        continue
      }
      // Foundation is the unit.
      if result.contender == RunOfResults.reference, !ratios.isEmpty { continue }
      rows.append(
        Self.row(
          counterpart, result, before, after, machine: machine, floor: floor,
          bootstrap: bootstrap))
    }
    onlyOld = pending.count
  }

  private static func row(
    _ old: Measurement, _ new: Measurement, _ before: RunOfResults,
    _ after: RunOfResults, machine: Double, floor: Double, bootstrap: Bootstrap
  ) -> Row {
    let none = Bootstrap.Change(median: 0, low: 0, high: 0)
    if old.bytes != new.bytes {
      return Row(old: old, new: new, verdict: .differentInput, change: none)
    }
    if min(old.seconds.samples.count, new.seconds.samples.count) < fewestRounds {
      return Row(old: old, new: new, verdict: .tooFewRounds, change: none)
    }
    let byRun = Finding(
      old.seconds.samples, new.seconds.samples.map { $0 * machine }, floor: floor, bootstrap)
    let hasReference =
      before.references[old.inputKey] != nil && after.references[new.inputKey] != nil
    let byRound =
      hasReference
      ? Finding(before.relative(old), after.relative(new), floor: floor, bootstrap) : byRun
    let isCertain = byRound.verdict == byRun.verdict
    return Row(
      old: old, new: new, verdict: isCertain ? byRound.verdict : .unchanged,
      change: byRound.change)
  }

  /// What the rounds of two runs say.
  private struct Finding {
    let change: Bootstrap.Change
    let verdict: Verdict

    init(_ old: [Double], _ new: [Double], floor: Double, _ bootstrap: Bootstrap) {
      change =
        bootstrap.change(from: old, to: new) ?? Bootstrap.Change(median: 0, low: 0, high: 0)
      // A change that is smaller than what half of the rounds of one run differ by may be one of the
      // machine that lasted for a run.
      let spread = [old, new].compactMap { Statistics($0)?.relativeSpread }.max() ?? 0
      let least = max(floor, 2 * spread)
      verdict = change.low > least ? .faster : change.high < -least ? .slower : .unchanged
    }
  }

  func count(_ verdict: Verdict) -> Int {
    rows.count { $0.verdict == verdict }
  }

  /// The rows that are slower by more than `fraction`, with all of their interval.
  func rows(slowerThan fraction: Double) -> [Row] {
    rows.filter { $0.verdict == .slower && -$0.least > fraction }
  }
}

/// The results of a run, and Foundation's among them.
private struct RunOfResults {
  static let reference = InProcessContender.foundationName

  /// Foundation's results by file and task.
  let references: [[String]: Measurement]

  init(_ file: ResultFile) {
    references = Dictionary(
      file.results.filter { $0.contender == Self.reference }.map { ($0.inputKey, $0) }
    ) { first, _ in first }
  }

  /// The times of a result, as multiples of Foundation's in the same rounds.
  func relative(_ result: Measurement) -> [Double] {
    guard let reference = references[result.inputKey] else { return result.seconds.samples }
    // Without a round for each of its own, the median has to do.
    guard reference.seconds.samples.count == result.seconds.samples.count else {
      return result.seconds.samples.map { $0 / reference.seconds.median }
    }
    return zip(result.seconds.samples, reference.seconds.samples).map { $0 / $1 }
  }
}

/// A comparison for the terminal: the changes, largest first, and the number of unchanged results.
struct ComparisonReport {
  let comparison: Comparison
  let listsAll: Bool
  let terminal: Terminal

  var text: String {
    var lines: [String] = []
    lines += section("slower", .slower, color: 31)
    lines += section("faster", .faster, color: 32)
    lines += section("not compared: the file has a different size", .differentInput, color: 33)
    if listsAll { lines += section("no change that is certain", .unchanged, color: 90) }
    if let change = comparison.machineChange {
      lines.append(
        "Foundation, by which all is divided: \(Figures.change(change)) in the new run, and its results "
          + "\(Figures.spread(comparison.scatter)) from that")
    }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    var parts = [
      "\(comparison.count(.faster)) faster", "\(comparison.count(.slower)) slower",
      "\(comparison.count(.unchanged)) without a change that is certain",
    ]
    let other = comparison.count(.differentInput)
    if other > 0 { parts.append("\(other) not compared") }
    let few = comparison.count(.tooFewRounds)
    if few > 0 {
      parts.append(
        "\(few) with fewer than \(Comparison.fewestRounds) rounds (run longer: --seconds)")
    }
    if comparison.onlyOld > 0 { parts.append("\(comparison.onlyOld) only in the old file") }
    if comparison.onlyNew > 0 { parts.append("\(comparison.onlyNew) only in the new file") }
    return parts.joined(separator: ", ")
  }

  private func section(_ title: String, _ verdict: Comparison.Verdict, color: Int) -> [String] {
    let rows = comparison.rows.filter { $0.verdict == verdict }
      .sorted { abs($0.change.median) > abs($1.change.median) }
    if rows.isEmpty { return [] }
    let isCompared = verdict != .differentInput
    let table = TextTable(
      titles: ["file", "task", "contender", "old MB/s", "new MB/s", "change", "interval"],
      rows: rows.map { row in
        [
          row.old.file, row.old.task, row.old.contender, Figures.speed(row.old.megabytesPerSecond),
          Figures.speed(row.new.megabytesPerSecond),
          isCompared ? Figures.change(row.change.median) : "–",
          isCompared ? Figures.interval(row.change.low, row.change.high) : "–",
        ]
      }, alignments: [.left, .left, .left, .right, .right, .right, .right])
    let heading = terminal.hasColor ? "\u{1B}[\(color)m\(title)\u{1B}[0m" : title
    return [heading] + table.lines.map { "  \($0)" } + [""]
  }
}
