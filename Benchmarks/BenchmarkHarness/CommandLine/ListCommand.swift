import Foundation

/// `jsonbench list`: tasks, contenders, and the files of the corpus.
struct ListCommand {
  func run() throws(UsageError) {
    try Output.standard.write(text(corpus: try InputSelection.inputs(paths: [])))
  }

  func text(corpus: [BenchmarkInput]) -> String {
    let peers = PeerDiscovery(environment: ProcessInfo.processInfo.environment)
      .discover(wanted: ContenderRegistry.peers)
    let present = ContenderRegistry.inProcess.map(\.name) + peers.contenders.map(\.name)
    var all: [any Contender] = ContenderRegistry.inProcess
    all += ContenderRegistry.peers

    let sections = [
      section("tasks", BenchmarkTask.all.map { [$0.name, $0.summary] }),
      section(
        "contenders",
        all.map { contender in
          let tasks = BenchmarkTask.all.filter(contender.takesPart).map(\.name)
          let state = present.contains(contender.name) ? "" : "(not installed)"
          return [contender.name, tasks.joined(separator: ", "), state]
        }),
      section(
        "corpus",
        corpus.map { input in
          let summary = GeneratedCorpus.summary(of: input.name) ?? ""
          return [input.name, Figures.size(input.bytes.count), summary]
        }),
    ]
    return sections.joined(separator: "\n")
  }

  private func section(_ title: String, _ rows: [[String]]) -> String {
    title + "\n" + TextTable(rows: rows).lines.map { "  \($0)\n" }.joined()
  }
}
