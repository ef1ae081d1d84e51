// Repeatedly kills a process while it saves pockets to a file. The file must always contain the complete
// old pocket or the complete new one.
//
//   pocketcheck kill [COUNT]      runs the check COUNT times, by default 1000
//   pocketcheck save FILE FROM    saves one pocket after the other until it is killed
//   pocketcheck get URL COUNT     gets COUNT pockets of at most 1 MiB from a server, one after the other, and
//                                 prints the outcome of each and the most memory in use (KiB, on Linux)

import Foundation
import RushJSONPocket

@main
enum PocketCheck {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("kill", 1...2):
        guard let count = Int(arguments.count == 2 ? arguments[1] : "1000"), count > 0 else {
          throw Failure("COUNT must be a positive integer")
        }
        try KillCheck().run(count)
      case ("save", 3):
        guard let first = Int(arguments[2]) else { throw Failure("FROM must be an integer") }
        try SavingProcess.run(file: arguments[1], from: first)
      case ("get", 3):
        guard let base = URL(string: arguments[1]), let count = Int(arguments[2]) else {
          throw Failure("URL must be an address and COUNT an integer")
        }
        try await GettingProcess.run(base, count)
      default: throw Failure("usage: pocketcheck kill [COUNT]")
      }
    } catch {
      print("FAILED: \(error)")
      exit(1)
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Pockets that contain their number, and that show whether they are complete.
enum NumberedPocket {
  static func make(_ number: Int) -> Pocket {
    // The length varies, and exceeds a page.
    let count = 200 + number % 700
    return Pocket(
      references: [
        "favorites": (0..<count).map { "\(number)-\($0)" }, "count": ["\(count)"],
      ],
      data: ["number": .number(number), "text": .string(String(repeating: "é", count: count))])
  }

  /// The number of a complete pocket.
  static func number(of pocket: Pocket) throws -> Int {
    if pocket == Pocket() { return 0 }
    guard let number = pocket.data["number"]?.intValue, pocket == make(number) else {
      throw Failure("the pocket is not one of those that were saved: \(pocket)")
    }
    return number
  }
}

enum SavingProcess {
  static func run(file: String, from first: Int) throws {
    let store = Pocket.FileStore(URL(filePath: file))
    var number = first
    while true {
      try store.savePocket(NumberedPocket.make(number))
      // Written without a buffer, so that each acknowledgement arrives before the process is killed.
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      number += 1
    }
  }
}

enum GettingProcess {
  static func run(_ base: URL, _ count: Int) async throws {
    var options = Pocket.HTTPStore.Options()
    options.retries = .none
    options.maximumBodySize = 1 << 20
    let store = try Pocket.HTTPStore(base: base, options: options) { Pocket.HTTPStore.Token("t") }
    for _ in 0..<count {
      do throws(Pocket.Failure) {
        _ = try await store.getPocket()
        print("a pocket")
      } catch {
        print("\(error)")
      }
    }
    // Linux keeps the peak of the memory that is in use.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    print(line?.split { !$0.isNumber }.last ?? "unknown")
  }
}

struct KillCheck {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pocketcheck-\(UUID().uuidString)")

  func run(_ count: Int) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result = Result { try kill(count) }
    try FileManager.default.removeItem(at: folder)
    try result.get()
  }

  private func kill(_ count: Int) throws {
    let file = folder.appending(path: "pocket.json")
    let store = Pocket.FileStore(file)
    var saved = 0
    var unacknowledged = 0
    var leftovers = 0
    for _ in 0..<count {
      let last = try acknowledged(file, from: saved + 1)
      let found = try NumberedPocket.number(of: store.getPocket())
      // The last acknowledged pocket, or the one after it.
      let expected = max(last, saved)
      guard found == expected || found == expected + 1 else {
        throw Failure("pocket \(expected) was saved, and \(found) is in the file")
      }
      if found > expected { unacknowledged += 1 }
      let partial = folder.appending(path: ".pocket.json.partial").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: partial) { leftovers += 1 }
      saved = found
    }
    print(
      """
      killed \(count) times, \(saved) pockets saved: always the old pocket or the new one
      (\(leftovers) times during a write, \(unacknowledged) times between a save and its acknowledgement)
      """)
  }

  /// Starts a process that saves, and kills it after a random time. Returns the last number that it
  /// acknowledged.
  private func acknowledged(_ file: URL, from first: Int) throws -> Int {
    guard let executable = Bundle.main.executableURL else { throw Failure("no executable") }
    let process = Process()
    process.executableURL = executable
    process.arguments = ["save", file.path(percentEncoded: false), "\(first)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    // Mostly the time starts with the first acknowledgement, because starting a process takes longer
    // than saving.
    var text = Data()
    if Int.random(in: 0..<10) > 0 { text = pipe.fileHandleForReading.availableData }
    usleep(UInt32.random(in: 0..<8000))
    guard end(process.processIdentifier) == 0 else { throw Failure("cannot kill") }
    process.waitUntilExit()
    text.append(try pipe.fileHandleForReading.readToEnd() ?? Data())
    guard process.terminationReason == .uncaughtSignal else {
      throw Failure("the saving process ended early: \(String(decoding: text, as: UTF8.self))")
    }
    // A line that is cut off does not count.
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    return lines.last.flatMap { Int($0) } ?? 0
  }
}

/// Kills a process, which gets no chance to clean up.
private func end(_ process: Int32) -> Int32 { kill(process, SIGKILL) }
