import Foundation

/// The memory of a document beyond its text, measured for each file in its own process.
struct PeakMemoryCheck {
  let paths: [String]

  func run() throws(UsageError) {
    guard PeakMemory.isAvailable else {
      try Output.standard.write("\nmemory of a document: not measured; this needs Linux\n")
      return
    }
    let files = try InputSelection.files(paths: paths).filter {
      !BenchmarkInput.endingsOfLines.contains($0.pathExtension.lowercased())
    }
    var rows: [[String]] = []
    for (file, name) in zip(files, InputSelection.names(of: files)) {
      let size = try Self.size(of: file)
      let peak = try PeakMemory.ofNewProcess(
        CheckOptions.peakMemoryName, [file.path], of: "for \(file.relativePath)")
      let ratio = Figures.ratio(Double(peak) / Double(max(size, 1)))
      rows.append([name, Figures.size(size), Figures.size(peak), ratio])
    }
    let table = TextTable(
      titles: ["file", "text", "text and document", "to text"], rows: rows,
      alignments: [.left, .right, .right, .right])
    try Output.standard.write("\n" + table.lines.map { $0 + "\n" }.joined())
  }

  private static func size(of file: URL) throws(UsageError) -> Int {
    do {
      return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    } catch {
      throw UsageError("cannot read \(file.relativePath): \(FailureReason(error))")
    }
  }
}
