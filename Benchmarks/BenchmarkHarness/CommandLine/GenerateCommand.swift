import Foundation

/// `jsonbench generate`: writes the generated corpus.
struct GenerateCommand: Equatable {
  var folder: String
  var seed = GeneratedCorpus.defaultSeed

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench generate")
    var folders: [String] = []
    while let item = try reader.next() {
      switch item {
      case .operand(let folder): folders.append(folder)
      case .option("--seed"): seed = try reader.integer(of: "--seed", in: 0...UInt64.max)
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard folders.count == 1, let folder = folders.first, !folder.isEmpty else {
      throw UsageError("jsonbench generate needs one folder to write the corpus to")
    }
    self.folder = folder
  }

  func run() throws(UsageError) {
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    try Output.makeFolder(url)
    var rows: [[String]] = []
    for file in GeneratedCorpus.files(seed: seed) {
      try attempt("cannot write \(file.name) to \(folder)") {
        try Data(file.bytes).write(to: url.appendingPathComponent(file.name))
      }
      rows.append([file.name, Figures.size(file.bytes.count)])
    }
    try Output.standard.write(TextTable(rows: rows, alignments: [.left, .right]))
  }
}
