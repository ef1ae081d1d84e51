import Foundation

/// `jsonbench generate`: writes the generated corpus.
struct GenerateCommand {
  let options: GenerateOptions

  func run() throws(UsageError) {
    let folder = URL(fileURLWithPath: options.folder, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw UsageError(
        "cannot create the folder \(options.folder): \(FailureReason(error))")
    }
    var rows: [[String]] = []
    for file in GeneratedCorpus.files(seed: options.seed) {
      do {
        try Data(file.bytes).write(to: folder.appendingPathComponent(file.name))
      } catch {
        throw UsageError(
          "cannot write \(file.name) to \(options.folder): \(FailureReason(error))")
      }
      rows.append([file.name, Figures.size(file.bytes.count)])
    }
    try Output.standard.write(TextTable(rows: rows, alignments: [.left, .right]))
  }
}
