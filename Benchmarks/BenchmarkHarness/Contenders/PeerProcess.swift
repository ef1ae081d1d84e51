import Foundation

/// Benchmarks/Peers/peers.py as a child process: one line of request, one line of reply.
final class PeerProcess {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private var unread: [UInt8] = []
  private var loaded: Set<String> = []
  private var isStarted = false
  /// The peers whose packages could be imported, and `simdjson.walk` if its walk could be compiled.
  private(set) var available: [String] = []
  /// The compiler of what is timed from C++, as it names itself.
  private(set) var compiler: String?

  /// Starts `interpreter` with `script`, and waits until it has reported its packages.
  init(interpreter: String, script: URL) throws(PeerError) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [interpreter, script.path]
    // The same setting as in this process; see Benchmarks/AllocationCounter/memory_keeping.c.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "\(Int32.max)"]
    ) { _, ours in ours }
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      isStarted = true
    } catch {
      throw PeerError(reason: "cannot start \(interpreter)")
    }
    let words = try readLine().split(separator: " ")
    guard words.first == "ready" else { throw PeerError(reason: "unexpected greeting") }
    for word in words.dropFirst().map(String.init) {
      if let name = word.dropping(prefix: "compiler=") {
        compiler = name.split(separator: "_").joined(separator: " ")
      } else {
        available.append(word)
      }
    }
  }

  deinit {
    guard isStarted else { return }
    // The driver ends when its input does.
    do {
      try requests.fileHandleForWriting.close()
    } catch {
      process.terminate()
    }
    process.waitUntilExit()
  }

  /// Sends the document unless the process has it. Returns the key that requests use for it.
  func load(_ input: BenchmarkInput) throws(PeerError) -> String {
    // The key must be a single word, which a file's name need not be.
    let key = Data(input.name.utf8).base64EncodedString()
    if loaded.contains(key) { return key }
    try send(Data("load \(key) \(input.bytes.count)\n".utf8) + Data(input.bytes))
    _ = try expectOK()
    loaded.insert(key)
    return key
  }

  func check(
    _ task: BenchmarkTask, _ peer: String, key: String
  ) throws(PeerError) -> Fingerprint {
    try send(Data("check \(peer) \(key) \(task.name)\n".utf8))
    let line = try readLine()
    if let reason = line.dropping(prefix: "refused ") { return .refusal(reason: reason) }
    guard let list = line.dropping(prefix: "ok ") else { throw PeerError(reason: line) }
    return .accepted(
      list.split(separator: "\t").compactMap { pair in
        let parts = pair.split(separator: "=")
        guard parts.count == 2, let value = UInt64(parts[1]) else { return nil }
        return .init(name: String(parts[0]), value: value)
      })
  }

  func time(
    _ task: BenchmarkTask, _ peer: String, key: String, iterations: Int
  ) throws(PeerError) -> Double {
    try send(Data("time \(task.name) \(peer) \(key) \(iterations)\n".utf8))
    let answer = try expectOK()
    guard let seconds = Double(answer), seconds.isFinite, seconds >= 0 else {
      throw PeerError(reason: "not a time: \(answer)")
    }
    return seconds
  }

  private func expectOK() throws(PeerError) -> String {
    let line = try readLine()
    if line == "ok" { return "" }
    guard let rest = line.dropping(prefix: "ok ") else { throw PeerError(reason: line) }
    return rest
  }

  private func send(_ data: Data) throws(PeerError) {
    do {
      try requests.fileHandleForWriting.write(contentsOf: data)
    } catch {
      throw PeerError(reason: "the peers' process has ended")
    }
  }

  private func readLine() throws(PeerError) -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      let chunk = readChunk()
      if chunk.isEmpty { throw PeerError(reason: "the peers' process has ended") }
      unread += chunk
    }
  }

  /// The available bytes, at most 4 KiB; empty at the end. `FileHandle` either waits for a fixed number of bytes or cannot report errors.
  private func readChunk() -> [UInt8] {
    let descriptor = answers.fileHandleForReading.fileDescriptor
    var chunk = [UInt8](repeating: 0, count: 4096)
    var count = 0
    repeat {
      // Invariant: `read` writes at most as many bytes as the array has.
      count = unsafe read(descriptor, &chunk, chunk.count)
    } while count < 0 && errno == EINTR
    return Array(chunk.prefix(max(count, 0)))
  }
}

