/// `jsonbench generate`.
struct GenerateOptions: Equatable {
  var folder: String
  var seed = GeneratedCorpus.defaultSeed

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench generate")
    var folders: [String] = []
    while let item = try reader.next() {
      switch item {
      case .operand(let folder): folders.append(folder)
      case .option("--seed"):
        seed = try reader.integer(of: "--seed", in: 0...UInt64.max)
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard folders.count == 1, let folder = folders.first, !folder.isEmpty else {
      throw UsageError("jsonbench generate needs one folder to write the corpus to")
    }
    self.folder = folder
  }
}
