import Foundation

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
