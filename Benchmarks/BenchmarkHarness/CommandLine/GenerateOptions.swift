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
        let hint = "a whole number from 0 to \(UInt64.max)"
        let text = try reader.value(of: "--seed", hint: hint)
        guard let seed = UInt64(text) else {
          throw UsageError("--seed needs \(hint), not '\(text)'")
        }
        self.seed = seed
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard folders.count == 1, let folder = folders.first, !folder.isEmpty else {
      throw UsageError("jsonbench generate needs one folder to write the corpus to")
    }
    self.folder = folder
  }
}
