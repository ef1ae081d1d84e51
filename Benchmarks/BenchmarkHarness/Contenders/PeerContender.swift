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
        tasks: [.document, .walk, .records, .recordMembers]),
      PeerContender(
        name: "yyjson", package: "yyjson", tasks: [.document, .walk, .write, .roundtrip]),
      PeerContender(
        name: "orjson", package: "orjson",
        tasks: [.tree, .recordTrees, .write, .writeTree, .pretty, .roundtrip]),
    ]
  }

  /// In Python these tasks would measure Python, so they need the library itself and a compiler.
  static let tasksInCpp: Set<BenchmarkTask> = [.walk, .records, .recordMembers]

  func takesPart(in task: BenchmarkTask) -> Bool { tasks.contains(task) }

  func prepare(_ task: BenchmarkTask, _ input: BenchmarkInput) throws -> (any PreparedRun)? {
    guard let process, takesPart(in: task) else { return nil }
    return PeerRun(peer: name, task: task, key: try process.load(input), process: process)
  }

  /// simdjson takes no integer above 64 bits; orjson writes at most 254 levels.
  var mayRefuse: Bool { true }

  func footnote(for task: BenchmarkTask) -> String? {
    if Self.tasksInCpp.contains(task) {
      return "from C++, with the installed library, which may have another version"
    }
    return task == .recordTrees ? "line by line in Python" : nil
  }
}

private final class PeerRun: PreparedRun {
  private let peer: String
  private let task: BenchmarkTask
  private let key: String
  private let process: PeerProcess

  init(peer: String, task: BenchmarkTask, key: String, process: PeerProcess) {
    self.peer = peer
    self.task = task
    self.key = key
    self.process = process
  }

  func fingerprint() throws -> Fingerprint { try process.check(task, peer, key: key) }

  func time(iterations: Int) throws -> Double {
    try process.time(task, peer, key: key, iterations: iterations)
  }

  /// Allocations happen in another process.
  func allocations(counter: AllocationCounter) throws -> Int? { nil }
}
