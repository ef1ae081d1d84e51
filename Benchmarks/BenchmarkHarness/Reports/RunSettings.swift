import Foundation
import RushJSON
import RushJSONCore

/// How and from what a run was made, so that it can be repeated.
struct RunSettings: Codable, Equatable, Sendable {
  /// The version of the package.
  var version: String
  /// The commit of the sources, with `+` after it if they were changed; `null` without git.
  var commit: String?
  /// The arguments, without the name of the program.
  var arguments: [String]
  /// The time for each contender, task and file.
  var seconds: Double
  /// Whether all files of a task took turns.
  var rotates: Bool

  /// Settings that say nothing, for reports without a run.
  static let none = RunSettings(
    version: JSONBench.version, commit: nil, arguments: [], seconds: 0, rotates: false)

  /// The settings of this process.
  static func current(seconds: Double, rotates: Bool) -> RunSettings {
    RunSettings(
      version: JSONBench.version, commit: Self.currentCommit,
      arguments: CommandLine.arguments.dropFirst().map(withoutFolders), seconds: seconds,
      rotates: rotates)
  }

  /// `jsonbench 0.9.0 (1a2b3c4), 0.3 s for each contender, task and file`
  var summary: String {
    let place = commit.map { " (\($0))" } ?? ""
    return "jsonbench \(version)\(place), \(seconds) s for each contender, task and file"
      + (rotates ? ", files in turn" : "")
  }

  /// An argument without the folders of an absolute path, which mean nothing on another machine.
  static func withoutFolders(_ argument: String) -> String {
    guard let slash = argument.firstIndex(of: "/"), let last = argument.lastIndex(of: "/"),
      slash == argument.startIndex || argument[..<slash].hasSuffix("=")
    else { return argument }
    return String(argument[..<slash] + argument[argument.index(after: last)...])
  }

  private static var currentCommit: String? {
    guard let manifest = PackageFiles.find("Package.swift") else { return nil }
    let folder = manifest.deletingLastPathComponent().path
    guard let commit = git(in: folder, ["rev-parse", "--short", "HEAD"]), !commit.isEmpty else {
      return nil
    }
    let changes = git(in: folder, ["status", "--porcelain", "--untracked-files=no"])
    return commit + (changes?.isEmpty == false ? "+" : "")
  }

  private static func git(in folder: String, _ arguments: [String]) -> String? {
    do {
      let result = try ChildProcess.run(["git", "-C", folder] + arguments)
      guard result.isGood else { return nil }
      return result.output.split(separator: "\n").joined(separator: "\n")
    } catch {
      return nil
    }
  }
}

/// Where and when the figures were measured.
struct Machine: Codable, Equatable, Sendable {
  var cpu: String
  var cores: Int
  /// The kernel that texts are read with; `nil` in result files of older versions.
  var kernel: String?
  var os: String
  var swift: String
  /// ISO 8601, UTC.
  var date: String

  static var current: Machine {
    let environment = ProcessInfo.processInfo.environment
    return Machine(
      cpu: model ?? "unknown", cores: ProcessInfo.processInfo.activeProcessorCount,
      kernel: BlockKernel.fastest.description
        + (environment["RUSHJSON_AS"] == "apple" ? ", as on Apple's systems" : ""),
      os: ProcessInfo.processInfo.operatingSystemVersionString + " " + architecture,
      swift: compilerVersion, date: Date.now.ISO8601Format())
  }

  var summary: String { "\(processor), \(os), Swift \(swift), \(date)" }

  /// `AMD EPYC, 2 cores, AVX2`
  var processor: String { "\(cpu), \(cores) cores" + (kernel.map { ", \($0)" } ?? "") }

  private static var model: String? {
    #if canImport(Darwin)
      return systemControl("machdep.cpu.brand_string")
    #else
      return firstValue(of: "model name", in: "/proc/cpuinfo")
    #endif
  }

  private static func firstValue(of name: String, in file: String) -> String? {
    do {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name) }
      guard let line, let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
      return value.isEmpty ? nil : String(value)
    } catch {
      return nil
    }
  }

  #if canImport(Darwin)
    private static func systemControl(_ name: String) -> String? {
      var size = 0
      // Invariant: without a buffer, sysctlbyname only stores the size.
      guard unsafe sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      // Invariant: the buffer has `size` bytes, and the call gets that size.
      guard unsafe sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #endif

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other architecture"
    #endif
  }

  /// Only compile-time conditions can tell the compiler's version, hence this list.
  private static var compilerVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.2)
      "6.3.2 or later"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

/// What `--format json` writes, and `compare` and `report` read.
struct ResultFile: Codable, Equatable, Sendable {
  var machine: Machine
  var settings: RunSettings
  /// What was not timed, and why.
  var notes: [String]
  var results: [Measurement]

  /// The file as JSON, one result per line, so that differences between files are readable.
  func text() throws(UsageError) -> String {
    let encoder = RushJSONEncoder()
    encoder.nilEncodingStrategy = .null
    encoder.outputFormatting = .withoutEscapingSlashes
    do {
      let results = try results.map { try "  " + encoder.encodeToString($0) }
      return """
        {"machine":\(try encoder.encodeToString(machine)),
        "settings":\(try encoder.encodeToString(settings)),
        "notes":\(try encoder.encodeToString(notes)),
        "results":[
        \(results.joined(separator: ",\n"))
        ]}

        """
    } catch {
      throw UsageError("cannot write the results as JSON: \(error)")
    }
  }

  static func read(_ name: String) throws(UsageError) -> ResultFile {
    let data = try attempt("cannot read \(name)") {
      try Data(contentsOf: URL(fileURLWithPath: name))
    }
    let file: ResultFile
    do {
      file = try JSONDecoder().decode(ResultFile.self, from: data)
    } catch {
      throw UsageError(
        "\(name) is not a result file of this version; "
          + "jsonbench run --format json --output FILE writes one")
    }
    guard file.results.allSatisfy(\.isPlausible) else {
      throw UsageError("\(name) has a result whose bytes or seconds are not positive")
    }
    return file
  }
}

extension ResultFile {
  init(_ report: Report) {
    self.init(
      machine: report.machine, settings: report.settings, notes: report.notes,
      results: report.measurements)
  }
}
