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
  var lists = false
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
      case "--seed": firstSeed = try number(argument)
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
    if count == nil, minutes == nil, !lists {
      throw Mistake(description: "give a number of cases, or --minutes")
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
    let start = ContinuousClock.now
    let end = arguments.minutes.map { start + .seconds($0 * 60) }
    var done = 0
    while done < arguments.count ?? .max, end.map({ ContinuousClock.now < $0 }) ?? true {
      // A case that takes longer than a minute is endless, or as bad.
      alarm(60)
      let count = min(Self.step, (arguments.count ?? .max) - done)
      for _ in 0..<count {
        let seed = arguments.firstSeed &+ UInt64(done)
        CrashReport.isRunning(target, seed)
        if let failure = search.failure(seed: seed) {
          alarm(0)
          report(search.shrunk(failure))
          return false
        }
        done += 1
      }
    }
    alarm(0)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let name = target.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
    print(
      name + String(format: "%10d cases %8.1f s %9.0f cases/s", done, seconds, rate)
        + "  seeds \(arguments.firstSeed) to \(arguments.firstSeed &+ UInt64(max(done, 1) - 1))")
    fflush(nil)
    return true
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
