import Foundation

/// The result of `work`. Its error follows `problem` in one line, unless it is a `UsageError` already.
func attempt<Result>(
  _ problem: @autoclosure () -> String, _ work: () throws -> Result
) throws(UsageError) -> Result {
  do {
    return try work()
  } catch let error as UsageError {
    throw error
  } catch {
    throw UsageError("\(problem()): \(FailureReason(error))")
  }
}

enum Output {
  case standard
  case file(String)

  init(_ options: OutputOptions) {
    self = options.file.map { .file($0) } ?? .standard
  }

  func write(_ text: String) throws(UsageError) {
    try attempt("cannot write \(place)") {
      switch self {
      case .standard: try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      case .file(let name): try Data(text.utf8).write(to: URL(fileURLWithPath: name))
      }
    }
  }

  /// Checks before a run whether its result can be written. An older result survives a run that fails.
  func verify() throws(UsageError) {
    guard case .file(let name) = self else { return }
    let existed = FileManager.default.fileExists(atPath: name)
    guard let stream = OutputStream(toFileAtPath: name, append: true) else {
      throw UsageError("cannot write \(place); name a file in a folder that can be written")
    }
    stream.open()
    defer { stream.close() }
    if stream.streamStatus == .error {
      throw UsageError("cannot write \(place); name a file in a folder that can be written")
    }
    // Otherwise, the empty file stays until the result replaces it.
    if !existed { try? FileManager.default.removeItem(atPath: name) }
  }

  private var place: String {
    switch self {
    case .standard: "to standard output"
    case .file(let name): "the file \(name)"
    }
  }

  func write(_ table: TextTable) throws(UsageError) {
    try write(table.lines.map { $0 + "\n" }.joined())
  }

  static func makeFolder(_ url: URL) throws(UsageError) {
    try attempt("cannot create the folder \(url.path)") {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  static func complainWithoutOptimisation(_ result: String) {
    #if DEBUG
      complain(
        "jsonbench: built without optimisation, so \(result); use swift run -c release jsonbench")
    #endif
  }

  /// Writes a line to standard error. A failure is ignored, because it cannot be reported.
  static func complain(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}

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
