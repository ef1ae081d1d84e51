/// The files of the corpus, as bytes. The caller writes them.
public enum CorpusWriter {
  /// The seed of the files in the repository.
  public static let defaultSeed: UInt64 = 8259

  /// One file for each shape, in the order of `CorpusShape.allCases`, at the shape's own size.
  public static func files(seed: UInt64 = defaultSeed) -> [(name: String, bytes: [UInt8])] {
    CorpusShape.allCases.map { shape in
      (shape.name, shape.generate(seed: seed, targetBytes: shape.defaultBytes))
    }
  }

  /// Counts the parts of `bytes`, which are a valid JSON text or JSON Lines.
  ///
  /// - Complexity: O(*n*) in the bytes, which are read once.
  public static func statistics(of bytes: [UInt8]) -> CorpusStatistics {
    var scanner = StatisticsScanner(bytes)
    return scanner.scan()
  }

  /// The statistics of `files` as a table in Markdown, a row for each file.
  public static func statisticsTable(of files: [(name: String, bytes: [UInt8])]) -> String {
    var lines = [
      "| File | Bytes | Values | Objects | Arrays | Names (distinct) | Strings | String % "
        + "| Escapes | Non-ASCII bytes | Numbers | Number % | Literals | White space % "
        + "| Structurals | Depth |",
      "| --- |" + String(repeating: " ---: |", count: 15),
    ]
    for file in files {
      let counts = statistics(of: file.bytes)
      let names = "\(counts.names) (\(counts.distinctNames))"
      let cells = [
        "`\(file.name)`", "\(counts.byteCount)", "\(counts.values)", "\(counts.objects)",
        "\(counts.arrays)", names, "\(counts.strings)", "\(counts.stringPercent)",
        "\(counts.escapes)", "\(counts.nonASCIIBytes)", "\(counts.numbers)",
        "\(counts.numberPercent)", "\(counts.literals)", "\(counts.whitespacePercent)",
        "\(counts.structurals)", "\(counts.maximumDepth)",
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }
}