struct PeerError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

extension String {
  /// The rest after `prefix`, or `nil` if the string does not start with it.
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// A library in another language, timed through its Python package, or from C++, in a child process.
struct PeerContender: Contender {
  let name: String
  /// The package on PyPI.
  let package: String
  var tasks: Set<BenchmarkTask>
  /// The process that times the package, or `nil` if none is running.
  var process: PeerProcess?

  static var all: [PeerContender] {
    [
      PeerContender(
        name: "simdjson", package: "pysimdjson",
        tasks: [
          .document, .walk, .decodeNumber, .decodePartial, .decodeDirectPartial, .records,
          .recordMembers,
        ]),
      PeerContender(
        name: "yyjson", package: "yyjson", tasks: [.document, .walk, .write, .roundtrip]),
      PeerContender(
        name: "orjson", package: "orjson",
        tasks: [.tree, .recordTrees, .write, .writeTree, .pretty, .roundtrip]),
    ]
  }

  /// In Python these tasks would measure Python, so they need the library itself and a compiler.
  static let tasksInCpp: Set<BenchmarkTask> = [
    .walk, .decodeNumber, .decodePartial, .decodeDirectPartial, .records, .recordMembers,
  ]

  func takesPart(in task: BenchmarkTask) -> Bool { tasks.contains(task) }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    guard let process, takesPart(in: task) else { return nil }
    if PartialReading.tasks.contains(task), !PartialReading.takes(input) { return nil }
    return PeerRun(peer: name, task: task, key: try process.load(input), process: process)
  }

  /// simdjson takes no integer above 64 bits; orjson writes at most 254 levels.
  var mayRefuse: Bool { true }

  func footnote(for task: BenchmarkTask) -> String? {
    if Self.tasksInCpp.contains(task) {
      let compiler = process?.compiler.map { ", compiled by \($0)" } ?? ""
      return "from C++\(compiler), with the installed library, which may have another version"
    }
    return task == .recordTrees ? "line by line in Python" : nil
  }
}

private struct PeerRun: PreparedRun {
  let peer: String
  let task: BenchmarkTask
  let key: String
  let process: PeerProcess

  func fingerprint() throws -> Fingerprint { try process.check(task, peer, key: key) }

  func time(iterations: Int) throws -> Double {
    try process.time(task, peer, key: key, iterations: iterations)
  }

  /// Allocations happen in another process.
  func allocations(counter: AllocationCounter) throws -> Int? { nil }
}

/// Finds the interpreter and packages of the peers.
struct PeerDiscovery {
  let environment: [String: String]

  static let interpreterVariable = "RUSHJSON_PEERS_PYTHON"

  struct Result {
    var contenders: [PeerContender]
    /// What is missing and how to get it, in one line, or `nil` if nothing is.
    var note: String?
  }

  /// Starts the driver if any of `wanted` is a peer.
  func discover(wanted: [PeerContender]) -> Result {
    if wanted.isEmpty { return Result(contenders: [], note: nil) }
    guard let script = PackageFiles.find("Benchmarks/Peers/peers.py") else {
      return Result(contenders: [], note: note(missing: wanted, because: "peers.py not found"))
    }
    do {
      let interpreter = environment[Self.interpreterVariable].flatMap { $0.isEmpty ? nil : $0 }
      let process = try PeerProcess(interpreter: interpreter ?? "python3", script: script)
      let present = wanted.filter { process.available.contains($0.name) }
      let missing = wanted.filter { !process.available.contains($0.name) }
      return Result(
        contenders: present.map { peer in
          var peer = peer
          peer.process = process
          if !process.available.contains("\(peer.name).walk") {
            peer.tasks.subtract(PeerContender.tasksInCpp)
          }
          return peer
        },
        note: missing.isEmpty ? nil : note(missing: missing, because: "packages not installed"))
    } catch {
      return Result(
        contenders: [], note: note(missing: wanted, because: "no Python can run the driver"))
    }
  }

  private func note(missing: [PeerContender], because reason: String) -> String {
    let names = missing.map(\.name).joined(separator: ", ")
    return "without \(names) (\(reason)); to add: "
      + "python3 -m pip install -r Benchmarks/Peers/requirements.txt"
  }
}
