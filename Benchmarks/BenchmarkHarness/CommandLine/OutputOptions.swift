/// How and where results are written.
struct OutputOptions: Equatable {
  enum Format: String, CaseIterable {
    case table, json, markdown, svg
  }

  var format = Format.table
  /// A file, or `nil` for standard output.
  var file: String?

  /// Reads `--format` or `--output`; returns whether `option` was one of them.
  mutating func read(
    _ option: String, from reader: inout ArgumentReader
  ) throws(UsageError) -> Bool {
    switch option {
    case "--format":
      let hint = "one of \(Format.allCases.map(\.rawValue).joined(separator: ", "))"
      format = try reader.value(of: option, hint: hint) { Format(rawValue: $0.lowercased()) }
    case "--output":
      let name = try reader.value(of: option, hint: "the name of a file to write")
      if name.isEmpty { throw UsageError("--output needs the name of a file to write") }
      file = name
    default: return false
    }
    return true
  }
}
