import Foundation

/// A file with a line for each range of seeds for which a property held.
struct Ledger {
  let file: URL

  /// What one run has done so far.
  struct Entry {
    let target: FuzzTarget
    let firstSeed: UInt64
    var count = 0
    /// What earlier lines of the run have.
    fileprivate(set) var notedCount = 0
    fileprivate var notedSeconds = 0.0
    private let start = Self.processorSeconds

    init(target: FuzzTarget, firstSeed: UInt64) {
      self.target = target
      self.firstSeed = firstSeed
    }

    /// Of processor time.
    var seconds: Double { Self.processorSeconds - start }

    private static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
  }

  private struct Line {
    var name: String
    var firstSeed: UInt64
    var lastSeed: UInt64
    var seconds: Double
  }

  /// Adds a line for the cases since the last one.
  func note(_ entry: inout Entry) {
    guard entry.count > entry.notedCount else { return }
    let seconds = entry.seconds
    let line =
      "\(entry.target.rawValue) \(entry.firstSeed &+ UInt64(entry.notedCount)) "
      + "\(entry.firstSeed &+ UInt64(entry.count - 1)) "
      + String(format: "%.1f\n", seconds - entry.notedSeconds)
    (entry.notedCount, entry.notedSeconds) = (entry.count, seconds)
    guard let file = unsafe fopen(file.path, "a") else { return }
    _ = unsafe fputs(line, file)
    _ = unsafe fclose(file)
  }

  private var lines: [Line] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 4, let first = UInt64(parts[1]), let last = UInt64(parts[2]),
        let seconds = Double(parts[3])
      else { return nil }
      return Line(name: String(parts[0]), firstSeed: first, lastSeed: last, seconds: seconds)
    }
  }

  /// The last of the seeds from 1 on for which the property held without a gap.
  func lastSeed(_ target: FuzzTarget) -> UInt64? {
    var last: UInt64?
    let own = lines.filter { $0.name == target.rawValue }
    for line in own.sorted(by: { $0.firstSeed < $1.firstSeed })
    where line.firstSeed <= (last ?? 0) + 1 {
      last = max(last ?? 0, line.lastSeed)
    }
    return last
  }

  func printTotals() {
    let lines = lines
    for target in FuzzTarget.allCases {
      let own = lines.filter { $0.name == target.rawValue }
      let count = lastSeed(target) ?? 0
      let seconds = own.reduce(0) { $0 + $1.seconds }
      let name = target.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
      print(name + String(format: "%10d cases %8.1f s", Int(count), seconds))
    }
  }
}
