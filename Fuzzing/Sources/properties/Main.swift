import Foundation

/// Runs properties on inputs that seeds choose. `Fuzzing/properties` builds and starts it.
@main
enum Main {
  static func main() {
    let arguments: Arguments
    do {
      arguments = try Arguments(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("Fuzzing/properties: \(error)\n".utf8))
      exit(2)
    }
    if arguments.lists {
      for target in FuzzTarget.allCases { print(target.rawValue) }
      return
    }
    if arguments.printsTotals {
      arguments.ledger?.printTotals()
      return
    }
    CrashReport.install()
    let isFine = arguments.targets.reduce(true) { PropertyRun($1, arguments).run() && $0 }
    exit(isFine ? 0 : 1)
  }
}

struct Arguments {
  struct Mistake: Error, CustomStringConvertible { let description: String }

  var targets: [FuzzTarget] = []
  /// The cases of each target, or `nil` if time ends the run.
  var count: Int?
  var minutes: Double?
  var firstSeed: UInt64 = 1
  /// The seed to end with, earlier runs included.
  var lastSeed: UInt64?
  var lists = false
  var printsTotals = false
  /// Where the cases that have passed are noted.
  var ledger: Ledger?
  /// Where inputs that fail are kept, in a folder for each target.
  var findings: URL?

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    func number<T: LosslessStringConvertible>(_ option: String) throws -> T {
      guard let text = rest.popFirst(), let value = T(text) else {
        throw Mistake(description: "\(option) needs a number")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--list": lists = true
      case "--totals": printsTotals = true
      case "--seed": firstSeed = try number(argument)
      case "--until": lastSeed = try number(argument)
      case "--ledger": ledger = rest.popFirst().map { Ledger(file: URL(fileURLWithPath: $0)) }
      case "--minutes": minutes = try number(argument)
      case "--findings": findings = rest.popFirst().map { URL(fileURLWithPath: $0) }
      default:
        if let target = FuzzTarget(rawValue: argument) {
          targets.append(target)
        } else if let count = Int(argument), count > 0 {
          self.count = count
        } else {
          throw Mistake(description: "'\(argument)' is neither a number of cases nor a property")
        }
      }
    }
    if targets.isEmpty { targets = FuzzTarget.allCases }
    if count == nil, minutes == nil, lastSeed == nil, !lists, !printsTotals {
      throw Mistake(description: "give a number of cases, --until or --minutes")
    }
  }
}

/// One target: first the inputs that failed before, then new ones.
struct PropertyRun {
  private let target: FuzzTarget
  private let arguments: Arguments

  init(_ target: FuzzTarget, _ arguments: Arguments) {
    self.target = target
    self.arguments = arguments
  }

  /// Cases between two looks at the clock.
  private static let step = 500

  /// Prints a line. Returns whether the properties held.
  func run() -> Bool {
    let search = target.search
    for input in pastFailures() {
      if let error = search.error(of: input) {
        print("\(target.rawValue): fails again for a past finding: \(error)")
        return false
      }
    }
    let firstSeed = firstSeed
    let start = ContinuousClock.now
    let end = arguments.minutes.map { start + .seconds($0 * 60) }
    let most = min(
      arguments.count ?? .max,
      arguments.lastSeed.map { $0 < firstSeed ? 0 : Int(clamping: $0 - firstSeed + 1) } ?? .max)
    var noted = Ledger.Entry(target: target, firstSeed: firstSeed)
    var done = 0
    while done < most, end.map({ ContinuousClock.now < $0 }) ?? true {
      // Cases that take longer than ten minutes are endless, or as bad. On a busy machine, they may take one.
      alarm(600)
      for _ in 0..<min(Self.step, most - done) {
        let seed = firstSeed &+ UInt64(done)
        CrashReport.isRunning(target, seed)
        if let failure = search.failure(seed: seed) {
          alarm(0)
          report(search.shrunk(failure))
          return false
        }
        done += 1
      }
      noted.count = done
      // Often enough that a run which is ended loses little.
      if noted.count - noted.notedCount >= 100_000 { arguments.ledger?.note(&noted) }
    }
    alarm(0)
    arguments.ledger?.note(&noted)
    let rate = noted.seconds > 0 ? Double(done) / noted.seconds : 0
    let name = target.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
    print(
      name + String(format: "%10d cases %8.1f s %9.0f cases/s", done, noted.seconds, rate)
        + (done > 0 ? "  seeds \(firstSeed) to \(firstSeed &+ UInt64(done - 1))" : ""))
    fflush(nil)
    return true
  }

  /// With `--until`, the one after those of earlier runs.
  private var firstSeed: UInt64 {
    guard arguments.lastSeed != nil, let last = arguments.ledger?.lastSeed(target) else {
      return arguments.firstSeed
    }
    return max(arguments.firstSeed, last + 1)
  }

  private var folder: URL? { arguments.findings?.appendingPathComponent(target.rawValue) }

  private func pastFailures() -> [[UInt8]] {
    guard let folder,
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    return files.sorted { $0.path < $1.path }.compactMap { try? [UInt8](Data(contentsOf: $0)) }
  }

  private func report(_ failure: PropertySearch.Failure) {
    print("FAILED \(failure)")
    guard let folder else { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("seed-\(failure.seed)")
      try Data(failure.input).write(to: file)
      print("kept in \(file.path)")
    } catch { print("cannot keep it: \(error)") }
  }
}
