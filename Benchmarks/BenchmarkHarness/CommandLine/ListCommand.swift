import Foundation

/// `jsonbench list`: tasks, contenders, and the files of the corpus, in lines of 80 columns.
struct ListCommand {
  func run() throws(UsageError) {
    try Output.standard.write(text(corpus: try InputSelection.inputs(paths: [])))
  }

  static let width = 80

  func text(corpus: [BenchmarkInput]) -> String {
    let peers = PeerDiscovery(environment: ProcessInfo.processInfo.environment)
      .discover(wanted: ContenderRegistry.peers)
    let present = ContenderRegistry.inProcess.map(\.name) + peers.contenders.map(\.name)
    var all: [any Contender] = ContenderRegistry.inProcess
    all += ContenderRegistry.peers

    let sections = [
      section("tasks", BenchmarkTask.all.map { ($0.name, $0.summary) }),
      section(
        "contenders",
        all.map { contender in
          let tasks = BenchmarkTask.all.filter(contender.takesPart).map(\.name)
          let state = present.contains(contender.name) ? "" : "(not installed) "
          return (contender.name, state + tasks.joined(separator: ", "))
        }),
      section(
        "corpus",
        corpus.map { input in
          let summary = GeneratedCorpus.summary(of: input.name) ?? ""
          return (input.name, "\(Figures.size(input.bytes.count))  \(summary)")
        }),
    ]
    return sections.joined(separator: "\n")
  }

  /// Names on the left, and what there is to say about them on the right, in several lines if need be.
  private func section(_ title: String, _ rows: [(name: String, text: String)]) -> String {
    let margin = 2 + (rows.map(\.name.count).max() ?? 0) + 2
    let lines = rows.flatMap { row in
      Self.wrapped(row.text, to: max(Self.width - margin, 20)).enumerated().map { index, line in
        let name = "  " + (index == 0 ? row.name : "")
        return name + String(repeating: " ", count: margin - name.count) + line
      }
    }
    return ([title] + lines).map { $0 + "\n" }.joined()
  }

  /// A text in lines of at most `width` characters, broken at spaces. A longer word has its own line.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(word)
      } else {
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    return lines + [line]
  }
}
